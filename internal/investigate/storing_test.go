package investigate

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/facts"
	"luminos/internal/store"
)

// TestStorageThatFails removes the cache after each write in turn. The run has the report of every other run, and says
// why nothing more is stored.
func TestStorageThatFails(t *testing.T) {
	t.Parallel()
	w := newTestTarget(t)
	wrote, lost := 0, 0
	run := func() *luminos.Report {
		w.cache, wrote, w.store.Wrote = filepath.Join(t.TempDir(), "cache"), 0, nil
		var begun atomic.Bool
		opts := (&fakeEngine{}).options()
		opts.Parallel, opts.Sink = 1, func(luminos.Event) { begun.Store(true) }
		w.store.Wrote = func(string) {
			if !begun.Load() {
				return
			}
			if wrote++; wrote == lost {
				os.RemoveAll(w.cache)
			}
		}
		r, err := w.remembered(t.Context(), opts)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	want := withoutRun(run())
	all := wrote
	for lost = 1; lost < all; lost += 3 {
		r := run()
		if r.Run.Memory.Failed == "" {
			t.Errorf("failing after write %d of %d: %+v", lost, all, r.Run.Memory)
		}
		wantSame(t, fmt.Sprintf("failing after write %d of %d", lost, all), want, withoutRun(r))
	}
}

// TestTheFirstErrorEndsTheStoring stores nothing more after an error.
func TestTheFirstErrorEndsTheStoring(t *testing.T) {
	m := &memory{summary: &luminos.Memory{}}
	calls := 0
	fail := func(text string) {
		m.try(func() error { calls++; return errors.New(text) })
	}
	m.try(func() error { calls++; return nil })
	fail("first")
	fail("second")
	if calls != 2 || m.summary.Failed != "first" {
		t.Errorf("%d calls, failed %q", calls, m.summary.Failed)
	}
}

// one returns the only file that matches the pattern in the cache.
func (w *testTarget) one(t *testing.T, pattern string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(w.cache, pattern))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s: %q, %v", pattern, found, err)
	}
	return found[0]
}

// TestAReportThatCannotBeStoredIsNotUsed puts a directory in the place of the stored report.
func TestAReportThatCannotBeStoredIsNotUsed(t *testing.T) {
	w := newTestTarget(t)
	w.mustRun(t, &fakeEngine{}, 2)
	report := w.one(t, "*/report.json*")
	if err := errors.Join(os.Remove(report), os.MkdirAll(filepath.Join(report, "x"), 0o700)); err != nil {
		t.Fatal(err)
	}
	opts := (&fakeEngine{}).options()
	r, err := w.remembered(t.Context(), opts)
	if err != nil || r.Run.Memory.Failed == "" || r.Run.Memory.Unchanged {
		t.Errorf("%v, %+v", err, r.Run.Memory)
	}
}

// TestAUnitWithoutAllItsFilesIsAskedAgain removes the stored entry of one file.
func TestAUnitWithoutAllItsFilesIsAskedAgain(t *testing.T) {
	w := newTestTarget(t)
	e := &fakeEngine{}
	w.mustRun(t, e, 2)
	var unit luminos.Path
	var lost luminos.Path
	for i := range e.units {
		for _, f := range e.units[i].Files {
			if e.units[i].Path() != luminos.Root && hash(f.Path)%2 == 0 {
				unit, lost = e.units[i].Path(), f.Path
			}
		}
	}
	removed := 0
	filepath.WalkDir(w.cache, func(path string, d os.DirEntry, err error) error {
		if b, _ := os.ReadFile(path); strings.Contains(string(b), fmt.Sprintf(`"path":%q`, lost)) && !strings.Contains(string(b), `"dirs"`) &&
			strings.Contains(path, string(filepath.Separator)+"files"+string(filepath.Separator)) {
			removed++
			os.Remove(path)
		}
		return err
	})
	if removed != 1 {
		t.Fatalf("%d stored entries of %s", removed, lost)
	}
	write(t, w.dir, "new.txt", "New.\n")
	again := &fakeEngine{}
	w.mustRun(t, again, 2)
	if diff := cmp.Diff([]luminos.Path{".", unit}, again.answered()); diff != "" {
		t.Errorf("asked again (-want +got):\n%s", diff)
	}
}

// TestKeysOfWhatJSONCannotHold gives a confidence and a time that JSON does not have.
func TestKeysOfWhatJSONCannotHold(t *testing.T) {
	m := &memory{inv: &store.Investigation{}}
	u := luminos.Unit{Dirs: []luminos.DirFacts{{Path: "a"}}}
	if whole, content := m.fingerprint(u, "1"); whole == "" || content == "" {
		t.Error("a unit has no fingerprint")
	}
	u.Children = []luminos.Entry{{Path: "a/b", Confidence: math.NaN()}}
	if whole, content := m.fingerprint(u, "1"); whole+content != "" {
		t.Errorf("a unit that JSON cannot hold has the fingerprints %q, %q", whole, content)
	}
	late := time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC)
	if key, err := m.reportKey("1", &luminos.Scan{SurveySignals: luminos.SurveySignals{Newest: &late}}, nil); err == nil || key != "" {
		t.Errorf("a scan that JSON cannot hold has the key %q", key)
	}
}

// TestKeysFollowTheirParts changes one part of a unit, a pass or a target at a time: every key is another, except if
// only the tier of an entry below changes, which the next run decides anew.
func TestKeysFollowTheirParts(t *testing.T) {
	digest := func(n byte) luminos.Digest { return luminos.Digest{n} }
	m := &memory{inv: &store.Investigation{}, targetState: targetState{trees: map[luminos.Path]luminos.Digest{"a": digest(1), "b": digest(2)}}}
	unit := func(change func(*luminos.Unit)) string {
		u := luminos.Unit{Dirs: []luminos.DirFacts{{Path: "a"}}, Tier: luminos.TierDefault, Children: []luminos.Entry{{Path: "a/x", Tier: luminos.TierDefault}}}
		children := u.Children
		change(&u)
		key, content := m.fingerprint(u, "1")
		if other, same := m.fingerprint(u, "2"); other == key || same != content {
			t.Error("the version is not a part of the fingerprint alone")
		}
		if children[0].Tier != luminos.TierDefault {
			t.Error("the entry of the caller has changed")
		}
		return key
	}
	same := unit(func(*luminos.Unit) {})
	for name, change := range map[string]func(*luminos.Unit){
		"directory": func(u *luminos.Unit) { u.Dirs = []luminos.DirFacts{{Path: "b"}} },
		"skipped":   func(u *luminos.Unit) { u.Tier = luminos.TierSkip },
		"children": func(u *luminos.Unit) {
			u.Children = []luminos.Entry{{Path: "a/x", Summary: "X.", Tier: luminos.TierDefault}}
		},
	} {
		if unit(change) == same {
			t.Errorf("another %s gives the same fingerprint", name)
		}
	}
	for name, change := range map[string]func(*luminos.Unit){
		"tier":             func(u *luminos.Unit) { u.Tier = luminos.TierPriority },
		"tier of children": func(u *luminos.Unit) { u.Children = []luminos.Entry{{Path: "a/x", Tier: luminos.TierShallow}} },
	} {
		if unit(change) != same {
			t.Errorf("another %s gives another fingerprint", name)
		}
	}
	if nothing := (&memory{}); nothing.passKey(luminos.PassPlan, "1", nil, nil) != "" {
		t.Error("without an investigation there are keys")
	}
	keys := map[string]string{}
	for name, key := range map[string]string{
		"plan":      m.passKey(luminos.PassPlan, "1", nil, []luminos.Dir{{Path: "a"}}),
		"survey":    m.passKey(luminos.PassSurvey, "1", nil, []luminos.Dir{{Path: "a"}}),
		"version":   m.passKey(luminos.PassPlan, "2", nil, []luminos.Dir{{Path: "a"}}),
		"basis":     m.passKey(luminos.PassPlan, "1", []string{"b"}, []luminos.Dir{{Path: "a"}}),
		"directory": m.passKey(luminos.PassPlan, "1", nil, []luminos.Dir{{Path: "b"}}),
	} {
		if other, ok := keys[key]; ok {
			t.Errorf("%s and %s have the same key", name, other)
		}
		keys[key] = name
	}
	at := time.Unix(1_700_000_000, 0)
	file := luminos.File{Path: "f", ModTime: at}
	for name, f := range map[string]luminos.File{
		"file": file, "path": {Path: "g", ModTime: at}, "time": {Path: "f", ModTime: at.Add(1)}, "executable": {Path: "f", ModTime: at, Executable: true},
		"vendored": {Path: "f", ModTime: at, Vendored: true}, "generated": {Path: "f", ModTime: at, Generated: true},
	} {
		key, err := m.reportKey("1", &luminos.Scan{Files: []luminos.File{f}}, []luminos.Digest{digest(1)})
		if other, ok := keys[key]; ok || err != nil {
			t.Errorf("%s and %s have the same key, %v", name, other, err)
		}
		keys[key] = name
	}
	if key, _ := m.reportKey("1", &luminos.Scan{Files: []luminos.File{file}}, []luminos.Digest{digest(2)}); keys[key] != "" {
		t.Error("another content gives the same key")
	}
}

// TestVolatileFilesAreNotStored changes a file after each unit: its units are investigated in the next run, others not.
func TestVolatileFilesAreNotStored(t *testing.T) {
	w := newTestTarget(t)
	plan := func(*luminos.Facts) *luminos.Plan { return &luminos.Plan{} }
	e := &fakeEngine{plan: plan, after: func(int) { write(t, w.dir, "lib/big/a.go", strings.Repeat("x", 100)) }}
	opts := e.options()
	opts.Parallel = 1
	r, err := w.remembered(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]luminos.Path{"lib/big/a.go"}, r.Run.Memory.Volatile); diff != "" {
		t.Errorf("volatile (-want +got):\n%s", diff)
	}
	again := &fakeEngine{plan: plan}
	second := w.mustRun(t, again, 1)
	if second.Run.Memory.Unchanged || !slices.Contains(again.answered(), "lib/big") || slices.Contains(again.answered(), "docs") {
		t.Errorf("asked again about %v", again.answered())
	}
}

// TestStoredFilesAreWrittenOnce counts the writes of runs by rules over an unchanged file and a changed one.
func TestStoredFilesAreWrittenOnce(t *testing.T) {
	w := newTestTarget(t)
	if _, err := w.investigated(t.Context()); err != nil {
		t.Fatal(err)
	}
	write(t, w.dir, "README.md", "# Changed\n\nIt changed.\n")
	var files int
	w.store.Wrote = func(name string) {
		if strings.Contains(filepath.ToSlash(name), "files/") {
			files++
		}
	}
	if _, err := w.remembered(t.Context(), Options{Facts: facts.Reader{}}); err != nil {
		t.Fatal(err)
	}
	if files != 1 {
		t.Errorf("%d entries of files were written for one change", files)
	}
}

// TestHistoriesOfOtherUnitsAreRemoved stores the histories of a pass, of a unit and of a unit that does not exist.
func TestHistoriesOfOtherUnitsAreRemoved(t *testing.T) {
	w := newTestTarget(t)
	names := []string{"survey", "synthesis", "directories docs", "directories gone"}
	c, err := store.Open(t.Context(), w.cache, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	inv, _, err := c.Begin(t.Context(), store.Begin{Target: w.dir, Engine: "offline"})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		j, err := inv.Journal(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(j.Append("record", true), j.Close()); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(inv.Close(), c.Close()); err != nil {
		t.Fatal(err)
	}
	kept := func() int {
		found, _ := filepath.Glob(filepath.Join(w.cache, "*", "history", "*"))
		return len(found)
	}
	if _, err := w.investigated(t.Context()); err != nil || kept() != len(names) {
		t.Errorf("after a run by rules %d of %d histories are left, %v", kept(), len(names), err)
	}
	write(t, w.dir, "new.txt", "New.\n")
	w.mustRun(t, &fakeEngine{plan: func(*luminos.Facts) *luminos.Plan { return &luminos.Plan{} }}, 1)
	if kept() != len(names)-1 {
		t.Errorf("after a run with an engine %d histories are left, want %d", kept(), len(names)-1)
	}
}

// TestChangeInAReusedUnitIsNoticed changes a file whose unit is not investigated again.
func TestChangeInAReusedUnitIsNoticed(t *testing.T) {
	w := newTestTarget(t)
	plan := func(*luminos.Facts) *luminos.Plan { return &luminos.Plan{} }
	w.mustRun(t, &fakeEngine{plan: plan}, 1)
	write(t, w.dir, "new.txt", "New.\n")
	e := &fakeEngine{plan: plan, after: func(int) { write(t, w.dir, "docs/b.md", "Changed during the run.\n") }}
	r, err := w.remembered(t.Context(), e.options())
	if err != nil || slices.Contains(e.answered(), "docs") {
		t.Fatalf("%v, asked about %v", err, e.answered())
	}
	if diff := cmp.Diff([]luminos.Path{"docs/b.md"}, r.Run.Memory.Volatile); diff != "" {
		t.Errorf("volatile (-want +got):\n%s", diff)
	}
}

// TestStoredFlagsAndEntriesAreOfTheLastRun deletes a directory between two runs.
func TestStoredFlagsAndEntriesAreOfTheLastRun(t *testing.T) {
	w := newTestTarget(t)
	w.mustRun(t, &fakeEngine{}, 1)
	if err := os.RemoveAll(filepath.Join(w.dir, "docs")); err != nil {
		t.Fatal(err)
	}
	r := w.mustRun(t, &fakeEngine{}, 1)
	flags, err := os.ReadFile(w.one(t, "*/flags.jsonl"))
	if err != nil || len(r.Flags) == 0 || strings.Count(string(flags), "\n") != len(r.Flags) {
		t.Errorf("%d flags, stored are %v\n%s", len(r.Flags), err, flags)
	}
}

// TestReturnToAnEarlierStateCostsNothing edits, deletes and adds files and undoes each change: the run on the state
// before asks about nothing, and gives the report of then.
func TestReturnToAnEarlierStateCostsNothing(t *testing.T) {
	t.Parallel()
	w := newTestTarget(t)
	want := withoutRun(w.mustRun(t, &fakeEngine{}, 1))
	for name, change := range map[string]func(string){
		"edit":   func(dir string) { write(t, dir, "docs/b.md", "Other words.\n") },
		"delete": func(dir string) { os.RemoveAll(filepath.Join(dir, "docs")) },
		"add":    func(dir string) { write(t, dir, "docs/new/a.md", "New.\n") },
	} {
		before := w.dir + " before"
		if err := errors.Join(os.Rename(w.dir, before), os.CopyFS(w.dir, os.DirFS(before))); err != nil {
			t.Fatal(err)
		}
		change(w.dir)
		e := &fakeEngine{}
		w.mustRun(t, e, 1)
		if len(e.answered()) == 0 {
			t.Errorf("%s: nothing was asked about the changed state", name)
		}
		if err := errors.Join(os.RemoveAll(w.dir), os.Rename(before, w.dir)); err != nil {
			t.Fatal(err)
		}
		back := &fakeEngine{}
		got := w.mustRun(t, back, 1)
		if back.surveys+back.plans+len(back.answered()) > 0 {
			t.Errorf("%s and undo: %d surveys, %d plans, units %q", name, back.surveys, back.plans, back.answered())
		}
		wantSame(t, name+" and undo", want, withoutRun(got))
	}
}

// TestReportOfAVolatileTargetIsNotReused changes one file during the run, and restores it with its time.
func TestReportOfAVolatileTargetIsNotReused(t *testing.T) {
	w := newTestTarget(t)
	name := filepath.Join(w.dir, "docs", "b.md")
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := w.remembered(t.Context(), (&fakeEngine{after: func(int) { write(t, w.dir, "docs/b.md", "Changed during the run.\n") }}).options())
	if err != nil || len(r.Run.Memory.Volatile) != 1 {
		t.Fatalf("%v, %+v", err, r)
	}
	write(t, w.dir, "docs/b.md", string(text))
	if err := os.Chtimes(name, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if w.mustRun(t, &fakeEngine{}, 1).Run.Memory.Unchanged {
		t.Error("the report of a run in which a file changed is used again")
	}
}
