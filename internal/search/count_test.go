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
		got, err := Count(t.Context(), m, c.path, luminos.Matches(c.pattern, c.regex))
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
	if got, err := Count(ctx, m, "src", luminos.Matches("x", false)); !errors.Is(err, why) {
		t.Errorf("after the end of the context: %q, %v", got, err)
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
