//go:build !linux && !darwin && !freebsd

package scan

import (
	"io/fs"
	"os"

	"luminos"
)

// measuresAllocation reports whether the system gives the disk space of a file.
const measuresAllocation = false

// localDir is an open directory of this machine. It is rooted: no name and no link
// leads out.
type localDir struct{ root *os.Root }

// openRoot opens the directory root once more. The result is closed separately from root.
func openRoot(root *os.Root) (directory, error) { return (&localDir{root}).openDir(".") }

func (d *localDir) close() { d.root.Close() }

func (d *localDir) openDir(name string) (directory, error) {
	root, err := d.root.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	return &localDir{root}, nil
}

// names returns the names of the entries of the directory, in no order. The names that were read
// before an error are returned with it.
func (d *localDir) names() ([]string, error) {
	f, err := d.root.Open(".")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Readdirnames(-1)
}

func (d *localDir) stat() (meta, error) {
	info, err := d.root.Stat(".")
	if err != nil {
		return meta{}, err
	}
	return metaOf(info), nil
}

func (d *localDir) lstat(name string) (meta, error) {
	info, err := d.root.Lstat(name)
	if err != nil {
		return meta{}, err
	}
	return metaOf(info), nil
}

func (d *localDir) readlink(name string) (string, error) { return d.root.Readlink(name) }

// localFile is an open regular file of this machine.
type localFile struct{ *os.File }

func (d *localDir) openFile(name string) (file, error) {
	f, err := d.root.Open(name)
	if err != nil {
		return nil, err
	}
	return localFile{f}, nil
}

func (f localFile) close() { f.File.Close() }

func (f localFile) stat() (meta, error) {
	info, err := f.File.Stat()
	if err != nil {
		return meta{}, err
	}
	return metaOf(info), nil
}

// metaOf returns the description of a file. Blocks and inodes are unknown here: each path is a
// separate file that occupies its size.
func metaOf(info fs.FileInfo) meta {
	m := meta{
		size:       info.Size(),
		allocated:  info.Size(),
		seconds:    info.ModTime().Unix(),
		nanos:      int32(info.ModTime().Nanosecond()),
		links:      1,
		executable: info.Mode().IsRegular() && info.Mode()&0o111 != 0,
	}
	switch info.Mode().Type() {
	case 0:
		m.kind = luminos.KindFile
	case fs.ModeDir:
		m.kind, m.size, m.allocated = luminos.KindDir, 0, 0
	case fs.ModeSymlink:
		m.kind = luminos.KindSymlink
	case fs.ModeNamedPipe:
		m.kind = luminos.KindFIFO
	case fs.ModeSocket:
		m.kind = luminos.KindSocket
	case fs.ModeDevice, fs.ModeDevice | fs.ModeCharDevice:
		m.kind = luminos.KindDevice
	default:
		m.kind = luminos.KindOther
	}
	return m
}

// ofKernel reports whether a directory is in a file system whose files the kernel makes: these systems mount none by
// default.
func ofKernel(directory) bool { return false }
