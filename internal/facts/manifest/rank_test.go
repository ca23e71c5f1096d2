package manifest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"luminos"
)

// Each tree has entry points that differ in one property; the first named comes first.
func TestEntryOrder(t *testing.T) {
	const program, library = "package main\n\nfunc main() {}\n", "package x\n"
	for name, c := range map[string]struct {
		files  map[string]string
		parts  int // number of files of another kind, which make small packages parts
		wanted []string
	}{
		"tools last": {map[string]string{"go.mod": "module m\n", "tools/m/main.go": program, "cmd/zzz/main.go": program},
			0, []string{"cmd/zzz/main.go", "tools/m/main.go"}},
		"the name of the project, then a prefix": {map[string]string{"go.mod": "module example.com/m-x/v2\n",
			"cmd/a/main.go": program, "cmd/m-xa/main.go": program, "cmd/m-x/main.go": program},
			0, []string{"cmd/m-x/main.go", "cmd/m-xa/main.go", "cmd/a/main.go"}},
		"a name of one letter is no prefix": {map[string]string{"go.mod": "module m\n", "cmd/mad/main.go": program, "cmd/any/main.go": program},
			0, []string{"cmd/any/main.go", "cmd/mad/main.go"}},
		"directories for products": {map[string]string{"go.mod": "module m\n", "a/main.go": program, "cmd/b/main.go": program},
			0, []string{"cmd/b/main.go", "a/main.go"}},
		"mentions": {map[string]string{"go.mod": "module m\n", "cmd/aa/main.go": program, "cmd/bb/main.go": program, "README.md": "Run bb, BB, aa and xbb, bb-x.\n"},
			0, []string{"cmd/bb/main.go", "cmd/aa/main.go"}},
		"generic names are not mentioned": {map[string]string{"go.mod": "module m\n", "cmd/aa/main.go": program, "cmd/server/main.go": program, "README.md": "server server aa\n"},
			0, []string{"cmd/aa/main.go", "cmd/server/main.go"}},
		"root before member before nested": {map[string]string{"package.json": `{"bin": {"z": "z.js"}, "workspaces": ["m"]}`, "z.js": "", "m/package.json": `{"bin": {"y": "y.js"}}`, "m/y.js": "",
			"a/package.json": `{"bin": {"x": "x.js"}}`, "a/x.js": ""},
			0, []string{"z.js", "m/y.js", "a/x.js"}},
		"programs before pages before libraries": {map[string]string{"p.json": "", "package.json": `{"main": "a.js", "bin": {"z": "z.js"}, "dependencies": {"next": "1"}}`, "a.js": "", "z.js": "", "app/page.js": ""},
			0, []string{"z.js", "app/page.js", "a.js"}},
		"a library without a file of its name": {map[string]string{"go.mod": "module example.com/go-kite\n",
			"a.go": "package wing\n\nfunc A() {}\n", "b.go": "package wing\n\nfunc B() {}\n// longer\n", "cmd/kite/main.go": program},
			0, []string{"b.go", "cmd/kite/main.go"}},
		"a file with the name of the package": {map[string]string{"go.mod": "module example.com/go-kite\n",
			"a.go": "package wing\n\nfunc A() {}\n// longer\n", "wing.go": "package wing\n\nfunc B() {}\n"},
			0, []string{"wing.go"}},
		"a library in an archive": {map[string]string{
			"Makefile": "INCLUDEDIR = /usr/include\nOBJ = \\\n\tsrc/a.o \\\n\tsrc/b.o\n" +
				"all: libkite.a\nlibkite.so.1: $(OBJ)\n\tld\nlibkite.a: $(OBJ)\n\tar rcs $@ $^\n",
			"src/a.c": strings.Repeat("int a;\n", 99)},
			0, []string{"src"}},
		"an archive that is not installed": {map[string]string{
			"Makefile": "libkite.a: src/a.o\n\tar rcs $@ $^\n", "src/a.c": strings.Repeat("int a;\n", 99)},
			0, nil},
		"less depth": {map[string]string{"package.json": `{"bin": {"a": "x/y/a.js", "z": "x/z.js"}}`, "x/y/a.js": "", "x/z.js": ""},
			0, []string{"x/z.js", "x/y/a.js"}},
		"more source": {map[string]string{"go.mod": "module q\n", "cmd/a/main.go": program, "cmd/b/main.go": program, "cmd/b/more.go": "package main\n", "cmd/a/more.txt": strings.Repeat("x", 99)},
			0, []string{"cmd/b/main.go", "cmd/a/main.go"}},
		"more source below": {map[string]string{"b/a.csproj": `<Project Sdk="Microsoft.NET.Sdk.Web"/>`,
			"b/Program.cs": "//", "b/c/d.cs": "//\n//\n", "a/b.csproj": `<Project Sdk="Microsoft.NET.Sdk.Web"/>`, "a/Program.cs": "//\n"},
			0, []string{"b/Program.cs", "a/Program.cs"}},
		"the main language": {map[string]string{"go.mod": "module m\n", "cmd/z/main.go": program + strings.Repeat("//\n", 99), "package.json": `{"bin": {"a": "a.js"}}`, "a.js": ""},
			0, []string{"cmd/z/main.go", "a.js"}},
		"parts last": {map[string]string{"go.mod": "module m\n", "cmd/z/main.go": program, "one/package.json": `{"name": "m", "bin": "a.js"}`, "one/a.js": ""},
			40, []string{"cmd/z/main.go", "one/a.js"}},
		"one for each file": {map[string]string{"package.json": `{"name": "m", "bin": {"m": "a.js", "n": "a.js"}, "main": "a.js"}`, "a.js": ""},
			0, []string{"a.js"}},
		"a file called main near the root": {map[string]string{"a.py": "", "x/main.py": "if __name__ == '__main__':\n", "x/app.py": "if __name__ == '__main__':\n", "y/z/main.py": "if __name__ == '__main__':\n"},
			0, []string{"x/main.py", "x/app.py", "y/z/main.py"}},
		"the name that others begin with": {map[string]string{"a/package.json": `{"name": "kite-web", "bin": "x.js"}`, "a/x.js": "", "b/package.json": `{"name": "@kite/other", "bin": "x.js"}`, "b/x.js": "",
			"c/package.json": `{"name": "kite", "bin": "x.js"}`, "c/x.js": ""},
			0, []string{"c/x.js", "a/x.js", "b/x.js"}},
	} {
		t.Run(name, func(t *testing.T) {
			files := fstest.MapFS{}
			for p, s := range c.files {
				files[p] = &fstest.MapFile{Data: []byte(s)}
			}
			for i := range c.parts {
				files[fmt.Sprintf("d/%d.md", i)] = &fstest.MapFile{Data: []byte("x\n")}
			}
			var got []string
			for _, e := range readTree(t, files).EntryPoints {
				got = append(got, string(e.Path))
			}
			if !slices.Equal(got, c.wanted) {
				t.Errorf("entry points %q, want %q", got, c.wanted)
			}
		})
	}
}

func TestProjectName(t *testing.T) {
	for _, c := range []struct {
		names []string // of manifests; the first is at the root if it begins with "/"
		want  string
	}{
		{nil, ""}, {[]string{"one"}, "one"}, {[]string{"one", "two"}, ""}, {[]string{"/root", "two"}, "root"}, {[]string{"/@acme/My_Kit-monorepo", "x"}, "my-kit"},
		{[]string{"kite", "kite-web"}, "kite"}, {[]string{"kite", "kites"}, ""}, {[]string{"Kite", "kite.web"}, "kite"}, {[]string{"kite", "@kite/x"}, "kite"},
		{[]string{"a", "a-b", "c", "c-d", "c-e"}, "c"}, {[]string{"x/kite/v2"}, "kite"}, {[]string{"com.acme:kite-parent"}, "kite"}, {[]string{"x/v2x"}, "v2x"},
	} {
		var pkgs []*pkg
		for _, n := range c.names {
			p := &pkg{parse: true}
			p.Name, p.Role = strings.TrimPrefix(n, "/"), luminos.ManifestNested
			if p.Name != n {
				p.Role = luminos.ManifestRoot
			}
			pkgs = append(pkgs, p)
		}
		if got := projectName(pkgs); got != c.want {
			t.Errorf("the project of %q is %q, want %q", c.names, got, c.want)
		}
	}
}

func TestMentions(t *testing.T) {
	for _, c := range []struct {
		text, name string
		want       int
	}{
		{"kite flies kite", "Kite", 2}, {"kites akite kite-x x_kite kite9 ékite", "kite", 0}, {"(kite)", "kite", 1}, {"k k", "k", 0}, {"ab", "ab", 1}, {"", "ab", 0},
		{"kite/kite z~kite~", "kite", 3}, {"a@ab[ `ab{", "ab", 2},
	} {
		if got := mentions(c.text, c.name); got != c.want {
			t.Errorf("mentions(%q, %q) = %d, want %d", c.text, c.name, got, c.want)
		}
	}
	for _, c := range []struct {
		text, word string
		want       int
	}{{"xjest jest", "jest", 6}, {"ajest", "jest", -1}, {"jest1", "jest", -1}, {"jest", "jest", 0}, {"'ava'", "'ava'", 0}, {"x'ava'x", "'ava'", 1}, {"a-jest-b", "jest", 2}} {
		if got := wordIndex(c.text, c.word); got != c.want {
			t.Errorf("wordIndex(%q, %q) = %d, want %d", c.text, c.word, got, c.want)
		}
	}
}

func TestEcosystems(t *testing.T) {
	for _, c := range []struct{ language, first, second string }{
		{"Kotlin", "gradle", "maven"}, {"Java", "maven", "gradle"}, {"Scala", "sbt", "maven"}, {"TypeScript", "npm", "deno"}, {"C++", "cmake", "meson"}, {"C", "meson", "conan"},
	} {
		if a, b := Rank(c.first, c.language), Rank(c.second, c.language); a < 0 || a >= b || b >= Unrelated {
			t.Errorf("%s: rank %d of %s, %d of %s", c.language, a, c.first, b, c.second)
		}
	}
	for _, c := range []struct{ ecosystem, language string }{{"go", "Rust"}, {"make", "C"}, {"nonesuch", "Go"}, {"npm", ""}} {
		if got := Rank(c.ecosystem, c.language); got != Unrelated {
			t.Errorf("the rank of %s for %q is %d", c.ecosystem, c.language, got)
		}
	}
	for _, c := range []struct {
		ecosystem, name string
		desktop, pages  bool
	}{
		{"npm", "Electron", true, false}, {"npm", "react-dom", false, true}, {"go", "fyne.io/fyne/v2", true, false}, {"maven", "com.vaadin:x", false, true},
		{"npm", "electron-x", false, false}, {"cargo", "electron", false, false}, {"make", "x", false, false}, {"nonesuch", "electron", false, false},
	} {
		if desktop, pages := Traits(luminos.Dependency{Ecosystem: c.ecosystem, Name: c.name}); desktop != c.desktop || pages != c.pages {
			t.Errorf("traits of %s %s: %v, %v", c.ecosystem, c.name, desktop, pages)
		}
	}
	for p, want := range map[luminos.Path]string{
		"package.json": "npm", "a/x.gemspec": "rubygems", "requirements.txt": "python", "a/dev-requirements.txt": "python", "requirements_x.txt": "python", "x.requirements.txt": "python",
		"requirements/x.txt": "python", "Requirements.txt": "python", "requirements.in": "", "requirementsx.txt": "", "x/requirements/y/z.txt": "", "Dockerfile.dev": "docker", "Dockerfile-x": "docker", "dev.dockerfile": "docker",
		"docker-compose.dev.yml": "docker", "docker-compose-x.yaml": "docker", "compose.x.yml": "docker", "docker-composex.yml": "", "Dockerfile.md": "", "dockerfile.x": "", "x.json": "", "environment.yml": "", "DESCRIPTION": "cran",
	} {
		f := formatOf(p)
		got := ""
		if f != nil {
			got = f.name
		}
		if got != want || Named(p) != (want != "") {
			t.Errorf("the ecosystem of %s is %q, want %q", p, got, want)
		}
	}
}

// The framework of test files without a marker is the one that a manifest declares.
func TestDeclaredFrameworks(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  string // framework and the place of its evidence
	}{
		"no manifest": {map[string]string{"a.test.js": "x"}, ""},
		"npm above":   {map[string]string{"package.json": `{"devDependencies": {"jest": "1"}}`, "x/a.test.js": "x"}, "jest package.json"},
		"the nearest": {map[string]string{"package.json": `{"devDependencies": {"jest": "1"}}`, "x/package.json": `{"devDependencies": {"jest": "2"}}`, "x/a.test.js": "x"}, "jest x/package.json"},
		"another":     {map[string]string{"y/package.json": `{"devDependencies": {"jest": "1"}}`, "x/a.test.js": "x"}, "jest y/package.json"},
		"vendored":    {map[string]string{"node_modules/y/package.json": `{"devDependencies": {"jest": "1"}}`, "x/a.test.js": "x"}, ""},
		"a script":    {map[string]string{"package.json": `{"devDependencies": {"jest": "1"}, "scripts": {"test": "mocha x"}}`, "x/a.test.js": "x"}, "mocha package.json"},
		"above a script": {map[string]string{"package.json": `{"scripts": {"test": "jest"}}`, "x/package.json": `{"scripts": {"test": "npm run unit", "unit": "ava"}}`, "x/y/a.test.js": "x"},
			"ava x/package.json"},
		"a helper":            {map[string]string{"package.json": `{"scripts": {"test": "ava"}}`, "test/setup.js": "x", "test/a.config.js": "x", "test/helpers.js": "x", "spec/types.d.ts": "x"}, ""},
		"a directory":         {map[string]string{"package.json": `{"scripts": {"test": "ava"}}`, "test/deep/a.js": "x"}, "ava package.json"},
		"conftest":            {map[string]string{"test_a.py": "import unittest\n", "test_b.py": "x", "test_c.py": strings.Repeat("x", 99), "conftest.py": "x"}, "pytest conftest.py"},
		"a vendored conftest": {map[string]string{"a_test.py": "x = 1", "vendor/conftest.py": "x"}, ""},
		"settings of pytest":  {map[string]string{"tests.py": "x = 1", "tox.ini": "[pytest]\n"}, "pytest tox.ini"},
		"a plugin":            {map[string]string{"tests.py": "x = 1", "requirements.txt": "pytest-cov\n"}, "pytest requirements.txt"},
		"plain functions":     {map[string]string{"tests.py": "\ndef test_x(): pass\n"}, "pytest tests.py"},
		"a sample":            {map[string]string{"examples/a_spec.rb": "x", "examples/long.feature": "Feature: x"}, ""},
		"rspec":               {map[string]string{"a_spec.rb": "x"}, "rspec a_spec.rb"},
		"test-unit":           {map[string]string{"Gemfile": "gem 'test-unit'\n", "a_test.rb": "x"}, "test-unit Gemfile"},
		"minitest declared":   {map[string]string{"Gemfile": "gem 'minitest'\n", "test_a.rb": "x"}, "minitest Gemfile"},
		"minitest":            {map[string]string{"test_a.rb": "x"}, "minitest test_a.rb"},
		"minitest by place":   {map[string]string{"Gemfile": "gem 'minitest'\n", "test/api.rb": "x"}, "minitest Gemfile"},
		"support of tests":    {map[string]string{"test/api.rb": "x"}, ""},
		"no test of Ruby":     {map[string]string{"test_helper.rb": "x"}, ""},
		"phpunit":             {map[string]string{"composer.json": `{"require-dev": {"phpunit/phpunit": "1"}}`, "ATest.php": "x"}, "phpunit composer.json"},
		"phpunit by name":     {map[string]string{"ATest.php": "x"}, "phpunit ATest.php"},
		"C#":                  {map[string]string{"x.csproj": `<Project><ItemGroup><PackageReference Include="NUnit"/></ItemGroup></Project>`, "ATests.cs": "x"}, "nunit x.csproj"},
		"Haskell":             {map[string]string{"x.cabal": "name: x\ntest-suite y\n  build-depends: tasty\n", "test/A.hs": "x"}, "tasty x.cabal"},
		"Perl":                {map[string]string{"t/a.t": "x"}, "prove t/a.t"},
		"Rust":                {map[string]string{"Cargo.toml": "[package]\nname = 'x'\n", "src/lib.rs": "\n#[tokio::test]\n"}, "cargo test src/lib.rs"},
		"Rust in examples":    {map[string]string{"Cargo.toml": "[package]\nname = 'x'\n", "examples/a.rs": "#[test]\n", "tests/fixtures/b.rs": "#[test]", "vendor/c.rs": "#[test]"}, ""},
		"Rust without Cargo":  {map[string]string{"src/lib.rs": "#[test]\n"}, ""},
		"ctest":               {map[string]string{"CMakeLists.txt": "add_test(x)\n"}, "ctest CMakeLists.txt"},
		"ctest of an example": {map[string]string{"examples/CMakeLists.txt": "add_test(x)\n", "vendor/CMakeLists.txt": "add_test(x)\n"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			files := fstest.MapFS{}
			for p, s := range c.files {
				files[p] = &fstest.MapFile{Data: []byte(s)}
			}
			res := readTree(t, files)
			got := strings.Join(res.TestFrameworks[:min(len(res.TestFrameworks), 1)], "")
			for _, k := range slices.Sorted(maps.Keys(res.Evidence)) {
				if ev := res.Evidence[k]; k == "test_frameworks/"+got && len(ev) > 0 {
					got += " " + string(ev[0].Path)
				}
			}
			if got != c.want {
				t.Errorf("the tests use %q, want %q; all: %q", got, c.want, res.TestFrameworks)
			}
		})
	}
}
