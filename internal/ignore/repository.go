package ignore

import (
	"errors"
	"io/fs"
	"strings"
	"sync"

	"luminos"
	"luminos/internal/words"
)

// Repository is a work tree of git inside a target, or the target itself. It is safe for concurrent use.
type Repository struct {
	all   bool   // it is the tree of a commit, which tracks every path
	base  string // the directory, with a final slash, as the system spells it; "" for the root
	read  ReadGit
	note  func(problem string)
	once  sync.Once
	index *Index
	known bool // the index is present and valid
}

// ReadGit reads at most limit bytes of a file of the directory .git, such as "info/exclude".
type ReadGit func(name string, limit int64) ([]byte, error)

// EnterRepository makes the scope the scope of the work tree at base, if entry, the kind of its ".git", is a
// directory with a HEAD, or a file that names such a directory elsewhere. The rules of directories above do not
// apply inside. The index is read when a rule first excludes an entry; note receives the reason if it cannot be
// used.
func (s *Scope) EnterRepository(base string, entry luminos.EntryKind, read ReadGit, note func(problem string)) {
	r := &Repository{base: base, read: read, note: note}
	if entry == luminos.KindDir {
		if _, err := read("HEAD", 1); err != nil {
			return
		}
	} else {
		r.read = nil // a work tree whose index lies elsewhere, perhaps outside of the target
	}
	s.repo, s.Git, s.above = r, nil, ""
	if r.read == nil {
		return
	}
	if data, err := read("info/exclude", FileMax); err == nil {
		s.Git, _ = Parse(data, nil, base+".git/info/exclude", base)
	}
}

// EnterCommit makes the scope the scope of the tree of a commit that was written without its repository: all files are
// tracked, so that the same files count as in a work tree of the commit.
func (s *Scope) EnterCommit() { s.repo = &Repository{all: true} }

// tracks reports whether the index holds a path. known is false if the index cannot be used.
func (r *Repository) tracks(full string) (tracked, known bool) {
	if r.all {
		return true, true
	}
	r.once.Do(r.load)
	return r.index.Tracks(strings.TrimPrefix(full, r.base)), r.known
}

const unknownTracked = "files that a rule excludes are left out, even if they are tracked"

func (r *Repository) load() {
	if r.read == nil {
		return
	}
	data, err := r.read("index", IndexMax+1)
	if errors.Is(err, fs.ErrNotExist) {
		// A new repository has no index, and tracks nothing. One that was packed had an index.
		_, err := r.read("packed-refs", 1)
		if r.known = err != nil; !r.known {
			r.note("the repository has no index: " + unknownTracked)
		}
		return
	}
	if err == nil {
		r.index, err = ParseIndex(data)
	}
	if r.known = err == nil; !r.known {
		r.index = nil
		r.note("the index cannot be used (" + words.Shorten(err.Error(), 80) + "): " + unknownTracked)
	} else if r.index.sparse {
		r.note("the index is sparse: all files in directories that it does not list one by one count as tracked")
	}
}
