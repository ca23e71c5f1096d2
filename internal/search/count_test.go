package search

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/sourcetest"
)

// Count counts lines as a search finds them, and does not guess: a part that cannot be searched makes the number
// unknown.
func TestCount(t *testing.T) {
	m := sourcetest.Memory{}
	add := func(p luminos.Path, text string) { m.Add(p, luminos.Node{}, text) }
	add("src/a.go", "one needle and a needle\n// needle\nNeedle\n")
	add("src/.gitignore", "out/\n")
	add("src/out/b.go", "needle\n")
	add("src/c.bin", "needle\x00\x01\n")
	add("many/a", strings.Repeat("x\n", countMost+1))
	add("long/a", strings.Repeat("x", LongLine)+"y\n")
	m.Add("large/a", luminos.Node{Kind: luminos.KindFile, Size: FileMost + 1}, "x")
	m.Add("link", luminos.Node{Kind: luminos.KindSymlink}, "")
	add("broken/a", "x")
	m.Break("broken/a", 0, fs.ErrPermission)
	for _, c := range []struct {
		path    luminos.Path
		pattern string
		regex   bool
		want    string // the number, or a part of the error
	}{
		{"src", "needle", false, "2"}, {".", "needle", false, "unknown: cannot be searched"},
		{"src", "thread", false, "0"}, {"src/a.go", "(?i)needle", true, "3"}, {"src/a.go", "need.e", false, "0"},
		{"src/out", "needle", false, "1"}, {"src/out/b.go", "needle", false, "1"},
		{"src/c.bin", "needle", false, "unknown: not a text file"},
		{"many", "x", false, "unknown: over 10000 lines match"}, {"long", "y", true, "unknown: cannot be searched"},
		{"long", "y", false, "1"}, {"large", "x", false, "unknown: cannot be searched"},
		{"broken", "x", false, "unknown: cannot be searched"}, {"link", "x", false, "unknown: not a regular file"},
		{"gone", "x", false, "unknown: not exist"}, {"src", "", false, "unknown: the pattern is empty"},
		{"src", "(", true, "unknown: the regular expression is invalid"},
	} {
		got, _, err := Count(t.Context(), m, c.path, luminos.Matches(c.pattern, c.regex))
		if err != nil {
			got = "unknown: " + err.Error()
		}
		number, why, unknown := strings.Cut(c.want, ": ")
		if !strings.HasPrefix(got, number) || unknown && !strings.Contains(got, why) || !unknown && got != c.want {
			t.Errorf("%q in %s: %s, want %s", c.pattern, c.path, got, c.want)
		}
	}
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	if got, _, err := Count(ctx, m, "src", luminos.Matches("x", false)); !errors.Is(err, why) {
		t.Errorf("after the end of the context: %q, %v", got, err)
	}
}

// library is a source with a reader: it reads the files that begin with NUL as the text after it. The word after "!" is
// the state of the extraction.
type library struct{ sourcetest.Memory }

func (l library) Text(ctx context.Context, p luminos.Path, _ int) (luminos.Text, error) {
	text, ok := strings.CutPrefix(l.Memory[p].Content, "\x00")
	if !ok {
		return luminos.Text{}, luminos.ErrNotText
	}
	x := &luminos.Extraction{Reader: "reader 1"}
	if text != "" {
		x.Parts = []luminos.Part{{Name: "text", Text: text}}
	}
	if state, failed := strings.CutPrefix(text, "!"); failed {
		x.State = luminos.ExtractState(state)
	}
	return luminos.Text{Path: p, Content: text, From: x}, nil
}

// Count reads the text of documents, as claims are checked against it. A document without a text that can be searched
// makes an absence unknown, and the scope names the files that have no reader.
func TestCountReadsDocuments(t *testing.T) {
	m := library{sourcetest.Memory{}}
	for p, text := range map[luminos.Path]string{
		"docs/a.docx": "\x00The deposit is 900 euros.\nIt is returned.\n", "docs/b.txt": "No deposit.\n",
		"docs/logo.png": "\x89PNG\x01\x02\x03\x04", "docs/pictures.zip": "\x00", "docs/out/c.txt": "deposit\n", "docs/.gitignore": "out/\n",
		"scans/a.txt": "no\n", "scans/b.pdf": "\x00!without text", "locked.docx": "\x00!encrypted",
	} {
		m.Add(p, luminos.Node{}, text)
	}
	for _, c := range []struct {
		path          luminos.Path
		pattern, want string
	}{
		{"docs", "deposit", "2 | 3 files searched; not: 1 ignored, 1 not text, " +
			"1 without text, except for a description (pictures, archives and the like)"},
		{"docs/a.docx", "deposit", "1 | "},
		{"docs/a.docx", "rent", "0 | "},
		{"scans", "deposit", " |  1 document below the path cannot be searched"},
		{"locked.docx", "deposit", " |  1 document below the path cannot be searched"},
		{"docs/pictures.zip", "deposit", " |  the file has no text, only a description"},
		{"docs/logo.png", "deposit", " |  not a text file"},
	} {
		n, scope, err := Count(t.Context(), m, c.path, luminos.Matches(c.pattern, false))
		got := n + " | " + scope
		if err != nil {
			got += " " + err.Error()
		}
		if got != c.want && (err == nil || !strings.HasPrefix(got, c.want) && !strings.Contains(got, c.want[4:])) {
			t.Errorf("%q in %s: %s, want %s", c.pattern, c.path, got, c.want)
		}
	}
}

// A search that ends at a bound counts the files that are left.
func TestSearchCountsTheRest(t *testing.T) {
	m := sourcetest.Memory{}
	for _, p := range []luminos.Path{"a/1", "b/2", "b/3", "c/4"} {
		m.Add(p, luminos.Node{}, "needle\nneedle\n")
	}
	matcher, _ := NewMatcher("needle", false)
	enough, n := errors.New("enough"), 0
	done, err := Below(t.Context(), m, luminos.Node{Path: ".", Kind: luminos.KindDir}, matcher, func(Match) error {
		if n++; n > 2 {
			return enough
		}
		return nil
	})
	if !errors.Is(err, enough) || done.Last != "b/2" || done.Left != 2 || n != 3 {
		t.Errorf("%+v, %v after %d matches", done, err, n)
	}
}

// The pattern of a measure is the one that it was made of, also if it begins like a measure.
func TestPatternOfAMeasure(t *testing.T) {
	for _, pattern := range []string{"a", "matches: b", "of the expression: c", " d\t"} {
		for _, regex := range []bool{false, true} {
			got, expression, ok := luminos.Matches(pattern, regex).Pattern()
			if got != pattern || expression != regex || !ok {
				t.Errorf("%q, %t: %q, %t, %t", pattern, regex, got, expression, ok)
			}
		}
	}
	if _, _, ok := luminos.MeasureSize.Pattern(); ok {
		t.Error("another measure has a pattern")
	}
}
