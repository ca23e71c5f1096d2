//go:build amd64 || arm64

package sandbox

import (
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// machine runs a filter as the kernel does.
func machine(t *testing.T, arch uint32, c calls) func(arch, number uint32, arguments ...uint64) string {
	t.Helper()
	var raw []bpf.RawInstruction
	for _, i := range filter(arch, c) {
		raw = append(raw, bpf.RawInstruction{Op: i.Code, Jt: i.Jt, Jf: i.Jf, K: i.K})
	}
	program, ok := bpf.Disassemble(raw)
	if !ok {
		t.Fatal("the filter has instructions that are none")
	}
	vm, err := bpf.NewVM(program)
	if err != nil {
		t.Fatal(err)
	}
	return func(arch, number uint32, arguments ...uint64) string {
		// Packets are big-endian; the kernel passes data to a filter in the
		// order of the processor, which here has the lower half first.
		data := make([]byte, 64)
		binary.BigEndian.PutUint32(data[offsetNumber:], number)
		binary.BigEndian.PutUint32(data[offsetArch:], arch)
		for i, a := range arguments {
			binary.BigEndian.PutUint32(data[offsetArguments+8*i:], uint32(a))
			binary.BigEndian.PutUint32(data[offsetArguments+8*i+4:], uint32(a>>32))
		}
		answer, err := vm.Run(data)
		if err != nil {
			t.Fatal(err)
		}
		switch a := uint32(answer); {
		case a == unix.SECCOMP_RET_ALLOW:
			return "allow"
		case a == unix.SECCOMP_RET_KILL_PROCESS:
			return "kill"
		case a&unix.SECCOMP_RET_ACTION_FULL == unix.SECCOMP_RET_ERRNO:
			return unix.ErrnoName(unix.Errno(a & unix.SECCOMP_RET_DATA))
		}
		return fmt.Sprintf("%#x", answer)
	}
}

func TestFilterAnswers(t *testing.T) {
	const pid, high = 4711, 1 << 32
	ask := machine(t, audit, callsOf(pid))
	for _, c := range []struct {
		name      string
		number    uint32
		arguments []uint64
		want      string
	}{
		{"reading", unix.SYS_READ, []uint64{3}, "allow"},
		{"the last of the plain ones", unix.SYS_GETRANDOM, nil, "allow"},
		{"a socket", unix.SYS_SOCKET, nil, "EPERM"},
		{"becoming another program", unix.SYS_EXECVE, nil, "EPERM"},
		{"marking newly", unix.SYS_FCHMODAT2, nil, "EPERM"},
		{"a call that is younger than the list", unix.SYS_RSEQ_SLICE_YIELD + 1, nil, "ENOSYS"},
		{"the youngest that the list knows", unix.SYS_RSEQ_SLICE_YIELD, nil, "EPERM"},
		{"a call whose arguments are in memory", unix.SYS_OPENAT2, nil, "ENOSYS"},
		{"a process by the new call", unix.SYS_CLONE3, nil, "ENOSYS"},
		{"the other table of amd64", x32 | 1, nil, "kill"},
		{"no call at all", ^uint32(0), nil, "kill"},
		{"opening for reading", unix.SYS_OPENAT, []uint64{0, 0, unix.O_RDONLY | unix.O_CLOEXEC | unix.O_NONBLOCK | unix.O_DIRECTORY | unix.O_NOFOLLOW}, "allow"},
		{"opening for writing", unix.SYS_OPENAT, []uint64{0, 0, unix.O_WRONLY}, "EPERM"},
		{"opening for both", unix.SYS_OPENAT, []uint64{0, 0, unix.O_RDWR}, "EPERM"},
		{"opening without a name", unix.SYS_OPENAT, []uint64{0, 0, unix.O_TMPFILE | unix.O_RDWR}, "EPERM"},
		{"making to read", unix.SYS_OPENAT, []uint64{0, 0, unix.O_CREAT}, "EPERM"},
		{"truncating to read", unix.SYS_OPENAT, []uint64{0, 0, unix.O_TRUNC}, "EPERM"},
		{"memory", unix.SYS_MMAP, []uint64{0, 4096, unix.PROT_READ | unix.PROT_WRITE}, "allow"},
		{"memory that is code", unix.SYS_MMAP, []uint64{0, 4096, unix.PROT_EXEC}, "EPERM"},
		{"a thread", unix.SYS_CLONE, []uint64{unix.CLONE_THREAD | unix.CLONE_VM}, "allow"},
		{"a process", unix.SYS_CLONE, []uint64{unix.CLONE_VM | uint64(unix.SIGCHLD)}, "EPERM"},
		{"a thread in a world of its own", unix.SYS_CLONE, []uint64{unix.CLONE_THREAD | unix.CLONE_NEWNS}, "EPERM"},
		{"a terminal", unix.SYS_IOCTL, []uint64{0, unix.TCGETS}, "ENOTTY"},
		{"duplicating", unix.SYS_FCNTL, []uint64{0, unix.F_DUPFD_CLOEXEC}, "allow"},
		{"locking", unix.SYS_FCNTL, []uint64{0, unix.F_SETLK}, "EPERM"},
		{"a signal to itself", unix.SYS_TGKILL, []uint64{pid, 1, 23}, "allow"},
		{"a signal to another", unix.SYS_TGKILL, []uint64{pid + 1, 1, 23}, "EPERM"},
		{"a signal to the group", unix.SYS_KILL, []uint64{0, 9}, "EPERM"},
		{"asking for a limit", unix.SYS_PRLIMIT64, []uint64{0, 2, 0, 77}, "allow"},
		{"setting a limit", unix.SYS_PRLIMIT64, []uint64{0, 2, 77}, "EPERM"},
		{"setting a limit, from high memory", unix.SYS_PRLIMIT64, []uint64{0, 2, high}, "EPERM"},
		{"another's limit", unix.SYS_PRLIMIT64, []uint64{1, 2, 0, 77}, "EPERM"},
	} {
		if got := ask(audit, c.number, c.arguments...); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
	if got := ask(unix.AUDIT_ARCH_I386, unix.SYS_READ); got != "kill" {
		t.Errorf("a call of 32 bits: got %s", got)
	}
}

// Every jump of a condition must reach its target, for any number of
// conditions: each combination is compared with the conditions in words.
func TestConditionsAllHold(t *testing.T) {
	c := calls{newest: 10, allowed: []call{{number: 1}, {number: 7, errno: unix.EINVAL, when: []condition{
		{argument: 1, mask: 0xf0, is: []uint32{0x10, 0x20, 0x30}},
		{argument: 5, high: true, mask: whole, is: []uint32{5, 6}},
	}}}}
	ask := machine(t, audit, c)
	for first := range uint64(0x100) {
		for second := range uint64(8) {
			want := "EINVAL"
			if slices.Contains([]uint64{1, 2, 3}, first>>4) && (second == 5 || second == 6) {
				want = "allow"
			}
			if got := ask(audit, 7, 9, first, 9, 9, 9, second<<32|9); got != want {
				t.Fatalf("%#x and %d: got %s, want %s", first, second, got, want)
			}
		}
	}
	if got := ask(audit, 1); got != "allow" {
		t.Errorf("a call behind one with conditions: got %s", got)
	}
}
