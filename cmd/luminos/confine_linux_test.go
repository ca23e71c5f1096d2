package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"luminos/internal/sandbox"
)

// canaries are variables that no process of a run may keep.
var canaries = []string{"ANTHROPIC_API_KEY=sk-canary", "GITHUB_TOKEN=canary"}

// runOf returns a command that runs this test binary as luminos, with keys in its environment.
func runOf(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	if s := sandbox.AvailableToRuns(sandbox.Rights{}); s.Level != sandbox.Full {
		t.Skipf("this kernel cannot confine: %s", s)
	}
	cmd, err := sandbox.Command(t.Context(), args...)
	if err != nil {
		t.Fatal(err)
	}
	cmd.Env = append(os.Environ(), "LUMINOS_CACHE_DIR="+filepath.Join(t.TempDir(), "cache"))
	cmd.Env = append(cmd.Env, canaries...)
	return cmd
}

// processes returns the command lines of the process pid and of the processes that it has started, by their directories
// in /proc.
func processes(pid int) map[string]string {
	list := map[string]string{}
	names, _ := filepath.Glob("/proc/[0-9]*/status")
	for _, name := range names {
		status, _ := os.ReadFile(name)
		dir := filepath.Dir(name)
		if dir == fmt.Sprintf("/proc/%d", pid) || strings.Contains(string(status), fmt.Sprintf("\nPPid:\t%d\n", pid)) {
			line, _ := os.ReadFile(dir + "/cmdline")
			words := strings.Split(string(line), "\x00")
			list[dir] = strings.Join(words[1:], " ")
		}
	}
	return list
}

// documented returns the values of Seccomp and NoNewPrivs in the row of the table of processes that begins with the code
// name.
func documented(t *testing.T, name string) (seccomp, noNewPrivs string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "| `"+name+"`") {
			seccomp, noNewPrivs, _ = strings.Cut(strings.TrimSpace(strings.Split(line, "|")[2]), ", ")
			return seccomp, noNewPrivs
		}
	}
	t.Fatalf("docs/ARCHITECTURE.md has no row for %q", name)
	return "", ""
}

// rows are the rows of the table of processes, by the beginnings of command lines. A child that parses inherits the
// filter of the run and adds its own.
var rows = map[string]struct{ name, filters string }{"mcp serve ": {"luminos mcp serve DIR", "2"}, replaceCommand + " ": {"luminos __replace NAME", "1"}}

// await waits until the status of a process has a line.
func await(t *testing.T, proc, line string) {
	t.Helper()
	for begin := time.Now(); ; time.Sleep(time.Millisecond) {
		status, err := os.ReadFile(proc + "/status")
		if strings.Contains(string(status), line) {
			return
		}
		if err != nil || time.Since(begin) > time.Minute {
			t.Errorf("no %q in %s (%v): %s", line, proc, err, status)
			return
		}
	}
}

// checkHeld looks at a process and its children from outside: the state of each thread is the state in the table of
// processes, where row is the row of the process, and no key is in an environment. The process has children whose
// command lines begin with the given texts.
func checkHeld(t *testing.T, pid int, row string, children ...string) {
	t.Helper()
	found := processes(pid)
	for proc, line := range found {
		row := row
		for begin, other := range rows {
			if proc != fmt.Sprintf("/proc/%d", pid) && strings.HasPrefix(line, begin) {
				row = other.name
				await(t, proc, "\nSeccomp_filters:\t"+other.filters+"\n") // it confines itself while the run goes on
				children = slices.DeleteFunc(children, func(c string) bool { return c == begin })
			}
		}
		seccomp, noNewPrivs := documented(t, row)
		threads, _ := filepath.Glob(proc + "/task/*/status")
		if len(threads) < 2 {
			t.Errorf("%s has the threads %v", line, threads)
		}
		for _, name := range threads {
			status, err := os.ReadFile(name)
			if errors.Is(err, unix.ESRCH) || errors.Is(err, os.ErrNotExist) {
				continue // a thread that ended meanwhile
			}
			for _, part := range []string{"\nSeccomp:\t" + seccomp + "\n", "\nNoNewPrivs:\t" + noNewPrivs + "\n"} {
				if !strings.Contains(string(status), part) {
					t.Errorf("%s: no %q in %s (%v): %s", line, part, name, err, status)
				}
			}
		}
		if environ, err := os.ReadFile(proc + "/environ"); err != nil || strings.Contains(string(environ), "canary") {
			t.Errorf("the environment of %s is %q (%v)", line, environ, err)
		}
	}
	if len(children) > 0 {
		t.Errorf("there is no process %q among %q", children, found)
	}
}

// reader makes a named pipe that holds one page, and opens it. A process that writes more to it waits. The caller closes
// hold when the process has opened the pipe, and then reads until the process closes it.
func reader(t *testing.T, name string) (r, hold *os.File) {
	t.Helper()
	if err := unix.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	hold, err := os.OpenFile(name, os.O_RDWR, 0) // of both kinds, so that neither side waits for the other
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { hold.Close() })
	if _, err := unix.FcntlInt(hold.Fd(), unix.F_SETPIPE_SZ, os.Getpagesize()); err != nil {
		t.Fatal(err)
	}
	if r, err = os.Open(name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r, hold
}

// TestT33OfflineRunIsConfined looks at runs without a model while they wait for the reader of their first output.
func TestT33OfflineRunIsConfined(t *testing.T) {
	t.Parallel()
	target := grove(t)
	for i := range 20 { // long titles, so that an answer is longer than the pipe
		title := fmt.Sprintf("# Unit %d %s\n", i, strings.Repeat("of units ", 20))
		path := filepath.Join(target, fmt.Sprintf("part%d", i%6), fmt.Sprintf("unit%d", i), "README.md")
		if err := os.WriteFile(path, []byte(title), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"--offline", target}, {"scan", target}, {"ask", "--offline", target, "README"},
	} {
		command := args[0]
		t.Run(command, func(t *testing.T) {
			home := t.TempDir()
			pipe, hold := reader(t, filepath.Join(home, "pipe"))
			r := filepath.Join(home, "r.json")
			cmd := runOf(t, append(args, "--json", "-q", "-o", pipe.Name(), "-o", r)...)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if _, err := pipe.Read(make([]byte, 1)); err != nil {
				t.Fatal(err)
			}
			checkHeld(t, cmd.Process.Pid, "luminos --offline DIR", replaceCommand+" ")
			hold.Close()
			io.Copy(io.Discard, pipe)
			if err := cmd.Wait(); err != nil {
				t.Fatalf("%v: %s", err, &stderr)
			}
			report, err := os.ReadFile(r)
			if err != nil || command == "--offline" && !strings.Contains(string(report), `"sandbox":"full"`) || !strings.HasSuffix(string(report), "}\n") {
				t.Errorf("the report is not whole or does not state the level (%v): %.3000s", err, report)
			}
		})
	}
}

// TestT33ChildOfAnOfflineRunIsConfined stops an offline run when its child appears. The child then confines itself and
// waits.
func TestT33ChildOfAnOfflineRunIsConfined(t *testing.T) {
	t.Parallel()
	cmd := runOf(t, "--offline", "--json", "-q", grove(t))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	for seen := false; !seen; {
		for _, line := range processes(cmd.Process.Pid) {
			seen = seen || strings.HasPrefix(line, "mcp serve ")
		}
		if _, ended := os.Stat(fmt.Sprintf("/proc/%d/task", cmd.Process.Pid)); ended != nil {
			t.Fatal("the run ended, and no child was seen")
		}
	}
	if err := cmd.Process.Signal(unix.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	checkHeld(t, cmd.Process.Pid, "luminos --offline DIR", "mcp serve ")
}

// relay is an MCP server over HTTP that passes each message to a server over pipes.
type relay struct {
	mu  sync.Mutex
	in  io.Writer
	out *bufio.Reader
}

func (s *relay) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	message, err := io.ReadAll(r.Body)
	if err != nil || r.Method != http.MethodPost {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprintf(s.in, "%s\n", message)
	if !bytes.Contains(message, []byte(`"id":`)) {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	for line := []byte{}; !bytes.Contains(line, []byte(`"id":`)); {
		if line, err = s.out.ReadBytes('\n'); err != nil {
			return
		}
		if bytes.Contains(line, []byte(`"id":`)) {
			w.Header().Set("Content-Type", "application/json")
			w.Write(line)
		}
	}
}

// TestT33RunOverAServerIsConfined looks at runs over an MCP server while they wait for the reader of their first output.
func TestT33RunOverAServerIsConfined(t *testing.T) {
	t.Parallel()
	target := thicket(t)
	serve, err := sandbox.Command(t.Context(), "mcp", "serve", target)
	if err != nil {
		t.Fatal(err)
	}
	in, err := serve.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := serve.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close(); serve.Wait() })
	web := httptest.NewServer(&relay{in: in, out: bufio.NewReader(out)})
	t.Cleanup(web.Close)
	for row, c := range map[string]struct{ uri, level string }{
		"luminos --mcp http://…": {web.URL, "partial: network (needed to reach the model or the server): all hosts can be reached"},
		"luminos --mcp stdio:…":  {fmt.Sprintf("stdio:'%s' mcp serve '%s'", serve.Path, target), "none: Landlock and seccomp (the run starts a program of the user): the process has the user's rights"},
	} {
		t.Run(row, func(t *testing.T) {
			pipe, hold := reader(t, filepath.Join(t.TempDir(), "pipe"))
			cmd := runOf(t, "--offline", "--json", "-q", "-o", pipe.Name(), "--mcp", c.uri)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			first := make([]byte, 1)
			if _, err := pipe.Read(first); err != nil {
				t.Fatal(err)
			}
			checkHeld(t, cmd.Process.Pid, row)
			hold.Close()
			report, err := io.ReadAll(pipe)
			if waited := cmd.Wait(); err != nil || waited != nil {
				t.Errorf("%v, %v: %s", err, waited, &stderr)
			}
			if !strings.Contains(string(report), `"sandbox":"`+c.level+`"`) {
				t.Errorf("the report does not state the level: %s%.3000s", first, report)
			}
		})
	}
}

// TestOutputWithoutProc runs the program where /proc is empty. The run then writes its output itself.
func TestOutputWithoutProc(t *testing.T) {
	t.Parallel()
	const empty = "mount -t tmpfs none /proc && exec \"$0\" \"$@\""
	if out, err := exec.Command("unshare", "-rm", "sh", "-c", empty, "true").CombinedOutput(); err != nil {
		t.Skipf("this user cannot mount: %v, %s", err, out)
	}
	home := t.TempDir()
	cmd := runOf(t, "--offline", "--json", "-q", "-o", filepath.Join(home, "r.json"), grove(t))
	without := exec.Command("unshare", append([]string{"-rm", "sh", "-c", empty}, append([]string{cmd.Path}, cmd.Args[1:]...)...)...)
	without.Env = cmd.Env
	out, _ := without.CombinedOutput() // the report is partial: no child can be started either
	report, err := os.ReadFile(filepath.Join(home, "r.json"))
	if err != nil || !strings.Contains(string(report), `"sandbox":"partial: inherited files`) {
		t.Errorf("%v, %s: %.2000s", err, out, report)
	}
}

// TestT45KilledRunLeavesTheOutput kills a run before it writes its second output.
func TestT45KilledRunLeavesTheOutput(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	pipe, _ := reader(t, filepath.Join(t.TempDir(), "pipe"))
	r := filepath.Join(home, "r.json")
	if err := os.WriteFile(r, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := runOf(t, "--offline", "--json", "-q", "-o", pipe.Name(), "-o", r, grove(t))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := pipe.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	left := processes(cmd.Process.Pid)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	for proc := range left {
		for begin := time.Now(); ; time.Sleep(time.Millisecond) {
			if _, err := os.Stat(proc); err != nil {
				break
			}
			if time.Since(begin) > time.Minute {
				t.Fatalf("%s is still there", left[proc])
			}
		}
	}
	checkDir(t, home, r, "old")
}
