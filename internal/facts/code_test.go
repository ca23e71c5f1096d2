package facts

import (
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

// TestCoreFile checks that the file with half of the code, or else with the name of the target, is the core.
func TestCoreFile(t *testing.T) {
	file := func(path luminos.Path, code int) luminos.File {
		return luminos.File{Path: path, Category: luminos.CategorySource, Language: "C", Lines: luminos.Lines{Code: code}}
	}
	script := file("b.sh", 500)
	script.Language = "Shell"
	if core := coreFile([]luminos.File{script, file("a.c", 300)}, nil, 800, "X", "C"); core != nil {
		t.Errorf("a script: got %v", core)
	}
	for want, files := range map[luminos.Path][]luminos.File{
		"a.c":   {file("a.c", 500), file("b/y.c", 400), file("x_test.c", 900)},
		"x.c":   {file("a.c", 900), file("x.c", 300), file("x.h", 200), file("y/x.h", 300)},
		"y/x.h": {file("a.c", 900), file("old/x.c", 300), file("deprecated/x.h", 200), file("y/x.h", 300)},
		"b/x.c": {file("a.c", 400), file("b/x.c", 300), file("c/d/x.c", 300)},
		"":      {file("setup.py", 400), file("b/x.c", 100), file("c/x.c", 300)},
	} {
		own, got := 0, luminos.Path("")
		for _, f := range files {
			if f.Path != "x_test.c" {
				own += f.Lines.Code
			}
		}
		if core := coreFile(files, nil, own, "X", "C"); core != nil {
			got = core.Path
		}
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestFitCommands checks that commands for the repository of an unpacked package, and for data, are left out.
func TestFitCommands(t *testing.T) {
	install, build := luminos.Command{Purpose: "install", Line: "npm install"}, luminos.Command{Purpose: "build", Line: "make"}
	for name, c := range map[string]struct {
		kind, sort string
		want       []luminos.Command
	}{
		"package":    {"library" + inPackage, "", []luminos.Command{build}},
		"data":       {"data package", luminos.SortData, []luminos.Command{install}},
		"repository": {"library", "", []luminos.Command{install, build}},
	} {
		r := readings{facts: luminos.Facts{}}
		r.facts.Kind, r.facts.Sort, r.facts.MainLanguage = c.kind, c.sort, "C"
		r.facts.Commands = []luminos.Command{install, build}
		if r.fitCommands(&shown{}); !gocmp.Equal(r.facts.Commands, c.want) {
			t.Errorf("%s: got %v", name, r.facts.Commands)
		}
	}
}
