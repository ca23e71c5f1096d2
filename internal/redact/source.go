package redact

import (
	"bytes"
	"context"
	"strings"

	"luminos"
)

// Source is a source as somebody may see it who is not to learn its secrets: texts
// are masked, and files in whatever pieces they are read, a secret that lies across
// the ends of a piece as well. It is safe for concurrent use if the source is.
type Source struct {
	luminos.Source
	// Found is told of the secrets of each text, and of those in the first piece of a
	// file, again each time they are read. It is called from many goroutines; nil is
	// told nothing.
	Found func(luminos.Path, []Secret)
}

// Raw is the source behind a masked one, for who counts bytes or digests them; one
// that is not masked it returns.
func Raw(src luminos.Source) luminos.Source {
	if s, ok := src.(Source); ok {
		return s.Source
	}
	return src
}

// around is how much of a file before and behind a piece is looked at with it, at
// least: more than any private key in PEM takes.
const around = 64 << 10

// Stat implements [luminos.Source].
func (s Source) Stat(ctx context.Context, p luminos.Path) (luminos.Node, error) {
	n, err := s.Source.Stat(ctx, p)
	n.Target = hide(n.Target, nil)
	return n, err
}

// List implements [luminos.Source].
func (s Source) List(ctx context.Context, dir luminos.Path) ([]luminos.Node, error) {
	nodes, err := s.Source.List(ctx, dir)
	for i := range nodes {
		nodes[i].Target = hide(nodes[i].Target, nil)
	}
	return nodes, err
}

// Text implements [luminos.Source].
func (s Source) Text(ctx context.Context, p luminos.Path, limit int) (luminos.Text, error) {
	text, err := s.Source.Text(ctx, p, limit)
	if err != nil {
		return text, err
	}
	whole := text.Content
	if text.Cut && !strings.HasSuffix(whole, "\n") { // within a line, and perhaps a secret
		more, err := s.Source.Text(ctx, p, limit+around)
		if err != nil {
			return text, err
		}
		if strings.HasPrefix(more.Content, whole) {
			whole = more.Content
		}
	}
	text.Content = s.hide(p, whole)[:len(text.Content)]
	return text, nil
}

// hide masks what is the beginning of a file.
func (s Source) hide(p luminos.Path, text string) string {
	if s.Found == nil {
		return hide(text, nil)
	}
	text, found := Text(text)
	if len(found) > 0 {
		s.Found(p, found)
	}
	return text
}

// Read implements [luminos.Source].
func (s Source) Read(ctx context.Context, p luminos.Path, offset int64, n int) ([]byte, error) {
	if n <= 0 || offset < 0 {
		return s.Source.Read(ctx, p, offset, n)
	}
	// What stands in a long line is judged by parts that begin at multiples of less
	// than around: a piece begins at one of the file, so that each gets the same parts.
	from := max(0, offset-around) / around * around
	before := int(offset - from)
	b, err := s.Source.Read(ctx, p, from, before+n+around)
	if err != nil || len(b) <= before {
		return nil, err
	}
	told := s
	if from > 0 {
		told.Found = nil
	}
	if bytes.IndexByte(b, 0) >= 0 {
		b = told.hideWide(p, b)
	} else {
		b = []byte(told.hide(p, string(b)))
	}
	return b[before:min(before+n, len(b))], nil
}

// hideWide masks what has NUL bytes: UTF-16, of either order, or text between other
// things, or one behind the other. It is looked at in each way; a mask of one way is
// nothing to the others.
func (s Source) hideWide(p luminos.Path, b []byte) []byte {
	out := bytes.Clone(b)
	narrow := make([]byte, len(b))
	for i, c := range b {
		if narrow[i] = c; c < ' ' && c != '\t' && c != '\r' {
			narrow[i] = '\n' // text ends there
		}
	}
	masked := hide(string(narrow), nil) // its lines are none to tell of
	for i := range narrow {
		if masked[i] != narrow[i] {
			out[i] = masked[i]
		}
	}
	for low := range 2 { // the other byte of ASCII is zero, before it or behind
		narrow = make([]byte, len(b)/2)
		for i := range narrow {
			if narrow[i] = b[2*i+low]; b[2*i+1-low] != 0 {
				narrow[i] = 0xFF
			}
		}
		masked := s.hide(p, string(narrow))
		for i := range narrow {
			if masked[i] != narrow[i] {
				out[2*i+low] = masked[i]
			}
		}
	}
	return out
}
