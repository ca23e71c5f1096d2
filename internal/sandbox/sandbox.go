// Package sandbox confines a child process to reading one directory: the child
// calls [Confine] as its first act, and the parent starts it with [Command].
package sandbox

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

// Level is how far the kernel holds a process. Rooted file access is below all
// of them: whoever reads the target opens it as an os.Root.
type Level string

const (
	Full    Level = "full"    // all that Confine promises
	Partial Level = "partial" // the kernel helps, and something is missing
	None    Level = "none"    // nothing but rooted file access
)

// State is what Confine reached.
type State struct {
	Level   Level
	Missing []string // what is missing of Full: which part, why, and what is possible for want of it
}

// Options are the bounds of a confined process. The zero value is meant for
// everyday use.
type Options struct {
	// Data is how many bytes of memory the process may allocate from here on;
	// 0 means 2 GiB. Whoever exceeds it dies, as does any program that is out
	// of memory.
	Data uint64
}

const defaultData = 2 << 30

// Confine takes from this process, and all of its threads for good, what a
// reader of the directory root has no need of. At level Full:
//
//   - Below root files and directories can be opened for reading, elsewhere not
//     at all. Their names, sizes and times can be asked for everywhere, if the
//     permissions allow: no Linux can forbid that to a process that had no
//     rights to begin with.
//   - Nothing is written, made, renamed, removed or marked: not content, mode,
//     owner, times, attributes or locks.
//   - There are no sockets, no other programs, no new processes, and no access
//     to other processes, their memory or their environment.
//   - No memory becomes code, and memory is bounded.
//
// Open files stay usable, but of those that came from the parent only the three
// standard streams stay open, and of its environment only what says how to
// speak. The local time zone is read when a program first asks for it, so a
// confined one is in UTC.
//
// Confine comes before anything else in main, and once. What the kernel cannot
// do is no error: the State says so. An error means that root is no directory,
// and that the process is not confined.
func Confine(root string, o Options) (State, error) {
	info, err := os.Stat(root)
	if err == nil && !info.IsDir() {
		err = errors.New("not a directory")
	}
	if err != nil {
		return State{}, fmt.Errorf("confining to %q: %w", root, err)
	}
	if o.Data == 0 {
		o.Data = defaultData
	}
	environment := minimal(os.Environ())
	os.Clearenv()
	for _, variable := range environment {
		name, value, _ := strings.Cut(variable, "=")
		if err := os.Setenv(name, value); err != nil {
			return State{}, fmt.Errorf("confining to %q: %w", root, err)
		}
	}
	return confine(root, o)
}

// Available is what Confine can be expected to reach here. It asks the kernel and
// confines nothing.
func Available() State { return available() }

// kept are the variables that a child has of its parent: how to speak, and how
// the Go runtime is to behave. No key, no path and no home among them.
var kept = []string{"LANG", "LC_ALL", "GOMAXPROCS", "GOTRACEBACK", "GORACE"}

// minimal gives of an environment what a child gets.
func minimal(environment []string) []string {
	few := []string{} // never nil, which os/exec takes for everything
	for _, variable := range environment {
		if name, _, _ := strings.Cut(variable, "="); slices.Contains(kept, name) {
			few = append(few, variable)
		}
	}
	return few
}
