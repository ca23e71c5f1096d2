package history

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"strings"

	"luminos"
)

// Head is the commit that is checked out in a repository.
type Head struct {
	Branch  string // "" if HEAD names a commit
	Commit  string // 40 hexadecimal digits
	Shallow bool   // the copy lacks older commits
	Remote  string // see [luminos.History]
	Problem string // the reason why there is no commit, or ""
}

const (
	maxName   = 1000     // bytes of the name of a reference
	maxRef    = 4 << 10  // bytes of a file with one reference
	maxPacked = 64 << 20 // bytes of the file with packed references
	packedRun = 1 << 20  // bytes of that file that are read at a time
)

// Reader is the part of a [luminos.Source] that finds the head.
type Reader interface {
	Stat(context.Context, luminos.Path) (luminos.Node, error)
	Read(ctx context.Context, p luminos.Path, offset int64, n int) ([]byte, error)
}

// HeadOf returns the head of the repository in the directory .git. It returns false if there is no .git at all.
func HeadOf(ctx context.Context, src Reader) (Head, bool) {
	node, err := src.Stat(ctx, ".git")
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Head{}, false
	case err != nil:
		return Head{Problem: reason(err)}, true
	case node.Kind != luminos.KindDir:
		return Head{Problem: ".git is no directory, and no file or link to another place is followed"}, true
	}
	h := Head{}
	text, err := src.Read(ctx, ".git/HEAD", 0, maxRef)
	if err != nil {
		return Head{Problem: "HEAD of the repository: " + reason(err)}, true
	}
	ref, symbolic := strings.CutPrefix(strings.TrimSpace(string(text)), "ref: ")
	if !symbolic {
		h.setCommit(ref)
	} else if name, ok := branchOf(ref); ok {
		h.Branch = string(luminos.PathFromOS(name))
		h.resolve(ctx, src, ref)
	} else {
		h.Problem = "HEAD of the repository names no branch"
	}
	if _, err := src.Stat(ctx, ".git/shallow"); err == nil {
		h.Shallow = true
	}
	h.Remote = remoteOf(ctx, src)
	return h, true
}

// branchOf returns the name of the branch of a reference. It returns false for another reference, or a path that leads
// elsewhere.
func branchOf(ref string) (string, bool) {
	name, ok := strings.CutPrefix(ref, "refs/heads/")
	return name, ok && len(ref) <= maxName && !strings.Contains(ref, "..")
}

// resolve sets the commit to the one that the reference names, in a file of its own or among the packed references.
func (h *Head) resolve(ctx context.Context, src Reader, ref string) {
	text, err := src.Read(ctx, luminos.PathFromOS(".git/"+ref), 0, maxRef)
	if err == nil {
		h.setCommit(strings.TrimSpace(string(text)))
		return
	}
	packedLines(ctx, src, func(line string) bool {
		hash, name, ok := strings.Cut(line, " ")
		if ok = ok && strings.TrimSpace(name) == ref; ok {
			h.setCommit(hash)
		}
		return !ok
	})
	if h.Commit != "" || h.Problem != "" {
		return
	}
	h.Problem = "the branch has no commit, or its commit was not found"
}

// packedLines calls yield with the lines of the file of packed references until it returns false. It ends at a line
// that is too long, or that cannot be read.
func packedLines(ctx context.Context, src Reader, yield func(line string) bool) {
	var rest []byte
	for offset := int64(0); offset < maxPacked; offset += packedRun {
		b, err := src.Read(ctx, ".git/packed-refs", offset, packedRun)
		if err != nil {
			return
		}
		lines := bytes.Split(append(rest, b...), []byte("\n"))
		rest = bytes.Clone(lines[len(lines)-1])
		for i, line := range lines {
			if i == len(lines)-1 && len(b) == packedRun {
				break // it goes on
			}
			if !yield(string(line)) {
				return
			}
		}
		if len(b) < packedRun || len(rest) > maxRef {
			return
		}
	}
}

// setCommit sets the commit, or a problem if hash is no hash of a commit.
func (h *Head) setCommit(hash string) {
	switch {
	case isHash(hash):
		h.Commit = hash
	case len(hash) == 64:
		h.Problem = "the repository has hashes of SHA-256, which are not read yet"
	default:
		h.Problem = "HEAD of the repository names no commit"
	}
}

// isHash reports whether s consists of 40 hexadecimal digits in lower case.
func isHash(s string) bool {
	return len(s) == 40 && strings.Trim(s, "0123456789abcdef") == ""
}
