package dataset

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// Bounds of a JSON value. The decoder keeps the names of open values and buffers each
// string, number and run of white space.
const (
	depthMax = 200
	tokenMax = 16 << 20 // bytes
)

var (
	errTooDeep = errors.New("is nested too deeply")
	errTooLong = errors.New("has a value that is too long")
	errGoesOn  = errors.New("goes on after its end")
)

// jsonOptions make the decoder accept the same syntax as encoding/json.
var jsonOptions = []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}

// token is the beginning of a JSON value: its kind, and for strings and numbers
// their text, which is valid until the next value is read.
type token struct {
	kind jsontext.Kind
	text []byte
}

// lexer reads JSON from a stream without keeping the values.
type lexer struct {
	dec  *jsontext.Decoder
	text []byte // of the value
	key  []byte // of the member
}

func newLexer(r io.Reader) *lexer {
	b := &boundedReader{r: r, dec: new(jsontext.Decoder)}
	b.dec.Reset(b, jsonOptions...)
	return &lexer{dec: b.dec}
}

// boundedReader reads for a decoder. It returns errTooLong if the decoder buffers more
// than tokenMax bytes.
type boundedReader struct {
	r    io.Reader
	dec  *jsontext.Decoder
	read int64
}

// Read implements [io.Reader], but returns errTooLong if over tokenMax bytes that it returned are not decoded yet.
func (b *boundedReader) Read(p []byte) (int, error) {
	if b.read-b.dec.InputOffset() > tokenMax {
		return 0, errTooLong
	}
	n, err := b.r.Read(p)
	b.read += int64(n)
	return n, err
}

// reset makes the lexer read the text b.
func (l *lexer) reset(b []byte) { l.dec.Reset(bytes.NewBuffer(b), jsonOptions...) }

// finish returns an error if more than white space follows the value that was read.
func (l *lexer) finish() error {
	switch _, err := l.dec.ReadToken(); {
	case err == nil:
		return errGoesOn
	case errors.Is(err, io.EOF):
		return nil
	default:
		return err
	}
}

// value reads a whole string, number or other scalar, or only the opening bracket of a list or
// object. The caller reads the rest with [lexer.elements], [lexer.members] or [lexer.skip].
func (l *lexer) value() (token, error) {
	tok := token{kind: l.dec.PeekKind()}
	if tok.kind == '{' || tok.kind == '[' {
		return tok, l.open()
	}
	raw, err := l.dec.ReadValue()
	if tok.text = raw; err == nil && tok.kind == '"' {
		l.text = unquote(l.text, raw)
		tok.text = l.text
	}
	return tok, err
}

// unquote returns the text of raw, a valid JSON string, and stores it in the memory of the slice
// to. In a string with escapes, half of a character and invalid UTF-8 become U+FFFD.
func unquote(to []byte, raw jsontext.Value) []byte {
	if bytes.IndexByte(raw, '\\') < 0 {
		return append(to[:0], raw[1:len(raw)-1]...)
	}
	to, _ = jsontext.AppendUnquote(to[:0], raw) // invalid UTF-8 is its only error
	return to
}

// members calls f for each member of the object that was just opened, with the
// beginning of its value, which f must read to its end. The key is valid until f
// reads on.
func (l *lexer) members(f func(key []byte, first token) error) error {
	return l.inside('}', func() error {
		raw, err := l.dec.ReadValue()
		if err != nil {
			return err
		}
		l.key = unquote(l.key, raw)
		first, err := l.value()
		if err != nil {
			return err
		}
		return f(l.key, first)
	})
}

// elements calls f for each element of the list that was just opened, with the
// beginning of the element, which f must read to its end.
func (l *lexer) elements(f func(first token) error) error {
	return l.inside(']', func() error {
		first, err := l.value()
		if err != nil {
			return err
		}
		return f(first)
	})
}

// inside calls f, which reads one member or element, until the closing bracket end comes, and then
// reads the bracket.
func (l *lexer) inside(end jsontext.Kind, f func() error) error {
	for l.dec.PeekKind() != end {
		if err := f(); err != nil {
			return err
		}
	}
	_, err := l.dec.ReadToken()
	return err
}

// skip reads the rest of the value that begins with tok.
func (l *lexer) skip(tok token) error {
	if tok.kind != '{' && tok.kind != '[' {
		return nil
	}
	for depth := l.dec.StackDepth(); l.dec.StackDepth() >= depth; {
		if err := l.open(); err != nil {
			return err
		}
	}
	return nil
}

// open reads the next token. It returns errTooDeep if more than depthMax levels are open after it.
func (l *lexer) open() error {
	if _, err := l.dec.ReadToken(); err != nil {
		return err
	}
	if l.dec.StackDepth() > depthMax {
		return errTooDeep
	}
	return nil
}
