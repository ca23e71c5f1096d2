package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"luminos"
	"luminos/internal/hostiletest"
	"luminos/internal/sandbox"
	"luminos/internal/session"
)

// hello is the first request of a client.
const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`

// greet starts a server and waits for its first answer: then the server is confined. The end of the test ends it.
func greet(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		cmd.Wait()
	})
	fmt.Fprintln(in, hello)
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || !strings.Contains(line, "full") {
		t.Fatalf("the server says %q, %v", line, err)
	}
}

// TestT33ServerIsConfined looks at a server from outside, as the kernel sees it:
// filtered, without new rights, and with an environment that holds no key.
func TestT33ServerIsConfined(t *testing.T) {
	if sandbox.Available().Level != sandbox.Full {
		t.Skipf("this kernel cannot confine: %v", sandbox.Available().Missing)
	}
	t.Setenv("ANTHROPIC_API_KEY", "sk-canary")
	cmd, err := sandbox.Command(t.Context(), "mcp", "serve", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	greet(t, cmd)
	proc := filepath.Join("/proc", fmt.Sprint(cmd.Process.Pid))
	status, err := os.ReadFile(filepath.Join(proc, "status"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\nSeccomp:\t2\n", "\nNoNewPrivs:\t1\n"} {
		if !strings.Contains(string(status), want) {
			t.Errorf("no %q in %s", want, status)
		}
	}
	if environ, err := os.ReadFile(filepath.Join(proc, "environ")); err == nil && strings.Contains(string(environ), "canary") {
		t.Errorf("its environment is %q", environ)
	}
}

// TestT33ReportServerIsConfined looks at a server of a report while it waits for a request.
func TestT33ReportServerIsConfined(t *testing.T) {
	t.Parallel()
	cmd := runOf(t, "mcp", "serve", "--report", harbour(t))
	greet(t, cmd)
	checkHeld(t, cmd.Process.Pid, "luminos --offline DIR")
}

// TestT35WholeRunLeavesTheTargetAlone runs the program over a hostile tree through
// the server. At the end of the test hostiletest.Tree checks that the tree is
// unchanged. TestHostileTree does the same without a server.
func TestT35WholeRunLeavesTheTargetAlone(t *testing.T) {
	t.Parallel()
	m := hostiletest.Tree(t, 3, hostiletest.Options{Crowd: 50})
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	a, stdout, stderr := testApp()
	a.environ = os.Environ
	status := a.run(context.Background(), []string{"--offline", "-q", "--mcp", fmt.Sprintf("stdio:'%s' mcp serve '%s'", self, m.Dir)})
	if status != statusDone && status != statusPartial || stdout.Len() == 0 {
		t.Errorf("status %d, %d bytes of report: %s", status, stdout.Len(), stderr)
	}
}

// TestExchangedTargetIsNotParsed puts another directory in the place of the target
// when the scan begins. The child process parses the directory that was scanned.
func TestExchangedTargetIsNotParsed(t *testing.T) {
	t.Parallel()
	parent := t.TempDir()
	target, planted := filepath.Join(parent, "target"), filepath.Join(parent, "planted")
	for dir, name := range map[string]string{target: "Scanned", planted: "Planted"} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		text := "// Package a is parsed.\npackage a\n\n// " + name + " returns 1.\nfunc " + name + "() int { return 1 }\n"
		if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var once sync.Once
	exchange := func(luminos.Event) {
		once.Do(func() {
			if err := errors.Join(os.Rename(target, filepath.Join(parent, "moved")), os.Rename(planted, target)); err != nil {
				t.Error(err)
			}
		})
	}
	r, err := session.Run(t.Context(), session.Request{Target: session.Target{Dir: target}, Sink: exchange, Child: sandbox.Command})
	if err != nil {
		t.Fatal(err)
	}
	document := asJSON(t, r)
	if !strings.Contains(document, "Defines Scanned") || strings.Contains(document, "Planted") || r.Run.Backend.Sandbox == "" {
		t.Errorf("backend %+v, degraded %v, %s", r.Run.Backend, r.Quality.Degraded, document)
	}
}
