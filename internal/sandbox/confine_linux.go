package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"github.com/landlock-lsm/go-landlock/landlock"
	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// confine implements Confine for Linux: it closes inherited files, limits memory, and restricts files with
// Landlock and system calls with seccomp. Landlock alone allows chmod, utimes, UDP and signals, and a
// seccomp filter cannot read the path of an open. It returns an error only if root is gone; the other parts of the
// confinement are then in force.
func confine(root string, o Options) (State, error) {
	var e parts
	e.inherited = closeInherited()
	e.memory = limitData(o.Data)
	e.files = restrictFiles(root)
	e.calls = filterCalls()                                                  // last: it forbids calls that the others need
	if errors.Is(e.files, unix.ENOENT) || errors.Is(e.files, unix.ENOTDIR) { // gone since Confine looked at it
		return e.state(), fmt.Errorf("confining the process to the directory %q: %w", root, e.files)
	}
	return e.state(), nil
}

// available returns the State that confine would reach with this kernel, without confining the process.
func available() State {
	var e parts
	_, e.inherited = os.ReadDir(ownFiles)
	_, e.memory = dataLimit(0)
	_, e.files = ll.LandlockGetABIVersion()
	e.calls = filterable()
	return e.state()
}

// parts holds an error for each part of confinement that is missing, with the
// reason, and nil for the other parts.
type parts struct{ inherited, memory, files, calls error }

func (e parts) state() State {
	s := State{Level: Full}
	s.lack("inherited files", e.inherited, "what the parent left open, besides the standard streams, still is")
	s.lack("memory limit", e.memory, "memory is not bounded")
	s.lack("Landlock", e.files, "all that the user can read can be opened for reading")
	s.lack("seccomp", e.calls, "modes, times and attributes of files can be changed, and sockets and processes made")
	if e.files != nil && e.calls != nil {
		s.Level = None
	}
	return s
}

// reason returns the words for the error with which a part of the confinement failed: "not in this
// kernel" for ENOSYS, "switched off in this kernel" for EOPNOTSUPP, else the text of err.
func reason(err error) string {
	switch {
	case errors.Is(err, unix.ENOSYS):
		return "not in this kernel"
	case errors.Is(err, unix.EOPNOTSUPP):
		return "switched off in this kernel"
	}
	return err.Error()
}

// restrictFiles restricts the process with Landlock: it can open files and directories below root for reading, and no
// others. No file can be written or run. It returns an error if the kernel has no Landlock or root cannot be opened.
func restrictFiles(root string) error {
	// The best effort of a kernel without Landlock is to do nothing and be
	// content with it, so it is asked first.
	if _, err := ll.LandlockGetABIVersion(); err != nil {
		return err
	}
	return landlock.V11.BestEffort().Restrict(landlock.PathAccess(ll.AccessFSReadFile|ll.AccessFSReadDir, root))
}

const ownFiles = "/proc/self/fd"

// closeInherited closes the files that the process inherited from its parent, except the three standard streams. Files
// that Go opens have the flag close-on-exec, so a file without the flag is inherited.
func closeInherited() error {
	entries, err := os.ReadDir(ownFiles)
	if err != nil {
		return err
	}
	for _, e := range entries {
		fd, err := strconv.Atoi(e.Name())
		if err != nil || fd <= 2 {
			continue
		}
		flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
		if err == nil && flags&unix.FD_CLOEXEC == 0 {
			err = unix.Close(fd)
		}
		if err != nil && !errors.Is(err, unix.EBADF) { // the listing itself is closed by now
			return err
		}
	}
	return nil
}

// limitData limits the memory that the process can allocate from now on; more is the limit in bytes.
func limitData(more uint64) error {
	limit, err := dataLimit(more)
	if err != nil {
		return err
	}
	return unix.Prlimit(0, unix.RLIMIT_DATA, &limit, nil)
}

// dataLimit returns the value of RLIMIT_DATA with which the process can allocate at most the number of bytes called
// more, besides its present memory. That counts as 0 in a child of a confined run, which cannot read it. A limit that
// is already set is never raised. The kernel counts only writable private memory.
func dataLimit(more uint64) (unix.Rlimit, error) {
	pages, err := dataPages()
	if err != nil && !errors.Is(err, fs.ErrPermission) {
		return unix.Rlimit{}, err
	}
	var is unix.Rlimit
	if err := unix.Prlimit(0, unix.RLIMIT_DATA, nil, &is); err != nil {
		return unix.Rlimit{}, err
	}
	limit := min(pages*uint64(os.Getpagesize())+more, is.Max)
	return unix.Rlimit{Cur: min(limit, is.Cur), Max: limit}, nil
}

// dataPages returns the present number of pages of writable private memory.
func dataPages() (uint64, error) {
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(b))
	if len(fields) < 6 {
		return 0, fmt.Errorf("parsing /proc/self/statm: unexpected content %q", b)
	}
	return strconv.ParseUint(fields[5], 10, 64)
}

// filterCalls installs a seccomp filter for all threads of the process. The kernel then refuses every system call that
// is not in the list of callsOf. It returns an error if no filter can be installed.
func filterCalls() error {
	if err := filterable(); err != nil {
		return err
	}
	return install(filter(audit, callsOf(os.Getpid())))
}

// filterable returns an error with the reason if this processor or kernel cannot filter system
// calls, and nil if it can.
func filterable() error {
	if audit == 0 {
		return errors.New("system calls cannot be filtered: there is no list of permitted calls for this processor")
	}
	return answerable(unix.SECCOMP_RET_KILL_PROCESS) // the youngest answer that a filter gives
}
