package manifest

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"luminos"
	"luminos/internal/facts/decode"
)

func problemOf(res *Result, p luminos.Path) string {
	for _, x := range res.Problems {
		if x.Path == p {
			return x.Reason
		}
	}
	return ""
}

// Every parser recurses, so deep nesting is refused before a text is parsed.
func TestDeepNestingIsRefused(t *testing.T) {
	const n = 60_000
	deep := map[string]string{
		"package.json":        `{"x":` + strings.Repeat("[", n) + strings.Repeat("]", n) + "}",
		"composer.json":       strings.Repeat(`{"a":`, n/3),
		"Cargo.toml":          "a = " + strings.Repeat("[", n),
		"pyproject.toml":      strings.Repeat("a.", n) + "b = 1",
		"Pipfile":             "[" + strings.Repeat("a.", n) + "b]",
		"pubspec.yaml":        "a: " + strings.Repeat("[", n),
		"pnpm-workspace.yaml": strings.Repeat("- ", 20_000) + "x",
		"stack.yaml":          indented(300),
		"Chart.yaml":          strings.Repeat("? ", 20_000) + "x",
		"pom.xml":             strings.Repeat("<a>", n/2) + strings.Repeat("</a>", n/2),
		"Taskfile.yml":        "tasks: " + strings.Repeat("!t ", 20_000),
	}
	for name, content := range deep {
		t.Run(name, func(t *testing.T) {
			res := readTree(t, fstest.MapFS{name: {Data: []byte(content)}})
			if got := problemOf(res, luminos.Path(name)); !strings.Contains(got, "nested deeper") {
				t.Errorf("problem %q, want one about depth", got)
			}
			if len(res.Manifests) != 1 {
				t.Errorf("%d manifests, want the broken one listed", len(res.Manifests))
			}
		})
	}
}

func indented(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

func TestYAMLIsBoundedInAll(t *testing.T) {
	files := fstest.MapFS{"pubspec.yaml": {Data: []byte("a: x" + strings.Repeat(" x", 16<<10))}}
	for i := range maxYAMLTotal/decode.ConfigYAML + 10 {
		files[fmt.Sprintf("%d/pubspec.yaml", i)] = &fstest.MapFile{Data: []byte("name: x\n#" + strings.Repeat(" x\n#", decode.ConfigYAML/4-5))}
	}
	res := readTree(t, files)
	if got := problemOf(res, "pubspec.yaml"); !strings.Contains(got, "a line is longer") {
		t.Errorf("problem with a long line: %q", got)
	}
	if n := len(res.Problems); n < 5 || n > 20 {
		t.Errorf("%d problems, want those of the manifests over the budget: %v", n, res.Problems)
	}
}

// work returns the cost of reading a tree in bytes: allocated, and read from the
// target. Unlike time, it does not depend on the load of the machine.
func work(t *testing.T, files fstest.MapFS) (allocated, asked uint64) {
	t.Helper()
	src, scan := fake(files)
	counted := &countingSource{Source: src}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := Read(t.Context(), counted, scan, "C"); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc, counted.bytes
}

// countingSource counts the bytes of the texts that it returns.
type countingSource struct {
	luminos.Source
	bytes uint64
}

func (c *countingSource) Text(ctx context.Context, p luminos.Path, limit int) (luminos.Text, error) {
	text, err := c.Source.Text(ctx, p, limit)
	c.bytes += uint64(len(text.Content))
	return text, err
}

// Twice the file is at most about twice the work. The texts are shaped against
// quadratic appending, rereading and searching.
func TestLargeFilesAreLinear(t *testing.T) {
	fill := strings.Repeat
	for name, c := range map[string]struct {
		limit            int
		head, unit, tail string
	}{
		"setup.cfg":        {maxText, "[options]\ninstall_requires =\n", " a\n", ""},
		"x.cabal":          {maxText, "library\n  build-depends:\n", "   a,\n", ""},
		"pom.xml":          {maxText, "<project><name>", "a<!---->", "</name></project>"},
		"main.c":           {maxMainText, "", "int main(int a)\n{\n", ""},
		"server.c":         {maxMainText, "", "main ", ""},
		"Makefile":         {maxText, "", "a b c d e f g h i j:\n", ""},
		"CMakeLists.txt":   {maxText, "project(x)\n", "add_executable(x ${A})\nset(A ${A} ${B})\n", ""},
		"build.gradle":     {maxText, "", "implementation 'a:b:1'\n", ""},
		"settings.gradle":  {maxText, "include ", "'a', ", ""},
		"Rakefile":         {maxText, "namespace :a do\n", "  task :b do\n", ""},
		"Gemfile":          {maxText, "", "gem 'a'\n", ""},
		"requirements.txt": {maxText, "", "a==1\n", ""},
		"go.mod":           {maxText, "module m\n", "require a v1\n", ""},
		"setup.py":         {maxText, "setup(install_requires=[", "'a',", "])"},
		"meson.build":      {maxText, "", "executable('a', 'b')\n", ""},
		"mix.exs":          {maxText, "deps do ", "{:a, \"1\"},", ""},
		"justfile":         {maxText, "", "a b c\n", ""},
		"package.json":     {maxText, `{"bin":{`, `"a":"dist/a.js",`, `"z":"dist/z.js"}}`},
		"composer.json":    {maxText, `{"scripts":{"a":[`, `"@check",`, `"x"]}}`},
		"pubspec.yaml":     {decode.ConfigYAML, "", "a: {b: c}\n", ""},
		"deno.jsonc":       {maxText, "{", "/* */ ", "}"},
	} {
		t.Run(name, func(t *testing.T) {
			sized := func(size int) fstest.MapFS {
				return fstest.MapFS{name: {Data: []byte(c.head + fill(c.unit, (size-100)/len(c.unit)) + c.tail)}}
			}
			work(t, sized(1000)) // compiles the patterns
			halfAllocated, halfAsked := work(t, sized(c.limit/2))
			allocated, asked := work(t, sized(c.limit))
			if allocated > 3*halfAllocated+1<<20 {
				t.Errorf("allocates %d bytes for half the file, %d for the whole file", halfAllocated, allocated)
			}
			if asked > 3*halfAsked {
				t.Errorf("reads %d bytes for half the file, %d for the whole file", halfAsked, asked)
			}
		})
	}
}

func TestManyManifestsAreBounded(t *testing.T) {
	files := fstest.MapFS{"package.json": {Data: []byte(`{"name":"root","workspaces":["**","p/*"]}`)}}
	for i := range 30_000 {
		files[fmt.Sprintf("p/%d/package.json", i)] = &fstest.MapFile{Data: []byte(`{"name":"x","workspaces":["**"],"bin":"dist/a.js","dependencies":{"a":"1","b":"2","c":"3","d":"4"}}`)}
	}
	res := readTree(t, files)
	if len(res.Manifests) != maxManifests || len(res.Read) > maxParsed+1 || len(res.Dependencies) != maxDependencies {
		t.Errorf("%d manifests, %d read, %d dependencies: want bounds %d, %d, %d",
			len(res.Manifests), len(res.Read), len(res.Dependencies), maxManifests, maxParsed, maxDependencies)
	}
	if problemOf(res, luminos.Root) == "" {
		t.Error("no problem reports that manifests were left out")
	}
	if res.Manifests[len(res.Manifests)-1].Path != "package.json" {
		t.Error("the root manifest is not among those kept")
	}
}

// A workspace pattern costs work for each manifest, so the product is bounded.
func TestWorkspacePatternsAreBounded(t *testing.T) {
	var globs []string
	for i := range maxGlobs {
		globs = append(globs, fmt.Sprintf(`"**/%d/**/*a*b*c*/**"`, i))
	}
	doc := []byte(`{"workspaces":[` + strings.Join(globs, ",") + `]}`)
	files := fstest.MapFS{}
	for i := range 60 {
		files[strings.Repeat("d/", i)+"package.json"] = &fstest.MapFile{Data: doc}
	}
	for i := range 900 {
		files[strings.Repeat("d/", 60)+fmt.Sprintf("x%d/package.json", i)] = &fstest.MapFile{Data: []byte("{}")}
	}
	res := readTree(t, files)
	if !slices.ContainsFunc(res.Problems, func(p luminos.Problem) bool { return strings.Contains(p.Reason, "too many workspace patterns") }) {
		t.Error("no problem reports that members were not all looked up")
	}
}

func TestCMakeVariablesThatContainThemselves(t *testing.T) {
	res := readTree(t, fstest.MapFS{
		"CMakeLists.txt": {Data: []byte("project(x)\nset(A ${B})\nset(B ${A} ${B})\nadd_executable(one ${A})\nset(C two.c)\nadd_executable(two ${C})\n")},
		"two.c":          {Data: []byte("int main(void) { return 0; }\n")},
	})
	if len(res.EntryPoints) != 1 || res.EntryPoints[0].Name != "two" {
		t.Errorf("entry points %v, want two by its target", res.EntryPoints)
	}
}

// Every target of a CMake file can name every variable, and a variable can name others many times.
func TestCMakeVariablesAreBounded(t *testing.T) {
	vars := cmakeVars{"A": strings.Repeat("${B} ", 1000), "B": strings.Repeat("x.c ", 1000)}
	if n := len(vars.expand("${A}")); n != maxExpanded {
		t.Errorf("expanded to %d bytes, want %d", n, maxExpanded)
	}
	if got := vars.expand(`${CMAKE_SOURCE_DIR}/a.c ${A`); got != "/a.c ${A" {
		t.Errorf("expanded to %q, want other variables gone and the rest as it is", got)
	}
}

func TestINIValuesAreBounded(t *testing.T) {
	ini := parseINI("[s]\nk =\n" + strings.Repeat(" abc\n", 50_000))
	if n := len(ini["s"]["k"]); n == 0 || n > maxINIValue+10 {
		t.Errorf("a value of %d bytes, want at most about %d", n, maxINIValue)
	}
}

func TestInside(t *testing.T) {
	for _, c := range []struct {
		dir, rel string
		want     luminos.Path
	}{
		{"a", "./b/../c.js", "a/c.js"}, {"a", `b\c.js`, "a/b/c.js"}, {"a/b", "../c", "a/c"}, {".", "x", "x"},
		{"a", "../../c", ""}, {"a", "../..", ""}, {"a", "/etc", ""}, {"a", "", ""}, {"a", "b\x00c", ""}, {".", "..", ""},
	} {
		if got := inside(luminos.Path(c.dir), c.rel); got != c.want {
			t.Errorf("inside(%q, %q) = %q, want %q", c.dir, c.rel, got, c.want)
		}
	}
}

// A panic in a parser costs only its file.
func TestPanicBecomesAProblem(t *testing.T) {
	r := &reader{sources: &sources{ctx: t.Context()}, res: &Result{}}
	p := &pkg{}
	p.Path = "a/package.json"
	r.guard(p, func() { panic("index out of range") })
	if got := problemOf(r.res, p.Path); !strings.Contains(got, "index out of range") {
		t.Errorf("problem %q", got)
	}
}

// Paths in a manifest resolve inside the target only, and no name of the target
// becomes part of a derived command line.
func TestNamesStayInside(t *testing.T) {
	res := readTree(t, fstest.MapFS{
		"a/package.json":    {Data: []byte(`{"name":"x","bin":{"x":"../../etc/passwd","y":"/etc/passwd"},"main":"..\\..\\secret.js"}`)},
		"secret.js":         {Data: []byte("1")},
		"c/Cargo.toml":      {Data: []byte("[package]\nname = \"c\"\n[[bin]]\nname = \"x; rm -rf /\"\npath = \"src/x.rs\"\n")},
		"c/src/x.rs":        {Data: []byte("fn main() {}\n")},
		"p q;r/main.py":     {Data: []byte("if __name__ == \"__main__\":\n    pass\n")},
		"d/go.mod":          {Data: []byte("module d\n")},
		"d/cmd/-x/main.go":  {Data: []byte("package main\n\nfunc main() {}\n")},
		"d/cmd/$(x)/a.go":   {Data: []byte("package main\n\nfunc main() {}\n")},
		"e/pyproject.toml":  {Data: []byte("[project]\nname = \"e\"\n[project.scripts]\ne = \"../../secret:main\"\n")},
		"f/composer.json":   {Data: []byte(`{"name":"f/f","bin":["../secret.js"],"autoload":{"psr-4":{"F\\":"../"}}}`)},
		"g/CMakeLists.txt":  {Data: []byte("project(g)\nadd_executable(g ../../x.c /etc/y.c)\nadd_subdirectory(../..)\n")},
		"h/settings.gradle": {Data: []byte("include '..:a'\n")},
	})
	for _, e := range res.EntryPoints {
		if strings.HasPrefix(string(e.Path), "..") || strings.HasPrefix(string(e.Path), "/") {
			t.Errorf("entry point outside: %q", e.Path)
		}
	}
	for _, c := range res.Commands {
		if c.Basis == luminos.Derived && strings.ContainsAny(c.Line, ";$`") {
			t.Errorf("command %q", c.Line)
		}
	}
}

func TestNotText(t *testing.T) {
	res := readTree(t, fstest.MapFS{
		"package.json": {Data: []byte{0, 1, 2, 3, 0xff, 0xfe, 0, 0, 0x80}},
		"Cargo.toml":   {Data: []byte("\xff\xfe[\x00p\x00]\x00")},
		"go.mod":       {Data: nil},
		"pom.xml":      {Data: nil},
		"big/pom.xml":  {Data: []byte("<project>" + strings.Repeat("<a/>\n", maxText/4))},
	})
	for _, p := range []luminos.Path{"package.json", "go.mod", "pom.xml", "big/pom.xml"} {
		if problemOf(res, p) == "" {
			t.Errorf("no problem with %s", p)
		}
	}
}
