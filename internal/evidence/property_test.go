package evidence_test

import (
	"cmp"
	"context"
	"crypto/sha256"
	"io/fs"
	"slices"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/evidence"
)

// memory is a source of one file with the name f.
type memory struct {
	luminos.Source
	bytes []byte
	size  int64 // the number of bytes that Stat reports, if it is not 0
}

func (m memory) Stat(_ context.Context, p luminos.Path) (luminos.Node, error) {
	if p != "f" {
		return luminos.Node{}, fs.ErrNotExist
	}
	return luminos.Node{Path: p, Kind: luminos.KindFile, Size: cmp.Or(m.size, int64(len(m.bytes)))}, nil
}

func (m memory) Text(_ context.Context, _ luminos.Path, limit int) (luminos.Text, error) {
	b := m.bytes
	if limit > 0 {
		b = b[:min(limit, len(b))]
	}
	enc := content.EncodingOf(b)
	if enc == content.Binary {
		return luminos.Text{}, luminos.ErrNotText
	}
	return luminos.Text{Path: "f", Content: content.Decode(b, enc), Encoding: string(enc), Cut: len(b) < len(m.bytes)}, nil
}

func (m memory) Digest(context.Context, luminos.Path, int64) (luminos.Digest, error) {
	return sha256.Sum256(m.bytes), nil
}

// A citation is supported until its lines change, and is not after any change of
// their text.
func TestCitationsHoldUntilTheirLinesChange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.StringOfN(rapid.SampledFrom([]rune("ab \t\r\u00a0éß\u2028語\U0001f4a3.\\x")), 0, 300, -1)
		src := memory{bytes: []byte(rapid.Custom(func(t *rapid.T) string {
			var s string
			for range rapid.IntRange(1, 8).Draw(t, "lines") {
				s += line.Draw(t, "line") + rapid.SampledFrom([]string{"\n", "\n", "\r\n"}).Draw(t, "end")
			}
			return s + line.Draw(t, "last")
		}).Draw(t, "text"))}
		text, err := src.Text(context.Background(), "f", 0)
		if err != nil {
			t.Skip("this system or user lacks what the test needs:", err)
		}
		n := len(text.Lines())
		if n == 0 {
			t.Skip("a text without lines has no line to cite")
		}
		first := rapid.IntRange(1, n).Draw(t, "first")
		last := rapid.IntRange(first, n).Draw(t, "to")
		cited := text.Cite(first, last)
		if !utf8.ValidString(cited.Quote) || len(cited.Quote) > 200 {
			t.Fatalf("the quote %q is not UTF-8 of 200 bytes at most", cited.Quote)
		}
		if v := verdict(t, src, cited); v != luminos.Found {
			t.Fatalf("citing %d to %d of %q: %q", first, last, text.Content, v)
		}

		changed := memory{bytes: append([]byte(nil), src.bytes...)}
		i := rapid.IntRange(0, len(changed.bytes)-1).Draw(t, "at")
		changed.bytes[i] = rapid.Byte().Draw(t, "byte")
		after, err := changed.Text(context.Background(), "f", 0)
		same := err == nil && len(after.Lines()) >= last && slices.Equal(after.Lines()[first-1:last], text.Lines()[first-1:last])
		if got := verdict(t, changed, cited) == luminos.Found; got != same {
			t.Fatalf("byte %d of %q changed to %q: supported is %t, the lines being equal is %t", i, src.bytes, changed.bytes, got, same)
		}
	})
}

func verdict(t *rapid.T, src luminos.Source, e luminos.Evidence) luminos.Verdict {
	claims := []luminos.Claim{{Evidence: e}}
	if err := (evidence.Checker{Source: src}).Check(context.Background(), claims, 1); err != nil {
		t.Fatal(err)
	}
	return claims[0].Verdict
}
