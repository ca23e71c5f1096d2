package localdir

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"luminos"
)

// TestReplacedDirectories reads a file whose directory is removed and made again, and one whose directory another one
// replaces, after directories were kept open for reading.
func TestReplacedDirectories(t *testing.T) {
	top := t.TempDir()
	write := func(name, content string) {
		t.Helper()
		name = filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("a/b/c.txt", "one")
	d, err := Open(top)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	read := func(want string) {
		t.Helper()
		b, err := d.Read(t.Context(), "a/b/c.txt", 0, 100)
		if err != nil || string(b) != want {
			t.Errorf("got %q and the error %v, want %q", b, err, want)
		}
	}
	read("one")
	if len(d.parents.kept) != 2 {
		t.Errorf("%d directories are kept open, want 2", len(d.parents.kept))
	}
	if err := os.RemoveAll(filepath.Join(top, "a")); err != nil {
		t.Fatal(err)
	}
	write("a/b/c.txt", "two")
	read("two")
	read("two")
	if err := os.Rename(filepath.Join(top, "a"), filepath.Join(top, "old")); err != nil {
		t.Fatal(err)
	}
	write("a/b/c.txt", "three")
	for name, k := range d.parents.kept {
		k.opened = k.opened.Add(-parentFor)
		d.parents.kept[name] = k
	}
	read("three")
}

// TestParentsAreBounded opens files in more directories than are kept open.
func TestParentsAreBounded(t *testing.T) {
	top := t.TempDir()
	d, err := Open(top)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for i := range 3 * maxParents {
		p := luminos.Path(strconv.Itoa(i)).Join("f")
		if err := os.Mkdir(filepath.Join(top, p.Dir().OS()), 0o755); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Stat(t.Context(), p); err == nil {
			t.Errorf("%s exists", p)
		}
		if len(d.parents.kept) > maxParents {
			t.Fatalf("%d directories are kept open, want at most %d", len(d.parents.kept), maxParents)
		}
	}
	if len(d.parents.kept) != maxParents {
		t.Errorf("%d directories are kept open, want %d", len(d.parents.kept), maxParents)
	}
}
