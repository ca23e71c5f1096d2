package file

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// TestWords counts words as a reader does: a number is one.
func TestWords(t *testing.T) {
	for text, want := range map[string]int64{
		"": 0, "one two": 2, "don't stop": 2, "1,234.56 EUR, paid.": 3, "a.b": 2, "e\u0301t\u00e9 -- 3.": 2, "7.8.9": 1, "(x)": 1,
	} {
		if got := Words(text); got != want {
			t.Errorf("%q: %d words, want %d", text, got, want)
		}
	}
}

// TestLimit ends a stream that is too long with an error, and no other one.
func TestLimit(t *testing.T) {
	if b, err := io.ReadAll(Limit(strings.NewReader("four"), 4)); err != nil || string(b) != "four" {
		t.Errorf("%q, %v", b, err)
	}
	if b, err := io.ReadAll(Limit(strings.NewReader("fours"), 4)); !errors.Is(err, ErrTooLarge) || string(b) != "four" {
		t.Errorf("%q, %v", b, err)
	}
}
