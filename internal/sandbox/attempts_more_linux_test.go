package sandbox

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// connections returns attempts to reach other processes and hosts.
func connections() map[string]func(world) error {
	socket := func(domain, kind, protocol int) func(world) error {
		return func(world) error { return done(unix.Socket(domain, kind, protocol)) }
	}
	dial := func(network string, address func(world) string) func(world) error {
		return func(w world) error {
			c, err := net.Dial(network, address(w))
			if err != nil {
				return err
			}
			defer c.Close()
			_, err = c.Write([]byte("secret"))
			return err
		}
	}
	return map[string]func(world) error{
		"TCP":                         dial("tcp", func(w world) string { return w.TCP }),
		"UDP":                         dial("udp", func(w world) string { return w.UDP }),
		"a Unix socket elsewhere":     dial("unix", func(w world) string { return w.Unix }),
		"a Unix socket in the target": dial("unix", func(w world) string { return filepath.Join(w.Target, "socket") }),
		"an abstract Unix socket":     dial("unix", func(w world) string { return w.Abstract }),
		"listening":                   func(world) error { return closed(net.Listen("tcp", "127.0.0.1:0")) },
		"listening in the target":     func(w world) error { return closed(net.Listen("unix", filepath.Join(w.Target, "listening"))) },
		"a socket of multipath TCP":   socket(unix.AF_INET, unix.SOCK_STREAM, unix.IPPROTO_MPTCP),
		"a socket of the kernel":      socket(unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_ROUTE),
		"a raw socket":                socket(unix.AF_INET, unix.SOCK_RAW, unix.IPPROTO_ICMP),
		"a socket without an address": socket(unix.AF_UNIX, unix.SOCK_DGRAM, 0),
		"a pair of sockets": func(world) error {
			pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
			return errors.Join(err, done(pair[0], err), done(pair[1], err))
		},
	}
}

// resolutions returns operations of resolvers and the files that they read.
func resolutions() map[string]func(world) error {
	all := map[string]func(world) error{
		"resolving localhost": func(world) error {
			_, err := net.DefaultResolver.LookupHost(context.Background(), "localhost")
			return err
		},
		"resolving the name of a service": func(world) error {
			_, err := net.DefaultResolver.LookupPort(context.Background(), "tcp", "https")
			return err
		},
		"listing interfaces": func(world) error { _, err := net.InterfaceAddrs(); return err },
	}
	for _, name := range []string{"/etc/hosts", "/etc/resolv.conf", "/etc/nsswitch.conf", "/etc/services"} {
		all["reading "+name] = func(world) error { return read(name) }
	}
	return all
}

func closed(c io.Closer, err error) error {
	if err != nil {
		return err
	}
	return c.Close()
}

const (
	worked        = "sandbox-worked"
	becomeAnother = "becoming another program"
)

// loader is the file of the loader of the system; "" if this program needs none.
var loader = func() string {
	own, _ := ownProgram()
	for _, name := range own {
		if strings.HasPrefix(filepath.Base(name), "ld") {
			return name
		}
	}
	return ""
}()

// runnings returns attempts to start programs or processes.
func runnings() map[string]func(world) error {
	run := func(name string, args ...string) error {
		p, err := os.StartProcess(name, append([]string{name}, args...), &os.ProcAttr{})
		if err != nil {
			return err
		}
		_, err = p.Wait()
		return err
	}
	return map[string]func(world) error{
		"running this program":   func(world) error { return run(os.Args[0], worked) },
		"running a shell":        func(world) error { return run("/bin/sh", "-c", ":") },
		"running from a target":  func(w world) error { return run(filepath.Join(w.Target, "program"), worked) },
		"loading from a target":  func(w world) error { return run(loader, filepath.Join(w.Target, "program"), worked) },
		"running a script there": func(w world) error { return run(filepath.Join(w.Target, "script")) },
		becomeAnother:            func(world) error { return unix.Exec(os.Args[0], []string{os.Args[0], worked}, nil) },
		"forking": func(world) error {
			pid, _, errno := unix.RawSyscall6(unix.SYS_CLONE, uintptr(unix.SIGCHLD), 0, 0, 0, 0, 0)
			if errno != 0 {
				return errno
			}
			if pid == 0 {
				for {
					unix.RawSyscall(unix.SYS_EXIT_GROUP, 0, 0, 0)
				}
			}
			_, err := unix.Wait4(int(pid), nil, 0, nil)
			return err
		},
	}
}

// probe is the memory that attempts try to read from another process.
var probe = []byte("probe")

// meddlings returns attempts to read or change a process of the same user.
func meddlings() map[string]func(world) error {
	return map[string]func(world) error{
		"tracing": func(w world) error {
			// Without stopping it. That it is traced ends with this process.
			_, _, errno := unix.Syscall6(unix.SYS_PTRACE, unix.PTRACE_SEIZE, uintptr(w.Victim), 0, 0, 0, 0)
			return errnoOrNil(errno)
		},
		"reading its memory": func(w world) error {
			b := make([]byte, 1)
			local := []unix.Iovec{{Base: &b[0], Len: 1}}
			_, err := unix.ProcessVMReadv(w.Victim, local, []unix.RemoteIovec{{Base: uintptr(w.Address), Len: 1}}, 0)
			return err
		},
		"signalling":            func(w world) error { return unix.Kill(w.Victim, 0) },
		"signalling a thread":   func(w world) error { return unix.Tgkill(w.Victim, w.Victim, 0) },
		"holding it":            func(w world) error { return done(unix.PidfdOpen(w.Victim, 0)) },
		"limiting it":           func(w world) error { return unix.Prlimit(w.Victim, unix.RLIMIT_CORE, &unix.Rlimit{}, nil) },
		"asking for its limits": func(w world) error { return unix.Prlimit(w.Victim, unix.RLIMIT_CORE, nil, &unix.Rlimit{}) },
		"slowing it down":       func(w world) error { return unix.Setpriority(unix.PRIO_PROCESS, w.Victim, 19) },
		"joining another group": func(w world) error { return unix.Setpgid(0, w.Victim) },
	}
}

func errnoOrNil(e unix.Errno) error {
	if e != 0 {
		return e
	}
	return nil
}

// oddities returns attempts to get around the sandbox, and calls that a reader
// does not need.
func oddities() map[string]func(world) error {
	return map[string]func(world) error{
		"opening by handle": openByHandle,
		// Neither reading nor writing: for ioctl.
		"opening with access mode 3":  func(w world) error { return done(unix.Open(filepath.Join(w.Target, "file"), unix.O_ACCMODE, 0)) },
		"an asynchronous ring":        func(world) error { return tryRing() },
		"a file in memory":            func(world) error { return done(unix.MemfdCreate("x", 0)) },
		"making memory into code":     func(world) error { return mapped(unix.PROT_READ, unix.PROT_READ|unix.PROT_EXEC) },
		"memory that is both":         func(world) error { return mapped(unix.PROT_WRITE|unix.PROT_EXEC, unix.PROT_READ) },
		"memory that is code":         func(world) error { return mapped(unix.PROT_READ|unix.PROT_EXEC, unix.PROT_READ) },
		"a namespace of its own":      func(world) error { return unix.Unshare(unix.CLONE_NEWNS) },
		"changing the root directory": func(w world) error { return unix.Chroot(w.Outside) },
		"mounting":                    func(w world) error { return unix.Mount("none", filepath.Join(w.Target, "mount"), "tmpfs", 0, "") },
		"a keyring":                   func(world) error { _, err := unix.KeyctlGetKeyringID(unix.KEY_SPEC_PROCESS_KEYRING, true); return err },
		"watching a directory": func(w world) error {
			fd, err := unix.InotifyInit1(0)
			if err != nil {
				return err
			}
			defer unix.Close(fd)
			_, err = unix.InotifyAddWatch(fd, w.Outside, unix.IN_ACCESS)
			return err
		},
		"raising the memory limit": func(world) error {
			return unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: unix.RLIM_INFINITY, Max: unix.RLIM_INFINITY})
		},
		"writing to an inherited file": func(world) error { _, err := unix.Write(inherited, []byte("secret")); return err },
	}
}

// inherited is the number of a file that the parent of the tests leaves open.
const inherited = 3

func openByHandle(w world) error {
	handle, _, err := unix.NameToHandleAt(unix.AT_FDCWD, filepath.Join(w.Outside, "secret"), 0)
	if err != nil {
		return err
	}
	dir, err := unix.Open(w.Target, unix.O_RDONLY, 0)
	if err != nil {
		return err
	}
	defer unix.Close(dir)
	return done(unix.OpenByHandleAt(dir, handle, unix.O_RDONLY))
}

func tryRing() error {
	var parameters [120]byte
	fd, _, errno := unix.Syscall(unix.SYS_IO_URING_SETUP, 1, uintptr(unsafe.Pointer(&parameters)), 0)
	return done(int(fd), errnoOrNil(errno))
}

// mapped maps a page with one protection and then gives it another.
func mapped(first, then int) error {
	m, err := unix.Mmap(-1, 0, os.Getpagesize(), first, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return err
	}
	return errors.Join(unix.Mprotect(m, then), unix.Munmap(m))
}

// insides returns operations that must still work.
func insides() map[string]func(world) error {
	return map[string]func(world) error{
		"reading a file of the target":  func(w world) error { return read(filepath.Join(w.Target, "file")) },
		"reading a file further down":   func(w world) error { return read(filepath.Join(w.Target, "creating", "file")) },
		"reading through a link inside": func(w world) error { return read(filepath.Join(w.Target, "inner")) },
		"reading a link that leads out": func(w world) error { _, err := os.Readlink(filepath.Join(w.Target, "link")); return err },
		"listing the target":            func(w world) error { return list(w.Target) },
		"walking": func(w world) error {
			return filepath.WalkDir(w.Target, func(_ string, d fs.DirEntry, err error) error {
				if err == nil {
					_, err = d.Info()
				}
				return err
			})
		},
		"rooted reading": func(w world) error {
			root, err := os.OpenRoot(w.Target)
			if err != nil {
				return err
			}
			defer root.Close()
			_, err = root.ReadFile("creating/file")
			return err
		},
		"mapping a file for reading": func(w world) error {
			f, err := os.Open(filepath.Join(w.Target, "file"))
			if err != nil {
				return err
			}
			defer f.Close()
			m, err := unix.Mmap(int(f.Fd()), 0, 1, unix.PROT_READ, unix.MAP_PRIVATE)
			return errors.Join(err, unix.Munmap(m))
		},
		"copying to a pipe":       copyToPipe,
		"threads":                 func(world) error { return useThreads() },
		"memory that comes, goes": func(world) error { return useMemory() },
		"much memory":             func(world) error { return useMuchMemory() },
		"a profile of itself":     func(world) error { return profile() },
		"chance":                  func(world) error { _, err := rand.Read(make([]byte, 1000)); return err },
		"asking for one's limits": func(world) error { return unix.Prlimit(0, unix.RLIMIT_DATA, nil, &unix.Rlimit{}) },
		"interrupting a thread":   func(world) error { return unix.Tgkill(os.Getpid(), unix.Gettid(), 0) },
	}
}

func copyToPipe(w world) error {
	r, p, err := os.Pipe()
	if err != nil {
		return err
	}
	defer r.Close()
	f, err := os.Open(filepath.Join(w.Target, "file"))
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(p, f)
	p.Close()
	b, readErr := io.ReadAll(r)
	if len(b) == 0 {
		err = errors.Join(err, io.ErrUnexpectedEOF)
	}
	return errors.Join(err, readErr)
}

// useThreads has many threads begin, wait and end.
func useThreads() error {
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			runtime.LockOSThread() // for good: the thread ends with the goroutine
			time.Sleep(time.Millisecond)
		})
	}
	all.Wait()
	return nil
}

func useMemory() error {
	for range 20 {
		b := make([]byte, 10<<20)
		b[len(b)-1] = 1
		runtime.GC()
	}
	return nil
}

// useMuchMemory holds 256 MiB.
func useMuchMemory() error {
	var all [][]byte
	for range 16 {
		b := make([]byte, 16<<20)
		for i := 0; i < len(b); i += os.Getpagesize() {
			b[i] = 1
		}
		all = append(all, b)
	}
	runtime.KeepAlive(all)
	return nil
}

func profile() error {
	var b bytes.Buffer
	if err := pprof.StartCPUProfile(&b); err != nil {
		return err
	}
	pprof.StopCPUProfile()
	return nil
}
