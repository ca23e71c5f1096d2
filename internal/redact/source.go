package redact

import (
	"bytes"
	"context"
	"strings"

	"luminos"
	"luminos/internal/content"
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

// around is how much of a file before and behind a piece is looked at with it. It
// is even, and more than any private key in PEM takes.
const around = 64 << 10

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
	masked, found := Text(whole)
	text.Content = masked[:len(text.Content)]
	s.tell(p, found)
	return text, nil
}

// Read implements [luminos.Source].
func (s Source) Read(ctx context.Context, p luminos.Path, offset int64, n int) ([]byte, error) {
	if n <= 0 || offset < 0 {
		return s.Source.Read(ctx, p, offset, n)
	}
	from := max(0, offset-around) &^ 1
	before := int(offset - from)
	b, err := s.Source.Read(ctx, p, from, before+n+around)
	if err != nil || len(b) <= before {
		return nil, err
	}
	wide := content.Encoding("")
	if bytes.IndexByte(b, 0) >= 0 {
		if wide, err = s.encoding(ctx, p, b, from); err != nil {
			return nil, err
		}
	}
	b, found := maskBytes(b, wide)
	if from == 0 {
		s.tell(p, found)
	}
	return b[before:min(before+n, len(b))], nil
}

func (s Source) tell(p luminos.Path, found []Secret) {
	if len(found) > 0 && s.Found != nil {
		s.Found(p, found)
	}
}

// encoding is that of a file of which b is the piece at from.
func (s Source) encoding(ctx context.Context, p luminos.Path, b []byte, from int64) (content.Encoding, error) {
	if from > 0 {
		var err error
		if b, err = s.Source.Read(ctx, p, 0, content.EncodingHead); err != nil {
			return "", err
		}
	}
	return content.EncodingOf(b[:min(len(b), content.EncodingHead)]), nil
}

// maskBytes gives b without its secrets: b itself when there are none.
func maskBytes(b []byte, e content.Encoding) ([]byte, []Secret) {
	low := 0
	switch e {
	case content.UTF16LE:
	case content.UTF16BE:
		low = 1
	default:
		masked, found := Text(string(b))
		if found == nil {
			return b, nil
		}
		return []byte(masked), found
	}
	// Secrets are ASCII, of which the high byte is zero. Other characters become some
	// byte that none of them holds.
	narrow := make([]byte, len(b)/2)
	for i := range narrow {
		if narrow[i] = b[2*i+low]; b[2*i+1-low] != 0 {
			narrow[i] = 0xFF
		}
	}
	masked, found := Text(string(narrow))
	if found == nil {
		return b, nil
	}
	b = bytes.Clone(b)
	for i := range narrow {
		if masked[i] != narrow[i] {
			b[2*i+low], b[2*i+1-low] = masked[i], 0
		}
	}
	return b, found
}
