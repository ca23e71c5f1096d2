package coreutils

import (
	"bytes"
	"context"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"luminos"
)

var wcProgram = program{
	does: "counts lines, words and bytes of files", operands: "FILE...", declare: declareWC, trouble: 1,
	refused: map[string]string{"files0-from": listed},
}

// wc is what to count, in the order in which it is printed.
type wc struct{ lines, words, chars, bytes, width *bool }

func declareWC(fs *pflag.FlagSet) run {
	w := wc{
		lines: fs.BoolP("lines", "l", false, ""), words: fs.BoolP("words", "w", false, ""),
		chars: fs.BoolP("chars", "m", false, ""), bytes: fs.BoolP("bytes", "c", false, ""), width: fs.BoolP("max-line-length", "L", false, ""),
	}
	return w.run
}

// tally is the counts of one file.
type tally struct{ lines, words, chars, bytes, width int64 }

func (t *tally) add(u tally) {
	t.lines += u.lines
	t.words += u.words
	t.chars += u.chars
	t.bytes += u.bytes
	t.width = max(t.width, u.width)
}

func (w wc) run(ctx context.Context, s *session, args []string) {
	if !s.needs(args) {
		return
	}
	if len(w.of(tally{})) == 0 {
		*w.lines, *w.words, *w.bytes = true, true, true
	}
	width := w.columns(ctx, s, args)
	var total tally
	for _, arg := range args {
		if s.over(ctx) {
			return
		}
		o, ok := s.file(ctx, arg)
		if !ok {
			if o.node.Kind == luminos.KindDir {
				w.print(s, width, tally{}, o.name())
			}
			continue
		}
		if t, ok := w.count(ctx, s, o); ok {
			total.add(t)
			w.print(s, width, t, o.name())
		}
	}
	if len(args) > 1 {
		w.print(s, width, total, "total")
	}
}

// of picks the counts that were asked for.
func (w wc) of(t tally) []int64 {
	var list []int64
	for _, c := range []struct {
		wanted *bool
		n      int64
	}{{w.lines, t.lines}, {w.words, t.words}, {w.chars, t.chars}, {w.bytes, t.bytes}, {w.width, t.width}} {
		if *c.wanted {
			list = append(list, c.n)
		}
	}
	return list
}

// columns is how wide a number is printed: as wide as the size of all files, and
// seven where something is not a file.
func (w wc) columns(ctx context.Context, s *session, args []string) int {
	if len(args) == 1 && len(w.of(tally{})) == 1 {
		return 1
	}
	least, size := 1, int64(0)
	for _, arg := range args {
		p, err := pathOf(arg)
		if err != nil {
			continue
		}
		n, err := s.src.Stat(ctx, p)
		switch {
		case err != nil:
		case n.Kind == luminos.KindFile:
			size += max(n.Size, 0)
		default:
			least = 7
		}
	}
	width := 1
	for ; size >= 10; size /= 10 {
		width++
	}
	return max(width, least)
}

func (w wc) print(s *session, width int, t tally, name string) {
	for _, n := range w.of(t) {
		s.printf("%*d ", width, n)
	}
	s.print(name + "\n")
}

// count counts one file, reading no more of it than it must.
func (w wc) count(ctx context.Context, s *session, o operand) (tally, bool) {
	if !*w.lines && !*w.words && !*w.chars && !*w.width && o.node.Size >= 0 {
		return tally{bytes: o.node.Size}, true
	}
	if !s.fits(o) {
		return tally{}, false
	}
	t, c := tally{}, counter{slow: *w.words || *w.chars || *w.width}
	if !c.slow { // masks change no line ends
		defer s.unmask()()
	}
	ok := s.chunks(ctx, o, 0, func(b []byte) bool {
		t.bytes += int64(len(b))
		t.lines += int64(bytes.Count(b, []byte{'\n'}))
		if c.slow {
			c.add(b)
		}
		return true
	})
	c.flush()
	t.words, t.chars, t.width = c.words, c.chars, max(c.widest, c.column)
	return t, ok
}

// counter counts what depends on characters.
type counter struct {
	slow                 bool
	words, chars, widest int64
	column               int64
	in                   bool   // a word
	tail                 []byte // the beginning of a character
}

func (c *counter) add(b []byte) {
	if len(c.tail) > 0 {
		b = append(c.tail, b...)
		c.tail = nil
	}
	for len(b) > 0 {
		r, n := rune(b[0]), 1
		if r >= utf8.RuneSelf {
			if !utf8.FullRune(b) {
				c.tail = append([]byte(nil), b...)
				return
			}
			r, n = utf8.DecodeRune(b)
		}
		if r != utf8.RuneError || n > 1 { // a byte that is no character counts as a byte only
			c.chars++
			c.char(r)
		}
		b = b[n:]
	}
}

func (c *counter) flush() {
	if c.in {
		c.words++
	}
}

// char goes on by one character. Only what can be seen makes a word.
func (c *counter) char(r rune) {
	switch r {
	case '\n', '\r', '\f':
		c.widest, c.column = max(c.widest, c.column), 0
	case '\t':
		c.column += 8 - c.column%8
	case ' ', '\v':
		if r == ' ' {
			c.column++
		}
	default:
		if unicode.IsSpace(r) {
			c.column++
			break
		}
		if unicode.IsPrint(r) {
			c.column++
			c.in = true
		}
		return
	}
	if c.in {
		c.words++
		c.in = false
	}
}
