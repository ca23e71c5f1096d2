package redact_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"luminos"
	"luminos/internal/localdir"
	"luminos/internal/redact"
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
	src, err := localdir.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { src.Close() })
	return src
}

// wide is a text in UTF-16.
func wide(text, mark string, high int) string {
	b := []byte(mark)
	for _, c := range utf16.Encode([]rune(text)) {
		two := [2]byte{}
		two[high], two[1-high] = byte(c>>8), byte(c)
		b = append(b, two[:]...)
	}
	return string(b)
}

func TestTextsAreMaskedAndTold(t *testing.T) {
	whole := "one\ntoken: " + token + "\nthree\n"
	src := opened(t, whole)
	var told []redact.Secret
	shown := redact.Source{Source: src, Found: func(p luminos.Path, found []redact.Secret) {
		if told = append(told, found...); p != "f" {
			t.Errorf("told of %q", p)
		}
	}}
	text, err := shown.Text(t.Context(), "f", 1<<20)
	if want, _ := redact.Text(whole); err != nil || text.Content != want || strings.Contains(text.Content, token) {
		t.Errorf("got %q, %v", text.Content, err)
	}
	if b, err := shown.Read(t.Context(), "f", 0, 8); err != nil || string(b) != "one\ntoke" {
		t.Errorf("got %q, %v", b, err)
	}
	if len(told) != 2 || told[0].Line != 2 || told[0].Kind == "" || told[1] != told[0] {
		t.Errorf("told of %+v", told)
	}
	if redact.Raw(shown) != src || redact.Raw(src) != src {
		t.Error("the source behind it cannot be had")
	}
	for limit := range len(whole) {
		text, err := shown.Text(t.Context(), "f", limit)
		if err != nil || strings.Contains(text.Content, token[:8]) {
			t.Errorf("at most %d bytes: %q, %v", limit, text.Content, err)
		}
	}
	if _, err := shown.Text(t.Context(), "gone", 10); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

// A line that is longer than what is asked for ends where it did, whatever it ends in.
func TestALongLineIsMaskedToItsEnd(t *testing.T) {
	whole := strings.Repeat("é", 100) + " " + token + " and on"
	shown := redact.Source{Source: opened(t, whole)}
	for limit := 190; limit < len(whole)+10; limit++ {
		text, err := shown.Text(t.Context(), "f", limit)
		if err != nil || strings.Contains(text.Content, token[:5]) || len(text.Content) > limit || len(text.Content) < min(limit-3, len(whole)) {
			t.Errorf("at most %d bytes: %q, %v", limit, text.Content, err)
		}
	}
}

// Whatever piece of a file is asked for, it is that piece of the masked file: a
// secret cannot be had by halves.
func TestPiecesAreThoseOfTheMaskedWhole(t *testing.T) {
	filler := strings.Repeat("a line of no interest\n", 100)
	whole := filler + "token: " + token + "\n" + strings.Repeat(filler, 35) + "password = \"hunter" + "2!\"\n" + filler + token
	want, _ := redact.Text(whole)
	if len(want) != len(whole) || strings.Contains(want, token) {
		t.Fatalf("%d bytes became %d", len(whole), len(want))
	}
	for name, f := range map[string]func(string) string{
		"UTF-8":                       func(s string) string { return s },
		"with NUL":                    func(s string) string { return s + "\x00\x00\x01" },
		"UTF-16, little end first":    func(s string) string { return wide(s, "\xff\xfe", 1) },
		"UTF-16, big end first":       func(s string) string { return wide(s, "\xfe\xff", 0) },
		"UTF-16 without a mark":       func(s string) string { return wide(s, "", 1) },
		"UTF-16 with more than ASCII": func(s string) string { return wide("Üö€ "+s, "\xff\xfe", 1) },
	} {
		t.Run(name, func(t *testing.T) {
			given, want := f(whole), f(want)
			shown := redact.Source{Source: opened(t, given)}
			first := len(f(filler+"token: ")) + 2 // in the first token
			for _, offset := range []int{0, 1, first - 2, first, first + 1, first + 7, len(given) / 2, len(given) - 40, len(given) - 3, len(given), len(given) + 10} {
				for _, n := range []int{1, 9, 1000} {
					b, err := shown.Read(t.Context(), "f", int64(offset), n)
					from := min(offset, len(want))
					if piece := want[from:min(from+n, len(want))]; err != nil || string(b) != piece {
						t.Fatalf("%d bytes from %d: %q, %v; want %q", n, offset, b, err, piece)
					}
				}
			}
		})
	}
	if _, err := (redact.Source{Source: opened(t, "")}).Read(t.Context(), "gone", 0, 10); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}
