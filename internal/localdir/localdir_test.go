package localdir_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"luminos"
	"luminos/internal/hostiletest"
	"luminos/internal/localdir"
	"luminos/internal/sourcetest"
)

// open opens a directory for the length of a test.
func open(t testing.TB, dir string) *localdir.Dir {
	t.Helper()
	src, err := localdir.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { src.Close() })
	return src
}

func write(t testing.TB, dir, name, content string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestDirConforms(t *testing.T) {
	dir := t.TempDir()
	for p, content := range sourcetest.Files {
		write(t, dir, p.OS(), content)
	}
	hostiletest.Unchanged(t, dir)
	sourcetest.Run(t, open(t, dir))
}

func TestOpenDirOfWhatIsNone(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "file", "x")
	for _, name := range []string{filepath.Join(dir, "gone"), filepath.Join(dir, "file"), ""} {
		if src, err := localdir.Open(name); err == nil {
			src.Close()
			t.Errorf("opening %q was no error", name)
		}
	}
}

// ask asks a source everything about a path, and returns all that it said.
func ask(ctx context.Context, src luminos.Source, p luminos.Path) (said string, errs [3]error) {
	b, errRead := src.Read(ctx, p, 0, 1<<16)
	t, errText := src.Text(ctx, p, 1<<16)
	nodes, errList := src.List(ctx, p)
	return string(b) + t.Content + fmt.Sprint(nodes), [3]error{errRead, errText, errList}
}

func TestLinksAreDescribedAndNotFollowed(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	write(t, outside, "canary", "canary\n")
	write(t, dir, "real/file", "inside\n")
	for name, to := range map[string]string{
		"absolute": filepath.Join(outside, "canary"), "directory": outside, "upwards": "../../../../../../../../etc/passwd",
		"inside": "real/file", "inside-directory": "real", "self": "self", "ping": "pong", "pong": "ping", "parent": "..", "here": ".", "broken": "gone",
	} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip("this system or user lacks what the test needs:", err)
		}
	}
	hostiletest.Unchanged(t, dir)
	src := open(t, dir)
	nodes, err := src.List(t.Context(), ".")
	if err != nil || len(nodes) != 12 {
		t.Fatalf("listing: %v, %v", nodes, err)
	}
	for _, n := range nodes {
		if n.Path == "real" {
			continue
		}
		if n.Kind != luminos.KindSymlink {
			t.Errorf("%q is listed as a %s", n.Path, n.Kind)
		}
		if s, err := src.Stat(t.Context(), n.Path); err != nil || s.Kind != luminos.KindSymlink {
			t.Errorf("looking at %q: %+v, %v", n.Path, s, err)
		}
		if said, errs := ask(t.Context(), src, n.Path); errs[0] == nil || errs[1] == nil || errs[2] == nil || said != "[]" {
			t.Errorf("%q was followed: %q, %v", n.Path, said, errs)
		}
	}
	for _, p := range []luminos.Path{"directory/canary", "parent/anything", "self/x", "ping/x", "broken/x", "upwards/x"} {
		if said, errs := ask(t.Context(), src, p); errs[0] == nil || errs[1] == nil || errs[2] == nil || said != "[]" {
			t.Errorf("%q was reached: %q, %v", p, said, errs)
		}
	}
}

func TestHostileTree(t *testing.T) {
	m := hostiletest.Tree(t, 4, hostiletest.Options{Crowd: 500})
	src := open(t, m.Dir)
	var met int
	var visit func(dir luminos.Path)
	visit = func(dir luminos.Path) {
		nodes, err := src.List(t.Context(), dir)
		if err != nil && !errors.Is(err, fs.ErrPermission) {
			t.Errorf("listing %q: %v", dir, err)
		}
		for _, n := range nodes {
			met++
			if n.Kind == luminos.KindDir {
				visit(n.Path)
				continue
			}
			text, err := src.Text(t.Context(), n.Path, 1<<16)
			switch {
			case strings.Contains(text.Content, m.Secret):
				if !strings.HasSuffix(string(n.Path), ".git") { // it names the place outside
					t.Errorf("%q led outside", n.Path)
				}
			case n.Kind != luminos.KindFile && n.Kind != luminos.KindOther && !errors.Is(err, luminos.ErrNotRegular):
				t.Errorf("reading the %s %q: %v, want %v", n.Kind, n.Path, err, luminos.ErrNotRegular)
			case n.Kind == luminos.KindFile && err != nil && !errors.Is(err, luminos.ErrNotText) && !errors.Is(err, fs.ErrPermission):
				t.Errorf("reading %q: %v", n.Path, err)
			}
		}
	}
	visit(luminos.Root)
	if met < 1000 {
		t.Errorf("met %d entries, want more than a thousand", met)
	}
	for _, e := range m.Made {
		n, err := src.Stat(t.Context(), e.Path)
		if errors.Is(err, fs.ErrPermission) && e.Trick == hostiletest.Unreadable {
			continue
		}
		if err != nil || n.Kind != e.Kind {
			t.Errorf("looking at the %s %q: %+v, %v", e.Kind, e.Path, n, err)
		}
	}
}

func TestPathsLongerThanTheSystemTakes(t *testing.T) {
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	deep := strings.Repeat("descending/", 500)
	bottom := luminos.Path(deep + "bottom.txt")
	if err := errors.Join(root.MkdirAll(deep, 0o755), root.WriteFile(bottom.OS(), []byte("The bottom.\n"), 0o644)); err != nil {
		t.Skip("this system or user lacks what the test needs:", err)
	}
	if _, err := os.Lstat(filepath.Join(dir, bottom.OS())); err == nil {
		t.Log("this system takes paths of any length")
	}
	src := open(t, dir)
	if text, err := src.Text(t.Context(), bottom, 100); err != nil || text.Content != "The bottom.\n" {
		t.Errorf("reading the bottom: %q, %v", text.Content, err)
	}
	if nodes, err := src.List(t.Context(), bottom.Dir()); err != nil || len(nodes) != 1 || nodes[0].Path != bottom {
		t.Errorf("listing the bottom: %d entries, %v", len(nodes), err)
	}
}

// TestWhileTheTreeChanges reads a directory that changes without pause: a
// directory is swapped for a link out, a file for a FIFO. Each read must
// return, and never content from outside.
func TestWhileTheTreeChanges(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	write(t, outside, "inside.txt", "canary\n")
	stop, err := hostiletest.Churn(dir, outside, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	src := open(t, dir)
	seen := map[string]bool{}
	for range 3000 {
		for _, p := range []luminos.Path{"churn/d/inside.txt", "churn/d", "churn/swap", "churn/f1", "churn"} {
			said, errs := ask(t.Context(), src, p)
			if strings.Contains(said, "canary") {
				t.Fatalf("%q led outside: %q", p, said)
			}
			for _, err := range errs {
				seen[fmt.Sprint(err == nil)] = true
			}
		}
	}
	if len(seen) != 2 {
		t.Error("nothing changed while it was read: all answers were alike")
	}
}

// TestFileThatBecomesALink swaps a file for a link to another file of the
// target and back. The other file is inside, so nothing but the comparison in
// Dir keeps its text from being cited under the wrong name.
func TestFileThatBecomesALink(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "other", "other\n")
	write(t, dir, "file", "file\n")
	name, link, kept := filepath.Join(dir, "file"), filepath.Join(dir, "link"), filepath.Join(dir, "kept")
	if err := os.Symlink("other", link); err != nil {
		t.Skip("this system or user lacks what the test needs:", err)
	}
	var halt atomic.Bool
	var wg sync.WaitGroup
	wg.Go(func() {
		for !halt.Load() {
			os.Link(name, kept)
			os.Rename(link, name)
			os.Rename(kept, name)
			os.Symlink("other", link)
		}
	})
	defer wg.Wait()
	defer halt.Store(true)
	src := open(t, dir)
	for range 5000 {
		if b, err := src.Read(t.Context(), "file", 0, 100); err == nil && string(b) != "file\n" {
			t.Fatalf("a link was followed: %q", b)
		}
	}
}

func TestDirectoryThatMayBeListedOnly(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "list-only/b", "x")
	write(t, dir, "list-only/a", "x")
	write(t, dir, "closed/a", "x")
	write(t, dir, "file", "x")
	for name, mode := range map[string]os.FileMode{"list-only": 0o444, "closed": 0, "file": 0} {
		name = filepath.Join(dir, name)
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
		defer os.Chmod(name, 0o755)
	}
	if _, err := os.ReadFile(filepath.Join(dir, "file")); err == nil {
		t.Skip("permissions do not bind this user")
	}
	src := open(t, dir)
	nodes, err := src.List(t.Context(), "list-only")
	if err != nil || len(nodes) != 2 || nodes[0].Path != "list-only/a" || nodes[0].Size != -1 {
		t.Errorf("listing: %+v, %v", nodes, err)
	}
	_, errList := src.List(t.Context(), "closed")
	_, errRead := src.Read(t.Context(), "file", 0, 1)
	_, errStat := src.Stat(t.Context(), "closed/a")
	for _, err := range []error{errList, errRead, errStat} {
		if !errors.Is(err, fs.ErrPermission) {
			t.Errorf("without permission: %v", err)
		}
	}
}
