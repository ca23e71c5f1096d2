package dataset

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Bounds of a JSON value. The stack of open values is kept, so the depth is bounded;
// only the start of a string or number is kept, so the length is not.
const (
	depthMax = 200
	keepMax  = 4 << 10
)

var errTooDeep = errors.New("is nested too deeply")

// syntaxError is where a text stops being JSON.
type syntaxError struct{ offset int64 }

func (e syntaxError) Error() string {
	return fmt.Sprintf("is not valid JSON from byte %d on", e.offset)
}

// token is the beginning of a JSON value: one of { [ " 0 (a number) t f n, and
// for strings and numbers their text, valid until the next one is read.
type token struct {
	kind byte
	text []byte
}

// lexer reads JSON from a stream through a fixed buffer. It is as strict as
// encoding/json and ten times as fast, because it builds no values.
type lexer struct {
	r       io.Reader // nil: buf is all there is
	buf     []byte
	at, end int
	offset  int64 // of buf in the stream
	err     error
	text    []byte // of the value
	key     []byte // of the member
	depth   int
	high    rune // first half of a pair of \u escapes, when it was just read
}

func newLexer(r io.Reader) *lexer { return &lexer{r: r, buf: make([]byte, 64<<10)} }

// reset makes the lexer read one text that is at hand.
func (l *lexer) reset(b []byte) {
	l.r, l.buf, l.at, l.end, l.offset, l.err, l.depth = nil, b, 0, len(b), 0, nil, 0
}

// fill gets more of the stream; false means that there is no more.
func (l *lexer) fill() bool {
	for l.at == l.end {
		if l.r == nil && l.err == nil {
			l.err = io.EOF
		}
		if l.err != nil {
			return false
		}
		l.offset += int64(l.end)
		l.at = 0
		l.end, l.err = l.r.Read(l.buf)
	}
	return true
}

// peek returns the next byte that is no white space, without taking it.
func (l *lexer) peek() (byte, error) {
	for {
		for l.at < l.end {
			switch c := l.buf[l.at]; c {
			case ' ', '\t', '\n', '\r':
				l.at++
			default:
				return c, nil
			}
		}
		if !l.fill() {
			return 0, l.ended()
		}
	}
}

// next takes the next byte, white space or not.
func (l *lexer) next() (byte, error) {
	if l.at == l.end && !l.fill() {
		return 0, l.ended()
	}
	c := l.buf[l.at]
	l.at++
	return c, nil
}

// ended returns the error for the end of the input.
func (l *lexer) ended() error {
	if errors.Is(l.err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return l.err
}

func (l *lexer) wrong() error { return syntaxError{l.offset + int64(l.at)} }

// finish reports whether nothing but white space follows.
func (l *lexer) finish() error {
	if _, err := l.peek(); !errors.Is(err, io.ErrUnexpectedEOF) {
		if err == nil {
			err = errors.New("goes on after its end")
		}
		return err
	}
	return nil
}

// value reads the beginning of a value; a list or object is then to be read with
// [lexer.elements] or [lexer.members], or with [lexer.skip].
func (l *lexer) value() (token, error) {
	c, err := l.peek()
	if err != nil {
		return token{}, err
	}
	switch {
	case c == '{' || c == '[':
		l.at++
		if l.depth++; l.depth > depthMax {
			return token{}, errTooDeep
		}
		return token{kind: c}, nil
	case c == '"':
		l.at++
		l.text, err = l.string(l.text[:0])
		return token{kind: '"', text: l.text}, err
	case c == '-' || c >= '0' && c <= '9':
		return l.number()
	case c == 't':
		return token{kind: c}, l.word("true")
	case c == 'f':
		return token{kind: c}, l.word("false")
	case c == 'n':
		return token{kind: c}, l.word("null")
	}
	return token{}, l.wrong()
}

// word takes a fixed word.
func (l *lexer) word(w string) error {
	for i := range len(w) {
		c, err := l.next()
		if err != nil {
			return err
		}
		if c != w[i] {
			return l.wrong()
		}
	}
	return nil
}

// keep adds a byte to a text unless it is long enough.
func keep(text []byte, c byte) []byte {
	if len(text) < keepMax {
		text = append(text, c)
	}
	return text
}

// string reads a string behind its first quote into text.
func (l *lexer) string(text []byte) ([]byte, error) {
	l.high = 0
	for {
		// Most bytes need no special handling.
		start := l.at
		for l.at < l.end && l.buf[l.at] != '"' && l.buf[l.at] != '\\' && l.buf[l.at] >= ' ' {
			l.at++
		}
		if l.at > start {
			l.high = 0
		}
		if room := keepMax - len(text); room > 0 {
			text = append(text, l.buf[start:min(l.at, start+room)]...)
		}
		c, err := l.next()
		switch {
		case err != nil:
			return text, err
		case c == '"':
			return text, nil
		case c < ' ':
			return text, l.wrong()
		case c == '\\':
			if text, err = l.escape(text); err != nil {
				return text, err
			}
		default: // the buffer ended before it
			l.high = 0
			text = keep(text, c)
		}
	}
}

// escape reads the rest of an escape sequence after the backslash.
func (l *lexer) escape(text []byte) ([]byte, error) {
	c, err := l.next()
	if err != nil {
		return text, err
	}
	high := l.high
	l.high = 0
	switch c {
	case '"', '\\', '/':
		return keep(text, c), nil
	case 'b', 'f', 'n', 'r', 't':
		return keep(text, ' '), nil // values are shown on one line
	case 'u':
	default:
		return text, l.wrong()
	}
	r, err := l.unit()
	if err != nil || len(text) >= keepMax {
		return text, err
	}
	if pair := utf16.DecodeRune(high, r); pair != utf8.RuneError {
		return utf8.AppendRune(text[:len(text)-len("\uFFFD")], pair), nil
	}
	if utf16.IsSurrogate(r) { // half of a character, until its other half is met
		l.high = r
		r = utf8.RuneError
	}
	return utf8.AppendRune(text, r), nil
}

// unit reads four hexadecimal digits.
func (l *lexer) unit() (rune, error) {
	r := rune(0)
	for range 4 {
		c, err := l.next()
		if err != nil {
			return 0, err
		}
		d, err := strconv.ParseUint(string(c), 16, 8)
		if err != nil {
			return 0, l.wrong()
		}
		r = r<<4 | rune(d)
	}
	return r, nil
}

// number reads a number, which ends where something else begins.
func (l *lexer) number() (token, error) {
	l.text = l.text[:0]
	for {
		if l.at == l.end && !l.fill() {
			if !errors.Is(l.err, io.EOF) {
				return token{}, l.err
			}
			break
		}
		c := l.buf[l.at]
		if (c < '0' || c > '9') && c != '-' && c != '+' && c != '.' && c != 'e' && c != 'E' {
			break
		}
		l.text = keep(l.text, c)
		l.at++
	}
	if !isNumber(l.text) {
		return token{}, l.wrong()
	}
	return token{kind: '0', text: l.text}, nil
}

// isNumber holds text to the grammar of JSON: -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?
func isNumber(b []byte) bool {
	digits := func() bool {
		n := 0
		for n < len(b) && b[n] >= '0' && b[n] <= '9' {
			n++
		}
		b = b[n:]
		return n > 0
	}
	take := func(set string) bool {
		if len(b) == 0 || strings.IndexByte(set, b[0]) < 0 {
			return false
		}
		b = b[1:]
		return true
	}
	take("-")
	if !take("0") && !digits() {
		return false
	}
	if take(".") && !digits() {
		return false
	}
	if take("eE") {
		take("+-")
		return digits() && len(b) == 0
	}
	return len(b) == 0
}

// members calls f for each member of the object that was just opened, with the
// beginning of its value, which f has to read to its end. The key is valid until
// f reads on.
func (l *lexer) members(f func(key []byte, first token) error) error {
	return l.inside('}', func() error {
		if c, err := l.peek(); err != nil || c != '"' {
			return cmp.Or(err, l.wrong())
		}
		l.at++
		var err error
		if l.key, err = l.string(l.key[:0]); err != nil {
			return err
		}
		if c, err := l.peek(); err != nil || c != ':' {
			return cmp.Or(err, l.wrong())
		}
		l.at++
		first, err := l.value()
		if err != nil {
			return err
		}
		return f(l.key, first)
	})
}

// elements calls f for each element of the list that was just opened, likewise.
func (l *lexer) elements(f func(first token) error) error {
	return l.inside(']', func() error {
		first, err := l.value()
		if err != nil {
			return err
		}
		return f(first)
	})
}

// inside calls f for each of the parts between here and the bracket end.
func (l *lexer) inside(end byte, f func() error) error {
	c, err := l.peek()
	for err == nil && c != end {
		if err = f(); err != nil {
			break
		}
		if c, err = l.peek(); err != nil || c == end {
			break
		}
		if c != ',' {
			return l.wrong()
		}
		l.at++
		if c, err = l.peek(); err == nil && c == end {
			return l.wrong()
		}
	}
	if err != nil {
		return err
	}
	l.at++
	l.depth--
	return nil
}

// skip reads the value that tok begins to its end. It goes as deep as the value,
// which is no deeper than depthMax.
func (l *lexer) skip(tok token) error {
	switch tok.kind {
	case '{':
		return l.members(func(_ []byte, t token) error { return l.skip(t) })
	case '[':
		return l.elements(l.skip)
	}
	return nil
}
