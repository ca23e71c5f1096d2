package fsserver

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"sort"
	"strings"

	"luminos"
	"luminos/internal/mcpext"
	"luminos/internal/tool"
	"luminos/internal/words"
)

const (
	listDefault = 200
	listMax     = 1000
)

type listInput struct {
	Path   string `json:"path" jsonschema:"the directory, relative to the target; . is the target itself"`
	Cursor string `json:"cursor,omitempty" jsonschema:"where to go on, as an earlier result said"`
	Limit  int    `json:"limit,omitempty" jsonschema:"at most so many entries; 200 unless given, 1000 at most"`
}

func (s *server) listTool() tool.Tool {
	return tool.New[listInput, mcpext.Listing]("list_directory", "List a directory",
		"Lists what a directory holds, sorted by name: one entry a line, as kind, size in bytes and name. "+
			"Nothing is left out: hidden and ignored entries are there. It does not descend. Names in double quotes are JSON strings. "+
			"A long listing comes in pages: the last line says which cursor to pass to go on.", s.list)
}

func (s *server) list(ctx context.Context, in listInput) (tool.Result, error) {
	const what = "listing"
	n, err := s.find(ctx, in.Path)
	if err != nil {
		return s.cannot(ctx, what, in.Path, err)
	}
	switch {
	case n.Kind == luminos.KindFile:
		return tool.Failure("%s %s: it is a file; read_file reads it, stat_file describes it", what, show(n.Path)), nil
	case n.Kind != luminos.KindDir:
		return notFile(what, n), nil
	case in.Limit < 0:
		return tool.Failure("%s %s: limit is %d; leave it out or give 1 to %d", what, show(n.Path), in.Limit, listMax), nil
	}
	after, err := parseCursor(in.Cursor)
	if err != nil {
		return tool.Failure("%s %s: %v", what, show(n.Path), err), nil
	}
	limit := min(in.Limit, listMax)
	if limit == 0 {
		limit = listDefault
	}
	if after != "" {
		if names := s.listings.of(n); names != nil {
			return s.page(ctx, view{dir: n.Path, names: names}, after, limit)
		}
	}
	// A million entries take half a gigabyte while they are read and sorted, so
	// one directory is listed at a time.
	select {
	case s.listing <- struct{}{}:
		defer func() { <-s.listing }()
	case <-ctx.Done():
		return tool.Result{}, context.Cause(ctx)
	}
	nodes, err := s.root.List(ctx, n.Path)
	if err != nil {
		return s.cannot(ctx, what, in.Path, err)
	}
	v := view{dir: n.Path, nodes: nodes, names: make([]string, len(nodes))}
	for i := range nodes {
		v.names[i] = name(nodes[i].Path)
	}
	s.listings.keep(n, v.names)
	return s.page(ctx, v, after, limit)
}

// view is a directory that is being listed. nodes is nil if the names are remembered from
// an earlier call.
type view struct {
	dir   luminos.Path
	names []string
	nodes []luminos.Node
}

// page returns the result of list_directory with at most limit entries whose names sort after
// the given name.
func (s *server) page(ctx context.Context, v view, after string, limit int) (tool.Result, error) {
	all := len(v.names)
	first := 0
	if after != "" {
		first = sort.Search(all, func(i int) bool { return v.names[i] > after })
	}
	l := mcpext.Listing{Path: string(v.dir), Entries: []mcpext.Entry{}, Total: all}
	var lines strings.Builder
	end := first
	for ; end < all && len(l.Entries) < limit && lines.Len() < maxText; end++ {
		n, there := s.nodeOf(ctx, v, end)
		if ctx.Err() != nil {
			return tool.Result{}, context.Cause(ctx)
		}
		if !there {
			continue
		}
		l.Entries = append(l.Entries, entry(n))
		lines.WriteString(line(n))
	}
	head := fmt.Sprintf("%s: %s", show(v.dir), words.Plural(all, "entry", "entries"))
	switch {
	case all == 0:
		head = show(v.dir) + " is empty"
	case first == all:
		head += ", none after this cursor"
	case end-first < all:
		head += fmt.Sprintf("; these are %s to %s", words.Count(first+1), words.Count(end))
	}
	text := head + "\n" + lines.String()
	if end < all {
		l.NextCursor = cursorAfter(v.names[end-1])
		text += fmt.Sprintf("[%s more: pass cursor %s]\n", words.Count(all-end), l.NextCursor)
	}
	return tool.Result{Text: text, Data: l}, nil
}

// nodeOf returns the i-th entry of a view, and false if the entry is gone or cannot be described.
func (s *server) nodeOf(ctx context.Context, v view, i int) (luminos.Node, bool) {
	p := luminos.Path(v.names[i])
	if v.dir != luminos.Root {
		p = v.dir + "/" + p
	}
	if v.nodes != nil && v.nodes[i].Kind != luminos.KindSymlink { // a listing does not contain targets
		return v.nodes[i], true
	}
	n, err := s.root.Stat(ctx, p)
	if err != nil && v.nodes != nil {
		return v.nodes[i], true
	}
	return n, err == nil
}

// line returns an entry of a directory as one line of text: kind, size, name and the target of
// a link.
func line(n luminos.Node) string {
	shown := show(luminos.Path(name(n.Path)))
	switch {
	case n.Kind == luminos.KindDir:
		return "directory - " + shown + "/\n"
	case n.Kind == luminos.KindSymlink && n.Target != "":
		return "symlink - " + shown + " -> " + show(luminos.Path(n.Target)) + "\n"
	case n.Kind == luminos.KindFile && n.Size >= 0:
		return fmt.Sprintf("file %d %s\n", n.Size, shown)
	}
	return fmt.Sprintf("%s - %s\n", n.Kind, shown)
}

// entry returns a node in the form of the structured result of list_directory.
func entry(n luminos.Node) mcpext.Entry {
	e := mcpext.Entry{Name: name(n.Path), Kind: n.Kind, MIME: n.MIME, Target: n.Target, Links: n.Links}
	if n.Size >= 0 {
		e.Size = &n.Size
	}
	if !n.ModTime.IsZero() {
		e.MTime = &n.ModTime
	}
	if n.Links > 0 {
		e.Mode = fmt.Sprintf("%04o", n.Perm)
		e.Allocated = &n.Allocated
	}
	return e
}

// name returns the last element of a path unchanged. [luminos.Path.Base] would clean it.
func name(p luminos.Path) string { return string(p[strings.LastIndexByte(string(p), '/')+1:]) }

// A cursor holds the last name of a page. Entries that come and go before that name do not
// change the next page.

const cursorMark = "after:"

func cursorAfter(name string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(cursorMark + name))
}

func parseCursor(cursor string) (after string, err error) {
	if cursor == "" {
		return "", nil
	}
	b, err := base64.RawURLEncoding.DecodeString(cursor)
	after, ok := strings.CutPrefix(string(b), cursorMark)
	if err != nil || !ok || after == "" {
		return "", errors.New("the cursor does not come from a listing; omit it to begin at the start")
	}
	return after, nil
}
