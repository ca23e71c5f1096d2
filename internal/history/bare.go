package history

import (
	"context"
	"io/fs"
	"strings"

	"luminos"
)

// Bare returns the files of a repository without a work tree as the reader expects them: in a directory .git.
func Bare(files Files) Files { return bare{files} }

type bare struct{ files Files }

// inside returns the path of a file of the repository without the directory .git.
func inside(p luminos.Path) luminos.Path {
	if rest, ok := strings.CutPrefix(string(p), ".git/"); ok {
		return luminos.Path(rest)
	}
	return luminos.Root
}

// Stat implements [Reader].
func (b bare) Stat(ctx context.Context, p luminos.Path) (luminos.Node, error) {
	return b.files.Stat(ctx, inside(p))
}

// Read implements [Reader].
func (b bare) Read(ctx context.Context, p luminos.Path, offset int64, n int) ([]byte, error) {
	return b.files.Read(ctx, inside(p), offset, n)
}

// List implements [Files].
func (b bare) List(ctx context.Context, dir luminos.Path) ([]luminos.Node, error) {
	nodes, err := b.files.List(ctx, inside(dir))
	for i := range nodes {
		nodes[i].Path = ".git/" + nodes[i].Path
	}
	return nodes, err
}

// Open implements [Files].
func (b bare) Open(ctx context.Context, p luminos.Path) (fs.File, error) {
	return b.files.Open(ctx, inside(p))
}
