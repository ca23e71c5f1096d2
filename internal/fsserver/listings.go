package fsserver

import (
	"sync"
	"time"

	"luminos"
)

// A client lists a large directory in pages. So that the directory is not read again for
// each page, the names are remembered while its modification time is unchanged.

const (
	listingLeast = 2 * listMax // smaller directories are not remembered
	listingsKept = 4
)

type listings struct {
	mu   sync.Mutex
	kept []listing // oldest first
}

type listing struct {
	dir   luminos.Path
	mtime time.Time
	names []string // sorted; read only
}

// of returns the names in the directory dir that an earlier call of [listings.keep] stored, or nil if none are stored
// or the directory has changed since.
func (l *listings) of(dir luminos.Node) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, k := range l.kept {
		if k.dir == dir.Path && k.mtime.Equal(dir.ModTime) {
			return k.names
		}
	}
	return nil
}

// keep stores the names in a large directory for later pages of its listing. The caller has read
// the node dir before the names.
func (l *listings) keep(dir luminos.Node, names []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, k := range l.kept {
		if k.dir == dir.Path {
			l.kept = append(l.kept[:i], l.kept[i+1:]...)
			break
		}
	}
	if len(names) < listingLeast || dir.ModTime.IsZero() {
		return
	}
	if len(l.kept) == listingsKept {
		l.kept = append(l.kept[:0], l.kept[1:]...)
	}
	l.kept = append(l.kept, listing{dir.Path, dir.ModTime, names})
}
