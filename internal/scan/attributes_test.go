package scan

import (
	"testing"

	"luminos"
)

func TestAttributes(t *testing.T) {
	var a attributes
	a.read(".gitattributes", []byte("# files\n*.gen.js linguist-generated\n*.pb.js -linguist-generated\n"+
		"lib/** linguist-vendored=true\ntest/** linguist-vendored\nlib/own.js -linguist-vendored text\n"+
		"sdk/* linguist-vendored\n"))
	a.read("lib/deep/.gitattributes", []byte("*.js linguist-vendored=false\n"))
	a.read("lib/other.txt", []byte("* linguist-generated\n"))
	files := []luminos.File{
		{Path: "a.js"}, {Path: "a.pb.js", Generated: true}, {Path: "b/a.gen.js"},
		{Path: "lib/a.js"}, {Path: "lib/own.js", Vendored: true}, {Path: "lib/deep/a.js"}, {Path: "test/a.c"},
		{Path: "sdk/a.c"}, {Path: "sdk/deep/a.c"}, {Path: "sdk/deep/test/a.c"},
	}
	a.mark(files)
	want := map[luminos.Path][2]bool{"b/a.gen.js": {false, true}, "a.pb.js": {false, true}, "lib/a.js": {true, false},
		"sdk/a.c": {true, false}, "sdk/deep/a.c": {true, false}, "sdk/deep/test/a.c": {true, false}}
	for _, f := range files {
		if w := want[f.Path]; f.Vendored != w[0] || f.Generated != w[1] {
			t.Errorf("%s: vendored %t, generated %t", f.Path, f.Vendored, f.Generated)
		}
	}
}

// TestAttributesOfMaterial checks that a .gitattributes calls a file vendored also where nothing is code.
func TestAttributesOfMaterial(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{".gitattributes": "old/** linguist-vendored\n", "old/a.html": "<p>1</p>\n",
		"vendor/b.html": "<p>2</p>\n"})
	for _, f := range scanned(t, dir, Options{}).Files {
		if want := f.Path == "old/a.html"; f.Vendored != want {
			t.Errorf("%s: vendored %t, want %t", f.Path, f.Vendored, want)
		}
	}
}
