package fsserver

import (
	"context"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/ignore"
)

// walkEntries is the maximal number of entries of one directory that a search visits.
const walkEntries = 100_000

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
	isBeyond                   // walkEntries others come before it in its directory
)

// walk passes the files below a directory to v, except files that the ignore rules of the target exclude and version
// control internals. The directory itself is always visited, but rules above it apply to its entries.
func walk(ctx context.Context, src luminos.Source, dir luminos.Path, v visitor) error {
	w := &walker{src: src, visitor: v}
	var above ignore.Scope
	if dir != luminos.Root {
		above.Git = w.infoExclude(ctx)
		at := luminos.Root
		for part := range strings.SplitSeq(string(dir), "/") {
			if err := ctx.Err(); err != nil {
				return err
			}
			if nodes, err := src.List(ctx, at); err == nil {
				w.rules(ctx, at, nodes, &above)
			}
			if at == luminos.Root {
				at = luminos.Path(part)
			} else {
				at += "/" + luminos.Path(part)
			}
		}
	} else {
		above.Git = w.infoExclude(ctx)
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
// skips ignored and special entries, unreadable directories, and entries that come after walkEntries others.
func (w *walker) below(ctx context.Context, dir luminos.Path, nodes []luminos.Node, scope ignore.Scope, depth int) error {
	w.rules(ctx, dir, nodes, &scope)
	if len(nodes) > walkEntries { // the open directories of several searches would not fit into memory
		for _, n := range nodes[walkEntries:] {
			w.skip(n, isBeyond)
		}
		nodes = slices.Clone(nodes[:walkEntries])
	}
	for _, n := range nodes {
		if err := ctx.Err(); err != nil {
			return err
		}
		isDir := n.Kind == luminos.KindDir
		full := n.Path.OS()
		base := full[strings.LastIndexByte(full, '/')+1:]
		internals := ignore.IsVersionControl(base, n.Kind, func() bool {
			_, err := w.src.Stat(ctx, n.Path+"/Entries")
			return err == nil
		})
		switch {
		case internals || scope.Judge(full, base, isDir).Ignored:
			w.skip(n, isIgnored)
		case isDir:
			if err := w.descend(ctx, n, scope, depth+1); err != nil {
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

// rules adds the rules of .gitignore and .ignore among the nodes of the directory dir to the scope.
func (w *walker) rules(ctx context.Context, dir luminos.Path, nodes []luminos.Node, scope *ignore.Scope) {
	base := ""
	if dir != luminos.Root {
		base = dir.OS() + "/"
	}
	for _, n := range nodes {
		var into **ignore.Rules
		switch name(n.Path) {
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

// infoExclude returns the rules of .git/info/exclude, or nil if the file cannot be read.
func (w *walker) infoExclude(ctx context.Context) *ignore.Rules {
	const p = ".git/info/exclude"
	b, err := w.src.Read(ctx, p, 0, ignore.FileMax)
	if err != nil {
		return nil
	}
	rules, _ := ignore.Parse(b, nil, p, "")
	return rules
}
