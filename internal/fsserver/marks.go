package fsserver

import (
	"sort"
	"sync"
	"time"

	"luminos"
)

// A client reads a large file in pages. So that the file is not read from its beginning
// for each page, the positions of some lines are remembered while the size and the time of
// the file are unchanged.

const (
	markFiles = 32      // files that are remembered
	markLeast = 1 << 20 // bytes between marks, and of a file that has some
	markMost  = 2048    // marks of a file, about
)

type marks struct {
	mu    sync.Mutex
	files []*fileMarks // oldest first
}

// fileMarks are marks of one file, in order. It is safe for concurrent use.
type fileMarks struct {
	path  luminos.Path
	size  int64
	mtime time.Time
	every int64

	mu    sync.Mutex
	spots []spot
}

// of returns the known positions of lines in the present version of a file; nil for a small file.
func (m *marks) of(n luminos.Node) *fileMarks {
	if n.Size < markLeast {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, f := range m.files {
		if f.path != n.Path {
			continue
		}
		m.files = append(m.files[:i], m.files[i+1:]...)
		if f.size == n.Size && f.mtime.Equal(n.ModTime) {
			m.files = append(m.files, f)
			return f
		}
		break
	}
	if len(m.files) == markFiles {
		m.files = append(m.files[:0], m.files[1:]...)
	}
	f := &fileMarks{path: n.Path, size: n.Size, mtime: n.ModTime, every: max(markLeast, n.Size/markMost)}
	m.files = append(m.files, f)
	return f
}

// pass records where a line begins in the file, if it is far enough from the last recorded line.
func (f *fileMarks) pass(s spot) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if last := len(f.spots) - 1; last >= 0 && s.at < f.spots[last].at+f.every || last < 0 && s.at < f.every {
		return
	}
	f.spots = append(f.spots, s)
}

// before returns the last recorded line that is not after the given line, with its position in the
// file; without one, the beginning of the file.
func (f *fileMarks) before(line int) spot {
	start := spot{line: 1}
	if f == nil {
		return start
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	i := sort.Search(len(f.spots), func(i int) bool { return f.spots[i].line > line })
	if i == 0 {
		return start
	}
	return f.spots[i-1]
}
