package scan

import (
	"slices"
	"strings"
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
		"tsc --outDir /tmp/x && rm -rf '/y'":     nil,
	} {
		if got := outputs("a", map[string]string{"x": script}); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", script, got, want)
		}
	}
}

// TestOutputIsGenerated checks which files in the directory that a script writes are generated. A page is not, and no
// file beside sources of the compiler is.
func TestOutputIsGenerated(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		files  map[string]string
		want   string
	}{
		"a directory of output": {"rimraf build && tsc", map[string]string{
			"build/a.js": "1\n", "build/a.d.ts": "1\n", "build/b.sh": "a\n", "build/c.html": "a\n", "build.js": "1\n",
		}, "build/a.d.ts build/a.js"},
		"a directory by its name": {"x", map[string]string{"a/dist-node/a.js": "1\n", "dist-tools/a.js": "1\n"}, "a/dist-node/a.js"},
		"a directory of sources": {"tsc --outDir src", map[string]string{
			"src/a.ts": "1\n", "src/b/c.tsx": "1\n", "src/a.js": "1\n",
		}, ""},
	} {
		dir := t.TempDir()
		c.files["package.json"] = `{"scripts": {"compile": "` + c.script + `"}}`
		write(t, dir, c.files)
		var got []string
		for _, f := range scanned(t, dir, Options{}).Files {
			if f.Generated {
				got = append(got, string(f.Path))
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: generated: %q, want %q", name, got, c.want)
		}
	}
}
