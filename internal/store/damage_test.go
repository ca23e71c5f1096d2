package store

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Begin removes the files that killed processes have left, and no others.
func TestLeftoversAreRemoved(t *testing.T) {
	for _, fresh := range []bool{false, true} {
		c := opened(t, Options{})
		inv, _ := begun(t, c, Begin{Target: "/t"})
		inv.Close()
		other, _ := begun(t, c, Begin{Target: "/other"})
		other.Close()
		orphan := NewID()
		leftovers := []string{"x.tmp", inv.ID() + "/y.tmp", inv.ID() + "/dirs/z.tmp"}
		if fresh {
			leftovers = []string{"x.tmp", orphan + "/dirs/a.json"}
		}
		remain := []string{inv.ID() + "/dirs/a.json", other.ID() + "/meta.json", "mine/notes"}
		for _, name := range slices.Concat(leftovers, remain[:1], remain[2:]) {
			put(t, c, name, "")
		}
		again, _ := begun(t, c, Begin{Target: "/t", Fresh: fresh})
		again.Close()
		for _, name := range leftovers {
			if exists(c, name) {
				t.Errorf("fresh %v: %s is left", fresh, name)
			}
		}
		if exists(c, orphan) {
			t.Errorf("the directory of an investigation that never began is left")
		}
		for _, name := range remain {
			if !exists(c, name) {
				t.Errorf("fresh %v: %s is removed", fresh, name)
			}
		}
	}
}

// The ids in investigations.json are not trusted: they are used only if they are
// names of directories of the cache.
func TestEditedIndexIsHarmless(t *testing.T) {
	c := opened(t, Options{})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	inv.Close()
	file, missing := NewID(), NewID()
	put(t, c, file, "")
	put(t, c, "precious/notes", "")
	index := func(ids ...string) {
		if err := c.put(investigationsFile, investigations{map[string][]string{"/t": ids}}); err != nil {
			t.Fatal(err)
		}
	}
	index("precious", missing, file, inv.ID())
	if p, err := c.Path("/t"); err != nil || p != filepath.ToSlash(c.dir)+"/"+inv.ID() {
		t.Errorf("the investigation is %q, %v", p, err)
	}
	if n, err := c.Remove(t.Context(), "/t"); n != 2 || err != nil || !exists(c, "precious/notes") || exists(c, inv.ID()) {
		t.Errorf("%d investigations are removed, %v", n, err)
	}
	if v, err := c.investigations(); err != nil || len(v.Targets) > 0 {
		t.Errorf("the index still has %v, %v", v.Targets, err)
	}
	if n, err := c.Remove(t.Context(), "/t"); n != 0 || err != nil {
		t.Errorf("a second time %d are removed, %v", n, err)
	}
	// Without targets it is rebuilt.
	first, _ := begun(t, c, Begin{Target: "/t"})
	first.Close()
	if err := c.put(investigationsFile, investigations{}); err != nil {
		t.Fatal(err)
	}
	again, before := begun(t, c, Begin{Target: "/t"})
	again.Close()
	if !before.Found || again.ID() != first.ID() {
		t.Errorf("with an index without targets: %+v", before)
	}
}

// A cache of another user could be changed by that user at any time.
func TestCacheOfAnotherUserIsRefused(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chown(dir, 12345, -1); err != nil {
		t.Logf("only root can give a directory away: %v", err)
		return
	}
	if _, err := Open(t.Context(), dir, Options{}); !errors.Is(err, ErrForeign) {
		t.Errorf("the error is %v, want ErrForeign", err)
	}
	before := openFiles()
	if _, err := OpenExisting(dir, Options{}); !errors.Is(err, ErrForeign) || openFiles() != before {
		t.Errorf("the error is %v, want ErrForeign; %d files were open, now %d", err, before, openFiles())
	}
}

func TestIDThatIsTaken(t *testing.T) {
	c := opened(t, Options{})
	c.newID = func() string { return "00000000-0000-4000-8000-000000000000" }
	put(t, c, c.newID(), "")
	if _, _, err := c.Begin(t.Context(), Begin{Target: "/t"}); err == nil {
		t.Error("an investigation began in the place of a file")
	}
	if _, err := c.Path("/t"); !errors.Is(err, ErrNone) {
		t.Errorf("the index has it: %v", err)
	}
}

func TestFailedBeginReleasesTheTarget(t *testing.T) {
	c := opened(t, Options{})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	inv.Close()
	dirs := filepath.Join(c.dir, inv.ID(), dirsDir)
	if err := os.Remove(dirs); err != nil {
		t.Fatal(err)
	}
	put(t, c, inv.ID()+"/"+dirsDir, "")
	if _, _, err := c.Begin(t.Context(), Begin{Target: "/t"}); err == nil || !strings.HasPrefix(err.Error(), "creating the directory of an investigation: ") {
		t.Errorf("the error is %v", err)
	}
	if err := os.Remove(dirs); err != nil {
		t.Fatal(err)
	}
	again, _ := begun(t, c, Begin{Target: "/t", NoWait: true})
	again.Close()
}

// An investigation whose meta.json cannot be used is listed with the problem, and can go on.
func TestDamagedMeta(t *testing.T) {
	c := opened(t, Options{})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	if err := inv.Finish(1, 1, 1, nil); err != nil {
		t.Fatal(err)
	}
	inv.Close()
	other := NewID()
	meta, err := os.ReadFile(filepath.Join(c.dir, inv.ID(), metaFile))
	if err != nil {
		t.Fatal(err)
	}
	for want, content := range map[string]string{
		"the file of the cache is damaged or was edited": "{}", `the file of the cache is of another investigation, "` + inv.ID() + `": the file of the cache is damaged or was edited`: string(meta),
	} {
		put(t, c, other+"/"+metaFile, content)
		list, err := c.List()
		i := slices.IndexFunc(list, func(l Listing) bool { return l.ID == other })
		if err != nil || i < 0 || list[i].Problem != want || list[i].State != "" || list[i].Bytes != int64(len(content)) {
			t.Errorf("the list is %+v, %v; want the problem %q", list, err, want)
		}
	}
	put(t, c, inv.ID()+"/"+metaFile, "{}")
	again, before := begun(t, c, Begin{Target: "/t"})
	defer again.Close()
	if p := again.Problems(); !before.Found || before.Interrupted() || len(p) != 1 || p[0].Path != metaFile {
		t.Errorf("with a damaged meta.json: %+v, problems %v", before, p)
	}
}
