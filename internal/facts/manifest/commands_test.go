package manifest

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"luminos"
)

// TestMainProgramFirst checks that the commands in the directory of the main program come before the commands in
// directories beside it, which come first by name.
func TestMainProgramFirst(t *testing.T) {
	main := []byte("package main\n\nfunc main() {}\n")
	res := readTree(t, fstest.MapFS{
		"README.md":    {Data: []byte("# zap\n\nzap zaps. Run zap.\n")},
		"api/go.mod":   {Data: []byte("module x.org/zap/api\n")},
		"api/Makefile": {Data: []byte("build:\n\tgo build ./...\nrun:\n\tgo run .\n")},
		"api/main.go":  {Data: main},
		"zap/go.mod":   {Data: []byte("module x.org/zap/zap\n")},
		"zap/main.go":  {Data: main},
		"zap/more.go":  {Data: []byte("package main\n\n// Much has much to do.\nfunc Much() {}\n")},
	})
	if p := res.EntryPoints[0].Path; p != "zap/main.go" {
		t.Fatalf("the first entry point is %s", p)
	}
	seen := map[string]bool{}
	for _, c := range res.Commands {
		if !seen[c.Purpose] && c.Dir != "zap" {
			t.Errorf("the first command of %s is %q in %q", c.Purpose, c.Line, c.Dir)
		}
		seen[c.Purpose] = true
	}
}

// TestHelpersAreNotRun checks that a documented helper is the command to run only in a target without a program.
func TestHelpersAreNotRun(t *testing.T) {
	files := fstest.MapFS{
		"README.md":    {Data: []byte("# zap\n\n```sh\npython tools/run.py\n```\n")},
		"tools/run.py": {Data: []byte("print(1)\n")},
	}
	if c := readTree(t, files).Commands; len(c) != 1 || c[0].Line != "python tools/run.py" {
		t.Errorf("without a program: %v", c)
	}
	files["main.py"] = &fstest.MapFile{Data: []byte("if __name__ == '__main__':\n    print(2)\n")}
	if c := readTree(t, files).Commands; len(c) != 1 || c[0].Line != "python main.py" {
		t.Errorf("with a program: %v", c)
	}
}

// TestCustomaryTasks checks that a command that also does something else than its purpose is not customary.
func TestCustomaryTasks(t *testing.T) {
	for line, want := range map[string]bool{
		"./gradlew build": true, "gradle clean assemble": true, "./gradlew ktlintCheck build": false, "sub/gradlew publish": false,
		"pnpm build:changed": false,
		"make":               true, "npm run build": true, "npm run build:docs": false, "dotnet pack": false,
		"make clean all": true, "make fips140 build": false, "just build": true, "just build sloc": false,
	} {
		if got := customary("build", line); got != want {
			t.Errorf("%s: %t, want %t", line, got, want)
		}
	}
}

// TestShellsRunNothing checks that a shell in which the target can be called, or a task for documents, is no command
// that runs it.
func TestShellsRunNothing(t *testing.T) {
	for line, want := range map[string]bool{"stack exec bash": false, "nix develop -c zsh": false, "stack exec kite": true,
		"./sh":            true,
		"make docs-serve": false, "make serve": true} {
		if got := customary("run", line); got != want {
			t.Errorf("%s: %t, want %t", line, got, want)
		}
	}
}

// TestNarrowCommands checks that a command that selects one test or package comes after the whole.
func TestNarrowCommands(t *testing.T) {
	for line, want := range map[string]bool{
		"cargo test --test gui": true, "cargo test -p core": true, "cargo test --bench=x": true, "go test -run X ./...": true,
		"pytest -k name": true, "python -m pytest tests/test_a.py": true, "pytest tests/test_a.py::test_b": true,
		"./gradlew test --tests X": true, "mvn test -Dtest=X": true,
		"cargo test --doc": true, "make test-go": true, "go test": true, "tox r -e x": true, "npx playwright test": true,
		"make e2e": true, "make test": false, "lein test-all": false, "npm run test:all": false, "make test-a": true,
		"dotnet test t/T.csproj": false, "make all-test": false,
		"cargo test": false, "make -k check": false, "python tests/test_all.py": false, "./runtests.sh": false,
		"pytest -p plugin": false, "node --test test": false, "mkdir -p x": false,
	} {
		if got := narrow(luminos.Command{Purpose: "test", Line: line}); got != want {
			t.Errorf("%s: %t, want %t", line, got, want)
		}
	}
	res := readTree(t, fstest.MapFS{
		"Cargo.toml": {Data: []byte("[package]\nname = \"zap\"\n")}, "src/main.rs": {Data: []byte("fn main() {}\n#[test]\nfn a() {}\n")},
		"README.md": {Data: []byte("# zap\n\n```sh\ncargo test --test gui\n```\n")},
	})
	var tests []string
	for _, c := range res.Commands {
		if c.Purpose == "test" {
			tests = append(tests, c.Line)
		}
	}
	if !slices.Equal(tests, []string{"cargo test"}) {
		t.Errorf("tests %q", tests)
	}
}

// TestTriedScripts checks that a script that starts a file for trying the package out makes no program.
func TestTriedScripts(t *testing.T) {
	for dir, want := range map[string]int{"sandbox": 1, "Playground": 1, "web": 2} {
		res := readTree(t, fstest.MapFS{
			"package.json":     {Data: []byte(`{"name": "zap", "main": "zap.js", "scripts": {"start": "node ./` + dir + `/server.js"}}`)},
			"zap.js":           {Data: []byte("module.exports = 1\n")},
			dir + "/server.js": {Data: []byte("listen()\n")},
		})
		if n := len(res.EntryPoints); n != want {
			t.Errorf("%s: %d entry points, want %d", dir, n, want)
		}
	}
}

// TestMinorFrameworks checks that a framework of few tests is left out.
func TestMinorFrameworks(t *testing.T) {
	files := fstest.MapFS{
		"test_a.py":      {Data: []byte("import pytest\n" + strings.Repeat("#\n", 500))},
		"old/test_b.py":  {Data: []byte("import unittest\n")},
		"x/case.feature": {Data: []byte("Feature: x\n")},
	}
	if got := readTree(t, files).TestFrameworks; !slices.Equal(got, []string{"pytest"}) {
		t.Errorf("frameworks %q", got)
	}
	files["old/test_b.py"] = &fstest.MapFile{Data: []byte("import unittest\n" + strings.Repeat("#\n", 99))}
	if got := readTree(t, files).TestFrameworks; !slices.Equal(got, []string{"pytest", "unittest"}) {
		t.Errorf("frameworks %q", got)
	}
}

// TestLibrariesBesideTheirPrograms checks that a package of .NET is a library without an id, and that a console script
// of the package itself leaves its library.
func TestLibrariesBesideTheirPrograms(t *testing.T) {
	const project = "<Project Sdk=\"Microsoft.NET.Sdk\">\n<PropertyGroup>\n<PackageTags>log</PackageTags>\n</PropertyGroup>\n</Project>\n"
	for name, files := range map[string]fstest.MapFS{
		"tags of a package": {"src/Log/Log.csproj": {Data: []byte(project)}, "src/Log/Log.cs": {}},
		"a script of the package": {
			"pyproject.toml":  {Data: []byte("[project]\nname = \"web\"\n[project.scripts]\nweb = \"web:main\"\n")},
			"web/__init__.py": {Data: []byte("from ._main import main\n")}, "web/_main.py": {Data: []byte("def main(): pass\n")},
		},
	} {
		found := false
		for _, e := range readTree(t, files).EntryPoints {
			found = found || e.Kind == kindLibrary
		}
		if !found {
			t.Errorf("%s: no library", name)
		}
	}
}

// TestCoreModules checks that a package whose __init__.py only exports names is read from its core module.
func TestCoreModules(t *testing.T) {
	file := func(path luminos.Path, code int) *luminos.File {
		return &luminos.File{Path: path, Lines: luminos.Lines{Code: code}}
	}
	for want, code := range map[luminos.Path][]int{"x/db.py": {9, 90, 30}, "": {9, 90, 31}} {
		files := []*luminos.File{file("x/__init__.py", code[0]), file("x/db.py", code[1]), file("x/other.py", code[2])}
		for _, n := range []int{0, 1} { // another large module is a program
			program := file("x/cli.py", 80*n)
			r := &reader{
				sources: &sources{tree: &tree{inDir: map[luminos.Path][]*luminos.File{"x": append(files, program)}}},
				entries: []entry{{Path: program.Path, Kind: kindScript}},
			}
			if got := coreModule(r, files[0]); got != want {
				t.Errorf("%v: got %q, want %q", code, got, want)
			}
		}
	}
	parts := map[luminos.Path][]*luminos.File{
		"x":   {file("x/__init__.py", 9), file("x/db.py", 90), file("x/other.py", 2)},
		"x/y": {file("x/y/large.py", 91)},
	}
	if got := coreModule(&reader{sources: &sources{tree: &tree{inDir: parts}}}, parts["x"][0]); got != "" {
		t.Errorf("a larger module in a part: got %q", got)
	}
	small := []*luminos.File{file("x/__init__.py", 9), file("x/db.py", 80), file("x/other.py", 2)}
	r := &reader{sources: &sources{tree: &tree{inDir: map[luminos.Path][]*luminos.File{"x": small}}}}
	if got := coreModule(r, small[0]); got != "" {
		t.Errorf("a little module: got %q", got)
	}
}
