package manifest

import (
	"testing"
	"testing/fstest"
)

// TestFirstFileIsNoBuild checks that make without a target is no build if the first target is a file of a part.
func TestFirstFileIsNoBuild(t *testing.T) {
	for makefile, want := range map[string]int{"all: tool\n\ttouch tool\n\ntool:\n\tcc a.c\n": 1,
		"-include x.mk\ndefault: help\n\nhelp: ## Show\n\t@./x $(MAKEFILE_LIST)\n": 0,
		"help:\n\t$(CC) --version\n":                   0,
		"tools/vendor:\n\tcomposer install -d tools\n": 0,
	} {
		tree := fstest.MapFS{
			"CONTRIBUTING.md": {Data: []byte("# Building\n\n```sh\nmake\n```\n")}, "Makefile": {Data: []byte(makefile)},
		}
		n := 0
		for _, c := range readTree(t, tree).Commands {
			if c.Line == "make" && c.Purpose == "build" {
				n++
			}
		}
		if n != want {
			t.Errorf("%q: %d builds, want %d", makefile, n, want)
		}
	}
}
