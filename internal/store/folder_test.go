package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"luminos"
)

// A file that is read has at most the limit, and is no link.
func TestReadIsLimited(t *testing.T) {
	c := opened(t, Options{})
	put(t, c, "a", "12345")
	for limit, want := range map[int64]string{5: "12345", 6: "12345", 4: ""} {
		if b, err := c.read("a", limit); string(b) != want || (err == nil) != (want != "") {
			t.Errorf("limit %d: %q, %v", limit, b, err)
		}
	}
	if err := os.Symlink("a", filepath.Join(c.dir, "link")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"link", locks} {
		if _, err := c.read(name, 5); err == nil || !strings.Contains(err.Error(), "not a regular file") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if names, err := c.names("never"); names != nil || err != nil {
		t.Errorf("a missing directory: %q, %v", names, err)
	}
	if names, err := c.names("."); err != nil || !slices.Equal(names, []string{tagFile, "a", "link", locks}) {
		t.Errorf("names: %q, %v", names, err)
	}
	put(t, c, "d/e/f", "123")
	put(t, c, "d/g", "1")
	if err := os.Symlink("g", filepath.Join(c.dir, "d/link")); err != nil {
		t.Fatal(err)
	}
	if n := c.size("d"); n != 4 {
		t.Errorf("the size is %d, want 4", n)
	}
	if n := c.size("never"); n != 0 {
		t.Errorf("the size of a missing directory is %d", n)
	}
}

// Files that are too long to be of this package are refused before they are read.
func TestLongFilesAreRefused(t *testing.T) {
	c := opened(t, Options{})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	defer inv.Close()
	const mib = 1 << 20
	id := inv.ID() + "/"
	for name, test := range map[string]struct {
		limit int64
		read  func() string // the reason for which the file is refused
	}{
		id + entryFile(dirsDir, "a", ""): {4 * mib, func() string {
			_, _ = inv.Entries(t.Context(), []luminos.Path{"a"})
			return lastProblem(inv)
		}},
		id + "plan.json": {4 * mib, func() string { inv.Result(luminos.PassPlan, "k", nil); return lastProblem(inv) }},
		id + indexFile:   {4096 * mib, func() string { inv.Index(); return lastProblem(inv) }},
		id + journalFile("a"): {256 * mib, func() string {
			kept(t, inv, "a")
			return lastProblem(inv)
		}},
		id + reportFile: {4096 * mib, func() string { return third(c.Last("/t")).Error() }},
		id + metaFile:   {mib, func() string { return second(c.meta(inv.ID())).Error() }},
		serversFile:     {16 * mib, func() string { return second(c.Pins().Load(t.Context(), "s")).Error() }},
		tagFile:         {4 << 10, func() string { return c.checkTag().Error() }},
	} {
		put(t, c, name, "")
		if err := os.Truncate(filepath.Join(c.dir, name), test.limit+1); err != nil {
			t.Fatal(err)
		}
		if got, want := test.read(), fmt.Sprintf("%d bytes, more than the permitted %d", test.limit+1, test.limit); !strings.Contains(got, want) {
			t.Errorf("%s: refused with %q, want %q", name, got, want)
		}
	}
	// The evaluation is advice: a long file counts as missing.
	put(t, c, id+evaluationFile, "{}"+strings.Repeat(" ", 64*mib-2))
	if inv.Evaluation() == nil {
		t.Error("an evaluation of 64 MiB is refused")
	}
	put(t, c, id+evaluationFile, "{}"+strings.Repeat(" ", 64*mib-1))
	if inv.Evaluation() != nil {
		t.Error("a longer evaluation is read")
	}
}

func lastProblem(inv *Investigation) string {
	p := inv.Problems()
	return p[len(p)-1].Reason
}

// After a failure the entry has its old or its new content, and no temporary file is left.
func TestFailedWritesLeaveWholeFiles(t *testing.T) {
	for _, operation := range []string{"sync", "rename", "sync directory", "create"} {
		_, inv, d := lossy(t)
		if err := inv.PutEntries([]StoredEntry{stored("a")}, true); err != nil {
			t.Fatal(err)
		}
		entries := []StoredEntry{stored("a"), stored("b")}
		want := errLossy
		d.fail = operation
		if operation == "create" {
			d.fail = ""
			if err := inv.root.RemoveAll(dirsDir); err != nil {
				t.Fatal(err)
			}
			want = fs.ErrNotExist
		}
		if err := inv.PutEntries(entries, true); !errors.Is(err, want) {
			t.Errorf("%s: the error is %v", operation, err)
		}
		names, err := inv.names(dirsDir)
		if err != nil || slices.ContainsFunc(names, isTemporary) {
			t.Errorf("%s: the files are %q, %v", operation, names, err)
		}
		if got, err := inv.Entries(t.Context(), []luminos.Path{"a"}); err != nil || len(got) != 1 && operation != "create" {
			t.Errorf("%s: the old entry is lost: %v", operation, err)
		}
	}
}

func TestWrittenFilesAreReported(t *testing.T) {
	var names []string
	c := opened(t, Options{Wrote: func(name string) { names = append(names, name) }})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	defer inv.Close()
	names = nil
	if err := inv.PutEntries([]StoredEntry{stored("a"), stored("b")}, true); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(names, []string{entryFile(dirsDir, "a", "f-a"), entryFile(dirsDir, "b", "f-b")}) {
		t.Errorf("reported are %q", names)
	}
}

func TestEntriesWithWrongFieldsAreRefused(t *testing.T) {
	for name, spoil := range map[string]func(*luminos.Entry, *luminos.FileEntry){
		"path":          func(d *luminos.Entry, f *luminos.FileEntry) { d.Path, f.Path = "", "" },
		"summary":       func(d *luminos.Entry, f *luminos.FileEntry) { d.Summary, f.Summary = "", "" },
		"category":      func(d *luminos.Entry, f *luminos.FileEntry) { d.DominantCategory, f.Category = "", "" },
		"negative size": func(d *luminos.Entry, f *luminos.FileEntry) { d.ChildCount, f.Size = -1, -1 },
		"confidence":    func(d *luminos.Entry, f *luminos.FileEntry) { d.Confidence, f.Confidence = 1.01, -0.01 },
		"confidence NaN": func(d *luminos.Entry, f *luminos.FileEntry) {
			d.Confidence, f.Confidence = math.NaN(), math.NaN()
		},
		"reason": func(d *luminos.Entry, f *luminos.FileEntry) { d.Partial, f.Notable = true, true },
		"": func(d *luminos.Entry, f *luminos.FileEntry) {
			d.ChildCount, f.Size, d.Completeness, d.Confidence = 0, 0, 1, 0
		},
		"given reason": func(d *luminos.Entry, f *luminos.FileEntry) {
			d.Partial, f.Notable, d.PartialReason, f.NotableReason = true, true, "so", "so"
		},
	} {
		d := stored("a").Entry
		f := luminos.FileEntry{Path: "a", Size: 1, Category: luminos.CategorySource, Summary: "It is a file.", Confidence: 1}
		spoil(&d, &f)
		good := name == "" || name == "given reason"
		for _, err := range []error{CheckEntry(&d), CheckFile(&f)} {
			field, _, _ := strings.Cut(name, " NaN")
			if (err == nil) != good || err != nil && !strings.Contains(err.Error(), field) {
				t.Errorf("%q: the error is %v", name, err)
			}
		}
	}
	for _, x := range []float64{-0.01, 1.01, math.NaN()} {
		d := stored("a").Entry
		d.Completeness = x
		if CheckEntry(&d) == nil {
			t.Errorf("the completeness %v is accepted", x)
		}
	}
}

func TestSealIsChecked(t *testing.T) {
	if b, err := seal(struct{}{}); err != nil || unseal(b, &struct{}{}) != nil {
		t.Errorf("a record without fields: %s, %v", b, err)
	}
	c := opened(t, Options{})
	if err := c.put("x", struct{ F func() }{}); err == nil || exists(c, "x") {
		t.Errorf("a function was stored: %v", err)
	}
	good, err := seal(Meta{ID: "x"})
	if err != nil {
		t.Fatal(err)
	}
	var m Meta
	for i := range good {
		for _, b := range [][]byte{good[:i], slices.Concat(good[:i], []byte{good[i] ^ 1}, good[i+1:]), good[i+1:]} {
			if unseal(b, &m) == nil {
				t.Errorf("%q is accepted", b)
			}
		}
	}
	other, err := seal(struct{ Unknown int }{1})
	if err != nil {
		t.Fatal(err)
	}
	if err := unseal(other, &m); err == nil || !strings.Contains(err.Error(), "Unknown") {
		t.Errorf("an unknown field: %v", err)
	}
}

// Journals that cannot be opened, emptied, cut or extended return the error.
func TestJournalErrors(t *testing.T) {
	_, inv, d := lossy(t)
	j, _ := kept(t, inv, "a")
	d.fail = "sync directory"
	if err := j.Append(1, true); !errors.Is(err, errLossy) {
		t.Errorf("without a sync of the directory: %v", err)
	}
	d.files, d.dirs = 0, nil
	if err := j.Append(1, false); err != nil || d.files > 0 || d.dirs != nil {
		t.Errorf("a record that is not durable: %v, %d files and %q were synced", err, d.files, d.dirs)
	}
	for range 2 {
		if err := j.Append(2, true); err != nil {
			t.Fatal(err)
		}
	}
	if d.files != 2 || len(d.dirs) != 2 {
		t.Errorf("two durable records: %d files and the directories %q were synced, want 2 and each once", d.files, d.dirs)
	}
	if err := j.Append(func() {}, true); err == nil || !strings.HasPrefix(err.Error(), "encoding ") {
		t.Errorf("a function: %v", err)
	}
	d.fail = "truncate"
	if err := j.Reset(); !errors.Is(err, errLossy) {
		t.Errorf("resetting: %v", err)
	}
	j.Close()
	if err := j.Append(3, true); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("after closing: %v", err)
	}
	j, got := kept(t, inv, "a")
	if !slices.Equal(got, []string{"1", "2", "2"}) {
		t.Errorf("got %q", got)
	}
	size := j.size
	for _, test := range []struct {
		size int64
		fits bool
	}{{journalMax, true}, {journalMax + 1, false}} {
		line, err := seal(journalLine{Number: j.count, Record: []byte(`"x"`)})
		if err != nil {
			t.Fatal(err)
		}
		j.size = test.size - int64(len(line))
		if err := j.Append("x", false); (err == nil) != test.fits {
			t.Errorf("a journal of %d bytes: %v", test.size, err)
		}
	}
	j.size = size
	j.Close()

	d.fail = "open"
	if _, err := inv.Journal("b"); !errors.Is(err, errLossy) {
		t.Errorf("a journal that cannot be opened: %v", err)
	}
	if err := inv.root.Remove(journalFile("a")); err != nil {
		t.Fatal(err)
	}
	if err := inv.root.MkdirAll(journalFile("a")+"/child", 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := inv.Journal("a"); err == nil || !strings.HasPrefix(err.Error(), "removing ") || len(inv.Problems()) != 1 {
		t.Errorf("a directory in the place of a journal: %v, problems %v", err, inv.Problems())
	}
	if err := inv.PruneHistory(nil); err == nil {
		t.Error("a directory with files was removed as an old history")
	}
	if err := inv.root.RemoveAll(historyDir); err != nil {
		t.Fatal(err)
	}
	if err := inv.root.WriteFile(historyDir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := inv.Journal("a"); err == nil || !strings.HasPrefix(err.Error(), "creating ") {
		t.Errorf("a file in the place of the directory of histories: %v", err)
	}
}

func TestReportErrors(t *testing.T) {
	c, inv, d := lossy(t)
	if _, _, err := c.Last("/t"); !errors.Is(err, ErrNone) {
		t.Errorf("before the first report: %v", err)
	}
	if _, _, err := c.Last("/never"); !errors.Is(err, ErrNone) {
		t.Errorf("of another target: %v", err)
	}
	if _, err := inv.PutReport(&luminos.Report{Run: luminos.Run{Seconds: math.NaN()}}); err == nil || !strings.HasPrefix(err.Error(), "encoding the report: ") {
		t.Errorf("a report without JSON: %v", err)
	}
	older := func() []string {
		names, err := inv.names(reportsDir)
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	for i := range 3 {
		if i == 2 {
			d.fail = "link" // as on a file system without hard links
		}
		if _, err := inv.PutReport(&luminos.Report{}); err != nil || len(older()) != i {
			t.Errorf("report %d: %v, and %d older ones", i, err, len(older()))
		}
		when := time.Unix(1_600_000_000+int64(i), 0)
		if err := os.Chtimes(filepath.Join(inv.root.Name(), reportFile), when, when); err != nil {
			t.Fatal(err)
		}
	}
	if b, err := inv.read(path.Join(reportsDir, older()[1]), 1<<20); err != nil || len(b) == 0 {
		t.Errorf("the copy of a report has %d bytes, %v", len(b), err)
	}
	d.fail = "rename"
	if _, err := inv.PutReport(&luminos.Report{}); !errors.Is(err, errLossy) {
		t.Errorf("a failing disk: %v", err)
	}
	put(t, c, inv.ID()+"/"+reportFile, "{")
	if _, m, err := c.Last("/t"); err == nil || errors.Is(err, ErrNone) || m.ID != inv.ID() {
		t.Errorf("a broken report: %+v, %v", m, err)
	}
	put(t, c, inv.ID()+"/"+reportsDir+"/0/child", "")
	for range reportsKept + 1 {
		put(t, c, inv.ID()+"/"+reportsDir+"/"+NewID(), "")
	}
	if _, err := inv.PutReport(&luminos.Report{}); err == nil || !strings.HasPrefix(err.Error(), "removing old files from the cache: ") {
		t.Errorf("an old report that cannot be removed: %v", err)
	}
}

// A report with the file time of an older one does not replace it, and no report is copied where links will do.
func TestOlderReportIsNotReplaced(t *testing.T) {
	_, inv, d := lossy(t)
	for i, version := range []string{"1", "2", "3"} {
		d.files = 0
		if _, err := inv.PutReport(&luminos.Report{Run: luminos.Run{Version: version}}); err != nil || d.files != 1 {
			t.Errorf("report %d: %v, %d files were written", i, err, d.files)
		}
		when := time.Unix(1_600_000_000, 0)
		if err := os.Chtimes(filepath.Join(inv.root.Name(), reportFile), when, when); err != nil {
			t.Fatal(err)
		}
	}
	names, err := inv.names(reportsDir)
	if err != nil || len(names) != 1 {
		t.Fatalf("the older reports are %q, %v; want one", names, err)
	}
	if b, err := inv.read(path.Join(reportsDir, names[0]), 1<<20); err != nil || !strings.Contains(string(b), `"version":"1"`) {
		t.Errorf("the older report is %s, %v", b, err)
	}
}

func TestEvaluationIsReadBack(t *testing.T) {
	c := opened(t, Options{})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	defer inv.Close()
	if err := inv.PutEvaluation(luminos.PlanEvaluation{OverallUtilization: math.NaN()}); err == nil || inv.Evaluation() != nil {
		t.Errorf("an evaluation without JSON: %v", err)
	}
	if err := inv.PutEvaluation(luminos.PlanEvaluation{Order: "leaf-first"}); err != nil {
		t.Fatal(err)
	}
	if e := inv.Evaluation(); e == nil || e.Order != "leaf-first" {
		t.Errorf("the evaluation is %+v", e)
	}
	put(t, c, inv.ID()+"/"+evaluationFile, "{")
	if e := inv.Evaluation(); e != nil || len(inv.Problems()) > 0 {
		t.Errorf("a broken evaluation: %+v, problems %v", e, inv.Problems())
	}
	flags := []luminos.Flag{{Path: "a", Finding: "<Odd>"}, {Path: "b", Finding: "So."}}
	if err := inv.PutFlags(flags); err != nil {
		t.Fatal(err)
	}
	if b, err := inv.read("flags.jsonl", 1<<20); err != nil || strings.Count(string(b), "\n") != 2 || !strings.Contains(string(b), `"finding":"So."`) {
		t.Errorf("the flags are %s, %v", b, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := inv.Entries(ctx, []luminos.Path{"a"}); !errors.Is(err, context.Canceled) {
		t.Errorf("reading entries with a cancelled context: %v", err)
	}
}

// The log is for people: an investigation goes on without one.
func TestLogThatCannotBeWritten(t *testing.T) {
	c := opened(t, Options{})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	inv.Log(Line{Text: "of no length", Seconds: math.NaN()})
	inv.Close()
	if b, err := os.ReadFile(filepath.Join(c.dir, inv.ID(), logFile)); err != nil || len(b) > 0 {
		t.Errorf("a line without JSON: the log is %q, %v", b, err)
	}
	if err := os.Remove(filepath.Join(c.dir, inv.ID(), logFile)); err != nil {
		t.Fatal(err)
	}
	put(t, c, inv.ID()+"/"+logFile+"/x", "")
	put(t, c, inv.ID()+"/"+logFile+".1/x", "")
	again, _ := begun(t, c, Begin{Target: "/t"})
	again.Log(Line{Text: "lost"})
	if p := again.Problems(); len(p) != 1 || p[0].Path != logFile || strings.Contains(p[0].Reason, logFile) {
		t.Errorf("problems: %v, want one with a reason that does not repeat the path", p)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

func TestStoredIndexIsReadBack(t *testing.T) {
	c := opened(t, Options{})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	defer inv.Close()
	if x := inv.Index(); x != nil || len(inv.Problems()) > 0 {
		t.Errorf("a new investigation: %v, problems %v", x, inv.Problems())
	}
	if err := inv.PutIndex(index()); err != nil {
		t.Fatal(err)
	}
	if x := inv.Index(); len(x) != 3 {
		t.Errorf("the index is %v", x)
	}
	put(t, c, inv.ID()+"/"+indexFile, indexMagic)
	if x := inv.Index(); x != nil || len(inv.Problems()) != 1 {
		t.Errorf("a damaged index: %v, problems %v", x, inv.Problems())
	}
}
