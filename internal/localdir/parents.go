package localdir

import (
	"os"
	"path"
	"strings"
	"sync"
	"time"
)

const (
	// maxParents is the number of directories that stay open. Several readers go through a tree in order.
	maxParents = 64
	// parentFor is the time for which a directory stays open. Until then a directory that takes its name is not seen.
	parentFor = time.Second
)

// parents keeps the directories open in which files were read last. Opening a file by its path opens each directory
// on the way to it, which was half of all system calls of a run. It is safe for concurrent use: a directory that is
// closed while it is used stays open until then. As [os.Root] does, it follows links that stay below the root.
type parents struct {
	mu    sync.Mutex
	kept  map[string]parent  // by name
	names [maxParents]string // a ring of the names
	next  int                // the place of the oldest name
}

type parent struct {
	root   *os.Root
	opened time.Time
}

// of returns the directory of the file with this name below root, and the name of the file in it. They are root and
// name if the directory cannot be opened.
func (p *parents) of(root *os.Root, name string) (dir *os.Root, base string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	d, base := path.Split(name)
	if base != "" {
		if dir, err := p.open(root, strings.TrimSuffix(d, "/"), now); err == nil {
			return dir, base
		}
	}
	return root, name
}

// open returns the directory with this name below root, from the directories that are kept or opened in its own parent.
func (p *parents) open(root *os.Root, name string, now time.Time) (*os.Root, error) {
	if name == "" {
		return root, nil
	}
	k := p.kept[name]
	if k.root != nil && now.Sub(k.opened) < parentFor {
		return k.root, nil
	}
	d, base := path.Split(name)
	above, err := p.open(root, strings.TrimSuffix(d, "/"), now)
	if err != nil {
		return nil, err
	}
	dir, err := above.OpenRoot(base)
	if err != nil {
		return nil, err
	}
	if k.root != nil {
		k.root.Close()
	} else {
		oldest := &p.names[p.next]
		if old := p.kept[*oldest].root; old != nil {
			old.Close()
			delete(p.kept, *oldest)
		}
		*oldest, p.next = name, (p.next+1)%maxParents
	}
	if p.kept == nil {
		p.kept = map[string]parent{}
	}
	p.kept[name] = parent{dir, now}
	return dir, nil
}

// close closes the directories that are open.
func (p *parents) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, k := range p.kept {
		k.root.Close()
	}
	clear(p.kept)
	clear(p.names[:])
}
