package analyst

import (
	"slices"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/evidence"
	"luminos/internal/search"
	"luminos/internal/sourcetest"
)

// A count of lines is evidence of a directory that the model has not opened. Its number is taken again.
func TestCountsAsEvidence(t *testing.T) {
	m := sourcetest.Memory{}
	m.Add("src/walk.go", luminos.Node{}, "package src\n\nfunc Walk() {}\n")
	e := New(Options{Checker: evidence.Checker{Source: m, Count: search.Count}})
	claim := func(path, pattern string, matches int) claimInput {
		return claimInput{Statement: pattern, Path: path, Quote: "x", First: 7,
			measureInput: measureInput{Pattern: pattern, Regex: pattern == "(", Matches: matches}}
	}
	held, failed, err := e.cited(t.Context(), "claim", []claimInput{
		claim("src", "func Fly", 0), claim(".", "func Walk", 1), claim("src", "func Walk", 0), claim("src", "(", 0),
		claim("lost", "x", 0), claim("src", "Fly|Walk", 0),
		claim("src", strings.Repeat("x", 201), 0),
		{Statement: "x", Path: "src", measureInput: measureInput{Pattern: `a\nb`, Regex: true}},
		{Statement: "x", Path: "src/walk.go", measureInput: measureInput{Measure: "matches: Fly", Value: "0"}}, {Statement: "x", Path: "src/walk.go", Quote: "func Walk() {}"},
	}, func(luminos.Path) bool { return false })
	var got []string
	for _, ev := range held {
		got = append(got, string(ev.Path)+" "+string(ev.Measure)+" = "+ev.Value)
		if ev.Lines != nil || ev.Quote != "" {
			t.Errorf("the count has lines: %+v", ev)
		}
	}
	if want := []string{"src matches: func Fly = 0", ". matches: func Walk = 1"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, held %q, want %q", err, got, want)
	}
	want := []string{"taken again, is \"1\"", "the regular expression is invalid", "not there any more",
		"looks like a regular expression", "more than 200 bytes", "needs a line end",
		"you have not seen", "you have not seen"}
	for i, f := range failed {
		if len(failed) != len(want) || !strings.Contains(f.problem, want[i]) {
			t.Errorf("failed: %q, want %q", f.problem, want)
		}
	}
}

// A flag whose only places are counts of 0 lines is not critical, and such counts bear no confidence.
func TestCountsOfNothing(t *testing.T) {
	none := luminos.Evidence{Path: ".", Measure: luminos.Matches("qqzz", false), Value: "0"}
	some := luminos.Evidence{Path: ".", Measure: luminos.Matches("walk", false), Value: "2"}
	for want, list := range map[luminos.Severity][]luminos.Evidence{
		luminos.Concern: {none, none}, luminos.Critical: {none, some}, luminos.Info: nil,
	} {
		f := luminos.Flag{Path: "a", Finding: "x", Severity: luminos.Critical, Evidence: list}
		if addFlag(nil, &f, luminos.CitesNothing); f.Severity != want {
			t.Errorf("with %d places it is %s, want %s", len(list), f.Severity, want)
		}
	}
	w := &work{unit: &luminos.Unit{Dirs: []luminos.DirFacts{{Path: "."}}}, written: map[luminos.Path]luminos.FileEntry{
		"a/x": {Evidence: []luminos.Evidence{none}},
	}}
	if n := citations(w, "a"); n != 0 {
		t.Errorf("%d citations", n)
	}
}

// Claims about the files of a directory, also in their entries, and answers bear the confidence in its entry.
func TestClaimsOfADirectory(t *testing.T) {
	u := &luminos.Unit{Dirs: []luminos.DirFacts{{Path: "a"}, {Path: "a/b"}, {Path: "a/b/c"}}}
	for p, want := range map[luminos.Path]luminos.Path{
		"a": "a", "a/x": "a", "a/b": "a/b", "a/b/d/x": "a/b", "a/b/c/x": "a/b/c", "z/x": "a", ".": "a",
	} {
		if got := owner(u, p); got != want {
			t.Errorf("a claim about %s is of %s, want %s", p, got, want)
		}
	}
	one := []luminos.Evidence{{}}
	w := &work{unit: u, written: map[luminos.Path]luminos.FileEntry{"a/b/x": {Evidence: one}, "a/b/c/y": {Evidence: one}}}
	w.answers = []luminos.Answer{{Evidence: one}}
	for dir, want := range map[luminos.Path]int{"a": 1, "a/b": 1, "a/b/c": 1, "a/b/d": 0} {
		if got := citations(w, dir); got != want {
			t.Errorf("%s has %d claims, want %d", dir, got, want)
		}
	}
}
