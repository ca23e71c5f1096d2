package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"luminos/internal/sandbox"
	"luminos/internal/store"
)

var campaign = flag.Int("campaign", 2, "how often each crash test kills the program")

// dieAfter is the variable that makes this test binary a luminos that kills
// itself right after the n-th file it wrote to its cache; with 0 it says on
// standard error how many they were.
const dieAfter = "LUMINOS_TEST_DIE_AFTER"

func runMortal(n string) {
	last, err := strconv.Atoi(n)
	if err != nil {
		panic(err)
	}
	var wrote atomic.Int64
	a := &app{config: config{env: os.Getenv}, stdout: os.Stdout, stderr: os.Stderr, clock: time.Now}
	if os.Getenv("ANTHROPIC_BASE_URL") != "" {
		a.child = sandbox.Command // whose tools a model needs; without parsers the rest is the same, and sooner done
	}
	a.store = store.Options{Wrote: func(string) {
		if wrote.Add(1) == int64(last) {
			self, err := os.FindProcess(os.Getpid())
			if err == nil {
				err = self.Kill()
			}
			if err != nil {
				panic(err)
			}
			select {} // it takes the system a moment
		}
	}}
	status := a.run(context.Background(), os.Args[1:])
	fmt.Fprintf(os.Stderr, "wrote %d\n", wrote.Load())
	os.Exit(status)
}

// mortal returns a command that runs this test binary as luminos.
func mortal(t *testing.T, ctx context.Context, cache string, n int, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Env = append(os.Environ(), dieAfter+"="+strconv.Itoa(n), "LUMINOS_CACHE_DIR="+cache)
	return cmd
}

// grove makes a target of a few dozen directories.
func grove(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for i := range 60 {
		sub := filepath.Join(dir, fmt.Sprintf("part%d", i%6), fmt.Sprintf("unit%d", i%20))
		if err := os.MkdirAll(sub, 0o755); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{
			fmt.Sprintf("f%d.go", i): fmt.Sprintf("// Package unit does %d.\npackage unit\n\n// F%d returns it.\nfunc F%d() int { return %d }\n", i, i, i, i),
			"README.md":              fmt.Sprintf("# Unit %d\n\nUnit %d does what units do, and a little more.\n", i, i),
			"data.csv":               fmt.Sprintf("day,count\n2024-01-%02d,%d\n", i%28+1, i),
		} {
			if err := os.WriteFile(filepath.Join(sub, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

// reportOf runs luminos to its end. It returns the report without the fields that
// differ between two runs, and the record of the reused results.
func reportOf(t *testing.T, cache, target string, args ...string) (report string, memory map[string]any) {
	t.Helper()
	cmd := mortal(t, t.Context(), cache, 0, append(args, "--offline", "--json", "-q", target)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, &stderr)
	}
	var doc map[string]any
	if err := json.Unmarshal(out, &doc); err != nil {
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

// recovered wants of the run after a kill the undisturbed report, and a sound cache.
func recovered(t *testing.T, what, cache, target, want string) {
	t.Helper()
	got, memory := reportOf(t, cache, target)
	if got != want {
		t.Errorf("%s: the next run gives another report", what)
	}
	if p := memory["problems"]; p != nil {
		t.Errorf("%s: the next run found broken files: %v", what, p)
	}
	if f := memory["failed"]; f != nil {
		t.Errorf("%s: the next run kept nothing: %v", what, f)
	}
	_ = filepath.WalkDir(cache, func(p string, d fs.DirEntry, err error) error {
		if err != nil || strings.HasSuffix(p, ".tmp") {
			t.Errorf("%s: left in the cache: %s %v", what, p, err)
		}
		return nil
	})
	if again, memory := reportOf(t, cache, target); again != want || memory["unchanged"] != true {
		t.Errorf("%s: the run after the next does not find everything as it was: %v", what, memory)
	}
}

// copyTree copies a cache, so that each kill finds the same one.
func copyTree(t *testing.T, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

// scenarios runs f over a first run, and over a run after an edit.
func scenarios(t *testing.T, f func(t *testing.T, target, want string, cache func(t *testing.T) string)) {
	target := grove(t)
	first, _ := reportOf(t, filepath.Join(t.TempDir(), "cache"), target)
	t.Run("first", func(t *testing.T) {
		f(t, target, first, func(t *testing.T) string { return filepath.Join(t.TempDir(), "cache") })
	})
	kept := filepath.Join(t.TempDir(), "cache")
	reportOf(t, kept, target)
	edited := filepath.Join(target, "part1", "unit1", "README.md")
	if err := os.WriteFile(edited, []byte("# Edited\n\nThis unit was edited between two runs.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	second, _ := reportOf(t, filepath.Join(t.TempDir(), "cache"), target)
	if first == second {
		t.Fatal("the edit does not show in the report")
	}
	t.Run("edited", func(t *testing.T) {
		f(t, target, second, func(t *testing.T) string {
			cache := filepath.Join(t.TempDir(), "cache")
			copyTree(t, kept, cache)
			return cache
		})
	})
}

func TestKilledAfterAWrite(t *testing.T) {
	t.Parallel()
	scenarios(t, func(t *testing.T, target, want string, cache func(*testing.T) string) {
		whole, err := mortal(t, t.Context(), cache(t), 0, "--offline", "-q", target).CombinedOutput()
		at := strings.LastIndex(string(whole), "wrote ")
		if err != nil || at < 0 {
			t.Fatalf("%v: %s", err, whole)
		}
		writes, err := strconv.Atoi(strings.TrimSpace(string(whole[at+len("wrote "):])))
		if err != nil {
			t.Fatal(err)
		}
		for i := range *campaign {
			n := 1 + i*writes/(*campaign)
			c := cache(t)
			err := mortal(t, t.Context(), c, n, "--offline", "-q", target).Run()
			if e := (*exec.ExitError)(nil); !errors.As(err, &e) {
				t.Fatalf("write %d of %d: not killed: %v", n, writes, err)
			}
			recovered(t, fmt.Sprintf("killed after write %d of %d", n, writes), c, target, want)
		}
	})
}

func TestKilledAtRandom(t *testing.T) {
	t.Parallel()
	scenarios(t, func(t *testing.T, target, want string, cache func(*testing.T) string) {
		started := time.Now()
		reportOf(t, cache(t), target)
		whole := time.Since(started)
		random := rand.New(rand.NewPCG(1, 2))
		killed := 0
		for range *campaign {
			c := cache(t)
			after := time.Duration(random.Int64N(int64(whole)))
			ctx, cancel := context.WithTimeout(t.Context(), after)
			if err := mortal(t, ctx, c, 0, "--offline", "-q", target).Run(); err != nil {
				killed++
			}
			cancel()
			recovered(t, fmt.Sprintf("killed after %v of %v", after, whole), c, target, want)
		}
		t.Logf("%d of %d runs were killed before their end", killed, *campaign)
	})
}
