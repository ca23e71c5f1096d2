//go:build amd64 || arm64

package sandbox

import (
	"slices"

	"golang.org/x/sys/unix"
)

// callsOfRuns returns the list of system calls that a run with the rights o and the start of its children need. A filter
// cannot read paths: Landlock decides which files are opened, changed and executed, and which processes get signals.
func callsOfRuns(o Rights) calls {
	const newNamespace = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET
	c := callsOf(0)
	replaced := []call{
		// Access mode 3, for ioctl, needs no right of Landlock.
		{number: unix.SYS_OPENAT, when: readingOrWriting(2)},
		// The loader of the system maps code, which cannot be written at the same time.
		{number: unix.SYS_MMAP, when: []condition{{argument: 2, mask: unix.PROT_WRITE | unix.PROT_EXEC, is: []uint32{0, unix.PROT_WRITE, unix.PROT_EXEC}}}},
		{number: unix.SYS_CLONE, when: []condition{{argument: 0, mask: newNamespace, is: []uint32{0}}}},
		{number: unix.SYS_PRCTL, when: []condition{{argument: 0, mask: whole, is: []uint32{
			unix.PR_SET_NAME, unix.PR_GET_NAME, unix.PR_SET_VMA, unix.PR_SET_NO_NEW_PRIVS,
		}}}},
		// A child limits its own memory.
		{number: unix.SYS_PRLIMIT64, when: []condition{{argument: 0, mask: whole, is: []uint32{0}}}},
		{number: unix.SYS_IOCTL, when: []condition{{argument: 1, mask: whole, is: []uint32{unix.TCGETS, unix.TIOCGWINSZ, unix.TIOCINQ}}}, errno: unix.ENOTTY},
		{number: unix.SYS_SETPGID, when: []condition{{argument: 0, mask: whole, is: []uint32{0}}, {argument: 1, mask: whole, is: []uint32{0}}}},
	}
	replaced = append(replaced, runBoundedHere...)
	plain := slices.Concat(runPlain, runPlainHere)
	if o.Network {
		replaced = append(replaced, socketOfRuns(o.Local))
		plain = append(plain, networkPlain...)
	}
	for _, n := range plain {
		replaced = append(replaced, call{number: n})
	}
	c.allowed = slices.DeleteFunc(c.allowed, func(old call) bool {
		return slices.ContainsFunc(replaced, func(new call) bool { return new.number == old.number })
	})
	c.allowed = append(c.allowed, replaced...)
	return c
}

// readingOrWriting returns the condition that the flags of an open call have one of the three usual access modes. The
// flags are the argument with the number argument, counted from 0.
func readingOrWriting(argument int) []condition {
	return []condition{{argument: argument, mask: unix.O_ACCMODE, is: []uint32{unix.O_RDONLY, unix.O_WRONLY, unix.O_RDWR}}}
}

// socketOfRuns returns the system call that makes a socket, with conditions on its kind: TCP, UDP, or netlink, by which
// resolvers read the addresses of this machine. With local it can also be a Unix socket, by which some resolvers are
// reached, and also programs that start other programs for the user.
func socketOfRuns(local bool) call {
	families := []uint32{unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK}
	if local {
		families = append(families, unix.AF_UNIX)
	}
	const kind = ^uint32(unix.SOCK_CLOEXEC | unix.SOCK_NONBLOCK)
	return call{number: unix.SYS_SOCKET, errno: unix.EAFNOSUPPORT, when: []condition{
		{argument: 0, mask: whole, is: families},
		{argument: 1, mask: kind, is: []uint32{unix.SOCK_STREAM, unix.SOCK_DGRAM, unix.SOCK_RAW}}, // the last of netlink
		{argument: 2, mask: whole, is: []uint32{0, unix.IPPROTO_TCP, unix.IPPROTO_UDP}},           // 0 is netlink's protocol of addresses, too
	}}
}

// networkPlain are the calls that clients of the network make with any arguments. The call listen is not among them.
var networkPlain = []uint32{
	unix.SYS_CONNECT, unix.SYS_BIND, unix.SYS_SENDTO, unix.SYS_SENDMSG, unix.SYS_SENDMMSG, unix.SYS_RECVFROM, unix.SYS_RECVMSG, unix.SYS_RECVMMSG,
	unix.SYS_SHUTDOWN, unix.SYS_GETSOCKNAME, unix.SYS_GETPEERNAME, unix.SYS_GETSOCKOPT, unix.SYS_SETSOCKOPT,
}

// runPlain are the calls that a run makes with any arguments, in addition to plain.
var runPlain = []uint32{
	// The cache and the outputs.
	unix.SYS_MKDIRAT, unix.SYS_UNLINKAT, unix.SYS_RENAMEAT, unix.SYS_RENAMEAT2, unix.SYS_LINKAT, unix.SYS_FSYNC, unix.SYS_FDATASYNC, unix.SYS_FTRUNCATE,
	unix.SYS_FLOCK, unix.SYS_PWRITE64, unix.SYS_PWRITEV,
	// Children, and their confinement.
	unix.SYS_EXECVE, unix.SYS_WAIT4, unix.SYS_WAITID, unix.SYS_CHDIR, unix.SYS_FCHDIR, unix.SYS_KILL, unix.SYS_TGKILL, unix.SYS_TKILL,
	unix.SYS_LANDLOCK_CREATE_RULESET, unix.SYS_LANDLOCK_ADD_RULE, unix.SYS_LANDLOCK_RESTRICT_SELF, unix.SYS_SECCOMP,
}
