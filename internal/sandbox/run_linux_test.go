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

// offline returns the rights of an offline run in the world w, with a cache and a directory of an output.
func offline(t *testing.T, w world) *Rights {
	t.Helper()
	o := &Rights{Read: []string{w.Target}, Write: []string{w.Base + "/cache"}, Replace: []string{w.Base + "/output"}}
	for _, dir := range append(o.Write, o.Replace...) {
		must(t, os.MkdirAll(dir, 0o700))
		must(t, os.WriteFile(dir+"/file", []byte("old\n"), 0o600))
	}
	return o
}

// TestOfflineRunCanDoNothingElse makes the attempts of the suite in a process that is confined as an offline run, and
// in one that is not confined, where an attempt must work or proves nothing.
func TestOfflineRunCanDoNothingElse(t *testing.T) {
	needs(t, landlockPart, seccompPart)
	w, controls := newWorld(t), newWorld(t)
	hostiletest.Unchanged(t, w.Target)
	names := attemptsAbout(reading, writing, marking, network, running, others, kernel)
	confined := give(t, order{Run: offline(t, w), World: w, Try: names}, leave(t, w))
	free := give(t, order{World: controls, Try: names}, leave(t, controls))
	for name := range alone {
		one := []string{name}
		confined.Failed[name] = give(t, order{Run: offline(t, w), World: w, Try: one}).Failed[name]
		free.Failed[name] = give(t, order{World: controls, Try: one}).Failed[name]
	}
	if confined.State.Level != Full || cmp.Diff(confined.Expected, confined.State) != "" {
		t.Errorf("got %+v, want the level full, and the expected %+v", confined.State, confined.Expected)
	}
	refused := 0
	for _, name := range sortedKeys(confined.Failed) {
		reason, permitted := permittedToRuns[name]
		switch works := confined.Failed[name] == ""; {
		case works && !permitted:
			t.Errorf("%s works", name)
		case !works && permitted && free.Failed[name] == "":
			t.Errorf("%s is in the list of permitted attempts (%s) and fails: %s", name, reason, confined.Failed[name])
		case !works && free.Failed[name] == "":
			refused++
		}
	}
	t.Logf("%d attempts refused, %d permitted, %d impossible here without a sandbox", refused, len(permittedToRuns), len(confined.Failed)-refused-len(permittedToRuns))
	if refused < 100 {
		t.Errorf("only %d attempts were refused", refused)
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
		"changing the cache":  changeCache,
		"replacing an output": func(w world) error { return replaceFile(w.Base + "/output/file") },
		"a confined child":    confinedChild,
		"ending a child":      func(world) error { return endChildren() },
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
