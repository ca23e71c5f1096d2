package manifest

import (
	"strings"
	"testing"
	"testing/fstest"
)

// TestConsoleScripts checks that a console script in a package below does not come before the ones of the package.
func TestConsoleScripts(t *testing.T) {
	for scripts, want := range map[string]string{
		"http = x.__main__:main\nx = x.manager.__main__:main\n": "x/__main__.py x/manager/__main__.py",
		"x = x.manager.__main__:main\n":                         "x/manager/__main__.py",
		"x = x.cli:main\ny = x.__main__:main\n":                 "x/__main__.py x/cli.py",
	} {
		tree := fstest.MapFS{"x/cli.py": {Data: []byte("def main(): pass\n")}}
		for _, p := range []string{"x/__main__.py", "x/manager/__main__.py", "x/__init__.py", "x/manager/__init__.py"} {
			tree[p] = tree["x/cli.py"]
		}
		const head = "[metadata]\nname = x\n[options.entry_points]\nconsole_scripts =\n    "
		tree["setup.cfg"] = &fstest.MapFile{Data: []byte(head +
			strings.ReplaceAll(strings.TrimSpace(scripts), "\n", "\n    ") + "\n")}
		var got []string
		for _, e := range readTree(t, tree).EntryPoints {
			if isProgram(e.Kind) {
				got = append(got, string(e.Path))
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: got %v, want %s", scripts, got, want)
		}
	}
}

// TestPrints checks that commands that write files, or call another rule of make, are no output of text.
func TestPrints(t *testing.T) {
	for command, want := range map[string]bool{
		"@echo build: x": true, "@$(MAKE) -pRrq : | awk '{print}' | sort": true, "grep '##' Makefile | sed s/a/b/": true,
		"$(MAKE) --no-print-directory x && echo done": false, "sed -i.bak s/a/b/ x.c": false, "sort -o x y": false,
	} {
		if got := prints(command); got != want {
			t.Errorf("%q: %t, want %t", command, got, want)
		}
	}
}
