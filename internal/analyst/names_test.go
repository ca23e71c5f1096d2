package analyst

import (
	"slices"
	"strings"
	"testing"

	"luminos"
)

// Names of flags in texts become places, each once in a list. Code, parts of other names, and unknown names stay.
func TestNamesOfFlags(t *testing.T) {
	at := func(p luminos.Path, line int) luminos.Flag {
		return luminos.Flag{Path: p, Lines: &luminos.LineRange{First: line, Last: line}}
	}
	lines := &luminos.LineRange{First: 4, Last: 5}
	noted := luminos.Flag{Path: "c.go", Evidence: []luminos.Evidence{{Path: "c.go", Lines: lines}}}
	b := &book{flags: []luminos.Flag{at("a.go", 3), at("__b__.go", 7), at("a.go", 3), {Path: "docs"}, noted}}
	for text, want := range map[string]string{
		"It is the common root of F1, F2 and F4.":   "It is the common root of a.go:3, __b__.go:7 and docs.",
		"They cover F1, F3.":                        "They cover a.go:3.",
		"F1 or F5: both.":                           "a.go:3 or c.go:4: both.",
		"F1's cause is F2; F4 is not.":              "a.go:3's cause is __b__.go:7; docs is not.",
		"The key `F1` and F1-score, src/F1, F1.2.":  "The key F1 and F1-score, src/F1, F1.2.",
		"UTF8, F16x and XF1 are other names.":       "UTF8, F16x and XF1 are other names.",
		"F1 and F77 are known to it, and **F2** is": "a.go:3 and F77 are known to it, and __b__.go:7 is",
		"F1/F2, F0 and F":                           "a.go:3 and __b__.go:7, F0 and F",
	} {
		c := citer{book: b}
		unknown := strings.Contains(text, "F77")
		if got := c.prose(text); got != want || slices.Contains(c.unknown, "F77") != unknown || len(c.unknown) > 1 {
			t.Errorf("%q: %q, want %q; unknown: %v", text, got, want, c.unknown)
		}
	}
	if got := (&citer{book: &book{}}).prose("Press F1."); got != "Press F1." {
		t.Errorf("without flags: %q", got)
	}
}

// A report that names an unknown flag is refused once. Labels, headings, questions, reasons and findings have no names of
// flags.
func TestReportsHaveNoNamesOfFlags(t *testing.T) {
	s := newSynthesist(New(Options{}), dossier())
	in := synthesisInput{
		Brief: "It is slow (F1). See F2.", Concerns: "## About F1\n- **F1**: it is F2.",
		OpenQuestions: []questionInput{{Question: "Is F1 reached?", Why: "F2 is.", Tried: "F1"}},
	}
	keep := reviewInput{ID: "F1", Verdict: "keep", Reason: "It is the cause of F2"}
	if r, err := s.review(t.Context(), keep); err != nil || r.Failed {
		t.Fatal(r, err)
	}
	out, unknown := s.compose(&in)
	brief := out.Sections[0].Statements
	it := out.Sections[1].Items[0]
	q := out.Sections[2].Questions[0]
	got := strings.Join([]string{
		brief[0].Text, brief[1].Text, it.Heading, it.Label, it.Text, q.Question, q.Why, q.Tried, out.Reviews[0].Reason,
	}, "|")
	const want = "It is slow.|See src/read.go:3.|About src|src|it is src/read.go:3.|" +
		"Is src reached?|src/read.go:3 is.|Src.|It is the cause of src/read.go:3."
	if got != want || len(unknown) > 0 {
		t.Errorf("got  %s\nwant %s\nunknown: %v", got, want, unknown)
	}
	in.Brief = "It is like F9."
	if r, err := s.submit(t.Context(), in); err != nil || !r.Failed || !strings.Contains(r.Text, "F9") {
		t.Errorf("an unknown name: %+v, %v", r, err)
	}
	if r, err := s.submit(t.Context(), in); err != nil || r.Failed {
		t.Errorf("the second time: %+v, %v", r, err)
	}
}
