package coreutils

import (
	"bytes"
	"context"
	"fmt"
	"strings"
)

// search is a grep of one file.
type search struct {
	*grep
	s        *session
	o        operand
	binary   bool
	number   int      // of the line
	selected int64    // lines so far
	last     int      // the number of the line that was printed last
	left     int      // lines of context that are still to be printed
	earlier  [][]byte // the lines before this one that may become context
}

// file searches in one file.
func (g *grep) file(ctx context.Context, s *session, o operand) {
	f := &search{grep: g, s: s, o: o}
	head, ok := s.at(ctx, o, 0, headSize)
	if !ok {
		return
	}
	f.binary = !g.text && bytes.IndexByte(head, 0) >= 0
	// A giant of zeros would leave nothing to read of the others.
	if f.binary && !s.fits(o) {
		return
	}
	before := s.status
	if !s.lines(ctx, o, f.each(ctx)) && (f.selected == 0 || s.status > before) {
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

// each is what looks at the lines of the file. In binary files a NUL ends a line too.
func (f *search) each(ctx context.Context) func([]byte) bool {
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

// line looks at one line and reports whether there is a reason to go on.
func (f *search) line(ctx context.Context, line []byte) bool {
	f.number++
	if f.most >= 0 && f.selected >= f.most { // context is all that is wanted
		if f.left == 0 {
			return false
		}
		f.left--
		f.show(f.number, '-', line)
		return true
	}
	if f.m.matches(ctx, line) == f.invert {
		f.pass(line)
		return true
	}
	if ctx.Err() != nil {
		return false // it is not known whether it matches
	}
	f.selected++
	switch {
	case f.quiet || f.list || f.listOthers:
		return false
	case f.count:
		return f.most < 0 || f.selected < f.most
	case f.binary || !f.text && bytes.IndexByte(line, 0) >= 0:
		fmt.Fprintf(&f.s.err, "%s: %s: binary file matches\n", f.s.name, f.o.name())
		return false
	case f.only:
		f.parts(ctx, line)
	default:
		f.print(line)
	}
	return !f.s.out.full && (f.most < 0 || f.selected < f.most || f.left > 0)
}

// pass is for a line that is not selected: it may be context.
func (f *search) pass(line []byte) {
	if f.left > 0 {
		f.left--
		f.show(f.number, '-', line)
		return
	}
	if f.before == 0 {
		return
	}
	if len(f.earlier) == f.before {
		f.earlier = f.earlier[1:]
	}
	f.earlier = append(f.earlier, bytes.Clone(line[:min(len(line), f.s.limits.output)])) // more could not be shown
}

// print prints a selected line after the context before it.
func (f *search) print(line []byte) {
	from := f.number - len(f.earlier)
	if f.groups && f.printed && (f.last == 0 || from > f.last+1) {
		f.s.print("--\n")
	}
	for i, e := range f.earlier {
		f.show(from+i, '-', e)
	}
	f.earlier = nil
	f.show(f.number, ':', line)
	f.left = f.after
}

// parts prints what matches in a line, or nothing where the rest was wanted.
func (f *search) parts(ctx context.Context, line []byte) {
	for at := 0; at <= len(line) && !f.invert && !f.s.over(ctx); {
		from, to, ok := f.m.find(ctx, line, at)
		if !ok {
			return
		}
		if from < to {
			f.show(f.number, ':', line[from:to])
		}
		at = max(to, at+1)
	}
}

func (f *search) show(number int, sign byte, line []byte) {
	f.prefix(number, sign)
	f.s.out.Write(line)
	f.s.print("\n")
	f.last, f.printed = number, true
}

// prefix prints the name and, unless it is 0, the number of a line.
func (f *search) prefix(number int, sign byte) {
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
