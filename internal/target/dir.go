// Package target makes a backend into a luminos.Source. Today the only backend
// is a local directory.
package target

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"

	"luminos"
	"luminos/internal/content"
)

// Dir is a local directory as a [luminos.Source]. It is rooted: no path and no
// link leads out of it, whatever happens to the tree meanwhile.
type Dir struct {
	root *os.Root
}

var _ luminos.Source = (*Dir)(nil)

// OpenDir opens a directory. The caller closes it.
func OpenDir(name string) (*Dir, error) {
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	return &Dir{root: root}, nil
}

// Close releases the directory.
func (d *Dir) Close() error { return d.root.Close() }

// List implements [luminos.Source].
func (d *Dir) List(ctx context.Context, dir luminos.Path) ([]luminos.Node, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, err := d.root.OpenFile(dir.OS(), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, fmt.Errorf("listing %q: %w", dir, err)
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	if err != nil {
		return nil, fmt.Errorf("listing %q: %w", dir, err)
	}
	nodes := make([]luminos.Node, 0, len(entries))
	for _, e := range entries {
		p := dir.Join(string(luminos.PathFromOS(e.Name())))
		info, err := e.Info()
		if err != nil { // vanished since, or unreadable: it is listed all the same
			nodes = append(nodes, luminos.Node{Path: p, Kind: kindOf(e.Type()), Size: -1})
			continue
		}
		nodes = append(nodes, node(p, info))
	}
	slices.SortFunc(nodes, func(a, b luminos.Node) int { return cmp.Compare(a.Path, b.Path) })
	return nodes, nil
}

// Stat implements [luminos.Source].
func (d *Dir) Stat(ctx context.Context, p luminos.Path) (luminos.Node, error) {
	if err := ctx.Err(); err != nil {
		return luminos.Node{}, err
	}
	info, err := d.root.Lstat(p.OS())
	if err != nil {
		return luminos.Node{}, fmt.Errorf("looking at %q: %w", p, err)
	}
	return node(p, info), nil
}

// Read implements [luminos.Source].
func (d *Dir) Read(ctx context.Context, p luminos.Path, offset int64, n int) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, size, err := d.open(p)
	if err != nil {
		return nil, fmt.Errorf("reading %q: %w", p, err)
	}
	defer f.Close()
	// Sized by the file, so that a generous n costs nothing.
	buf := make([]byte, min(int64(n), max(size-offset, 0)))
	k, err := f.ReadAt(buf, offset)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("reading %q: %w", p, err)
	}
	return buf[:k], nil
}

// Text implements [luminos.Source].
func (d *Dir) Text(ctx context.Context, p luminos.Path, limit int) (luminos.Text, error) {
	b, err := d.Read(ctx, p, 0, limit+1)
	if err != nil {
		return luminos.Text{}, err
	}
	cut := len(b) > limit
	if cut {
		b = b[:limit]
	}
	text, enc, ok := content.DecodeText(b)
	if !ok {
		return luminos.Text{}, fmt.Errorf("reading %q: %w", p, luminos.ErrNotText)
	}
	if cut {
		// The last line may be half of one; a file that is one long line is kept as it is.
		if i := strings.LastIndexByte(text, '\n'); i >= 0 {
			text = text[:i+1]
		}
	}
	return luminos.Text{Path: p, Content: text, Encoding: string(enc), Cut: cut}, nil
}

// open opens a regular file. O_NONBLOCK keeps a FIFO that took its place
// between the listing and now from hanging us; a link is never followed.
func (d *Dir) open(p luminos.Path) (*os.File, int64, error) {
	info, err := d.root.Lstat(p.OS())
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return nil, 0, luminos.ErrNotRegular
	}
	f, err := d.root.OpenFile(p.OS(), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, 0, err
	}
	info, err = f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = luminos.ErrNotRegular
	}
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, info.Size(), nil
}

func node(p luminos.Path, info fs.FileInfo) luminos.Node {
	return luminos.Node{Path: p, Kind: kindOf(info.Mode()), Size: info.Size(), ModTime: info.ModTime().UTC()}
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
