package facts

import (
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/facts/factstest"
)

// TestCodeSizeIsByPurpose checks that tests, examples and vendored code are not counted as the target's own code, that
// scripts below public are, that tests inside a source are apart, and that dialects count for their language, and
// scores for none.
func TestCodeSizeIsByPurpose(t *testing.T) {
	src, scan := factstest.Archive(t, `
-- a.ts --
let a = 1
-- b.tsx --
let b = 1
let c = 2
-- a.test.ts --
let t = 1
-- tests/deep/helper.py --
x = 1
y = 2
-- examples/e.py --
x = 1
-- docs/conf.py --
x = 1
-- third_party/v.py --
x = 1
-- src/bundled/v.py --
x = 1
-- src/bundled/v.license.txt --
Mine
-- public/index.html --
<p>x</p>
-- public/style.css --
p { color: red }
-- public/js/own.js --
let d = 1
-- src/r.rs --
fn f() {}
#[cfg(test)]
mod t {
    fn g() {}
}
-- chant.ly --
\version "2.18"
{ c d e }
-- README.md --
# Title
`)
	f, err := Of(t.Context(), src, scan, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := luminos.CodeSize{Own: 5, Tests: 7, Other: 2, Languages: []luminos.LanguageCode{
		{Name: "TypeScript", Code: 3}, {Name: "JavaScript", Code: 1}, {Name: "Rust", Code: 1}}}
	if diff := gocmp.Diff(want, f.Code); diff != "" {
		t.Error(diff)
	}
	sum, roles := luminos.CodeSize{Languages: f.Code.Languages}, luminos.CodeRoles(f.Directories)
	for _, d := range f.Directories {
		sum.Add(roles[d.Path], d.Code, d.TestCode)
	}
	if diff := gocmp.Diff(f.Code, sum); diff != "" {
		t.Errorf("the directories add up to other numbers: %s", diff)
	}
}

// TestSamplesAreNoCode checks that sources in many languages that only tests have, sources of Java among resources and
// declarations of generated scripts count nowhere, that other declarations count, and that t holds the tests of Perl.
func TestSamplesAreNoCode(t *testing.T) {
	files := `
-- src/a.js --
let a = 1
-- src/types.d.ts --
declare let a: number
-- dist/b.js --
let b = 1
-- dist/b.d.ts --
declare let b: number
-- src/main/resources/in/A.java --
class A {}
-- tests/a.js --
let t = 1
-- t/a.t --
use A;
-- t/b.t --
use B;
-- t/in/c.js --
let c = 1
`
	for i, ext := range strings.Fields("py rb go rs java c php lua swift kt") {
		files += "-- tests/samples/" + string(rune('a'+i)) + "." + ext + " --\nx\n"
	}
	src, scan := factstest.Archive(t, files)
	f, err := Of(t.Context(), src, scan, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if f.Code.Own != 2 || f.Code.Tests != 4 || f.Code.Other != 0 {
		t.Errorf("%+v", f.Code)
	}
	roles := luminos.CodeRoles(f.Directories)
	var sum luminos.CodeSize
	for _, d := range f.Directories {
		sum.Add(roles[d.Path], d.Code, d.TestCode)
	}
	if sum.Own != f.Code.Own || sum.Tests != f.Code.Tests {
		t.Errorf("the directories add up to other numbers: %+v", sum)
	}
}

// TestCodeOfAmbiguousNames checks that code is the target's own in a package named integration, in a directory of code
// for documents, and below a directory whose only direct file is a test.
func TestCodeOfAmbiguousNames(t *testing.T) {
	src, scan := factstest.Archive(t, `
-- internal/integration/pinboard/client.go --
package pinboard
-- doc/md.go --
package doc
-- src/docs/view.tsx --
let a = 1
-- web/src/router.test.tsx --
let t = 1
-- web/src/views/app.tsx --
let b = 1
-- tool/bundled/lsp.py --
a = 1
-- web/src/views/list.tsx --
let c = 1
-- cypress/integration/login_spec.js --
let t = 1
-- docs/conf.js --
let d = 1
-- website/src/docs/page.tsx --
let e = 1
-- t/mojo/a.t --
print 1;
-- t/mojo/b.t --
print 1;
-- t/mojo/lib/c.pm --
1;
`)
	f, err := Of(t.Context(), src, scan, Options{})
	if err != nil {
		t.Fatal(err)
	}
	f.Code.Languages = nil
	if want := (luminos.CodeSize{Own: 6, Tests: 5, Other: 2}); !gocmp.Equal(want, f.Code) {
		t.Errorf("got %+v, want %+v", f.Code, want)
	}
}

// coreOf returns the core of files without roles, with a number of own lines.
func coreOf(name, language string, own int, files ...luminos.File) *luminos.FileCode {
	f := &luminos.Facts{Name: name, MainLanguage: language, Code: luminos.CodeSize{Own: own}}
	return coreFile(files, f, nil, purposesOf(files))
}

// TestCoreFile checks that the file with half of the code, or else with the name of the target, is the core.
func TestCoreFile(t *testing.T) {
	file := func(path luminos.Path, code int) luminos.File {
		return luminos.File{Path: path, Category: luminos.CategorySource, Language: "C", Lines: luminos.Lines{Code: code}}
	}
	script := file("b.sh", 500)
	script.Language = "Shell"
	if core := coreOf("X", "C", 800, script, file("a.c", 300)); core != nil {
		t.Errorf("a script: got %v", core)
	}
	completion := file("x.bash-completion", 500)
	completion.Language = "Shell"
	core := coreOf("X", "C", 1700, completion, file("x.c", 300), file("a.c", 900))
	if core == nil || core.Path != "x.c" {
		t.Errorf("a completion beside a program: got %v", core)
	}
	for want, files := range map[luminos.Path][]luminos.File{
		"a.c":           {file("a.c", 500), file("b/y.c", 400), file("x_test.c", 900)},
		"x.c":           {file("a.c", 900), file("x.c", 300), file("x.h", 200), file("y/x.h", 300)},
		"y/x.h":         {file("a.c", 900), file("old/x.c", 300), file("deprecated/x.h", 200), file("y/x.h", 300)},
		"b/x.c":         {file("a.c", 400), file("b/x.c", 300), file("c/d/x.c", 300)},
		"reconfigure.c": {file("reconfigure.c", 500), file("b.c", 300)},
		"":              {file("setup.py", 400), file("b/x.c", 100), file("c/x.c", 300)},
	} {
		own, got := 0, luminos.Path("")
		for _, f := range files {
			if f.Path != "x_test.c" {
				own += f.Lines.Code
			}
		}
		if core := coreOf("X", "C", own, files...); core != nil {
			got = core.Path
		}
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestCoreFileOfLibrary checks that a file with the name of a library is its core only with a part of the code.
func TestCoreFileOfLibrary(t *testing.T) {
	source := func(p luminos.Path, code int) luminos.File {
		return luminos.File{Path: p, Category: luminos.CategorySource, Language: "C++", Lines: luminos.Lines{Code: code}}
	}
	files := []luminos.File{source("src/jo.cc", 40), source("include/jo/format.h", 600), source("include/jo/base.h", 400)}
	for kind, want := range map[string]bool{"library": false, "command-line program": true} {
		f := &luminos.Facts{Name: "jo", MainLanguage: "C++", Code: luminos.CodeSize{Own: 1400}, Kind: kind}
		if got := coreFile(files, f, nil, purposesOf(files)) != nil; got != want {
			t.Errorf("%s: got %v, want %v", kind, got, want)
		}
	}
}

// TestCoreFileOfSettings checks that a file of settings is the core only by the name of the target.
func TestCoreFileOfSettings(t *testing.T) {
	files := []luminos.File{
		{Path: "lib/config.js", Lines: luminos.Lines{Code: 500}}, {Path: "lib/a.js", Lines: luminos.Lines{Code: 100}},
	}
	for i := range files {
		files[i].Category, files[i].Language = luminos.CategorySource, "JavaScript"
	}
	for name, want := range map[string]luminos.Path{"config": "lib/config.js", "jo": ""} {
		got := luminos.Path("")
		if core := coreOf(name, "JavaScript", 600, files...); core != nil {
			got = core.Path
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// TestCodeOfNamedFiles checks that measurements and examples are apart by their names, unless they are most of the code,
// and that a file of C is a test by its name only beside the tested file.
func TestCodeOfNamedFiles(t *testing.T) {
	for name, c := range map[string]struct {
		tree string
		want luminos.CodeSize
	}{
		"apart":               {"-- src/a.ts --\nlet a = 1\nlet b = 2\n-- src/a.bench.ts --\nlet c = 1\n", luminos.CodeSize{Own: 2, Other: 1}},
		"an example":          {"-- a.c --\nint a;\nint b;\n-- example.c --\nint c;\n", luminos.CodeSize{Own: 2, Other: 1}},
		"nothing else":        {"-- bench_a.py --\na = 1\n-- bench_b.py --\na = 1\nb = 1\n-- c.py --\na = 1\n", luminos.CodeSize{Own: 4}},
		"a part of a program": {"-- a.c --\nint a;\n-- gl_test.c --\nint b;\n", luminos.CodeSize{Own: 2}},
		"tests among demos": {"-- a.c --\nint a;\n-- demo/tests.cpp --\nint b;\n-- demo/main.cpp --\nint c;\n",
			luminos.CodeSize{Own: 1, Tests: 1, Other: 1}},
		"tests of a demo": {"-- a.c --\nint a;\n-- demo/x/tests.cpp --\nint b;\n", luminos.CodeSize{Own: 1, Other: 1}},
		"a test of C":     {"-- gl.c --\nint a;\n-- gl_test.c --\nint b;\n", luminos.CodeSize{Own: 1, Tests: 1}},
	} {
		src, scan := factstest.Archive(t, c.tree)
		f, err := Of(t.Context(), src, scan, Options{})
		if err != nil {
			t.Fatal(err)
		}
		f.Code.Languages = nil
		if diff := gocmp.Diff(c.want, f.Code); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestSecondLanguage checks that a second language has a third of the code, and that style sheets count if they are the
// work.
func TestSecondLanguage(t *testing.T) {
	lines := func(name string, n int) string { return "-- " + name + " --\n" + strings.Repeat("a = 1;\n", n) }
	sheet := func(n int) string { return "-- a.scss --\n" + strings.Repeat("a { b: c }\n", n) }
	for name, c := range map[string]struct {
		tree, want string
		own        int
	}{
		"a third":           {lines("a.js", 200) + lines("a.c", 100), "C", 300},
		"less":              {lines("a.js", 210) + lines("a.c", 100), "", 310},
		"few lines":         {lines("a.js", 20) + lines("a.c", 19), "", 39},
		"declarations":      {lines("a.js", 200) + lines("a.d.ts", 150), "", 350},
		"of modules":        {lines("a.js", 200) + lines("a.d.mts", 150) + lines("b.d.cts", 150), "", 500},
		"stubs":             {lines("a.js", 200) + lines("a.pyi", 150), "", 350},
		"only stubs":        {lines("a.pyi", 150), "", 150},
		"a tool":            {lines("a.js", 200) + lines("Makefile", 150), "", 350},
		"sheets":            {lines("a.js", 100) + sheet(150), "SCSS", 250},
		"sheets of an app":  {lines("a.js", 200) + sheet(150), "", 200},
		"sheets among docs": {lines("a.js", 100) + strings.Replace(sheet(150), "a.scss", "docs/a.scss", 1), "", 100},
	} {
		src, scan := factstest.Archive(t, c.tree+"-- package.json --\n{\"name\": \"kite\"}\n")
		f, err := Of(t.Context(), src, scan, Options{})
		if err != nil || f.SecondLanguage != c.want || f.Code.Own != c.own {
			t.Errorf("%s: %q and %d lines, error %v, want %q and %d", name, f.SecondLanguage, f.Code.Own, err, c.want, c.own)
		}
	}
}

// TestFitCommands checks that commands for the repository of an unpacked package, and for data, are left out.
func TestFitCommands(t *testing.T) {
	install := luminos.Command{Purpose: "install", Line: "npm install"}
	build, test := luminos.Command{Purpose: "build", Line: "make"}, luminos.Command{Purpose: "test", Line: "npm test"}
	for name, c := range map[string]struct {
		kind, sort string
		want       []luminos.Command
	}{
		"package":    {"library" + inPackage, "", []luminos.Command{build}},
		"of fonts":   {npmPackage, luminos.SortMedia, []luminos.Command{build}},
		"data":       {"data package", luminos.SortData, []luminos.Command{install, test}},
		"repository": {"library", "", []luminos.Command{install, build, test}},
	} {
		r := readings{facts: luminos.Facts{}}
		r.facts.Kind, r.facts.Sort, r.facts.MainLanguage = c.kind, c.sort, "C"
		r.facts.Commands = []luminos.Command{install, build, test}
		if r.fitCommands(&shown{}); !gocmp.Equal(r.facts.Commands, c.want) {
			t.Errorf("%s: got %v", name, r.facts.Commands)
		}
	}
}

// TestPartsOfModulesAreOwn counts a directory that is named as a module of Ruby as the library.
func TestPartsOfModulesAreOwn(t *testing.T) {
	src, scan := factstest.Archive(t, `
-- kite-test.gemspec --
Gem::Specification.new
-- lib/kite/test.rb --
require 'kite/test/utils'
-- lib/kite/test/utils.rb --
module Kite
end
-- spec/kite/test_spec.rb --
require 'kite/test'
`)
	f, err := Of(t.Context(), src, scan, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if f.Code.Own != 3 || f.Code.Tests != 1 {
		t.Errorf("%+v", f.Code)
	}
}

// TestInstalledGoTestsAreTests checks that files of tests in the sources of an installed Go package are not its code.
// Other installed code with the name of tests is for use.
func TestInstalledGoTestsAreTests(t *testing.T) {
	files := []luminos.File{
		{Path: "usr/share/gocode/p/p.go", Language: "Go", Lines: luminos.Lines{Code: 2}},
		{Path: "usr/share/gocode/p/p_test.go", Language: "Go", Lines: luminos.Lines{Code: 3}},
		{Path: "usr/share/perl5/Test/More_test.pl", Language: "Perl", Lines: luminos.Lines{Code: 4}},
	}
	for i := range files {
		files[i].Category = luminos.CategorySource
	}
	if got := codeSize(files, nil, purposes{}, true); got.Own != 6 || got.Tests != 3 {
		t.Errorf("own %d, tests %d, want 6 and 3", got.Own, got.Tests)
	}
}
