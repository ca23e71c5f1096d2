package coreutils

import (
	"bytes"
	"context"
	"fmt"
	"strings"
)

// fileSearch is the search of one file.
type fileSearch struct {
	*grep
	s         *session
	o         operand
	binary    bool
	number    int      // of the current line, from 1
	selected  int64    // lines
	last      int      // number of the last printed line
	trailing  int      // context lines still to be printed
	preceding [][]byte // lines before the current line that may become context
}

// file searches one file and prints its selected lines, its count or its name, as the flags of grep
// demand.
func (g *grep) file(ctx context.Context, s *session, o operand) {
	f := &fileSearch{grep: g, s: s, o: o}
	head, ok := s.readAt(ctx, o, 0, headSize)
	if !ok {
		return
	}
	if f.o, head, ok = s.extracted(ctx, o, head); !ok {
		return
	}
	o = f.o
	f.binary = !g.text && bytes.IndexByte(head, 0) >= 0
	// A huge binary file would use up the budget of all other files.
	if f.binary && !s.fits(o) {
		return
	}
	before := s.status
	if !s.lines(ctx, o, f.lineFunc(ctx)) && (f.selected == 0 || s.status > before) {
		return
	}
	found := f.selected > 0
	switch {
	case g.quiet:
	case g.count && !g.list && !g.listOthers:
		f.prefix(0, ':')
		s.printf("%d\n", f.selected)
	case g.list && found, g.listOthers && !found:
		s.print(o.name() + "\n")
	}
	g.matched = g.matched || found
}

// lineFunc returns the function that searches each line of the file. In a binary file NUL ends a
// line too.
func (f *fileSearch) lineFunc(ctx context.Context) func([]byte) bool {
	if !f.binary {
		return func(line []byte) bool { return f.line(ctx, line) }
	}
	return func(line []byte) bool {
		for more := true; more; {
			var part []byte
			part, line, more = bytes.Cut(line, []byte{0})
			if !f.line(ctx, part) {
				return false
			}
		}
		return true
	}
}

// line searches one line, prints it if it is selected or context, and reports whether the search of
// the file continues.
func (f *fileSearch) line(ctx context.Context, line []byte) bool {
	f.number++
	if f.limit >= 0 && f.selected >= f.limit { // only context is left to print
		if f.trailing == 0 {
			return false
		}
		f.trailing--
		f.printLine(f.number, '-', line)
		return true
	}
	if f.m.matches(ctx, line) == f.invert {
		f.context(line)
		return true
	}
	if ctx.Err() != nil {
		return false // the match may have been interrupted
	}
	f.selected++
	switch {
	case f.quiet || f.list || f.listOthers:
		return false
	case f.count:
		return f.limit < 0 || f.selected < f.limit
	case f.binary || !f.text && bytes.IndexByte(line, 0) >= 0:
		fmt.Fprintf(&f.s.err, "%s: %s: binary file matches\n", f.s.name, f.o.name())
		return false
	case f.only:
		f.printMatches(ctx, line)
	default:
		f.printSelected(line)
	}
	return !f.s.out.full && (f.limit < 0 || f.selected < f.limit || f.trailing > 0)
}

// context handles a line that is not selected: it prints the line as context after a match, or
// keeps it as possible context before the next match.
func (f *fileSearch) context(line []byte) {
	if f.trailing > 0 {
		f.trailing--
		f.printLine(f.number, '-', line)
		return
	}
	if f.before == 0 {
		return
	}
	if len(f.preceding) == f.before {
		f.preceding = f.preceding[1:]
	}
	f.preceding = append(f.preceding, bytes.Clone(line[:min(len(line), f.s.limits.output)]))
}

// printSelected prints the lines of context kept before a selected line, and then the selected
// line.
func (f *fileSearch) printSelected(line []byte) {
	from := f.number - len(f.preceding)
	if f.separate && f.printed && (f.last == 0 || from > f.last+1) {
		f.s.print("--\n")
	}
	for i, e := range f.preceding {
		f.printLine(from+i, '-', e)
	}
	f.preceding = nil
	f.printLine(f.number, ':', line)
	f.trailing = f.after
}

// printMatches prints each match in a line, except empty ones, on a line of its own (grep -o). With -v it prints
// nothing.
func (f *fileSearch) printMatches(ctx context.Context, line []byte) {
	for at := 0; at <= len(line) && !f.invert && !f.s.stopped(ctx); {
		from, to, ok := f.m.find(ctx, line, at)
		if !ok {
			return
		}
		if from < to {
			f.printLine(f.number, ':', line[from:to])
		}
		at = max(to, at+1)
	}
}

func (f *fileSearch) printLine(number int, sign byte, line []byte) {
	f.prefix(number, sign)
	f.s.out.Write(line)
	f.s.print("\n")
	f.last, f.printed = number, true
}

// prefix prints the file name and the line number before a line of output, each followed by sign,
// if the flags of grep ask for them. It prints no number if number is 0.
func (f *fileSearch) prefix(number int, sign byte) {
	var b strings.Builder
	if f.names {
		b.WriteString(f.o.name())
		b.WriteByte(sign)
	}
	f.s.print(b.String())
	if f.grep.number && number > 0 {
		f.s.printf("%d%c", number, sign)
	}
}
