package fsserver

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"sort"
	"strings"

	"luminos"
	"luminos/internal/tool"
	"luminos/internal/wire"
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
	return tool.New[listInput, wire.Listing]("list_directory", "List a directory",
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
	nodes, err := s.root.List(ctx, n.Path)
	if err != nil {
		return s.cannot(ctx, what, in.Path, err)
	}
	limit := min(in.Limit, listMax)
	if limit == 0 {
		limit = listDefault
	}
	return s.page(ctx, n.Path, nodes, after, limit), nil
}

// page is the result with the entries after a name.
func (s *server) page(ctx context.Context, dir luminos.Path, nodes []luminos.Node, after string, limit int) tool.Result {
	first := 0
	if after != "" {
		first = sort.Search(len(nodes), func(i int) bool { return name(nodes[i].Path) > after })
	}
	l := wire.Listing{Path: string(dir), Entries: []wire.Entry{}, Total: len(nodes)}
	var lines strings.Builder
	for i := first; i < len(nodes) && len(l.Entries) < limit && lines.Len() < maxText; i++ {
		n := nodes[i]
		if n.Kind == luminos.KindSymlink && n.Target == "" {
			if look, err := s.root.Stat(ctx, n.Path); err == nil {
				n = look
			}
		}
		l.Entries = append(l.Entries, entry(n))
		lines.WriteString(line(n))
	}
	end := first + len(l.Entries)
	head := fmt.Sprintf("%s: %s", show(dir), words.Plural(len(nodes), "entry", "entries"))
	switch {
	case len(nodes) == 0:
		head = show(dir) + " is empty"
	case first == len(nodes):
		head += ", none after this cursor"
	case len(l.Entries) < len(nodes):
		head += fmt.Sprintf("; these are %s to %s", words.Count(first+1), words.Count(end))
	}
	text := head + "\n" + lines.String()
	if end < len(nodes) {
		l.NextCursor = cursorAfter(name(nodes[end-1].Path))
		text += fmt.Sprintf("[%s more: pass cursor %s]\n", words.Count(len(nodes)-end), l.NextCursor)
	}
	return tool.Result{Text: text, Data: l}
}

// line is an entry for people and models.
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

// entry is an entry for programs.
func entry(n luminos.Node) wire.Entry {
	e := wire.Entry{Name: name(n.Path), Kind: n.Kind, MIME: n.MIME, Target: n.Target, Links: n.Links}
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

// name is the last element of a path as it is, where Path.Base would clean it.
func name(p luminos.Path) string { return string(p[strings.LastIndexByte(string(p), '/')+1:]) }

// A cursor is the last name that was given. Entries that come and go before it
// do not move what follows.

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
		return "", errors.New("the cursor is none that a listing gave; leave it out to begin at the start")
	}
	return after, nil
}
