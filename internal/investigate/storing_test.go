package investigate

import (
	"context"
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
	if m.fingerprint(u, "1") == "" {
		t.Error("a unit has no fingerprint")
	}
	u.Children = []luminos.Entry{{Path: "a/b", Confidence: math.NaN()}}
	if got := m.fingerprint(u, "1"); got != "" {
		t.Errorf("a unit that JSON cannot hold has the fingerprint %q", got)
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
		key := m.fingerprint(u, "1")
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
	if nothing := (&memory{}); nothing.fingerprint(luminos.Unit{}, "1") != "" || nothing.passKey(luminos.PassPlan, "1", nil, nil) != "" {
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

// TestTreesFollowNamesKindsAndContents changes one thing in a tree at a time: the digests of exactly the directories
// above it are others.
func TestTreesFollowNamesKindsAndContents(t *testing.T) {
	build := func(name luminos.Path, kind luminos.EntryKind, sum byte) map[luminos.Path]luminos.Digest {
		scan := &luminos.Scan{
			Files: []luminos.File{{Path: "a/b/x"}, {Path: name, Kind: kind}, {Path: "c/y"}},
			Dirs:  []luminos.Dir{{Path: "."}, {Path: "a"}, {Path: "a/b"}, {Path: "c"}},
		}
		return trees(scan, []luminos.Digest{{1}, {sum}, {3}})
	}
	want := build("a/z", "", 2)
	if len(want) != 4 || want["a"] == want["."] {
		t.Fatalf("trees %v", want)
	}
	if diff := cmp.Diff(want, build("a/z", luminos.KindFile, 2)); diff != "" {
		t.Errorf("a file without a kind is none (-want +got):\n%s", diff)
	}
	for name, got := range map[string]map[luminos.Path]luminos.Digest{
		"name": build("a/w", "", 2), "kind": build("a/z", luminos.KindSymlink, 2), "content": build("a/z", "", 9),
	} {
		for dir, above := range map[luminos.Path]bool{".": true, "a": true, "a/b": false, "c": false} {
			if (got[dir] != want[dir]) != above {
				t.Errorf("another %s of a file in a: the digest of %s is another: %t", name, dir, got[dir] != want[dir])
			}
		}
	}
	moved := trees(&luminos.Scan{Files: []luminos.File{{Path: "a/b/x"}}, Dirs: []luminos.Dir{{Path: "."}, {Path: "a"}, {Path: "a/b"}}}, []luminos.Digest{{1}})
	other := trees(&luminos.Scan{Files: []luminos.File{{Path: "a/c/x"}}, Dirs: []luminos.Dir{{Path: "."}, {Path: "a"}, {Path: "a/c"}}}, []luminos.Digest{{1}})
	if moved["a"] == other["a"] || moved["a/b"] != other["a/c"] {
		t.Error("the name of a directory is not in the digest of its parent only")
	}
}

// digested returns the digests of a scan of files that a source holds in memory.
func digested(t *testing.T, src luminos.Source, scan *luminos.Scan, known store.Index, sink luminos.Sink) ([]luminos.Digest, store.Index) {
	t.Helper()
	r := &run{Options: Options{Parallel: 2, Sink: sink}, source: &recorder{Source: src}, started: time.Unix(1_700_000_000, 0)}
	sums, index, err := r.digests(t.Context(), scan, known)
	if err != nil {
		t.Fatal(err)
	}
	return sums, index
}

// digestSource fails for files that it does not hold.
type digestSource struct{ fileSource }

func (s digestSource) Digest(ctx context.Context, p luminos.Path, limit int64) (luminos.Digest, error) {
	if _, ok := s.files[p]; !ok {
		return luminos.Digest{}, os.ErrPermission
	}
	return s.fileSource.Digest(ctx, p, limit)
}

func TestDigestsOfFilesAndLinks(t *testing.T) {
	src := digestSource{fileSource{files: map[luminos.Path]string{"a": "text", "b": "text", "c": "other"}}}
	old := time.Unix(1_600_000_000, 0)
	scan := func(target string) *luminos.Scan {
		s := &luminos.Scan{Links: []luminos.Link{{Path: "link", Target: target}, {Path: "other", Target: "x"}}}
		for _, p := range []luminos.Path{"a", "b", "c", "denied", "too"} {
			s.Files = append(s.Files, luminos.File{Path: p, Size: int64(len(src.files[p])), Stamp: 7, ModTime: old})
		}
		s.Files = append(s.Files, luminos.File{Path: "link", Kind: luminos.KindSymlink, Stamp: 7, ModTime: old}, luminos.File{Path: "other", Kind: luminos.KindSymlink})
		return s
	}
	sums, index := digested(t, src, scan("x"), nil, nil)
	if sums[0] != sums[1] || sums[0] == sums[2] || sums[3] != sums[4] || sums[3] == sums[0] || sums[5] != sums[6] || sums[5] == sums[3] {
		t.Errorf("digests %v", sums)
	}
	if got, _ := digested(t, src, scan("y"), nil, nil); got[5] == sums[5] || got[0] != sums[0] {
		t.Error("another target of a link gives the same digest")
	}
	if len(index) != 5 || slices.ContainsFunc(index, func(d store.Digested) bool { return d.Path == "link" }) {
		t.Errorf("index %v", index)
	}
	index[0].Digest = luminos.Digest{42}
	if got, _ := digested(t, src, scan("x"), index, nil); got[0] != index[0].Digest || got[1] != sums[1] {
		t.Errorf("the digest of an unchanged file is computed again")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := &run{Options: Options{Parallel: 1}, source: &recorder{Source: src}}
	if sums, _, err := r.digests(ctx, scan("x"), nil); !errors.Is(err, context.Canceled) || sums != nil {
		t.Errorf("digests after the end of the context: %v", err)
	}
}

// TestDigestsReportTheirProgress digests 2,100 files in tasks of 64.
func TestDigestsReportTheirProgress(t *testing.T) {
	scan := &luminos.Scan{}
	src := fileSource{files: map[luminos.Path]string{}}
	for i := range 2100 {
		p := luminos.Path(fmt.Sprintf("f%04d", i))
		src.files[p] = string(p)
		scan.Files = append(scan.Files, luminos.File{Path: p, Size: 5})
	}
	events := make(chan luminos.Event, 100)
	sums, _ := digested(t, src, scan, nil, func(e luminos.Event) { events <- e })
	close(events)
	var done []int
	for e := range events {
		done = append(done, e.Done)
		if e.Pass != luminos.PassMemory || e.Total != 2100 || e.Text != textMemory || e.Path == "" {
			t.Errorf("event %+v", e)
		}
	}
	slices.Sort(done)
	if diff := cmp.Diff([]int{1024, 2048}, done); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	for i := range sums {
		if sums[i] == (luminos.Digest{}) || i > 0 && sums[i] == sums[i-1] {
			t.Fatalf("file %d has no digest of its own", i)
		}
	}
}

// TestLargeFilesAreDigestedByTheirBeginning compares the parts of files around the bounds that are digested.
func TestLargeFilesAreDigestedByTheirBeginning(t *testing.T) {
	const limit, head = 1 << 20, 64 << 10
	at := time.Unix(1_700_000_000, 0)
	text := strings.Repeat("a", limit+1)
	digest := func(whole bool, size int64, change int, at time.Time) luminos.Digest {
		changed := text[:change] + "b" + text[change+1:]
		d := digester{src: fileSource{files: map[luminos.Path]string{"f": changed[:size]}}, whole: whole}
		sum, err := d.digest(t.Context(), &luminos.File{Path: "f", Size: size, ModTime: at})
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	for _, c := range []struct {
		name  string
		whole bool
		size  int64
		a, b  int // places of the change that are compared
		same  bool
	}{
		{"a file of 1 MiB is digested whole", false, limit, head + 1, head + 2, false},
		{"a larger one is digested by its first 64 KiB", false, limit + 1, head, head + 1, true},
		{"the last of these bytes counts", false, limit + 1, head - 1, head, false},
		{"few large files are digested whole", true, limit + 1, limit - 1, limit - 2, false},
	} {
		if got := digest(c.whole, c.size, c.a, at) == digest(c.whole, c.size, c.b, at); got != c.same {
			t.Errorf("%s: equal digests: %t", c.name, got)
		}
	}
	if digest(false, limit+1, limit, at) == digest(false, limit+1, limit, at.Add(1)) {
		t.Error("another time of a large file gives the same digest")
	}
	files := []luminos.File{{Size: limit}, {Size: limit + 1}, {Size: limit + 2}, {Size: 1 << 40, Kind: luminos.KindSymlink}}
	if got := sumOver(files, limit); got != 2*limit+3 {
		t.Errorf("files over 1 MiB have %d bytes", got)
	}
	whole := func(size int64) bool {
		src := fileSource{files: map[luminos.Path]string{"f": text}}
		a, _ := digested(t, src, &luminos.Scan{Files: []luminos.File{{Path: "f", Size: size, ModTime: at}}}, nil, nil)
		b, _ := digested(t, src, &luminos.Scan{Files: []luminos.File{{Path: "f", Size: size, ModTime: at.Add(1)}}}, nil, nil)
		return a[0] == b[0] // only the digest of a beginning contains the time
	}
	if !whole(2<<30) || whole(2<<30+1) {
		t.Error("large files are digested whole if they have at most 2 GiB in all")
	}
}

// TestFilesThatChangedSinceTheScan compares sizes and times that are known and unknown.
func TestFilesThatChangedSinceTheScan(t *testing.T) {
	at := time.Unix(1_700_000_000, 0)
	for name, c := range map[string]struct {
		file luminos.File
		node luminos.Node
		want bool
	}{
		"equal":           {luminos.File{Size: 3, ModTime: at}, luminos.Node{Size: 3, ModTime: at}, false},
		"size":            {luminos.File{Size: 3, ModTime: at}, luminos.Node{Size: 4, ModTime: at}, true},
		"empty now":       {luminos.File{Size: 3, ModTime: at}, luminos.Node{Size: 0, ModTime: at}, true},
		"size is unknown": {luminos.File{Size: 3, ModTime: at}, luminos.Node{Size: -1, ModTime: at}, false},
		"time":            {luminos.File{Size: 3, ModTime: at}, luminos.Node{Size: 3, ModTime: at.Add(1)}, true},
		"time is unknown": {luminos.File{Size: 3}, luminos.Node{Size: 3, ModTime: at}, false},
		"a directory now": {luminos.File{Size: 3, ModTime: at}, luminos.Node{Size: 3, ModTime: at, Kind: luminos.KindDir}, true},
	} {
		if c.node.Kind == "" {
			c.node.Kind = luminos.KindFile
		}
		c.file.Path = "f"
		if got := newChanges(statSource{node: c.node}, &luminos.Scan{Files: []luminos.File{c.file}}).below(t.Context(), luminos.Root); got != c.want {
			t.Errorf("%s: changed is %t", name, got)
		}
	}
	link := newChanges(statSource{}, &luminos.Scan{Files: []luminos.File{{Path: "f", Kind: luminos.KindSymlink}}})
	if link.below(t.Context(), luminos.Root) {
		t.Error("a link is checked")
	}
}

type statSource struct {
	luminos.Source
	node luminos.Node
}

func (s statSource) Stat(context.Context, luminos.Path) (luminos.Node, error) { return s.node, nil }

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
	entries, _ := filepath.Glob(filepath.Join(w.cache, "*", "dirs", "*.json"))
	if len(entries) != len(r.Entries) {
		t.Errorf("%d entries of directories are stored for %d directories", len(entries), len(r.Entries))
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
