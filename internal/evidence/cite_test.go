package evidence_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/evidence"
	"luminos/internal/facts"
	"luminos/internal/search"
)

// checker returns a checker of a new directory with these files.
func checker(t *testing.T, files map[string]string) evidence.Checker {
	t.Helper()
	src, _ := open(t, files)
	return evidence.Checker{Source: src, Measure: facts.Measure, Count: search.Count}
}

func TestCiteCompletesEvidence(t *testing.T) {
	c := checker(t, map[string]string{
		"d.txt": "red red\ntwo\n\nred red\nthree\n" + strings.Repeat("x", 300) + "\n",
		"a.go":  "package a\n\nfunc Walk() {}\n\nfunc Walk2() {\n\treturn  nil\n}\n\nfunc Walk() {}\n",
		"b.bin": "\x00\x01\x02",
		"c.csv": "x,y\n1,2\n3,4\n",
	})
	long := strings.Repeat("x", 300)
	for _, test := range []struct {
		name    string
		in      luminos.Evidence
		want    luminos.LineRange
		problem string
	}{
		{"quote alone", luminos.Evidence{Path: "a.go", Quote: "func Walk() {}"}, *lines(3, 3), ""},
		{"quote nearest to the lines", luminos.Evidence{Path: "a.go", Quote: "func Walk() {}", Lines: lines(8, 8)}, *lines(9, 9), ""},
		{"quote over lines, white space folded", luminos.Evidence{Path: "a.go", Quote: "Walk2() { return nil }"}, *lines(5, 7), ""},
		{"lines alone", luminos.Evidence{Path: "a.go", Lines: lines(1, 1)}, luminos.LineRange{}, "no quote"},
		{"lines that reach over the end", luminos.Evidence{Path: "a.go", Quote: "func Walk()", Lines: lines(9, 30)}, *lines(9, 9), ""},
		{"an earlier quote is as near as a later one", luminos.Evidence{Path: "a.go", Quote: "func Walk() {}", Lines: lines(6, 6)}, *lines(3, 3), ""},
		{"an earlier quote is nearer", luminos.Evidence{Path: "a.go", Quote: "func Walk() {}", Lines: lines(5, 5)}, *lines(3, 3), ""},
		{"a later quote is nearer", luminos.Evidence{Path: "a.go", Quote: "func Walk() {}", Lines: lines(7, 7)}, *lines(9, 9), ""},
		{"a quote over an empty line", luminos.Evidence{Path: "a.go", Quote: "package a func Walk()"}, *lines(1, 3), ""},
		{"a quote that begins and ends within lines", luminos.Evidence{Path: "d.txt", Quote: "red two red"}, *lines(1, 4), ""},
		{"the last line", luminos.Evidence{Path: "a.go", Quote: "func Walk() {}", Lines: lines(9, 9)}, *lines(9, 9), ""},
		{"a quote that is cut", luminos.Evidence{Path: "d.txt", Quote: long}, *lines(6, 6), ""},
		{"a quote of three letters", luminos.Evidence{Path: "a.go", Quote: "fun"}, luminos.LineRange{}, "too short"},
		{"the line after the last one", luminos.Evidence{Path: "a.go", Quote: "func Walk", Lines: lines(10, 10)}, luminos.LineRange{}, "the file has only 9 lines"},
		{"one occurrence, and lines beyond the end", luminos.Evidence{Path: "a.go", Quote: "func Walk2() {", Lines: lines(40, 41)}, *lines(5, 5), ""},
		{"line 0", luminos.Evidence{Path: "a.go", Quote: "func Walk", Lines: lines(0, 1)}, luminos.LineRange{}, "no range"},
		{"a quote that is not there", luminos.Evidence{Path: "a.go", Quote: "func Run() {}"}, luminos.LineRange{}, "not in the file"},
		{"lines beyond the end", luminos.Evidence{Path: "a.go", Quote: "func Walk", Lines: lines(90, 91)}, luminos.LineRange{}, "the file has only 9 lines"},
		{"lines backwards", luminos.Evidence{Path: "a.go", Quote: "func Walk", Lines: lines(5, 2)}, luminos.LineRange{}, "no range"},
		{"neither lines nor a quote", luminos.Evidence{Path: "a.go"}, luminos.LineRange{}, "no quote"},
		{"no such file", luminos.Evidence{Path: "z.go", Quote: "func Walk"}, luminos.LineRange{}, "not there"},
		{"outside", luminos.Evidence{Path: "../a.go", Quote: "func Walk"}, luminos.LineRange{}, "not lie inside"},
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
			if err := c.Check(t.Context(), claims, 1); err != nil || claims[0].Verdict != luminos.Found {
				t.Errorf("the completed evidence is not supported: %v, %v", claims[0], err)
			}
			if q := luminos.Fold(test.in.Quote); q != "" && q != long && got.Quote != q || got.SHA256 == "" || got.Quote == "" || len(got.Quote) > 200 {
				t.Errorf("got the digest %q and the quote %q", got.SHA256, got.Quote)
			}
		})
	}
	if _, err := c.Cite(t.Context(), luminos.Evidence{Path: "c.csv", Measure: luminos.MeasureRows, Value: "2"}); err != nil {
		t.Errorf("a correct measure: %v", err)
	}
}

func TestCiteKeepsTheStatementAndTheMeasure(t *testing.T) {
	c := checker(t, map[string]string{"c.csv": "x,y\n1,2\n"})
	for _, e := range []luminos.Evidence{
		{Path: "c.csv", Measure: luminos.MeasureRows, Value: "1", Statement: "It has one row."},
		{Path: "c.csv", Quote: "1,2 x,y", Lines: lines(1, 2), Statement: "It has two lines."},
	} {
		got, err := c.Cite(t.Context(), e)
		if e.Measure == "" {
			if err == nil {
				t.Errorf("lines in another order are accepted: %+v", got)
			}
			e.Quote = "x,y 1,2"
			got, err = c.Cite(t.Context(), e)
		}
		if err != nil || got.Statement != e.Statement || got.Measure != e.Measure || got.Value != e.Value {
			t.Errorf("got %+v, %v, want %+v", got, err, e)
		}
	}
}

// A claim is not refuted because the run is interrupted: Cite returns the cause of the end.
func TestCiteReturnsTheEndOfTheContext(t *testing.T) {
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	for name, e := range map[string]luminos.Evidence{
		"a missing path": {Path: "gone", Lines: lines(1, 1)}, "a missing path of a measure": {Path: "gone", Measure: luminos.MeasureSize, Value: "1"},
	} {
		if _, err := (evidence.Checker{Source: memory{}}).Cite(ctx, e); err != why {
			t.Errorf("%s: got %v, want %v", name, err, why)
		}
	}
}

// TestClaimCitesAtMost30Lines checks that a longer range shrinks to the lines of the quote.
func TestClaimCitesAtMost30Lines(t *testing.T) {
	many := strings.Repeat("one line\n", 50)
	c := checker(t, map[string]string{"a.txt": many + "here it is\n" + many + many + many})
	for _, test := range []struct {
		e    luminos.Evidence
		want *luminos.LineRange // nil is an error
	}{
		{luminos.Evidence{Quote: "here it is", Lines: lines(30, 59)}, lines(30, 59)},
		{luminos.Evidence{Quote: "here it is", Lines: lines(30, 60)}, lines(51, 51)},
		{luminos.Evidence{Quote: "here it is", Lines: lines(60, 200)}, lines(51, 51)}, // put right
		{luminos.Evidence{Quote: "here it is", Lines: lines(60, 30)}, nil},
		{luminos.Evidence{Quote: strings.TrimSpace(strings.Repeat("one line ", 30))}, lines(1, 30)},
		{luminos.Evidence{Quote: strings.TrimSpace(strings.Repeat("one line ", 31))}, nil},
	} {
		test.e.Path = "a.txt"
		got, err := c.Cite(t.Context(), test.e)
		if (err == nil) != (test.want != nil) || err == nil && *got.Lines != *test.want {
			t.Errorf("%+v: %+v, %v", test.e, got.Lines, err)
		}
	}
}
