package hostiletest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
)

// Snapshot describes every entry of a directory, under its name: kind, mode,
// size, modification time, link target and content.
type Snapshot map[string]string

// hashMax is the most bytes hashed from each end of a file. Larger files are
// compared by size and time.
const hashMax = 1 << 20

// Hash returns a snapshot of a directory: the mode, size, time and digest of each entry. It follows no link, opens only
// directories and regular files, and describes unreadable entries as far as possible.
func Hash(dir string) (Snapshot, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	info, err := root.Lstat(".")
	if err != nil {
		return nil, err
	}
	s := Snapshot{".": describe(info)}
	s.walk(root, "")
	return s, nil
}

// walk adds all entries below root to the snapshot, with the prefix before their names. It keeps the directories
// above an entry open: this costs a descriptor per level, but a deep tree does not cost its depth squared.
func (s Snapshot) walk(root *os.Root, prefix string) {
	f, err := root.OpenFile(".", os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		s[prefix+"\x00"] = "unlisted: " + reason(err)
		return
	}
	names, err := f.Readdirnames(-1)
	f.Close()
	if err != nil {
		s[prefix+"\x00"] = "half listed: " + reason(err)
	}
	for _, name := range names {
		key := prefix + name
		info, err := root.Lstat(name)
		if err != nil {
			s[key] = "unseen: " + reason(err)
			continue
		}
		s[key] = describe(info)
		switch {
		case info.IsDir():
			sub, err := root.OpenRoot(name)
			if err != nil {
				s[key] += " unopened: " + reason(err)
				continue
			}
			s.walk(sub, key+"/")
			sub.Close()
		case info.Mode().IsRegular():
			s[key] += " " + digest(root, name, info.Size())
		case info.Mode()&os.ModeSymlink != 0:
			target, err := root.Readlink(name)
			s[key] += fmt.Sprintf(" to %q %v", target, err)
		}
	}
}

func describe(info os.FileInfo) string {
	size := info.Size()
	if info.IsDir() {
		size = 0 // it depends on the file system
	}
	return fmt.Sprintf("%v %d %d.%09d", info.Mode(), size, info.ModTime().Unix(), info.ModTime().Nanosecond())
}

func digest(root *os.Root, name string, size int64) string {
	f, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return "unopened: " + reason(err)
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, io.NewSectionReader(f, 0, hashMax))
	if tail := max(size-hashMax, hashMax); err == nil && size > hashMax {
		_, err = io.Copy(h, io.NewSectionReader(f, tail, hashMax))
	}
	if err != nil {
		return "unread: " + reason(err)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// reason returns an error without the file name, which differs between two copies.
func reason(err error) string {
	if errno, ok := errors.AsType[syscall.Errno](err); ok {
		return errno.Error()
	}
	return err.Error()
}

// Diff returns the differences between two snapshots in words, sorted by name.
func (s Snapshot) Diff(after Snapshot) []string {
	names := map[string]bool{}
	for n := range s {
		names[n] = true
	}
	for n := range after {
		names[n] = true
	}
	var diff []string
	for _, n := range slices.Sorted(maps.Keys(names)) {
		was, before := s[n]
		is, still := after[n]
		switch {
		case !still:
			diff = append(diff, fmt.Sprintf("%q is gone", n))
		case !before:
			diff = append(diff, fmt.Sprintf("%q is new: %s", n, is))
		case was != is:
			diff = append(diff, fmt.Sprintf("%q was %s and is %s", n, was, is))
		}
	}
	return diff
}

// Unchanged fails the test if the directory differs at the end of the test.
// Call it after the directory has been filled and before a reader starts.
func Unchanged(t testing.TB, dir string) {
	t.Helper()
	before, err := Hash(dir)
	if err != nil {
		t.Fatalf("hashing %q: %v", dir, err)
	}
	t.Cleanup(func() {
		after, err := Hash(dir)
		if err != nil {
			t.Errorf("hashing the directory %q after the test: %v", dir, err)
			return
		}
		for i, d := range before.Diff(after) {
			if i == 20 {
				t.Errorf("the directory %q changed in more than 20 entries", dir)
				return
			}
			t.Errorf("the directory %q changed: %s", dir, d)
		}
	})
}

// Tree makes a hostile tree for one test, watches that it stays as it is, and removes it afterwards.
func Tree(t testing.TB, seed uint64, opts Options) Manifest {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "target")
	t.Cleanup(func() {
		if err := Remove(dir); err != nil {
			t.Errorf("removing the hostile tree: %v", err)
		}
	})
	m, err := Make(dir, seed, opts)
	if err != nil {
		t.Fatalf("making a hostile tree of seed %d: %v", seed, err)
	}
	for _, e := range m.Missing {
		t.Logf("seed %d: no %s %q: %s", seed, e.Trick, e.Path, e.Reason)
	}
	Unchanged(t, dir)
	return m
}
