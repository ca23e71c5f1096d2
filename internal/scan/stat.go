package scan

import "luminos"

// meta is what the system tells of an entry without opening it.
type meta struct {
	kind       luminos.EntryKind
	executable bool
	size       int64
	allocated  int64 // bytes on disk
	seconds    int64 // modification time
	nanos      int32
	dev, ino   uint64 // 0, 0 where the system has no such thing
	links      uint64
}

// same reports whether two looks at a name saw one thing. A swap between the
// look and the opening is noticed by it.
func (m *meta) same(o *meta) bool { return m.dev == o.dev && m.ino == o.ino && m.kind == o.kind }
