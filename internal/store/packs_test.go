package store

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"luminos"
)

// A pack that is cut off or edited gives its other entries and a problem, and none after the next run.
func TestDamagedPacks(t *testing.T) {
	replace := func(old, new string) func([]byte) []byte {
		return func(b []byte) []byte { return bytes.Replace(b, []byte(old), []byte(new), 1) }
	}
	for name, test := range map[string]struct {
		damage func([]byte) []byte
		left   []luminos.Path
	}{
		"whole":          {bytes.Clone, []luminos.Path{"a", "b", "c"}},
		"empty":          {func([]byte) []byte { return nil }, nil},
		"without end":    {replace(packEnd, ""), []luminos.Path{"a", "b", "c"}},
		"half a line":    {func(b []byte) []byte { return b[:len(b)-20] }, []luminos.Path{"a", "b"}},
		"other words":    {replace("summary", "Summary"), []luminos.Path{"b", "c"}},
		"no path":        {func(b []byte) []byte { return b[1:] }, []luminos.Path{"b", "c"}},
		"another's path": {replace(`"a"`, `"d"`), []luminos.Path{"b", "c"}},
	} {
		t.Run(name, func(t *testing.T) {
			c := opened(t, Options{})
			inv, _ := begun(t, c, Begin{Target: "/t"})
			defer inv.Close()
			all := []luminos.Path{"a", "b", "c", "d"}
			if err := inv.PutEntries([]StoredEntry{stored("a"), stored("b"), stored("c")}, false); err != nil {
				t.Fatal(err)
			}
			pack := filepath.Join(c.dir, inv.ID(), dirsDir, "000000001"+packSuffix)
			b, err := os.ReadFile(pack)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(pack, test.damage(b), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := pathsIn(t, inv, all); !slices.Equal(got, test.left) {
				t.Errorf("got the entries of %q, want %q", got, test.left)
			}
			if damaged, n := name != "whole", len(inv.Problems()); damaged != (n > 0) {
				t.Errorf("%d problems: %v", n, inv.Problems())
			}
			if err := inv.PutEntries([]StoredEntry{stored("a"), stored("b"), stored("c")}, false); err != nil {
				t.Fatal(err)
			}
			if err := inv.Prune(all[:3], nil); err != nil {
				t.Fatal(err)
			}
			before := len(inv.Problems())
			if got := pathsIn(t, inv, all); !slices.Equal(got, all[:3]) || len(inv.Problems()) != before {
				t.Errorf("after the next run: %q, problems %v", got, inv.Problems()[before:])
			}
		})
	}
}

// Many entries fill several packs. Pruning leaves a pack alone that has no other entries than current ones.
func TestPacksArePruned(t *testing.T) {
	c := opened(t, Options{})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	defer inv.Close()
	var dirs []luminos.Path
	var entries []StoredEntry
	for _, p := range strings.Split("abcdef", "") {
		e := stored(luminos.Path(p))
		e.Summary = strings.Repeat("It holds much. ", packSize/2/16)
		dirs, entries = append(dirs, e.Path), append(entries, e)
	}
	packs := func(want ...string) {
		t.Helper()
		names, err := inv.names(dirsDir)
		for i := range want {
			want[i] = "00000000" + want[i] + packSuffix
		}
		if err != nil || !slices.Equal(names, want) {
			t.Errorf("the packs are %q, want %q; %v", names, want, err)
		}
	}
	if err := inv.PutEntries(entries, false); err != nil {
		t.Fatal(err)
	}
	packs("1", "2", "3")
	if err := inv.PutEntries(entries[:1], false); err != nil {
		t.Fatal(err)
	}
	if err := inv.Prune(dirs[:5], nil); err != nil {
		t.Fatal(err)
	}
	packs("2", "4", "5") // the third lost one entry, the first lost one to the fourth
	if got := pathsIn(t, inv, dirs); !slices.Equal(got, dirs[:5]) || len(inv.Problems()) > 0 {
		t.Errorf("got the entries of %q, problems %v", got, inv.Problems())
	}
}

// A file with another name, such as the copy of an editor, changes no number. A pack that cannot be read now stays: here
// it has the name of a directory.
func TestForeignAndUnreadablePacks(t *testing.T) {
	c := opened(t, Options{})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	defer inv.Close()
	dirs := filepath.Join(c.dir, inv.ID(), dirsDir)
	unreadable := filepath.Join(dirs, "000000001"+packSuffix)
	if err := os.MkdirAll(filepath.Join(unreadable, "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dirs, "000000009~"+packSuffix), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, p := range []luminos.Path{"a", "b"} {
		if err := inv.PutEntries([]StoredEntry{stored(p)}, false); err != nil {
			t.Fatal(err)
		}
	}
	if got := pathsIn(t, inv, []luminos.Path{"a", "b"}); len(got) != 2 {
		t.Errorf("got the entries of %q", got)
	}
	_ = inv.Prune([]luminos.Path{"a", "b"}, nil) // with an error: the directory is not empty
	if _, err := os.Stat(unreadable); err != nil {
		t.Errorf("the pack that could not be read: %v", err)
	}
}

// pathsIn returns the paths of dirs that have entries.
func pathsIn(t *testing.T, inv *Investigation, dirs []luminos.Path) (paths []luminos.Path) {
	t.Helper()
	got, err := inv.Entries(t.Context(), dirs)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range dirs {
		if len(got[p]) > 0 {
			paths = append(paths, p)
		}
	}
	return paths
}
