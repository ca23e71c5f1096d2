package redact

import (
	"context"

	"luminos"
)

// Texts is a source whose texts are masked; its bytes are as they are, for whoever
// counts them. It is safe for concurrent use if the source is.
type Texts struct {
	luminos.Source
	// Found is told of the secrets of each text that is read, again each time it is.
	// It is called from many goroutines; nil is told nothing.
	Found func(luminos.Path, []Secret)
}

// Text implements [luminos.Source].
func (t Texts) Text(ctx context.Context, p luminos.Path, limit int) (luminos.Text, error) {
	text, err := t.Source.Text(ctx, p, limit)
	if err != nil {
		return text, err
	}
	var found []Secret
	if text.Content, found = Text(text.Content); len(found) > 0 && t.Found != nil {
		t.Found(p, found)
	}
	return text, nil
}

// Bytes is a source whose files are masked in whatever pieces they are read: a
// secret that lies across the ends of a piece as well. Text in two or four bytes a
// character is masked as text only.
type Bytes struct{ Texts }

// Shown is a source as somebody may see it who is not to learn its secrets.
func Shown(src luminos.Source) Bytes { return Bytes{Texts{Source: src}} }

// around is how much of a file before and behind a piece is looked at with it: the
// largest private keys in use, of 16,384 bits, are shorter.
const around = 16 << 10

// Read implements [luminos.Source].
func (s Bytes) Read(ctx context.Context, p luminos.Path, offset int64, n int) ([]byte, error) {
	if n <= 0 || offset < 0 {
		return s.Source.Read(ctx, p, offset, n)
	}
	before := int(min(offset, around))
	b, err := s.Source.Read(ctx, p, offset-int64(before), before+n+around)
	if err != nil || len(b) <= before {
		return nil, err
	}
	masked, _ := Text(string(b))
	piece := []byte(masked)[before:]
	return piece[:min(n, len(piece))], nil
}
