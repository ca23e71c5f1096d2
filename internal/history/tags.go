package history

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"luminos"
	"luminos/internal/lazyregexp"
)

// maxLoose is the maximal number of tags with files of their own that are read.
const maxLoose = 200

// versionTag matches the names of tags of versions: v1.2, 1.2.3-rc.1, package@1.2.3. Its first group is the name before
// the version.
var versionTag = lazyregexp.Lazy(`^([\w./@+-]{0,40}[-@/_])?v?\d+\.\d[\w.+-]{0,30}$`)

// Stamp returns a text that differs if the tags of a repository changed since, by the sizes and times of their files.
func Stamp(ctx context.Context, src Reader) string {
	var b strings.Builder
	for _, p := range []luminos.Path{".git/packed-refs", ".git/refs/tags"} {
		if node, err := src.Stat(ctx, p); err == nil {
			fmt.Fprintf(&b, "%d@%d ", node.Size, node.ModTime.UnixNano())
		}
	}
	return b.String()
}

// newestTag returns the name of the tag of a version on the newest commit of the log that has such a tag, and the day of
// that commit, or "" twice.
func newestTag(ctx context.Context, o *objects, log []commit) (name, day string) {
	tags := map[string]string{} // by the hash of the commit
	add := func(hash, name string) {
		if old, known := tags[hash]; versionTag().MatchString(name) && (!known || betterTag(name, old)) {
			tags[hash] = name
		}
	}
	last := "" // the name of the tag in the line before
	packedLines(ctx, o.files, func(line string) bool {
		if peeled, ok := strings.CutPrefix(line, "^"); ok && last != "" {
			add(strings.TrimSpace(peeled), last)
			return true
		}
		hash, ref, _ := strings.Cut(line, " ")
		var tag bool
		if last, tag = strings.CutPrefix(strings.TrimSpace(ref), "refs/tags/"); !tag {
			last = ""
		} else {
			add(hash, last)
		}
		return true
	})
	looseTags(ctx, o, add)
	for i := range log {
		if name := tags[log[i].hash.String()]; name != "" {
			return name, log[i].day()
		}
	}
	return "", ""
}

// betterTag reports whether a name of a tag is preferred to another one on the same commit: without a name before the
// version, and then the longer one, which is more exact.
func betterTag(name, old string) bool {
	plain := func(s string) bool { return versionTag().FindStringSubmatch(s)[1] == "" }
	if plain(name) != plain(old) {
		return plain(name)
	}
	return len(name) > len(old) || len(name) == len(old) && name > old
}

// looseTags calls add with the commits and the names of at most maxLoose tags that have files of their own. Tags that
// cannot be read are left out.
func looseTags(ctx context.Context, o *objects, add func(hash, name string)) {
	nodes, err := o.files.List(ctx, ".git/refs/tags")
	if err != nil {
		return
	}
	for _, node := range nodes[:min(len(nodes), maxLoose)] {
		if node.Kind != luminos.KindFile {
			continue
		}
		text, err := o.files.Read(ctx, node.Path, 0, maxRef)
		hash := strings.TrimSpace(string(text))
		if err != nil || !isHash(hash) {
			continue
		}
		if data, err := o.get(ctx, plumbing.NewHash(hash), plumbing.TagObject); err == nil {
			line, _, _ := bytes.Cut(data, []byte("\n"))
			hash = strings.TrimPrefix(string(line), "object ")
		}
		add(hash, node.Path.Base())
	}
}
