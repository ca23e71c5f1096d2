package history

import (
	"errors"
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

// exported returns the files of a revision as lines, and the result.
func exported(t testing.TB, dir, revision string) ([]string, *Export, error) {
	t.Helper()
	d, err := localdir.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	files := []string{}
	e, err := ExportCommit(t.Context(), d, revision, "", func(f Exported) error {
		files = append(files, fmt.Sprintf("%s %d %s", f.Path, f.Kind, f.Data))
		return nil
	})
	return files, e, err
}

func TestExportCommit(t *testing.T) {
	for _, packed := range []bool{false, true} {
		dir, hashes := write(t, packed,
			historytest.Commit{Name: "A", When: day(1), Changes: map[string]string{"a.txt": "one", "d/e/b.txt": "two"}},
			historytest.Commit{Name: "A", When: day(2), Changes: map[string]string{"a.txt": "", "c.txt": lfsPointer}})
		ref := func(name, hash string) {
			name = filepath.Join(dir, ".git", "refs", filepath.FromSlash(name))
			made := os.MkdirAll(filepath.Dir(name), 0o755)
			if err := errors.Join(made, os.WriteFile(name, []byte(hash+"\n"), 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		ref("tags/v1", hashes[0])
		ref("heads/fix/deep", hashes[0])
		packedRefs := "# pack-refs\n" + hashes[1] + " refs/tags/pkg@2.0\n"
		if err := os.WriteFile(filepath.Join(dir, ".git", "packed-refs"), []byte(packedRefs), 0o644); err != nil {
			t.Fatal(err)
		}
		first, second := []string{"a.txt 0 one", "d/e/b.txt 0 two"}, []string{"c.txt 0 " + lfsPointer, "d/e/b.txt 0 two"}
		for revision, want := range map[string][]string{
			"v1": first, "tags/v1": first, "refs/tags/v1": first, "fix/deep": first, hashes[0]: first, hashes[0][:7]: first,
			"HEAD": second, "@": second, "pkg@2.0": second, strings.ToUpper(hashes[1][:9]): second,
		} {
			files, e, err := exported(t, dir, revision)
			if err != nil {
				t.Errorf("packed %v: %s: %v", packed, revision, err)
				continue
			}
			if d := cmp.Diff(want, files); d != "" {
				t.Errorf("packed %v: %s: %s", packed, revision, d)
			}
			if noted := len(e.Notes) == 1 && strings.Contains(e.Notes[0], "Git LFS"); noted != (len(want[0]) > 20) {
				t.Errorf("%s: notes %q", revision, e.Notes)
			}
		}
		for _, revision := range []string{
			"", "v2", "../../HEAD", "../HEAD", "heads", "v1/x", strings.Repeat("a", 5000), "abcdef0", "v1\n", "a\x00b",
		} {
			_, _, err := exported(t, dir, revision)
			if unknown, ok := errors.AsType[*UnknownRevisionError](err); !ok {
				t.Errorf("%.20q: %v", revision, err)
			} else if revision == "v2" && !strings.Contains(err.Error(), "it has v1") {
				t.Errorf("near names %q", unknown.Near)
			}
		}
	}
}

// TestExportBelow exports a directory of a commit, from a repository without a work tree.
func TestExportBelow(t *testing.T) {
	dir, _ := write(t, true, historytest.Commit{Name: "A", When: day(1), Changes: map[string]string{
		"a.txt": "one", "d/e/b.txt": "two", "d/e.txt": "three", "d/e/f/g.txt": "four",
	}})
	d, err := localdir.Open(filepath.Join(dir, ".git"))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for below, want := range map[string]string{
		"": "a.txt d/e.txt d/e/b.txt d/e/f/g.txt", "d": "e.txt e/b.txt e/f/g.txt", "d/e": "b.txt f/g.txt",
		"d/e.txt": errNoDirectory.Error(), "x": errNoDirectory.Error(), "d//e": errNoDirectory.Error(),
	} {
		var got []string
		_, err := ExportCommit(t.Context(), Bare(d), "HEAD", below, func(f Exported) error {
			got = append(got, f.Path)
			return nil
		})
		if err != nil {
			got = []string{err.Error()}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", below, got, want)
		}
	}
}

// headOfTree is a commit with the tree of twos.
var headOfTree = packed{
	hash: 1, kind: commitKind,
	data: []byte("tree " + strings.Repeat("02", hashSize) + "\ncommitter a <b> 1700000000 +0000\n\n"),
}

// TestExportOfHostileTrees exports trees with names that lead elsewhere, with links and submodules, and with objects that
// are missing.
func TestExportOfHostileTrees(t *testing.T) {
	blob := string(ref(3))
	tree := ""
	for _, e := range []string{
		"100644 ..", "100644 .", "40000 .git", "100644 .GIT", "120000 link", "160000 module", "100755 run", "100644 lost",
	} {
		hash := blob
		if strings.HasSuffix(e, "lost") {
			hash = string(ref(9))
		}
		tree += e + "\x00" + hash
	}
	files := packOf(
		headOfTree,
		packed{hash: 2, kind: byte(plumbing.TreeObject), data: []byte(tree)},
		packed{hash: 3, kind: byte(plumbing.BlobObject), data: []byte("/etc/passwd")})
	got, e, err := exported(t, factstest.Write(t, files), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"link 2 /etc/passwd", "module 3 ", "run 1 /etc/passwd"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	notes := []string{
		"submodules are empty: 1", "files are left out, because their objects are missing or damaged: 1",
		"entries are left out, because their names are not permitted: 4",
	}
	if d := cmp.Diff(notes, e.Notes); d != "" {
		t.Error(d)
	}
}

// TestExportIsBounded exports a tree that is in itself, and a tree of trees that are one.
func TestExportIsBounded(t *testing.T) {
	for name, entries := range map[string]int{"one": 1, "many": 100} {
		tree := ""
		for i := range entries {
			tree += fmt.Sprintf("40000 d%02d\x00%s", i, ref(2))
		}
		files := packOf(headOfTree, packed{hash: 2, kind: byte(plumbing.TreeObject), data: []byte(tree)})
		if _, _, err := exported(t, factstest.Write(t, files), "HEAD"); err != errBounds && err != errTooMuch {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzExport exports trees of any content, whose files never have a name that leads elsewhere.
func FuzzExport(f *testing.F) {
	f.Add([]byte("100644 a\x00"+string(ref(3))), "HEAD")
	f.Add([]byte("40000 ..\x00"+string(ref(2))), "0101")
	f.Fuzz(func(t *testing.T, tree []byte, revision string) {
		files := packOf(
			headOfTree,
			packed{hash: 2, kind: byte(plumbing.TreeObject), data: tree},
			packed{hash: 3, kind: byte(plumbing.BlobObject), data: []byte("x")})
		got, _, _ := exported(t, factstest.Write(t, files), revision)
		for _, line := range got {
			if strings.HasPrefix(line, "/") || strings.HasPrefix(line, "../") || strings.Contains(line, "/../") {
				t.Errorf("exported %q", line)
			}
		}
	})
}
