package imports

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestModules counts the files that import a module: each file once, and no examples or helpers of tests.
func TestModules(t *testing.T) {
	r := read(t, "-- a.py --\nimport os, os.path\nfrom os import path\nimport flask\n-- b.py --\nimport os\n"+
		"-- examples/c.py --\nimport os\nimport rich\n-- d.js --\nimport a from 'x'\nimport {b} from 'x'\n"+
		"-- e.go --\npackage e\nimport \"m/f\"\n-- tools.go --\n//go:build tools\n\npackage tools\n\nimport _ \"m/t\"\n-- in/testutils/g.go --\npackage g\nimport \"m/g\"\n")
	want := map[string]int{PythonModule("os"): 2, PythonModule("flask"): 1, "x": 1, "m/f": 1}
	if diff := cmp.Diff(want, r.Modules); diff != "" {
		t.Errorf("modules (-want +got):\n%s", diff)
	}
}
