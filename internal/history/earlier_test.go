package history

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/google/go-cmp/cmp"

	"luminos/internal/facts/factstest"
	"luminos/internal/history/historytest"
	"luminos/internal/localdir"
)

// earlier returns the files of the earlier revisions as lines, the newest first. The content "known" is not read again.
func earlier(t testing.TB, dir string) ([]string, *Earlier, error) {
	t.Helper()
	d, err := localdir.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	e, err := OpenEarlier(t.Context(), d)
	if err != nil {
		return nil, nil, err
	}
	defer e.Close()
	files := []string{}
	known := plumbing.ComputeHash(plumbing.BlobObject, []byte("known"))
	err = e.Each(t.Context(), func(h [hashSize]byte) bool { return h == known }, func(f EarlierFile) bool {
		files = append(files, fmt.Sprintf("%s %s", f.Path, f.Text()))
		return true
	})
	return files, e, err
}

func TestEarlierFilesComeOnce(t *testing.T) {
	change := func(n int, files map[string]string) historytest.Commit {
		return historytest.Commit{Name: "a", Address: "a@b.c", When: day(n), Changes: files}
	}
	commits := []historytest.Commit{
		change(1, map[string]string{"a": "one", "d/b": "two"}),
		change(2, map[string]string{"a": "three"}),
		change(3, map[string]string{"a": "known", "c": "two"}),
	}
	for _, packed := range []bool{false, true} {
		dir, hashes := write(t, packed, commits...)
		got, e, err := earlier(t, dir)
		if err != nil || e.Revisions != 3 || e.Cut {
			t.Fatalf("%+v, %v", e, err)
		}
		if d := cmp.Diff([]string{"a ", "c two", "d/b ", "a three", "a one"}, got); d != "" {
			t.Error(d)
		}
		if packed {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, ".git/shallow"), []byte(hashes[1]+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		remove(t, dir, hashes[0])
		if got, e, err := earlier(t, dir); err != nil || e.Revisions != 2 || len(got) != 4 {
			t.Errorf("a shallow copy: %q %+v, %v", got, e, err)
		}
	}
}

// TestEarlierIsBounded reads repositories that hold a tree in itself, a tree of trees that are one, a missing tree, and one of a byte.
func TestEarlierIsBounded(t *testing.T) {
	tree := func(entries int, hash byte) map[string]string {
		var b strings.Builder
		for i := range entries {
			fmt.Fprintf(&b, "40000 d%02d\x00%s", i, ref(hash))
		}
		return packOf(headOfTree, packed{hash: 2, kind: byte(plumbing.TreeObject), data: []byte(b.String())})
	}
	for name, c := range map[string]struct {
		files map[string]string
		want  error
	}{
		"itself":    {tree(1, 2), errBounds},
		"many":      {tree(100, 2), errBounds},
		"lost":      {tree(1, 9), errMissing},
		"one byte":  {packOf(headOfTree, packed{hash: 2, kind: byte(plumbing.TreeObject), data: []byte("1")}), errCorrupt},
		"no commit": {packOf(packed{hash: 1, kind: 3, data: []byte("x")}), errCorrupt},
	} {
		if _, _, err := earlier(t, factstest.Write(t, c.files)); err != c.want {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
}
