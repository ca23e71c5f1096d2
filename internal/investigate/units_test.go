package investigate

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"luminos"
	"luminos/internal/facts"
	"luminos/internal/localdir"
	"luminos/internal/scan"
	"luminos/internal/store"
)

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// newTestTarget returns a target with the sample tree.
func newTestTarget(t *testing.T) *testTarget {
	t.Helper()
	dir := t.TempDir()
	w := &testTarget{dir: filepath.Join(dir, "target"), cache: filepath.Join(dir, "cache")}
	writeSampleTree(t, w.dir)
	return w
}

// mustRun runs an investigation that remembers, to its end.
func (w *testTarget) mustRun(t *testing.T, e *fakeEngine, parallel int) *luminos.Report {
	t.Helper()
	opts := e.options()
	opts.Parallel = parallel
	r, err := w.remembered(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	if m := r.Run.Memory; m.Failed != "" || len(m.Problems) > 0 || len(m.Volatile) > 0 {
		t.Fatalf("memory: %+v", m)
	}
	e.checkUnits(t)
	return r
}

func wantSame(t *testing.T, what, want, got string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: the report differs (-want +got):\n%s", what, diff)
	}
}

func TestAnyNumberOfWorkersGivesTheSameReport(t *testing.T) {
	w := newTestTarget(t)
	want := ""
	for _, parallel := range []int{1, 2, 3, 16} {
		e := &fakeEngine{borrow: true}
		opts := e.options()
		opts.Parallel = parallel
		r, err := w.run(t.Context(), opts)
		if err != nil {
			t.Fatal(err)
		}
		e.checkUnits(t)
		if len(e.units) < 8 || !slices.ContainsFunc(e.units, func(u luminos.Unit) bool { return len(u.Dirs) > 1 }) {
			t.Fatalf("the woods have too few units: %v", e.answered())
		}
		if want == "" {
			want = withoutRun(r)
		}
		wantSame(t, fmt.Sprint("--parallel ", parallel), want, withoutRun(r))
	}
}

func TestAPoolIsWhatIsLeftBelow(t *testing.T) {
	w := newTestTarget(t)
	e := &fakeEngine{
		plan:   func(*luminos.Facts) *luminos.Plan { return &luminos.Plan{} },
		change: func(f *luminos.Findings) { f.Turns = DefaultTurns.Default - 1 }, // little, so that no pool is full
	}
	r, err := w.run(t.Context(), Options{Facts: facts.Reader{}, Engine: e})
	if err != nil {
		t.Fatal(err)
	}
	_, dirs, tier := unitsOf(t, w, r.Plan)
	f := cut(dirs, tier, true)
	a := allot(DefaultTurns, f, dirs, tier, r.Plan)
	lent := false
	for i := range e.units {
		u := &e.units[i]
		left := a.share
		for j, members := range f.units {
			p := dirs[members[0]].Path
			if p != u.Path() && p.Within(u.Path()) {
				left += a.turns[j] - e.used[p]
			}
		}
		lent = lent || left > a.share
		if want := max(0, min(left, DefaultTurns.Most-u.Turns)); u.Pool != want {
			t.Errorf("the pool of %s is %d, want %d", u.Path(), u.Pool, want)
		}
	}
	if !lent {
		t.Error("nothing was left anywhere")
	}
}

func TestOneWorkerKeepsToThePlan(t *testing.T) {
	w := newTestTarget(t)
	var want []luminos.Path
	for range 3 {
		e := &fakeEngine{}
		opts := e.options()
		opts.Parallel = 1
		if _, err := w.run(t.Context(), opts); err != nil {
			t.Fatal(err)
		}
		var got []luminos.Path
		for i := range e.units {
			got = append(got, e.units[i].Path())
		}
		if want == nil {
			want = got
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the order differs:\n%s", diff)
		}
	}
}

// TestIncrementalEqualsCleanWithAModel is TestIncrementalEqualsClean for units of
// several directories. No unit borrows turns: the turns that a unit may borrow
// depend on the whole tree, and its entry must not.
func TestIncrementalEqualsCleanWithAModel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := newEditedTarget(t, 5, 20)
		for range rapid.IntRange(1, 5).Draw(t, "steps") {
			e, clean := &fakeEngine{}, &fakeEngine{}
			got, err := w.remembered(context.Background(), e.options())
			if err != nil {
				t.Fatal(err)
			}
			want, err := w.run(context.Background(), clean.options())
			if err != nil {
				t.Fatal(err)
			}
			e.checkUnits(t)
			if m := got.Run.Memory; m.Failed != "" || len(m.Problems) > 0 || len(m.Volatile) > 0 {
				t.Fatalf("memory: %+v", m)
			}
			if diff := cmp.Diff(withoutRun(want), withoutRun(got)); diff != "" {
				t.Fatalf("after\n%s\nthe report is not that of a clean run (-clean +incremental):\n%s", strings.Join(w.log, "\n"), diff)
			}
			for range rapid.IntRange(1, 3).Draw(t, "edits") {
				w.edit(t)
			}
		}
	})
}

// unitsOf returns the units of the sample tree under a plan.
func unitsOf(t *testing.T, w *testTarget, plan *luminos.Plan) (*unitTree, []luminos.DirFacts, []luminos.Tier) {
	t.Helper()
	src, err := localdir.Open(w.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	measured, err := scan.Dir(t.Context(), src, w.scan)
	if err != nil {
		t.Fatal(err)
	}
	f, err := facts.Of(t.Context(), src, measured, facts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x := indexFacts(&luminos.Dossier{Results: luminos.Results{Scan: measured, Facts: f, Plan: plan}}, false)
	return cut(f.Directories, x.tier, true), f.Directories, x.tier
}

func TestAnEditIsInvestigatedInItsUnitAndThoseAboveOnly(t *testing.T) {
	t.Parallel()
	w := newTestTarget(t)
	first := w.mustRun(t, &fakeEngine{}, 2)
	f, dirs, tier := unitsOf(t, w, first.Plan)
	for i := range dirs {
		if dirs[i].Files == 0 {
			continue
		}
		name := string(dirs[i].Path) + "/" + dirs[i].Samples[0]
		write(t, w.dir, name, "Changed in "+name+".\n")
		want := []luminos.Path{}
		for u := f.unitOf[i]; u >= 0; u = f.above[u] {
			if tier[f.units[u][0]] != luminos.TierSkip {
				want = append(want, dirs[f.units[u][0]].Path)
			}
		}
		slices.Sort(want)
		e := &fakeEngine{}
		w.mustRun(t, e, 2)
		if diff := cmp.Diff(want, e.answered()); diff != "" {
			t.Errorf("after a change of %s these units were investigated (-want +got):\n%s", name, diff)
		}
		if e.surveys+e.plans > 0 {
			t.Errorf("survey and plan were asked for again, though no directory came or went")
		}
	}
	write(t, w.dir, "fresh/one.txt", "One.\n")
	e := &fakeEngine{}
	w.mustRun(t, e, 2)
	if e.surveys != 1 || e.plans != 1 {
		t.Errorf("with another directory there were %d surveys and %d plans, want one of each", e.surveys, e.plans)
	}
	if len(e.dossier.Known) == 0 || e.dossier.Last == nil || e.dossier.Last.TurnsUsed == 0 {
		t.Errorf("the plan was not told of the run before: known %v, last %+v", e.dossier.Known, e.dossier.Last)
	}
	other := &fakeEngine{version: "2"}
	w.mustRun(t, other, 2)
	all := &fakeEngine{}
	if _, err := w.run(t.Context(), all.options()); err != nil {
		t.Fatal(err)
	}
	if len(other.units) != len(all.units) || other.plans != 1 {
		t.Errorf("another version investigated %d units of %d", len(other.units), len(all.units))
	}
}

// TestInvalidFindingsAreLeftOut has an engine return invalid findings. The report
// and the cache must be complete and contain none of them.
func TestInvalidFindingsAreLeftOut(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*luminos.Findings){
		"files of others": func(f *luminos.Findings) {
			f.Files = append(f.Files, luminos.FileEntry{Path: "../etc/passwd", Summary: "x"})
		},
		"files saying none":  func(f *luminos.Findings) { f.Files = append(f.Files, luminos.FileEntry{Path: "main.go"}) },
		"bytes that are not": func(f *luminos.Findings) { f.Entries[0].Summary += "\xff"; f.Entries[0].ConfidenceReason = "\xfe" },
		"flags of rules": func(f *luminos.Findings) {
			f.Flags = append(f.Flags, luminos.Flag{Path: f.Entries[0].Path, Finding: "y", Source: "rules"})
		},
		"flags of others": func(f *luminos.Findings) {
			f.Flags = append(f.Flags, luminos.Flag{Path: "elsewhere/x", Finding: "z"})
			f.Read = append(f.Read, "elsewhere/x")
		},
		"flags of nothing":  func(f *luminos.Findings) { f.Flags = append(f.Flags, luminos.Flag{}) },
		"counts below none": func(f *luminos.Findings) { f.Turns, f.ToolCalls, f.ToolErrors = -5, -1, 7 },
		"no entries":        func(f *luminos.Findings) { f.Entries = nil },
		"other directories": func(f *luminos.Findings) { f.Entries[0].Path = "elsewhere" },
		"no summary":        func(f *luminos.Findings) { f.Entries[0].Summary = "" },
		"too sure":          func(f *luminos.Findings) { f.Entries[0].Confidence = 7 },
	} {
		t.Run(name, func(t *testing.T) {
			w := newTestTarget(t)
			r := w.mustRun(t, &fakeEngine{change: spoil}, 2)
			for _, e := range r.Entries {
				if err := store.CheckEntry(&e); err != nil {
					t.Errorf("%s: %v", e.Path, err)
				}
			}
			for _, f := range r.Flags {
				if f.Finding == "y" && f.Source != "agent" || f.Finding == "" || f.Finding == "z" {
					t.Errorf("flag %+v", f)
				}
			}
			if q := r.Quality; q.TurnUtilization < 0 || q.ToolErrorRate < 0 || q.ToolErrorRate > 1 {
				t.Errorf("quality %+v", q)
			}
			if len(r.Quality.Degraded) > 0 {
				return // nothing that was refused is kept
			}
			next := &fakeEngine{change: spoil}
			write(t, w.dir, "new.txt", "New.\n")
			w.mustRun(t, next, 2)
			if diff := cmp.Diff([]luminos.Path{"."}, next.answered()); diff != "" {
				t.Errorf("what was kept is not current (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheReportTellsOfTurnsAndOfWhatAModelRead(t *testing.T) {
	w := newTestTarget(t)
	e := &fakeEngine{}
	opts := e.options()
	opts.Complete = func(r *luminos.Run) { r.Spending = &luminos.Spending{Calls: 3} }
	r, err := w.run(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	used, failed := 0, 0
	for i := range e.units {
		used += 1 + hash(e.units[i].Path())%LeastTurns
		failed += (hash(e.units[i].Path()) % 3) * len(e.units[i].Dirs)
		for k := range e.units[i].Files {
			if hash(e.units[i].Files[k].Path)%2 == 0 {
				failed += hash(e.units[i].Path()) % 2
			}
		}
	}
	if r.Run.Spending == nil || r.Run.Spending.Calls != 3 {
		t.Errorf("spending: %+v", r.Run.Spending)
	}
	if r.Quality.TurnUtilization <= 0 || r.Quality.ToolErrorRate <= 0 {
		t.Errorf("quality: %+v", r.Quality)
	}
	if got := r.Quality.CitationsRefused; got != failed || r.Quality.Citations != len(r.Claims) {
		t.Errorf("%d claims that failed when they were made are counted, want %d", got, failed)
	}
	i := slices.IndexFunc(r.Coverage.Reasons, func(c luminos.CoverageReason) bool { return c.Reason == "read by the model" })
	if i < 0 || r.Coverage.Reasons[i].Files < 2 {
		t.Errorf("coverage: %+v", r.Coverage.Reasons)
	}
	if r.Section("brief").Statements[0].Text != "It is a target." || r.Section("detailed") == nil {
		t.Errorf("sections are not those of the engine over those of rules")
	}
	if len(r.Files) < 2 || !slices.IsSortedFunc(r.Files, compareFiles) {
		t.Errorf("the entries of %d files are not sorted", len(r.Files))
	}
	if r.Target.Engine != "fakeEngine" || used == 0 {
		t.Errorf("engine %q", r.Target.Engine)
	}
	if !slices.ContainsFunc(r.Flags, func(f luminos.Flag) bool { return f.Source == "agent" && len(f.Claims) > 0 }) {
		t.Errorf("no flag of the engine with a claim")
	}
}

// Open questions in the units below give a unit more turns, with a note.
func TestAPlanIsRefinedAsItGoes(t *testing.T) {
	w := newTestTarget(t)
	e := &fakeEngine{
		plan: func(*luminos.Facts) *luminos.Plan { return &luminos.Plan{Order: leafFirst} },
		change: func(f *luminos.Findings) {
			for i := range f.Entries {
				f.Entries[i].Confidence = 0.2
			}
		},
	}
	opts := e.options()
	var told []string
	opts.Sink = func(ev luminos.Event) {
		if strings.Contains(ev.Text, "the plan is refined") {
			told = append(told, string(ev.Unit)+": "+ev.Text)
		}
	}
	opts.Parallel = 1
	if _, err := w.run(t.Context(), opts); err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(e.units, func(u luminos.Unit) bool { return u.Path() == luminos.Root })
	if e.units[i].Turns != DefaultTurns.Priority || !slices.ContainsFunc(told, func(s string) bool { return strings.HasPrefix(s, ".: the plan is refined: 15 turns instead of 10") }) {
		t.Errorf("the target has %d turns; told: %q", e.units[i].Turns, told)
	}
}

// A unit with priority and few files of its own has fewer turns if all units below it are understood.
func TestAUnitOverUnderstoodOnesHasFewerTurns(t *testing.T) {
	for own, turns := range map[int]int{2: 10, 3: 15} {
		w := &testTarget{dir: t.TempDir()}
		for i := range own {
			write(t, w.dir, fmt.Sprint("own", i, ".txt"), "Text.\n")
		}
		for i := range 8 {
			write(t, w.dir, fmt.Sprintf("%c/%d.txt", 'a'+i%2, i), "Text.\n")
		}
		e := &fakeEngine{
			plan:   func(*luminos.Facts) *luminos.Plan { return &luminos.Plan{Priority: planned(".")} },
			change: func(f *luminos.Findings) { f.Entries[0].Confidence = 0.9 },
		}
		opts := e.options()
		opts.Parallel = 1
		if _, err := w.run(t.Context(), opts); err != nil {
			t.Fatal(err)
		}
		if last := e.units[len(e.units)-1]; last.Path() != luminos.Root || last.Turns != turns {
			t.Errorf("%s has %d turns with %d files, want %d", last.Path(), last.Turns, own, turns)
		}
	}
}

func TestAFailedSynthesisLeavesThatOfRulesAndTheFlags(t *testing.T) {
	w := newTestTarget(t)
	r, err := w.run(t.Context(), Options{Facts: facts.Reader{}, Engine: noSynthesis{&fakeEngine{}}})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Quality.Degraded) != 1 || r.Section("brief") == nil || r.Section("brief").Title == "" {
		t.Errorf("degraded %v", r.Quality.Degraded)
	}
	if !slices.ContainsFunc(r.Flags, func(f luminos.Flag) bool { return f.Source == "agent" }) {
		t.Errorf("flags of the loops are lost")
	}
}

// noSynthesis gives no synthesis, and no error either.
type noSynthesis struct{ *fakeEngine }

func (noSynthesis) Synthesize(context.Context, *luminos.Dossier) (*luminos.Synthesis, error) {
	return nil, nil
}
