package investigate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/store"
)

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
		if e.Pass != luminos.PassMemory || e.Total != 2100 || e.Text != textDigests || e.Path == "" {
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
		unknown := func(luminos.Path) []byte { return nil }
		scan := &luminos.Scan{Files: []luminos.File{c.file}}
		if got, err := newChanges(statSource{node: c.node}, scan, unknown).below(t.Context(), luminos.Root); got != c.want || err != nil {
			t.Errorf("%s: changed is %t", name, got)
		}
	}
	link := newChanges(statSource{}, &luminos.Scan{Files: []luminos.File{{Path: "f", Kind: luminos.KindSymlink}}}, nil)
	if changed, _ := link.below(t.Context(), luminos.Root); changed {
		t.Error("a link is checked")
	}
}

type statSource struct {
	luminos.Source
	node luminos.Node
}

func (s statSource) Stat(context.Context, luminos.Path) (luminos.Node, error) { return s.node, nil }

func (s statSource) Digest(context.Context, luminos.Path, int64) (luminos.Digest, error) {
	return luminos.Digest{}, nil
}
