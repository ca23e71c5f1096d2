package scan

import (
	"slices"
	"testing"

	"luminos"
)

// TestOutputsOfScripts checks which directories the scripts of a package.json write.
func TestOutputsOfScripts(t *testing.T) {
	for script, want := range map[string][]luminos.Path{
		"rimraf build && tsc":                    {"a/build"},
		"babel src --out-dir esm --copy-files":   {"a/esm"},
		"tsc && rm -rf ./lib 'es/' && x":         {"a/lib", "a/es"},
		"rm -rf .. && npx rimraf --glob x/*.tmp": nil,
		"node build":                             nil,
		"tsc --outDir=lib/cjs":                   {"a/lib/cjs"},
		"rm -f build":                            nil,
	} {
		if got := outputs("a", map[string]string{"x": script}); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", script, got, want)
		}
	}
}

func TestOutputIsGenerated(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"package.json": `{"scripts": {"compile": "rimraf build && tsc"}}`, "build/a.js": "1\n",
		"build.js": "1\n", "build/b.sh": "a\n",
	})
	for _, f := range scanned(t, dir, Options{}).Files {
		if f.Generated != (f.Path == "build/a.js") {
			t.Errorf("%s: generated is %v", f.Path, f.Generated)
		}
	}
}
