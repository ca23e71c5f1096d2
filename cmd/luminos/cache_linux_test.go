package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"luminos/internal/hostiletest"
)

// mounted mounts a small file system in memory for a test. Who may not mount
// any cannot run the test.
func mounted(t *testing.T, options string) string {
	t.Helper()
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, options); err != nil {
		t.Skipf("mounting a small file system takes rights that this user lacks: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

func remount(t *testing.T, dir string, flags uintptr, options string) {
	t.Helper()
	if err := unix.Mount("tmpfs", dir, "tmpfs", unix.MS_REMOUNT|flags, options); err != nil {
		t.Fatal(err)
	}
}

// TestDiskFull fills the disk in the middle of a run, at many places. The report
// has to be right, a note has to say that the run was not kept, and with room
// again the next run has to repair the cache.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	target := grove(t)
	want, _ := reportOf(t, filepath.Join(t.TempDir(), "cache"), target)
	for _, size := range []string{"4k", "20k", "100k", "200k"} {
		t.Run(size, func(t *testing.T) {
			disk := mounted(t, "size="+size)
			cache := filepath.Join(disk, "cache")
			got, _ := reportOf(t, cache, target)
			if got != want {
				t.Error("on a full disk another report")
			}
			_, stderr, err := outputOf(t, cache, target, "-q")
			if err != nil || !strings.Contains(stderr, "not be kept") && !strings.Contains(stderr, "not kept") && !strings.Contains(stderr, "nothing will be kept") {
				t.Errorf("the full disk is not said: %v, %s", err, stderr)
			}
			remount(t, disk, 0, "size=64m")
			recovered(t, "with room again", cache, target, want)
		})
	}
}

// TestFullDiskKeepsWhatWasThere fills the disk of a complete cache and changes the target.
func TestFullDiskKeepsWhatWasThere(t *testing.T) {
	t.Parallel()
	target := grove(t)
	disk := mounted(t, "size=64m")
	cache := filepath.Join(disk, "cache")
	reportOf(t, cache, target)
	fill, err := os.Create(filepath.Join(disk, "fill"))
	if err != nil {
		t.Fatal(err)
	}
	block := make([]byte, 1<<20)
	for err == nil {
		_, err = fill.Write(block)
	}
	fill.Close()
	if err := os.WriteFile(filepath.Join(target, "part1", "unit1", "README.md"), []byte("# Another\n\nSomething else stands here now.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	want, _ := reportOf(t, filepath.Join(t.TempDir(), "cache"), target)
	if got, memory := reportOf(t, cache, target); got != want || memory["failed"] == nil {
		t.Errorf("right report: %v, memory %v", got == want, memory)
	}
	if err := os.Remove(filepath.Join(disk, "fill")); err != nil {
		t.Fatal(err)
	}
	got, memory := reportOf(t, cache, target)
	if got != want || memory["problems"] != nil || memory["failed"] != nil {
		t.Errorf("right report: %v, memory %v", got == want, memory)
	}
	if reused, _ := memory["reused_directories"].(float64); reused == 0 {
		t.Errorf("what was there is lost: %v", memory)
	}
}

// TestReadOnlyCache uses a complete cache on a disk that cannot be written to.
func TestReadOnlyCache(t *testing.T) {
	t.Parallel()
	target := grove(t)
	disk := mounted(t, "size=64m")
	cache := filepath.Join(disk, "cache")
	want, _ := reportOf(t, cache, target)
	remount(t, disk, unix.MS_RDONLY, "")
	before, err := hostiletest.Hash(cache)
	if err != nil {
		t.Fatal(err)
	}
	if got, memory := reportOf(t, cache, target); got != want || memory["unchanged"] != true {
		t.Errorf("nothing has changed: right report %v, memory %v", got == want, memory)
	}
	if err := os.WriteFile(filepath.Join(target, "part1", "unit1", "README.md"), []byte("# Another\n\nSomething else stands here now.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	want, _ = reportOf(t, filepath.Join(t.TempDir(), "cache"), target)
	if got, memory := reportOf(t, cache, target); got != want || memory["failed"] == nil {
		t.Errorf("a file has changed: right report %v, memory %v", got == want, memory)
	}
	if _, stderr, err := outputOf(t, cache, target, "-q"); err != nil || !strings.Contains(stderr, "luminos: note: this run was not kept: ") {
		t.Errorf("got %v, %s", err, stderr)
	}
	if after, err := hostiletest.Hash(cache); err != nil || cmp.Diff(before, after) != "" {
		t.Errorf("something was changed there: %v", err)
	}
}

// TestNamedCacheOnAReadOnlyDisk names an empty directory, and a directory that does not exist, on a disk that cannot be
// written to. The report must be the same as without a cache, with a note.
func TestNamedCacheOnAReadOnlyDisk(t *testing.T) {
	t.Parallel()
	target := grove(t)
	want, _ := reportOf(t, filepath.Join(t.TempDir(), "cache"), target)
	disk := mounted(t, "size=1m")
	remount(t, disk, unix.MS_RDONLY, "")
	for _, cache := range []string{disk, filepath.Join(disk, "cache")} {
		if got, _ := reportOf(t, cache, target, "--cache-dir", cache); got != want {
			t.Errorf("%s: another report", cache)
		}
		_, stderr, err := outputOf(t, cache, target, "-q", "--cache-dir", cache)
		if err != nil || !strings.Contains(stderr, "luminos: note: nothing will be kept of this run: ") {
			t.Errorf("%s: got %v, %s", cache, err, stderr)
		}
	}
}

// TestCacheOfSomebodyElse gives the whole cache to another user, who could change
// the stored results.
func TestCacheOfSomebodyElse(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("only a superuser can give files away")
	}
	target, cache := grove(t), filepath.Join(t.TempDir(), "cache")
	want, _ := reportOf(t, cache, target)
	if err := os.Chown(cache, 12345, 12345); err != nil {
		t.Fatal(err)
	}
	if got, memory := reportOf(t, cache, target); got != want || memory != nil {
		t.Errorf("right report %v, memory %v", got == want, memory)
	}
	if _, stderr, err := outputOf(t, cache, target, "-q"); err != nil || !strings.Contains(stderr, "belongs to user 12345") {
		t.Errorf("got %v, %s", err, stderr)
	}
}
