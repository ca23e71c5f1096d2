package analyst

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/tool"
	"luminos/internal/words"
)

type listInput struct {
	Below string `json:"below,omitempty" jsonschema:"only entries of this directory and what is below; all when left out"`
	Group string `json:"group,omitempty" jsonschema:"only entries of this group, such as G3, and the files directly in it"`
	From  int    `json:"from,omitempty" jsonschema:"the first row to show, from 1; the end of a page names the next"`
}

// Bounds of a page of list_cache.
const (
	listedMost   = 400      // rows
	listedBytes  = 32 << 10 // of the rows
	listedLength = 200      // characters of the text of each
)

// list handles a call of the tool list_cache: it shows a page of flags, entries of directories and entries of files.
func (s *synthesist) list(_ context.Context, in listInput) (tool.Result, error) {
	top := pathOf(in.Below)
	rows := pageOf{from: max(in.From, 1)}
	within := func(p luminos.Path) bool { return p.Within(top) }
	if in.Group != "" {
		g := s.book.groupNamed(in.Group)
		if g == nil {
			return tool.Failure("list_cache: there is no group %.20q%s", in.Group, s.book.groupNames()), nil
		}
		members := make(map[luminos.Path]bool, len(g.Members))
		for _, p := range g.Members {
			members[p] = true
		}
		within = func(p luminos.Path) bool { return p.Within(top) && (members[p] || members[p.Dir()] && !s.isDir(p)) }
	}
	row := func(kind string, p luminos.Path, rank, text string) {
		if within(p) {
			rows.add(fmt.Sprintf("%s %s %s %s\n", kind, named(p), rank, words.FirstSentence(text, listedLength)))
		}
	}
	for i, f := range s.book.flags {
		row("flag "+flagName(i), f.Path, string(f.Severity), f.Finding)
	}
	for _, e := range s.book.d.Entries {
		row("directory", e.Path, fmt.Sprintf("%.2f", e.Confidence), e.Summary)
	}
	for _, f := range s.book.d.Files {
		row("file", f.Path, fmt.Sprintf("%.2f", f.Confidence), f.Summary)
	}
	switch {
	case rows.n == 0:
		return tool.Failure("list_cache: there are no entries at or below %s", named(top)), nil
	case rows.from > rows.n:
		return tool.Failure("list_cache: there are %s, so none from %d", words.Plural(rows.n, "row"), rows.from), nil
	case rows.next > 0:
		fmt.Fprintf(&rows.text, "%s more; call it again with from %d to see them\n",
			words.Plural(rows.n-rows.next+1, "row"), rows.next)
	}
	return tool.Result{Text: rows.text.String()}, nil
}

// isDir reports whether p has the entry of a directory.
func (s *synthesist) isDir(p luminos.Path) bool {
	_, found := slices.BinarySearchFunc(s.book.d.Entries, p, func(e luminos.Entry, p luminos.Path) int {
		return strings.Compare(string(e.Path), string(p))
	})
	return found
}

// groupNames returns the end of a message about an unknown group.
func (b *book) groupNames() string {
	if len(b.groups) == 0 {
		return "; the directories are not grouped"
	}
	return fmt.Sprintf("; groups are named G1 to G%d", len(b.groups))
}

// pageOf collects a page of rows.
type pageOf struct {
	from int // the first row of the page, from 1
	n    int // rows so far
	next int // the first row after the page; 0 on the last page
	text strings.Builder
}

func (p *pageOf) add(row string) {
	p.n++
	switch {
	case p.n < p.from || p.next > 0:
	case p.n-p.from == listedMost || p.text.Len()+len(row) > listedBytes && p.text.Len() > 0:
		p.next = p.n
	default:
		p.text.WriteString(row)
	}
}
