package investigate

import (
	"context"

	"luminos"
)

// changes finds the files that changed since the scan. It is not safe for
// concurrent use.
type changes struct {
	src   luminos.Source
	files map[luminos.Path][]*luminos.File // not yet checked, by directory
	dirs  map[luminos.Path]bool            // directories with a changed file in their subtrees
	paths []luminos.Path                   // the changed files
}

func newChanges(src luminos.Source, scan *luminos.Scan) *changes {
	c := &changes{src: src, files: make(map[luminos.Path][]*luminos.File, len(scan.Dirs)), dirs: map[luminos.Path]bool{}}
	for i := range scan.Files {
		f := &scan.Files[i]
		c.files[f.Path.Dir()] = append(c.files[f.Path.Dir()], f)
	}
	return c
}

// below reports whether a file in a directory or below it changed since the scan.
// The directories below must have been checked before. Each file is checked once.
func (c *changes) below(ctx context.Context, dir luminos.Path) bool {
	for _, f := range c.files[dir] {
		if f.Regular() && c.changed(ctx, f) {
			c.paths = append(c.paths, f.Path)
			c.dirs[dir] = true
		}
	}
	delete(c.files, dir)
	if c.dirs[dir] && dir != luminos.Root {
		c.dirs[dir.Dir()] = true
	}
	return c.dirs[dir]
}

// changed reports whether size or time of a file differ from the scan, or the file
// cannot be read any more. Unknown sizes and times count as equal.
func (c *changes) changed(ctx context.Context, f *luminos.File) bool {
	n, err := c.src.Stat(ctx, f.Path)
	if err != nil || n.Kind != luminos.KindFile {
		return true
	}
	return n.Size >= 0 && n.Size != f.Size || !f.ModTime.IsZero() && !n.ModTime.Equal(f.ModTime)
}
