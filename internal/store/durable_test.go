package store

import (
	"encoding/json"
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"luminos"
)

// lossyDisk is a disk that loses unsynced writes and renames in a power failure,
// counts syncs, and fails on demand.
type lossyDisk struct {
	mu       sync.Mutex
	unsynced map[string][]byte   // content of each dirty file at its last sync
	undo     map[string][]func() // undoes the changes of names in a directory since its last sync
	files    int                 // syncs of files
	dirs     []string            // syncs of directories, by base name

	failWrites int    // bytes after which the next write fails; -1 means never
	fail       string // the operation that fails next: "open", "sync", "rename", "link", "sync directory" or "truncate"
}

// fails reports whether the operation is the one that fails next.
func (d *lossyDisk) fails(operation string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fail != operation {
		return false
	}
	d.fail = ""
	return true
}

var errLossy = errors.New("the disk failed")

func newLossyDisk() *lossyDisk {
	return &lossyDisk{unsynced: map[string][]byte{}, undo: map[string][]func(){}, failWrites: -1}
}

type lossyFile struct {
	*os.File
	disk *lossyDisk
	name string
}

func (d *lossyDisk) open(root *os.Root, name string, flag int) (diskFile, error) {
	if d.fails("open") {
		return nil, errLossy
	}
	full := filepath.Join(root.Name(), name)
	_, statErr := os.Lstat(full)
	f, err := root.OpenFile(name, flag, 0o600)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if statErr != nil {
		d.unsynced[full] = nil
		d.undo[filepath.Dir(full)] = append(d.undo[filepath.Dir(full)], func() { os.Remove(full) })
	}
	return &lossyFile{f, d, full}, nil
}

func (d *lossyDisk) rename(root *os.Root, oldName, newName string) error {
	if d.fails("rename") {
		return errLossy
	}
	from, to := filepath.Join(root.Name(), oldName), filepath.Join(root.Name(), newName)
	old, readErr := os.ReadFile(to)
	if err := root.Rename(oldName, newName); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if b, dirty := d.unsynced[from]; dirty {
		delete(d.unsynced, from)
		d.unsynced[to] = b
	}
	d.undo[filepath.Dir(to)] = append(d.undo[filepath.Dir(to)], func() {
		os.Remove(to)
		if readErr == nil {
			os.WriteFile(to, old, 0o600)
		}
	})
	return nil
}

func (d *lossyDisk) link(root *os.Root, oldName, newName string) error {
	if d.fails("link") {
		return errLossy
	}
	return root.Link(oldName, newName)
}

func (d *lossyDisk) syncDir(root *os.Root, dir string) error {
	if d.fails("sync directory") {
		return errLossy
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.undo, filepath.Join(root.Name(), dir))
	d.dirs = append(d.dirs, path.Base(filepath.Join(root.Name(), dir)))
	return nil
}

// crash loses everything that was not synced.
func (d *lossyDisk) crash(t *testing.T) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	for name, content := range d.unsynced {
		if _, err := os.Lstat(name); err == nil {
			if err := os.WriteFile(name, content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, steps := range d.undo {
		for _, step := range slices.Backward(steps) {
			step()
		}
	}
	d.unsynced, d.undo = map[string][]byte{}, map[string][]func(){}
}

// dirty notes that the file has unsynced changes.
func (f *lossyFile) dirty() {
	if _, ok := f.disk.unsynced[f.name]; !ok {
		f.disk.unsynced[f.name], _ = os.ReadFile(f.name)
	}
}

func (f *lossyFile) Write(b []byte) (int, error) {
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	f.dirty()
	return f.File.Write(b)
}

func (f *lossyFile) WriteAt(b []byte, at int64) (int, error) {
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	f.dirty()
	if n := f.disk.failWrites; n >= 0 && n < len(b) {
		f.disk.failWrites = -1
		n, _ = f.File.WriteAt(b[:n], at)
		return n, errLossy
	}
	return f.File.WriteAt(b, at)
}

func (f *lossyFile) Truncate(size int64) error {
	if f.disk.fails("truncate") {
		return errLossy
	}
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	f.dirty()
	return f.File.Truncate(size)
}

func (f *lossyFile) Sync() error {
	if f.disk.fails("sync") {
		return errLossy
	}
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	f.disk.files++
	delete(f.disk.unsynced, f.name)
	return nil
}

// lossy returns an investigation on a lossy disk.
func lossy(t *testing.T) (*Cache, *Investigation, *lossyDisk) {
	t.Helper()
	c := opened(t, Options{})
	d := newLossyDisk()
	c.disk = d
	inv, _ := begun(t, c, Begin{Target: "/t"})
	t.Cleanup(func() { inv.Close() })
	return c, inv, d
}

func TestStoredFilesSurviveAPowerFailure(t *testing.T) {
	_, inv, d := lossy(t)
	if err := inv.PutEntries([]StoredEntry{stored("."), stored("a")}, true); err != nil {
		t.Fatal(err)
	}
	if d.files < 3 || !slices.Contains(d.dirs, dirsDir) { // meta.json and two entries
		t.Errorf("%d files and the directories %q were synced", d.files, d.dirs)
	}
	changed := stored("a")
	changed.Summary = "It holds other things."
	if err := inv.PutEntries([]StoredEntry{changed}, true); err != nil {
		t.Fatal(err)
	}
	d.crash(t)
	got, err := inv.Entries(t.Context(), []luminos.Path{".", "a"})
	if err != nil || len(got) != 2 || len(got["a"]) != 1 || got["a"][0].Summary != changed.Summary {
		t.Errorf("after the power failure: %v, %v; problems %v", got, err, inv.Problems())
	}
}

// Entries that were not synced are whole, lost, or known as damaged after a power failure; the ones before stay.
func TestUnsyncedEntriesAreNotMisreadAfterAPowerFailure(t *testing.T) {
	_, inv, d := lossy(t)
	old, changed := stored("a"), stored("a")
	changed.Summary = "It holds other things."
	if err := inv.PutEntries([]StoredEntry{old}, true); err != nil {
		t.Fatal(err)
	}
	files, dirs := d.files, len(d.dirs)
	if err := inv.PutEntries([]StoredEntry{stored("b"), changed}, false); err != nil {
		t.Fatal(err)
	}
	if d.files != files || len(d.dirs) != dirs {
		t.Errorf("%d files and the directories %q were synced", d.files-files, d.dirs[dirs:])
	}
	clear(d.undo) // the names reached the disk, the contents did not
	d.crash(t)
	got, err := inv.Entries(t.Context(), []luminos.Path{"a", "b"})
	kept := len(got["a"]) == 1 && got["a"][0].Summary == old.Summary
	if err != nil || len(got) != 1 || !kept || len(inv.Problems()) != 1 { // of the pack
		t.Errorf("the names alone are on the disk: %v, %v; problems %q", got, err, inv.Problems())
	}
}

func TestBegunInvestigationSurvivesAPowerFailure(t *testing.T) {
	c, inv, d := lossy(t)
	if err := inv.Finish(1, 2, 3, nil); err != nil {
		t.Fatal(err)
	}
	d.crash(t)
	inv.Close()
	_, before := begun(t, c, Begin{Target: "/t"})
	if !before.Found || before.State != Complete || before.Files != 2 {
		t.Errorf("after the power failure: %+v", before)
	}
}

func TestDurableRecordsSurviveAPowerFailure(t *testing.T) {
	_, inv, d := lossy(t)
	j, _ := kept(t, inv, "a")
	for i, durable := range []bool{false, true, false} {
		if err := j.Append(i, durable); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{historyDir, inv.ID()} {
		if !slices.Contains(d.dirs, dir) {
			t.Errorf("the directory %s was not synced", dir)
		}
	}
	j.Close()
	d.crash(t)
	if _, got := kept(t, inv, "a"); len(got) < 2 || !slices.Equal(got, []string{"0", "1", "2"}[:len(got)]) {
		t.Errorf("after the power failure: %q, want the first two records", got)
	}
	if p := inv.Problems(); len(p) > 0 {
		t.Errorf("problems: %v", p)
	}
}

func TestFailedAppendLeavesNoRecord(t *testing.T) {
	for name, fail := range map[string]func(*lossyDisk){
		"half written": func(d *lossyDisk) { d.failWrites = 40 },
		"not synced":   func(d *lossyDisk) { d.fail = "sync" },
	} {
		_, inv, d := lossy(t)
		j, _ := kept(t, inv, "a")
		wrote(t, j, 1)
		file := filepath.Join(inv.root.Name(), journalFile("a"))
		good, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		fail(d)
		if err := j.Append(strings.Repeat("x", 500), true); !errors.Is(err, errLossy) {
			t.Errorf("%s: the error is %v", name, err)
		}
		if b, _ := os.ReadFile(file); string(b) != string(good) {
			t.Errorf("%s: %d bytes are in the journal, want %d", name, len(b), len(good))
		}
		wrote(t, j, 2)
		j.Close()
		if _, got := kept(t, inv, "a"); !slices.Equal(got, []string{"1", "2"}) {
			t.Errorf("%s: got %q, want 1 and 2", name, got)
		}
	}
}

func TestDamagedEndOfJournalIsCutOff(t *testing.T) {
	_, inv, _ := lossy(t)
	j, _ := kept(t, inv, "a")
	wrote(t, j, 1)
	j.Close()
	file := filepath.Join(inv.root.Name(), journalFile("a"))
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for problems, end := range []string{"{", "no record\n", "\n"} {
		if err := os.WriteFile(file, append(slices.Clone(good), end...), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, got := kept(t, inv, "a"); !slices.Equal(got, []string{"1"}) {
			t.Errorf("%q: got %q", end, got)
		}
		if b, _ := os.ReadFile(file); string(b) != string(good) {
			t.Errorf("%q: the file has %d bytes, want %d", end, len(b), len(good))
		}
		if p := inv.Problems(); len(p) != problems {
			t.Errorf("%q: the problems are %v, want %d", end, p, problems)
		}
	}
}

func TestEditedReportIsNotReused(t *testing.T) {
	c := opened(t, Options{})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	digest, err := inv.PutReport(&luminos.Report{Target: luminos.Target{Name: "kite"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := inv.Finish(0, 0, 0, &ReportID{Key: "k", SHA256: digest}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(inv.root.Name(), reportFile)
	inv.Close()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	edited := []byte(strings.Replace(string(b), "kite", "dove", 1))
	if !json.Valid(edited) || string(edited) == string(b) {
		t.Fatalf("the edit failed: %s", edited)
	}
	if err := os.WriteFile(file, edited, 0o600); err != nil {
		t.Fatal(err)
	}
	inv, _ = begun(t, c, Begin{Target: "/t"})
	defer inv.Close()
	if r := inv.Report("k"); r != nil {
		t.Errorf("an edited report is reused: %+v", r.Target)
	}
	if len(inv.Problems()) != 1 {
		t.Errorf("problems: %v, want one", inv.Problems())
	}
}
