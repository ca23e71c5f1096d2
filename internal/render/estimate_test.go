package render

import (
	"strings"
	"testing"

	"luminos"
)

// TestExpected compares the words about an estimate after a run, with a price and without one.
func TestExpected(t *testing.T) {
	work := func(dollars float64, tokens int64) luminos.Work {
		return luminos.Work{Turns: 1, Usage: luminos.Usage{Input: tokens}, Cost: luminos.Money(dollars * float64(luminos.Dollar))}
	}
	priced := &luminos.Range{Low: work(0.6, 1), Likely: work(1.2, 2), High: work(2.4, 4)}
	free := &luminos.Range{Low: work(0, 100_000), Likely: work(0, 200_000), High: work(0, 400_000)}
	for _, c := range []struct {
		expected *luminos.Range
		took     luminos.Work
		want     string
	}{
		{nil, work(1, 1), ""},
		{&luminos.Range{}, work(1, 1), ""},
		{priced, work(1.2, 1), "$0.60-$2.40, most likely $1.20; it was $1.20"},
		{priced, work(1.056, 1), "$0.60-$2.40, most likely $1.20; it was $1.06, 12 % less"},
		{priced, work(1.5, 1), "$0.60-$2.40, most likely $1.20; it was $1.50, 25 % more"},
		{priced, work(3.6, 1), "$0.60-$2.40, most likely $1.20; it was $3.60, 3.0 times that"},
		{free, work(0, 150_000), "100k-400k tokens, most likely 200k tokens; it was 150k tokens, 25 % less"},
	} {
		got := Expected(&luminos.Spending{Expected: c.expected, Usage: c.took.Usage, Cost: c.took.Cost})
		if got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// TestHostileNamesInAnEstimate checks that names of directories cannot add flags, lines or escape sequences.
func TestHostileNamesInAnEstimate(t *testing.T) {
	some := luminos.Work{Turns: 5, Usage: luminos.Usage{Input: 1000}, Cost: luminos.Dollar}
	e := &luminos.Estimate{Directories: 9, Asked: 9, Units: 9, Range: luminos.Range{Low: some, Likely: some, High: some}}
	for _, name := range []luminos.Path{"plain/name", "a b", "x; rm -rf ~", "\x1b[31mred", "line\nbreak", "st*r", "$(id)", "'quote'"} {
		e.Costliest = append(e.Costliest, luminos.DirEstimate{Path: name, Range: e.Range, Share: 0.1})
	}
	var b strings.Builder
	if err := Estimate(&b, e, "evil\x1b[2J\nname", Style{Width: 80}); err != nil {
		t.Fatal(err)
	}
	out := b.String()
	if strings.Contains(out, "\x1b") || strings.Count(out, "--exclude /") != 1 || !strings.Contains(out, "--exclude /plain/name/") {
		t.Errorf("the estimate is\n%s", out)
	}
	if n := strings.Count(out, "$1.00, 10 %"); n != 8 || strings.Contains(out, "\nbreak") || strings.Contains(out, "\nname") {
		t.Errorf("%d directories are listed:\n%s", n, out)
	}
}
