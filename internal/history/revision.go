package history

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"luminos"
	"luminos/internal/words"
)

// UnknownRevisionError is the error of a revision that a repository does not have.
type UnknownRevisionError struct {
	Revision string
	Near     []string // names of branches and tags that are similar, or else some names
}

func (e *UnknownRevisionError) Error() string {
	text := "the repository has no commit, branch or tag " + words.Name(e.Revision)
	if len(e.Near) > 0 {
		text += "; it has " + words.List(e.Near)
	}
	return text
}

const (
	errAmbiguous   problem = "several commits begin with these characters: more of them are needed"
	errNoCommit    problem = "the revision is no commit"
	errNoDirectory problem = "the commit has no such directory"
	errSHA256      problem = "the repository has hashes of SHA-256, which are not read yet"
)

const (
	shortest  = 4      // characters of an abbreviated hash, as in git
	maxTagged = 10     // tags of tags from a tag to its commit
	maxNames  = 20_000 // names of branches and tags that are compared with an unknown one
	nearNames = 5      // names that the error shows
)

// references are the directories in which a name is looked for, in the order of git.
var references = []string{"", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"}

// resolveRevision returns the commit of a revision.
func resolveRevision(ctx context.Context, o *objects, revision string) (commit, error) {
	if revision == "" || len(revision) > maxName || strings.Contains(revision, "..") {
		return commit{}, &UnknownRevisionError{Revision: words.Shorten(revision, 100)}
	}
	hash, err := findRevision(ctx, o, revision)
	if err != nil {
		return commit{}, err
	}
	for range maxTagged {
		found, err := o.find(ctx, hash)
		if err != nil {
			return commit{}, err
		}
		switch found.kind {
		case plumbing.CommitObject:
			return parseCommit(hash, found.data)
		case plumbing.TagObject:
			line, _, _ := bytes.Cut(found.data, []byte("\n"))
			to := strings.TrimPrefix(string(line), "object ")
			if !isHash(to) {
				return commit{}, errCorrupt
			}
			hash = plumbing.NewHash(to)
		default:
			return commit{}, errNoCommit
		}
	}
	return commit{}, errBounds
}

// findRevision returns the hash of the object that a revision names.
func findRevision(ctx context.Context, o *objects, revision string) (plumbing.Hash, error) {
	if revision == "HEAD" || revision == "@" {
		head, _ := HeadOf(ctx, o.files)
		if head.Commit == "" {
			return plumbing.ZeroHash, problem(cmp.Or(head.Problem, "the repository has no commit"))
		}
		return plumbing.NewHash(head.Commit), nil
	}
	if isHash(revision) {
		return plumbing.NewHash(revision), nil
	}
	packed := map[string]string{}
	var names []string
	packedLines(ctx, o.files, func(line string) bool {
		hash, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		if strings.HasPrefix(name, "refs/") && !strings.HasPrefix(hash, "#") && len(names) < maxNames {
			packed[name] = hash
			names = append(names, name)
		}
		return ctx.Err() == nil
	})
	for _, dir := range references {
		name := dir + revision
		if !strings.HasPrefix(name, "refs/") {
			continue
		}
		text, err := o.files.Read(ctx, luminos.PathFromOS(".git/"+path.Clean(name)), 0, maxRef)
		hash := strings.TrimSpace(string(text))
		if err != nil {
			hash = packed[name]
		}
		if isHash(hash) {
			return plumbing.NewHash(hash), nil
		}
		if len(hash) == 64 && strings.Trim(hash, "0123456789abcdef") == "" {
			return plumbing.ZeroHash, errSHA256
		}
	}
	if hash, err := o.abbreviated(ctx, revision); err != errMissing {
		return hash, err
	}
	names = append(names, looseNames(ctx, o)...)
	return plumbing.ZeroHash, &UnknownRevisionError{revision, nearest(revision, names)}
}

// abbreviated returns the only object whose hash begins with a text. It returns errMissing without one.
func (o *objects) abbreviated(ctx context.Context, begin string) (plumbing.Hash, error) {
	begin = strings.ToLower(begin)
	if len(begin) < shortest || len(begin) > 2*hashSize || strings.Trim(begin, "0123456789abcdef") != "" {
		return plumbing.ZeroHash, errMissing
	}
	first, _ := hex.DecodeString(begin[:2])
	found := map[plumbing.Hash]bool{}
	add := func(text string) {
		hash := plumbing.NewHash(text)
		if isHash(text) && strings.HasPrefix(text, begin) && len(found) < nearNames {
			if object, err := o.find(ctx, hash); err == nil && object.kind == plumbing.CommitObject {
				found[hash] = true
			}
		}
	}
	for _, p := range o.packs {
		_, bucket, err := p.bucket(first[0])
		if err != nil {
			return plumbing.ZeroHash, err
		}
		for ; len(bucket) >= hashSize; bucket = bucket[hashSize:] {
			if bytes.HasPrefix(bucket, hexPrefix(begin)) {
				add(hex.EncodeToString(bucket[:hashSize]))
			}
		}
	}
	nodes, err := o.files.List(ctx, luminos.PathFromOS(".git/objects/"+begin[:2]))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return plumbing.ZeroHash, err
	}
	for _, n := range nodes {
		add(begin[:2] + n.Path.Base())
	}
	switch len(found) {
	case 0:
		return plumbing.ZeroHash, errMissing
	case 1:
		for hash := range found {
			return hash, nil
		}
	}
	return plumbing.ZeroHash, errAmbiguous
}

// hexPrefix returns the whole bytes of a hexadecimal text.
func hexPrefix(s string) []byte {
	b, _ := hex.DecodeString(s[:len(s)/2*2])
	return b
}

// looseNames returns the references that have files of their own, at most maxNames.
func looseNames(ctx context.Context, o *objects) []string {
	var names []string
	dirs := []luminos.Path{".git/refs/heads", ".git/refs/tags", ".git/refs/remotes"}
	for len(dirs) > 0 && len(names) < maxNames {
		nodes, err := o.files.List(ctx, dirs[0])
		dirs = dirs[1:]
		if err != nil {
			continue
		}
		for _, n := range nodes {
			switch {
			case n.Kind == luminos.KindDir && len(dirs) < maxNames:
				dirs = append(dirs, n.Path)
			case n.Kind == luminos.KindFile && len(names) < maxNames:
				names = append(names, strings.TrimPrefix(string(n.Path), ".git/"))
			}
		}
	}
	return names
}

// nearest returns the names of references that are similar to a name, or else the last ones in the order of names.
func nearest(name string, references []string) []string {
	var names []string
	for _, ref := range references {
		for _, dir := range []string{"refs/tags/", "refs/heads/", "refs/remotes/"} {
			if short, ok := strings.CutPrefix(ref, dir); ok && path.Base(short) != "HEAD" {
				names = append(names, string(luminos.PathFromOS(words.Shorten(short, 60))))
			}
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	var near []string
	rest := slices.Clone(names)
	for len(near) < nearNames {
		one := words.Nearest(name, rest)
		if one == "" {
			break
		}
		near = append(near, one)
		rest = slices.DeleteFunc(rest, func(s string) bool { return s == one })
	}
	if len(near) > 0 {
		return near
	}
	return names[max(0, len(names)-nearNames):]
}
