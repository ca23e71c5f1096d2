//go:build amd64 || arm64

package sandbox

import "golang.org/x/sys/unix"

const whole = ^uint32(0)

// callsOf returns the list of system calls that process pid may make: the calls that the runtimes
// of Go and C need for memory, threads, signals and time, and the calls that reading files needs. A
// list of forbidden calls would never be complete.
func callsOf(pid int) calls {
	c := calls{absent: []uint32{unix.SYS_CLONE3, unix.SYS_OPENAT2}, newest: unix.SYS_RSEQ_SLICE_YIELD}
	c.allowed = append(c.allowed, bounded(uint32(pid))...)
	c.allowed = append(c.allowed, boundedHere...)
	for _, n := range append(plain, plainHere...) {
		c.allowed = append(c.allowed, call{number: n})
	}
	return c
}

// bounded returns the system calls that process pid may make only with certain arguments, each with
// the conditions on its arguments.
func bounded(pid uint32) []call {
	const (
		noNewProcess = unix.CLONE_THREAD
		newNamespace = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET
	)
	return []call{
		{number: unix.SYS_OPENAT, when: forReading(2)},
		{number: unix.SYS_MMAP, when: notAsCode(2)},
		{number: unix.SYS_MPROTECT, when: notAsCode(2)},
		{number: unix.SYS_CLONE, when: []condition{{argument: 0, mask: noNewProcess | newNamespace, is: []uint32{noNewProcess}}}},
		// No locks and no leases, which others would wait for.
		{number: unix.SYS_FCNTL, when: []condition{{argument: 1, mask: whole, is: []uint32{
			unix.F_DUPFD, unix.F_DUPFD_CLOEXEC, unix.F_GETFD, unix.F_SETFD, unix.F_GETFL, unix.F_SETFL,
		}}}},
		{number: unix.SYS_PRCTL, when: []condition{{argument: 0, mask: whole, is: []uint32{unix.PR_SET_NAME, unix.PR_GET_NAME, unix.PR_SET_VMA}}}},
		{number: unix.SYS_TGKILL, when: []condition{{argument: 0, mask: whole, is: []uint32{pid}}}},
		{number: unix.SYS_KILL, when: []condition{{argument: 0, mask: whole, is: []uint32{pid}}}},
		// A limit may be read, not set.
		{number: unix.SYS_PRLIMIT64, when: []condition{
			{argument: 0, mask: whole, is: []uint32{0}},
			{argument: 2, mask: whole, is: []uint32{0}},
			{argument: 2, high: true, mask: whole, is: []uint32{0}},
		}},
		// Through a file that is open for reading its owner could set flags that
		// outlive the process. Who asks whether it is a terminal hears that it is not.
		{number: unix.SYS_IOCTL, when: []condition{{argument: 1, mask: 0, is: []uint32{1}}}, errno: unix.ENOTTY},
	}
}

// forReading returns the condition that an open call asks for reading only, and neither creates nor truncates the
// file. Its flags are the argument with the number argument, counted from 0.
func forReading(argument int) []condition {
	return []condition{{argument: argument, mask: unix.O_ACCMODE | unix.O_CREAT | unix.O_TRUNC, is: []uint32{unix.O_RDONLY}}}
}

// notAsCode returns the condition that a system call does not make memory executable. Its memory protection flags are
// the argument with the number argument, counted from 0.
func notAsCode(argument int) []condition {
	return []condition{{argument: argument, mask: unix.PROT_EXEC, is: []uint32{0}}}
}

// plain are calls that are allowed with any arguments. Asking for extended
// attributes is not among them: Landlock would let it reach any file.
var plain = []uint32{
	// Open files, and the entries of directories.
	unix.SYS_READ, unix.SYS_READV, unix.SYS_PREAD64, unix.SYS_PREADV, unix.SYS_WRITE, unix.SYS_WRITEV, unix.SYS_LSEEK, unix.SYS_CLOSE,
	unix.SYS_DUP, unix.SYS_DUP3, unix.SYS_PIPE2, unix.SYS_SENDFILE, unix.SYS_SPLICE, unix.SYS_COPY_FILE_RANGE, unix.SYS_FADVISE64,
	unix.SYS_READAHEAD, unix.SYS_FSTAT, unix.SYS_NEWFSTATAT, unix.SYS_STATX, unix.SYS_FACCESSAT, unix.SYS_FACCESSAT2, unix.SYS_READLINKAT,
	unix.SYS_GETDENTS64, unix.SYS_GETCWD, unix.SYS_STATFS, unix.SYS_FSTATFS,
	// Waiting.
	unix.SYS_PPOLL, unix.SYS_PSELECT6, unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT, unix.SYS_EPOLL_PWAIT2, unix.SYS_EVENTFD2,
	unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_RESTART_SYSCALL,
	// Memory.
	unix.SYS_MUNMAP, unix.SYS_MREMAP, unix.SYS_BRK, unix.SYS_MADVISE, unix.SYS_MINCORE, unix.SYS_MEMBARRIER,
	// Threads.
	unix.SYS_FUTEX, unix.SYS_SCHED_YIELD, unix.SYS_SCHED_GETAFFINITY, unix.SYS_GETCPU, unix.SYS_RSEQ, unix.SYS_SET_ROBUST_LIST, unix.SYS_SET_TID_ADDRESS,
	unix.SYS_EXIT, unix.SYS_EXIT_GROUP,
	// Signals.
	unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK,
	// Time, and timers for profiles.
	unix.SYS_CLOCK_GETTIME, unix.SYS_CLOCK_GETRES, unix.SYS_GETTIMEOFDAY, unix.SYS_TIMES, unix.SYS_SETITIMER,
	unix.SYS_TIMER_CREATE, unix.SYS_TIMER_SETTIME, unix.SYS_TIMER_DELETE,
	// Who and where we are.
	unix.SYS_GETPID, unix.SYS_GETPPID, unix.SYS_GETTID, unix.SYS_GETUID, unix.SYS_GETEUID, unix.SYS_GETGID, unix.SYS_GETEGID, unix.SYS_GETGROUPS,
	unix.SYS_GETPGID, unix.SYS_GETSID, unix.SYS_GETRUSAGE, unix.SYS_GETRLIMIT, unix.SYS_SYSINFO, unix.SYS_UNAME, unix.SYS_GETRANDOM,
}
