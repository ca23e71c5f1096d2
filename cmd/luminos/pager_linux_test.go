package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"luminos/internal/model/modeltest"
)

// pseudoTerminal returns the two ends of a terminal: the user's, and the program's.
func pseudoTerminal(t *testing.T) (user, program *os.File) {
	t.Helper()
	user, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no pseudo-terminals here:", err)
	}
	t.Cleanup(func() { user.Close() })
	n, err := unix.IoctlGetInt(int(user.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(user.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		t.Skip("no pseudo-terminals here:", err)
	}
	t.Cleanup(func() { program.Close() })
	return user, program
}

// TestReportGoesThroughThePager runs the program on a terminal with several settings of the pager. The pager marks each
// line. The exit status is of the program.
func TestReportGoesThroughThePager(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte("package main\n\nfunc main() {}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	listens := "import socket\ns = socket.socket()\ns.bind((\"0.0.0.0\", 8000))\n" // raises a flag
	if err := os.WriteFile(filepath.Join(dir, "serve.py"), []byte(listens), 0o666); err != nil {
		t.Fatal(err)
	}
	const marks = "sed s/^/PAGED:/"
	for name, c := range map[string]struct {
		environ []string
		args    []string
		paged   bool
		status  int
	}{
		"pager":            {[]string{"PAGER=" + marks}, nil, true, 0},
		"own pager first":  {[]string{"PAGER=nosuchpager", "LUMINOS_PAGER=" + marks}, nil, true, 0},
		"status":           {[]string{"PAGER=" + marks + "; exit 9"}, []string{"--fail-on", "info"}, true, 1},
		"not if unwanted":  {[]string{"PAGER=" + marks}, []string{"--no-pager"}, false, 0},
		"cat":              {[]string{"PAGER=cat"}, nil, false, 0},
		"empty":            {[]string{"PAGER="}, nil, false, 0},
		"not installed":    {[]string{"PAGER=nosuchpager"}, nil, false, 0},
		"dumb terminal":    {[]string{"PAGER=" + marks, "TERM=dumb"}, nil, false, 0},
		"not of JSON":      {[]string{"PAGER=" + marks}, []string{"--json"}, false, 0},
		"keys stay inside": {[]string{"PAGER=" + marks + "; echo PAGED:$OPENAI_API_KEY", "OPENAI_API_KEY=planted"}, nil, true, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			user, program := pseudoTerminal(t)
			a, _, stderr := testApp()
			a.stdout = program
			a.environ = func() []string { return append(os.Environ(), c.environ...) }
			a.config.env = func(name string) string {
				if name == "TERM" && strings.HasPrefix(c.environ[len(c.environ)-1], "TERM=") {
					return "dumb"
				}
				return ""
			}
			got := make(chan string)
			go func() {
				var b strings.Builder
				for line := make([]byte, 4096); ; {
					n, err := user.Read(line)
					b.Write(line[:n])
					if err != nil || strings.Contains(b.String(), "END OF TEST") {
						got <- b.String()
						return
					}
				}
			}()
			if status := a.run(t.Context(), append([]string{"--offline", dir}, c.args...)); status != c.status {
				t.Errorf("status %d, want %d: %s", status, c.status, stderr)
			}
			fmt.Fprintln(program, "END OF TEST")
			text := <-got
			whole := strings.Contains(text, "claims: ") || strings.Contains(text, `"quality"`)
			if paged := strings.Contains(text, "PAGED:"); paged != c.paged || !whole || strings.Contains(text, "planted") {
				t.Errorf("through the pager: %t, want %t; the text is\n%s\nand on standard error %s", paged, c.paged, text, stderr)
			}
		})
	}
}

// TestCtrlCBeforeThePager interrupts a run whose report would go through a pager: the message is the same as without.
func TestCtrlCBeforeThePager(t *testing.T) {
	_, program := pseudoTerminal(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	k := scripted(t, counting{modeltest.Diligent{}, func() { cancel(errInterrupted) }})
	a, _, stderr := testApp()
	a.stdout = program
	a.environ = func() []string { return append(os.Environ(), "PAGER=sed s/^/PAGED:/") }
	a.env = func(name string) string { return k.env[name] }
	status := a.run(ctx, []string{grove(t)})
	said := stderr.String()
	goesOn := strings.Contains(said, "error: interrupted\n") && strings.Contains(said, "; this goes on: luminos /")
	if status != statusInterrupted || !goesOn {
		t.Errorf("status %d: %s", status, said)
	}
}

// TestClearingAllAsks answers the question of "cache clear" on a terminal, and interrupts it.
func TestClearingAllAsks(t *testing.T) {
	for answer, left := range map[string]int{"y\n": 0, "n\n": 1, "\n": 1, "": 1} {
		user, program := pseudoTerminal(t)
		a, _, errs := testApp()
		a.env = func(string) string { return "" }
		cache, dir := filepath.Join(t.TempDir(), "cache"), t.TempDir()
		if got := a.run(t.Context(), []string{"--offline", "-q", "--cache-dir", cache, dir}); got != statusDone {
			t.Fatalf("status %d: %s", got, errs)
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		t.Cleanup(func() { cancel(nil) })
		if answer == "" {
			cancel(errInterrupted)
		} else if _, err := user.WriteString(answer); err != nil {
			t.Fatal(err)
		}
		a.stdin, a.stderr = program, program
		status := a.run(ctx, []string{"cache", "clear", "--cache-dir", cache})
		want := map[string]int{"y\n": statusDone, "": statusInterrupted}
		if code, ok := want[answer]; ok && status != code || !ok && status != statusFailed {
			t.Errorf("the answer %q gives status %d", answer, status)
		}
		list, _, err := a.listings(&caching{dir: cache}, nil)
		if err != nil || len(list) != left {
			t.Errorf("the answer %q leaves %d investigations (%v)", answer, len(list), err)
		}
	}
}
