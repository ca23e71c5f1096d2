package document

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestIsListing(t *testing.T) {
	lines := func(n int, format string) []string {
		var l []string
		for i := range n {
			l = append(l, fmt.Sprintf(format, i), "")
		}
		return l
	}
	for _, tt := range []struct {
		name   string
		format format
		lines  []string
		want   bool
	}{
		{"words", plain, strings.Fields(strings.Repeat("rose garden ", 15)), true},
		{"import paths", plain, append([]string{"zed depends on these packages:"}, lines(40, "  W  x.org/crypto/tls%d   from x.org/y+")...), true},
		{"prose", plain, lines(30, "Line %d says something of the garden."), false},
		{"verses", plain, lines(30, "a rose in June"), false},
		{"prose without spaces", plain, lines(30, "庭のバラは六月に咲く。"), false},
		{"too few to tell", plain, lines(10, "word%d"), false},
		{"a list in Markdown", markdown, lines(30, "- word%d"), false},
		{"nothing", plain, nil, false},
	} {
		if got := isListing(tt.format, tt.lines); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

func TestListingsHaveNoThemes(t *testing.T) {
	list := "zed: dependencies (generated)\n\n" + strings.Repeat("  W  crypto/tls  from x.org/y+\n", 50)
	r := mustRead(t, map[string]string{
		"1/deps.txt": list, "2/deps.txt": list, "3/deps.txt": list,
		"a.md": "# Plan\n\nThe vegetable garden gets new beds, by $author$ at least.\n", "b.md": "# Water\n\nThe vegetable garden needs water, by $author$ at least.\n",
	})
	var got []string
	for _, term := range r.Themes {
		got = append(got, term.Text)
	}
	if len(got) == 0 || got[0] != "vegetable garden" || slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, "tls") || s == "crypto" || s == "author" }) {
		t.Errorf("themes = %q", got)
	}
	for _, d := range r.Documents {
		if strings.HasSuffix(string(d.Path), ".txt") && len(d.Terms) > 0 {
			t.Errorf("%s has terms %v", d.Path, d.Terms)
		}
	}
}
