package sandbox

import (
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// call is a system call that a confined process may make, if every condition
// holds. A pointer cannot be looked behind, so conditions are on numbers.
type call struct {
	number uint32
	when   []condition
	errno  unix.Errno // when a condition does not hold; 0 means EPERM
}

// condition is true if one half of an argument, masked, is one of some numbers.
type condition struct {
	argument int
	high     bool // the upper 32 bits
	mask     uint32
	is       []uint32
}

// calls is the content of a filter. A call on neither list is refused with
// EPERM, and a call younger than these lists with ENOSYS, which every program
// expects of an older kernel.
type calls struct {
	allowed []call
	absent  []uint32 // refused with ENOSYS: there is an older call to fall back on
	newest  uint32   // the highest number that these lists know of
}

// Where struct seccomp_data has the number, the architecture and the arguments
// of a call, the lower half of each first.
const (
	offsetNumber    = 0
	offsetArch      = 4
	offsetArguments = 16
)

// x32 is set in the numbers of a second table of calls that amd64 has.
const x32 = 0x40000000

// filter returns a program for the kernel that decides on each system call:
//
//	other architecture, or x32    kill
//	allowed, with conditions      each: load, mask, compare; allow or refuse
//	allowed without               allow: the kernel remembers, and runs no filter
//	absent, or newer              ENOSYS
//	anything else                 EPERM
func filter(arch uint32, c calls) []unix.SockFilter {
	const (
		allow = unix.SECCOMP_RET_ALLOW
		kill  = unix.SECCOMP_RET_KILL_PROCESS
	)
	p := program{}
	p.load(offsetArch)
	p.unless(unix.BPF_JEQ, arch, kill)
	p.load(offsetNumber)
	p.when(unix.BPF_JGE, x32, kill)
	for _, a := range c.allowed {
		if len(a.when) > 0 {
			p.conditional(a)
		}
	}
	for _, a := range c.allowed {
		if len(a.when) == 0 {
			p.when(unix.BPF_JEQ, a.number, allow)
		}
	}
	for _, number := range c.absent {
		p.when(unix.BPF_JEQ, number, refusal(unix.ENOSYS))
	}
	p.when(unix.BPF_JGT, c.newest, refusal(unix.ENOSYS))
	p.answer(refusal(unix.EPERM))
	return p
}

func refusal(e unix.Errno) uint32 { return unix.SECCOMP_RET_ERRNO | uint32(e) }

// program is a list of instructions of the kernel's classic BPF, to which its methods
// append.
type program []unix.SockFilter

func (p *program) load(offset uint32) {
	*p = append(*p, unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset})
}

func (p *program) answer(with uint32) {
	*p = append(*p, unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: with})
}

// jump appends an instruction to the filter that compares the loaded value with k. If the comparison
// holds, the next "then" instructions are skipped, and if not, the next "otherwise" instructions.
func (p *program) jump(compare uint16, k uint32, then, otherwise int) {
	*p = append(*p, unix.SockFilter{Code: unix.BPF_JMP | compare | unix.BPF_K, Jt: uint8(then), Jf: uint8(otherwise), K: k})
}

// when appends instructions to the filter: if the loaded value compares to k as the operator compare
// demands, the filter ends with answer, and if not, it continues with the next instruction.
func (p *program) when(compare uint16, k, answer uint32) {
	p.jump(compare, k, 0, 1)
	p.answer(answer)
}

func (p *program) unless(compare uint16, k, answer uint32) {
	p.jump(compare, k, 1, 0)
	p.answer(answer)
}

// conditional appends the instructions for system call c: they allow it if all its conditions on
// arguments hold, and refuse it if not. Any other system call continues after them.
func (p *program) conditional(c call) {
	body := program{}
	for _, w := range c.when {
		offset := uint32(offsetArguments + 8*w.argument)
		if w.high {
			offset += 4
		}
		body.load(offset)
		body = append(body, unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: w.mask})
		for i, number := range w.is {
			body.jump(unix.BPF_JEQ, number, len(w.is)-i, 0) // past the refusal
		}
		body.answer(refusal(max(c.errno, unix.EPERM)))
	}
	body.answer(unix.SECCOMP_RET_ALLOW)
	p.jump(unix.BPF_JEQ, c.number, 0, len(body))
	*p = append(*p, body...)
}

// install applies a seccomp filter to all threads of the process. Before, it sets
// PR_SET_NO_NEW_PRIVS, which the kernel demands of a process without privileges.
func install(filter []unix.SockFilter) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	prog := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	thread, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&prog)))
	if errno != 0 {
		return errno
	}
	if thread != 0 {
		return fmt.Errorf("thread %d of the process already has a different filter of system calls", thread)
	}
	return nil
}

// answerable returns an error if the kernel has no seccomp filters, or its filters cannot return
// answer, for example SECCOMP_RET_KILL_PROCESS.
func answerable(answer uint32) error {
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0, uintptr(unsafe.Pointer(&answer)))
	if errno != 0 {
		return errno
	}
	return nil
}
