package luminos_test

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

func TestTextLines(t *testing.T) {
	for content, want := range map[string][]string{
		"":           nil,
		"\n":         {""},
		"one":        {"one"},
		"one\n":      {"one"},
		"one\ntwo":   {"one", "two"},
		"one\n\n":    {"one", ""},
		"\n\ntwo\n":  {"", "", "two"},
		"nul\x00\nx": {"nul\x00", "x"},
	} {
		if diff := cmp.Diff(want, luminos.Text{Content: content}.Lines()); diff != "" {
			t.Errorf("lines of %q (-want +got):\n%s", content, diff)
		}
	}
}

func TestCite(t *testing.T) {
	text := luminos.Text{Path: "f", Content: "one\n  two\tand \n\nfour\n"}
	digest := luminos.DigestLines
	tests := map[string]struct {
		text        luminos.Text
		first, last int
		want        luminos.Evidence
	}{
		"one line":          {text, 1, 1, luminos.Evidence{Path: "f", Lines: &luminos.LineRange{First: 1, Last: 1}, Quote: "one", SHA256: digest([]string{"one"})}},
		"lines folded":      {text, 1, 4, luminos.Evidence{Path: "f", Lines: &luminos.LineRange{First: 1, Last: 4}, Quote: "one two and four", SHA256: digest([]string{"one", "  two\tand ", "", "four"})}},
		"an empty line":     {text, 3, 3, luminos.Evidence{Path: "f", Lines: &luminos.LineRange{First: 3, Last: 3}, SHA256: digest([]string{""})}},
		"cut to what is":    {text, -5, 99, luminos.Evidence{Path: "f", Lines: &luminos.LineRange{First: 1, Last: 4}, Quote: "one two and four", SHA256: digest([]string{"one", "  two\tand ", "", "four"})}},
		"nothing is there":  {text, 5, 9, luminos.Evidence{Path: "f"}},
		"backwards":         {text, 3, 2, luminos.Evidence{Path: "f"}},
		"half a line":       {luminos.Text{Path: "f", Content: "one and", Cut: true}, 1, 1, luminos.Evidence{Path: "f", Lines: &luminos.LineRange{First: 1, Last: 1}, Quote: "one and"}},
		"whole lines, cut":  {luminos.Text{Path: "f", Content: "one\n", Cut: true}, 1, 1, luminos.Evidence{Path: "f", Lines: &luminos.LineRange{First: 1, Last: 1}, Quote: "one", SHA256: digest([]string{"one"})}},
		"no final line end": {luminos.Text{Path: "f", Content: "one"}, 1, 1, luminos.Evidence{Path: "f", Lines: &luminos.LineRange{First: 1, Last: 1}, Quote: "one", SHA256: digest([]string{"one"})}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, test.text.Cite(test.first, test.last)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestQuotesAreCutBetweenCharacters(t *testing.T) {
	for n, want := range map[int]int{199: 199, 200: 200, 201: 200} {
		if got := len(luminos.Text{Content: strings.Repeat("a", n)}.Cite(1, 1).Quote); got != want {
			t.Errorf("the quote of %d bytes has %d", n, got)
		}
	}
	for _, unit := range []string{"a", "é", "語", "\U0001f4a3", "a ", "é\u00a0"} {
		for n := range 8 {
			line := strings.Repeat("x", n) + strings.Repeat(unit, 300)
			quote := luminos.Text{Content: line}.Cite(1, 1).Quote
			if len(quote) > 200 || len(quote) < 196 || !utf8.ValidString(quote) || !strings.HasPrefix(luminos.Fold(line), quote) {
				t.Errorf("the quote of %q… has %d bytes: %q", line[:20], len(quote), quote)
			}
		}
	}
}

func TestDigestLinesDependsOnLineEnds(t *testing.T) {
	seen := map[string]string{}
	for _, lines := range [][]string{nil, {""}, {"", ""}, {"a"}, {"a", ""}, {"", "a"}, {"a", "b"}, {"ab"}, {"a "}} {
		name := strings.Join(lines, "|") + strings.Repeat("+", len(lines))
		d := luminos.DigestLines(lines)
		if other, ok := seen[d]; ok || len(d) != 64 {
			t.Errorf("%q has the digest %q of %q", name, d, other)
		}
		seen[d] = name
	}
}

func TestTier(t *testing.T) {
	plan := luminos.Plan{
		Priority: []luminos.PlannedDir{{Path: "core"}, {Path: "vendor/ours"}},
		Shallow:  []luminos.PlannedDir{{Path: "docs"}},
		Skip:     []luminos.PlannedDir{{Path: "vendor"}},
	}
	tierOf := plan.Tiers()
	for dir, want := range map[luminos.Path]luminos.Tier{
		"core": luminos.TierPriority, "core/sub": luminos.TierDefault, "docs": luminos.TierShallow, "docs/sub": luminos.TierDefault,
		"vendor": luminos.TierSkip, "vendor/ours": luminos.TierSkip, "vendor/a/b": luminos.TierSkip, "vendored": luminos.TierDefault, ".": luminos.TierDefault,
	} {
		if got := tierOf(dir); got != want {
			t.Errorf("%q has the tier %q, want %q", dir, got, want)
		}
	}
}

// withReason is an error of a source that gives the reason itself.
type withReason struct{}

func (withReason) Error() string  { return "secret/name" }
func (withReason) Reason() string { return "the server is gone" }

func TestReadProblem(t *testing.T) {
	wrapped := func(err error) error {
		return fmt.Errorf("reading %q: %w", "secret/name", &fs.PathError{Op: "read", Path: "/home/secret/name", Err: err})
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{wrapped(fs.ErrNotExist), "it is no longer there"},
		{wrapped(fs.ErrPermission), "permission denied"},
		{fmt.Errorf("reading %q: %w", "secret/name", luminos.ErrNotText), "not a text file"},
		{fmt.Errorf("reading %q: %w", "secret/name", luminos.ErrNotRegular), "not a regular file"},
		{wrapped(errors.New("input/output error")), "input/output error"},
		{wrapped(nil), "it could not be read"},
		{fmt.Errorf("reading: %w", withReason{}), "the server is gone"},
		{errors.New("secret/name: \x1b[31m"), "it could not be read"},
	} {
		if got := luminos.ReadProblem(c.err); got != c.want {
			t.Errorf("ReadProblem(%v) = %q, want %q", c.err, got, c.want)
		}
	}
}

func TestLowConfidence(t *testing.T) {
	var got []luminos.Path
	for _, e := range luminos.LowConfidence([]luminos.Entry{{Path: "a", Confidence: 0.6}, {Path: "b", Confidence: 0.7}, {Path: "c", Confidence: 0.1}, {Path: "d", Confidence: 0.6}}, 0.7) {
		got = append(got, e.Path)
	}
	if want := []luminos.Path{"c", "a", "d"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
