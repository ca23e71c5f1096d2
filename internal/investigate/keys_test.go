package investigate

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

// TestChangeOfTiersIsNoReasonToAskAgain has a plan made again that gives other
// turns to the same directories.
func TestChangeOfTiersIsNoReasonToAskAgain(t *testing.T) {
	t.Parallel()
	w := newTestTarget(t)
	plan := func(p luminos.Plan) func(*luminos.Facts) *luminos.Plan {
		return func(*luminos.Facts) *luminos.Plan { return &p }
	}
	first := &fakeEngine{plan: plan(luminos.Plan{Shallow: planned("docs", "lib/big")})}
	w.mustRun(t, first, 2)
	again := &fakeEngine{
		plan:     plan(luminos.Plan{Priority: planned("docs", "lib/big"), Shallow: planned("data", ".")}),
		versions: map[luminos.Pass]string{luminos.PassPlan: "2"},
	}
	r := w.mustRun(t, again, 2)
	if again.plans != 1 || len(first.units) == 0 {
		t.Fatalf("%d plans, %d units at first", again.plans, len(first.units))
	}
	if diff := cmp.Diff([]luminos.Path(nil), again.answered()); diff != "" {
		t.Errorf("asked again after a change of tiers alone (-want +got):\n%s", diff)
	}
	if got := r.Entries[0].Tier; got != luminos.TierShallow {
		t.Errorf("the entry of the target has the tier %s", got)
	}
}

// TestPlanFollowsTheSurvey changes the version of the survey pass, with and
// without another description of the target.
func TestPlanFollowsTheSurvey(t *testing.T) {
	t.Parallel()
	w := newTestTarget(t)
	w.mustRun(t, &fakeEngine{}, 2)
	for _, c := range []struct {
		version, survey, notes string
		plans                  int
	}{{"2", "", "", 0}, {"3", "Another target.", "", 1}, {"4", "Another target.", "", 0}, {"5", "Another target.", "Worth knowing.", 1}} {
		e := &fakeEngine{survey: c.survey, notes: c.notes, versions: map[luminos.Pass]string{luminos.PassSurvey: c.version}}
		w.mustRun(t, e, 2)
		if e.surveys != 1 || e.plans != c.plans {
			t.Errorf("survey %q: %d surveys and %d plans, want 1 and %d", c.survey, e.surveys, e.plans, c.plans)
		}
	}
}

// TestVersionsOfPassesAreIndependent changes the version of one pass at a time.
func TestVersionsOfPassesAreIndependent(t *testing.T) {
	t.Parallel()
	for pass, want := range map[luminos.Pass][3]bool{ // surveys, plans, units
		luminos.PassSurvey: {true, false, false}, luminos.PassPlan: {false, true, false},
		luminos.PassDirectories: {false, false, true}, luminos.PassSynthesis: {false, false, false},
	} {
		w := newTestTarget(t)
		w.mustRun(t, &fakeEngine{}, 2)
		e := &fakeEngine{versions: map[luminos.Pass]string{pass: "2"}}
		r := w.mustRun(t, e, 2)
		if got := [3]bool{e.surveys > 0, e.plans > 0, len(e.units) > 0}; got != want {
			t.Errorf("another version of %s asks for surveys, plans and units: %v, want %v", pass, got, want)
		}
		if r.Run.Memory.Unchanged {
			t.Errorf("another version of %s gives the report of the version before", pass)
		}
	}
}

// TestEvaluationAddsUp compares all sums of an evaluation with its rows, and the
// rows with the units that were investigated.
func TestEvaluationAddsUp(t *testing.T) {
	t.Parallel()
	w := newTestTarget(t)
	e := &fakeEngine{borrow: true}
	w.mustRun(t, e, 2)
	write(t, w.dir, "fresh/one.txt", "One.\n") // another directory: the plan is asked for with the evaluation
	next := &fakeEngine{borrow: true}
	w.mustRun(t, next, 2)
	last := next.dossier.Last
	if last == nil {
		t.Fatal("the plan was made without the evaluation of the run before")
	}
	given := map[luminos.Path]int{}
	for i := range e.units {
		given[e.units[i].Path()] = e.units[i].Turns
	}
	var allocated, used, investigated int
	for _, d := range last.PerDirectory {
		allocated += d.TurnsAllocated
		used += d.TurnsUsed
		if d.Tier != luminos.TierSkip {
			investigated++
		}
		if d.TurnsAllocated != given[d.Dir] || d.TurnsUsed != e.used[d.Dir] {
			t.Errorf("%s has %d of %d turns, want %d of %d", d.Dir, d.TurnsUsed, d.TurnsAllocated, e.used[d.Dir], given[d.Dir])
		}
	}
	if allocated == 0 || last.TurnsAllocated != allocated || last.TurnsUsed != used || last.Investigated != investigated {
		t.Errorf("sums %d, %d and %d, want %d, %d and %d", last.TurnsAllocated, last.TurnsUsed, last.Investigated, allocated, used, investigated)
	}
	if want := round(float64(used) / float64(allocated)); last.OverallUtilization != want {
		t.Errorf("utilization %v, want %v", last.OverallUtilization, want)
	}
}

// TestFlagOfARuleStaysBesideAGraverOneOfAModel merges two flags with equal words.
func TestFlagOfARuleStaysBesideAGraverOneOfAModel(t *testing.T) {
	rule := luminos.Flag{Rule: luminos.RulePrivateKey, Path: "a", Finding: "It holds a key.", Severity: luminos.Concern, Source: "rules"}
	raised := luminos.Flag{Path: "a", Finding: "It  holds a KEY", Severity: luminos.Critical}
	got := merge(&luminos.Synthesis{Flags: []luminos.Flag{rule}}, &luminos.Synthesis{Flags: []luminos.Flag{raised}}, []luminos.Flag{raised}).Flags
	if diff := cmp.Diff([]luminos.Flag{rule}, got); diff != "" {
		t.Errorf("flags (-want +got):\n%s", diff)
	}
}
