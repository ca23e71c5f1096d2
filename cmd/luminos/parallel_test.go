package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"luminos"
	"luminos/internal/hostiletest"
	"luminos/internal/model/modeltest"
)

var realTargets = flag.String("targets", "", "directories, separated by commas, on which the numbers of workers must agree, too")

// shapes returns targets of different shape: wide, deep, and random with chains and tiny directories.
func shapes(tb testing.TB) map[string]string {
	wide, deep, random := map[string]string{}, map[string]string{}, map[string]string{}
	source := func(files map[string]string, dir string, n int) {
		for k := range n {
			name := filepath.Join(dir, fmt.Sprintf("f%d.go", k))
			files[name] = fmt.Sprintf("// Package p does %d.\npackage p\n\n// F%d returns it. TODO: more of %s.\nfunc F%d() int { return %d }\n", k, k, dir, k, len(dir))
		}
	}
	for i := range 24 {
		source(wide, fmt.Sprintf("w%02d", i), 5)
	}
	for dir, level := "d", 0; level < 8; dir, level = dir+"/d", level+1 {
		source(deep, dir, 5)
		source(deep, dir+"/side", 5)
	}
	r := rand.New(rand.NewPCG(14, 4))
	dirs := []string{"."}
	for i := range 40 {
		dir := filepath.Join(dirs[r.IntN(len(dirs))], fmt.Sprintf("r%d", i))
		dirs = append(dirs, dir)
		source(random, dir, r.IntN(7))
		random[filepath.Join(dir, "README.md")] = fmt.Sprintf("# Part %d\n\nPart %d does what parts do.\n", i, i)
	}
	return map[string]string{"wide": plant(tb, wide), "deep": plant(tb, deep), "random": plant(tb, random)}
}

// plant writes files into a new directory and returns it.
func plant(tb testing.TB, files map[string]string) string {
	tb.Helper()
	dir := tb.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			tb.Fatal(err)
		}
	}
	return dir
}

// TestParallelAgrees checks that the report does not depend on the order in which units end.
func TestParallelAgrees(t *testing.T) {
	t.Parallel()
	targets := shapes(t)
	if hostiletest.Shrink > 1 { // the race detector sees nothing more in the others
		targets = map[string]string{"random": targets["random"]}
	}
	for dir := range strings.SplitSeq(*realTargets, ",") {
		if dir != "" {
			targets[filepath.Base(dir)] = dir
		}
	}
	for name, target := range targets {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var first []byte
			for _, n := range []string{"1", "4", "16"} {
				k := scripted(t, jittery{})
				r, _ := k.run(t, statusDone, "--parallel", n, target)
				if first == nil {
					first = r.body
				} else if !bytes.Equal(first, r.body) {
					t.Errorf("the report at --parallel %s differs from that at 1", n)
				}
				if n == "16" {
					t.Logf("%d entries, %d calls, %d bytes", len(r.Entries), len(k.server.Ledger()), len(first))
				}
			}
		})
	}
}

// jittery plays as a diligent player, in a time that differs from call to call, so that the order of units does.
type jittery struct{}

func (jittery) Play(r modeltest.Request) modeltest.Reply {
	return modeltest.Slow{Latency: time.Duration(rand.N(4)) * time.Millisecond}.Play(r)
}

// BenchmarkParallel measures the time of the directory loops with 8 workers, a model that answers in 200 ms and at least
// 200 units. The bound is 1.1 × (all calls after one another / 8 + the longest chain of units); x-ideal is the time
// without the factor 1.1.
func BenchmarkParallel(b *testing.B) {
	const latency, workers = 200 * time.Millisecond, 8
	files := map[string]string{}
	for i := range 210 {
		dir := fmt.Sprintf("a%d/b%d/u%03d", i%3, i%15, i)
		for k := range 4 {
			files[fmt.Sprintf("%s/f%d.go", dir, k)] = fmt.Sprintf("// Package u does %d.\npackage u\n\n// F%d returns it.\nfunc F%d() int { return %d }\n", i, k, k, i)
		}
	}
	target := plant(b, files)
	for b.Loop() {
		s := modeltest.Start(b, modeltest.Options{Player: modeltest.Slow{Latency: latency}})
		a, out, errs := testApp()
		env := map[string]string{"ANTHROPIC_API_KEY": "test", "ANTHROPIC_BASE_URL": s.URL, "LUMINOS_CACHE_DIR": filepath.Join(b.TempDir(), "cache")}
		a.env = func(name string) string { return env[name] }
		args := []string{"--json", "-q", "--parallel", strconv.Itoa(workers), target}
		if status := a.run(b.Context(), args); status != statusDone {
			b.Fatalf("status %d: %s", status, errs)
		}
		var r modelReport
		if err := json.Unmarshal(out.Bytes(), &r); err != nil {
			b.Fatal(err)
		}
		total, chain, units := loops(s)
		ideal := time.Duration(total)*latency/workers + time.Duration(chain)*latency
		took := 0.0
		for _, timing := range r.Run.Timings {
			if timing.Pass == luminos.PassDirectories {
				took = timing.Seconds
			}
		}
		b.ReportMetric(took/ideal.Seconds(), "x-ideal")
		b.ReportMetric(took, "loops-s")
		b.ReportMetric(float64(units), "units")
		b.ReportMetric(float64(total), "calls")
		s.Close()
	}
}

// loops returns the number of calls about directories, the largest number of calls on a chain of units, and the number
// of units.
func loops(s *modeltest.Server) (total, chain, units int) {
	calls := map[luminos.Path]int{}
	for _, r := range s.Requests() {
		if r.Pass() != modeltest.PassDirectory {
			continue
		}
		total++
		if m := chatUnit.FindStringSubmatch(r.Opening()); m != nil {
			calls[luminos.Path(m[1])]++
		}
	}
	for unit := range calls {
		sum := 0
		for above, n := range calls {
			if unit == above || unit.Within(above) {
				sum += n
			}
		}
		chain = max(chain, sum)
	}
	return total, chain, len(calls)
}

// TestManyUnits runs a wide tree and a deep chain of units, of 5,000 units and 1,000 levels in a campaign. Each unit must
// be asked about once, and all must be done.
func TestManyUnits(t *testing.T) {
	t.Parallel()
	wide, deep := 60, 40
	if *campaign >= 10 {
		wide, deep = 5000, 1000
	}
	files := map[string]string{}
	leaf := func(dir string) {
		for k := range 4 {
			files[fmt.Sprintf("%s/%d.txt", dir, k)] = fmt.Sprintf("Note %d of this place.\n", k)
		}
	}
	for i := range wide {
		leaf(fmt.Sprintf("w%02d/u%04d", i%50, i))
	}
	chain := map[string]string{}
	files, chain = chain, files
	for dir, level := "d", 0; level < deep; dir, level = dir+"/d", level+1 {
		leaf(dir)
	}
	files, chain = chain, files
	for what, c := range map[string]struct {
		files map[string]string
		least int
	}{"wide": {files, wide}, "deep": {chain, deep}} {
		t.Run(what, func(t *testing.T) {
			k := scripted(t, modeltest.Diligent{})
			begin := time.Now()
			r, _ := k.run(t, statusDone, "--parallel", "16", "-q", plant(t, c.files))
			conversations := map[string]bool{}
			for _, e := range k.server.Ledger() {
				if e.Pass == modeltest.PassDirectory {
					conversations[e.Conversation] = true
				}
			}
			units := len(conversations)
			if units < c.least || len(r.Entries) < c.least || len(r.Quality.Degraded) > 0 {
				t.Errorf("%d units of %d, %d entries, degraded %v", units, c.least, len(r.Entries), r.Quality.Degraded)
			}
			if again := k.server.Ledger().Repeated(); len(again) > 0 {
				t.Errorf("asked twice: %v", again)
			}
			t.Logf("%d units, %d calls, %v", units, len(k.server.Ledger()), time.Since(begin))
		})
	}
}
