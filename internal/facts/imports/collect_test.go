package imports

import (
	"fmt"
	"testing"

	"luminos"
	"luminos/internal/outline"
)

// TestAboutOfALargePackage checks that the comment of one of many files is about the package only if the file has a
// name for the whole.
func TestAboutOfALargePackage(t *testing.T) {
	for name, c := range map[string]struct {
		others int
		want   bool
	}{"duration.go": {manyFiles - 2, true}, "b.go": {manyFiles, false}, "doc.go": {manyFiles, true}, "cmd.go": {manyFiles, true},
		"main.go": {manyFiles, true}} {
		said := &outline.Comment{Text: "Package cmd has kites.", Lines: []string{"// Package cmd has kites."}, First: 1}
		files := []*source{{path: luminos.Path("cmd/" + name), head: &outline.Head{Comment: said}}}
		for i := range c.others {
			files = append(files, &source{path: luminos.Path(fmt.Sprintf("cmd/f%d.go", i)), head: &outline.Head{}})
		}
		if _, ok := about(files); ok != c.want {
			t.Errorf("%s beside %d files: %v", name, c.others, ok)
		}
	}
}
