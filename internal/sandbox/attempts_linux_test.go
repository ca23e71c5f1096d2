package sandbox

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// attempt is something that a process might try.
type attempt struct {
	about subject
	do    func(world) error
}

type subject string

// The subjects of attempts. A sandbox that lacks one half still forbids some.
const (
	reading subject = "reading outside of the target"
	writing subject = "writing anywhere"
	marking subject = "marking files"
	network subject = "the network"
	running subject = "running programs"
	others  subject = "other processes"
	kernel  subject = "what else a kernel offers"
	inside  subject = "what a reader does"
	// changing is not forbidden to a run.
	changing subject = "what a run does besides reading"
	// replacing is permitted to the process that writes an output only.
	replacing subject = "replacing an output"
	// resolving is permitted to runs with the network.
	resolving subject = "resolving names"
)

// attempts returns all attempts by their names.
func attempts() map[string]attempt {
	all := map[string]attempt{}
	add := func(about subject, some map[string]func(world) error) {
		for name, do := range some {
			all[name] = attempt{about, do}
		}
	}
	add(reading, readings())
	add(network, connections())
	add(running, runnings())
	add(others, meddlings())
	add(kernel, oddities())
	add(inside, insides())
	add(changing, needsOfRuns())
	add(resolving, resolutions())
	add(replacing, map[string]func(world) error{"replacing an output": func(w world) error { return replaceFile(w.Base + "/output/file") }})
	for where, dir := range map[string]func(world) string{
		" in the target":   func(w world) string { return w.Target },
		" elsewhere":       func(w world) string { return w.Outside },
		" below an output": func(w world) string { return w.Base + "/output" },
	} {
		for about, some := range map[subject]map[string]func(string) error{writing: writings(), marking: markings()} {
			for name, do := range some {
				all[name+where] = attempt{about, func(w world) error { return do(filepath.Join(dir(w), name)) }}
			}
		}
	}
	return all
}

// attemptsAbout returns the names of the attempts about some subjects.
func attemptsAbout(subjects ...subject) []string {
	all := attempts()
	maps.DeleteFunc(all, func(name string, a attempt) bool {
		return alone[name] || !slices.Contains(subjects, a.about)
	})
	return slices.Sorted(maps.Keys(all))
}

// alone lists attempts that change the process that makes them.
var alone = map[string]bool{becomeAnother: true, "changing the root directory": true}

// read gives an error unless something can be read.
func read(name string) error {
	b, err := os.ReadFile(name)
	if err == nil && len(b) == 0 {
		err = errors.New("it is empty")
	}
	return err
}

func readings() map[string]func(world) error {
	return map[string]func(world) error{
		"reading a file outside":                 func(w world) error { return read(filepath.Join(w.Outside, "secret")) },
		"reading a file of the system":           func(w world) error { return read("/etc/passwd") },
		"reading this program":                   func(w world) error { return read(os.Args[0]) },
		"reading by way of ..":                   func(w world) error { return read(w.Target + "/../outside/secret") },
		"reading a sibling of like name":         func(w world) error { return read(w.Target + "-evil/secret") },
		"reading through a link":                 func(w world) error { return read(filepath.Join(w.Target, "link")) },
		"reading through a relative link":        func(w world) error { return read(filepath.Join(w.Target, "relative")) },
		"reading through a link to a directory":  func(w world) error { return read(filepath.Join(w.Target, "dirlink", "secret")) },
		"reading through the root of a process":  func(w world) error { return read("/proc/self/root" + w.Outside + "/secret") },
		"reading through a link to that":         func(w world) error { return read(filepath.Join(w.Target, "proclink", w.Outside, "secret")) },
		"reading one's own first environment":    func(w world) error { return read("/proc/self/environ") },
		"reading one's own mappings":             func(w world) error { return read("/proc/self/maps") },
		"reading what is mounted":                func(w world) error { return read("/proc/self/mountinfo") },
		"reading the environment of the parent":  func(w world) error { return read(fmt.Sprintf("/proc/%d/environ", os.Getppid())) },
		"reading the environment of a process":   func(w world) error { return read(fmt.Sprintf("/proc/%d/environ", w.Victim)) },
		"reading the command line of the parent": func(w world) error { return read(fmt.Sprintf("/proc/%d/cmdline", os.Getppid())) },
		"reading the memory of a process":        func(w world) error { return readAt(fmt.Sprintf("/proc/%d/mem", w.Victim), int64(w.Address)) },
		"reading a device":                       func(w world) error { return readAt("/dev/zero", 0) },
		"listing a directory outside":            func(w world) error { return list(w.Outside) },
		"listing the parent of the target":       func(w world) error { return list(w.Base) },
		"listing through a link":                 func(w world) error { return list(filepath.Join(w.Target, "dirlink")) },
		"listing processes":                      func(w world) error { return list("/proc") },
		"listing one's own files":                func(w world) error { return list("/proc/self/fd") },
		"reading below a directory that is opened for its path": func(w world) error {
			fd, err := unix.Open(w.Outside, unix.O_PATH|unix.O_DIRECTORY, 0)
			if err != nil {
				return err
			}
			file, err := unix.Openat(fd, "secret", unix.O_RDONLY, 0)
			return done(file, err)
		},
		"opening again a file that is opened for its path": func(w world) error {
			fd, err := unix.Open(filepath.Join(w.Outside, "secret"), unix.O_PATH, 0)
			if err != nil {
				return err
			}
			return read(fmt.Sprintf("/proc/self/fd/%d", fd))
		},
	}
}

// done closes an opened file and returns the error of opening it.
func done(fd int, err error) error {
	if err != nil {
		return err
	}
	return unix.Close(fd)
}

func list(name string) error {
	_, err := os.ReadDir(name)
	return err
}

func readAt(name string, offset int64) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.ReadAt(make([]byte, 1), offset)
	return err
}

// writings returns attempts to change content or names. Each attempt has a
// directory of its own, with a "file", an "other" and an "empty" directory.
func writings() map[string]func(string) error {
	open := func(name string, flags int) func(string) error {
		return func(dir string) error { return done(unix.Open(filepath.Join(dir, name), flags, 0o600)) }
	}
	return map[string]func(string) error{
		"creating":                    open("new", unix.O_WRONLY|unix.O_CREAT),
		"creating, only to read":      open("new", unix.O_RDONLY|unix.O_CREAT),
		"creating without a name":     open("", unix.O_RDWR|unix.O_TMPFILE),
		"opening for writing":         open("file", unix.O_WRONLY),
		"opening for both":            open("file", unix.O_RDWR),
		"truncating on the way":       open("file", unix.O_RDONLY|unix.O_TRUNC),
		"opening for writing, newly":  func(dir string) error { return openHow(dir+"/file", unix.O_WRONLY) },
		"truncating":                  func(dir string) error { return os.Truncate(dir+"/file", 1) },
		"renaming":                    func(dir string) error { return os.Rename(dir+"/file", dir+"/new") },
		"exchanging":                  exchange,
		"moving":                      func(dir string) error { return os.Rename(dir+"/file", dir+"/empty/file") },
		"linking":                     func(dir string) error { return os.Link(dir+"/file", dir+"/new") },
		"linking elsewhere":           func(dir string) error { return os.Link(dir+"/file", dir+"/empty/new") },
		"linking symbolically":        func(dir string) error { return os.Symlink("file", dir+"/new") },
		"unlinking":                   func(dir string) error { return unix.Unlink(dir + "/file") },
		"removing a directory":        func(dir string) error { return unix.Rmdir(dir + "/empty") },
		"making a directory":          func(dir string) error { return os.Mkdir(dir+"/new", 0o700) },
		"making a FIFO":               func(dir string) error { return unix.Mkfifo(dir+"/new", 0o600) },
		"making a socket":             func(dir string) error { return unix.Mknod(dir+"/new", unix.S_IFSOCK|0o600, 0) },
		"making a file, old manner":   func(dir string) error { return unix.Mknod(dir+"/new", unix.S_IFREG|0o600, 0) },
		"writing through /proc":       throughProc,
		"mapping for writing, shared": mapShared,
	}
}

func openHow(name string, flags uint64) error {
	return done(unix.Openat2(unix.AT_FDCWD, name, &unix.OpenHow{Flags: flags}))
}

func exchange(dir string) error {
	return unix.Renameat2(unix.AT_FDCWD, dir+"/file", unix.AT_FDCWD, dir+"/other", unix.RENAME_EXCHANGE)
}

// throughProc opens a file for writing through /proc that is open for reading.
func throughProc(dir string) error {
	fd, err := unix.Open(dir+"/file", unix.O_RDONLY, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	return done(unix.Open(fmt.Sprintf("/proc/self/fd/%d", fd), unix.O_WRONLY, 0))
}

func mapShared(dir string) error {
	fd, err := unix.Open(dir+"/file", unix.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	m, err := unix.Mmap(fd, 0, 1, unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return err
	}
	m[0] = 'X'
	return unix.Munmap(m)
}

// markings returns attempts to change the metadata of a file. They need no open
// file, or one that is open for reading. Landlock allows them all.
func markings() map[string]func(string) error {
	opened := func(f func(fd int) error) func(string) error {
		return func(dir string) error {
			file, err := os.Open(dir + "/file")
			if err != nil {
				return fmt.Errorf("not even opened: %w", err)
			}
			defer file.Close()
			return f(int(file.Fd()))
		}
	}
	times := []unix.Timespec{{Sec: 1}, {Sec: 2}}
	return map[string]func(string) error{
		"chmod": func(dir string) error { return os.Chmod(dir+"/file", 0o777) },
		"chmod, newly": func(dir string) error {
			return unix.Fchmodat(unix.AT_FDCWD, dir+"/file", 0o777, unix.AT_SYMLINK_NOFOLLOW)
		},
		"fchmod": opened(func(fd int) error { return unix.Fchmod(fd, 0o777) }),
		"chown":  func(dir string) error { return os.Chown(dir+"/file", os.Getuid(), os.Getgid()) },
		"lchown": func(dir string) error { return os.Lchown(dir+"/file", os.Getuid(), os.Getgid()) },
		"fchown": opened(func(fd int) error { return unix.Fchown(fd, os.Getuid(), os.Getgid()) }),
		"utimes": func(dir string) error { return os.Chtimes(dir+"/file", time.Unix(1, 0), time.Unix(2, 0)) },
		"utimes of a link": func(dir string) error {
			return unix.UtimesNanoAt(unix.AT_FDCWD, dir+"/file", times, unix.AT_SYMLINK_NOFOLLOW)
		},
		"futimes":              opened(futimes),
		"setxattr":             func(dir string) error { return unix.Setxattr(dir+"/file", "user.x", []byte("y"), 0) },
		"fsetxattr":            opened(func(fd int) error { return unix.Fsetxattr(fd, "user.x", []byte("y"), 0) }),
		"removexattr":          func(dir string) error { return unix.Removexattr(dir+"/file", "user.was") },
		"reading an attribute": func(dir string) error { _, err := unix.Getxattr(dir+"/file", "user.was", make([]byte, 9)); return err },
		"chattr":               opened(chattr),
		"locking":              opened(func(fd int) error { return unix.Flock(fd, unix.LOCK_EX) }),
		"locking a range": opened(func(fd int) error {
			return unix.FcntlFlock(uintptr(fd), unix.F_SETLK, &unix.Flock_t{Type: unix.F_RDLCK})
		}),
		"taking a lease": opened(func(fd int) error { _, err := unix.FcntlInt(uintptr(fd), unix.F_SETLEASE, unix.F_RDLCK); return err }),
	}
}

// chattr sets the attribute that dumps leave the file out, and keeps the
// others.
func chattr(fd int) error {
	flags, _ := unix.IoctlGetUint32(fd, unix.FS_IOC_GETFLAGS)
	return unix.IoctlSetPointerInt(fd, unix.FS_IOC_SETFLAGS, int(flags|unix.STATX_ATTR_NODUMP))
}

func futimes(fd int) error {
	times := [2]unix.Timespec{{Sec: 1}, {Sec: 2}}
	_, _, errno := unix.Syscall6(unix.SYS_UTIMENSAT, uintptr(fd), 0, uintptr(unsafe.Pointer(&times)), 0, 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}
