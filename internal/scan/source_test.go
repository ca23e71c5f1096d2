package scan_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"luminos"
	"luminos/internal/hostiletest"
	"luminos/internal/localdir"
	"luminos/internal/scan"
)

// openedDir opens a directory until the end of the test.
func openedDir(t *testing.T, dir string) *localdir.Dir {
	t.Helper()
	d, err := localdir.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

// overSource scans a directory through a Source.
func overSource(t *testing.T, dir string, opts scan.Options) *luminos.Scan {
	t.Helper()
	s, err := scan.Source(t.Context(), openedDir(t, dir), opts)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestThroughASource compares a scan through a Source with the scan of the file
// system.
func TestThroughASource(t *testing.T) {
	hostileTree := hostiletest.Tree(t, 7, hostiletest.Options{Crowd: 100}).Dir
	for _, dir := range []string{"../facts", hostileTree} {
		direct, err := scan.Dir(t.Context(), openedDir(t, dir), scan.Options{Excludes: []string{"/.git"}})
		if err != nil {
			t.Fatal(err)
		}
		through := overSource(t, dir, scan.Options{Excludes: []string{"/.git"}})
		ignore := cmpopts.IgnoreFields(luminos.File{}, "Stamp")
		if diff := cmp.Diff(direct.Files, through.Files, ignore); diff != "" {
			t.Errorf("%s: files (-direct +through):\n%s", dir, diff)
		}
		if diff := cmp.Diff(direct.Dirs, through.Dirs); diff != "" {
			t.Errorf("%s: directories (-direct +through):\n%s", dir, diff)
		}
		if diff := cmp.Diff(direct.Links, through.Links); diff != "" {
			t.Errorf("%s: links (-direct +through):\n%s", dir, diff)
		}
		if diff := cmp.Diff(direct.Languages, through.Languages); diff != "" {
			t.Errorf("%s: languages (-direct +through):\n%s", dir, diff)
		}
		if len(through.Unmeasured) == 0 {
			t.Errorf("%s: nothing is said to be unmeasured", dir)
		}
	}
}

func TestRuledOutDirectoriesAreNotLookedInto(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{".gitignore": "build/\n", "build/deep/out.txt": "x\n", "main.go": "package main\n"} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	src, err := localdir.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	s, err := scan.Source(t.Context(), listed{src, func(p luminos.Path) {
		if strings.HasPrefix(string(p), "build") {
			t.Errorf("%q was listed", p)
		}
	}}, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Ignored.Roots) != 1 || s.Ignored.Roots[0].Path != "build" {
		t.Errorf("ignored is %+v", s.Ignored)
	}
}

// listed records which directories are listed.
type listed struct {
	luminos.Source
	tell func(luminos.Path)
}

func (l listed) List(ctx context.Context, dir luminos.Path) ([]luminos.Node, error) {
	l.tell(dir)
	return l.Source.List(ctx, dir)
}

// endless is a tree that goes on wherever one looks, without sizes and times.
type endless struct{ luminos.Source }

func (endless) List(_ context.Context, dir luminos.Path) ([]luminos.Node, error) {
	var nodes []luminos.Node
	for i := range 500 {
		nodes = append(nodes,
			luminos.Node{Path: dir.Join(fmt.Sprintf("d%d", i)), Kind: luminos.KindDir, Size: -1},
			luminos.Node{Path: dir.Join(fmt.Sprintf("f%d.txt", i)), Kind: luminos.KindFile, Size: -1, MIME: "text/x-made-up"})
	}
	return nodes, nil
}

func (endless) Stat(_ context.Context, p luminos.Path) (luminos.Node, error) {
	return luminos.Node{Path: p, Kind: luminos.KindFile, Size: 3}, nil
}

func (endless) Read(_ context.Context, _ luminos.Path, offset int64, n int) ([]byte, error) {
	return []byte("abc")[min(offset, 3):min(offset+int64(n), 3)], nil
}

func TestTreeWithoutAnEnd(t *testing.T) {
	s, err := scan.Source(t.Context(), endless{}, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := s.SurveySignals.Files; n < 50_000 || n > 200_000 {
		t.Errorf("%d files were looked at", n)
	}
	if len(s.Unreadable) == 0 || !strings.Contains(s.Unreadable[0].Reason, "more than 200000 entries") {
		t.Errorf("nothing says that there is more: %v", s.Unreadable[:min(1, len(s.Unreadable))])
	}
	if s.Files[0].MIME != "text/x-made-up" {
		t.Errorf("the type given by the backend became %q", s.Files[0].MIME)
	}
	if len(s.RecentFiles) != 0 || s.SurveySignals.Newest != nil {
		t.Errorf("files without dates have some: %v", s.RecentFiles)
	}
	if _, err := json.Marshal(s); err != nil {
		t.Error(err)
	}
}
