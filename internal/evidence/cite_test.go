package evidence

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/localdir"
)

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
	return Checker{src}
}

func TestCite(t *testing.T) {
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
			if err := Check(t.Context(), c.Source, claims, 1); err != nil || claims[0].Verdict != luminos.Supported {
				t.Errorf("what was completed does not hold: %v, %v", claims[0], err)
			}
			if got.SHA256 == "" || got.Quote == "" {
				t.Errorf("it is not complete: %+v", got)
			}
		})
	}
	if _, err := c.Cite(t.Context(), luminos.Evidence{Path: "c.csv", Measure: luminos.MeasureRows, Value: "2"}); err != nil {
		t.Errorf("a measure that holds: %v", err)
	}
}

func TestCopies(t *testing.T) {
	text := strings.Repeat("a line of some length that says nothing of note\n", 40)
	c := checker(t, map[string]string{"a.txt": text})
	if !c.Copies(t.Context(), "a.txt", "It says:   "+text[:800]) {
		t.Error("a copy is not recognised")
	}
	if c.Copies(t.Context(), "a.txt", "It says "+text[:40]) || c.Copies(t.Context(), "none", text) {
		t.Error("a short quote, or a file that is not there, is taken for a copy")
	}
}
