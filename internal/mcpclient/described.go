package mcpclient

import (
	"context"
	"fmt"
	"io/fs"
	"strings"

	"luminos"
)

// described is the adapter for servers without a known kind of tree. Its leaves are the
// definitions of their tools.
type described struct{ leaves leaves }

func (a *described) name() string         { return "described" }
func (a *described) uses() map[string]use { return nil }

// addTools makes the tree: one file for each tool of the server that is annotated as only reading,
// even if a model may not call the tool.
func (a *described) addTools(p *policy) {
	a.leaves = leaves{}
	refused := map[string]string{}
	for _, r := range p.refusals() {
		refused[r.Tool] = r.Reason
	}
	for _, t := range p.offered {
		if t.Annotations == nil || !t.Annotations.ReadOnlyHint {
			continue
		}
		var b strings.Builder
		fmt.Fprintf(&b, "# Tool %q\n\n", clean(t.Name, 100))
		if reason := refused[clean(t.Name, 100)]; reason != "" {
			fmt.Fprintf(&b, "It is not used: %s.\n\n", reason)
		}
		if q := quoteOf(p.server, "Description", t.Description); q != "" {
			b.WriteString(q + "\n")
		}
		a.leaves.add("tools", fileName(t.Name)+".md", "text/markdown", []byte(b.String()))
	}
}

func (a *described) list(_ context.Context, dir luminos.Path) ([]luminos.Node, error) {
	return a.leaves.list(dir)
}

func (a *described) stat(ctx context.Context, p luminos.Path) (luminos.Node, error) {
	return find(ctx, a, p)
}

func (a *described) read(_ context.Context, p luminos.Path, offset int64, n int) ([]byte, error) {
	l, ok := a.leaves[p]
	switch {
	case ok:
		return window(l.data, offset, n), nil
	case p == luminos.Root || p == "tools" && len(a.leaves) > 0:
		return nil, luminos.ErrNotRegular
	}
	return nil, fs.ErrNotExist
}

// leaves are files by their paths, at most one directory deep.
type leaves map[luminos.Path]leaf

type leaf struct {
	mime string
	data []byte
	size int64
}

func (l leaves) add(dir, name, mime string, data []byte) {
	l[luminos.PathFromOS(dir+"/"+name)] = leaf{mime: mime, data: data, size: int64(len(data))}
}

func (l leaves) list(dir luminos.Path) ([]luminos.Node, error) {
	if _, ok := l[dir]; ok {
		return nil, errNotDir
	}
	out := newListing(dir)
	dirs := map[luminos.Path]bool{}
	for p, leaf := range l {
		switch {
		case p.Dir() == dir:
			out.add(luminos.Path(p.Base()), luminos.Node{Kind: luminos.KindFile, Size: leaf.size, MIME: leaf.mime})
		case dir == luminos.Root:
			dirs[p.Dir()] = true
		}
	}
	for d := range dirs {
		out.add(d, luminos.Node{Kind: luminos.KindDir, Size: -1})
	}
	if len(out.nodes) == 0 && dir != luminos.Root {
		return nil, fs.ErrNotExist
	}
	return out.done()
}

// fileName returns a foreign name as one element of a path. Characters with a special
// meaning are percent-encoded, reversibly.
func fileName(s string) string {
	var b strings.Builder
	for i, r := range []byte(s) {
		if r < ' ' || r == 0x7f || r == '/' || r == '%' || r == '\\' || i == 0 && r == '.' {
			fmt.Fprintf(&b, "%%%02X", r)
			continue
		}
		b.WriteByte(r)
	}
	return b.String()
}
