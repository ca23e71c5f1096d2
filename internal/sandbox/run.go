package sandbox

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
)

// Rights are the rights that [ConfineRun] leaves to a process. The zero value leaves only the right to start this
// program again.
type Rights struct {
	Read    []string // files, and directories with all below them
	Write   []string // directories in which files and directories are made, read, changed and removed
	Replace []string // directories in which files are made and replaced
	Network bool     // clients of TCP and UDP, and the configuration of the resolver; no TCP server
	Local   bool     // with Network, Unix sockets: resolvers of mDNS are reached by them, and so are many other programs
	// Programs permits other programs. They would inherit the confinement, so the kernel then confines nothing.
	Programs bool
}

// ConfineRun removes from this process, and all of its threads for good, every right that an investigation does not
// need. Children inherit the confinement. At level Full:
//
//   - Files are opened only as the rights o permit, except the files that this program was loaded from. The names of
//     processes can be listed; a reader of the directory /proc could also ask for each number.
//   - No mode, owner, time or attribute of a file is changed.
//   - There are no sockets and no programs except this one and the loader of the system, and no access to other
//     processes, their memory or their environment.
//   - Memory becomes code only if it is a file that is mapped for reading.
//
// Open files stay usable, except files that the parent of this process left open besides the three standard streams.
// With Network there are sockets that connect to other hosts, and the level is at most Partial.
//
// At every level and on every system ConfineRun removes all variables from the environment that a run does not need,
// keys among them, on Linux also from the memory that shows them to other processes. The caller reads them before.
//
// A part that the kernel lacks is not an error: the State names it.
func ConfineRun(o Rights) State {
	_, _ = time.Now().Zone() // reads the local time zone, which cannot be read later
	names := keptByRuns
	if o.Network || o.Programs {
		names = slices.Concat(names, keptForNetwork)
	}
	forgotten := forget(names)
	var s State
	if o.Programs {
		s = State{None, []string{"Landlock and seccomp (the run starts a program of the user): the process has the user's rights"}}
	} else {
		s = confineRun(o)
	}
	if forgotten != nil {
		s.lack("initial environment", forgotten, "it can be read in /proc, keys among it")
	}
	return s
}

// AvailableToRuns returns the State that ConfineRun would reach on this system. It confines nothing.
func AvailableToRuns(o Rights) State { return availableToRuns(o) }

// keptByRuns are the environment variables that a run needs after it has read its settings: language, time zone and
// terminal, the directories of the user, and the settings of the Go runtime.
var keptByRuns = slices.Concat(kept, []string{
	"GODEBUG", "GOGC", "GOMEMLIMIT", "GOCOVERDIR", "TZ", "TERM", "COLUMNS", "NO_COLOR", "WT_SESSION", "HOME", "PATH", "TMPDIR",
	"SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "PATHEXT", "COMSPEC", "TEMP", "TMP", "USERPROFILE", "LOCALAPPDATA", "APPDATA", "PROGRAMDATA",
})

// keptForNetwork are the environment variables that clients of HTTP and resolvers read.
var keptForNetwork = []string{
	"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "REQUEST_METHOD", "SSL_CERT_FILE", "SSL_CERT_DIR", "RES_OPTIONS", "LOCALDOMAIN", "HOSTALIASES",
}

// keeps reports whether an environment variable is in the list of names, in capitals or small letters.
func keeps(names []string, variable string) bool {
	name, _, _ := strings.Cut(variable, "=")
	return slices.Contains(names, strings.ToUpper(name))
}

// forget removes the environment variables that are not in the list of names. It returns an error if other processes
// may still be able to read them.
func forget(names []string) error {
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		if runtime.GOOS == "windows" && name == "" { // current directories of drives
			continue
		}
		if !keeps(names, variable) {
			if err := os.Unsetenv(name); err != nil {
				return fmt.Errorf("removing the variable %q from the environment: %w", name, err)
			}
		}
	}
	return eraseInitial(func(variable string) bool { return keeps(names, variable) })
}
