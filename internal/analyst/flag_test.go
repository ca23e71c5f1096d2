package analyst

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

// placesOf returns the paths and first lines of evidence.
func placesOf(evidence []luminos.Evidence) (list []string) {
	for _, e := range evidence {
		list = append(list, fmt.Sprintf("%s:%d-%d", e.Path, e.Lines.First, e.Lines.Last))
	}
	return list
}

// A flag has all of its places that hold, also in other files, and the lines of the first one in its own file.
func TestFlagOfSeveralPlaces(t *testing.T) {
	w := small.work("src")
	w.opened.add("docs/use.md")
	place := func(args ...any) map[string]any {
		m := map[string]any{}
		for i := 0; i < len(args); i += 2 {
			m[args[i].(string)] = args[i+1]
		}
		return m
	}
	about := []any{"path", "src/walk.go", "finding", "It is slow.", "severity", "critical"}
	got := w.called(t, "flag", place(append(about, "evidence", []any{
		place("path", "docs/use.md", "first_line", 3, "quote", "Call Walk, then Read"),
		place("first_line", 3, "last_line", 4, "quote", "Walk goes through a directory"),
		place("first_line", 1, "quote", "it runs backwards"),
		place("path", "docs/more.md", "quote", "Use it well"),
	})...))
	for _, part := range []string{
		"raised, with 2 places; left out: ", "place 3 (src/walk.go, “it runs backwards”)",
		"you have not seen docs/more.md",
	} {
		if !strings.Contains(got.Text, part) {
			t.Errorf("the answer %q lacks %q", got.Text, part)
		}
	}
	f := w.flags[0]
	want := []string{"docs/use.md:3-3", "src/walk.go:3-4"}
	if diff := cmp.Diff(want, placesOf(f.Evidence)); diff != "" || f.Lines == nil || f.Lines.First != 3 ||
		f.Severity != luminos.Critical || f.Evidence[0].Statement != "" {
		t.Errorf("%+v (-want +got):\n%s", f, diff)
	}
}

// The claims of a review go to the flag that stays, and to the sentences that cite it. Claims that were not shown are
// refused.
func TestReviewAddsPlaces(t *testing.T) {
	s := newSynthesist(New(Options{}), dossier())
	s.show("[1]")
	in := reviewInput{ID: "F1", Verdict: "keep", Reason: "Its caller shows it", Claims: []int{1, 2}}
	if r, err := s.review(t.Context(), in); err != nil || !r.Failed || len(s.reviews) > 0 {
		t.Errorf("a number that was not shown: %+v, %v", r, err)
	}
	in.Claims = []int{1}
	if r, err := s.review(t.Context(), in); err != nil || r.Failed {
		t.Fatalf("%+v, %v", r, err)
	}
	want := []luminos.Evidence{s.book.claims[0]}
	if diff := cmp.Diff(want, s.reviewed()[0].Evidence); diff != "" {
		t.Errorf("the review (-want +got):\n%s", diff)
	}
	out, _ := s.compose(&synthesisInput{Brief: "It is so [F1]."})
	if diff := cmp.Diff(want, out.Sections[0].Statements[0].Evidence); diff != "" {
		t.Errorf("the sentence (-want +got):\n%s", diff)
	}
}

// The answer to a review of a flag of a rule says where a report shows the flag: a minor note is in the whole one only.
func TestReviewSaysWhereTheFlagStays(t *testing.T) {
	d := dossier()
	d.Raised[0].Aside = true
	s := newSynthesist(New(Options{}), d)
	for i, f := range s.book.flags {
		r, err := s.review(t.Context(), reviewInput{ID: flagName(i), Verdict: "withdraw", Reason: "It is a novel"})
		minor, stays := strings.Contains(r.Text, "a minor note"), strings.Contains(r.Text, "stays in the report")
		if err != nil || minor != f.Aside || stays != (f.Source != luminos.SourceModel && !f.Aside) {
			t.Errorf("%s %q: %q, %v", flagName(i), f.Finding, r.Text, err)
		}
	}
}

// The size of a file, which listings show, is a place of a flag and of a claim without a look into the file. It is no
// place of a critical flag.
func TestSizesAsPlaces(t *testing.T) {
	w := tree{"scans/a.pdf": "", "src/walk.go": "package src\n"}.work("scans")
	flag := func(finding, severity, path, bytes string) string {
		place := map[string]any{"path": path, "measure": "size", "value": bytes}
		return w.called(t, "flag", map[string]any{"path": "scans/a.pdf", "finding": finding, "severity": severity,
			"evidence": []any{place}}).Text
	}
	for _, c := range []struct{ severity, path, bytes, want string }{
		{"concern", "scans/a.pdf", "0", "raised"}, {"critical", "src/walk.go", "12", "raised as a concern"},
		{"concern", "scans/a.pdf", "7", "raised as info"},
	} {
		if got := flag("It is odd: "+c.bytes, c.severity, c.path, c.bytes); !strings.HasPrefix(got, c.want) {
			t.Errorf("%v: %q", c, got)
		}
	}
	if e := w.flags[0].Evidence; len(e) != 1 || e[0].Measure != luminos.MeasureSize || e[0].Value != "0" {
		t.Errorf("the places of the first flag: %+v", e)
	}
}
