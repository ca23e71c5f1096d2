package investigate

import (
	"bytes"
	"context"
	"sync"

	"luminos"
)

// changes finds the files of the target that changed since the scan. It is safe for concurrent use.
type changes struct {
	src   luminos.Source
	sumOf func(luminos.Path) []byte // the digest of the content of a file of the scan; nil if unknown

	mu    sync.Mutex
	files map[luminos.Path][]*luminos.File // not yet checked, by directory
	dirs  map[luminos.Path]bool            // directories with a changed file in their subtrees
	paths []luminos.Path                   // the changed files
}

func newChanges(src luminos.Source, scan *luminos.Scan, sumOf func(luminos.Path) []byte) *changes {
	c := &changes{
		src: src, sumOf: sumOf, files: make(map[luminos.Path][]*luminos.File, len(scan.Dirs)), dirs: map[luminos.Path]bool{},
	}
	for i := range scan.Files {
		f := &scan.Files[i]
		c.files[f.Path.Dir()] = append(c.files[f.Path.Dir()], f)
	}
	return c
}

// below reports whether a regular file in the subtree of dir changed since the scan. The caller checks the directories
// inside dir first. Each file is checked only by the first call for its directory. If ctx ends, below returns its cause,
// and the next call for dir checks its files again.
func (c *changes) below(ctx context.Context, dir luminos.Path) (bool, error) {
	c.mu.Lock()
	files := c.files[dir]
	delete(c.files, dir)
	c.mu.Unlock()
	var changed []luminos.Path
	for _, f := range files { // without the lock: a server can take long for each file
		if f.Regular() && c.changed(ctx, f) {
			changed = append(changed, f.Path)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if ctx.Err() != nil {
		c.files[dir] = files
		return false, context.Cause(ctx)
	}
	c.paths = append(c.paths, changed...)
	if len(changed) > 0 {
		c.dirs[dir] = true
	}
	if c.dirs[dir] && dir != luminos.Root {
		c.dirs[dir.Dir()] = true
	}
	return c.dirs[dir], nil
}

// changed reports whether the file f cannot be looked up, is no longer a regular file, or has another size than in the
// scan, or another modification time and another content. An unknown size now and an unknown time in the scan count as
// equal.
func (c *changes) changed(ctx context.Context, f *luminos.File) bool {
	n, err := c.src.Stat(ctx, f.Path)
	if err != nil || n.Kind != luminos.KindFile || n.Size >= 0 && n.Size != f.Size {
		return true
	}
	if f.ModTime.IsZero() || n.ModTime.Equal(f.ModTime) {
		return false
	}
	sum, err := c.src.Digest(ctx, f.Path, f.Size+1)
	return err != nil || !bytes.Equal(sum[:], c.sumOf(f.Path))
}
