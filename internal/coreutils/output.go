package coreutils

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"luminos/internal/words"
)

// notesMax is what is kept of stderr for the bounds that were met.
const notesMax = 1 << 10

// stream collects what a program writes, made visible, up to a bound.
type stream struct {
	buf  []byte
	most int
	full bool   // something did not fit; nothing is added any more
	tail []byte // the beginning of a character whose end is still to come
}

// Write implements io.Writer; it never fails.
func (w *stream) Write(p []byte) (int, error) {
	n := len(p)
	if len(w.tail) > 0 {
		p = append(w.tail, p...)
		w.tail = nil
	}
	for len(p) > 0 && !w.full {
		r, size := utf8.DecodeRune(p)
		if r == utf8.RuneError && size <= 1 && !utf8.FullRune(p) {
			w.tail = append([]byte(nil), p...)
			break
		}
		w.add(p[:size], r)
		p = p[size:]
	}
	return n, nil
}

// add adds one character, or one byte that is none.
func (w *stream) add(c []byte, r rune) {
	if !plain(r) || r == utf8.RuneError && len(c) == 1 {
		c = escape(c, r)
	}
	if len(w.buf)+len(c) > w.most {
		w.full = true
		return
	}
	w.buf = append(w.buf, c...)
}

// end writes what is left of a character that was never completed.
func (w *stream) end() {
	for _, c := range w.tail {
		if !w.full {
			w.add([]byte{c}, utf8.RuneError)
		}
	}
	w.tail = nil
}

// plain reports whether a character may be shown as it is. What a terminal acts
// on, what reorders text, what ends a line for some and not for others, and the
// invisible tags that can smuggle text to a model may not.
func plain(r rune) bool {
	switch r {
	case '\n', '\t', 0x200C, 0x200D: // the joiners: Persian words and emoji have them
		return true
	}
	return !words.Hidden(r)
}

func escape(c []byte, r rune) []byte {
	switch {
	case r == '\r':
		return []byte(`\r`)
	case len(c) == 1:
		return fmt.Appendf(nil, `\x%02x`, c[0])
	case r > 0xFFFF:
		return fmt.Appendf(nil, `\U%08x`, r)
	}
	return fmt.Appendf(nil, `\u%04x`, r)
}

// show is a name as it stands in a line of output. A name that could pass for
// more than a name, with a line end in it say, is quoted as Go quotes strings,
// and so is one that begins with a quote.
func show(name string) string {
	if name == "" || name[0] == '"' {
		return strconv.Quote(name)
	}
	for _, r := range name {
		if !strconv.IsPrint(r) {
			return strconv.Quote(name)
		}
	}
	if !utf8.ValidString(name) {
		return strconv.Quote(name)
	}
	return name
}
