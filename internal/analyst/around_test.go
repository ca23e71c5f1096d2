package analyst

import (
	"fmt"
	"strings"
	"testing"

	"luminos"
)

// TestSurroundingsAreBounded shows long lists in the bounded room, and states the number of rows that are left out.
func TestSurroundingsAreBounded(t *testing.T) {
	if text := surroundings(&luminos.Around{}); strings.TrimSpace(text) != "" {
		t.Errorf("without surroundings the opening has %q", text)
	}
	var a luminos.Around
	long := strings.Repeat("long ", 100)
	for i := range 40 {
		use := luminos.ImportUse{File: luminos.Path(fmt.Sprint("f", i)), To: "lib", Text: long}
		a.Imports, a.ImportedBy = append(a.Imports, use), append(a.ImportedBy, use)
		a.Flags = append(a.Flags, luminos.Flag{Path: "x", Finding: long})
		a.Below = append(a.Below, luminos.Entry{Path: "x", Summary: long})
		a.Dependencies = append(a.Dependencies, luminos.Dependency{Name: long, Version: long, Manifest: "go.mod"})
	}
	a.ImportsLeft = 7
	text := surroundings(&a)
	if len(text) > aroundMost || len(text) < aroundMost/3 {
		t.Errorf("the surroundings take %d bytes, of at most %d", len(text), aroundMost)
	}
	for _, want := range []string{"- 37 imports more, not shown", "- 30 imports more, not shown",
		"- 30 flags more, not shown", "- 30 directories more, not shown"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text does not state %q", want)
		}
	}
}
