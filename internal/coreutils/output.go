package coreutils

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"luminos/internal/words"
)

// notesSize is the part of stderr that is reserved for notes about limits.
const notesSize = 1 << 10

// stream collects output up to a limit and escapes characters that are not
// printable.
type stream struct {
	buf     []byte
	limit   int
	full    bool   // something did not fit; later output is dropped
	partial []byte // the beginning of a character whose end is not written yet
}

// Write implements [io.Writer]. It adds p to the stream with special characters escaped, and drops
// output over the limit. It never fails.
func (w *stream) Write(p []byte) (int, error) {
	n := len(p)
	if len(w.partial) > 0 {
		p = append(w.partial, p...)
		w.partial = nil
	}
	for len(p) > 0 && !w.full {
		r, size := utf8.DecodeRune(p)
		if r == utf8.RuneError && size <= 1 && !utf8.FullRune(p) {
			w.partial = append([]byte(nil), p...)
			break
		}
		w.add(p[:size], r)
		p = p[size:]
	}
	return n, nil
}

// add appends one character to the stream, or one byte that is not part of a character. c is its
// bytes. A special character is escaped.
func (w *stream) add(c []byte, r rune) {
	if !plain(r) || r == utf8.RuneError && len(c) == 1 {
		c = escape(c)
	}
	if len(w.buf)+len(c) > w.limit {
		w.full = true
		return
	}
	w.buf = append(w.buf, c...)
}

// end adds the bytes of a character that was never completed to the stream, escaped.
func (w *stream) end() {
	for _, c := range w.partial {
		if !w.full {
			w.add([]byte{c}, utf8.RuneError)
		}
	}
	w.partial = nil
}

// plain reports whether a character is shown unescaped. Characters that control a terminal, reorder text, end a line in
// some programs only, or are invisible, except joiners, are escaped: they could smuggle text to a model.
func plain(r rune) bool {
	switch r {
	case '\n', '\t', 0x200C, 0x200D: // Persian words and emoji contain joiners
		return true
	}
	return !words.Hidden(r)
}

// escape returns the escape sequence of one character or byte.
func escape(c []byte) []byte {
	q := strconv.QuoteToASCII(string(c))
	return []byte(q[1 : len(q)-1])
}

// quote returns a file name for a message: as it is, or as a Go string literal if it is empty,
// begins with a quotation mark or contains characters that are not printable.
func quote(name string) string {
	notPrint := func(r rune) bool { return !strconv.IsPrint(r) }
	if name == "" || name[0] == '"' || !utf8.ValidString(name) || strings.ContainsFunc(name, notPrint) {
		return strconv.Quote(name)
	}
	return name
}
