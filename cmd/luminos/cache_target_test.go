package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// TestTargetsThatMove moves the target, replaces it by a link, and gives it a
// name that is no UTF-8. Each time the report is the one that a clean run gives.
func TestTargetsThatMove(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("the file system refuses such names")
	}
	cache := filepath.Join(t.TempDir(), "cache")
	parent := t.TempDir()
	target := filepath.Join(parent, "t\xff\xfe\n")
	if err := os.Rename(grove(t), target); err != nil {
		t.Fatal(err)
	}
	want, _ := reportOf(t, cache, target)
	if got, memory := reportOf(t, cache, target); got != want || memory["unchanged"] != true {
		t.Errorf("under a name that is no UTF-8: right report %v, memory %v", got == want, memory)
	}
	similar := filepath.Join(parent, "t\xff\xfd\n")
	if err := os.Mkdir(similar, 0o755); err != nil {
		t.Fatal(err)
	}
	if got, memory := reportOf(t, cache, similar); got == want || memory["unchanged"] != nil {
		t.Errorf("another name that is no UTF-8 has the first one's memory: %v", memory)
	}

	moved := filepath.Join(parent, "moved")
	if err := os.Rename(target, moved); err != nil {
		t.Fatal(err)
	}
	clean, _ := reportOf(t, filepath.Join(t.TempDir(), "cache"), moved)
	if got, _ := reportOf(t, cache, moved); got != clean {
		t.Error("moved: another report")
	}
	if err := os.Symlink(similar, target); err != nil {
		t.Fatal(err)
	}
	clean, _ = reportOf(t, filepath.Join(t.TempDir(), "cache"), target)
	if got, _ := reportOf(t, cache, target); got != clean {
		t.Error("a link to another directory in its place: another report")
	}
}

// TestClockThatJumps runs with clocks decades apart, forward and back: stored results
// do not depend on the time.
func TestClockThatJumps(t *testing.T) {
	t.Parallel()
	target, cache := grove(t), filepath.Join(t.TempDir(), "cache")
	at := func(year int) (report string, memory map[string]any) {
		t.Helper()
		var out, errs bytes.Buffer
		env := func(name string) string {
			if name == "LUMINOS_CACHE_DIR" {
				return cache
			}
			return os.Getenv(name)
		}
		a := &app{config: config{env: env}, stdout: &out, stderr: &errs, clock: func() time.Time { return time.Date(year, 1, 2, 3, 4, 5, 0, time.UTC) }}
		if status := a.run(context.Background(), []string{"--offline", "--json", "-q", target}); status != 0 {
			t.Fatalf("status %d: %s", status, &errs)
		}
		var doc map[string]any
		if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
			t.Fatal(err)
		}
		memory, _ = doc["run"].(map[string]any)["memory"].(map[string]any)
		delete(doc, "run")
		b, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		return string(b), memory
	}
	first, _ := at(2026)
	for i, year := range []int{1971, 2099, 1980, 2026} {
		if got, memory := at(year); got != first || memory["unchanged"] != true {
			t.Errorf("in %d: right report %v, memory %v", year, got == first, memory)
		}
		// A change is found with any clock, even if size and time stay.
		name := filepath.Join(target, "part1", "unit1", "README.md")
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		text := []byte("# Unit 1\n\nUnit 1 does what units do, and a little " + string(rune('a'+i)) + "ore.\n")
		if err := os.WriteFile(name, text, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(name, info.ModTime(), info.ModTime()); err != nil {
			t.Fatal(err)
		}
		first, _ = reportOf(t, filepath.Join(t.TempDir(), "cache"), target)
		if got, memory := at(year); got != first || memory["unchanged"] != nil {
			t.Errorf("in %d, after a change: right report %v, memory %v", year, got == first, memory)
		}
	}
}
