package hostiletest

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"luminos"
)

func TestTreeHasEveryTrick(t *testing.T) {
	m := Tree(t, 1, Options{Crowd: 50})
	seen := map[Trick]bool{}
	for _, e := range m.Made {
		seen[e.Trick] = true
	}
	for _, e := range m.Missing { // said to be impossible here: Tree has logged why
		seen[e.Trick] = true
	}
	for _, trick := range []Trick{
		LinkLoop, LinkOut, LinkBroken, LinkInside, FIFO, Socket, Device, Unreadable, Sparse, Crowd, Deep,
		OddName, Trap, BadFile, Astray, BadData, BadIgnore, BadMagic, Injection, Escapes, Huge, HardLink, Empty, OddTime, OddText, GitTrap,
	} {
		if !seen[trick] {
			t.Errorf("nothing was made, nor said to be missing, for %q", trick)
		}
	}
	root, err := os.OpenRoot(m.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	paths := map[luminos.Path]bool{}
	for _, e := range m.Made {
		if paths[e.Path] {
			t.Errorf("%q was made twice", e.Path)
		}
		paths[e.Path] = true
		info, err := root.Lstat(e.Path.OS())
		if err != nil && !os.IsPermission(err) {
			t.Errorf("%s %q is not there: %v", e.Trick, e.Path, err)
			continue
		}
		if err == nil && kindOf(info.Mode()) != e.Kind {
			t.Errorf("%s %q is a %s, recorded as a %s", e.Trick, e.Path, kindOf(info.Mode()), e.Kind)
		}
	}
}

func kindOf(m os.FileMode) luminos.EntryKind {
	switch {
	case m.IsDir():
		return luminos.KindDir
	case m.IsRegular():
		return luminos.KindFile
	case m&os.ModeSymlink != 0:
		return luminos.KindSymlink
	case m&os.ModeNamedPipe != 0:
		return luminos.KindFIFO
	case m&os.ModeSocket != 0:
		return luminos.KindSocket
	case m&os.ModeDevice != 0:
		return luminos.KindDevice
	}
	return luminos.KindOther
}

func TestEqualSeedsMakeEqualTreesAndOthersDoNot(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "outside")
	hash := func(seed uint64) Snapshot {
		m := Tree(t, seed, Options{Crowd: 20, Readme: 1000, Outside: outside})
		s, err := Hash(m.Dir)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	first := hash(7)
	if diff := first.Diff(hash(7)); len(diff) > 0 {
		t.Errorf("two trees of one seed differ: %s", diff[0])
	}
	if diff := first.Diff(hash(8)); len(diff) < 100 {
		t.Errorf("trees of two seeds differ in %d entries, want a hundred or more", len(diff))
	}
}

func TestHashSeesEveryKindOfChange(t *testing.T) {
	const day = 24 * time.Hour
	old := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	changes := map[string]func(root *os.Root) error{
		"content of the same size": func(r *os.Root) error {
			if err := r.WriteFile("file", []byte("toast"), 0o644); err != nil {
				return err
			}
			return r.Chtimes("file", old, old)
		},
		"last byte of a large file": func(r *os.Root) error {
			f, err := r.OpenFile("large", os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			if _, err := f.WriteAt([]byte{1}, 3*hashMax-1); err != nil {
				return err
			}
			f.Close()
			return r.Chtimes("large", old, old)
		},
		"time":        func(r *os.Root) error { return r.Chtimes("file", old, old.Add(time.Nanosecond)) },
		"mode":        func(r *os.Root) error { return r.Chmod("file", 0o600) },
		"new entry":   func(r *os.Root) error { return r.WriteFile("dir/new", nil, 0o644) },
		"gone entry":  func(r *os.Root) error { return r.Remove("dir/inner") },
		"link target": func(r *os.Root) error { return firstError(r.Remove("link"), r.Symlink("other", "link")) },
		"a file that came and went": func(r *os.Root) error {
			return firstError(r.WriteFile("dir/temp", nil, 0o644), r.Remove("dir/temp"))
		},
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			root, err := os.OpenRoot(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer root.Close()
			err = firstError(
				root.WriteFile("file", []byte("bread"), 0o644),
				root.WriteFile("large", bytes.Repeat([]byte{0}, 3*hashMax), 0o644),
				root.Mkdir("dir", 0o755),
				root.WriteFile("dir/inner", []byte("x"), 0o644),
				root.Symlink("file", "link"),
				root.Chtimes("file", old, old), root.Chtimes("large", old, old),
				root.Chtimes("dir", old, old.Add(day)), root.Chtimes(".", old, old),
			)
			if err != nil {
				t.Fatal(err)
			}
			before, err := Hash(dir)
			if err != nil {
				t.Fatal(err)
			}
			if same, _ := Hash(dir); len(before.Diff(same)) != 0 {
				t.Fatalf("hashing changed the tree: %q", before.Diff(same))
			}
			if err := change(root); err != nil {
				t.Fatal(err)
			}
			after, err := Hash(dir)
			if err != nil {
				t.Fatal(err)
			}
			if len(before.Diff(after)) == 0 {
				t.Error("Hash did not see the change")
			}
		})
	}
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func TestHashFollowsNoLink(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	if err := firstError(
		os.WriteFile(filepath.Join(outside, "canary"), []byte("x"), 0o644),
		os.Symlink(outside, filepath.Join(dir, "out")),
		os.Symlink(".", filepath.Join(dir, "loop")),
	); err != nil {
		t.Skip("this system or user lacks what the test needs:", err)
	}
	s, err := Hash(dir)
	if err != nil {
		t.Fatal(err)
	}
	for name := range s {
		if strings.Contains(name, "canary") || strings.Contains(name, "/") {
			t.Errorf("a link was followed to %q", name)
		}
	}
}

func TestRemoveLeavesNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "target")
	if _, err := Make(dir, 3, Options{Crowd: 10, Readme: 10}); err != nil {
		t.Fatal(err)
	}
	if err := Remove(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(dir); !os.IsNotExist(err) {
		t.Errorf("after Remove: %v, want not there", err)
	}
}

func TestChurnChangesWhatItSays(t *testing.T) {
	dir := t.TempDir()
	stop, err := Churn(dir, t.TempDir(), 1)
	if err != nil {
		t.Fatal(err)
	}
	before, err := Hash(dir)
	if err != nil {
		t.Fatal(err)
	}
	for changed := false; !changed; {
		after, err := Hash(dir)
		changed = err == nil && len(before.Diff(after)) > 0
	}
	n := stop()
	if n == 0 {
		t.Error("Churn says that it changed nothing")
	}
	again := make(chan int)
	go func() { again <- stop() }()
	select {
	case m := <-again:
		if m != n {
			t.Errorf("the first stop returned %d, the second %d", n, m)
		}
	case <-time.After(time.Minute):
		t.Error("the second stop does not return")
	}
}
