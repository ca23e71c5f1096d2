package document

import (
	"strings"
	"testing"
)

// TestAfterList checks that a paragraph behind a list of links, in a section of links, can describe the target.
func TestAfterList(t *testing.T) {
	for text, want := range map[string]string{
		"# Kite\n\n# Documentation\n- [docs](a.md)\n\nKite provides a means of flight.\n":     "Kite provides",
		"# Kite\n\n# Documentation\n\nKite provides a book on flight.\n":                      "",
		"# Kite\n\n# Documentation\n- [docs](a.md)\n\nThe book provides a means of flight.\n": "",
		"# Kite\n\n```\n./kite\n```\n\nname will be that of the wind in a folder\n":           "",
	} {
		blocks := parse(markdown, strings.Split(text, "\n"))
		got := ""
		if i, at, certain := ofWhole.findAbout(blocks, "Kite"); certain {
			got = blocks[i].text[at:]
		}
		if !strings.HasPrefix(got, want) || (want == "") != (got == "") {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
