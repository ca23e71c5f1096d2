package sandbox

import (
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"luminos/internal/hostiletest"
)

// parts of the kernel that a child can pretend to lack.
const (
	landlockPart = "Landlock"
	seccompPart  = "seccomp"
	limitPart    = "memory limit"
)

// pretend has the calls of some parts of the kernel answer that they are not there.
func pretend(without []string) {
	if len(without) == 0 {
		return
	}
	p := program{}
	p.load(offsetNumber)
	for part, number := range map[string]uint32{
		landlockPart: unix.SYS_LANDLOCK_CREATE_RULESET, seccompPart: unix.SYS_SECCOMP, limitPart: unix.SYS_PRLIMIT64,
	} {
		if slices.Contains(without, part) {
			p.when(unix.BPF_JEQ, number, refusal(unix.ENOSYS))
		}
	}
	p.answer(unix.SECCOMP_RET_ALLOW)
	if err := install(p); err != nil {
		panic(err)
	}
}

// newWorld makes a target, files around it, and listeners.
func newWorld(t *testing.T) world {
	t.Helper()
	// Short, for the name of a socket has at most 107 bytes.
	base, err := os.MkdirTemp("", "sandbox")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		unix.Unmount(base+"/target/mount", unix.MNT_DETACH) // left by the control of an attempt
		os.RemoveAll(base)
	})
	w := world{
		Base: base, Target: base + "/target", Outside: base + "/outside", Unix: base + "/socket", Abstract: "@" + base,
		Address: uint64(uintptr(unsafe.Pointer(unsafe.SliceData(probe)))),
	}
	file := func(name, text string) {
		must(t, os.MkdirAll(filepath.Dir(name), 0o700))
		must(t, os.WriteFile(name, []byte(text), 0o700))
	}
	for _, dir := range []string{w.Target, w.Outside, w.Target + "-evil"} {
		file(dir+"/secret", "a secret\n")
		file(dir+"/file", "text\n")
	}
	for _, dir := range []string{w.Target, w.Outside, w.Base + "/output"} {
		for _, name := range append(sortedKeys(writings()), sortedKeys(markings())...) {
			file(filepath.Join(dir, name, "file"), "text\n")
			file(filepath.Join(dir, name, "other"), "other\n")
			must(t, os.Mkdir(filepath.Join(dir, name, "empty"), 0o700))
			unix.Setxattr(filepath.Join(dir, name, "file"), "user.was", []byte("x"), 0) // the control fails if the file system has no attributes
		}
	}
	must(t, os.Mkdir(w.Target+"/mount", 0o700))
	for name, to := range map[string]string{
		"link": w.Outside + "/secret", "relative": "../outside/secret", "dirlink": w.Outside, "inner": "file", "proclink": "/proc/self/root",
	} {
		must(t, os.Symlink(to, filepath.Join(w.Target, name)))
	}
	file(w.Target+"/script", "#!/bin/sh\n")
	copyProgram(t, w.Target+"/program")
	w.listen(t)
	victim, in, _ := startWaiting(t, t.Context(), order{})
	t.Cleanup(func() { in.Close(); victim.Wait() })
	w.Victim = victim.Process.Pid
	return w
}

// copyProgram puts this program somewhere else. A hard link would be of a file
// that is also outside.
func copyProgram(t *testing.T, name string) {
	t.Helper()
	b, err := os.ReadFile(os.Args[0])
	must(t, err)
	must(t, os.WriteFile(name, b, 0o700))
}

func (w *world) listen(t *testing.T) {
	t.Helper()
	for _, at := range []struct{ network, address string }{
		{"tcp", "127.0.0.1:0"}, {"unix", w.Unix}, {"unix", w.Abstract}, {"unix", w.Target + "/socket"},
	} {
		l, err := net.Listen(at.network, at.address)
		must(t, err)
		t.Cleanup(func() { l.Close() })
		if at.network == "tcp" {
			w.TCP = l.Addr().String()
		}
	}
	u, err := net.ListenPacket("udp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { u.Close() })
	w.UDP = u.LocalAddr().String()
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// leave has a child inherit a file that is open for writing.
func leave(t *testing.T, w world) func(*exec.Cmd) {
	f, err := os.OpenFile(w.Outside+"/file", os.O_RDWR, 0)
	must(t, err)
	t.Cleanup(func() { f.Close() })
	return func(cmd *exec.Cmd) { cmd.ExtraFiles = []*os.File{f} }
}

// lacks returns the reason why this machine lacks a part, or "".
func lacks(part string) string {
	for _, m := range Available().Missing {
		if strings.HasPrefix(m, part) {
			return m
		}
	}
	return ""
}

// needs skips the test where this machine has not all of some parts.
func needs(t *testing.T, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if m := lacks(part); m != "" {
			t.Skipf("this machine cannot: %s", m)
		}
	}
}

// forbiddenBy lists the subjects that each half of the sandbox forbids without
// the other.
var forbiddenBy = map[string][]subject{
	landlockPart: {reading, writing},
	seccompPart:  {writing, marking, network, running, others, kernel},
}

// forbiddenHere returns the subjects that this machine can forbid, and logs the
// rest.
func forbiddenHere(t *testing.T) []subject {
	t.Helper()
	var all []subject
	for part, some := range forbiddenBy {
		if m := lacks(part); m == "" {
			all = append(all, some...)
		} else {
			t.Logf("not everything is tried, for want of %s", m)
		}
	}
	if len(all) == 0 {
		t.Skip("this machine can confine nothing")
	}
	return all
}

// TestT30T31T32NothingElseWorks tries each thing twice: in a child that is not confined,
// where it must work or proves nothing, and in one that is.
func TestT30T31T32NothingElseWorks(t *testing.T) {
	w := newWorld(t)
	names := attemptsAbout(forbiddenHere(t)...)
	hostiletest.Unchanged(t, w.Target)
	confined := give(t, order{Root: w.Target, World: w, Try: names}, leave(t, w))
	for name := range alone {
		if lacks(seccompPart) == "" {
			confined.Failed[name] = give(t, order{Root: w.Target, World: w, Try: []string{name}}).Failed[name]
		}
	}
	controls := newWorld(t)
	free := give(t, order{World: controls, Try: names}, leave(t, controls))
	for name := range alone {
		free.Failed[name] = give(t, order{World: controls, Try: []string{name}}).Failed[name]
	}
	for _, name := range sortedKeys(confined.Failed) {
		t.Run(name, func(t *testing.T) {
			switch {
			case confined.Failed[name] == "":
				t.Error("it works in a child that is confined")
			case free.Failed[name] != "":
				t.Skipf("it works in no child here: %s", free.Failed[name])
			case !strings.Contains(confined.Failed[name], "permitted") && !strings.Contains(confined.Failed[name], "denied") &&
				!slices.ContainsFunc([]unix.Errno{unix.ENOSYS, unix.ENOTTY, unix.EBADF}, func(e unix.Errno) bool {
					return strings.Contains(confined.Failed[name], e.Error())
				}):
				t.Errorf("it was not refused, it failed: %s", confined.Failed[name])
			}
		})
	}
}

func TestReadingTheTargetWorks(t *testing.T) {
	w := newWorld(t)
	hostiletest.Unchanged(t, w.Target)
	got := give(t, order{Root: w.Target, World: w, Try: attemptsAbout(inside)})
	for _, name := range sortedKeys(got.Failed) {
		if got.Failed[name] != "" {
			t.Errorf("%s: %s", name, got.Failed[name])
		}
	}
	if len(got.Failed) < 10 {
		t.Errorf("only %d attempts were made", len(got.Failed))
	}
}

// The target may be named through a link, and relative to the directory at hand.
func TestTargetThroughALink(t *testing.T) {
	needs(t, landlockPart)
	w := newWorld(t)
	must(t, os.Symlink("target", w.Base+"/named"))
	got := give(t, order{Root: "named", World: w, Try: []string{"listing the target", "reading a file outside"}}, func(cmd *exec.Cmd) { cmd.Dir = w.Base })
	if got.Failed["listing the target"] != "" || got.Failed["reading a file outside"] == "" {
		t.Errorf("got %q", got.Failed)
	}
}

// Threads that were there before are confined as any other.
func TestEveryThreadIsConfined(t *testing.T) {
	needs(t, landlockPart, seccompPart)
	w := newWorld(t)
	names := []string{"reading a file outside", "opening for writing in the target", "chmod in the target", "TCP", "running this program", "a file in memory"}
	got := give(t, order{Root: w.Target, Threads: 8, World: w, Try: names})
	for _, name := range names {
		if got.Failed[name] == "" {
			t.Errorf("%s works on some thread", name)
		}
	}
	free := give(t, order{Threads: 8, World: w, Try: names})
	for _, name := range names {
		if free.Failed[name] != "" {
			t.Errorf("%s works on no thread of a child that is not confined: %s", name, free.Failed[name])
		}
	}
}

// TestLevels checks the effect of each half of the sandbox without the other,
// and the state that is reported.
func TestLevels(t *testing.T) {
	needs(t, landlockPart, seccompPart, limitPart)
	w := newWorld(t)
	whole := give(t, order{Root: w.Target, World: w})
	if whole.State.Level != Full || len(whole.State.Missing) != 0 {
		t.Errorf("got %+v", whole.State)
	}
	for _, c := range []struct {
		without []string
		level   Level
		forbids []subject
		permits []string
	}{
		{[]string{landlockPart}, Partial, forbiddenBy[seccompPart], []string{"reading a file outside"}},
		{[]string{seccompPart}, Partial, forbiddenBy[landlockPart], []string{"chmod in the target", "UDP"}},
		{[]string{limitPart}, Partial, []subject{reading, writing, marking}, nil},
		{[]string{landlockPart, seccompPart}, None, nil, []string{"reading a file outside", "creating in the target"}},
	} {
		t.Run(strings.Join(c.without, " and "), func(t *testing.T) {
			w := newWorld(t)
			got := give(t, order{Root: w.Target, Without: c.without, World: w, Try: append(attemptsAbout(c.forbids...), c.permits...)}, leave(t, w))
			if got.State.Level != c.level || len(got.State.Missing) != len(c.without) {
				t.Errorf("got %+v, want level %s", got.State, c.level)
			}
			if diff := cmp.Diff(got.Expected, got.State); diff != "" {
				t.Errorf("Available expected something else: %s", diff)
			}
			for i, part := range c.without {
				if !strings.HasPrefix(got.State.Missing[i], part+" (not in this kernel): ") {
					t.Errorf("got %q, want it to say what %s is missing for", got.State.Missing[i], part)
				}
			}
			for _, name := range attemptsAbout(c.forbids...) {
				if got.Failed[name] == "" {
					t.Errorf("%s works", name)
				}
			}
			for _, name := range c.permits {
				if got.Failed[name] != "" {
					t.Errorf("%s does not work, so something else forbids it: %s", name, got.Failed[name])
				}
			}
		})
	}
}

// TestRootThatVanishes confines a child to a directory that is gone when Landlock is asked.
func TestRootThatVanishes(t *testing.T) {
	needs(t, landlockPart, seccompPart)
	w := newWorld(t)
	forbidden, permitted := attemptsAbout(network, running, kernel), "reading a file outside"
	got := give(t, order{Root: w.Base + "/gone", Options: Options{Data: defaultData}, Gone: true, World: w, Try: append(forbidden, permitted)}, leave(t, w))
	if !got.Refused || got.State.Level != Partial || len(got.State.Missing) != 1 || !strings.HasPrefix(got.State.Missing[0], "Landlock (") {
		t.Errorf("error: %t, state %+v", got.Refused, got.State)
	}
	for _, name := range forbidden {
		if got.Failed[name] == "" {
			t.Errorf("%s works, which the reported state excludes", name)
		}
	}
	if got.Failed[permitted] != "" {
		t.Errorf("%s fails, although the state says that Landlock is missing: %s", permitted, got.Failed[permitted])
	}
}

func TestMemoryIsBounded(t *testing.T) {
	needs(t, limitPart)
	w := newWorld(t)
	const name = "much memory"
	roomy := give(t, order{Root: w.Target, World: w, Try: []string{name}})
	if roomy.Failed[name] != "" {
		t.Errorf("within the bound: %s", roomy.Failed[name])
	}
	_, err := tryGive(t, order{Root: w.Target, Options: Options{Data: 64 << 20}, World: w, Try: []string{name}})
	if _, died := errors.AsType[*exec.ExitError](err); !died {
		t.Errorf("beyond the bound: got %v, want the child to die of it", err)
	}
}
