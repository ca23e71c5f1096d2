package analyst

import (
	"context"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"luminos"
	"luminos/internal/tool"
)

// fileSet is a set of files of the target. It is safe for concurrent use: the tools of one turn run in parallel.
type fileSet struct {
	mu    sync.Mutex
	paths map[luminos.Path]bool
}

// add adds files to the set.
func (s *fileSet) add(paths ...luminos.Path) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.paths == nil {
		s.paths = map[luminos.Path]bool{}
	}
	for _, p := range paths {
		s.paths[p] = true
	}
}

// has reports whether a file is in the set.
func (s *fileSet) has(p luminos.Path) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.paths[p]
}

// sorted returns the files of the set by path.
func (s *fileSet) sorted() []luminos.Path {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.paths))
}

// clear removes all files.
func (s *fileSet) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.paths)
}

// noting returns the tools of the target, whose results add the files that they show. Calls of tools that store claims
// wait for the calls before them in the same turn, so that they may cite the files of that turn.
func (l *looked) noting(tools []tool.Tool) []tool.Tool {
	out := slices.Clone(tools)
	for i, t := range tools {
		out[i].Handle = func(ctx context.Context, args json.RawMessage) (tool.Result, error) {
			r, err := t.Handle(ctx, args)
			if err == nil && !r.Failed && ctx.Err() == nil { // else the model sees only a failure
				l.note(t.Name, args, r.Text)
			}
			return r, err
		}
	}
	return out
}

// foundLine matches a line that search_files has found.
var foundLine = regexp.MustCompile(`(?m)^(.+?):\d{1,9}: `)

// note adds the files that the result of a tool shows: whole or in part, or by single lines and outlines.
func (l *looked) note(name string, args json.RawMessage, result string) {
	var in struct{ Path string }
	_ = json.Unmarshal(args, &in)
	switch {
	case name == "read_file" && in.Path != "":
		l.opened.add(pathOf(in.Path))
	case (name == "parse_structure" || name == "query_table") && in.Path != "":
		l.glimpsed.add(pathOf(in.Path))
	case name == "search_files":
		_, lines, _ := strings.Cut(result, "\n") // the first line counts the matches
		for _, m := range foundLine.FindAllStringSubmatch(lines, -1) {
			l.glimpsed.add(pathOf(m[1]))
		}
	}
}

// saw reports whether the model may have seen a part of the file p.
func (l *looked) saw(p luminos.Path) bool { return l.opened.has(p) || l.glimpsed.has(p) }
