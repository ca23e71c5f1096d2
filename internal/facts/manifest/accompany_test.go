package manifest

import (
	"testing"
	"testing/fstest"
)

// TestFileBehindAnEntry checks that the first entry point is the file in which the code is: the file that a gem only
// loads, the source of an action of GitHub, and the library of a project before a program that is switched off.
func TestFileBehindAnEntry(t *testing.T) {
	const gem = "Gem::Specification.new do |s|\n  s.name = 'a-b'\nend\n"
	const program = "endif()\nif(X_TOOL)\n  add_executable(tool tool/tool.c)\nendif()\n"
	for name, c := range map[string]struct{ files, want []string }{
		"a loader of two files": {[]string{"a-b.gemspec", gem, "lib/a/c.rb", "C = 1\n", "lib/a/a-b.rb", "D = 1\n",
			"lib/a-b.rb", "# frozen\n\nrequire 'a/c'\nrequire \"a/a-b\"\n"},
			[]string{"lib/a/a-b.rb", "what requiring the gem loads"}},
		"a loader beside it": {[]string{"a-b.gemspec", gem, "lib/a/b.rb", "require_relative 'c'\n", "lib/a/c.rb", "C = 1\n"},
			[]string{"lib/a/c.rb", "what requiring the gem loads"}},
		"a loader of other gems and the version": {[]string{"a.gemspec", "Gem::Specification.new do |s|\n  s.name = 'a'\nend\n",
			"lib/a/version.rb", "V = 1\n", "lib/a.rb", "require 'a/version'\nrequire 'a-core'\n"},
			[]string{"lib/a.rb", "what requiring the gem loads"}},
		"more than a loader": {[]string{"a-b.gemspec", gem, "lib/a/c.rb", "C = 1\n", "lib/a-b.rb", "require 'a/c'\nD = 1\n"},
			[]string{"lib/a-b.rb", "what requiring the gem loads"}},
		"an action": {[]string{"package.json", `{"name": "a", "private": true}`, "src/get.ts", "let a = 1\n",
			"action.yml", "inputs:\n  x:\n    required: true\nruns:\n  using: node24\n  main: 'dist/get/index.js'\n"},
			[]string{"src/get.ts", "main of action.yml, built from it to dist/get/index.js"}},
		"a program that is off": {[]string{"CMakeLists.txt", "project(x)\noption(X_TOOL \"a tool\" OFF)\nif(A)\n" +
			"  add_library(x SHARED src/x.c)\n" + program, "src/x.h", "int a;\n",
			"tool/tool.c", "int main(void) { return 0; }\n"},
			[]string{"src/x.h", "header with the name of the project"}},
		"a program that is on": {[]string{"CMakeLists.txt", "project(x)\noption(X_TOOL \"a tool\" ON)\nif(A)\n" +
			"  add_library(x SHARED src/x.c)\n" + program, "src/x.h", "int a;\n",
			"tool/tool.c", "int main(void) { return 0; }\n"},
			[]string{"tool/tool.c", "add_executable in CMakeLists.txt"}},
	} {
		tree := fstest.MapFS{}
		for i := 0; i < len(c.files); i += 2 {
			tree[c.files[i]] = &fstest.MapFile{Data: []byte(c.files[i+1])}
		}
		list := readTree(t, tree).EntryPoints
		if len(list) == 0 || string(list[0].Path) != c.want[0] || list[0].Reason != c.want[1] {
			t.Errorf("%s: got %+v, want %q", name, list, c.want)
		}
	}
}
