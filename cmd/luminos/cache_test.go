package main

import (
	"bytes"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"luminos/internal/hostiletest"
)

// outputOf runs luminos on a target and returns its two outputs.
func outputOf(t *testing.T, cache, target string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	cmd := mortal(t, t.Context(), cache, 0, append([]string{"--offline"}, append(args, target)...)...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	return out.String(), errs.String(), err
}

// TestDamagedCache damages every file of a cache in every way and wants the
// right report each time, and nothing outside the cache touched.
func TestDamagedCache(t *testing.T) {
	t.Parallel()
	target := grove(t)
	kept := filepath.Join(t.TempDir(), "cache")
	reportOf(t, kept, target)
	outside := filepath.Join(t.TempDir(), "outside")
	if err := os.WriteFile(outside, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	damages := map[string]func(name string) error{
		"truncated": func(name string) error {
			info, err := os.Stat(name)
			if err != nil {
				return err
			}
			return os.Truncate(name, info.Size()/2)
		},
		"emptied": func(name string) error { return os.Truncate(name, 0) },
		"edited": func(name string) error {
			b, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			b = bytes.Replace(b, []byte("unit"), []byte("UNIT"), 1)
			b = append(b[:len(b)/3], append([]byte(" "), b[len(b)/3:]...)...)
			return os.WriteFile(name, b, 0o600)
		},
		"linked out": func(name string) error {
			if err := os.Remove(name); err != nil {
				return err
			}
			return os.Symlink(outside, name)
		},
		"directory": func(name string) error {
			if err := os.Remove(name); err != nil {
				return err
			}
			return os.MkdirAll(filepath.Join(name, "x"), 0o700)
		},
	}
	// A touched file makes the run look at all that is stored.
	touched := filepath.Join(target, "part1", "unit1", "README.md")
	if err := os.Chtimes(touched, time.Time{}, time.Unix(1_600_000_000, 0)); err != nil {
		t.Fatal(err)
	}
	want, _ := reportOf(t, filepath.Join(t.TempDir(), "cache"), target)
	files := cacheFiles(t, kept)
	i := 0
	for _, how := range slices.Sorted(maps.Keys(damages)) {
		for _, name := range files {
			if i++; i%max(1, len(files)*len(damages)/(8**campaign)) != 0 {
				continue // a sample, but in a campaign
			}
			cache := filepath.Join(t.TempDir(), "cache")
			copyTree(t, kept, cache)
			if err := damages[how](filepath.Join(cache, name)); err != nil {
				t.Fatal(err)
			}
			got, memory := reportOf(t, cache, target)
			if got != want {
				t.Errorf("%s %s: another report", how, name)
			}
			if isRead(name) && memory["problems"] == nil {
				t.Errorf("%s %s: not named: %v", how, name, memory)
			}
			if b, err := os.ReadFile(outside); string(b) != "precious" {
				t.Fatalf("%s %s: the file outside holds %q, %v", how, name, b, err)
			}
		}
	}
}

// isRead reports whether a later run reads a file of the cache. Damage to such a
// file has to be reported.
func isRead(name string) bool {
	base := filepath.Base(name)
	return base == "meta.json" || base == "index" || filepath.Base(filepath.Dir(name)) == "dirs"
}

func cacheFiles(t *testing.T, cache string) (files []string) {
	t.Helper()
	if err := filepath.WalkDir(cache, func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			rel, relErr := filepath.Rel(cache, p)
			files = append(files, rel)
			return relErr
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return files
}

// TestTwoAtOnce runs two processes on one target at the same time.
func TestTwoAtOnce(t *testing.T) {
	t.Parallel()
	target := grove(t)
	want, _ := reportOf(t, filepath.Join(t.TempDir(), "cache"), target)
	for range *campaign {
		cache := filepath.Join(t.TempDir(), "cache")
		var wg sync.WaitGroup
		for range 2 {
			wg.Go(func() {
				if got, memory := reportOf(t, cache, target); got != want || memory["failed"] != nil || memory["problems"] != nil {
					t.Errorf("one of two at once: right report %v, memory %v", got == want, memory)
				}
			})
		}
		wg.Wait()
		recovered(t, "two at once", cache, target, want)
	}
}

func TestCacheThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("permissions are not kept in modes on Windows")
	}
	target := grove(t)
	want, _ := reportOf(t, filepath.Join(t.TempDir(), "cache"), target)
	for name, prepare := range map[string]func(t *testing.T) string{
		"a file": func(t *testing.T) string {
			name := filepath.Join(t.TempDir(), "cache")
			if err := os.WriteFile(name, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			return name
		},
		"somebody's documents": func(t *testing.T) string {
			dir := home(t)
			if err := os.WriteFile(filepath.Join(dir, "thesis.txt"), []byte("precious"), 0o600); err != nil {
				t.Fatal(err)
			}
			return dir
		},
		"another version's": func(t *testing.T) string {
			dir := home(t)
			tag := "Signature: 8a477f597d28d172789f06886806bc55\n# Luminos cache, format 99\n"
			if err := os.WriteFile(filepath.Join(dir, "CACHEDIR.TAG"), []byte(tag), 0o600); err != nil {
				t.Fatal(err)
			}
			return dir
		},
		"another program's": func(t *testing.T) string {
			dir := home(t)
			tag := "Signature: 8a477f597d28d172789f06886806bc55\n# of a browser\n"
			if err := os.WriteFile(filepath.Join(dir, "CACHEDIR.TAG"), []byte(tag), 0o600); err != nil {
				t.Fatal(err)
			}
			return dir
		},
	} {
		t.Run(name, func(t *testing.T) {
			cache := prepare(t)
			before, err := hostiletest.Hash(filepath.Dir(cache))
			if err != nil {
				t.Fatal(err)
			}
			got, memory := reportOf(t, cache, target)
			if got != want || memory != nil {
				t.Errorf("right report: %v, memory %v", got == want, memory)
			}
			_, stderr, err := outputOf(t, cache, target, "-q")
			if err != nil || !strings.Contains(stderr, "luminos: note: nothing will be kept of this run: ") {
				t.Errorf("got %v, %s", err, stderr)
			}
			// Named on the command line it is an error.
			_, stderr, err = outputOf(t, t.TempDir(), target, "-q", "--cache-dir", cache)
			if err == nil || !strings.Contains(stderr, "luminos: hint: ") {
				t.Errorf("--cache-dir: got %v, %s", err, stderr)
			}
			if after, err := hostiletest.Hash(filepath.Dir(cache)); err != nil || cmp.Diff(before, after) != "" {
				t.Errorf("something was changed there: %v", err)
			}
		})
	}
}

// home makes an empty directory in a directory of its own.
func home(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "home")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}
