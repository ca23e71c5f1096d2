package manifest

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/pathrole"
)

// memory is a target in memory.
type memory struct{ files fstest.MapFS }

var _ luminos.Source = memory{}

func (m memory) List(context.Context, luminos.Path) ([]luminos.Node, error) {
	return nil, errors.New("not used here")
}

func (m memory) Stat(context.Context, luminos.Path) (luminos.Node, error) {
	return luminos.Node{}, errors.New("not used here")
}

func (m memory) Read(ctx context.Context, p luminos.Path, offset int64, n int) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f := m.files[string(p)]
	if f == nil {
		return nil, fs.ErrNotExist
	}
	b := f.Data[min(offset, int64(len(f.Data))):]
	return b[:min(n, len(b))], nil
}

func (m memory) Digest(ctx context.Context, p luminos.Path, limit int64) (luminos.Digest, error) {
	return luminos.DigestOf(ctx, p, limit, m.Read)
}

func (m memory) Text(ctx context.Context, p luminos.Path, limit int) (luminos.Text, error) {
	b, err := m.Read(ctx, p, 0, limit+1)
	if err != nil {
		return luminos.Text{}, err
	}
	cut := len(b) > limit
	text, enc, ok := content.DecodeText(b[:min(limit, len(b))])
	if !ok {
		return luminos.Text{}, luminos.ErrNotText
	}
	if i := strings.LastIndexByte(text, '\n'); cut && i >= 0 {
		text = text[:i+1]
	}
	return luminos.Text{Path: p, Content: text, Encoding: string(enc), Cut: cut}, nil
}

// fake returns a source and a scan of a tree in memory, with the fields that this
// package uses.
func fake(files fstest.MapFS) (luminos.Source, *luminos.Scan) {
	scan := &luminos.Scan{}
	dirs := map[luminos.Path]bool{}
	for name, f := range files {
		p := luminos.Path(name)
		exec := f.Mode&0o111 != 0
		id := content.Identify(p, exec, f.Data[:min(len(f.Data), 16<<10)])
		scan.Files = append(scan.Files, luminos.File{
			Path: p, Language: id.Language, Category: id.Category, Size: int64(len(f.Data)), Text: id.Text,
			Executable: exec, Vendored: content.IsVendored(p), Generated: content.IsGenerated(p, f.Data) || pathrole.Built(p),
		})
		for d := path.Dir(name); ; d = path.Dir(d) {
			dirs[luminos.Path(d)] = true
			if d == "." {
				break
			}
		}
	}
	slices.SortFunc(scan.Files, func(a, b luminos.File) int { return strings.Compare(string(a.Path), string(b.Path)) })
	for d := range dirs {
		scan.Dirs = append(scan.Dirs, luminos.Dir{Path: d, Vendored: d != "." && content.IsVendored(d+"/")})
	}
	slices.SortFunc(scan.Dirs, func(a, b luminos.Dir) int { return strings.Compare(string(a.Path), string(b.Path)) })
	return memory{files}, scan
}

// heaviest returns the programming language with the most bytes.
func heaviest(scan *luminos.Scan) string {
	size, best := map[string]int64{}, ""
	for _, f := range scan.Files {
		if content.LanguageType(f.Language) != "programming" || pathrole.TestFile(f.Path) {
			continue
		}
		if size[f.Language] += f.Size; best == "" || size[f.Language] > size[best] {
			best = f.Language
		}
	}
	return best
}

// readTree reads the manifests of a tree in memory.
func readTree(t *testing.T, files fstest.MapFS) *Result {
	t.Helper()
	src, scan := fake(files)
	res, err := Read(t.Context(), src, scan, heaviest(scan))
	if err != nil {
		t.Fatal(err)
	}
	return res
}
