package render

import (
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"one two three", 0, "one two three"},
		{"one two three", 14, "one two three"},
		{"one two three", 13, "one two|three"},
		{"one two three four", 8, "one two|three|four"},
		{"one /a/very/long/name/that/stays two", 10, "one|/a/very/long/name/that/stays|two"},
		{"日本語 日本語", 13, "日本語|日本語"},
		{"a\x1b[2J\nb", 80, `a\x1b[2J\nb`},
		{"", 80, ""},
		{"a b", 1, "a|b"},
		{"/a/very/long/name two", 5, "/a/very/long/name|two"},
	} {
		if got := strings.Join(Wrap(c.text, c.width), "|"); got != c.want {
			t.Errorf("%q at %d: got %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

func TestElideKeepsBothEnds(t *testing.T) {
	for _, c := range []struct {
		path  string
		width int
		want  string
	}{
		{"short/path.go", 20, "short/path.go"},
		{"activesupport/lib/active_support/", 28, "activesup…ib/active_support/"},
		{"activesupport/lib/active_support/", 31, "activesupport/…/active_support/"},
		{"a/b/c/d/e/main.go", 14, "a/…/e/main.go"},
		{"one-very-long-name-without-any-directory.go", 20, "one-ve…-directory.go"},
		{"evil\x1b/x/y", 30, `evil\x1b/x/y`},
	} {
		got := elide(c.path, c.width)
		if got != c.want {
			t.Errorf("elide(%q, %d) = %q, want %q", c.path, c.width, got, c.want)
		}
		if cells(got) > c.width {
			t.Errorf("elide(%q, %d) = %q is too wide", c.path, c.width, got)
		}
	}
}

func TestCleanShowsInvisibleCharacters(t *testing.T) {
	for in, want := range map[string]string{
		"plain":                           "plain",
		"\x1bA":                           `\x1bA`,
		"\n":                              `\n`,
		"\xffA":                           `\xffA`,
		"ب\u200cب\u200dب":                 "ب\u200cب\u200dب",
		"a\u200cب\u200da":                 `a\u200cب\u200da`,
		"a\x7fb":                          `a\x7fb`, // alone: other controls must not lead to it
		"日本語 é ️❤️":                       "日本語 é ️❤️",
		"a\x00\x1b\x7f\t\r\nb":            `a\x00\x1b\x7f\t\r\nb`,
		"\u0085\u009b2J":                  `\u0085\u009b2J`,
		"\u202eexe.\u2066":                `\u202eexe.\u2066`,
		"\u200b\u200d\ufeff\u00ad":        `\u200b\u200d\ufeff\u00ad`,
		"\u2028\u2029":                    `\u2028\u2029`,
		"\U000e0041\U000e0100":            `\U000e0041\U000e0100`,
		"\xff\xc0a":                       `\xff\xc0a`,
		"e" + strings.Repeat("\u0301", 6): "e" + strings.Repeat("\u0301", 4) + `\u0301\u0301`,
		"می\u200cخواهم a\u200cb \u200cم":  "می\u200cخواهم a\\u200cb \\u200cم",
		"\u3164\u115f\u034f":              `\u3164\u115f\u034f`,
	} {
		if got := Clean(in); got != want {
			t.Errorf("Clean(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestWrapBreaksPhrasesBetweenWords wraps a phrase that is kept together and longer than a line.
func TestWrapBreaksPhrasesBetweenWords(t *testing.T) {
	p := &page{width: 20}
	got := p.wrap(20, []span{{text: "program in a monorepo of 12 packages", keep: true}, mark("derived"), text(" Abc")})
	if diff := cmp.Diff([]string{"program in a", "monorepo of 12", "packages ~ Abc"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWrapKeepsMarksWithTheirWords(t *testing.T) {
	p := &page{width: 20}
	for width := 8; width < 60; width++ {
		for _, l := range p.wrap(width, []span{text("One sentence of several words."), mark("derived"), text(" Another, longer one, follows it."), mark("derived")}) {
			if strings.HasPrefix(l, "~") {
				t.Errorf("at %d a mark begins a line: %q", width, l)
			}
		}
	}
}

// TestCutLabel checks that text that is cut does not end in a label without a name, or in a sign between parts.
func TestCutLabel(t *testing.T) {
	for _, c := range []struct {
		width int
		want  string
	}{
		{29, "3 files · programs: first…"}, {22, "3 files…"}, {18, "3 files…"}, {12, "3 files…"},
	} {
		p := newPage(io.Discard, Style{})
		if got := p.atMost(1, c.width, []span{text("3 files · programs: first and second")}); got[0] != c.want {
			t.Errorf("%d: %q, want %q", c.width, got[0], c.want)
		}
	}
}
