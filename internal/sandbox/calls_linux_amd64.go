package sandbox

import "golang.org/x/sys/unix"

const audit = unix.AUDIT_ARCH_X86_64

// Forms of calls that younger processors never had, and C libraries may use.
var (
	boundedHere = []call{{number: unix.SYS_OPEN, when: forReading(1)}}
	plainHere   = []uint32{
		unix.SYS_STAT, unix.SYS_LSTAT, unix.SYS_ACCESS, unix.SYS_READLINK, unix.SYS_DUP2, unix.SYS_PIPE, unix.SYS_POLL, unix.SYS_SELECT,
		unix.SYS_EPOLL_WAIT, unix.SYS_TIME, unix.SYS_GETPGRP,
	}
	runBoundedHere = []call{{number: unix.SYS_OPEN, when: readingOrWriting(1)}}
	runPlainHere   = []uint32{unix.SYS_ARCH_PRCTL} // for the loader of the system
)
