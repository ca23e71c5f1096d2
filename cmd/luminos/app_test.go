package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"luminos"
	"luminos/internal/sandbox"
	"luminos/internal/words"
)

// testApp returns an app without an environment, and its output.
func testApp() (a *app, stdout, stderr *bytes.Buffer) {
	stdout, stderr = &bytes.Buffer{}, &bytes.Buffer{}
	return &app{
		config: config{env: func(string) string { return "" }},
		stdout: stdout, stderr: stderr, clock: time.Now, child: sandbox.Command,
	}, stdout, stderr
}

func TestInterruptedEndsWith130(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--offline", t.TempDir()}, {"scan", t.TempDir()}} {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(errInterrupted)
		a, stdout, stderr := testApp()
		if got := a.run(ctx, args); got != statusInterrupted {
			t.Errorf("%v: got status %d, want %d", args, got, statusInterrupted)
		}
		if stdout.Len() > 0 || !strings.Contains(stderr.String(), "luminos: error: interrupted\nluminos: hint: ") {
			t.Errorf("%v: stdout %q, stderr %q", args, stdout, stderr)
		}
	}
}

func TestSignalCancels(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot send itself an interrupt on Windows")
	}
	ctx, stop := interruptible(t.Context())
	defer stop()
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	if err := self.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	<-ctx.Done()
	if cause := context.Cause(ctx); cause != error(errInterrupted) {
		t.Errorf("got cause %v", cause)
	}
}

// brokenPipe is a standard output whose reader went away.
type brokenPipe struct{ err error }

func (b brokenPipe) Write([]byte) (int, error) { return 0, b.err }

func TestUnwritableOutput(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--offline", "."}, {"--offline", "--json", "."}, {"scan", "."}, {"version"}, {"--version"}, {"doctor"}, {"completion", "bash"}, {"--help"}, {"help", "scan"}} {
		a, _, stderr := testApp()
		a.stdout = brokenPipe{errors.New("no space left on device")}
		if got := a.run(t.Context(), args); got != statusFailed {
			t.Errorf("%v: got status %d", args, got)
		}
		if !strings.Contains(stderr.String(), "luminos: error: ") || !strings.Contains(stderr.String(), "no space left") {
			t.Errorf("%v: %q", args, stderr)
		}
		a, _, stderr = testApp()
		a.stdout = brokenPipe{&os.PathError{Op: "write", Path: "stdout", Err: syscall.EPIPE}}
		if got := a.run(t.Context(), args); got != statusFailed || strings.Contains(stderr.String(), "error") {
			t.Errorf("%v: a closed pipe gives status %d, %q", args, got, stderr)
		}
	}
}

func TestVerdict(t *testing.T) {
	status := func(err error) int {
		a, _, _ := testApp()
		return a.conclude(err)
	}
	concern := &luminos.Report{Flags: []luminos.Flag{{Severity: luminos.Concern}}}
	partial := &luminos.Report{Quality: luminos.Quality{Degraded: []luminos.Degradation{{Pass: luminos.PassSurvey, Reason: "it failed"}}}}
	both := &luminos.Report{Flags: concern.Flags, Quality: luminos.Quality{Partial: 2}}
	flag := func(claims ...string) *luminos.Report {
		return &luminos.Report{Flags: []luminos.Flag{{Severity: luminos.Info, Source: luminos.SourceModel, Claims: claims}}}
	}
	err := verdict(&luminos.Report{Flags: concern.Flags, Quality: partial.Quality}, luminos.Concern, newConsole(nil, nil).advice)
	if want := "; the report is partial: "; !strings.Contains(err.Error(), want) {
		t.Errorf("a gate on a partial report: %q lacks %q", err, want)
	}
	for _, c := range []struct {
		name   string
		report *luminos.Report
		failOn luminos.Severity
		want   int
	}{
		{"no gate", concern, "", statusDone},
		{"a flag below the gate", concern, luminos.Critical, statusDone},
		{"a flag at the gate", concern, luminos.Concern, statusFailed},
		{"a flag above the gate", concern, luminos.Info, statusFailed},
		{"a flag of a model without a citation", flag(), luminos.Info, statusDone},
		{"a flag of a model with a citation", flag("c"), luminos.Info, statusFailed},
		{"a flag of a model below the gate", flag("c"), luminos.Concern, statusDone},
		{"a degraded pass", partial, luminos.Info, statusPartial},
		{"a partial directory and a gate: 1 beats 3", both, luminos.Info, statusFailed},
		{"a partial directory", both, "", statusPartial},
	} {
		if got := status(verdict(c.report, c.failOn, newConsole(nil, nil).advice)); got != c.want {
			t.Errorf("%s: got %d, want %d", c.name, got, c.want)
		}
	}
}

func TestOutputLeavesTheOldFileWhenItFails(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "report.json")
	if err := os.WriteFile(name, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("half way")
	err := writeOutput(t, name, func(w io.Writer) error {
		io.WriteString(w, "half")
		return broken
	})
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	checkDir(t, dir, name, "old")
	if err := writeOutput(t, name, func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }); err != nil {
		t.Fatal(err)
	}
	checkDir(t, dir, name, "new")
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("the permissions became %v", info.Mode())
	}
}

// writeOutput opens an output file and writes it.
func writeOutput(t *testing.T, name string, write func(io.Writer) error) error {
	t.Helper()
	d, err := openDestination(t.Context(), name, "")
	if err != nil {
		t.Fatal(err)
	}
	defer d.close()
	return d.write(write)
}

// checkDir wants dir to hold nothing but that file with that text.
func checkDir(t *testing.T, dir, name, want string) {
	t.Helper()
	got, err := os.ReadFile(name)
	if err != nil || string(got) != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("the directory holds %v (%v)", entries, err)
	}
}

func TestNearest(t *testing.T) {
	names := []string{"scan", "doctor", "version", "completion", "offline", "one-file-system"}
	for typed, want := range map[string]string{
		"scna": "scan", "Scan": "scan", "docter": "doctor", "off-line": "offline", "compl": "completion",
		"one-filesystem": "one-file-system", "src": "", "x": "", "": "", "report": "", "vision": "version",
	} {
		if got := words.Nearest(typed, names); got != want {
			t.Errorf("%q: got %q, want %q", typed, got, want)
		}
	}
}

// TestWorkersAreBounded checks a bound: a billion workers ran out of memory.
func TestWorkersAreBounded(t *testing.T) {
	for given, want := range map[count]int{0: 0, 1: 1, 7: 7, 1_000_000_000: 256} {
		if got := (&look{parallel: given}).workers(); got != want {
			t.Errorf("--parallel %d: got %d workers, want %d", given, got, want)
		}
	}
}
