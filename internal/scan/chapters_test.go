package scan

import (
	"testing"

	"luminos"
)

// TestChaptersAreDocuments checks which pages are chapters of an unpacked e-book.
func TestChaptersAreDocuments(t *testing.T) {
	files := []luminos.File{{Path: "a/mimetype"}, {Path: "a/META-INF/container.xml"}, {Path: "b/META-INF/container.xml"}}
	want := map[luminos.Path]luminos.Category{
		"a/OPS/text/1.xhtml": luminos.CategoryDocument, "a/nav.html": luminos.CategoryDocument,
		"b/1.xhtml": luminos.CategorySource, "index.html": luminos.CategorySource,
	}
	for p := range want {
		files = append(files, luminos.File{Path: p, Language: "HTML", Category: luminos.CategorySource})
	}
	files = append(files, luminos.File{Path: "a/x.js", Language: "JavaScript", Category: luminos.CategorySource})
	want["a/x.js"] = luminos.CategorySource
	markChapters(files)
	for _, f := range files {
		if c := want[f.Path]; f.Category != c {
			t.Errorf("%s: %s, want %s", f.Path, f.Category, c)
		}
	}
}
