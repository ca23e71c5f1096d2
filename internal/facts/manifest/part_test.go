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

// The commands of a small nested package are marked as a part.
func TestParts(t *testing.T) {
	// with returns a tree of files, with n files for each pattern in many.
	with := func(files map[string]string, many map[string]int) fstest.MapFS {
		fsys := fstest.MapFS{}
		for name, s := range files {
			fsys[name] = &fstest.MapFile{Data: []byte(s)}
		}
		for pattern, n := range many {
			for i := range n {
				fsys[fmt.Sprintf(pattern, i)] = &fstest.MapFile{Data: []byte("x = 1\nall: x\n")}
			}
		}
		return fsys
	}
	const build, program = "all:\n\tcc\n", "int main(void) {}\n"
	for name, c := range map[string]struct {
		tree fstest.MapFS
		want []string // directories whose commands are marked as parts
	}{
		"a sample among playbooks": {with(map[string]string{"hello/Makefile": build, "hello/main.c": program},
			map[string]int{"play/%d.yml": 30}), []string{"hello"}},
		"its workspace": {with(map[string]string{"hello/Makefile": build, "hello/x/Makefile": build},
			map[string]int{"play/%d.yml": 30}), []string{"hello", "hello/x"}},
		"a page deep in a framework": {with(map[string]string{"Makefile": build, "src/errors/page/Makefile": build},
			map[string]int{"src/%d.py": 30}), []string{"src/errors/page"}},
		"many small packages": {with(nil, map[string]int{"p%d/Makefile": 15, "p%d/x.md": 15}),
			strings.Fields("p0 p1 p10 p11 p12 p13 p14 p2 p3 p4 p5 p6 p7 p8 p9")},
		"nothing else": {with(map[string]string{"app/Makefile": build, "README.md": "x"},
			map[string]int{"app/%d.py": 5}), nil},
		"most of the code in few files": {with(map[string]string{"app/Makefile": build, "app/main.c": strings.Repeat(program, 99)},
			map[string]int{"lib/%d.py": 30}), nil},
		"a website however large": {with(map[string]string{"Makefile": build, "main.c": program, "website/Makefile": build},
			map[string]int{"website/%d.js": 30}), []string{"website"}},
		"a website and nothing else":  {with(map[string]string{"website/Makefile": build}, map[string]int{"website/%d.js": 30}), nil},
		"a website above the product": {with(map[string]string{"src/app/Makefile": build, "src/app/main.c": program, "website/Makefile": build}, map[string]int{"src/app/%d.py": 9}), []string{"website"}},
		"a port beside C": {with(map[string]string{"js/package.json": `{"name": "x", "scripts": {"test": "jest"}}`},
			map[string]int{"c/%d.c": 5, "js/b%d.js": 1}), []string{"js"}},
	} {
		t.Run(name, func(t *testing.T) {
			res := readTree(t, c.tree)
			var got []string
			for i, cmd := range res.Commands {
				if i > 0 && !cmd.Part && res.Commands[i-1].Part && res.Commands[i-1].Purpose == cmd.Purpose {
					t.Errorf("%v comes after a command of a part", cmd)
				}
				if cmd.Part && !slices.Contains(got, string(cmd.Dir)) {
					got = append(got, string(cmd.Dir))
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("parts %q, want %q", got, c.want)
			}
		})
	}
}

// TestDescriptionOfMix checks the forms in which a project of Elixir describes itself.
func TestDescriptionOfMix(t *testing.T) {
	for _, text := range []string{
		"description: \"Flies kites\"", "description: \"\"\"\n  Flies\n  kites\n  \"\"\",\n", "@description \"Flies kites\"\ndescription: @description",
		"description: description(),\nname: \"Kite\"\n  defp description do\n \"\"\"\n Flies kites\n \"\"\"\n", "defp description, do: \"Flies kites\"",
	} {
		text = strings.ReplaceAll(text, "\ndescription", "\n  description")
		res := readTree(t, fstest.MapFS{"mix.exs": {Data: []byte("app: :kite,\n  " + text)}})
		if got := res.Manifests[0].Description; got != "Flies kites" {
			t.Errorf("%q: described as %q", text, got)
		}
	}
}

// Tests that a small part registers do not count for the target.
func TestCTestOfAPart(t *testing.T) {
	tree := fstest.MapFS{"x/CMakeLists.txt": {Data: []byte("add_test(a b)\n")}}
	if res := readTree(t, tree); !slices.Equal(res.TestFrameworks, []string{"ctest"}) {
		t.Errorf("test frameworks of the package alone: %q", res.TestFrameworks)
	}
	for i := range 30 {
		tree[fmt.Sprintf("d/%d.md", i)] = &fstest.MapFile{Data: []byte("x\n")}
	}
	if res := readTree(t, tree); len(res.TestFrameworks) > 0 {
		t.Errorf("test frameworks of a package among documents: %q", res.TestFrameworks)
	}
}

// TestPathMembers checks that packages on which members of a workspace depend by path are members, excluded ones apart.
func TestPathMembers(t *testing.T) {
	res := readTree(t, fstest.MapFS{
		"Cargo.toml": {Data: []byte("[workspace]\nmembers = ['a']\nexclude = ['d']\n" +
			"[workspace.dependencies]\ne = { path = 'e', version = '1' }\n")},
		"a/Cargo.toml": {Data: []byte("[package]\nname = 'a'\n[dependencies]\nb = { path = '../b' }\nd = { path = '../d' }\n")},
		"b/Cargo.toml": {Data: []byte("[package]\nname = 'b'\n[dev-dependencies]\nc = { path = '../c' }\na = { path = '../a' }\n")},
		"c/Cargo.toml": {Data: []byte("[package]\nname = 'c'\n[dependencies]\ne = { workspace = true }\n")},
		"e/Cargo.toml": {Data: []byte("[package]\nname = 'e'\npublish = []\n")},
		"d/Cargo.toml": {Data: []byte("[package]\nname = 'd'\n")},
	})
	if got := res.Manifests[0].Members; !slices.Equal(got, []luminos.Path{"a", "b", "c", "e"}) {
		t.Errorf("members %v, want a, b, c and e", got)
	}
	for _, m := range res.Manifests[1:] {
		if want := m.Name != "d"; (m.Role == luminos.ManifestMember) != want {
			t.Errorf("%s: role %s", m.Path, m.Role)
		}
		if want := m.Name == "e"; m.Private != want {
			t.Errorf("%s: private %t", m.Path, m.Private)
		}
	}
}

// A member of a workspace is not a part because of the files beside it.
func TestMembersAreNoParts(t *testing.T) {
	tree := fstest.MapFS{
		"Cargo.toml": {Data: []byte("[workspace]\nmembers = ['a']\n")}, "a/Cargo.toml": {Data: []byte("[package]\nname = 'a'\n")},
		"a/src/main.rs": {Data: []byte("fn main() {}\n")}, "a/Makefile": {Data: []byte("all:\n\tcc a.c\n")},
	}
	for i := range 30 {
		tree[fmt.Sprintf("src/%d.py", i)] = &fstest.MapFile{Data: []byte("x = 1\n")}
	}
	res := readTree(t, tree)
	if len(res.EntryPoints) != 1 || res.EntryPoints[0].Part {
		t.Errorf("entry points %v, want one that is no part", res.EntryPoints)
	}
	if i := slices.IndexFunc(res.Commands, func(c luminos.Command) bool { return c.Line == "make all" }); i < 0 || !res.Commands[i].Part {
		t.Errorf("commands %v, want make, marked as a part", res.Commands)
	}
}

func TestScriptOfAPythonPackageIsFound(t *testing.T) {
	const project = "[project]\nname = \"kite\"\n[project.scripts]\nkite = \"kite.cli:main\"\n"
	for _, file := range []string{"kite/cli.py", "src/kite/cli.py", "src/kite/cli/__main__.py", "kite/cli/__init__.py"} {
		got := readTree(t, fstest.MapFS{
			"pyproject.toml": {Data: []byte(project)}, file: {Data: []byte("def main():\n    pass\n")},
			"old/kite/cli.py": {Data: []byte("def main():\n    pass\n")},
		})
		if len(got.EntryPoints) == 0 || string(got.EntryPoints[0].Path) != file {
			t.Errorf("the script in %s: got %+v", file, got.EntryPoints)
		}
	}
}

// TestPackageWithTheNameOfItsScript checks that the only package is a library if a script has its name, and that a
// library of headers can lie beside its manifest.
func TestPackageWithTheNameOfItsScript(t *testing.T) {
	for script, want := range map[string]bool{"kite": true, "fly": false} {
		got := readTree(t, fstest.MapFS{
			"pyproject.toml":   {Data: []byte("[project]\nname = \"python-kite\"\n[project.scripts]\n" + script + " = \"kite.cli:main\"\n")},
			"kite/__init__.py": {Data: []byte("a = 1\n")}, "kite/cli.py": {Data: []byte("def main():\n    pass\n")},
		})
		library := func(e luminos.EntryPoint) bool { return e.Kind == "library" && e.Name == "kite" }
		if slices.ContainsFunc(got.EntryPoints, library) != want {
			t.Errorf("script %s: got %+v", script, got.EntryPoints)
		}
	}
	got := readTree(t, fstest.MapFS{
		"CMakeLists.txt": {Data: []byte("project(kite)\nadd_library(kite INTERFACE)\n")},
		"kite.h":         {Data: []byte("int a;\n")},
	})
	if len(got.EntryPoints) != 1 || got.EntryPoints[0].Path != "kite.h" {
		t.Errorf("a header beside its manifest: got %+v", got.EntryPoints)
	}
}

// TestAidsAreParts checks that private packages beside a published one with the name of the project are parts.
func TestAidsAreParts(t *testing.T) {
	const deps = `"dependencies": {"vite": "1", "vue": "3"}}`
	res := readTree(t, fstest.MapFS{
		"package.json":          {Data: []byte(`{"name": "kite-monorepo", "private": true, "workspaces": ["p/*"]}`)},
		"p/kite/index.js":       {},
		"p/kite/package.json":   {Data: []byte(`{"name": "kite", "main": "index.js"}`)},
		"p/explorer/index.html": {}, "p/kite-app/index.html": {},
		"p/explorer/package.json": {Data: []byte(`{"name": "explorer", "private": true, ` + deps)},
		"p/kite-app/package.json": {Data: []byte(`{"name": "kite-app", "private": true, ` + deps)},
	})
	got := map[string]bool{}
	for _, e := range res.EntryPoints {
		got[string(e.Path)] = e.Part
	}
	want := map[string]bool{"p/kite/index.js": false, "p/explorer/index.html": true, "p/kite-app/index.html": false}
	if !maps.Equal(got, want) {
		t.Errorf("parts %v, want %v", got, want)
	}
}

// TestPublishedModules checks that modules of Gradle which the build publishes are libraries.
func TestPublishedModules(t *testing.T) {
	tree := fstest.MapFS{
		"settings.gradle.kts": {Data: []byte("rootProject.name = \"kite-parent\"\ninclude(\":kite\", \":direct\", \":inner\", \":bom\", \":old\")\n")},
		"build.gradle.kts":    {Data: []byte("plugins {\n  alias(libs.plugins.maven.publish) apply false\n}\n")},
		"build-logic/src/main/kotlin/kite.release.gradle.kts": {Data: []byte("plugins {\n  id(\"com.vanniktech.maven.publish.base\")\n}\n")},
		"gradle/upload.gradle":                                {Data: []byte("apply plugin: 'maven-publish'\n")},
		"kite/build.gradle.kts":                               {Data: []byte("plugins {\n  id(\"kite.release\")\n}\n")}, "kite/src/commonMain/kotlin/A.kt": {},
		"direct/build.gradle.kts": {Data: []byte("plugins {\n  `maven-publish`\n}\n")}, "direct/src/main/java/A.java": {},
		"old/build.gradle": {Data: []byte("apply from: '../gradle/upload.gradle'\n")}, "old/src/main/java/A.java": {},
		"inner/build.gradle.kts": {Data: []byte("plugins {\n  id(\"other\")\n}\n")}, "inner/src/main/java/A.java": {},
		"bom/build.gradle.kts": {Data: []byte("plugins {\n  id(\"kite.release\")\n}\n")},
	}
	check := func(want ...string) {
		t.Helper()
		var got []string
		for _, e := range readTree(t, tree).EntryPoints {
			got = append(got, e.Kind+" "+string(e.Path))
		}
		if !slices.Equal(got, want) {
			t.Errorf("entry points %q, want %q", got, want)
		}
	}
	check("library kite", "library direct", "library old")
	for i := range 2 * maxConventions { // they take no plugin's place
		tree[fmt.Sprintf("buildSrc/src/main/kotlin/kite/a%d.kt", i)] = &fstest.MapFile{Data: []byte("val a = 1\n")}
	}
	check("library kite", "library direct", "library old")
	for i := range 2 * maxConventions {
		delete(tree, fmt.Sprintf("buildSrc/src/main/kotlin/kite/a%d.kt", i))
	}
	code := "fun p() = apply(plugin = \"com.vanniktech.maven.publish.base\")\n" // perhaps to the largest module
	tree["buildSrc/src/main/kotlin/kite/projects.kt"] = &fstest.MapFile{Data: []byte(code)}
	check()
}

// TestPublishedPackages checks the entry points of published packages, and the versions that are no names of macros.
func TestPublishedPackages(t *testing.T) {
	const app = "def project, do: [app: :kite, version: \"1.0\", description: @description]\n" +
		"@description \"Reads tables\"\nmod: {Kite.App, []}\n"
	for name, c := range map[string]struct {
		tree fstest.MapFS
		want string
	}{
		"an application": {fstest.MapFS{"mix.exs": {Data: []byte(app)}, "lib/kite/app.ex": {}},
			"server lib/kite/app.ex"},
		"a package": {fstest.MapFS{"mix.exs": {Data: []byte(app + "package: package(),\n")}, "lib/kite/app.ex": {}, "lib/kite.ex": {}},
			"library lib/kite.ex"},
		"a package without a module for all": {fstest.MapFS{"mix.exs": {Data: []byte(app + "package: [\n")},
			"lib/a/b.ex": {Data: []byte("defmodule B do\nend\n")}, "lib/c.ex": {Data: []byte("1\n")}}, "library lib/a/b.ex"},
		"a package in place": {fstest.MapFS{"mix.exs": {Data: []byte(app + "package: [\n")}, "lib/kite.ex": {}},
			"library lib/kite.ex"},
		"a directory": {fstest.MapFS{"package.json": {Data: []byte(`{"name": "k", "main": "dist/kite"}`)}, "lib/kite/index.ts": {}},
			"library lib/kite/index.ts"},
	} {
		var got []string
		for _, e := range readTree(t, c.tree).EntryPoints {
			got = append(got, e.Kind+" "+string(e.Path))
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	m := readTree(t, fstest.MapFS{"mix.exs": {Data: []byte(app)},
		"configure.ac": {Data: []byte("AC_INIT([kite], [kite_version])\n")}}).Manifests
	for i := range m {
		if m[i].Ecosystem == "hex" && m[i].Description != "Reads tables" || m[i].Ecosystem == "autotools" && m[i].Version != "" {
			t.Errorf("manifest %+v", m[i])
		}
	}
}
