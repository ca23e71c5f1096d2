package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"luminos/internal/hostiletest"
	"luminos/internal/model/modeltest"
)

// victim is a run with a model that is going to be killed, and the run after it.
type victim struct {
	server *modeltest.Server
	cache  string
	target string
	args   []string
	mu     sync.Mutex
	cmd    *exec.Cmd
	calls  int
	killAt int // the number of the call during which it is killed; 0 kills never
}

func newVictim(t *testing.T, target string, args ...string) *victim {
	t.Helper()
	v := &victim{cache: filepath.Join(t.TempDir(), "cache"), target: target, args: args}
	v.server = modeltest.Start(t, modeltest.Options{Player: v})
	return v
}

// Play answers as a [doubter]. It kills the program during call killAt.
func (v *victim) Play(r modeltest.Request) modeltest.Reply {
	v.mu.Lock()
	v.calls++
	if v.calls == v.killAt && v.cmd != nil {
		_ = v.cmd.Process.Kill()
	}
	v.mu.Unlock()
	return doubter{}.Play(r)
}

// run starts luminos and waits for its end. Unless n is 0, luminos kills itself after
// n writes.
func (v *victim) run(t *testing.T, ctx context.Context, n int) (out, errs string, err error) {
	t.Helper()
	cmd := mortal(t, ctx, v.cache, n, append(append([]string{"--json"}, v.args...), v.target)...)
	cmd.Env = append(cmd.Env, v.server.Env()...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	v.mu.Lock()
	err = cmd.Start()
	v.cmd = cmd
	v.mu.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	err = cmd.Wait()
	v.mu.Lock()
	v.cmd = nil
	v.mu.Unlock()
	return stdout.String(), stderr.String(), err
}

// body returns a report without the fields that differ between two runs.
func body(t *testing.T, report string) string {
	t.Helper()
	var doc map[string]any
	if err := json.Unmarshal([]byte(report), &doc); err != nil {
		t.Fatalf("%v in %.300s", err, report)
	}
	delete(doc, "run")
	b, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// resumed checks that the run after a kill gives the undisturbed report, and pays
// twice only for the calls that were under way.
func (v *victim) resumed(t *testing.T, what, want string, inFlight int) {
	t.Helper()
	out, errs, err := v.run(t, t.Context(), 0)
	if err != nil {
		t.Errorf("%s: the next run: %v: %s", what, err, errs)
		return
	}
	if body(t, out) != want {
		t.Errorf("%s: the next run gives another report", what)
	}
	if again := v.server.Ledger().Repeated(); len(again) > inFlight {
		t.Errorf("%s: %d calls were paid for twice:\n%v", what, len(again), again)
	}
}

var killedWorkers = flag.Int("workers", 0, "kill model runs with this number of workers only, 3 × campaign times; 0 means the usual numbers")

// A run that is killed at any moment goes on where it was: right after the n-th
// write to the cache, during the n-th call, or at any time.
func TestAModelRunIsKilled(t *testing.T) {
	t.Parallel()
	target := thicket(t)
	workers := []int{2, 8}
	switch {
	case *killedWorkers > 0:
		workers = []int{*killedWorkers}
	case *campaign >= 10:
		workers = append(workers, 1, 4)
	case hostiletest.Shrink > 1: // the race detector: kills at fewer workers show it nothing more
		workers = workers[1:]
	}
	for _, parallel := range workers {
		args := []string{"--refine", "--parallel", strconv.Itoa(parallel)}
		whole := newVictim(t, target, args...)
		started := time.Now()
		out, errs, err := whole.run(t, t.Context(), 0)
		took := time.Since(started)
		at := strings.LastIndex(errs, "wrote ")
		if err != nil || at < 0 {
			t.Fatalf("%v: %s", err, errs)
		}
		writes, err := strconv.Atoi(strings.TrimSpace(errs[at+len("wrote "):]))
		if err != nil {
			t.Fatal(err)
		}
		want, calls := body(t, out), whole.calls
		random := rand.New(rand.NewPCG(uint64(parallel), 7))
		killed, rounds := 0, max(1, *campaign/parallel)
		if *killedWorkers > 0 {
			rounds = *campaign
		}
		repeated := 0
		for i := range rounds {
			for _, how := range []string{"write", "call", "time"} {
				v := newVictim(t, target, args...)
				ctx, cancel := context.WithCancel(t.Context())
				n, what := 0, ""
				switch how {
				case "write":
					n = 1 + i*writes/rounds
					what = fmt.Sprintf("killed after write %d of %d", n, writes)
				case "call":
					v.killAt = 1 + i*calls/rounds
					what = fmt.Sprintf("killed during call %d of %d", v.killAt, calls)
				case "time":
					after := time.Duration(random.Int64N(int64(took)))
					what = fmt.Sprintf("killed after %v of %v", after, took)
					stop := time.AfterFunc(after, cancel)
					defer stop.Stop()
				}
				_, _, err := v.run(t, ctx, n)
				cancel()
				if e := (*exec.ExitError)(nil); errors.As(err, &e) {
					killed++
				} else if how != "time" {
					t.Errorf("%s: it was not killed: %v", what, err)
				}
				v.resumed(t, fmt.Sprintf("--parallel %d, %s", parallel, what), want, parallel)
				repeated += len(v.server.Ledger().Repeated())
				v.server.Close()
			}
		}
		t.Logf("--parallel %d: %d of %d runs were killed before their end, %d calls were paid for twice in all; a whole run has %d writes, %d calls, %v",
			parallel, killed, 3*rounds, repeated, writes, calls, took)
	}
}

// thicket makes a target of a few directories, deep enough for chains.
func thicket(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for i := range 6 {
		sub := filepath.Join(dir, "src", fmt.Sprintf("part%d", i%2), fmt.Sprintf("unit%d", i))
		if err := os.MkdirAll(sub, 0o755); err != nil {
			t.Fatal(err)
		}
		for k := range 4 {
			text := fmt.Sprintf("// Package unit does %d.\npackage unit\n\n// F%d returns what it is asked for. TODO: more.\nfunc F%d() int { return %d }\n", i, k, k, i)
			if err := os.WriteFile(filepath.Join(sub, fmt.Sprintf("f%d.go", k)), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}
