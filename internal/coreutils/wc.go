package coreutils

import (
	"bytes"
	"context"
	"strconv"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"luminos"
)

var wcProgram = program{
	summary: "counts lines, words and bytes of files", operands: "FILE...", declare: declareWC, trouble: 1,
}

// wc selects the counts, in the order in which they are printed.
type wc struct{ lines, words, chars, bytes bool }

func declareWC(fs *pflag.FlagSet) runFunc {
	w := &wc{}
	switches(fs, "lines/l words/w chars/m bytes/c", &w.lines, &w.words, &w.chars, &w.bytes)
	return w.run
}

// tally holds the counts of one file.
type tally struct{ lines, words, chars, bytes int64 }

func (w *wc) run(ctx context.Context, s *session, args []string) {
	if len(w.selected(tally{})) == 0 {
		w.lines, w.words, w.bytes = true, true, true
	}
	width := w.columnWidth(ctx, s, args)
	var total tally
	s.forEach(ctx, args, s.regular, func(o operand) {
		if t, ok := w.count(ctx, s, o); ok {
			total = tally{total.lines + t.lines, total.words + t.words, total.chars + t.chars, total.bytes + t.bytes}
			w.print(s, width, t, o.name())
		}
	})
	if len(args) > 1 && !s.stopped(ctx) {
		w.print(s, width, total, "total")
	}
}

// selected returns the counts of t that the flags of wc select, in the order of output.
func (w *wc) selected(t tally) []int64 {
	var list []int64
	for _, c := range []struct {
		flag bool
		n    int64
	}{{w.lines, t.lines}, {w.words, t.words}, {w.chars, t.chars}, {w.bytes, t.bytes}} {
		if c.flag {
			list = append(list, c.n)
		}
	}
	return list
}

// columnWidth returns the width of the number columns that wc prints, as GNU wc does: the number of digits of the total
// size of the files, or 1 for a single number.
func (w *wc) columnWidth(ctx context.Context, s *session, args []string) int {
	if len(args) == 1 && len(w.selected(tally{})) == 1 {
		return 1
	}
	var size int64
	for _, arg := range args {
		if p, err := parsePath(arg); err == nil {
			if n, err := s.src.Stat(ctx, p); err == nil && n.Kind == luminos.KindFile {
				size += max(n.Size, 0)
			}
		}
	}
	return len(strconv.FormatInt(size, 10))
}

func (w *wc) print(s *session, width int, t tally, name string) {
	for _, n := range w.selected(t) {
		s.printf("%*d ", width, n)
	}
	s.print(name + "\n")
}

// count returns the counts of one file that the flags of wc select. It does not read the file if only the bytes are
// wanted and the size is known. It returns false if it cannot read the whole file.
func (w *wc) count(ctx context.Context, s *session, o operand) (tally, bool) {
	if !w.lines && !w.words && !w.chars && o.node.Size >= 0 {
		return tally{bytes: o.node.Size}, true
	}
	if !s.fits(o) {
		return tally{}, false
	}
	var t tally
	inWord := false
	ok := s.chunks(ctx, o, 0, func(b []byte) bool {
		t.bytes += int64(len(b))
		t.lines += int64(bytes.Count(b, []byte{'\n'}))
		if !w.words && !w.chars {
			return true
		}
		for _, c := range b {
			if utf8.RuneStart(c) {
				t.chars++
			}
			space := c == ' ' || '\t' <= c && c <= '\r'
			if inWord = inWord || c > ' ' && c != 0x7F; inWord && space {
				t.words++
				inWord = false
			}
		}
		return true
	})
	if inWord {
		t.words++
	}
	return t, ok
}
