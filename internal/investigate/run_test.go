package investigate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"

	"luminos"
	"luminos/internal/facts"
	"luminos/internal/localdir"
	"luminos/internal/rules"
	"luminos/internal/scan"
)

// project returns a small directory, opened and scanned.
func project(t *testing.T) (luminos.Source, *luminos.Scan) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":             "module example.org/kite\n",
		"README.md":          "# Kite\n\nKite flies kites in any wind.\n",
		"main.go":            "// Command kite flies kites.\npackage main\n\nimport \"example.org/kite/fly\"\n\nfunc main() { fly.Up() }\n",
		"fly/fly.go":         "// Package fly flies.\npackage fly\n\n// Up goes up.\nfunc Up() {}\n",
		"fly/fly_test.go":    "package fly\n\nimport \"testing\"\n\nfunc TestUp(t *testing.T) { Up() }\n",
		"fly/wind/wind.go":   "package wind\n\nfunc Blow() {}\n",
		"data/flights.csv":   "day,height\n2024-01-01,10\n2024-01-02,12\n",
		"data/deep/a/b/c.md": "# Notes\n\nNothing much.\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	src, err := localdir.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { src.Close() })
	measured, err := scan.Dir(t.Context(), src, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return src, measured
}

func TestARunWithRulesGivesAVerifiedReport(t *testing.T) {
	src, measured := project(t)
	r, err := Run(t.Context(), src, measured, Options{Facts: facts.Reader{}, ID: "id", Root: "/x"})
	if err != nil {
		t.Fatal(err)
	}
	if r.Quality.Citations == 0 || r.Quality.Citations != r.Quality.CitationsFound {
		for _, c := range r.Claims {
			if c.Verdict != luminos.Found {
				t.Errorf("claim %s at %s: %s (%s)", c.ID, c.Path, c.Verdict, c.Reason)
			}
		}
		t.Errorf("made %d claims, verified %d", r.Quality.Citations, r.Quality.CitationsFound)
	}
	if len(r.Entries) != len(measured.Dirs) {
		t.Errorf("%d entries for %d directories", len(r.Entries), len(measured.Dirs))
	}
	if r.Section("brief") == nil || len(r.Quality.Degraded) != 0 {
		t.Errorf("brief %v, degraded %v", r.Section("brief"), r.Quality.Degraded)
	}
	if c := r.Coverage; c.Read+c.Sampled+c.Measured+c.Skipped != c.Files || c.Files != len(measured.Files) {
		t.Errorf("coverage does not add up: %+v for %d files", c, len(measured.Files))
	}
}

func TestTheReportDoesNotDependOnTheNumberOfWorkers(t *testing.T) {
	src, measured := project(t)
	var first []byte
	for _, parallel := range []int{1, 2, 16} {
		r, err := Run(t.Context(), src, measured, Options{Facts: facts.Reader{}, Parallel: parallel})
		if err != nil {
			t.Fatal(err)
		}
		r.Run = luminos.Run{}
		got, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = got
		} else if !bytes.Equal(first, got) {
			t.Errorf("the report at --parallel %d differs from that at 1", parallel)
		}
	}
}

// brokenEngine fails in some passes, and records the units that it was asked about.
type brokenEngine struct {
	rules.Engine
	fail map[luminos.Pass]bool
	// panics states that it panics where it would fail.
	panics bool
	mu     sync.Mutex
	seen   []luminos.Path
}

// broken returns the error of a pass that fails, or panics with it.
func (e *brokenEngine) broken() error {
	if e.panics {
		panic(errBroken)
	}
	return errBroken
}

var errBroken = errors.New("the engine is broken")

func (e *brokenEngine) Name() string { return "broken" }

func (e *brokenEngine) Survey(ctx context.Context, d *luminos.Dossier) (*luminos.Survey, error) {
	if e.fail[luminos.PassSurvey] {
		return nil, e.broken()
	}
	return e.Engine.Survey(ctx, d)
}

func (e *brokenEngine) Plan(ctx context.Context, d *luminos.Dossier) (*luminos.Plan, error) {
	if e.fail[luminos.PassPlan] {
		return nil, e.broken()
	}
	return e.Engine.Plan(ctx, d)
}

func (e *brokenEngine) Investigate(ctx context.Context, u luminos.Unit) (luminos.Findings, error) {
	e.mu.Lock()
	e.seen = append(e.seen, u.Dirs[0].Path)
	e.mu.Unlock()
	for _, c := range u.Children {
		if c.Summary == "" {
			return luminos.Findings{}, fmt.Errorf("%s was investigated before its child", u.Dirs[0].Path)
		}
	}
	if e.fail[luminos.PassDirectories] {
		return luminos.Findings{}, e.broken()
	}
	return e.Engine.Investigate(ctx, u)
}

func (e *brokenEngine) Synthesize(ctx context.Context, d *luminos.Dossier) (*luminos.Synthesis, error) {
	if e.fail[luminos.PassSynthesis] {
		return nil, e.broken()
	}
	return e.Engine.Synthesize(ctx, d)
}

func TestEachPassDegradesOnItsOwn(t *testing.T) {
	src, measured := project(t)
	for _, pass := range []luminos.Pass{luminos.PassSurvey, luminos.PassPlan, luminos.PassDirectories, luminos.PassSynthesis} {
		for _, panics := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, panics %t", pass, panics), func(t *testing.T) {
				e := &brokenEngine{fail: map[luminos.Pass]bool{pass: true}, panics: panics}
				r, err := Run(t.Context(), src, measured, Options{Facts: facts.Reader{}, Engine: e})
				if err != nil {
					t.Fatal(err)
				}
				want := errBroken.Error()
				if panics {
					want = "the engine panicked: " + want
				}
				if q := r.Quality; len(q.Degraded) == 0 || q.Degraded[0].Pass != pass || q.Degraded[0].Reason != want {
					t.Errorf("the report does not say what degraded: %v", r.Quality.Degraded)
				}
				if r.Section("brief") == nil || len(r.Entries) != len(measured.Dirs) {
					t.Errorf("there is always a report: %d entries", len(r.Entries))
				}
				if pass == luminos.PassDirectories && r.Quality.Partial != len(r.Entries) {
					t.Errorf("%d of %d entries are marked partial", r.Quality.Partial, len(r.Entries))
				}
			})
		}
	}
}

func TestChildrenComeBeforeTheirParents(t *testing.T) {
	src, measured := project(t)
	e := &brokenEngine{}
	if _, err := Run(t.Context(), src, measured, Options{Facts: facts.Reader{}, Engine: e, Parallel: 8}); err != nil {
		t.Fatal(err)
	}
	at := map[luminos.Path]int{}
	for i, p := range e.seen {
		at[p] = i
	}
	for p, i := range at {
		if p != luminos.Root && at[p.Dir()] < i {
			t.Errorf("%s was investigated before %s", p.Dir(), p)
		}
	}
}

func TestACancelledRunEnds(t *testing.T) {
	src, measured := project(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, src, measured, Options{Facts: facts.Reader{}}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
}

// interruptedEngine ends its run while it investigates a unit.
type interruptedEngine struct {
	fakeEngine
	cancel context.CancelFunc
}

func (e *interruptedEngine) Investigate(ctx context.Context, u luminos.Unit) (luminos.Findings, error) {
	e.cancel()
	return luminos.Findings{}, ctx.Err()
}

func TestUnitOfACancelledRunIsNotDegraded(t *testing.T) {
	src, measured := project(t)
	ctx, cancel := context.WithCancel(t.Context())
	opts := Options{Facts: facts.Reader{}, Engine: &interruptedEngine{cancel: cancel}, Parallel: 1}
	var degraded []luminos.Event
	opts.Sink = func(e luminos.Event) {
		if e.Kind == luminos.EventDegraded {
			degraded = append(degraded, e)
		}
	}
	if _, err := Run(ctx, src, measured, opts); !errors.Is(err, context.Canceled) || len(degraded) > 0 {
		t.Errorf("got %v and the degradations %v", err, degraded)
	}
}

func TestDefaultNumberOfWorkersLeavesTheProcessorsAlone(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	src, measured := project(t)
	if n := newRun(src, measured, Options{}).Parallel; n != 3 || runtime.GOMAXPROCS(0) != 3 {
		t.Errorf("%d workers and then %d processors, want 3 of each", n, runtime.GOMAXPROCS(0))
	}
}

// A file that was read for facts counts as read if it was read to its end, else as sampled.
func TestCoverageOfPartsThatWereRead(t *testing.T) {
	src, measured := project(t)
	i := slices.IndexFunc(measured.Files, func(f luminos.File) bool { return f.Text && f.Size > 20 })
	f := measured.Files[i]
	measured.Files = measured.Files[i : i+1]
	d := &luminos.Dossier{Results: luminos.Results{Scan: measured, Plan: &luminos.Plan{}, Facts: &luminos.Facts{Read: []luminos.Path{f.Path}}}}
	for name, c := range map[string]struct {
		offset int64
		n      int
		text   int
		begun  bool
		whole  bool
	}{
		"all but the last byte": {n: int(f.Size) - 1},
		"in one piece":          {n: int(f.Size), whole: true},
		"its last part":         {offset: f.Size - 5, n: 100, whole: true},
		"the head of its text":  {text: int(f.Size) - 1},
		"its text":              {text: int(f.Size), whole: true},
		"its text, also by a search, and only its head for facts": {text: int(f.Size), begun: true},
	} {
		r := newRecorder(src)
		if _, err := r.Read(t.Context(), f.Path, c.offset, c.n); c.n > 0 && err != nil {
			t.Fatal(err)
		}
		if _, err := r.Text(t.Context(), f.Path, c.text); c.text > 0 && err != nil {
			t.Fatal(err)
		}
		d.Facts.Begun = nil
		if c.begun {
			d.Facts.Begun = d.Facts.Read
		}
		if got := r.coverage(d, nil); (got.Read == 1) != c.whole || (got.Sampled == 1) == c.whole {
			t.Errorf("%s of %s: %d read, %d sampled", name, f.Path, got.Read, got.Sampled)
		}
	}
}
