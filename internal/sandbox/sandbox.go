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

// Level is the degree to which the kernel confines a process. Rooted file
// access comes with every level: readers open the target as an os.Root.
type Level string

const (
	Full    Level = "full"    // all that Confine promises
	Partial Level = "partial" // the kernel helps, and something is missing
	None    Level = "none"    // nothing but rooted file access
)

// State is the result of Confine.
type State struct {
	Level   Level
	Missing []string // the parts of Full that are missing, each with its reason and its effect
}

// String returns the level, and the missing parts if there are any.
func (s State) String() string {
	if len(s.Missing) == 0 {
		return string(s.Level)
	}
	return string(s.Level) + ": " + strings.Join(s.Missing, "; ")
}

// lack adds a missing part with its reason err and its effect to s, and lowers the level to Partial if it is Full. It
// does nothing if err is nil.
func (s *State) lack(part string, err error, effect string) {
	if err == nil {
		return
	}
	if s.Level == Full {
		s.Level = Partial
	}
	s.Missing = append(s.Missing, fmt.Sprintf("%s (%s): %s", part, reason(err), effect))
}

// Options are the bounds of a confined process. The zero value is meant for
// everyday use.
type Options struct {
	// Data is the most bytes of memory that the process may allocate from now
	// on; 0 means 2 GiB. A process over the limit dies, as any program without
	// memory.
	Data uint64
}

const defaultData = 2 << 30

// Confine removes from this process, and all of its threads for good, every
// right that a reader of the directory root does not need. At level Full:
//
//   - Files and directories can be opened for reading only below root. Names,
//     sizes and times can be read everywhere, if the permissions allow: Linux
//     cannot forbid that to a process without privileges.
//   - Nothing is written, made, renamed, removed or marked: not content, mode,
//     owner, times, attributes or locks.
//   - There are no sockets, no other programs, no new processes, and no access
//     to other processes, their memory or their environment.
//   - No memory becomes code, and memory is bounded.
//
// Open files stay usable, but of the parent's files only the three standard
// streams stay open, and of the environment only the variables about language
// and the Go runtime. The local time zone is read when a program first needs it,
// so a confined process is in UTC.
//
// Call Confine once, before anything else in main. A part that the kernel lacks
// is not an error: the State names it. An error means that root is no accessible
// directory. The State is then the level that the process has reached, which is
// None, or Partial if root was a directory until the kernel was asked.
func Confine(root string, o Options) (State, error) {
	info, err := os.Stat(root)
	if err == nil && !info.IsDir() {
		err = errors.New("the path is not a directory")
	}
	if err != nil {
		return State{Level: None}, fmt.Errorf("confining the process: examining the directory %q: %w", root, err)
	}
	if o.Data == 0 {
		o.Data = defaultData
	}
	environment := minimal(os.Environ())
	os.Clearenv()
	for _, variable := range environment {
		name, value, _ := strings.Cut(variable, "=")
		os.Setenv(name, value) // of a name and a value that were in the environment
	}
	return confine(root, o)
}

// Available returns the State that Confine would reach on this system. It confines nothing.
func Available() State { return available() }

// kept are the environment variables that a child inherits: the language and the
// settings of the Go runtime. Keys, paths and the home directory are not among them.
var kept = []string{"LANG", "LC_ALL", "GOMAXPROCS", "GOTRACEBACK", "GORACE"}

// minimal returns the variables of environment that a confined child gets: the few about language
// and the Go runtime, without keys and paths.
func minimal(environment []string) []string {
	few := []string{} // never nil, which os/exec takes for everything
	for _, variable := range environment {
		if name, _, _ := strings.Cut(variable, "="); slices.Contains(kept, name) {
			few = append(few, variable)
		}
	}
	return few
}
