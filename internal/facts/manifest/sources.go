package manifest

import (
	"context"
	"strings"

	"luminos"
)

// sources reads files of the target within one budget for all of them.
type sources struct {
	ctx    context.Context
	src    luminos.Source
	tree   *tree
	read   map[luminos.Path]bool // the files that were read
	budget int                   // bytes that may still be read
	cut    bool                  // a bound or the budget left out files
}

// source reads at most limit bytes of a file. It returns false if the budget is used up or the file
// cannot be read, which is no problem here, because the scan reports it.
func (s *sources) source(p luminos.Path, limit int) (luminos.Text, bool) {
	if s.ctx.Err() != nil {
		return luminos.Text{}, false
	}
	if s.budget <= 0 {
		s.cut = true
		return luminos.Text{}, false
	}
	text, err := s.src.Text(s.ctx, p, limit)
	if err != nil {
		s.budget -= 1024 // so that a tree of unreadable files ends, too
		return luminos.Text{}, false
	}
	s.budget -= max(len(text.Content), 1024)
	s.read[p] = true
	return text, true
}

// readme reads the beginning of the file in the root directory whose name begins with "readme"; of several, the one
// with the shortest name, since translations are longer. It returns false without such a file.
func (s *sources) readme() (luminos.Text, bool) {
	var best luminos.Path
	for _, f := range s.tree.inDir[luminos.Root] {
		if p := f.Path; strings.HasPrefix(strings.ToLower(p.Base()), "readme") && (best == "" || len(p) < len(best)) {
			best = p
		}
	}
	if best == "" {
		return luminos.Text{}, false
	}
	return s.source(best, 64<<10)
}

// citeStart reads the file p and returns evidence of its first line that is not blank, or nil.
func (s *sources) citeStart(p luminos.Path) []luminos.Evidence {
	t, ok := s.source(p, 4<<10)
	if !ok {
		return nil
	}
	for i, l := range t.Lines() {
		if strings.TrimSpace(l) != "" {
			return citeLine(t, i+1)
		}
	}
	return nil
}

// citeMain reads the file p and returns evidence of its first line that contains all the needles,
// or nil.
func (s *sources) citeMain(p luminos.Path, needles ...string) []luminos.Evidence {
	t, ok := s.source(p, maxText)
	if !ok {
		return nil
	}
	return cite(t, needles...)
}

// cite returns evidence of the first line of the text t that contains all the needles, or nil.
func cite(t luminos.Text, needles ...string) []luminos.Evidence {
	return citeFrom(t, 1, needles...)
}

// citeFrom returns evidence of the first line of t, from line from on, that contains all the
// needles, or nil.
func citeFrom(t luminos.Text, from int, needles ...string) []luminos.Evidence {
	n := 0
	for line := range strings.Lines(t.Content) {
		if n++; n >= from && containsAll(line, needles) {
			return citeLine(t, n)
		}
	}
	return nil
}

// citeLine returns evidence of line n of the text t, or nil if t has no such line or was cut in its first line.
func citeLine(t luminos.Text, n int) []luminos.Evidence {
	if n < 1 || t.Cut && !strings.Contains(t.Content, "\n") {
		return nil
	}
	e := t.Cite(n, n)
	if e.Lines == nil {
		return nil
	}
	return []luminos.Evidence{e}
}

func containsAll(s string, needles []string) bool {
	for _, n := range needles {
		if !strings.Contains(s, n) {
			return false
		}
	}
	return true
}

// lineOf returns the number, from 1, of the line that contains a byte offset.
func lineOf(content string, offset int) int {
	return 1 + strings.Count(content[:min(offset, len(content))], "\n")
}
