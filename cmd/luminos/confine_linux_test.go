package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"luminos/internal/sandbox"
)

// TestT33OfflineRunIsConfined looks at the process of an offline run from outside while it waits for a reader of its
// report: each thread has a filter of system calls and cannot get new rights, and no key is in the environment.
func TestT33OfflineRunIsConfined(t *testing.T) {
	t.Parallel()
	if s := sandbox.AvailableToRuns(sandbox.Rights{}); s.Level != sandbox.Full {
		t.Skipf("this kernel cannot confine: %s", s)
	}
	cache := filepath.Join(t.TempDir(), "cache")
	cmd, err := sandbox.Command(t.Context(), "--offline", "--json", "-q", grove(t))
	if err != nil {
		t.Fatal(err)
	}
	cmd.Env = append(os.Environ(), "LUMINOS_CACHE_DIR="+cache, "ANTHROPIC_API_KEY=sk-canary", "GITHUB_TOKEN=canary")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := unix.FcntlInt(out.(*os.File).Fd(), unix.F_SETPIPE_SZ, os.Getpagesize()); err != nil {
		t.Fatal(err) // a page is less than the report, so the process waits
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	first := make([]byte, 1)
	if _, err := out.Read(first); err != nil {
		t.Fatalf("%v: %s", err, &stderr)
	}
	proc := fmt.Sprintf("/proc/%d", cmd.Process.Pid)
	threads, _ := filepath.Glob(proc + "/task/*/status")
	if len(threads) < 2 {
		t.Errorf("the process has the threads %v", threads)
	}
	for _, name := range threads {
		status, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
		}
		for _, want := range []string{"\nSeccomp:\t2\n", "\nNoNewPrivs:\t1\n"} {
			if !strings.Contains(string(status), want) {
				t.Errorf("no %q in %s: %s", want, name, status)
			}
		}
	}
	if environ, err := os.ReadFile(proc + "/environ"); err != nil || strings.Contains(string(environ), "canary") {
		t.Errorf("its environment is %q (%v)", environ, err)
	}
	report, err := io.ReadAll(out)
	if err != nil || !strings.Contains(string(report), `"sandbox": "full"`) && !strings.Contains(string(report), `"sandbox":"full"`) {
		t.Errorf("the report does not state the level (%v): %s%.3000s", err, first, report)
	}
	if entries, err := os.ReadDir(cache); err != nil || len(entries) == 0 {
		t.Errorf("the cache holds %v (%v)", entries, err)
	}
}
