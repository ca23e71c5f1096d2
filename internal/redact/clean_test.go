package redact

import (
	"hash/maphash"
	"strconv"
	"testing"

	"luminos"
)

// TestCleanTextIsSearchedOnce counts the searches of texts: again only for another path, another text, and a text with
// a secret.
func TestCleanTextIsSearchedOnce(t *testing.T) {
	c := &cleanTexts{seed: maphash.MakeSeed()}
	searches := 0
	for i, read := range []struct {
		path         luminos.Path
		text, masked string
		searches     int
	}{
		{"a", "some words", "some words", 1},
		{"a", "some words", "some words", 1},
		{"b", "some words", "some words", 2},
		{"a", "any secret", "any xxxxxx", 3},
		{"a", "any secret", "any xxxxxx", 4},
		{"a", "some words", "some words", 4},
	} {
		got := c.hide(read.path, read.text, func() string { searches++; return read.masked })
		if got != read.masked || searches != read.searches {
			t.Errorf("read %d: got %q after %d searches, want %q after %d", i, got, searches, read.masked, read.searches)
		}
	}
	for i := range keptTexts + 1 {
		text := strconv.Itoa(i)
		c.hide("a", text, func() string { return text })
	}
	if len(c.kept) > keptTexts {
		t.Errorf("%d texts are kept", len(c.kept))
	}
}
