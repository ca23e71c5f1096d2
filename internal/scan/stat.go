package scan

import (
	"io"

	"luminos"
)

// directory is an open directory of the target. It is rooted: it takes single names,
// follows no link, and nothing leads out.
type directory interface {
	stat() (meta, error)
	// names lists the directory in no order. The names that were read before an error
	// are returned with it.
	names() ([]string, error)
	lstat(name string) (meta, error)
	readlink(name string) (string, error)
	openDir(name string) (directory, error)
	openFile(name string) (file, error)
	close()
}

// file is an open regular file that can be read at any offset.
type file interface {
	io.ReaderAt
	stat() (meta, error)
	close()
}

// meta is the description of an entry that the system gives without opening it.
type meta struct {
	kind       luminos.EntryKind
	executable bool
	size       int64
	allocated  int64 // bytes on disk
	seconds    int64 // modification time
	nanos      int32
	changed    int64  // when the system last saw it change, in nanoseconds; 0 if unknown
	dev, ino   uint64 // 0, 0 where the system has no such thing
	links      uint64
	mime       string // the backend's type, or ""
	table      bool   // it represents a table of a database
}

// stamp returns a hash of the identity, size and times of a file. A later stamp differs if one of
// these has changed, as it nearly always has after a change of the content.
func (m *meta) stamp() uint64 {
	const prime = 0x9E3779B97F4A7C15 // 2^64 by the golden ratio: it spreads neighbouring numbers
	h := uint64(0)
	for _, n := range [...]uint64{m.dev, m.ino, uint64(m.size), uint64(m.seconds), uint64(m.nanos), uint64(m.changed)} {
		h = (h ^ n) * prime
		h ^= h >> 32
	}
	return h
}

// same reports whether two results of stat describe the same file: equal device, inode and kind. So
// the scan notices a file that was replaced between stat and open.
func (m *meta) same(o *meta) bool { return m.dev == o.dev && m.ino == o.ino && m.kind == o.kind }
