package investigate

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"luminos"
	"luminos/internal/facts"
	"luminos/internal/redact"
	"luminos/internal/store"
)

// fileSource is a source of files by path.
type fileSource struct {
	luminos.Source
	files map[luminos.Path]string
}

func (s fileSource) Stat(_ context.Context, p luminos.Path) (luminos.Node, error) {
	text, ok := s.files[p]
	if !ok {
		return luminos.Node{}, fs.ErrNotExist
	}
	return luminos.Node{Path: p, Kind: luminos.KindFile, Size: int64(len(text))}, nil
}

func (s fileSource) Digest(_ context.Context, p luminos.Path, limit int64) (luminos.Digest, error) {
	text := s.files[p]
	return sha256.Sum256([]byte(text[:min(limit, int64(len(text)))])), nil
}

// scanOf returns a scan of files by their sizes.
func scanOf(sizes map[luminos.Path]int64) *luminos.Scan {
	scan := &luminos.Scan{}
	for p, n := range sizes {
		scan.Files = append(scan.Files, luminos.File{Path: p, Size: n})
	}
	return scan
}

func TestChangedFileChangesAllDirectoriesAboveIt(t *testing.T) {
	src := fileSource{files: map[luminos.Path]string{"a/b/c/x": "longer", "a/y": "y", "d/z": "z"}}
	c := newChanges(src, scanOf(map[luminos.Path]int64{"a/b/c/x": 1, "a/y": 1, "d/z": 1, "e/gone": 1}), nil)
	for _, test := range []struct {
		dir  luminos.Path
		want bool
	}{{"a/b/c", true}, {"a/b", true}, {"a", true}, {"d", false}, {"e", true}, {".", true}} {
		if got, err := c.below(t.Context(), test.dir); got != test.want || err != nil {
			t.Errorf("%s: changed is %t, want %t, %v", test.dir, got, test.want, err)
		}
	}
	if len(c.paths) != 2 {
		t.Errorf("changed files: %q, want two", c.paths)
	}
}

// stored begins an investigation of the target "/t" in a new cache.
func stored(t *testing.T) *store.Investigation {
	t.Helper()
	cache, err := store.Open(t.Context(), t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cache.Close() })
	inv, _, err := cache.Begin(t.Context(), store.Begin{Target: "/t"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { inv.Close() })
	return inv
}

// slowSource describes a file in a minute, unless the context ends.
type slowSource struct{ fileSource }

func (s slowSource) Stat(ctx context.Context, p luminos.Path) (luminos.Node, error) {
	select {
	case <-ctx.Done():
		return luminos.Node{}, ctx.Err()
	case <-time.After(time.Minute):
		return s.fileSource.Stat(ctx, p)
	}
}

// How long a source takes decides nothing: a unit is stored, and no file counts as changed. After the end of the run
// the check of a unit takes at most 30 seconds; then the unit is not stored.
func TestSlowSourceChangesNothing(t *testing.T) {
	inv := stored(t)
	src := slowSource{fileSource{files: map[luminos.Path]string{"a/x": "x", "a/y": "y", "a/z": "z"}}}
	scan := scanOf(map[luminos.Path]int64{"a/x": 1, "a/y": 1, "a/z": 1})
	for name, c := range map[string]struct {
		ended         bool
		want          time.Duration
		stored, files int // files is the number of files that are not yet checked
	}{"a run": {false, 3 * time.Minute, 1, 0}, "a run that ended": {true, 30 * time.Second, 0, 3}} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if c.ended {
				cancel()
			}
			m := &memory{inv: inv, summary: &luminos.Memory{}, changes: newChanges(src, scan, nil)}
			u := luminos.Unit{Dirs: []luminos.DirFacts{{Path: "a"}}, Fingerprint: "f"}
			began := time.Now()
			m.keep(ctx, &u, &luminos.Findings{Entries: []luminos.Entry{{Path: "a"}}}, false)
			if took := time.Since(began); took != c.want || len(m.pending) != c.stored || len(m.changes.paths) > 0 || len(m.changes.files["a"]) != c.files {
				t.Errorf("%s: %d units are stored after %v, changed are %v, not checked are %d", name, len(m.pending), took, m.changes.paths, len(m.changes.files["a"]))
			}
		})
	}
}

func TestUnitAboveAChangedFileIsNotStored(t *testing.T) {
	inv := stored(t)
	src := fileSource{files: map[luminos.Path]string{"a/b/x": "longer", "d/z": "z"}}
	m := &memory{inv: inv, summary: &luminos.Memory{}, changes: newChanges(src, scanOf(map[luminos.Path]int64{"a/b/x": 1, "d/z": 1}), nil)}
	for _, dir := range []luminos.Path{"a/b", "a", "d", "."} {
		u := luminos.Unit{Dirs: []luminos.DirFacts{{Path: dir}}, Fingerprint: "f"}
		m.keep(t.Context(), &u, &luminos.Findings{Entries: []luminos.Entry{{Path: dir}}}, false)
	}
	if len(m.pending) != 1 || m.pending[0].entries[0].Path != "d" {
		t.Errorf("stored are %+v, want d only", m.pending)
	}
	for i := 2; i <= 512; i++ {
		if len(m.pending) != i-1 {
			t.Fatalf("%d units wait to be written after %d", len(m.pending), i-1)
		}
		u := luminos.Unit{Dirs: []luminos.DirFacts{{Path: luminos.Path(fmt.Sprint("e", i))}}, Fingerprint: "f"}
		m.keep(t.Context(), &u, &luminos.Findings{Entries: []luminos.Entry{{Path: u.Path()}}}, false)
	}
	if len(m.pending) != 0 {
		t.Errorf("%d units wait to be written after 512", len(m.pending))
	}
}

func TestDigestOfAFileThatGrewIsAnother(t *testing.T) {
	digest := func(content string) luminos.Digest {
		d := digester{src: fileSource{files: map[luminos.Path]string{"f": content}}, whole: true}
		sum, err := d.digest(t.Context(), &luminos.File{Path: "f", Size: 3})
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	if digest("abc") == digest("abcd") {
		t.Error("a file that grew since the scan has the digest of its first bytes")
	}
}

func TestIndexLeavesOutFilesJustWritten(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	scan := &luminos.Scan{Files: []luminos.File{
		{Path: "fresh", Stamp: 1, ModTime: now.Add(-2 * time.Second)},
		{Path: "old", Stamp: 1, ModTime: now.Add(-2*time.Second - 1)},
		{Path: "unstamped", ModTime: now.Add(-time.Hour)},
	}}
	x := newIndex(scan, make([]luminos.Digest, len(scan.Files)), now)
	if len(x) != 1 || x[0].Path != "old" {
		t.Errorf("the index has %v, want old only", x)
	}
}

func TestDegradedReportIsNotReused(t *testing.T) {
	w := newTestTarget(t)
	for i, e := range []Engine{noSynthesis{&fakeEngine{}}, &fakeEngine{}, &fakeEngine{}} {
		r, err := w.remembered(t.Context(), Options{Engine: e, Facts: facts.Reader{}})
		if err != nil {
			t.Fatal(err)
		}
		if want := i == 2; r.Run.Memory.Unchanged != want {
			t.Errorf("run %d: reused is %t, want %t", i+1, r.Run.Memory.Unchanged, want)
		}
	}
}

// listedSource is a source of files in one directory, which it lists.
type listedSource struct{ fileSource }

func (s listedSource) List(ctx context.Context, dir luminos.Path) (nodes []luminos.Node, err error) {
	for p := range s.files {
		n, _ := s.Stat(ctx, p)
		nodes = append(nodes, n)
	}
	return nodes, nil
}

// TestFileWithAMaskedNameIsUnchanged scans a file whose name is a secret, so that the scan has another path than the
// source.
func TestFileWithAMaskedNameIsUnchanged(t *testing.T) {
	name := "gh" + "p_" + strings.Repeat("aB3dE6", 6) + ".txt"
	scan := scanOf(map[luminos.Path]int64{luminos.Path(redact.Names([]string{name})[0]): 1})
	if scan.Files[0].Path == luminos.Path(name) {
		t.Fatal("the name is not masked")
	}
	r := newRun(listedSource{fileSource{files: map[luminos.Path]string{luminos.Path(name): "x"}}}, scan, Options{})
	c := newChanges(r.memory.src, scan, nil)
	if changed, err := c.below(t.Context(), "."); changed || err != nil || len(c.paths) > 0 {
		t.Errorf("changed: %t %v, %v", changed, c.paths, err)
	}
}

// datedSource gives every file a modification time.
type datedSource struct {
	fileSource
	at time.Time
}

func (s datedSource) Stat(ctx context.Context, p luminos.Path) (luminos.Node, error) {
	n, err := s.fileSource.Stat(ctx, p)
	n.ModTime = s.at
	return n, err
}

// TestTouchedFileIsUnchanged changes the modification times of files during the run: only another content counts.
func TestTouchedFileIsUnchanged(t *testing.T) {
	files := map[luminos.Path]string{"a/same": "text", "b/other": "TEXT"}
	scan := scanOf(map[luminos.Path]int64{"a/same": 4, "b/other": 4})
	then := time.Unix(1_700_000_000, 0)
	for i := range scan.Files {
		scan.Files[i].ModTime = then
	}
	sum := sha256.Sum256([]byte("text"))
	c := newChanges(datedSource{fileSource{files: files}, then.Add(time.Minute)}, scan, func(luminos.Path) []byte { return sum[:] })
	for dir, want := range map[luminos.Path]bool{"a": false, "b": true} {
		if got, err := c.below(t.Context(), dir); got != want || err != nil {
			t.Errorf("%s: changed is %t, want %t, %v", dir, got, want, err)
		}
	}
}

// TestTouchCostsNoUnit touches every file between two runs.
func TestTouchCostsNoUnit(t *testing.T) {
	w := newTestTarget(t)
	w.mustRun(t, &fakeEngine{}, 2)
	err := filepath.WalkDir(w.dir, func(p string, d fs.DirEntry, err error) error {
		return errors.Join(err, os.Chtimes(p, time.Time{}, time.Unix(1_600_000_000, 0)))
	})
	if err != nil {
		t.Fatal(err)
	}
	e := &fakeEngine{}
	w.mustRun(t, e, 2)
	if len(e.units)+e.surveys+e.plans > 0 {
		t.Errorf("after a touch %q were asked for, %d surveys and %d plans", e.answered(), e.surveys, e.plans)
	}
}
