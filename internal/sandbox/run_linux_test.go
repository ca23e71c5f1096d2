package sandbox

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos/internal/hostiletest"
)

// permittedToRuns maps attempts that work in the process of an offline run to the reason.
var permittedToRuns = map[string]string{
	"reading this program":     "the kernel reads the program when a child starts",
	"running this program":     "children read the target",
	becomeAnother:              "the process can become its own child, which is confined further",
	"loading from a target":    "the kernel starts the loader for each child; what it loads has the same confinement",
	"forking":                  "starting a child is forking",
	"listing processes":        "a child closes the files that it finds in /proc",
	"listing one's own files":  "a child closes the files that it finds in /proc",
	"locking in the target":    "the cache is locked while a run uses it",
	"memory that is code":      "it is empty, and no memory becomes writable and code",
	"raising the memory limit": "a run has no limit that it could raise",
}

// offline returns the rights of an offline run in the world w, with a cache.
func offline(t *testing.T, w world) *Rights {
	t.Helper()
	o := &Rights{Read: []string{w.Target}, Write: []string{w.Base + "/cache"}}
	must(t, os.MkdirAll(o.Write[0], 0o700))
	must(t, os.WriteFile(o.Write[0]+"/file", []byte("old\n"), 0o600))
	return o
}

// TestRunsCanDoNothingElse makes the attempts of the suite in processes that are confined as runs, and in one that is
// not confined, where an attempt must work or proves nothing.
func TestRunsCanDoNothingElse(t *testing.T) {
	needs(t, landlockPart, seccompPart)
	controls := newWorld(t)
	names := attemptsAbout(reading, writing, marking, network, running, others, kernel)
	free := give(t, order{World: controls, Try: names}, leave(t, controls))
	for name := range alone {
		free.Failed[name] = give(t, order{World: controls, Try: []string{name}}).Failed[name]
	}
	clients := []string{"TCP", "UDP", "a socket of the kernel"}
	for kind, c := range map[string]struct {
		rights    Rights
		level     Level
		permitted []string
	}{
		"offline":            {Rights{}, Full, nil},
		"model":              {Rights{Network: true}, Partial, clients},
		"model at a .local":  {Rights{Network: true, Local: true}, Partial, append(clients, "a Unix socket elsewhere", "a Unix socket in the target", "a socket without an address")},
		"local, but offline": {Rights{Local: true}, Full, nil},
	} {
		t.Run(kind, func(t *testing.T) {
			w := newWorld(t)
			hostiletest.Unchanged(t, w.Target)
			o := offline(t, w)
			o.Network, o.Local = c.rights.Network, c.rights.Local
			confined := give(t, order{Run: o, World: w, Try: names}, leave(t, w))
			for name := range alone {
				confined.Failed[name] = give(t, order{Run: o, World: w, Try: []string{name}}).Failed[name]
			}
			if confined.State.Level != c.level || cmp.Diff(confined.Expected, confined.State) != "" {
				t.Errorf("got %+v, want the level %s, and the expected %+v", confined.State, c.level, confined.Expected)
			}
			count := map[string]int{}
			for _, name := range sortedKeys(confined.Failed) {
				permitted := permittedToRuns[name] != "" || slices.Contains(c.permitted, name)
				switch works := confined.Failed[name] == ""; {
				case works && !permitted:
					t.Errorf("%s works", name)
				case !works && permitted && free.Failed[name] == "":
					t.Errorf("%s is in the list of permitted attempts and fails: %s", name, confined.Failed[name])
				case works:
					count["permitted"]++
				case free.Failed[name] == "":
					count["refused"]++
				default:
					count["impossible here without a sandbox"]++
				}
			}
			t.Logf("%v of %d attempts", count, len(confined.Failed))
			if count["refused"] < 100 {
				t.Errorf("only %d attempts were refused", count["refused"])
			}
		})
	}
}

// TestModelRunReachesItsServer resolves names and reads the configuration of resolvers in a run with a model.
func TestModelRunReachesItsServer(t *testing.T) {
	for _, resolver := range []string{"go", "cgo"} {
		t.Run(resolver, func(t *testing.T) {
			w := newWorld(t)
			o := offline(t, w)
			o.Network = true
			names := append(attemptsAbout(resolving), "TCP", "UDP")
			ask := func(o *Rights) map[string]string {
				return give(t, order{Run: o, World: w, Try: names}, func(cmd *exec.Cmd) { cmd.Env = append(cmd.Env, "GODEBUG=netdns="+resolver) }).Failed
			}
			free, confined := ask(nil), ask(o)
			for _, name := range names {
				if confined[name] != free[name] {
					t.Errorf("%s: %s; without a sandbox: %s", name, confined[name], free[name])
				}
			}
		})
	}
}

// TestRunKeepsTheRightsItNeeds reads the target, changes the cache, replaces an output, and starts a confined child
// that reads the target: with the rights of an offline run and of a run with a model.
func TestRunKeepsTheRightsItNeeds(t *testing.T) {
	for _, network := range []bool{false, true} {
		t.Run(fmt.Sprint("network ", network), func(t *testing.T) {
			w := newWorld(t)
			hostiletest.Unchanged(t, w.Target)
			o := offline(t, w)
			o.Network = network
			try := append(attemptsAbout(inside), sortedKeys(needsOfRuns())...)
			if network {
				try = append(try, "TCP", "UDP")
			}
			got := give(t, order{Run: o, Threads: 2, World: w, Try: try})
			for _, name := range try {
				if got.Failed[name] != "" {
					t.Errorf("%s: %s", name, got.Failed[name])
				}
			}
		})
	}
}

// needsOfRuns returns operations that a confined run needs and that a confined child does not.
func needsOfRuns() map[string]func(world) error {
	return map[string]func(world) error{
		"changing the cache": changeCache,
		"a confined child":   confinedChild,
		"ending a child":     func(world) error { return endChildren() },
	}
}

// TestReplacerCanOnlyReplace makes the attempts of the suite in a process with the rights of the process that replaces
// an output file. Landlock grants the same rights for the directories below the directory of the file.
func TestReplacerCanOnlyReplace(t *testing.T) {
	needs(t, landlockPart, seccompPart)
	w := newWorld(t)
	hostiletest.Unchanged(t, w.Target)
	hostiletest.Unchanged(t, w.Outside)
	names := append(attemptsAbout(reading, writing, marking, network, running, others, kernel), "replacing an output")
	got := give(t, order{Run: &Rights{Replace: []string{w.Base + "/output"}}, World: w, Try: names})
	permitted := []string{
		"creating below an output", "exchanging below an output", "linking below an output", "opening for writing below an output",
		"renaming below an output", "unlinking below an output", "replacing an output",
	}
	for _, name := range names {
		works := got.Failed[name] == ""
		if want := slices.Contains(permitted, name); works && !want && permittedToRuns[name] == "" || !works && want {
			t.Errorf("%s works: %t, %s", name, works, got.Failed[name])
		}
	}
}

func changeCache(w world) error {
	root, err := os.OpenRoot(w.Base + "/cache")
	if err != nil {
		return err
	}
	defer root.Close()
	for _, do := range []func() error{
		func() error { return root.MkdirAll("a/b", 0o700) },
		func() error { return root.WriteFile("a/one", []byte("x"), 0o600) },
		func() error { return root.Link("a/one", "a/b/two") },
		func() error { return root.Rename("a/b/two", "a/b/three") },
		func() error { return replaceFile(w.Base + "/cache/file") },
		func() error { _, err := root.ReadFile("a/b/three"); return err },
		func() error { return truncate(root, "a/one") },
		func() error { return root.RemoveAll("a") },
	} {
		if err := do(); err != nil {
			return err
		}
	}
	return nil
}

func truncate(root *os.Root, name string) error {
	f, err := root.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Truncate(0)
}

func replaceFile(name string) error {
	f, err := os.OpenFile(name+".new", os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString("new\n")
	for _, do := range []func() error{func() error { return err }, f.Sync, f.Close, func() error { return os.Rename(f.Name(), name) }} {
		if err := do(); err != nil {
			return err
		}
	}
	return nil
}

// confinedChild starts a child that confines itself to the target. It returns an error unless the child is confined
// as if its parent were not, and reads the target.
func confinedChild(w world) error {
	a, err := obey(order{Root: w.Target, World: w, Try: []string{"reading a file of the target", "reading a file outside"}})
	switch {
	case err != nil:
		return err
	case a.State.Level != Full:
		return fmt.Errorf("the child reached the level %s", a.State)
	case a.Failed["reading a file of the target"] != "" || a.Failed["reading a file outside"] == "":
		return fmt.Errorf("in the child: %q", a.Failed)
	}
	return nil
}

// endChildren ends children from threads that are older than the confinement: Landlock can hold each of these to the
// children that it started itself.
func endChildren() error {
	for i := range before {
		ctx, cancel := context.WithCancel(context.Background())
		cmd, err := Command(ctx, childMark, `{"Wait": true}`)
		if err != nil {
			cancel()
			return err
		}
		in, err := cmd.StdinPipe()
		if err == nil {
			err = Start(cmd)
		}
		if err != nil {
			cancel()
			return err
		}
		ended := make(chan error)
		before[i] <- func() { ended <- cmd.Cancel() }
		err = <-ended
		in.Close()
		cancel()
		cmd.Wait()
		if err != nil && !errors.Is(err, os.ErrProcessDone) {
			return err
		}
	}
	return nil
}

// TestRunWithoutKernelParts checks the effect of each part of the confinement of an offline run without the other part.
func TestRunWithoutKernelParts(t *testing.T) {
	needs(t, landlockPart, seccompPart)
	for _, c := range []struct {
		without []string
		level   Level
		forbids []string
		permits []string
	}{
		{[]string{landlockPart}, Partial, []string{"TCP", "chmod elsewhere", "tracing"}, []string{"reading a file outside", "creating elsewhere"}},
		{[]string{seccompPart}, Partial, []string{"reading a file outside", "creating elsewhere"}, []string{"chmod elsewhere", "UDP"}},
		{[]string{landlockPart, seccompPart}, None, nil, []string{"reading a file outside", "TCP"}},
	} {
		w := newWorld(t)
		o := offline(t, w)
		got := give(t, order{Run: o, Without: c.without, World: w, Try: slices.Concat(c.forbids, c.permits)})
		if got.State.Level != c.level || len(got.State.Missing) != len(c.without) || cmp.Diff(got.Expected, got.State) != "" {
			t.Errorf("without %v: got %+v, expected by AvailableToRuns: %+v, want %s", c.without, got.State, got.Expected, c.level)
		}
		for _, name := range c.forbids {
			if got.Failed[name] == "" {
				t.Errorf("without %v: %s works", c.without, name)
			}
		}
		for _, name := range c.permits {
			if got.Failed[name] != "" {
				t.Errorf("without %v: %s fails, so another part forbids it: %s", c.without, name, got.Failed[name])
			}
		}
	}
}

// TestT33RunForgetsKeys looks for keys in the environment of a run, and in the memory that /proc shows as its environment.
func TestT33RunForgetsKeys(t *testing.T) {
	environment := append(os.Environ(), "ANTHROPIC_API_KEY=canary", "UNRELATED_TOKEN=canary", "https_proxy=canary", "TERM=canary", "TZ=UTC")
	for name, c := range map[string]struct {
		rights Rights
		keeps  []string
	}{
		"offline": {Rights{}, []string{"TERM=canary", "TZ=UTC"}},
		"model":   {Rights{Network: true}, []string{"TERM=canary", "TZ=UTC", "https_proxy=canary"}},
		"server":  {Rights{Programs: true}, []string{"TERM=canary", "TZ=UTC", "https_proxy=canary"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			c.rights.Read = []string{w.Target}
			cmd, in, line := startObeying(t, order{Run: &c.rights}, func(cmd *exec.Cmd) { cmd.Env = environment })
			defer cmd.Wait()
			defer in.Close()
			if strings.Contains(line, "_API_KEY") || strings.Contains(line, "UNRELATED") {
				t.Errorf("the environment is %s", line)
			}
			shown, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", cmd.Process.Pid))
			must(t, err)
			got := map[string]bool{}
			for v := range strings.SplitSeq(string(shown), "\x00") {
				if strings.HasSuffix(v, "canary") || strings.HasPrefix(v, "TZ=") {
					got[v] = true
				}
			}
			if names := slices.Sorted(maps.Keys(got)); !slices.Equal(names, slices.Sorted(slices.Values(c.keeps))) {
				t.Errorf("/proc shows %q, want %q", names, c.keeps)
			}
			if c.rights.Programs && !strings.Contains(line, `"Level":"none"`) {
				t.Errorf("the state is %s", line)
			}
		})
	}
}
