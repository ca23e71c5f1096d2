package ignore

import (
	"strings"
	"testing"
)

// TestByName checks which directories are left out where there is no repository.
func TestByName(t *testing.T) {
	git, _ := Parse([]byte("out/\nvendor\n*.pdf\nsrc\n"), nil, ".gitignore", "")
	scope := Scope{Git: git}
	for _, c := range []struct{ path, beside, inside, want string }{
		{"node_modules", "", "", "dependencies by name"},
		{"a/__pycache__", "", "", "a cache by name"},
		{"target", "Cargo.toml", "debug", "build output by name"},
		{"target", "Cargo.toml", "main.rs", ""},
		{"target", "README.md", "debug", ""},
		{"dist", "package.json", "index.js", ""}, // a published package
		{"dist", "src", "index.js", ""},
		{"dist", "package-lock.json", "index.js", "build output by name"},
		{"env", "", "dev.yaml", ""},
		{"env", "", "pyvenv.cfg", "dependencies by name"},
		{"out", "", "", "build output by name, .gitignore:1 out/"},
		{"coverage", "", "", ""},
		{"vendor", "", "", "dependencies by name, .gitignore:2 vendor"},
		{"src", "", "", ""},
	} {
		is := func(want string) func(string) bool { return func(name string) bool { return name == want } }
		name := c.path[strings.LastIndexByte(c.path, '/')+1:]
		got := scope.Judge(c.path, name, true, Around{is(c.beside), is(c.inside)})
		if got.Rule != c.want || got.Ignored != (c.want != "") {
			t.Errorf("%+v: got %+v", c, got)
		}
	}
	for _, name := range []string{"node_modules", "a.pdf", "target"} {
		if v := scope.Judge(name, name, false, Around{}); v.Ignored {
			t.Errorf("the file %s is left out: %+v", name, v)
		}
	}
}
