package evidence

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/facts"
	"luminos/internal/localdir"
)

// checker returns a checker of a new directory with these files.
func checker(t *testing.T, files map[string]string) Checker {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	src, err := localdir.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { src.Close() })
	return Checker{Source: src, Measure: facts.Measure}
}

func TestCiteCompletesEvidence(t *testing.T) {
	c := checker(t, map[string]string{
		"a.go":  "package a\n\nfunc Walk() {}\n\nfunc Walk2() {\n\treturn  nil\n}\n\nfunc Walk() {}\n",
		"b.bin": "\x00\x01\x02",
		"c.csv": "x,y\n1,2\n3,4\n",
	})
	lines := func(first, last int) *luminos.LineRange { return &luminos.LineRange{First: first, Last: last} }
	for _, test := range []struct {
		name    string
		in      luminos.Evidence
		want    luminos.LineRange
		problem string
	}{
		{"quote alone", luminos.Evidence{Path: "a.go", Quote: "func Walk() {}"}, *lines(3, 3), ""},
		{"quote nearest to the lines", luminos.Evidence{Path: "a.go", Quote: "func Walk() {}", Lines: lines(8, 8)}, *lines(9, 9), ""},
		{"quote over lines, white space folded", luminos.Evidence{Path: "a.go", Quote: "Walk2() { return nil }"}, *lines(5, 7), ""},
		{"lines alone", luminos.Evidence{Path: "a.go", Lines: lines(1, 1)}, *lines(1, 1), ""},
		{"lines that reach over the end", luminos.Evidence{Path: "a.go", Lines: lines(9, 80)}, *lines(9, 9), ""},
		{"a quote that is not there", luminos.Evidence{Path: "a.go", Quote: "func Run() {}"}, luminos.LineRange{}, "not in it"},
		{"lines beyond the end", luminos.Evidence{Path: "a.go", Lines: lines(90, 91)}, luminos.LineRange{}, "it has 9 lines"},
		{"lines backwards", luminos.Evidence{Path: "a.go", Lines: lines(5, 2)}, luminos.LineRange{}, "no range"},
		{"a brace for a quote", luminos.Evidence{Path: "a.go", Quote: "}"}, luminos.LineRange{}, "too short"},
		{"neither", luminos.Evidence{Path: "a.go"}, luminos.LineRange{}, "neither"},
		{"no such file", luminos.Evidence{Path: "z.go", Quote: "func Walk"}, luminos.LineRange{}, "not there"},
		{"outside", luminos.Evidence{Path: "../a.go", Quote: "func Walk"}, luminos.LineRange{}, "no path inside"},
		{"no text", luminos.Evidence{Path: "b.bin", Quote: "func Walk"}, luminos.LineRange{}, "not a text"},
		{"a wrong measure", luminos.Evidence{Path: "c.csv", Measure: luminos.MeasureRows, Value: "7"}, luminos.LineRange{}, "2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := c.Cite(t.Context(), test.in)
			if test.problem != "" {
				if err == nil || !strings.Contains(err.Error(), test.problem) {
					t.Fatalf("got %v, want an error with %q", err, test.problem)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got.Lines == nil || *got.Lines != test.want {
				t.Errorf("got lines %v, want %v", got.Lines, test.want)
			}
			claims := []luminos.Claim{{Evidence: got}}
			if err := c.Check(t.Context(), claims, 1); err != nil || claims[0].Verdict != luminos.Supported {
				t.Errorf("the completed evidence is not supported: %v, %v", claims[0], err)
			}
			if got.SHA256 == "" || got.Quote == "" {
				t.Errorf("the evidence is incomplete: %+v", got)
			}
		})
	}
	if _, err := c.Cite(t.Context(), luminos.Evidence{Path: "c.csv", Measure: luminos.MeasureRows, Value: "2"}); err != nil {
		t.Errorf("a correct measure: %v", err)
	}
}

func TestCopiesIgnoresShortQuotes(t *testing.T) {
	text := strings.Repeat("a line of some length that says nothing of note\n", 40)
	c := checker(t, map[string]string{"a.txt": text})
	if !c.Copies(t.Context(), "a.txt", "It says:   "+text[:800]) {
		t.Error("a copy is not recognised")
	}
	if c.Copies(t.Context(), "a.txt", "It says "+text[:40]) || c.Copies(t.Context(), "none", text) {
		t.Error("a short quote, or a file that is not there, is taken for a copy")
	}
}

func TestClaimCitesAtMostMaxCitedLines(t *testing.T) {
	c := checker(t, map[string]string{"a.txt": strings.Repeat("one line\n", 300)})
	lines := func(n int) luminos.Evidence {
		return luminos.Evidence{Path: "a.txt", Lines: &luminos.LineRange{First: 2, Last: 1 + n}}
	}
	if got, err := c.Cite(t.Context(), lines(maxCited)); err != nil || got.Lines.Last != 1+maxCited {
		t.Errorf("%d lines: %+v, %v", maxCited, got, err)
	}
	if _, err := c.Cite(t.Context(), lines(maxCited+1)); err == nil {
		t.Errorf("%d lines are accepted", maxCited+1)
	}
	quote := func(n int) luminos.Evidence {
		return luminos.Evidence{Path: "a.txt", Quote: strings.TrimSpace(strings.Repeat("one line ", n))}
	}
	if got, err := c.Cite(t.Context(), quote(maxCited)); err != nil || got.Lines.Last != maxCited {
		t.Errorf("a quote of %d lines: %+v, %v", maxCited, got, err)
	}
	if _, err := c.Cite(t.Context(), quote(maxCited+1)); err == nil {
		t.Errorf("a quote of %d lines is accepted", maxCited+1)
	}
}

// A copy of two blocks is found at every offset, after any prefix.
func TestCopyOfTwoBlocksIsFoundAtEveryOffset(t *testing.T) {
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, "%04d", i*7919%10000) // no two blocks are equal
	}
	text := b.String()
	c := checker(t, map[string]string{"a.txt": text})
	for before := range 2*copyBlock + 1 {
		part := text[before : before+2*copyBlock]
		if !c.Copies(t.Context(), "a.txt", strings.Repeat("x", before)+part+"y") {
			t.Fatalf("a copy of %d bytes after %d others is not found", len(part), before)
		}
	}
	if c.Copies(t.Context(), "a.txt", strings.Repeat("x", 1000)+text[:copyBlock-1]) {
		t.Errorf("a quote of %d bytes is taken for a copy", copyBlock-1)
	}
}

func TestMeasuredValuesAreClipped(t *testing.T) {
	for n, want := range map[int]int{80: 80, 81: 81, 82: 84} { // with the three bytes of the ellipsis
		if got := clip(strings.Repeat("x", n)); len(got) != want {
			t.Errorf("of %d bytes %d are left: %q", n, len(got), got)
		}
	}
}
