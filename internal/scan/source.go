package scan

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"sync"
	"sync/atomic"

	"luminos"
)

// Bounds of a scan over a Source. Each look is a call to another program, and a
// tree that is generated on demand has no end.
const (
	sourceEntries = 200_000
	sourceBytes   = 1 << 30
	// sourceParallel is the number of simultaneous calls: they wait more than they work.
	sourceParallel = 8
)

// Source scans a target through a [luminos.Source]. The fields of the result that
// the source cannot fill are listed in Unmeasured. Ruled-out directories are named
// and not read, files that the walk did not read whole are not compared, and Omit
// is ignored. The result and the errors are otherwise as for [Dir].
func Source(ctx context.Context, src luminos.Source, opts Options) (*luminos.Scan, error) {
	if opts.Parallel <= 0 {
		opts.Parallel = sourceParallel
	}
	excludes, err := opts.settle()
	if err != nil {
		return nil, err
	}
	t := &tree{ctx: ctx, src: src}
	root := &treeDir{tree: t, path: luminos.Root}
	w := newWalk(root, opts, excludes, nil)
	w.shallow = true
	if names, err := root.names(); err != nil && len(names) == 0 { // the walk takes this for a problem, and there would be nothing
		return nil, fmt.Errorf("scanning the target: %w", err)
	}
	if err := w.run(ctx); err != nil {
		return nil, fmt.Errorf("scanning the target: %w", err)
	}
	w.unmeasured = t.unmeasured()
	return w.assemble(ctx)
}

// tree is a target behind a Source. It holds the context of the one scan that it
// is for, because directories and files are asked without one.
type tree struct {
	ctx     context.Context
	src     luminos.Source
	entries atomic.Int64
	bytes   atomic.Int64
	undated atomic.Bool // some file has no time
	onDisk  atomic.Bool // some file has permissions and blocks
}

// unmeasured returns the names of the fields of a scan that could not be filled, because the
// source does not report the values.
func (t *tree) unmeasured() []string {
	fields := []string{"ignored/files", "ignored/allocated_bytes"}
	if !t.onDisk.Load() {
		fields = append(fields, "disk_usage/allocated_bytes", "classified_files/files/executable")
	}
	if t.undated.Load() {
		fields = append(fields, "recent_files")
	}
	return fields
}

// errEndless is why no more of a tree is looked at.
var errEndless = fmt.Errorf("not looked at: the tree has more than %d entries", sourceEntries)

func (t *tree) list(dir luminos.Path) ([]luminos.Node, error) {
	if t.entries.Load() > sourceEntries {
		return nil, errEndless
	}
	nodes, err := t.src.List(t.ctx, dir)
	t.entries.Add(int64(len(nodes)))
	return nodes, err
}

// treeDir is a directory behind a Source. It is listed once, and its entries are
// known from that listing.
type treeDir struct {
	tree  *tree
	path  luminos.Path
	once  sync.Once
	nodes map[string]luminos.Node // by name as a system would spell it
	order []string
	err   error
}

func (d *treeDir) close() {}

func (d *treeDir) look() {
	d.once.Do(func() {
		var nodes []luminos.Node
		nodes, d.err = d.tree.list(d.path)
		d.nodes = make(map[string]luminos.Node, len(nodes))
		for _, n := range nodes {
			name := luminos.Path(n.Path.Base()).OS()
			if _, twice := d.nodes[name]; !twice {
				d.order = append(d.order, name)
			}
			d.nodes[name] = n
		}
	})
}

func (d *treeDir) names() ([]string, error) {
	d.look()
	return d.order, d.err
}

func (d *treeDir) stat() (meta, error) { return meta{kind: luminos.KindDir}, nil }

func (d *treeDir) lstat(name string) (meta, error) {
	n, err := d.node(name)
	if err != nil {
		return meta{}, err
	}
	return d.tree.metaOf(n), nil
}

// node returns the description of an entry. If the listing lacks the size, node
// asks for it; if the source does not know it, node reads the file.
func (d *treeDir) node(name string) (luminos.Node, error) {
	d.look()
	n, ok := d.nodes[name]
	if !ok {
		return luminos.Node{}, errors.Join(fs.ErrNotExist, d.err)
	}
	if n.Kind == luminos.KindFile && n.Size < 0 {
		if more, err := d.tree.src.Stat(d.tree.ctx, n.Path); err == nil && more.Kind == n.Kind {
			more.MIME = cmp.Or(more.MIME, n.MIME)
			n = more
		}
		if n.Size < 0 {
			n.Size = d.tree.sizeOf(n.Path)
		}
		d.nodes[name] = n // one worker at a time lists a directory; readers come after it
	}
	return n, nil
}

// sizeOf returns the number of bytes that can be read of a file, at most 4 MiB, or 0 on an error.
func (t *tree) sizeOf(p luminos.Path) int64 {
	const most = 4 << 20
	b, err := t.src.Read(t.ctx, p, 0, most)
	if err != nil {
		return 0 // reading it as a file will say why
	}
	t.bytes.Add(int64(len(b)))
	return int64(len(b))
}

func (d *treeDir) readlink(name string) (string, error) {
	n, err := d.node(name)
	if err == nil && n.Target == "" {
		n, err = d.tree.src.Stat(d.tree.ctx, n.Path)
	}
	switch {
	case err != nil:
		return "", err
	case n.Target == "":
		return "", errUntold
	}
	return luminos.Path(n.Target).OS(), nil
}

// errUntold is a link of a source that does not say where it points.
var errUntold = errors.New("the source does not report the target of the link")

func (d *treeDir) openDir(name string) (directory, error) {
	n, err := d.node(name)
	switch {
	case err != nil:
		return nil, err
	case n.Kind != luminos.KindDir:
		return nil, luminos.ErrNotRegular
	}
	return &treeDir{tree: d.tree, path: n.Path}, nil
}

func (d *treeDir) openFile(name string) (file, error) {
	n, err := d.node(name)
	if err != nil {
		return nil, err
	}
	return &treeFile{tree: d.tree, node: n}, nil
}

// treeFile is a file of a [luminos.Source], read through that source.
type treeFile struct {
	tree *tree
	node luminos.Node
}

func (f *treeFile) close() {}

func (f *treeFile) stat() (meta, error) { return f.tree.metaOf(f.node), nil }

// ReadAt implements [io.ReaderAt] with the source. It fails after more than sourceBytes were read of all files
// together.
func (f *treeFile) ReadAt(p []byte, offset int64) (int, error) {
	if f.tree.bytes.Load() > sourceBytes {
		return 0, fmt.Errorf("not read: more than %d MiB were read of this target", sourceBytes>>20)
	}
	b, err := f.tree.src.Read(f.tree.ctx, f.node.Path, offset, len(p))
	f.tree.bytes.Add(int64(len(b)))
	n := copy(p, b)
	if err == nil && n < len(p) {
		err = io.EOF
	}
	return n, err
}

// metaOf returns the size, the times and the other measurements of a node. A source does not
// identify hard links, so each path is measured as a separate file.
func (t *tree) metaOf(n luminos.Node) meta {
	m := meta{kind: n.Kind, size: max(n.Size, 0), seconds: n.ModTime.Unix(), nanos: int32(n.ModTime.Nanosecond()), links: 1}
	if n.Kind == luminos.KindDir {
		m.size = 0
	}
	if n.Links > 0 {
		t.onDisk.Store(true)
		m.allocated = n.Allocated
		m.executable = n.Kind == luminos.KindFile && n.Perm&0o111 != 0
	}
	if n.Kind == luminos.KindFile {
		if isMIME(n.MIME) {
			m.mime = n.MIME
		}
		m.table = n.Table
		if n.ModTime.IsZero() {
			t.undated.Store(true)
		}
	}
	return m
}

// isMIME reports whether a backend's type is a MIME type: lower case, no parameters.
var isMIME = regexp.MustCompile(`^[a-z]{1,20}/[a-z0-9][a-z0-9.+-]{0,80}$`).MatchString
