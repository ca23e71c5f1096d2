package imports

import (
	"context"
	"testing"

	"luminos"
	"luminos/internal/target"
)

// open gives a directory as a source with the file list that a scan would have.
func open(t testing.TB, dir string) (luminos.Source, *luminos.Scan) {
	t.Helper()
	src, err := target.OpenDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { src.Close() })
	scan := &luminos.Scan{}
	var walk func(luminos.Path)
	walk = func(p luminos.Path) {
		nodes, err := src.List(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range nodes {
			switch n.Kind {
			case luminos.KindDir:
				walk(n.Path)
			case luminos.KindFile:
				scan.Files = append(scan.Files, luminos.File{Path: n.Path, Size: n.Size, Text: true})
			}
		}
	}
	walk(luminos.Root)
	return src, scan
}
