package history

import (
	"bytes"
	"cmp"
	"context"

	"github.com/go-git/go-git/v5/plumbing"
)

// maxPath is the maximal length of a path in bytes.
const maxPath = 4096

// entry is an entry of a tree. The zero entry marks the end of a tree.
type entry struct {
	name []byte
	dir  bool
	hash plumbing.Hash
}

// next returns the first entry of a tree and the rest of the tree. It returns the zero entry for an empty tree.
func next(tree []byte) (entry, []byte, error) {
	if len(tree) == 0 {
		return entry{}, nil, nil
	}
	space := bytes.IndexByte(tree, ' ')
	end := bytes.IndexByte(tree, 0)
	if space < 0 || end <= space+1 || len(tree) < end+1+hashSize || bytes.IndexByte(tree[:end], '/') >= 0 {
		return entry{}, nil, errCorrupt
	}
	e := entry{name: tree[space+1 : end], dir: string(tree[:space]) == "40000"}
	copy(e.hash[:], tree[end+1:])
	return e, tree[end+1+hashSize:], nil
}

// before compares two entries in the order of trees, in which the name of a directory ends with a slash. The end of a
// tree comes last.
func (e entry) before(other entry) int {
	if e.name == nil || other.name == nil {
		return cmp.Compare(len(other.name), len(e.name))
	}
	n := min(len(e.name), len(other.name))
	return cmp.Or(bytes.Compare(e.name[:n], other.name[:n]), cmp.Compare(e.at(n), other.at(n)))
}

// at returns the byte i of the name of the entry, with the slash of a directory.
func (e entry) at(i int) int {
	switch {
	case i < len(e.name):
		return int(e.name[i])
	case e.dir:
		return '/'
	}
	return 0
}

// compare adds the paths below prefix of the files that differ between two trees. A zero hash is an empty tree. The
// error is errMass if there are more than massFiles.
func (c *counter) compare(ctx context.Context, a, b plumbing.Hash, prefix string, changed *[]string) error {
	if len(prefix) > maxPath {
		return errBounds
	}
	old, err := c.tree(ctx, a)
	if err != nil {
		return err
	}
	now, err := c.tree(ctx, b)
	if err != nil {
		return err
	}
	x, old, errX := next(old)
	y, now, errY := next(now)
	for x.name != nil || y.name != nil {
		order := x.before(y)
		switch {
		case order < 0:
			err = c.differ(ctx, x, plumbing.ZeroHash, x.hash, prefix, changed)
		case order > 0:
			err = c.differ(ctx, y, y.hash, plumbing.ZeroHash, prefix, changed)
		case x.hash != y.hash:
			err = c.differ(ctx, x, x.hash, y.hash, prefix, changed)
		}
		if err != nil {
			return err
		}
		if order <= 0 {
			x, old, errX = next(old)
		}
		if order >= 0 {
			y, now, errY = next(now)
		}
		if errX != nil || errY != nil {
			return errCorrupt
		}
	}
	if errX != nil || errY != nil {
		return errCorrupt
	}
	return nil
}

// differ adds the path of an entry that differs between two trees, or the paths of the files below.
func (c *counter) differ(ctx context.Context, e entry, a, b plumbing.Hash, prefix string, changed *[]string) error {
	name := prefix + string(e.name)
	if e.dir {
		return c.compare(ctx, a, b, name+"/", changed)
	}
	if len(*changed) == massFiles {
		return errMass
	}
	*changed = append(*changed, name)
	return nil
}

// tree returns the content of a tree, or nil for the zero hash.
func (c *counter) tree(ctx context.Context, hash plumbing.Hash) ([]byte, error) {
	if hash.IsZero() {
		return nil, nil
	}
	return c.get(ctx, hash, plumbing.TreeObject)
}
