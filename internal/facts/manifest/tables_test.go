package manifest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

func TestLineOfCMain(t *testing.T) {
	for src, want := range map[string]int{
		"int main(void) {}": 1, "\n\nint main(int argc,\n  char **argv)\n{": 3, "int\nmain ()\n{": 2, "static int WINAPI WinMain(x) {": 1, "extern \"C\" int main() {": 1,
		"int main(void);": 0, "int main(void);\nint main(void) {": 2, "domain(x) {": 0, "remain\nint main() {": 2, "int again;\nmain() {": 0, "int main": 0, "": 0,
		"#ifdef TEST\nint main() {}\n#endif\n": 0, "#ifdef TEST\n#endif\nint main() {}": 3, "#ifdef TEST\n#else\nint main() {}\n#endif": 3, "#ifndef TEST\nint main() {}\n#endif": 2,
		"#if 0\nint main() {}\n#elif X\nint main() {}\n": 4, "#endif\n#else\nint main() {}": 3, "#ifdef WIN32\nint main() {}\n#endif": 2, "# if DEBUG\n# ifdef X\nint main() {}\n# endif\n# endif\n": 0,
		"#ifdef TEST\n#ifdef X\n#endif\nint main() {}\n#endif\nint main() {}": 6,
		"int main(" + strings.Repeat(" ", 599) + "{":                          1, "int main(" + strings.Repeat(" ", 600) + "{": 0, strings.Repeat(" ", 192) + "int main() {": 0, strings.Repeat(" ", 191) + "int main() {": 1,
		"int main() x\n;{": 0, "void\tmain( {": 1, "intmain() {": 0,
	} {
		if got := cMain(src); got != want {
			t.Errorf("cMain(%.80q) = %d, want %d", src, got, want)
		}
	}
}

func TestParseINI(t *testing.T) {
	got := parseINI("lost = 1\n[a]\n# x = 1\n; y = 1\nk = v\nl: w = x\n  more\n\n\tand more\nnone\n= empty\n[a]\nm=\n [b]\n[c\nd = 1\n[e]\n  indented = 1\n")
	want := map[string]map[string]string{
		"a": {"k": "v", "l": "w = x\nmore\nand more", "": "empty", "m": "\n[b]", "d": "1"}, "e": {"indented": "1"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestBoundsOfPatterns(t *testing.T) {
	a := func(n int) string { return strings.TrimSuffix(strings.Repeat("a/", n), "/") }
	for _, c := range []struct {
		glob, rel string
		want      bool
	}{
		{a(maxSegments), a(maxSegments), true}, {"*/" + a(maxSegments-1), a(maxSegments), true}, {"*/" + a(maxSegments), a(maxSegments + 1), false},
		{strings.Repeat("x", maxGlob), strings.Repeat("x", maxGlob), true}, {strings.Repeat("x", maxGlob+1), strings.Repeat("x", maxGlob+1), false},
		{"./a/", "a", true}, {`a\b`, "a/b", true}, {"**", "a/b/c", true}, {"a/**", "a", true}, {"a/*", "a", false}, {"a/*", "a/b/c", false}, {"[", "[", true}, {"[", "x", false},
	} {
		if got := matchGlob(c.glob, c.rel); got != c.want {
			t.Errorf("matchGlob(%.40q, %.40q) = %v", c.glob, c.rel, got)
		}
	}
	for _, c := range []struct {
		globs []string
		want  bool
	}{{[]string{"a"}, true}, {[]string{"a", "!a"}, false}, {[]string{"!a", "a"}, false}, {[]string{"!b", "a"}, true}, {[]string{"b", "!c"}, false}, {nil, false}} {
		if got := matchesGlobs(c.globs, "a"); got != c.want {
			t.Errorf("matchesGlobs(%q) = %v", c.globs, got)
		}
	}
	if got := inside("a", strings.Repeat("x", 1000)); got == "" {
		t.Error("a name of 1000 bytes is refused")
	}
	if got := inside("a", strings.Repeat("x", 1001)); got != "" {
		t.Error("a name of 1001 bytes is accepted")
	}
	for _, c := range []struct{ dir, p, want string }{{"a", "a", "."}, {".", "a/b", "a/b"}, {"a", "a/b", "b"}, {".", ".", "."}} {
		if got := relative(luminos.Path(c.dir), luminos.Path(c.p)); got != c.want {
			t.Errorf("relative(%q, %q) = %q, want %q", c.dir, c.p, got, c.want)
		}
	}
}

func TestNameClass(t *testing.T) {
	for _, c := range []struct {
		project, name string
		want          int
	}{{"kite", "kite", 0}, {"kite", "Kite_Web", 1}, {"kite", "@acme/kite", 0}, {"kite", "web", 2}, {"", "web", 2}, {"kite", "", 2}, {"k", "kite", 2}, {"ki", "kite", 1}, {"kite", "x/kite/v3", 0}, {"v3", "v3", 0}} {
		if got := nameClass(c.project, c.name); got != c.want {
			t.Errorf("nameClass(%q, %q) = %d, want %d", c.project, c.name, got, c.want)
		}
	}
}

// Only test frameworks of the words of a command count, alone or with an argument that follows.
func TestRuns(t *testing.T) {
	for _, c := range []struct {
		words, command string
		want           bool
	}{
		{"jest", "jest", true}, {"x jest y", "jest", true}, {"./jest", "jest", false}, {"node_modules/.bin/jest.js", "jest", true}, {"jest@29", "jest", true}, {"@jest", "jest", false},
		{"bun test", "bun test", true}, {"bun run test", "bun test", false}, {"bun", "bun test", false}, {"node x --test", "node --test", true}, {"node x", "node --test", false}, {"ava.mjs", "ava", true},
	} {
		if got := runs(strings.Fields(c.words), strings.Fields(c.command)); got != c.want {
			t.Errorf("runs(%q, %q) = %v", c.words, c.command, got)
		}
	}
}

func TestGroupsOfDependencies(t *testing.T) {
	for _, c := range []struct{ group, otherwise, want string }{
		{"Testing", "dev", "test"}, {"unit-tests", "", "test"}, {"docs", "optional", "dev"}, {"MyPy", "", "dev"}, {"s3", "optional", "optional"}, {"developers", "x", "x"},
	} {
		if got := groupScope(c.group, c.otherwise); got != c.want {
			t.Errorf("groupScope(%q, %q) = %q, want %q", c.group, c.otherwise, got, c.want)
		}
	}
	for _, c := range []struct{ groups, want string }{
		{":test", "test"}, {"[:test, :development]", "dev"}, {":production", "out"}, {":test, :default", "out"}, {" %w(test ci)", "test"}, {":lint", "dev"}, {":test, optional: true", "test"}, {"", "dev"},
	} {
		if got := gemScope(c.groups, "out"); got != c.want {
			t.Errorf("gemScope(%q) = %q, want %q", c.groups, got, c.want)
		}
	}
	p := &pkg{}
	for _, s := range []string{"a[x,y]>=1 ; python_version < '3'", "b @ https://x", "c (~=2.0)  # why", " .d", "e==1,!=2", strings.Repeat("f", 201), strings.Repeat("g", 200)} {
		p.dependPEP508(s, "")
	}
	var got []string
	for _, d := range p.deps {
		got = append(got, d.Name+" "+d.Version)
	}
	if want := []string{"a >=1", "b ", "c ~=2.0", "e ==1,!=2", strings.Repeat("g", 200) + " "}; !slices.Equal(got, want) {
		t.Errorf("dependencies %q, want %q", got, want)
	}
}

func TestOrderOfCommands(t *testing.T) {
	in := []luminos.Command{
		{Purpose: "test", Line: "a"}, {Purpose: "build", Line: "part", Part: true}, {Purpose: "build", Line: "deep", Dir: "a/b"}, {Purpose: "build", Line: "low", Dir: "b"},
		{Purpose: "build", Line: "first", Dir: "a"}, {Purpose: "build", Line: "derived", Basis: luminos.Derived}, {Purpose: "build", Line: "root", Basis: luminos.Measured},
		{Purpose: "build", Line: "root", Basis: luminos.Derived}, {Purpose: "install", Line: "z", Dir: "z/z/z"}, {Purpose: "build", Line: "measured", Dir: "c", Basis: luminos.Measured},
	}
	var got []string
	for _, c := range finishCommands(in, luminos.Root) {
		got = append(got, c.Line)
	}
	if want := "z root derived measured first low deep part a"; strings.Join(got, " ") != want {
		t.Errorf("commands %q, want %q", got, want)
	}
	in = nil
	for i := range 3 * maxPerPurpose {
		for _, p := range purposes {
			in = append(in, luminos.Command{Purpose: p, Line: fmt.Sprint(i)})
		}
	}
	if n := len(finishCommands(in, luminos.Root)); n != maxCommands {
		t.Errorf("%d commands, want %d", n, maxCommands)
	}
}

// TestOtherRuns checks that only the first program of all is to run.
func TestOtherRuns(t *testing.T) {
	all := []luminos.Command{{Purpose: "build", Dir: "api"}, {Purpose: "run", Dir: "api"}, {Purpose: "run", Dir: "kite"}, {Purpose: "run"}}
	markOtherRuns(all, []luminos.EntryPoint{
		{Path: "lib", Kind: kindLibrary}, {Path: "x/main.go", Kind: kindBinary, Part: true},
		{Path: "kite/main.go", Kind: kindBinary}, {Path: "api/main.go", Kind: kindBinary},
	})
	for i, want := range []bool{false, true, false, false} {
		if all[i].Part != want {
			t.Errorf("command %d: part %v, want %v", i, all[i].Part, want)
		}
	}
	one := []luminos.Command{{Purpose: "run", Dir: "api"}}
	if markOtherRuns(one, nil); one[0].Part {
		t.Error("without an entry point the only command is a part")
	}
}

func TestOrderOfSources(t *testing.T) {
	for p, want := range map[luminos.Path]int{"main.c": 0, "x/Server.cpp": 0, "tools/main.c": 0, "mymain.c": 1, "redis-cli.c": 1, "xserver.c": 1, "tools/x.c": 4, "x.c": 2} {
		if got := cOrder(p); got != want {
			t.Errorf("cOrder(%q) = %d, want %d", p, got, want)
		}
	}
	for p, want := range map[luminos.Path]int{"Main.java": 0, "MainKt.kt": 0, "ShopApplication.java": 1, "MyApp.kt": 2, "Cli.java": 5, "X.java": len(jvmNames)} {
		if got := jvmOrder(p); got != want {
			t.Errorf("jvmOrder(%q) = %d, want %d", p, got, want)
		}
	}
	for p, want := range map[luminos.Path]int{".": 0, "cmd": 0, "cmd/x/y": 0, "cmdx": 1, "a/b": 2} {
		if got := goDirOrder(p); got != want {
			t.Errorf("goDirOrder(%q) = %d, want %d", p, got, want)
		}
	}
	for dir, want := range map[luminos.Path]bool{"a/_x/b": true, "a/.x": true, "testdata": true, "a/testdata/b": true, "a/b": false, ".": false} {
		if got := hiddenGo(dir); got != want {
			t.Errorf("hiddenGo(%q) = %v", dir, got)
		}
	}
	for module, want := range map[string]string{"example.com/x/v2": "x", "x": "x", "": "main", "/": "main", "v2": "main", "example.com/v2x": "v2x"} {
		if got := lastElement(module); got != want {
			t.Errorf("lastElement(%q) = %q, want %q", module, got, want)
		}
	}
}

func TestCommandsOfReadme(t *testing.T) {
	const tree = "requirements.txt x/main.py run.sh x.sh setup.py run"
	for _, c := range []struct{ readme, want string }{
		{"```\npip install -r requirements.txt\n```", "install pip install -r requirements.txt"}, {"```\npip install -r\n```", ""}, {"```\ninstall -r requirements.txt\n```", ""},
		{"```\npip get -r requirements.txt\n```", ""}, {"```\npip install -r gone.txt\n```", ""}, {"```\nuv pip install -r requirements.txt\n```", ""},
		{"```\n./run.sh\n```", "run ./run.sh"}, {"```\n./x.sh\n```", ""}, {"```\npython x/main.py\n```", "run python x/main.py"}, {"```\npython\n```", ""}, {"```\nx/a.py\n```", ""}, {"```\npython setup.py\n```", ""},
		{"```\nperl ./run # now\n```", "run perl ./run"}, {"```SH\n$ sh run.sh\n```", "run sh run.sh"}, {"```go\nsh run.sh\n```", ""}, {"sh run.sh", ""}, {"```\nsh run.sh ...\n```", ""},
		{"```\n```\nsh run.sh\n", ""}, {"```\nsh run.sh | x\n```", ""},
	} {
		files := fstest.MapFS{"README": {Data: []byte(c.readme)}}
		for name := range strings.FieldsSeq(tree) {
			files[name] = &fstest.MapFile{}
		}
		var got []string
		for _, cmd := range readTree(t, files).Commands {
			if cmd.Basis == luminos.Measured {
				got = append(got, cmd.Purpose+" "+cmd.Line)
			}
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("commands of %q: %q, want %q", c.readme, got, c.want)
		}
	}
	// A document counts more than a task of a manifest in the root directory.
	res := readTree(t, fstest.MapFS{
		"README": {Data: []byte("```\nsh run.sh\n```")}, "run.sh": {}, "Taskfile.yml": {Data: []byte("tasks:\n  run:\n    cmds: [./x]\n")},
	})
	if got := res.Commands[0].Line + ", " + res.Commands[1].Line; got != "sh run.sh, task run" {
		t.Errorf("commands in the order %q", got)
	}
}

// TestDocumentedCommands checks which commands of a document count, and their working directory.
func TestDocumentedCommands(t *testing.T) {
	files := func(guide string) fstest.MapFS {
		return fstest.MapFS{
			"docs/building.md": {Data: []byte(guide)}, "go.mod": {Data: []byte("module x.org/tool\n")},
			"cmd/tool/main.go": {Data: []byte("package main\nfunc main() {}\n")},
			"web/package.json": {Data: []byte(`{"name":"web","scripts":{"tauri":"tauri","dev":"v","setup":"v"}}`)},
			"Makefile":         {Data: []byte("all: tool\n")},
		}
	}
	for guide, want := range map[string]string{
		"```sh\ngo build ./cmd/tool\n```":                                          "build: go build ./cmd/tool",
		"```sh\ngo build ./cmd/gone\n```":                                          "",
		"```sh\ngo install x.org/tool@latest\n```":                                 "",
		"```sh\ngit clone https://x.org/t\ncd t\ngo test ./...\n```":               "test: go test ./...",
		"```sh\ngit clone git@x.org:o/dep\ncd dep\ngo test ./...\n```":             "",
		"```sh\ngit clone https://x.org/o/tool.git src\ncd src\ngo vet ./...\n```": "lint: go vet ./...",
		"```sh\ncd web\npnpm setup\n```":                                           "",
		"```sh\ncd web\nnpm run tauri dev\nnpm run gone\n```":                      "run: npm run tauri dev in web",
		"```sh\ncd ../other\ngo test ./...\n```":                                   "",
		"```sh\ncd PATH_TO_YOUR_THING\ngo test ./...\n```":                         "",
		"```sh\ncargo build\n```":                                                  "",
		"Text.\n\n    go test ./...\n":                                             "test: go test ./...",
		"Text.\n    go test ./...\n":                                               "",
		"Run `go vet ./...` first.":                                                "lint: go vet ./...",
		"Never use it; `go vet ./...`.":                                            "",
		"```sh\ngo test -run 'X' ./...\ngo test -v ./...\ngo test\n```":            "test: go test -v ./...; test: go test",
		"- `go test -v ./...` - Run all tests\n- `go vet ./...`, or not\n":         "test: go test -v ./...",
		"If you don't want Nix, do it by hand:\n\n```sh\ngo test ./...\n```\n\nElse:\n\n```sh\ngo vet ./...\n```": "lint: go vet ./...",
		"```sh\nnpx create-tool new-site\ncd new-site\ngo test ./...\n```":                                        "",
		"```sh\nmkdir out && cd out\ngo test ./...\n```":                                                          "",
		"```sh\ncd web && npm ci\ngo test ./...\n```":                                                             "test: go test ./...",
		"```sh\ngo test -bench=Speed\n```":                                                                        "",
		"```go\ngo test\n```":                                                                                     "",
		"````sh\n```\ngo test\n````":                                                                              "test: go test",
	} {
		var got []string
		for _, c := range readTree(t, files(guide)).Commands {
			if c.Basis == luminos.Measured && c.Evidence[0].Path == "docs/building.md" {
				line := c.Purpose + ": " + c.Line
				if c.Dir != "" {
					line += " in " + string(c.Dir)
				}
				got = append(got, line)
			}
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%q: got %q, want %q", guide, strings.Join(got, "; "), want)
		}
	}
}

// TestScriptPurpose checks that the commands of a script decide over its name.
func TestScriptPurpose(t *testing.T) {
	const manifest = `{"name":"x","scripts":{"test":"nodemon server.js","dev":"tsx --conditions x","start":"node server.js","build":"node scripts/all.mjs"}}`
	var got []string
	files := fstest.MapFS{"package.json": {Data: []byte(manifest)}, "server.js": {}, "scripts/all.mjs": {}}
	for _, c := range readTree(t, files).Commands {
		got = append(got, c.Purpose+": "+c.Line)
	}
	if want := "build: npm run build; run: npm start; run: npm test"; strings.Join(got, "; ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestBuildTags checks which files of a main package count by their build constraint.
func TestBuildTags(t *testing.T) {
	for header, want := range map[string]bool{"": false, "//go:build linux\n": false,
		"//go:build !windows && cgo\n": false, "//go:build ignore\n": true, "//go:build tools\n": true,
		"// +build ignore\n": true, "//go:build go1.18\n": false, "//go:build !debug\n": false, "//go:build (\n": false} {
		if got := tagged(header); got != want {
			t.Errorf("%q: got %v", header, got)
		}
	}
}

func TestSmallParts(t *testing.T) {
	text := luminos.Text{Content: "a b\nb a\nc"}
	for _, c := range []struct {
		from    int
		needles []string
		want    int
	}{{1, []string{"a", "b"}, 1}, {2, []string{"a", "b"}, 2}, {1, []string{"c"}, 3}, {4, []string{"c"}, 0}, {1, []string{"a", "c"}, 0}, {0, nil, 1}} {
		ev := citeFrom(text, c.from, c.needles...)
		if len(ev) > 1 || (len(ev) == 1) != (c.want > 0) || c.want > 0 && ev[0].Lines.First != c.want {
			t.Errorf("citeFrom(%d, %q) = %v, want line %d", c.from, c.needles, ev, c.want)
		}
	}
	if citeLine(text, 0) != nil || citeLine(text, 4) != nil || citeLine(luminos.Text{Content: "cut", Cut: true}, 1) != nil || citeLine(luminos.Text{Content: "whole\ncut", Cut: true}, 1) == nil {
		t.Error("lines outside of a text, or cut, are cited; or whole lines are not")
	}
	r := &reader{sources: &sources{tree: newTree(&luminos.Scan{Files: []luminos.File{
		{Path: "a"}, {Path: "link", Kind: luminos.KindSymlink}, {Path: "b/c/d"},
	}})}, entries: make([]entry, 50*maxEntryPoints-1)}
	if !r.tree.has("a") || r.tree.has("link") || !r.tree.dirs["b"] || !r.tree.dirs["b/c"] || r.tree.dirs["a"] {
		t.Errorf("files %v, directories %v", r.tree.files, r.tree.dirs)
	}
	for range 2 {
		r.addEntry(nil, entry{Path: "a"})
	}
	if len(r.entries) != 50*maxEntryPoints {
		t.Errorf("%d entry points are kept, want %d", len(r.entries), 50*maxEntryPoints)
	}
	if dir, line := runCabal(nil, luminos.EntryPoint{}); dir != "" || line != "" {
		t.Errorf("a program without a name is run by %q in %q", line, dir)
	}
	tasks := parseRules("task :a\ntask b: []\nSome::Task.new(:c)\n  task :d\ntask :a\n", rakeTask)
	if len(tasks) != 3 || tasks["a"].line != 1 || tasks["b"].line != 2 || tasks["c"].line != 3 {
		t.Errorf("tasks %v", tasks)
	}
	res := readTree(t, fstest.MapFS{"Rakefile": {Data: []byte("Rake::TestTask.new do |t|\nend\n")}})
	if len(res.Commands) != 1 || res.Commands[0].Line != "rake test" {
		t.Errorf("commands %v, want the test task", res.Commands)
	}
}
