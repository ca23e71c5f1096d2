package investigate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

// refiningEngine is a fakeEngine whose refinements are functions, one for each pass; a nil function panics.
type refiningEngine struct {
	*fakeEngine
	passes []func(*luminos.Dossier) (*luminos.Refined, error)
	asked  int
}

func (e *refiningEngine) Refine(_ context.Context, d *luminos.Dossier, n int) (*luminos.Refined, error) {
	if e.asked++; n != e.asked {
		return nil, fmt.Errorf("pass %d is number %d", e.asked, n)
	}
	return e.passes[n-1](d)
}

// Synthesize writes sections and raises a flag beside the ones of units.
func (e *refiningEngine) Synthesize(context.Context, *luminos.Dossier) (*luminos.Synthesis, error) {
	return &luminos.Synthesis{
		Sections: []luminos.Section{
			judged("brief", "It is a target."), judged("architecture", "It has parts."),
			{ID: "open_questions", Questions: []luminos.Question{{Question: "Why?", Basis: luminos.Judged}, {Question: "How?",
				Basis: luminos.Judged}}},
		},
		Flags: []luminos.Flag{{Path: "main.go", Finding: "It is odd.", Severity: luminos.Concern, Evidence: aKind("main.go")},
			{Path: "lib", Finding: "It is old.", Severity: luminos.Concern, Evidence: aKind("lib")}},
		Worst: []luminos.Flag{{Path: "lib", Finding: "It is old."}},
	}, nil
}

func judged(id, text string) luminos.Section {
	return luminos.Section{ID: id, Statements: []luminos.Statement{{Text: text, Basis: luminos.Judged}}}
}

func aKind(p luminos.Path) []luminos.Evidence {
	kind := luminos.KindFile
	if p == "lib" || p == "docs" {
		kind = luminos.KindDir
	}
	return []luminos.Evidence{{Path: p, Measure: luminos.MeasureKind, Value: string(kind)}}
}

// finding returns a refinement that changes something of everything.
func finding(d *luminos.Dossier) (*luminos.Refined, error) {
	flag := func(finding string) luminos.Flag {
		i := slices.IndexFunc(d.Synthesis.Flags, func(f luminos.Flag) bool { return f.Finding == finding })
		return d.Synthesis.Flags[i]
	}
	answer := func(q string) luminos.Answer {
		return luminos.Answer{Question: q, Answer: "So it is.", Evidence: aKind("docs")}
	}
	added := luminos.Flag{Path: "docs", Finding: "It is wrong.", Severity: luminos.Concern, Evidence: aKind("docs")}
	return &luminos.Refined{
		Synthesis: luminos.Synthesis{
			Sections: []luminos.Section{judged("brief", "It is a target."), judged("architecture", "It has two parts."),
				judged("flows", "From here to there."), {ID: "concerns"},
				{ID: "open_questions", Questions: []luminos.Question{{Question: "how?"}, {Question: "When?"}, {Question: "How?"}}}},
			Flags: []luminos.Flag{added},
			Reviews: []luminos.Review{
				{Flag: flag("It is odd."), Verdict: luminos.Withdrawn, Reason: "It is not."},
				{Flag: flag("It is old."), Verdict: luminos.Downgraded, Severity: luminos.Info, Reason: "A year."}},
			Worst: []luminos.Flag{added},
		},
		Answers: []luminos.Settled{{Path: "docs", Answer: answer("Since when?")}, {Path: "docs",
			Answer: answer("Nobody asked?")},
			{Answer: answer("Why?")}},
		Looked: 3,
	}, nil
}

func nothing(looked int) func(*luminos.Dossier) (*luminos.Refined, error) {
	return func(*luminos.Dossier) (*luminos.Refined, error) { return &luminos.Refined{Looked: looked}, nil }
}

// newRefining returns an engine whose plan asks docs two questions, the second of which stays open.
func newRefining(passes ...func(*luminos.Dossier) (*luminos.Refined, error)) *refiningEngine {
	return &refiningEngine{passes: passes, fakeEngine: &fakeEngine{plan: func(*luminos.Facts) *luminos.Plan {
		return &luminos.Plan{Priority: []luminos.PlannedDir{{Path: "docs", Turns: 15, Questions: []string{"How many?",
			"Since when?"}}}}
	}}}
}

// refineRun investigates the target with at most n refinements.
func (w *testTarget) refineRun(t *testing.T, e *refiningEngine, n int) *luminos.Report {
	t.Helper()
	opts := e.options()
	opts.Engine, opts.Refine = e, n
	r, err := w.remembered(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A refinement that finds something changes the report, and the report names the changes. Nothing else changes.
func TestRefinementChangesTheReport(t *testing.T) {
	t.Parallel()
	w := newTestTarget(t)
	plain := w.refineRun(t, newRefining(), 0)
	e := newRefining(finding, nothing(2))
	r := w.refineRun(t, e, 5)
	name := func(p luminos.Path, finding string) []luminos.FlagName {
		return []luminos.FlagName{{Path: p, Finding: finding}}
	}
	none := []luminos.FlagName{}
	want := &luminos.Refinement{Asked: 5, Passes: []luminos.RefinementPass{
		{Looked: 3, Sections: []string{"architecture", "flows", "open_questions"}, Added: name("docs", "It is wrong."),
			Withdrawn: name("main.go", "It is odd."), Changed: name("lib", "It is old."), Reordered: true,
			Answered: []string{"Since when?", "Why?"}},
		{Looked: 2, Sections: []string{}, Added: none, Withdrawn: none, Changed: none, Answered: []string{}},
	}}
	if diff := cmp.Diff(want, r.Refinement); diff != "" {
		t.Errorf("refinement (-want +got):\n%s", diff)
	}
	if plain.Refinement != nil || e.asked != 2 || len(r.Quality.Degraded) > 0 {
		t.Errorf("%d passes of 2, degraded %v; without one there is %+v", e.asked, r.Quality.Degraded, plain.Refinement)
	}
	if s := r.Section("architecture"); s.Statements[0].Text != "It has two parts." {
		t.Errorf("the section is %+v", s)
	}
	var open []string
	for _, q := range r.Section("open_questions").Questions {
		open = append(open, q.Question)
	}
	if diff := cmp.Diff([]string{"How?", "how?", "When?"}, open); diff != "" {
		t.Errorf("open questions (-want +got):\n%s", diff)
	}
	if s := r.Section("answers"); len(s.Questions) != 0 || len(s.Items) != 3 ||
		s.Items[1].Text != "Since when? So it is." || len(s.Items[1].Claims) != 1 || s.Items[2].Label != "." {
		t.Errorf("answers: %+v", s)
	}
	at := slices.IndexFunc(r.Entries, func(e luminos.Entry) bool { return e.Path == "docs" })
	if a := r.Entries[at].Answers[1]; a.Answer != "So it is." || len(a.Claims) != 1 {
		t.Errorf("the entry has the answer %+v", a)
	}
	texts := map[string]string{}
	for _, f := range r.Flags {
		texts[f.Finding] = fmt.Sprint(f.Severity, f.Order)
	}
	if texts["It is wrong."] != "info1" || texts["It is odd."] != "" || texts["It is old."] != "info0" ||
		len(r.Withdrawn) != 1 || len(r.Flags) != len(plain.Flags) {
		t.Errorf("flags: %v, withdrawn %v", texts, r.Withdrawn)
	}
	// Stored results are not changed by the answers of a refinement.
	if again := w.refineRun(t, newRefining(), 0); !slices.EqualFunc(again.Entries, plain.Entries, func(a,
		b luminos.Entry) bool {
		return cmp.Equal(a, b)
	}) {
		t.Errorf("a later run without a refinement has other entries: %s", cmp.Diff(plain.Entries, again.Entries))
	}
}

// Refinements end after the first one that finds nothing, looks at nothing or fails, and a failure leaves the report.
func TestRefinementsEnd(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	fails := func(*luminos.Dossier) (*luminos.Refined, error) { return nil, broken }
	half := func(d *luminos.Dossier) (*luminos.Refined, error) {
		got, _ := finding(d)
		return &luminos.Refined{Synthesis: luminos.Synthesis{Reviews: got.Reviews}, Looked: 1}, broken
	}
	reword := func(*luminos.Dossier) (*luminos.Refined, error) {
		return &luminos.Refined{Synthesis: luminos.Synthesis{Sections: []luminos.Section{judged("brief",
			"It is a thing.")}}}, nil
	}
	type list = []func(*luminos.Dossier) (*luminos.Refined, error)
	for name, c := range map[string]struct {
		passes                   list
		asked, recorded, changed int
		degraded                 bool
	}{
		"nothing":        {list{nothing(3)}, 1, 1, 0, false},
		"not looked":     {list{nothing(0)}, 1, 1, 0, false},
		"only reworded":  {list{reword}, 1, 1, 1, false},
		"fails":          {list{fails}, 1, 0, 0, true},
		"fails half way": {list{half}, 1, 1, 1, true},
		"panics":         {list{nil}, 1, 0, 0, true},
		"says nothing":   {list{func(*luminos.Dossier) (*luminos.Refined, error) { return nil, nil }}, 1, 0, 0, true},
		"finds, fails":   {list{finding, fails}, 2, 1, 1, true},
		"finds, is silly": {list{finding, func(*luminos.Dossier) (*luminos.Refined, error) { return silly(), nil }}, 2, 2,
			1, false},
	} {
		w := newTestTarget(t)
		e := newRefining(c.passes...)
		r := w.refineRun(t, e, 3)
		changed := 0
		for _, p := range r.Refinement.Passes {
			if p.Changes() {
				changed++
			}
		}
		if e.asked != c.asked || len(r.Refinement.Passes) != c.recorded || changed != c.changed ||
			(len(r.Quality.Degraded) > 0) != c.degraded {
			t.Errorf("%s: %d passes, %+v, degraded %v", name, e.asked, r.Refinement, r.Quality.Degraded)
		}
		if s := r.Section("brief"); s == nil || len(s.Statements) != 1 {
			t.Errorf("%s: the brief is %+v", name, s)
		}
	}
}

// silly returns changes that name nothing which exists.
func silly() *luminos.Refined {
	unknown := luminos.Flag{Path: "gone", Finding: "Nothing.", Severity: "grave"}
	return &luminos.Refined{
		Synthesis: luminos.Synthesis{
			Sections: []luminos.Section{{}, {ID: "brief"}, {ID: "open_questions"}},
			Flags:    []luminos.Flag{{Severity: luminos.Critical}},
			Reviews:  []luminos.Review{{Flag: unknown, Verdict: luminos.Withdrawn, Reason: "So."}, {}}, Worst: []luminos.Flag{},
		},
		Answers: []luminos.Settled{{}, {Path: "gone", Answer: luminos.Answer{Question: "Why?", Answer: "So."}}}, Looked: 1,
	}
}

// An unchanged run asks nothing, and a run with other settings of refinement asks for it anew.
func TestRefinementIsPartOfTheKeyOfAReport(t *testing.T) {
	t.Parallel()
	w := newTestTarget(t)
	w.refineRun(t, newRefining(), 0)
	for i, c := range []struct {
		refine, asked, units int
		unchanged            bool
	}{{1, 1, 0, false}, {1, 0, 0, true}, {2, 1, 0, false}, {0, 0, 0, false}, {0, 0, 0, true}} {
		e := newRefining(nothing(1))
		r := w.refineRun(t, e, c.refine)
		if e.asked != c.asked || len(e.units) != c.units || r.Run.Memory.Unchanged != c.unchanged {
			t.Errorf("run %d: %d refinements, %d units, %+v", i, e.asked, len(e.units), r.Run.Memory)
		}
	}
}

// Another bound of low confidence gives a refinement another input.
func TestRefinementDependsOnTheBoundOfLowConfidence(t *testing.T) {
	t.Parallel()
	w := newTestTarget(t)
	var told [][]luminos.Path
	for range 2 {
		for _, bound := range []float64{0, 0.001} {
			e := newRefining(func(d *luminos.Dossier) (*luminos.Refined, error) {
				told = append(told, d.Doubtful)
				return &luminos.Refined{}, nil
			})
			opts := e.options()
			opts.Engine, opts.Refine, opts.LowConfidence = e, 1, bound
			if _, err := w.remembered(t.Context(), opts); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(told) < 2 || len(told[0]) == 0 || len(told[1]) != 0 {
		t.Errorf("the doubtful directories were %v", told)
	}
}

// Answers do not change the entries that wait to be stored.
func TestAnswersLeaveStoredEntriesAlone(t *testing.T) {
	stored := []luminos.Entry{{Path: "a", Answers: []luminos.Answer{{Question: "Why?"}}}}
	d := &luminos.Dossier{Entries: slices.Clone(stored)}
	s := &luminos.Synthesis{}
	got := settle(d, s, []luminos.Settled{{Path: "a", Answer: luminos.Answer{Question: "Why?", Answer: "So."}}})
	if len(got) != 1 || d.Entries[0].Answers[0].Answer != "So." || stored[0].Answers[0].Answer != "" {
		t.Errorf("answered %v; the entries are %+v, stored %+v", got, d.Entries, stored)
	}
}

// The second reader judges an answer to a question of the report as a sentence. The claims of other answers are
// judged in their entries.
func TestAnswersAreJudged(t *testing.T) {
	d := &luminos.Dossier{Entries: []luminos.Entry{{Path: "a", Answers: []luminos.Answer{{Question: "Why?"}}}}}
	s := &luminos.Synthesis{}
	settle(d, s, []luminos.Settled{
		{Path: "a", Answer: luminos.Answer{Question: "Why?", Answer: "So."}},
		{Answer: luminos.Answer{Question: "When?", Answer: "Now."}},
	})
	var judged []string
	eachJudged(&luminos.Report{Sections: s.Sections}, func(_ string, st *luminos.Statement) {
		judged = append(judged, st.Text)
	})
	if !slices.Equal(judged, []string{"When? Now."}) {
		t.Errorf("judged: %q", judged)
	}
}
