package manifest

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"luminos"
)

func TestPythonModule(t *testing.T) {
	long := strings.Repeat("m", 200)
	src, scan := fake(fstest.MapFS{
		"a/b.py": {}, "src/a/b.py": {}, "src/c/__main__.py": {}, "src/c/__init__.py": {}, "x/y/d.py": {}, "x/d.py": {}, "x/e/__init__.py": {}, "a b.py": {}, long + ".py": {}, long + "m.py": {}, "tests/f.py": {}, "xe/g.py": {},
	})
	r := &reader{sources: &sources{ctx: t.Context(), src: src, tree: newTree(scan)}}
	for module, want := range map[string]string{
		"a.b": "src/a/b.py", "c": "src/c/__init__.py", "d": "x/d.py", "e": "x/e/__init__.py", "": "", "a/b": "", `a\b`: "", "a b": "", long: long + ".py", long + "m": "", "f": "", "e.g": "", "y.d": "x/y/d.py",
	} {
		if got := pythonModule(r, &pkg{dir: luminos.Root}, module); string(got) != want {
			t.Errorf("the file of %.20q is %.20q, want %.20q", module, got, want)
		}
	}
	if got := r.tree.suffix("x/y", "d.py"); got != "x/y/d.py" {
		t.Errorf("below x/y: %q", got)
	}
}

func TestShellCommands(t *testing.T) {
	if got := shellCommands("a b && c; (d) | e\nf &"); len(got) != 5 || !slices.Equal(got[0], []string{"a", "b"}) {
		t.Errorf("commands %q", got)
	}
	if got := shellCommands(strings.Repeat("x;", 100)); len(got) != 60 {
		t.Errorf("%d commands, want 60", len(got))
	}
	if got := shellCommands(strings.Repeat("x", 9<<10)); len(got[0][0]) != 8<<10 {
		t.Errorf("a command of %d bytes, want %d", len(got[0][0]), 8<<10)
	}
}

// TestNamedCommand checks that a link in the directory bin with the name of the target leads to its program.
func TestNamedCommand(t *testing.T) {
	script := &fstest.MapFile{Data: []byte("#!/bin/sh\n"), Mode: 0o755}
	files := fstest.MapFS{"README.md": {Data: []byte("# Tern\n")}, "libexec/tern": script, "libexec/tern-add": script}
	src, scan := fake(files)
	for link, want := range map[string]luminos.Path{
		"../libexec/tern": "libexec/tern", "../../tern": "", "../libexec": "", "/libexec/tern": "",
	} {
		scan.Links = []luminos.Link{{Path: "bin/other", Target: "../libexec/tern"}, {Path: "bin/tern", Target: link}}
		r := &reader{family: languageFamily("Shell"), sources: &sources{
			ctx: t.Context(), src: src, tree: newTree(scan), read: map[luminos.Path]bool{}, budget: maxSourceBytes,
		}}
		if got := namedCommand(r); got != want {
			t.Errorf("%s leads to %q, want %q", link, got, want)
		}
	}
}

// TestPackageThatNeedsItself checks that a release of a package, with which it is developed, is a dependency, and that
// a list of its own parts is not.
func TestPackageThatNeedsItself(t *testing.T) {
	for text, want := range map[string]int{
		`{"name": "kite", "devDependencies": {"kite": "^1.2.0"}}`: 1,
		`{"name": "kite", "devDependencies": {"kite": "link:."}}`: 0,
		`{"name": "kite", "dependencies": {"kite": "1.2.0"}}`:     0,
	} {
		src, scan := fake(fstest.MapFS{"package.json": {Data: []byte(text)}})
		res, err := Read(t.Context(), src, scan, "JavaScript")
		if err != nil || len(res.Dependencies) != want {
			t.Errorf("%s: %v, %v", text, res.Dependencies, err)
		}
	}
}
