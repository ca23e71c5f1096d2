// Package localdir provides a local directory as a luminos.Source that no path and
// no link leaves.
package localdir

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"time"

	"luminos"
	"luminos/internal/content"
)

// Dir is a local directory as a [luminos.Source]. It is rooted: no path and no
// link leads out, even if the tree changes meanwhile.
type Dir struct {
	root *os.Root
	self *os.File // the directory itself
	name string   // absolute, if the current directory is known

	parents parents
}

var _ luminos.Source = (*Dir)(nil)

// ErrNotDirectory is the error of opening an entry that is not a directory.
var ErrNotDirectory = errors.New("not a directory")

// Open opens the directory with this name as a Dir. It returns an error if name is not a directory
// that can be read. The caller closes the Dir.
func Open(name string) (*Dir, error) {
	if info, err := os.Stat(name); err == nil && !info.IsDir() { // opening a FIFO would wait
		return nil, fmt.Errorf("opening the directory %q: %w", name, ErrNotDirectory)
	}
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	self, err := root.Open(".")
	if err != nil {
		root.Close()
		return nil, err
	}
	d := &Dir{root: root, self: self, name: name}
	if abs, err := filepath.Abs(name); err == nil {
		d.name = abs
	}
	if _, err := self.Readdirnames(1); err != nil && !errors.Is(err, io.EOF) {
		d.Close()
		return nil, err
	}
	return d, nil
}

// Close closes the directory. Later calls of the methods that read the directory fail.
func (d *Dir) Close() error {
	d.parents.close()
	return errors.Join(d.self.Close(), d.root.Close())
}

// Name returns the name by which the directory was opened, as an absolute path if the current directory is known.
func (d *Dir) Name() string { return d.name }

// Root returns the [os.Root] of the directory. It stays open until [Dir.Close].
func (d *Dir) Root() *os.Root { return d.root }

// WorkingDir returns a name of the open directory for the Dir field of an [os/exec.Cmd]. If /proc
// exists, the name leads to the open directory even if it was renamed. Elsewhere WorkingDir returns
// the name by which the directory was opened, or an error if that name no longer leads to the open
// directory.
func (d *Dir) WorkingDir() (string, error) {
	want, err := d.self.Stat()
	if err != nil {
		return "", err
	}
	for _, name := range []string{fmt.Sprintf("/proc/self/fd/%d", d.self.Fd()), d.name} {
		if got, err := os.Stat(name); err == nil && os.SameFile(want, got) {
			return name, nil
		}
	}
	return "", fmt.Errorf("finding a name of the open directory %q: %w", d.name, errReplaced)
}

// List implements [luminos.Source]. The entries are sorted by path. If dir is not a directory, for
// example a link to one, List returns an error.
func (d *Dir) List(ctx context.Context, dir luminos.Path) ([]luminos.Node, error) {
	return d.list(ctx, dir, true)
}

// Kinds lists a directory as [Dir.List] does, but with the paths and the kinds of the entries only, which is cheaper.
func (d *Dir) Kinds(ctx context.Context, dir luminos.Path) ([]luminos.Node, error) {
	return d.list(ctx, dir, false)
}

func (d *Dir) list(ctx context.Context, dir luminos.Path, attributes bool) ([]luminos.Node, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, err := d.open(dir, fs.FileMode.IsDir, syscall.ENOTDIR)
	if err != nil {
		return nil, fmt.Errorf("listing the directory %q: %w", dir, err)
	}
	defer f.Close()
	nodes, err := readNodes(f, dir, attributes)
	if err != nil {
		return nil, fmt.Errorf("listing the directory %q: %w", dir, err)
	}
	slices.SortFunc(nodes, func(a, b luminos.Node) int { return cmp.Compare(a.Path, b.Path) })
	return nodes, nil
}

// readNodes returns the entries of f, the open directory dir, with their attributes if these are asked for. An entry
// without readable attributes has only its kind, and the size -1. If reading the entries is not
// permitted, readNodes returns the result of readNames.
func readNodes(f *os.File, dir luminos.Path, attributes bool) ([]luminos.Node, error) {
	entries, err := f.ReadDir(-1)
	if errors.Is(err, fs.ErrPermission) {
		return readNames(f, dir)
	}
	if err != nil {
		return nil, err
	}
	nodes := make([]luminos.Node, 0, len(entries))
	for _, e := range entries {
		p := join(dir, e.Name())
		if !attributes {
			nodes = append(nodes, luminos.Node{Path: p, Kind: kindOf(e.Type()), Size: -1})
			continue
		}
		info, err := e.Info()
		if err != nil { // vanished since, or not permitted: it was listed all the same
			nodes = append(nodes, luminos.Node{Path: p, Kind: kindOf(e.Type()), Size: -1})
			continue
		}
		nodes = append(nodes, node(p, info))
	}
	return nodes, nil
}

// readNames returns the entries of f, the open directory dir, of which only the names may be read:
// their kind is KindOther and their size is -1.
func readNames(f *os.File, dir luminos.Path) ([]luminos.Node, error) {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	names, err := f.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	nodes := make([]luminos.Node, 0, len(names))
	for _, name := range names {
		nodes = append(nodes, luminos.Node{Path: join(dir, name), Kind: luminos.KindOther, Size: -1})
	}
	return nodes, nil
}

// join returns the path of the entry name in directory dir. Unlike [luminos.Path.Join] it does not
// clean the name, which comes from the operating system.
func join(dir luminos.Path, name string) luminos.Path {
	p := luminos.PathFromOS(name)
	if dir == luminos.Root {
		return p
	}
	return dir + "/" + p
}

// Stat implements [luminos.Source]. It describes a link itself, with its target, and not the file behind it.
func (d *Dir) Stat(ctx context.Context, p luminos.Path) (luminos.Node, error) {
	if err := ctx.Err(); err != nil {
		return luminos.Node{}, err
	}
	info, err := d.lstat(p)
	if err != nil {
		return luminos.Node{}, fmt.Errorf("reading the attributes of the entry %q: %w", p, err)
	}
	n := node(p, info)
	if n.Kind == luminos.KindSymlink {
		if target, err := d.root.Readlink(p.OS()); err == nil { // else it is one no longer
			n.Target = string(luminos.PathFromOS(target))
		}
	}
	return n, nil
}

// Read implements [luminos.Source]. It returns [luminos.ErrNotRegular] for a directory, a link or a FIFO.
func (d *Dir) Read(ctx context.Context, p luminos.Path, offset int64, n int) ([]byte, error) {
	return d.read(ctx, p, nil, offset, n)
}

// read does as [Dir.Read] does, into buf if the bytes have room there.
func (d *Dir) read(ctx context.Context, p luminos.Path, buf []byte, offset int64, n int) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, err := d.open(p, fs.FileMode.IsRegular, luminos.ErrNotRegular)
	if err != nil {
		return nil, fmt.Errorf("reading the file %q: %w", p, err)
	}
	defer f.Close()
	b, err := readAt(f, buf, offset, n)
	if err != nil {
		return nil, fmt.Errorf("reading the file %q: %w", p, err)
	}
	return b, nil
}

// Open opens a regular file for reading, which implements [io.ReaderAt]. It returns [luminos.ErrNotRegular] for a
// directory, a link or a FIFO.
func (d *Dir) Open(ctx context.Context, p luminos.Path) (fs.File, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, err := d.open(p, fs.FileMode.IsRegular, luminos.ErrNotRegular)
	if err != nil {
		return nil, fmt.Errorf("opening the file %q: %w", p, err)
	}
	return f, nil
}

// readAt reads at most n bytes of f from the given offset on, into buf if they have room there. It returns fewer only
// at the end of the file.
func readAt(f *os.File, buf []byte, offset int64, n int) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if offset < 0 || n < 0 {
		return nil, fs.ErrInvalid
	}
	// Sized by the file, so that a generous n costs nothing.
	if size := min(int64(n), max(info.Size()-offset, 0)); size <= int64(len(buf)) {
		buf = buf[:size]
	} else {
		buf = make([]byte, size)
	}
	k, err := f.ReadAt(buf, offset)
	if errors.Is(err, io.EOF) { // it shrank meanwhile
		err = nil
	}
	return buf[:k], err
}

// Text implements [luminos.Source]. It decodes the bytes that [Dir.Read] returns.
func (d *Dir) Text(ctx context.Context, p luminos.Path, limit int) (luminos.Text, error) {
	buf := buffers.Get().(*[64 << 10]byte)
	defer buffers.Put(buf)
	b, err := d.read(ctx, p, buf[:], 0, max(limit+1, content.EncodingHead))
	if err != nil {
		return luminos.Text{}, err
	}
	return content.TextOf(p, b, limit)
}

// buffers holds the buffers of [Dir.Text] and [Dir.Digest].
var buffers = sync.Pool{New: func() any { return new([64 << 10]byte) }}

// Digest implements [luminos.Source] by the SHA-256 of the first limit bytes of the file.
func (d *Dir) Digest(ctx context.Context, p luminos.Path, limit int64) (luminos.Digest, error) {
	sum, err := d.digest(ctx, p, limit)
	if err != nil {
		return luminos.Digest{}, fmt.Errorf("computing the digest of the file %q: %w", p, err)
	}
	return sum, nil
}

func (d *Dir) digest(ctx context.Context, p luminos.Path, limit int64) (luminos.Digest, error) {
	if err := ctx.Err(); err != nil {
		return luminos.Digest{}, err
	}
	if limit < 0 {
		return luminos.Digest{}, fs.ErrInvalid
	}
	f, err := d.open(p, fs.FileMode.IsRegular, luminos.ErrNotRegular)
	if err != nil {
		return luminos.Digest{}, err
	}
	defer f.Close()
	buf := buffers.Get().(*[64 << 10]byte)
	defer buffers.Put(buf)
	h := sha256.New()
	for limit > 0 {
		n, err := f.Read(buf[:min(limit, int64(len(buf)))])
		h.Write(buf[:n])
		limit -= int64(n)
		if err == io.EOF {
			break
		}
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return luminos.Digest{}, err
		}
	}
	return luminos.Digest(h.Sum(nil)), nil
}

// errReplaced reports that a name does not lead to the file to which it led before.
var errReplaced = errors.New("the name no longer leads to the same file")

// open opens the entry p for reading. If the function pleases does not accept its mode, open returns the error
// passed as otherwise. It then compares the opened file with the entry, because a FIFO or a link may have replaced
// the entry meanwhile; if they differ three times, it returns errReplaced.
func (d *Dir) open(p luminos.Path, pleases func(fs.FileMode) bool, otherwise error) (*os.File, error) {
	for range 3 { // a file that is saved by renaming may be replaced once
		before, err := d.lstat(p)
		if err != nil {
			return nil, err
		}
		if !pleases(before.Mode()) {
			return nil, otherwise
		}
		f, err := below(d, p.OS(), func(dir *os.Root, name string) (*os.File, error) {
			return dir.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
		})
		if err != nil {
			return nil, err
		}
		if after, err := f.Stat(); err == nil && os.SameFile(before, after) {
			return f, nil
		}
		f.Close()
	}
	return nil, errReplaced
}

// lstat returns the attributes of the entry p, even of a link itself. It returns fs.ErrInvalid if p
// is not in its only clean spelling or is outside of the directory, such as "..".
func (d *Dir) lstat(p luminos.Path) (fs.FileInfo, error) {
	name := p.OS()
	if path.Clean(name) != name || luminos.PathFromOS(name) != p || !filepath.IsLocal(name) {
		return nil, fs.ErrInvalid
	}
	info, err := below(d, name, (*os.Root).Lstat)
	if errors.Is(err, syscall.ENOTDIR) { // below something that is a file now
		err = fs.ErrNotExist
	}
	return info, err
}

// below calls do with a directory that is kept open and the name of an entry in it. If that fails, because the directory
// was replaced or closed meanwhile, it calls do with the root and the whole name.
func below[T any](d *Dir, name string, do func(dir *os.Root, name string) (T, error)) (T, error) {
	dir, base := d.parents.of(d.root, name)
	v, err := do(dir, base)
	if err != nil && dir != d.root {
		return do(d.root, name)
	}
	return v, err
}

func node(p luminos.Path, info fs.FileInfo) luminos.Node {
	n := luminos.Node{Path: p, Kind: kindOf(info.Mode()), Size: info.Size(), ModTime: info.ModTime().UTC(), Perm: info.Mode().Perm()}
	n.Links, n.Allocated = onDisk(info)
	if y := n.ModTime.Year(); y < 1 || y > 9999 { // some file systems keep them, and JSON has no way to say them
		n.ModTime = time.Time{}
	}
	return n
}

func kindOf(m fs.FileMode) luminos.EntryKind {
	switch m.Type() {
	case 0:
		return luminos.KindFile
	case fs.ModeDir:
		return luminos.KindDir
	case fs.ModeSymlink:
		return luminos.KindSymlink
	case fs.ModeNamedPipe:
		return luminos.KindFIFO
	case fs.ModeSocket:
		return luminos.KindSocket
	}
	if m&fs.ModeDevice != 0 {
		return luminos.KindDevice
	}
	return luminos.KindOther
}
