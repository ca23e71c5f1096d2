package history

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// maxLoose is the maximal number of tags with files of their own that are read.
const maxLoose = 200

// versionTag matches the names of tags of versions: v1.2, 1.2.3-rc.1, r4.13, v14, 20260701, package@1.2.3, rel_1_2_3,
// 2025-11-05, RELEASE.2025-11-05T10-30-00Z. Its groups are the name before the version, and the year and the month.
var versionTag = lazyregexp.Lazy(`^(?:r|([\w./@+-]{0,40}[-@/_])?v?)\d+[._]\d[\w.+-]{0,30}$|^v?20\d{6}$|^v\d{1,6}$|` +
	`^(?:RELEASE\.)?(\d{4}-\d\d-)\d\d(?:T[\d-]+Z)?$`)

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

// yearLong is a year in seconds.
const yearLong = 365 * 24 * 3600

// tag is a name of a commit. Its hash is of an object with a date, or of the commit itself.
type tag struct{ hash, name string }

// newestTag returns the name of the tag of a version on the newest commit of the log that has such a tag, the day on
// which it was set, or of the commit if no object says so, and the commit. A tag with the name of a package, or of a
// day, gives way to a tag without one that is less than a year older, unless the commit of that tag has one of the same
// package and version. newestTag returns "" for all without such a tag, or if a later version of another series has a
// tag outside of the log, at most two years older, or the tag is of a package and one without a package was set there
// at most a year before: releases are then made on another branch.
func newestTag(ctx context.Context, o *objects, log []commit) (name, day, on string) {
	tags := map[string]tag{}       // by the hash of the commit
	outside := map[string]string{} // the commits of all tags of versions, by name
	add := func(commit string, t tag) {
		outside[t.name] = commit
		version := versionTag().MatchString(t.name) && !trial().MatchString(t.name)
		if old, known := tags[commit]; version && (!known || betterTag(t.name, old.name)) {
			tags[commit] = t
		}
	}
	var last tag // of the line before
	packedLines(ctx, o.files, func(line string) bool {
		if peeled, ok := strings.CutPrefix(line, "^"); ok && last.name != "" {
			add(strings.TrimSpace(peeled), last)
			return true
		}
		hash, ref, _ := strings.Cut(line, " ")
		name, ok := strings.CutPrefix(strings.TrimSpace(ref), "refs/tags/")
		if last = (tag{}); ok {
			last = tag{hash, name}
			add(hash, last)
		}
		return true
	})
	looseTags(ctx, o, add)
	var newest tag
	var at int64 // the time of its commit
	inLog := map[string]bool{}
	for i := range log {
		hash := log[i].hash.String()
		inLog[hash] = true
		t, ok := tags[hash]
		// The tag before was of a part.
		whole := ok && newest.name != "" && !plain(newest.name) && plain(t.name) && at-log[i].when < yearLong &&
			outside[prefix(newest.name)+t.name] != hash
		if ok && newest.name == "" || whole {
			newest, at, day, on = t, log[i].when, cmp.Or(taggedOn(ctx, o, t), log[i].day()), hash
		}
	}
	ofPart := newest.name != "" && !plain(newest.name)
	left := maxLoose // commits of tags that may still be read
	for _, name := range slices.Sorted(maps.Keys(outside)) {
		commit := outside[name]
		if inLog[commit] {
			continue
		}
		after, whole := later(name, newest.name), ofPart && versionTag().MatchString(name) && plain(name)
		if after && left == 0 {
			return "", "", ""
		}
		if left > 0 && (after || whole) {
			left--
			when, ok := made(ctx, o, commit)
			if after && (!ok || when >= at-2*yearLong) || whole && ok && when >= at-yearLong { // else it was given up
				return "", "", ""
			}
		}
	}
	return newest.name, day, on
}

// made returns the time of the commit with a hash, or false if it cannot be read.
func made(ctx context.Context, o *objects, on string) (int64, bool) {
	if !isHash(on) {
		return 0, false
	}
	hash := plumbing.NewHash(on)
	data, err := o.get(ctx, hash, plumbing.CommitObject)
	if err != nil {
		return 0, false
	}
	c, err := parseCommit(hash, data)
	return c.when, err == nil
}

// later reports whether a tag is of a later version than another one of the same package, by the numbers of both. A tag
// of a version before its release is not.
func later(name, other string) bool {
	a, b := releaseTag().FindStringSubmatch(name), releaseTag().FindStringSubmatch(candidate().ReplaceAllString(other, ""))
	if a == nil || b == nil || a[1] != b[1] {
		return false
	}
	return slices.Compare(words.Numbers(a[2]), words.Numbers(b[2])) > 0
}

// trial matches the end of the name of a tag that is of no release: it was set to try something, such as the
// publication of a release, or marks the end of a series, such as "2.1.x".
var trial = lazyregexp.Lazy(`(?i)[-._](?:(?:test|try|trial|dummy|wip|nightly|snapshot)(?:[-._].*|\d*)|x)$`)

// candidate matches the end of the name of a tag of a version before its release.
var candidate = lazyregexp.Lazy(`(?i)(?:-0)?[-._]?(?:alpha|beta|rc|pre|preview|m)[-._]?\d*$`)

// releaseTag matches the name of a tag with numbers only in its version; its groups are the name before the version and
// the numbers.
var releaseTag = lazyregexp.Lazy(`^(?:r|([\w./@+-]*?[-@/_])?v?)(\d{1,9}(?:[._]\d{1,9})+)$`)

// taggedOn returns the day in the object of a tag, or "".
func taggedOn(ctx context.Context, o *objects, t tag) string {
	if !isHash(t.hash) {
		return ""
	}
	data, err := o.get(ctx, plumbing.NewHash(t.hash), plumbing.TagObject)
	if err != nil {
		return ""
	}
	head, _, _ := bytes.Cut(data, []byte("\n\n"))
	_, tagger, ok := strings.Cut(string(head), "\ntagger ")
	if !ok {
		return ""
	}
	var c commit
	tagger, _, _ = strings.Cut(tagger, "\n")
	c.name, c.address, c.when, c.zone = signature(tagger)
	return c.day()
}

// prefix returns the name of a package before the version in a tag of a version, the year and month of a date, or "".
func prefix(tag string) string {
	m := versionTag().FindStringSubmatch(tag)
	return m[1] + m[2]
}

// plain reports whether a tag of a version has no name of a package before it and is no date.
func plain(tag string) bool { return prefix(tag) == "" }

// betterTag reports whether a name of a tag is preferred to another one on the same commit: without a name before the
// version, then a release, and then the longer one, which is more exact.
func betterTag(name, old string) bool {
	if plain(name) != plain(old) {
		return plain(name)
	}
	if before := candidate().MatchString(name); before != candidate().MatchString(old) {
		return !before // the release
	}
	return len(name) > len(old) || len(name) == len(old) && name > old
}

// looseTags calls add with the commits and the names of at most maxLoose tags that have files of their own. Tags that
// cannot be read are left out.
func looseTags(ctx context.Context, o *objects, add func(commit string, t tag)) {
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
		commit := hash
		if data, err := o.get(ctx, plumbing.NewHash(hash), plumbing.TagObject); err == nil {
			line, _, _ := bytes.Cut(data, []byte("\n"))
			commit = strings.TrimPrefix(string(line), "object ")
		}
		add(commit, tag{hash, node.Path.Base()})
	}
}
