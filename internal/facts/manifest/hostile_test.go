package manifest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"luminos"
)

// patience is far above what any of these takes and far below what a
// quadratic or exponential reader would take.
const patience = 10 * time.Second

// readInTime reads a tree and fails when that takes out of all proportion.
func readInTime(t *testing.T, files fstest.MapFS) *Result {
	t.Helper()
	start := time.Now()
	res := readTree(t, files)
	if d := time.Since(start); d > patience {
		t.Errorf("reading took %v", d)
	}
	return res
}

func problemOf(res *Result, p luminos.Path) string {
	for _, x := range res.Problems {
		if x.Path == p {
			return x.Reason
		}
	}
	return ""
}

// Every format nests, and every parser recurses: the depth is refused first.
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
		"environment.yml":     "dependencies: [x]\n" + strings.Repeat("a: ", 20_000),
		"Taskfile.yml":        "tasks: " + strings.Repeat("!t ", 20_000),
	}
	for name, content := range deep {
		t.Run(name, func(t *testing.T) {
			res := readInTime(t, fstest.MapFS{name: {Data: []byte(content)}})
			if got := problemOf(res, luminos.Path(name)); !strings.Contains(got, "nested deeper") {
				t.Errorf("the problem is %q, want its depth", got)
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
	files := fstest.MapFS{"pubspec.yaml": {Data: []byte("a: x" + strings.Repeat(" x", maxYAMLLine))}}
	for i := range maxYAMLTotal/maxYAML + 10 {
		files[fmt.Sprintf("%d/pubspec.yaml", i)] = &fstest.MapFile{Data: []byte("name: x\n#" + strings.Repeat(" x\n#", maxYAML/4-5))}
	}
	res := readInTime(t, files)
	if got := problemOf(res, "pubspec.yaml"); !strings.Contains(got, "a line is longer") {
		t.Errorf("long line: problem %q", got)
	}
	if n := len(res.Problems); n < 5 || n > 20 {
		t.Errorf("%d problems, want those of the manifests over the budget: %v", n, res.Problems)
	}
}

func TestYAMLAliasesDoNotExpand(t *testing.T) {
	var b strings.Builder
	b.WriteString("a0: &a0 [x,x,x,x,x,x,x,x,x]\n")
	for i := 1; i < 12; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i-1), 9), ","))
	}
	b.WriteString("name: bomb\n")
	res := readInTime(t, fstest.MapFS{"pubspec.yaml": {Data: []byte(b.String())}})
	if res.Manifests[0].Name != "bomb" {
		t.Errorf("name %q, want it read all the same; problems %v", res.Manifests[0].Name, res.Problems)
	}
}

// Sizes near the limit, shaped against whoever appends, searches backwards or
// matches each line with everything before it.
func TestLargeFilesAreLinear(t *testing.T) {
	fill := func(unit string, size int) string { return strings.Repeat(unit, size/len(unit)) }
	for name, content := range map[string]string{
		"setup.cfg":        "[options]\ninstall_requires =\n" + fill(" a\n", maxText-100),
		"x.cabal":          "library\n  build-depends:\n" + fill("   a,\n", maxText-100),
		"pom.xml":          "<project><name>" + fill("a<!---->", maxText-100) + "</name></project>",
		"main.c":           fill("int main(int a)\n{\n", maxMainText),
		"server.c":         fill("main ", maxMainText),
		"Makefile":         fill("a b c d e f g h i j:\n", maxText),
		"CMakeLists.txt":   "project(x)\n" + fill("add_executable(x ${A})\nset(A ${A} ${B})\n", maxText-100),
		"build.gradle":     fill("implementation 'a:b:1'\n", maxText),
		"settings.gradle":  "include " + fill("'a', ", maxText-100),
		"Gemfile":          fill("gem 'a'\n", maxText),
		"requirements.txt": fill("a==1\n", maxText),
		"go.mod":           "module m\n" + fill("require a v1\n", maxText-100),
		"setup.py":         "setup(install_requires=[" + fill("'a',", maxText-100) + "])",
		"meson.build":      fill("executable('a', 'b')\n", maxText),
		"mix.exs":          "deps do " + fill("{:a, \"1\"},", maxText-100),
		"justfile":         fill("a b c\n", maxText),
		"package.json":     `{"bin":{` + fill(`"a":"dist/a.js",`, maxText-100) + `"z":"dist/z.js"}}`,
		"pubspec.yaml":     fill("a: {b: c}\n", maxYAML-100),
		"deno.jsonc":       "{" + fill("/* */ ", maxText-100) + "}",
	} {
		t.Run(name, func(t *testing.T) {
			readInTime(t, fstest.MapFS{name: {Data: []byte(content)}})
		})
	}
}

func TestManyManifestsAreBounded(t *testing.T) {
	files := fstest.MapFS{"package.json": {Data: []byte(`{"name":"root","workspaces":["**","p/*"]}`)}}
	for i := range 30_000 {
		files[fmt.Sprintf("p/%d/package.json", i)] = &fstest.MapFile{Data: []byte(`{"name":"x","workspaces":["**"],"bin":"dist/a.js","dependencies":{"a":"1","b":"2","c":"3","d":"4"}}`)}
	}
	res := readInTime(t, files)
	if len(res.Manifests) != maxManifests || len(res.Read) > maxParsed+1 || len(res.Dependencies) != maxDependencies {
		t.Errorf("%d manifests, %d read, %d dependencies: want bounds %d, %d, %d",
			len(res.Manifests), len(res.Read), len(res.Dependencies), maxManifests, maxParsed, maxDependencies)
	}
	if problemOf(res, luminos.Root) == "" {
		t.Error("nothing says that manifests were left out")
	}
	if res.Manifests[len(res.Manifests)-1].Path != "package.json" {
		t.Error("the root manifest is not among those kept")
	}
}

// A pattern out of a manifest costs work for every manifest: the product is bounded.
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
	res := readInTime(t, files)
	if !slices.ContainsFunc(res.Problems, func(p luminos.Problem) bool { return strings.Contains(p.Reason, "too many workspace patterns") }) {
		t.Error("nothing says that members were not all looked up")
	}
}

func TestCMakeVariablesThatContainThemselves(t *testing.T) {
	res := readInTime(t, fstest.MapFS{
		"CMakeLists.txt": {Data: []byte("project(x)\nset(A ${B})\nset(B ${A} ${B})\nadd_executable(one ${A})\nset(C two.c)\nadd_executable(two ${C})\n")},
		"two.c":          {Data: []byte("int main(void) { return 0; }\n")},
	})
	if len(res.EntryPoints) != 1 || res.EntryPoints[0].Name != "two" {
		t.Errorf("entry points %v, want two by its target", res.EntryPoints)
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

// A panic in a parser costs the one file.
func TestPanicBecomesAProblem(t *testing.T) {
	r := &reader{ctx: t.Context(), res: &Result{}}
	p := &pkg{}
	p.Path = "a/package.json"
	r.guard(p, func(*reader, *pkg) { panic("index out of range") })
	if got := problemOf(r.res, p.Path); !strings.Contains(got, "index out of range") {
		t.Errorf("problem %q", got)
	}
}

// What a manifest names is looked for inside the target only, and no name of
// the target becomes part of a command line that a shell would run.
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
