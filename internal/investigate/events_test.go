package investigate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/facts"
)

// directoryEvents returns an option that appends the events of the pass of directories to the list.
func directoryEvents(opts Options, list *[]luminos.Event) Options {
	opts.Parallel = 1
	opts.Sink = func(e luminos.Event) {
		if e.Pass == luminos.PassDirectories && (e.Kind == luminos.EventProgress || e.Kind == luminos.EventUnit) && e.Path != "" {
			*list = append(*list, e)
		}
	}
	return opts
}

// TestEachUnitHasEvents checks the events of units that are asked about, that fail, that rules describe, and that are
// reused.
func TestEachUnitHasEvents(t *testing.T) {
	t.Parallel()
	w := newTestTarget(t)
	write(t, w.dir, "void/deep/x", "")
	engine := func() *fakeEngine {
		return &fakeEngine{
			fail: map[luminos.Path]error{"docs": errors.New("no answer")},
			plan: func(*luminos.Facts) *luminos.Plan { return &luminos.Plan{Skip: planned("y")} },
		}
	}
	var events []luminos.Event
	e := engine()
	r, err := w.remembered(t.Context(), directoryEvents(e.options(), &events))
	if err != nil {
		t.Fatal(err)
	}
	done, asked := 0, map[luminos.Path]bool{}
	for _, ev := range events {
		i := slices.IndexFunc(e.units, func(u luminos.Unit) bool { return u.Path() == ev.Path })
		switch {
		case ev.Total != len(r.Entries) || ev.Done < done:
			t.Errorf("%s: %d of %d after %d of %d", ev.Path, ev.Done, ev.Total, done, len(r.Entries))
		case ev.Unit == "" || ev.Kind == luminos.EventProgress && (ev.Unit != ev.Path || ev.Text != textDirectories):
			t.Errorf("event %+v after %d directories", ev, done)
		case ev.Kind == luminos.EventProgress:
			asked[ev.Unit] = true
		case ev.Failed != (ev.Unit == "docs") || !asked[ev.Unit]:
			t.Errorf("%s: failed %t, asked %t", ev.Path, ev.Failed, asked[ev.Unit])
		case i >= 0 && (ev.Turn != e.used[ev.Unit] || ev.Turns != e.units[i].Turns || ev.Done != done+len(e.units[i].Dirs)):
			t.Errorf("event %+v of the unit %s after %d directories", ev, ev.Unit, done)
		case i >= 0 && ev.Text != r.Entries[slices.IndexFunc(r.Entries, func(e luminos.Entry) bool { return e.Path == ev.Unit })].Summary:
			t.Errorf("%s: %s", ev.Unit, ev.Text)
		}
		done = ev.Done
	}
	if len(asked) != len(e.units)+1 || !asked["docs"] || asked["y"] {
		t.Errorf("asked about %v", asked)
	}
	write(t, w.dir, "new.txt", "New.\n")
	events = nil
	again := engine()
	if _, err := w.remembered(t.Context(), directoryEvents(again.options(), &events)); err != nil {
		t.Fatal(err)
	}
	for _, ev := range events {
		if new := ev.Path == "." || ev.Path == "docs"; (ev.Unit != "") != new {
			t.Errorf("event %+v of a second run", ev)
		}
	}
}

// TestAnEngineIsNotAskedAboutNothing has a directory without files, and a target without files.
func TestAnEngineIsNotAskedAboutNothing(t *testing.T) {
	src, measured := project(t)
	measured.Dirs = append(measured.Dirs, luminos.Dir{Path: "void"})
	e := &fakeEngine{plan: func(*luminos.Facts) *luminos.Plan { return &luminos.Plan{Shallow: planned("void")} }}
	r, err := Run(t.Context(), src, measured, e.options())
	if err != nil {
		t.Fatal(err)
	}
	if slices.Contains(e.answered(), "void") || !slices.ContainsFunc(r.Entries, func(e luminos.Entry) bool { return e.Path == "void" && e.Summary != "" }) {
		t.Errorf("asked about %v", e.answered())
	}
	empty := &testTarget{dir: t.TempDir()}
	e = &fakeEngine{}
	r, err = empty.run(t.Context(), e.options())
	if err != nil || len(e.units)+e.surveys+e.plans > 0 || r.Target.Engine != e.Name() || r.Section("brief").Statements[0].Text == "It is a target." {
		t.Errorf("an empty target: %v, %d units, engine %q", err, len(e.units), r.Target.Engine)
	}
}

func TestRulesReportEvery64thDirectory(t *testing.T) {
	w := &testTarget{dir: t.TempDir()}
	for i := range 129 {
		write(t, w.dir, fmt.Sprintf("d%03d/a.txt", i), "Text.\n")
	}
	var events []luminos.Event
	if _, err := w.run(t.Context(), directoryEvents(Options{Facts: facts.Reader{}}, &events)); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range events {
		got = append(got, fmt.Sprintf("%s%s %d/%d", e.Kind, e.Text, e.Done, e.Total))
	}
	want := []string{textDirectories + " 64/130", textDirectories + " 128/130", textDirectories + " 130/130"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

// TestARunThatEndsInAPassGivesNoReport ends the context at the first and at the second event of each pass. The next run
// has the report of a run that was never stopped.
func TestARunThatEndsInAPassGivesNoReport(t *testing.T) {
	t.Parallel()
	w := newTestTarget(t)
	want := withoutRun(w.mustRun(t, &fakeEngine{}, 2))
	for _, pass := range luminos.Passes() {
		if pass == luminos.PassScan || pass == luminos.PassParsing {
			continue
		}
		for n := range 2 {
			w.cache = t.TempDir()
			ctx, cancel := context.WithCancel(t.Context())
			var seen atomic.Int64 // events arrive from several goroutines
			opts := (&fakeEngine{}).options()
			opts.Parallel = 1
			opts.Sink = func(e luminos.Event) {
				if e.Pass == pass && seen.Add(1) == int64(n)+1 {
					cancel()
				}
			}
			r, err := w.remembered(ctx, opts)
			cancel()
			if seen.Load() <= int64(n) {
				continue // the pass has one event only
			}
			if r != nil || !errors.Is(err, context.Canceled) {
				t.Errorf("ended at event %d of %s: a report %t, %v", n, pass, r != nil, err)
			}
			got := w.mustRun(t, &fakeEngine{}, 2)
			if got.Run.Memory.Unchanged || !got.Run.Memory.Resumed {
				t.Errorf("ended at event %d of %s: the next run has %+v", n, pass, got.Run.Memory)
			}
			wantSame(t, fmt.Sprintf("ended at event %d of %s", n, pass), want, withoutRun(got))
		}
	}
}

// unparsed reads facts as if the process with the parsers had failed.
type unparsed struct{ facts.Reader }

func (u unparsed) Read(ctx context.Context, src luminos.Source, scan *luminos.Scan, sink luminos.Sink) (*luminos.Facts, error) {
	f, err := u.Reader.Read(ctx, src, scan, sink)
	if err == nil {
		f.Unparsed = errors.New("no process")
	}
	return f, err
}

// failedFacts cannot read facts.
type failedFacts struct{ facts.Reader }

func (failedFacts) Read(context.Context, luminos.Source, *luminos.Scan, luminos.Sink) (*luminos.Facts, error) {
	return nil, errBroken
}

func TestFactsThatFail(t *testing.T) {
	src, measured := project(t)
	r, err := Run(t.Context(), src, measured, Options{Facts: unparsed{}})
	if err != nil {
		t.Fatal(err)
	}
	want := []luminos.Degradation{{Pass: luminos.PassParsing, Reason: "no process", Instead: "source files were read by patterns only"}}
	if diff := cmp.Diff(want, r.Quality.Degraded); diff != "" {
		t.Errorf("degraded (-want +got):\n%s", diff)
	}
	if r, err := Run(t.Context(), src, measured, Options{Facts: failedFacts{}}); r != nil || !errors.Is(err, errBroken) || err.Error() != "running the pass facts: the engine is broken" {
		t.Errorf("without facts: %v", err)
	}
}

// TestTimings adds the two parts of a pass and counts the seconds of the scan.
func TestTimings(t *testing.T) {
	w := newTestTarget(t)
	now := w.now()
	opts := (&fakeEngine{}).options()
	opts.Clock, opts.ScanSeconds, opts.Parallel = now, 2.5, 1
	opts.ID, opts.Root, opts.Version = "id", "/t", "v1"
	r, err := w.remembered(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	var passes []luminos.Pass
	sum := 0.0
	for _, timing := range r.Run.Timings {
		passes = append(passes, timing.Pass)
		sum += timing.Seconds
	}
	want := slices.DeleteFunc(luminos.Passes(), func(p luminos.Pass) bool {
		// No claim is of a model, the target is not large, and no refinement is asked for.
		return p == luminos.PassParsing || p == luminos.PassJudge || p == luminos.PassGrouping || p == luminos.PassRefine
	})
	if diff := cmp.Diff(want, passes); diff != "" {
		t.Errorf("passes (-want +got):\n%s", diff)
	}
	seconds := map[luminos.Pass]float64{}
	for _, timing := range r.Run.Timings {
		seconds[timing.Pass] = timing.Seconds
	}
	// Each pass reads the clock at its start and at its end; the memory pass has two parts.
	if seconds[luminos.PassScan] != 2.5 || seconds[luminos.PassMemory] != 2 || seconds[luminos.PassFacts] != 1 {
		t.Errorf("seconds %v", seconds)
	}
	if r.Run.Seconds <= sum-0.01 || math.Mod(r.Run.Seconds, 1) != 0.5 {
		t.Errorf("%v seconds in all, %v in passes", r.Run.Seconds, sum)
	}
	if r.Run.ID != "id" || r.Run.Root != "/t" || r.Run.Version != "v1" || r.Run.Parallel != 1 {
		t.Errorf("run %+v", r.Run)
	}
}

// TestNotesOnAPlan has a plan with an invented path that skips too much.
func TestNotesOnAPlan(t *testing.T) {
	w := &testTarget{dir: t.TempDir()}
	for i := range 12 {
		write(t, w.dir, fmt.Sprintf("%c/a.txt", 'a'+i), "Text.\n")
	}
	opts := (&fakeEngine{plan: func(f *luminos.Facts) *luminos.Plan {
		p := &luminos.Plan{Shallow: planned("nowhere")}
		for i := range f.Directories {
			p.Skip = append(p.Skip, luminos.PlannedDir{Path: f.Directories[i].Path})
		}
		return p
	}}).options()
	var notes []string
	opts.Sink = func(e luminos.Event) {
		if e.Kind == luminos.EventNote && e.Pass == luminos.PassPlan {
			notes = append(notes, e.Text)
		}
	}
	if _, err := w.run(t.Context(), opts); err != nil {
		t.Fatal(err)
	}
	for i, part := range []string{"is never skipped", `"nowhere" does not exist`, "plan: it skips "} {
		if i >= len(notes) || !strings.Contains(notes[i], part) {
			t.Errorf("notes %q, want %q in the one with number %d", notes, part, i)
		}
	}
}
