// Package present finds out which files are there, also files that are not investigated. It lists each directory
// once.
package present

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"strings"

	"luminos"
)

// dirsMost is the number of directories that are listed in one run: names in hostile files could lead to each of
// them.
const dirsMost = 2000

// State is the answer to the question whether a file is there.
type State int

// The states of a file. It is unknown if its directory could not be listed.
const (
	Unknown State = iota
	Absent
	There
)

// Files looks for files of a source. It is not safe for concurrent use.
type Files struct {
	src  luminos.Source
	dirs map[luminos.Path]listing
}

// listing holds the entries of a directory by name. It is unknown if the directory could not be listed.
type listing struct {
	known   bool
	entries map[string]luminos.EntryKind
}

// New returns a view of the files of src.
func New(src luminos.Source) *Files { return &Files{src, map[luminos.Path]listing{}} }

// Has reports whether a file or a link is at p. A directory is no file.
func (f *Files) Has(ctx context.Context, p luminos.Path) State {
	l := f.list(ctx, p.Dir())
	switch kind, ok := l.entries[p.Base()]; {
	case !l.known:
		return Unknown
	case !ok || kind == luminos.KindDir:
		return Absent
	}
	return There
}

// list returns the entries of a directory. A directory that is not there has no entries.
func (f *Files) list(ctx context.Context, dir luminos.Path) listing {
	if l, ok := f.dirs[dir]; ok {
		return l
	}
	if len(f.dirs) >= dirsMost {
		return listing{}
	}
	nodes, err := f.src.List(ctx, dir)
	l := listing{known: err == nil || errors.Is(err, fs.ErrNotExist)}
	if err == nil {
		l.entries = make(map[string]luminos.EntryKind, len(nodes))
		for _, n := range nodes {
			l.entries[n.Path.Base()] = n.Kind
		}
	}
	f.dirs[dir] = l
	return l
}

// Below returns the path of a name that a file in dir states, such as "../figures/a.pdf". It returns false for a name
// that is empty, absolute or leads out of the target.
func Below(dir luminos.Path, name string) (luminos.Path, bool) {
	name = strings.ReplaceAll(strings.TrimSpace(name), `\`, "/")
	if name == "" || strings.HasPrefix(name, "/") || len(name) > 1 && name[1] == ':' || strings.ContainsRune(name, 0) {
		return "", false
	}
	p := path.Join(string(dir), name)
	if p == ".." || strings.HasPrefix(p, "../") {
		return "", false
	}
	return luminos.PathFromOS(p), true
}
