package investigate

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

// TestQuestionsOfAPlanAreBounded gives the plan of an engine bad questions.
func TestQuestionsOfAPlanAreBounded(t *testing.T) {
	many := []string{" Who\ncalls\x1b[31m it? ", "", "\t", "Who calls it?", strings.Repeat("a", 400), "b", "c", "d", "e"}
	p := &luminos.Plan{Priority: planned("a"), Shallow: planned("b"), Skip: planned("c")}
	p.Priority[0].Questions, p.Shallow[0].Questions, p.Skip[0].Questions = many, many, many
	clean, _ := cleanPlan(p, tree("a", "b", "c"))
	want := []string{"Who calls it?", strings.Repeat("a", luminos.QuestionLength-1) + "…", "b", "c", "d"}
	if diff := cmp.Diff(want, clean.Priority[0].Questions); diff != "" {
		t.Errorf("questions (-want +got):\n%s", diff)
	}
	if clean.Shallow[0].Questions != nil || clean.Skip[0].Questions != nil {
		t.Errorf("directories without priority have questions: %+v", clean)
	}
}

// TestAnswersAreInTheReport asks a unit two questions, of which one is answered, and asks other ones afterwards. A unit
// that fails leaves its questions open.
func TestAnswersAreInTheReport(t *testing.T) {
	t.Parallel()
	w := newTestTarget(t)
	asking := func(questions ...string) func(*luminos.Facts) *luminos.Plan {
		return func(*luminos.Facts) *luminos.Plan {
			return &luminos.Plan{Priority: []luminos.PlannedDir{{Path: "docs", Turns: 15, Questions: questions}}}
		}
	}
	r := w.mustRun(t, &fakeEngine{plan: asking("How many?", "Why?")}, 2)
	at := slices.IndexFunc(r.Entries, func(e luminos.Entry) bool { return e.Path == "docs" })
	got := r.Entries[at].Answers
	if len(got) != 2 || got[0].Answer != "5 files." || len(got[0].Claims) != 1 || got[0].Evidence != nil || got[1].Question != "Why?" || got[1].Answer != "" {
		t.Errorf("answers: %+v", got)
	}
	s := r.Section("answers")
	if s == nil || len(s.Items) != 1 || s.Items[0].Text != "How many? 5 files." || len(s.Items[0].Claims) != 1 || s.Items[0].Unsupported ||
		len(s.Questions) != 1 || s.Questions[0].Question != "Why?" {
		t.Errorf("the section is %+v", s)
	}
	other := &fakeEngine{plan: asking("Since when?"), versions: map[luminos.Pass]string{luminos.PassPlan: "2"}}
	w.mustRun(t, other, 2)
	if diff := cmp.Diff([]luminos.Path{".", "docs"}, other.answered()); diff != "" {
		t.Errorf("asked for another question (-want +got):\n%s", diff)
	}
	w.cache = t.TempDir()
	r = w.mustRun(t, &fakeEngine{plan: asking("How many?"), fail: map[luminos.Path]error{"docs": errors.New("no")}}, 2)
	if s := r.Section("answers"); s == nil || len(s.Questions) != 1 || s.Questions[0].Question != "How many?" {
		t.Errorf("after a failure the section is %+v", s)
	}
}
