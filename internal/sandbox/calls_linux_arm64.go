package sandbox

import "golang.org/x/sys/unix"

const audit = unix.AUDIT_ARCH_AARCH64

var (
	boundedHere []call
	plainHere   []uint32

	runBoundedHere []call
	runPlainHere   []uint32
)
