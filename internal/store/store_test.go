package store

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

// opened returns a cache in a directory of its own.
func opened(t *testing.T, opts Options) *Cache {
	t.Helper()
	c, err := Open(t.Context(), filepath.Join(t.TempDir(), "cache"), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// zeroClock returns the zero time, so that stored records equal the records passed in.
func zeroClock() time.Time { return time.Time{} }

// put writes a file below the directory of the cache.
func put(t *testing.T, c *Cache, name, content string) {
	t.Helper()
	name = filepath.Join(c.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// exists reports whether the cache has a file of this name.
func exists(c *Cache, name string) bool {
	_, err := os.Lstat(filepath.Join(c.dir, name))
	return err == nil
}

func begun(t *testing.T, c *Cache, b Begin) (*Investigation, Before) {
	t.Helper()
	inv, before, err := c.Begin(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	return inv, before
}

func stored(path luminos.Path) StoredEntry {
	return StoredEntry{
		Entry: luminos.Entry{
			Path: path, Summary: "It holds things.", DominantCategory: luminos.CategorySource, Basis: luminos.Derived,
			Confidence: 0.5, Completeness: 0.25, NotableFiles: []luminos.Path{path.Join("x")},
			Evidence: []luminos.Evidence{{Path: path.Join("x"), Lines: &luminos.LineRange{First: 1, Last: 2}, Quote: "q", SHA256: "d"}},
		},
		Fingerprint: "f-" + string(path),
	}
}

func TestStoredEntriesAreReadBack(t *testing.T) {
	c := opened(t, Options{Clock: zeroClock})
	inv, before := begun(t, c, Begin{Target: "/t"})
	if before.Found {
		t.Errorf("a new investigation was found: %+v", before)
	}
	want := []StoredEntry{stored("."), stored("a"), stored(`a/caf\xe9 ` + "\x1b\n")}
	if err := inv.PutEntries(want, true); err != nil {
		t.Fatal(err)
	}
	got, err := inv.Entries(t.Context(), []luminos.Path{".", "a", want[2].Path, "never"})
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 3 {
		t.Errorf("%d entries, want 3", len(got))
	}
	for _, w := range want {
		if diff := cmp.Diff([]StoredEntry{w}, got[w.Path]); diff != "" {
			t.Errorf("entry (-want +got):\n%s", diff)
		}
	}
	if p := inv.Problems(); len(p) > 0 {
		t.Errorf("problems: %v", p)
	}
	inv.Close()
}

// Rules' entries replace each other; the ones of models stand beside them by fingerprint, at most 8 of a path, and for
// 90 days after their path is gone.
func TestEntriesAreKeptByFingerprint(t *testing.T) {
	now := time.Now()
	c := opened(t, Options{Clock: func() time.Time { return now }})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	defer inv.Close()
	put := func(p luminos.Path, fingerprint string, paid bool) {
		t.Helper()
		e := stored(p)
		e.Fingerprint = fingerprint
		f := StoredFile{Fingerprint: fingerprint, FileEntry: luminos.FileEntry{
			Path: p.Join("x"), Category: luminos.CategorySource, Summary: fingerprint,
		}}
		if err := errors.Join(inv.PutFiles([]StoredFile{f}, paid), inv.PutEntries([]StoredEntry{e}, paid)); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Second)
	}
	left := func(dirs ...luminos.Path) (all []string) {
		t.Helper()
		if err := inv.Prune(dirs, namesOf(dirs, func(p luminos.Path) luminos.Path { return p.Join("x") })); err != nil {
			t.Fatal(err)
		}
		got, err := inv.Entries(t.Context(), []luminos.Path{"a", "b"})
		if err != nil || len(inv.Problems()) > 0 {
			t.Fatal(err, inv.Problems())
		}
		for _, p := range []luminos.Path{"a", "b"} {
			for _, e := range got[p] {
				key := e.Fingerprint
				if strings.HasPrefix(key, "rules") {
					key = ""
				}
				files, err := inv.Files(t.Context(), []luminos.Path{p.Join("x")}, key)
				if f := files[p.Join("x")]; err != nil || f.Summary != e.Fingerprint {
					t.Errorf("the entry of the file beside %s is %+v, %v", e.Fingerprint, f, err)
				}
				all = append(all, e.Fingerprint)
			}
		}
		return all
	}
	put("a", "main", true)
	put("a", "rules 1", false)
	put("a", "branch", true)
	put("a", "rules 2", false)
	put("b", "rules 1", false)
	put("b", "main", true)
	if diff := cmp.Diff([]string{"rules 2", "branch", "main", "main", "rules 1"}, left("a", "b")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"rules 2", "branch", "main", "main"}, left("a")); diff != "" {
		t.Errorf("without b (-want +got):\n%s", diff)
	}
	for i := range versionsKept {
		put("a", fmt.Sprint("edit ", i), true)
	}
	if got := left("a"); slices.Contains(got, "branch") || len(got) != 1+versionsKept+1 {
		t.Errorf("after many edits: %q", got)
	}
	now = now.Add(goneKept + time.Hour)
	if got := left("a"); len(got) != 1+versionsKept {
		t.Errorf("long after b is gone: %q", got)
	}
}

func namesOf[T any](things []T, name func(T) T) (names []T) {
	for _, t := range things {
		names = append(names, name(t))
	}
	return names
}

func TestStoredFilesAreReadBack(t *testing.T) {
	c := opened(t, Options{Clock: zeroClock})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	defer inv.Close()
	file := func(p luminos.Path) StoredFile {
		return StoredFile{FileEntry: luminos.FileEntry{
			Path: p, Size: 7, Category: luminos.CategoryDocument, Summary: "A letter.", Confidence: 0.5, Notable: true, NotableReason: "the README",
			Evidence: []luminos.Evidence{{Path: p, Lines: &luminos.LineRange{First: 1, Last: 1}, Quote: "q", SHA256: "d"}},
		}, Fingerprint: "f"}
	}
	if err := inv.PutFiles([]StoredFile{file("a/x"), file("y\n")}, true); err != nil {
		t.Fatal(err)
	}
	got, err := inv.Files(t.Context(), []luminos.Path{"a/x", "y\n", "never"}, "f")
	if diff := cmp.Diff(map[luminos.Path]StoredFile{"a/x": file("a/x"), "y\n": file("y\n")}, got); diff != "" || err != nil {
		t.Errorf("files (-want +got), %v:\n%s", err, diff)
	}
	for name, spoil := range map[string]func(*StoredFile){
		"no path":    func(e *StoredFile) { e.Path = "" },
		"no summary": func(e *StoredFile) { e.Summary = "" },
		"no kind":    func(e *StoredFile) { e.Category = "" },
		"too small":  func(e *StoredFile) { e.Size = -1 },
		"too sure":   func(e *StoredFile) { e.Confidence = 2 },
		"no reason":  func(e *StoredFile) { e.NotableReason = "" },
	} {
		e := file("z")
		spoil(&e)
		if err := inv.PutFiles([]StoredFile{e}, true); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if err := inv.Prune(nil, []luminos.Path{"a/x"}); err != nil {
		t.Fatal(err)
	}
}

func TestInvalidEntriesAreRefused(t *testing.T) {
	c := opened(t, Options{})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	defer inv.Close()
	for name, spoil := range map[string]func(*StoredEntry){
		"no path":       func(e *StoredEntry) { e.Path = "" },
		"no summary":    func(e *StoredEntry) { e.Summary = "" },
		"no category":   func(e *StoredEntry) { e.DominantCategory = "" },
		"fewer than no": func(e *StoredEntry) { e.ChildCount = -1 },
		"too sure":      func(e *StoredEntry) { e.Confidence = 1.01 },
		"less than no":  func(e *StoredEntry) { e.Confidence = -0.01 },
		"not a number":  func(e *StoredEntry) { e.Completeness = math.NaN() },
		"partial":       func(e *StoredEntry) { e.Partial = true },
	} {
		e := stored("a")
		spoil(&e)
		if err := inv.PutEntries([]StoredEntry{stored("b"), e}, true); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if got, _ := inv.Entries(t.Context(), []luminos.Path{"a", "b"}); len(got) > 0 {
		t.Errorf("refused entries were stored: %v", got)
	}
}

// TestUnusableEntriesBecomeProblems reads sealed entries with wrong content.
func TestUnusableEntriesBecomeProblems(t *testing.T) {
	c := opened(t, Options{})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	defer inv.Close()
	for name, spoil := range map[string]func(*StoredEntry) any{
		"of another directory": func(r *StoredEntry) any { r.Path = "b"; return r },
		"without fingerprint":  func(r *StoredEntry) any { r.Fingerprint = ""; return r },
		"file contents": func(r *StoredEntry) any {
			return struct {
				*StoredEntry
				Contents string `json:"contents"`
			}{r, "all of it"}
		},
	} {
		r := stored("a")
		b, err := seal(spoil(&r))
		if err != nil {
			t.Fatal(err)
		}
		if err := inv.write(entryFile(dirsDir, "a", ""), b); err != nil {
			t.Fatal(err)
		}
		before := len(inv.Problems())
		if got, _ := inv.Entries(t.Context(), []luminos.Path{"a"}); len(got) > 0 {
			t.Errorf("%s: used", name)
		}
		if len(inv.Problems()) != before+1 {
			t.Errorf("%s: not a problem", name)
		}
	}
}

func TestBeginFindsTheNewestInvestigation(t *testing.T) {
	ids := 0
	c := opened(t, Options{})
	c.newID = func() string {
		ids++
		return strings.Repeat("0", 7) + string(rune('0'+ids)) + "-0000-4000-8000-000000000000"
	}
	first, _ := begun(t, c, Begin{Target: "/t", Settings: []Setting{{"--exclude", "a"}}})
	first.Close()
	again, before := begun(t, c, Begin{Target: "/t", Settings: []Setting{{"--exclude", "b"}}})
	if !before.Interrupted() || again.ID() != first.ID() {
		t.Errorf("the last run is not reported as interrupted: %+v", before)
	}
	if err := again.Finish(1, 2, 3, nil); err != nil {
		t.Fatal(err)
	}
	again.Close()
	if diff := cmp.Diff([]string{"--exclude: was a, is b"}, Changed(before.Settings, []Setting{{"--exclude", "b"}})); diff != "" {
		t.Errorf("settings (-want +got):\n%s", diff)
	}
	fresh, before := begun(t, c, Begin{Target: "/t", Fresh: true})
	fresh.Close()
	if before.Found || fresh.ID() == first.ID() {
		t.Errorf("a fresh investigation is an old one: %+v", before)
	}
	// A damaged index is rebuilt from the meta.json of each investigation.
	if err := os.WriteFile(filepath.Join(c.Dir(), investigationsFile), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	last, before := begun(t, c, Begin{Target: "/t"})
	last.Close()
	if last.ID() != fresh.ID() || !before.Found {
		t.Errorf("with a broken index %s is found, want %s", last.ID(), fresh.ID())
	}
	list, err := c.List()
	if err != nil || len(list) != 2 || !list[0].Latest || list[1].Latest || list[1].State != Complete {
		t.Errorf("list: %+v, %v", list, err)
	}
	partial, _ := begun(t, c, Begin{Target: "/t"})
	if err := partial.Finish(1, 1, 0, &ReportID{SHA256: "of no state that could be met again", Partial: true}); err != nil {
		t.Fatal(err)
	}
	partial.Close()
	if list, err := c.List(); err != nil || list[0].State != Partial {
		t.Errorf("list: %+v, %v", list, err)
	}
	last, before = begun(t, c, Begin{Target: "/t"})
	last.Close()
	if before.State != Complete {
		t.Errorf("the stored state is %q, want complete", before.State)
	}
	if n, err := c.Remove(t.Context(), "/t"); n != 2 || err != nil {
		t.Errorf("removed %d, %v", n, err)
	}
	if _, err := c.Path("/t"); !errors.Is(err, ErrNone) {
		t.Errorf("got %v, want ErrNone", err)
	}
}

func TestTargetIsLockedByOneProcess(t *testing.T) {
	c := opened(t, Options{})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	if _, _, err := c.Begin(t.Context(), Begin{Target: "/t", NoWait: true}); !errors.Is(err, ErrBusy) || !strings.Contains(err.Error(), "process ") {
		t.Errorf("got %v, want ErrBusy with the process that holds it", err)
	}
	if _, err := c.Remove(t.Context(), "/t"); !errors.Is(err, ErrBusy) {
		t.Errorf("removing: got %v, want ErrBusy", err)
	}
	if err := Clear(c.Dir()); !errors.Is(err, ErrBusy) {
		t.Errorf("clearing: got %v, want ErrBusy", err)
	}
	other, _ := begun(t, c, Begin{Target: "/other", NoWait: true})
	other.Close()

	ctx, cancel := context.WithCancel(t.Context())
	var waiting sync.WaitGroup
	waiting.Go(func() {
		_, _, err := c.Begin(ctx, Begin{Target: "/t", Waiting: func(h Holder) {
			if h.PID != os.Getpid() {
				t.Errorf("the holder is %+v", h)
			}
			cancel()
		}})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want context.Canceled", err)
		}
	})
	waiting.Wait()

	waiting.Go(func() {
		next, before, err := c.Begin(t.Context(), Begin{Target: "/t", Waiting: func(Holder) { inv.Close() }})
		if err != nil || !before.Found {
			t.Errorf("after the wait: %+v, %v", before, err)
			return
		}
		next.Close()
	})
	waiting.Wait()
}

func TestOlderReportsAreKept(t *testing.T) {
	c := opened(t, Options{})
	var last string
	for i := range 8 {
		inv, _ := begun(t, c, Begin{Target: "/t"})
		if got := inv.Report("key " + last); i > 0 && (got == nil || got.Run.Version != last) {
			t.Errorf("run %d: the last report is %+v", i, got)
		}
		last = strings.Repeat("v", i+1)
		digest, err := inv.PutReport(&luminos.Report{Run: luminos.Run{Version: last}, Results: luminos.Results{Scan: &luminos.Scan{}}})
		if err != nil {
			t.Fatal(err)
		}
		// Older reports are named after their file times, which could be equal here.
		when := time.Unix(int64(1_600_000_000+i), 0)
		if err := os.Chtimes(filepath.Join(c.Dir(), inv.ID(), reportFile), when, when); err != nil {
			t.Fatal(err)
		}
		if err := inv.Finish(0, 0, 0, &ReportID{Key: "key " + last, SHA256: digest}); err != nil {
			t.Fatal(err)
		}
		inv.Close()
	}
	dir, err := c.Path("/t")
	if err != nil {
		t.Fatal(err)
	}
	older, err := os.ReadDir(filepath.Join(dir, reportsDir))
	if err != nil || len(older) != reportsKept {
		t.Errorf("%d older reports, want %d (%v)", len(older), reportsKept, err)
	}
	r, _, err := c.Last("/t")
	if err != nil || r.Run.Version != last || r.Scan == nil {
		t.Errorf("last report: %+v, %v", r, err)
	}
	inv, _ := begun(t, c, Begin{Target: "/t"})
	defer inv.Close()
	if inv.Report("another key") != nil {
		t.Error("a report was given for another key")
	}
}

func TestForeignDirectoriesAreRefused(t *testing.T) {
	dir := t.TempDir()
	if _, err := OpenExisting(filepath.Join(dir, "none"), Options{}); !errors.Is(err, ErrNone) {
		t.Errorf("got %v, want ErrNone", err)
	}
	if err := Clear(filepath.Join(dir, "none")); err != nil {
		t.Errorf("clearing nothing: %v", err)
	}
	precious := filepath.Join(dir, "precious.txt")
	if err := os.WriteFile(precious, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), dir, Options{}); !errors.Is(err, ErrForeign) {
		t.Errorf("got %v, want ErrForeign", err)
	}
	if err := Clear(dir); err != nil {
		t.Errorf("clearing a directory that is no cache: %v", err)
	}
	if _, err := os.Stat(precious); err != nil {
		t.Errorf("clearing removed a file: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, tagFile), []byte(tagText+"1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), dir, Options{}); !errors.Is(err, ErrFormat) {
		t.Errorf("got %v, want ErrFormat", err)
	}
}

func TestCacheOfAnotherVersionIsCleared(t *testing.T) {
	c := opened(t, Options{})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	inv.Close()
	c.Close()
	if err := os.WriteFile(filepath.Join(c.dir, tagFile), []byte(tagText+"1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Clear(c.dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(c.dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the directory is still there: %v", err)
	}
}
