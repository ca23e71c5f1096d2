package redact_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"luminos"
	"luminos/internal/redact"
	"luminos/internal/rooted"
)

// token is a token of a known format, put together here so that nobody takes it
// for a real one.
var token = "gh" + "p_" + strings.Repeat("aB3dE6gH9", 4)

func opened(t testing.TB, text string) luminos.Source {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "f"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	src, err := rooted.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { src.Close() })
	return src
}

func TestTextsAreMaskedAndBytesAreNot(t *testing.T) {
	whole := "one\ntoken: " + token + "\nthree\n"
	src := opened(t, whole)
	var told []redact.Secret
	texts := redact.Texts{Source: src, Found: func(p luminos.Path, found []redact.Secret) {
		if told = append(told, found...); p != "f" {
			t.Errorf("told of %q", p)
		}
	}}
	text, err := texts.Text(t.Context(), "f", 1<<20)
	if want, _ := redact.Text(whole); err != nil || text.Content != want || strings.Contains(text.Content, token) {
		t.Errorf("got %q, %v", text.Content, err)
	}
	if len(told) != 1 || told[0].Line != 2 || told[0].Kind == "" {
		t.Errorf("told of %+v", told)
	}
	if b, err := texts.Read(t.Context(), "f", 0, 1<<20); err != nil || string(b) != whole {
		t.Errorf("the bytes are %q, %v", b, err)
	}
	if _, err := texts.Text(t.Context(), "gone", 10); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

// Whatever piece of a file is asked for, it is that piece of the masked file: a
// secret cannot be had by halves.
func TestPiecesAreThoseOfTheMaskedWhole(t *testing.T) {
	filler := strings.Repeat("a line of no interest\n", 100)
	whole := filler + "token: " + token + "\n" + strings.Repeat(filler, 20) + "password = \"hunter" + "2!\"\n" + filler + token
	src := opened(t, whole)
	want, _ := redact.Text(whole)
	if len(want) != len(whole) || strings.Contains(want, token) {
		t.Fatalf("%d bytes became %d", len(whole), len(want))
	}
	shown := redact.Shown(src)
	rapid.Check(t, func(t *rapid.T) {
		offset, n := rapid.IntRange(0, len(whole)+10).Draw(t, "offset"), rapid.IntRange(0, len(whole)+10).Draw(t, "n")
		b, err := shown.Read(context.Background(), "f", int64(offset), n)
		from := min(offset, len(want))
		if piece := want[from:min(from+n, len(want))]; err != nil || string(b) != piece {
			t.Fatalf("%d bytes from %d: %q, %v; want %q", n, offset, b, err, piece)
		}
	})
	if _, err := shown.Read(t.Context(), "gone", 0, 10); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}
