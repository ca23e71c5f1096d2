package sourcetest

import (
	"cmp"
	"context"
	"io/fs"
	"slices"

	"luminos"
)

// Memory is a source of entries that a test makes up, by path. A test can give them properties that no file system
// has. Its methods ignore the context, accept entries of any kind, and decode no text.
type Memory map[luminos.Path]Entry

// Entry is an entry of a Memory.
type Entry struct {
	luminos.Node
	Content string
	Fault   error // the error of listing or reading the entry, or nil
	Broken  int64 // the offset at and after which reading fails with Fault
}

// Add adds the entry n with this content at the path p, and each missing directory above p. If n has no kind, it
// becomes a regular file, and a size of 0 becomes the length of the content.
func (m Memory) Add(p luminos.Path, n luminos.Node, content string) {
	if n.Kind == "" {
		n.Kind, n.Size = luminos.KindFile, cmp.Or(n.Size, int64(len(content)))
	}
	n.Path = p
	m[p] = Entry{Node: n, Content: content}
	if _, ok := m[p.Dir()]; !ok {
		m.Add(p.Dir(), luminos.Node{Kind: luminos.KindDir, Size: -1}, "")
	}
}

// Break makes listing p, or reading it at or after offset, fail with the error fault.
func (m Memory) Break(p luminos.Path, offset int64, fault error) {
	e := m[p]
	e.Fault, e.Broken = fault, offset
	m[p] = e
}

// List implements [luminos.Source]. A missing directory is empty. A link of unknown size is listed without its target.
func (m Memory) List(_ context.Context, dir luminos.Path) ([]luminos.Node, error) {
	if err := m[dir].Fault; err != nil {
		return nil, err
	}
	var list []luminos.Node
	for p, e := range m {
		if p == luminos.Root || p.Dir() != dir {
			continue
		}
		if e.Kind == luminos.KindSymlink && e.Size < 0 {
			e.Target = ""
		}
		list = append(list, e.Node)
	}
	slices.SortFunc(list, func(a, b luminos.Node) int { return cmp.Compare(a.Path, b.Path) })
	return list, nil
}

// Stat implements [luminos.Source]. It returns the entry as [Memory.Add] stored it.
func (m Memory) Stat(_ context.Context, p luminos.Path) (luminos.Node, error) {
	e, ok := m[p]
	if !ok {
		return luminos.Node{}, fs.ErrNotExist
	}
	return e.Node, nil
}

// Read implements [luminos.Source]. It fails at and after the offset that [Memory.Break] has set.
func (m Memory) Read(_ context.Context, p luminos.Path, offset int64, n int) ([]byte, error) {
	e, ok := m[p]
	if !ok {
		return nil, fs.ErrNotExist
	}
	if e.Fault != nil && offset >= e.Broken {
		return nil, e.Fault
	}
	from := min(offset, int64(len(e.Content)))
	return []byte(e.Content[from:min(from+int64(n), int64(len(e.Content)))]), nil
}

// Digest implements [luminos.Source] by the digest of the bytes that [Memory.Read] returns.
func (m Memory) Digest(ctx context.Context, p luminos.Path, limit int64) (luminos.Digest, error) {
	return luminos.DigestOf(ctx, p, limit, m.Read)
}

// Text implements [luminos.Source]. It always returns [luminos.ErrNotText].
func (m Memory) Text(context.Context, luminos.Path, int) (luminos.Text, error) {
	return luminos.Text{}, luminos.ErrNotText
}
