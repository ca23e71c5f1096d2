//go:build linux || darwin || freebsd

package scan

import (
	"errors"
	"io"
	"os"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"luminos"
)

// measuresAllocation reports whether the system gives the disk space of a file.
const measuresAllocation = true

// localDir is an open directory of this machine. Everything below the root is
// reached by single names relative to an open directory, never through a link, so
// that nothing leads out even if entries are swapped during the scan.
type localDir struct {
	fd int
	// noAtime is set until the system refuses it, as it does for other people's
	// files. All directories of a scan share it.
	noAtime *atomic.Bool
}

// openRoot returns the open directory root as a directory with a descriptor of its own.
func openRoot(root *os.Root) (directory, error) {
	f, err := root.Open(".")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	noAtime := new(atomic.Bool)
	noAtime.Store(openNoAtime != 0)
	return &localDir{fd, noAtime}, nil
}

func (d *localDir) close() { unix.Close(d.fd) }

func (d *localDir) openDir(name string) (directory, error) {
	fd, err := d.openAt(name, unix.O_DIRECTORY)
	if err != nil {
		return nil, err
	}
	return &localDir{fd, d.noAtime}, nil
}

// names returns the names of the entries of the directory, in no order. The names that were read
// before an error are returned with it.
func (d *localDir) names() ([]string, error) {
	var names []string
	buf := make([]byte, 32<<10)
	for {
		n, err := retry(func() (int, error) { return unix.ReadDirent(d.fd, buf) })
		if err != nil || n <= 0 {
			return names, err
		}
		_, _, names = unix.ParseDirent(buf[:n], -1, names)
	}
}

func (d *localDir) stat() (meta, error) {
	var st unix.Stat_t
	if err := unix.Fstat(d.fd, &st); err != nil {
		return meta{}, err
	}
	return metaOf(&st), nil
}

func (d *localDir) lstat(name string) (meta, error) {
	var st unix.Stat_t
	_, err := retry(func() (int, error) { return 0, unix.Fstatat(d.fd, name, &st, unix.AT_SYMLINK_NOFOLLOW) })
	if err != nil {
		return meta{}, err
	}
	return metaOf(&st), nil
}

func (d *localDir) readlink(name string) (string, error) {
	buf := make([]byte, 4096)
	n, err := retry(func() (int, error) { return unix.Readlinkat(d.fd, name, buf) })
	if errors.Is(err, unix.EINVAL) { // no longer a link
		return "", luminos.ErrNotRegular
	}
	if err != nil {
		return "", err
	}
	return string(buf[:n]), nil
}

// localFile is an open regular file of this machine.
type localFile struct{ fd int }

// openFile opens a file for reading. O_NONBLOCK prevents a wait if a FIFO has taken
// its name since the listing.
func (d *localDir) openFile(name string) (file, error) {
	fd, err := d.openAt(name, 0)
	if err != nil {
		return nil, err
	}
	return localFile{fd}, nil
}

func (f localFile) close() { unix.Close(f.fd) }

func (f localFile) stat() (meta, error) { return (&localDir{fd: f.fd}).stat() }

// ReadAt implements [io.ReaderAt] with pread, repeated until p is full, the file ends or an error occurs.
func (f localFile) ReadAt(p []byte, offset int64) (int, error) {
	done := 0
	for done < len(p) {
		n, err := retry(func() (int, error) { return unix.Pread(f.fd, p[done:], offset+int64(done)) })
		if err != nil {
			return done, err
		}
		if n == 0 {
			return done, io.EOF
		}
		done += n
	}
	return done, nil
}

func (d *localDir) openAt(name string, flags int) (int, error) {
	flags |= unix.O_RDONLY | unix.O_NONBLOCK | unix.O_NOFOLLOW | unix.O_CLOEXEC
	if d.noAtime.Load() {
		fd, err := retry(func() (int, error) { return unix.Openat(d.fd, name, flags|openNoAtime, 0) })
		if err != unix.EPERM {
			return fd, err
		}
		d.noAtime.Store(false)
	}
	return retry(func() (int, error) { return unix.Openat(d.fd, name, flags, 0) })
}

// retry makes a system call, and repeats it as long as signals interrupt it.
func retry(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if err != unix.EINTR {
			return n, err
		}
	}
}

func metaOf(st *unix.Stat_t) meta {
	m := meta{
		size:      st.Size,
		allocated: int64(st.Blocks) * 512,
		seconds:   int64(st.Mtim.Sec),
		nanos:     int32(st.Mtim.Nsec),
		changed:   changeTime(st),
		dev:       uint64(st.Dev),
		ino:       st.Ino,
		links:     uint64(st.Nlink),
	}
	mode := uint32(st.Mode)
	switch mode & unix.S_IFMT {
	case unix.S_IFREG:
		m.kind = luminos.KindFile
		m.executable = mode&0o111 != 0
	case unix.S_IFDIR:
		m.kind = luminos.KindDir
	case unix.S_IFLNK:
		m.kind = luminos.KindSymlink
	case unix.S_IFIFO:
		m.kind = luminos.KindFIFO
	case unix.S_IFSOCK:
		m.kind = luminos.KindSocket
	case unix.S_IFBLK, unix.S_IFCHR:
		m.kind = luminos.KindDevice
	default:
		m.kind = luminos.KindOther
	}
	return m
}
