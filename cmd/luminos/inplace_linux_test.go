package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestOutputKeepsAnOpenFile names files that another has opened by their names in /proc. They keep their content and
// their place, also if they have no name any more.
func TestOutputKeepsAnOpenFile(t *testing.T) {
	t.Parallel()
	for _, form := range []string{"/proc/self/fd/%d", "/dev/fd/%d", "link"} {
		for _, unlinked := range []bool{false, true} {
			t.Run(fmt.Sprint(form, unlinked), func(t *testing.T) {
				t.Parallel()
				dir, links := t.TempDir(), t.TempDir()
				f, err := os.OpenFile(filepath.Join(dir, "a"), os.O_CREATE|os.O_RDWR, 0o600)
				if err != nil {
					t.Fatal(err)
				}
				defer f.Close()
				if _, err := io.WriteString(f, "precious "); err != nil {
					t.Fatal(err)
				}
				if unlinked {
					if err := os.Remove(f.Name()); err != nil {
						t.Fatal(err)
					}
				}
				name := filepath.Join(links, "link")
				if form != "link" {
					name = fmt.Sprintf(form, f.Fd())
				} else if err := os.Symlink(fmt.Sprintf("/dev/fd/%d", f.Fd()), name); err != nil {
					t.Fatal(err)
				}
				if err := writeOutput(t, name, func(w io.Writer) error { _, err := io.WriteString(w, "report"); return err }); err != nil {
					t.Fatal(err)
				}
				b, err := io.ReadAll(io.NewSectionReader(f, 0, 100))
				if string(b) != "precious report" || err != nil {
					t.Errorf("the file has %q (%v)", b, err)
				}
				if entries, err := os.ReadDir(dir); err != nil || unlinked && len(entries) > 0 {
					t.Errorf("the directory has %v (%v)", entries, err)
				}
			})
		}
	}
}

// TestOutputBelowAnOpenDirectory names a file in an open directory. It is replaced.
func TestOutputBelowAnOpenDirectory(t *testing.T) {
	t.Parallel()
	dir, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	name := fmt.Sprintf("/proc/self/fd/%d/r.txt", dir.Fd())
	for _, text := range []string{"old", "new"} {
		if err := writeOutput(t, name, func(w io.Writer) error { _, err := io.WriteString(w, text); return err }); err != nil {
			t.Fatal(err)
		}
	}
	checkDir(t, dir.Name(), filepath.Join(dir.Name(), "r.txt"), "new")
}

// TestOutputIntoAMountPoint writes outputs on which another file is mounted, from a run that another process writes the
// files for, and from a command that writes itself. They cannot be replaced.
func TestOutputIntoAMountPoint(t *testing.T) {
	t.Parallel()
	home, target := t.TempDir(), grove(t)
	r, mounted := filepath.Join(home, "r.json"), filepath.Join(t.TempDir(), "mounted")
	for _, name := range []string{r, mounted} {
		if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	inside := func(script string, args ...string) (out string, err error) {
		t.Helper()
		cmd := exec.Command("unshare", append([]string{"-rm", "sh", "-c", script, mounted, r}, args...)...)
		cmd.Env = append(os.Environ(), "LUMINOS_CACHE_DIR="+filepath.Join(home, "..", "cache"))
		b, err := cmd.CombinedOutput()
		return string(b), err
	}
	if out, err := inside(`mount --bind "$0" "$1"`); err != nil {
		t.Skipf("this user cannot mount: %v, %s", err, out)
	}
	const in, run = `mount --bind "$0" "$1" && `, `shift && exec "$@"`
	self := runOf(t).Path
	commands := [][]string{{self, "--offline", "--json", "-q", "-o", r, target}, {self, "show", "--json", "-q", "-o", r, target}}
	for _, args := range commands {
		if err := os.WriteFile(mounted, []byte(strings.Repeat("old", 1<<20)), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := inside(in+run, args...); err != nil {
			t.Errorf("%q: %v, %s", args[1], err, out)
		}
		if b, err := os.ReadFile(mounted); err != nil || !strings.HasPrefix(string(b), "{\"schema_version\"") || !strings.HasSuffix(string(b), "}\n") {
			t.Errorf("%q: the output is no report: %v, %.100s", args[1], err, b)
		}
		checkDir(t, home, r, "old")
		out, err := inside(in+`mount -o remount,bind,ro "$1" && `+run, args...)
		if err == nil || !strings.Contains(out, "read-only file system") || !strings.Contains(out, "can neither be replaced nor written") {
			t.Errorf("%q: with a read-only file: %v, %s", args[1], err, out)
		}
	}
}

// TestInterruptEndsTheOpeningOfAPipe interrupts commands that wait for the reader of a pipe.
func TestInterruptEndsTheOpeningOfAPipe(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "pipe.json")
	if err := unix.Mkfifo(name, 0o600); err != nil {
		t.Skip("no pipes here:", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errInterrupted)
	for _, args := range [][]string{{"--offline"}, {"scan"}, {"show"}} {
		a, _, stderr := testApp()
		ended := make(chan int)
		go func() { ended <- a.run(ctx, append(args, "-o", name, t.TempDir())) }()
		select {
		case got := <-ended:
			if got != statusInterrupted {
				t.Errorf("%v: status %d, %s", args, got, stderr)
			}
		case <-time.After(time.Minute):
			t.Errorf("%v: waits for the reader", args)
		}
	}
	pipe, err := os.OpenFile(name, os.O_RDWR, 0) // the goroutines that wait can end
	if err != nil {
		t.Fatal(err)
	}
	pipe.Close()
}
