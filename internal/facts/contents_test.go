package facts

import (
	"testing"

	"luminos"
)

// TestCorpusBelowTests checks that documents in a directory of tests count like the programs beside them if all
// programs are there.
func TestCorpusBelowTests(t *testing.T) {
	file := func(p luminos.Path, category luminos.Category, language string) luminos.File {
		return luminos.File{Path: p, Category: category, Language: language, Size: 100, Lines: luminos.Lines{Code: 2000}}
	}
	scan := &luminos.Scan{Files: []luminos.File{file("test-documents/x.m", luminos.CategorySource, "MATLAB")}}
	for _, name := range []luminos.Path{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"} {
		scan.Files = append(scan.Files, file("test-documents/"+name+".pdf", luminos.CategoryDocument, ""))
	}
	c := countContents(scan)
	if c.material != 11 || c.isCode(nil, "") {
		t.Errorf("%d files of material, code: %v", c.material, c.isCode(nil, ""))
	}
	scan.Files = append(scan.Files, file("main.go", luminos.CategorySource, "Go"))
	if c = countContents(scan); c.material != 0 || !c.isCode(nil, "") {
		t.Errorf("with a program beside the tests: %d files of material, code: %v", c.material, c.isCode(nil, ""))
	}
}

// TestNotebooksAreNoMaterial checks that notebooks beside a program do not make it an aside.
func TestNotebooksAreNoMaterial(t *testing.T) {
	scan := &luminos.Scan{Files: []luminos.File{{Path: "a.py", Category: luminos.CategorySource, Language: "Python", Size: 9}}}
	for _, name := range []luminos.Path{"1.ipynb", "2.ipynb", "3.ipynb", "4.ipynb"} {
		scan.Files = append(scan.Files, luminos.File{Path: name, Category: luminos.CategoryDocument, Size: 100})
	}
	if c := countContents(scan); c.material != 0 || !c.isCode(nil, "") {
		t.Errorf("%d files of material, code: %v", c.material, c.isCode(nil, ""))
	}
}
