package search

import (
	"context"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/ignore"
)

// DirectoryMost is the maximal number of entries of one directory that a search visits.
const DirectoryMost = 100_000

// walkDepth is the depth at which a walk stops, as the scan does.
const walkDepth = 1000

// visitor receives the files and the skipped entries of a walk. The files of each directory come in the order of their
// names. An error ends the walk.
type visitor interface {
	file(ctx context.Context, n luminos.Node) error
	skip(n luminos.Node, why reason)
}

// reason is the reason why the walk of a search skips an entry.
type reason int

const (
	isIgnored    reason = iota // by rules, or as version control internals
	isUnreadable               // a directory that cannot be listed, or is too deep
	isSpecial                  // a link, a FIFO
	isBeyond                   // DirectoryMost others come before it in its directory
)

// walk passes the files below a directory to v, except files that the ignore rules of the target exclude and version
// control internals. The directory itself is always visited, but rules above it apply to its entries.
func walk(ctx context.Context, src luminos.Source, dir luminos.Path, v visitor) error {
	w := &walker{src: src, visitor: v}
	var above ignore.Scope
	if dir != luminos.Root {
		at := luminos.Root
		for part := range strings.SplitSeq(string(dir), "/") {
			if err := ctx.Err(); err != nil {
				return err
			}
			nodes, err := src.List(ctx, at)
			if err == nil {
				w.rules(ctx, at, nodes, &above)
			}
			at = at.Join(part)
			v := w.judge(ctx, luminos.Node{Path: at, Kind: luminos.KindDir}, nodes, &above)
			above = above.Below(v)
		}
	}
	nodes, err := src.List(ctx, dir)
	if err != nil {
		return err
	}
	return w.below(ctx, dir, nodes, above, 0)
}

type walker struct {
	src luminos.Source
	visitor
}

// below passes the files among the given nodes of the directory dir, and in its subdirectories, to the visitor. It
// skips ignored and special entries, unreadable directories, and entries that come after DirectoryMost others.
func (w *walker) below(ctx context.Context, dir luminos.Path, nodes []luminos.Node, scope ignore.Scope, depth int) error {
	w.rules(ctx, dir, nodes, &scope)
	if len(nodes) > DirectoryMost { // the open directories of several searches would not fit into memory
		for _, n := range nodes[DirectoryMost:] {
			w.skip(n, isBeyond)
		}
		nodes = slices.Clone(nodes[:DirectoryMost])
	}
	for _, n := range nodes {
		if err := ctx.Err(); err != nil {
			return err
		}
		v := w.judge(ctx, n, nodes, &scope)
		switch {
		case v.Ignored:
			w.skip(n, isIgnored)
		case n.Kind == luminos.KindDir:
			if err := w.descend(ctx, n, scope.Below(v), depth+1); err != nil {
				return err
			}
		case n.Kind == luminos.KindFile:
			if err := w.file(ctx, n); err != nil {
				return err
			}
		default:
			w.skip(n, isSpecial)
		}
	}
	return nil
}

// judge returns the verdict of the rules for n, one of the nodes of a directory with the given scope.
func (w *walker) judge(ctx context.Context, n luminos.Node, nodes []luminos.Node, scope *ignore.Scope) ignore.Verdict {
	full := n.Path.OS()
	base := full[strings.LastIndexByte(full, '/')+1:]
	around := ignore.Around{
		Beside: func(other string) bool {
			return slices.ContainsFunc(nodes, func(o luminos.Node) bool { return o.Path.Base() == other })
		},
		Inside: func(inner string) bool {
			_, err := w.src.Stat(ctx, n.Path.Join(inner))
			return err == nil
		},
	}
	if scope.IsVersionControl(full, base, n.Kind, around) {
		return ignore.Verdict{Ignored: true, Rule: ignore.VersionControlRule}
	}
	return scope.Judge(full, base, n.Kind == luminos.KindDir, around)
}

func (w *walker) descend(ctx context.Context, n luminos.Node, scope ignore.Scope, depth int) error {
	inside, err := w.src.List(ctx, n.Path)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil || depth > walkDepth:
		w.skip(n, isUnreadable)
		return nil
	}
	return w.below(ctx, n.Path, inside, scope, depth)
}

// rules adds the rules of .gitignore and .ignore among the nodes of the directory dir to the scope, and the repository
// if dir is a work tree of git.
func (w *walker) rules(ctx context.Context, dir luminos.Path, nodes []luminos.Node, scope *ignore.Scope) {
	base := ""
	if dir != luminos.Root {
		base = dir.OS() + "/"
	}
	for _, n := range nodes {
		if n.Path.Base() == ".git" && (n.Kind == luminos.KindDir || n.Kind == luminos.KindFile) {
			scope.EnterRepository(base, n.Kind, w.gitReader(ctx, dir), func(string) {}) // the scan reports the problem
		}
	}
	for _, n := range nodes {
		var into **ignore.Rules
		switch n.Path.Base() {
		case ".gitignore":
			into = &scope.Git
		case ".ignore":
			into = &scope.Ignore
		default:
			continue
		}
		if n.Kind != luminos.KindFile {
			continue
		}
		if b, err := w.src.Read(ctx, n.Path, 0, ignore.FileMax+1); err == nil {
			*into, _ = ignore.Parse(b, *into, string(n.Path), base)
		}
	}
}

// gitReader returns a function that reads the files of the .git directory of the work tree dir.
func (w *walker) gitReader(ctx context.Context, dir luminos.Path) ignore.ReadGit {
	return func(name string, limit int64) ([]byte, error) {
		return w.src.Read(ctx, dir.Join(".git/"+name), 0, int(limit))
	}
}

// Files calls do for each file below the root of src, except files that the ignore rules of the target exclude and
// version control internals. An error of do ends the walk. It returns the number of directories that could not be read.
func Files(ctx context.Context, src luminos.Source, do func(luminos.Node) error) (unread int, err error) {
	f := &each{do: do}
	err = walk(ctx, src, luminos.Root, f)
	return f.unread, err
}

// each is the visitor of [Files].
type each struct {
	do     func(luminos.Node) error
	unread int
}

func (e *each) file(_ context.Context, n luminos.Node) error { return e.do(n) }

func (e *each) skip(_ luminos.Node, why reason) {
	if why == isUnreadable || why == isBeyond {
		e.unread++
	}
}
