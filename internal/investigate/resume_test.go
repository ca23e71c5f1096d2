package investigate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/facts"
	"luminos/internal/hostiletest"
	"luminos/internal/store"
)

func TestARunThatIsCutShortGoesOnWhereItWas(t *testing.T) {
	t.Parallel()
	quiet := &fakeEngine{borrow: true}
	w := newTestTarget(t)
	want := withoutRun(w.mustRun(t, quiet, 1))
	workers := []int{1, 4}
	if hostiletest.Shrink > 1 { // one worker shows the race detector nothing
		workers = workers[1:]
	}
	for _, parallel := range workers {
		for n := 1; n <= len(quiet.units); n += parallel {
			w.cache = t.TempDir()
			ctx, cancel := context.WithCancel(t.Context())
			cut := &fakeEngine{borrow: true, after: func(done int) {
				if done == n {
					cancel()
				}
			}}
			opts := cut.options()
			opts.Parallel = parallel
			if _, err := w.remembered(ctx, opts); !errors.Is(err, context.Canceled) {
				t.Fatalf("cut short after %d units: %v", n, err)
			}
			cancel()
			rest := &fakeEngine{borrow: true}
			got := w.mustRun(t, rest, parallel)
			wantSame(t, fmt.Sprintf("cut short after %d units, --parallel %d", n, parallel), want, withoutRun(got))
			if !got.Run.Memory.Resumed {
				t.Errorf("the run after the one that was cut short does not say that it resumed")
			}
			for _, p := range rest.answered() {
				if slices.Contains(cut.answered(), p) {
					t.Errorf("cut short after %d units: %s was investigated twice", n, p)
				}
			}
			if rest.surveys+rest.plans > 0 {
				t.Errorf("cut short after %d units: survey and plan were paid for twice", n)
			}
		}
	}
}

// TestARunThatIsKilledGoesOnWhereItWas copies the cache right after a write, as a
// kill would leave it, and resumes from the copy.
func TestARunThatIsKilledGoesOnWhereItWas(t *testing.T) {
	t.Parallel()
	w := newTestTarget(t)
	whole := &fakeEngine{borrow: true}
	var copies []string
	var answered []int // units that were answered by then
	wrote, all := 0, t.TempDir()
	w.store.Wrote = func(string) {
		if wrote++; wrote%5 != 0 {
			return
		}
		copies = append(copies, filepath.Join(all, fmt.Sprint(wrote)))
		answered = append(answered, len(whole.units))
		if err := os.CopyFS(copies[len(copies)-1], os.DirFS(w.cache)); err != nil {
			t.Error(err)
		}
	}
	want := withoutRun(w.mustRun(t, whole, 1))
	w.store.Wrote = nil
	for n := range copies {
		w.cache = copies[n]
		rest := &fakeEngine{borrow: true}
		got := w.mustRun(t, rest, 1)
		wantSame(t, fmt.Sprintf("killed after %d writes", 5*n+5), want, withoutRun(got))
		if twice := answered[n] + len(rest.units) - len(whole.units); twice > 1 {
			t.Errorf("killed after %d writes: %d units were paid for twice", 5*n+5, twice)
		}
	}
}

func TestAUnitThatFailedIsAskedAgain(t *testing.T) {
	w := newTestTarget(t)
	clean := withoutRun(w.mustRun(t, &fakeEngine{}, 2))
	w.cache = t.TempDir()
	denied := &luminos.Failure{Class: "not authorised", Err: errors.New("asking the model: no key")}
	e := &fakeEngine{fail: map[luminos.Path]error{"docs": denied}}
	r := w.mustRun(t, e, 2)
	want := []luminos.Degradation{{
		Pass: luminos.PassDirectories, Unit: "docs", Class: "not authorised", Reason: "asking the model: no key", Instead: "rules wrote its entry",
	}}
	if diff := cmp.Diff(want, r.Quality.Degraded); diff != "" {
		t.Errorf("degraded (-want +got):\n%s", diff)
	}
	again := &fakeEngine{}
	got := w.mustRun(t, again, 2)
	if diff := cmp.Diff([]luminos.Path{".", "docs"}, again.answered()); diff != "" {
		t.Errorf("asked again (-want +got):\n%s", diff)
	}
	wantSame(t, "once it no longer fails", clean, withoutRun(got))
}

// TestDegradationsAndSkipsAreInTheLog reads the log of a run in which the
// synthesis and a unit fail, the plan skips a directory, and of a target that is
// too small for a survey.
func TestDegradationsAndSkipsAreInTheLog(t *testing.T) {
	w := newTestTarget(t)
	e := noSynthesis{&fakeEngine{
		fail: map[luminos.Path]error{"docs": &luminos.Failure{Class: "unreachable", NotAsked: true, Err: errors.New("no answer")}},
		plan: func(*luminos.Facts) *luminos.Plan { return &luminos.Plan{Skip: planned("y")} },
	}}
	r, err := w.remembered(t.Context(), Options{Facts: facts.Reader{}, Engine: e})
	if err != nil {
		t.Fatal(err)
	}
	lines := readLog(t, w)
	var degraded []luminos.Degradation
	for _, l := range lines {
		if l.Kind == string(luminos.EventDegraded) {
			degraded = append(degraded, *l.Degradation)
			if l.Pass != string(l.Degradation.Pass) || l.Unit != string(l.Degradation.Unit) || l.Text != l.Degradation.String() {
				t.Errorf("line %+v of %+v", l, l.Degradation)
			}
		}
	}
	want := []luminos.Degradation{
		{Pass: luminos.PassDirectories, Unit: "docs", Class: "unreachable", NotAsked: true, Reason: "no answer", Instead: "rules wrote its entry"},
		{Pass: luminos.PassSynthesis, Reason: "the engine returned neither a result nor an error", Instead: "rules wrote it from the entries"},
	}
	if diff := cmp.Diff(want, degraded); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, r.Quality.Degraded); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
	if !slices.ContainsFunc(lines, func(l store.Line) bool { return l.Unit == "y" && strings.HasPrefix(l.Text, "skipped by the plan") }) {
		t.Error("the directory that the plan skips is not in the log")
	}

	small := &testTarget{dir: t.TempDir(), cache: t.TempDir()}
	write(t, small.dir, "a.txt", "One file.\n")
	if _, err := small.remembered(t.Context(), Options{Facts: facts.Reader{}, Engine: &fakeEngine{}}); err != nil {
		t.Fatal(err)
	}
	for _, pass := range []luminos.Pass{luminos.PassSurvey, luminos.PassPlan} {
		if !slices.ContainsFunc(readLog(t, small), func(l store.Line) bool { return l.Pass == string(pass) && l.Text == "skipped: the target is small" }) {
			t.Errorf("the log does not say that the pass %s was skipped", pass)
		}
	}
}

func readLog(t *testing.T, w *testTarget) (lines []store.Line) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(w.cache, "*", "investigation.log"))
	if err != nil || len(found) != 1 {
		t.Fatalf("logs: %q, %v", found, err)
	}
	b, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	for text := range strings.Lines(string(b)) {
		var l store.Line
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, l)
	}
	return lines
}

func TestWhatIsPartialIsCurrentUnlessAnotherRunMayDoBetter(t *testing.T) {
	for _, again := range []bool{false, true} {
		w := newTestTarget(t)
		partial := func(f *luminos.Findings) {
			f.Again = again && f.Entries[0].Path == "docs"
			f.Entries[0].Partial, f.Entries[0].PartialReason = true, "the context budget was reached"
		}
		first := w.mustRun(t, &fakeEngine{change: partial}, 2)
		if said := len(first.Quality.Degraded) > 0; said != again || first.Quality.Partial == 0 {
			t.Errorf("again %v: degraded %v, %d partial", again, first.Quality.Degraded, first.Quality.Partial)
		}
		write(t, w.dir, "new.txt", "New.\n")
		want := []luminos.Path{"."}
		if again {
			want = append(want, "docs")
		}
		e := &fakeEngine{change: partial}
		w.mustRun(t, e, 2)
		if diff := cmp.Diff(want, e.answered()); diff != "" {
			t.Errorf("again %v: investigated (-want +got):\n%s", again, diff)
		}
	}
}

func TestRulesInvestigateAgainOnlyWhatChanged(t *testing.T) {
	w := newTestTarget(t)
	first, err := w.investigated(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	write(t, w.dir, "x/y/1.txt", "Changed.\n")
	second, err := w.investigated(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if m := second.Run.Memory; m.Investigated != 3 || m.Reused != len(first.Entries)-3 {
		t.Errorf("of %d directories %d were investigated and %d reused, want 3 and the rest", len(first.Entries), m.Investigated, m.Reused)
	}
}
