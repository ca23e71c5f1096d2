package scan

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

// TestAFaultyParserIsAProblem scans with a reader whose buffers are missing, which
// acts like a parser that panics. Only the files on which it fails are lost.
func TestAFaultyParserIsAProblem(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.go": "package a\n", "b.go": "", "c/d.png": "\x89PNG\r\n\x1a\n"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	top, err := openRoot(opened(t, dir).Root())
	if err != nil {
		t.Fatal(err)
	}
	defer top.close()
	w := newWalk(top, Options{}, nil, nil)
	meta, err := top.stat()
	if err != nil {
		t.Fatal(err)
	}
	w.root = &node{path: luminos.Root, meta: meta}
	w.push(task{node: w.root})
	w.work(&reader{walk: w})
	s, err := w.assemble(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const reason = "could not be identified: internal error: runtime error: slice bounds out of range "
	want := []luminos.Problem{{Path: "a.go", Reason: reason + "[:10] with capacity 0"}, {Path: "c/d.png", Reason: reason + "[:8] with capacity 0"}}
	if diff := cmp.Diff(want, s.Unreadable); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	got := map[luminos.Path]luminos.Category{}
	for _, f := range s.Files {
		got[f.Path] = f.Category
	}
	if diff := cmp.Diff(map[luminos.Path]luminos.Category{"a.go": "source", "b.go": "source", "c/d.png": "image"}, got); diff != "" {
		t.Errorf("categories (-want +got):\n%s", diff)
	}
}
