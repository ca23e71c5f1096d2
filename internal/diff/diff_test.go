package diff

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

// report returns a report by rules with these facts.
func report(f luminos.Facts, flags ...luminos.Flag) *luminos.Report {
	return &luminos.Report{
		SchemaVersion: 1, Target: luminos.Target{Name: "t", Engine: "offline"},
		Results: luminos.Results{Facts: &f}, Flags: flags,
	}
}

// said returns the changes as lines.
func said(c *Comparison) []string {
	lines := []string{}
	for _, x := range c.Changes {
		lines = append(lines, fmt.Sprintf("%s: %s %s: %s > %s", x.Topic, x.Kind, x.Name, x.Before, x.After))
	}
	return lines
}

// coded returns facts of own code, of which 10 lines have no known language.
func coded(languages ...luminos.LanguageCode) luminos.Facts {
	return luminos.Facts{Code: luminos.CodeSize{Own: 110, Languages: languages}}
}

func dir(path luminos.Path, code, tests int) luminos.DirFacts {
	return luminos.DirFacts{Path: path, Code: code, TestCode: tests}
}

func dependency(name, version, scope string, manifest luminos.Path) luminos.Dependency {
	return luminos.Dependency{Name: name, Version: version, Ecosystem: "python", Scope: scope, Manifest: manifest}
}

func command(purpose, line string, basis luminos.Basis) luminos.Command {
	return luminos.Command{Purpose: purpose, Line: line, Basis: basis}
}

// changeTest is the changes between two facts, as lines.
type changeTest struct {
	name string
	a, b luminos.Facts
	want []string
}

func TestChanges(t *testing.T) {
	checkChanges(t, []changeTest{
		{
			"single values come in the order of importance",
			luminos.Facts{Kind: "library", License: "MIT", Version: "1.0", Toolchains: []string{"Go 1.20"}},
			luminos.Facts{Kind: "command-line program", License: "Apache-2.0", Version: "2.0"},
			[]string{
				"purpose: changed kind: library > command-line program", "licence: changed licence: MIT > Apache-2.0",
				"release: changed version: 1.0 > 2.0",
			},
		},
		{
			"a directory below a new one has no line, and small growth none",
			luminos.Facts{Directories: []luminos.DirFacts{dir("a", 100, 0), dir("old", 80, 0), dir("old/deep", 80, 0)}},
			luminos.Facts{Directories: []luminos.DirFacts{dir("a", 149, 0), dir("new", 60, 0), dir("new/deep", 60, 0)}},
			[]string{
				"parts: added new/:  > 120 lines of code", "parts: removed old/: 160 lines of code > ",
			},
		},
		{
			"a directory with all code of the one above has no line",
			luminos.Facts{Directories: []luminos.DirFacts{dir("a/src/main", 100, 0), dir("b", 100, 0), dir("b/c", 100, 0)}},
			luminos.Facts{Directories: []luminos.DirFacts{dir("a/src/main", 300, 0), dir("b", 200, 0), dir("b/c", 300, 0)}},
			[]string{
				"parts: changed a/: 100 lines of code > 300 lines of code",
				"parts: changed b/: 200 lines of code > 500 lines of code",
				"parts: changed b/c/: 100 lines of code > 300 lines of code",
			},
		},
		{
			"a directory in which only one below has grown has no line",
			luminos.Facts{Directories: []luminos.DirFacts{dir("a", 100, 0), dir("a/b", 100, 0)}},
			luminos.Facts{Directories: []luminos.DirFacts{dir("a", 110, 0), dir("a/b", 300, 0)}},
			[]string{"parts: changed a/b/: 100 lines of code > 300 lines of code"},
		},
		{
			"a directory whose code became tests, or that has other files, is not gone",
			luminos.Facts{Directories: []luminos.DirFacts{dir("testing", 76, 10), dir("build", 60, 0)}},
			luminos.Facts{Directories: []luminos.DirFacts{dir("testing", 0, 90), dir("build/jar", 0, 0)}},
			[]string{"parts: changed build/: 60 lines of code > no code"},
		},
		{
			"names of packages of Python are equal in all forms; another manifest adds no version",
			luminos.Facts{Dependencies: []luminos.Dependency{
				dependency("Jinja2", ">=3.1.2", "", "pyproject.toml"), dependency("zope.x", "1", "", "pyproject.toml"),
				dependency("star", "*", "", "pyproject.toml"), dependency("jinja2", "==3.1.2", "dev", "requirements/dev.txt"),
			}},
			luminos.Facts{Dependencies: []luminos.Dependency{
				dependency("jinja2", ">=3.1.2", "", "pyproject.toml"), dependency("zope-x", "2", "", "pyproject.toml"),
				dependency("star", "", "", "pyproject.toml"),
			}},
			[]string{"dependencies: changed zope-x (python): 1 > 2"},
		},
		{
			"a manifest that is gone has one line, after the dependencies at run time",
			luminos.Facts{Dependencies: []luminos.Dependency{
				dependency("a", "1", "dev", "dev.txt"), dependency("b", "1", "dev", "dev.txt"),
				dependency("c", "1", "dev", "dev.txt"), dependency("d", "1", "dev", "dev.txt"),
				dependency("z", "1", "", "setup.cfg"),
			}},
			luminos.Facts{Dependencies: []luminos.Dependency{dependency("y", "1", "", "setup.cfg")}},
			[]string{
				"dependencies: added y (python):  > 1", "dependencies: removed z (python): 1 > ",
				"dependencies: removed 4 dependencies in dev.txt: a, b, c and d > ",
			},
		},
		{
			"pins for development say nothing about another manifest",
			luminos.Facts{Dependencies: []luminos.Dependency{
				dependency("a", "", "", "setup.py"), dependency("a", "==1", "dev", "dev.txt"),
			}},
			luminos.Facts{Dependencies: []luminos.Dependency{dependency("a", "", "", "pyproject.toml")}},
			[]string{},
		},
		{
			"a catalogue of Gradle is not new beside builds that are not read",
			luminos.Facts{Manifests: []luminos.Manifest{{Path: "build.gradle", Ecosystem: "gradle"}}},
			luminos.Facts{Dependencies: []luminos.Dependency{
				{Name: "a:b", Ecosystem: "gradle", Manifest: "libs.versions.toml"},
			}},
			[]string{},
		},
		{
			"dependencies of examples do not count",
			luminos.Facts{},
			luminos.Facts{
				Manifests:    []luminos.Manifest{{Path: "examples/r.txt", Role: luminos.ManifestExample}},
				Dependencies: []luminos.Dependency{dependency("a", "1", "", "examples/r.txt")},
			},
			[]string{},
		},
		{
			"own packages are no dependencies",
			luminos.Facts{},
			luminos.Facts{
				Manifests: []luminos.Manifest{
					{Path: "p/t.txt", Name: "a", Role: luminos.ManifestTest}, {Path: "c/build.gradle", Ecosystem: "gradle"},
				},
				Dependencies: []luminos.Dependency{
					dependency("org:a", "1", "dev", "t.txt"), dependency("b", "1", "", "t.txt"), dependency("org:c", "1", "", "t.txt"),
				},
			},
			[]string{"dependencies: added b (python):  > 1"},
		},
		{
			"a change log that lags behind has no line beside the versions",
			luminos.Facts{Version: "1.4.5-lts.2", Releases: &luminos.Releases{Last: "1.4.4", LastDate: "2021-12-07"}},
			luminos.Facts{Version: "2.1.1", Releases: &luminos.Releases{Last: "2.1.1"}},
			[]string{"release: changed version: 1.4.5-lts.2 > 2.1.1"},
		},
		{
			"the dates of releases have a line",
			luminos.Facts{Version: "1.0", Releases: &luminos.Releases{Last: "1.0", LastDate: "2024-01-02"}},
			luminos.Facts{Version: "1.1", Releases: &luminos.Releases{Last: "1.1", LastDate: "2024-03-04"}},
			[]string{
				"release: changed version: 1.0 > 1.1",
				"release: changed last listed release: 1.0 2024-01-02 > 1.1 2024-03-04",
			},
		},
		{
			"a log that only one side has in a form that is read is not new",
			luminos.Facts{},
			luminos.Facts{Releases: &luminos.Releases{Last: "1.1", LastDate: "2024-03-04"}},
			[]string{},
		},
		{
			"a command that stays in another place is not gone",
			luminos.Facts{Commands: []luminos.Command{command("build", "go build .", luminos.Derived)}},
			luminos.Facts{Commands: []luminos.Command{
				command("build", "gen/build.sh", luminos.Measured), command("build", "go build .", luminos.Derived),
			}},
			[]string{},
		},
		{
			"a command by convention gives way to a documented one on one side only",
			luminos.Facts{Commands: []luminos.Command{
				command("run", "go run .", luminos.Derived), command("lint", "a", luminos.Measured),
			}},
			luminos.Facts{Commands: []luminos.Command{
				command("run", "x -v", luminos.Measured), command("lint", "b", luminos.Measured),
			}},
			[]string{"commands: changed lint: a > b"},
		},
		{
			"the same entry points are no other kind, and a linter of CI is no new one",
			luminos.Facts{
				Kind: "library", EntryPoints: []luminos.EntryPoint{{Path: "a.rs", Kind: "library"}},
				Checks: "tests and lints on pushes",
			},
			luminos.Facts{
				Kind: "framework, server and library", EntryPoints: []luminos.EntryPoint{{Path: "a.rs", Kind: "library"}},
				Checks: "tests and lints on pushes", Commands: []luminos.Command{
					command("lint", "make lint", luminos.Measured), command("build", "make", luminos.Measured),
				},
			},
			[]string{"commands: added build:  > make"},
		},
		{
			"a library without a manifest that shows where it begins is not new, and one that moved is the same",
			luminos.Facts{Kind: "library", EntryPoints: []luminos.EntryPoint{{Path: "p/run.py", Kind: "script"}}},
			luminos.Facts{Kind: "framework and library", EntryPoints: []luminos.EntryPoint{
				{Path: "a.h", Kind: "library"}, {Path: "src/p/run.py", Kind: "script"}, {Path: "src/q/run.py", Kind: "script"},
			}},
			[]string{
				"entry points: changed script: p/run.py > src/p/run.py", "entry points: added src/q/run.py:  > script",
			},
		},
		{
			"a configuration of CI that is out of use is not gone, and modules that are not read are not new",
			luminos.Facts{Kind: "library", CI: []string{"travis-ci"}},
			luminos.Facts{
				Kind: "library in 3 modules", CI: []string{"github-actions"}, CIFiles: []luminos.CIFile{{System: "travis-ci"}},
			},
			[]string{"checks: changed by: Travis CI > GitHub Actions and Travis CI"},
		},
		{
			"commands that CI can have are not gone, and a command by convention changes with its program",
			luminos.Facts{Commands: []luminos.Command{
				command("lint", "cargo clippy", luminos.Measured), command("install", "pip install .", luminos.Derived),
			}},
			luminos.Facts{CIFiles: []luminos.CIFile{{Unclear: true}}, Commands: []luminos.Command{
				command("install", "pip install -e .[test]", luminos.Derived),
			}},
			[]string{},
		},
		{
			"a script does not change with a package manager that is a guess",
			luminos.Facts{
				Manifests: []luminos.Manifest{{Path: "yarn.lock"}},
				Commands:  []luminos.Command{command("lint", "yarn lint", luminos.Measured)},
			},
			luminos.Facts{Commands: []luminos.Command{
				command("lint", "npm run lint", luminos.Measured), command("build", "npm run a", luminos.Measured),
			}},
			[]string{"commands: added build:  > npm run a"},
		},
		{
			"any free port is no address, but a route can end alike",
			luminos.Facts{},
			luminos.Facts{Interfaces: &luminos.Interfaces{
				Listeners: []luminos.Place{{Name: "127.0.0.1:0"}, {Name: ":80"}}, Routes: []luminos.Place{{Name: "/a:0"}},
				Subprocesses: []luminos.Place{{Name: "command"}},
			}},
			[]string{"interfaces: added listener :80:  > ", "interfaces: added route /a:0:  > "},
		},
		{
			"a module of Go beside other code does not hide another kind",
			luminos.Facts{Kind: "library", MainLanguage: "C", Manifests: []luminos.Manifest{{Path: "tools/go.mod"}}},
			luminos.Facts{Kind: "server", MainLanguage: "C"},
			[]string{"purpose: changed kind: library > server"},
		},
		{
			"one entry point moves to one place",
			luminos.Facts{EntryPoints: []luminos.EntryPoint{{Path: "run.py", Kind: "script"}}},
			luminos.Facts{EntryPoints: []luminos.EntryPoint{
				{Path: "a/run.py", Kind: "script"}, {Path: "b/run.py", Kind: "script"},
			}},
			[]string{"entry points: changed script: run.py > a/run.py", "entry points: added b/run.py:  > script"},
		},
		{
			"another quotation of the same texts is no other description",
			luminos.Facts{Description: "X is a library.", Readme: &luminos.Document{Title: "X: does y"}},
			luminos.Facts{Description: "does y"},
			[]string{},
		},
		{
			"other marks are no other description",
			luminos.Facts{Description: "Mocks out the `x` library."},
			luminos.Facts{Description: "Mocks out the x library"},
			[]string{},
		},
		{
			"commands of CI that are not known can test",
			luminos.Facts{Checks: "tests on pushes"},
			luminos.Facts{Checks: "publishes on tags", CIFiles: []luminos.CIFile{{Unclear: true}}},
			[]string{},
		},
		{
			"a publication whose events are not known is not new",
			luminos.Facts{Checks: "tests on pushes", CIFiles: []luminos.CIFile{{Effects: []string{"test", "publish"}}}},
			luminos.Facts{Checks: "tests on pushes; publishes on tags"},
			[]string{},
		},
		{
			"events that are not known on one side are not gone",
			luminos.Facts{Checks: "tests, lints and builds on pull requests; publishes on tags"},
			luminos.Facts{Checks: "tests, lints, builds and publishes"},
			[]string{},
		},
		{
			"CI no longer tests",
			luminos.Facts{Checks: "tests on pushes"},
			luminos.Facts{Checks: "publishes on tags", CIFiles: []luminos.CIFile{{}}},
			[]string{"checks: changed effects: tests on pushes > publishes on tags"},
		},
		{
			"the usual command of the same tests is not new",
			luminos.Facts{TestFrameworks: []string{"pytest", "unittest"}},
			luminos.Facts{
				TestFrameworks: []string{"pytest"}, Commands: []luminos.Command{command("test", "pytest", luminos.Derived)},
			},
			[]string{},
		},
		{
			"a library of Go or Python is its directory",
			luminos.Facts{Manifests: []luminos.Manifest{{Path: "go.mod"}}, EntryPoints: []luminos.EntryPoint{
				{Path: "value.go", Kind: "library"}, {Path: "src/p", Kind: "library"},
			}},
			luminos.Facts{Manifests: []luminos.Manifest{{Path: "go.mod"}}, EntryPoints: []luminos.EntryPoint{
				{Path: "api.go", Kind: "library"}, {Path: "x/a.go", Kind: "library"},
				{Path: "src/p/__init__.py", Kind: "library"},
			}},
			[]string{"entry points: added x:  > library"},
		},
		{
			"data of documents is not listed",
			luminos.Facts{},
			luminos.Facts{
				Directories: []luminos.DirFacts{{Path: "docs", Role: luminos.DirDocumentation}},
				Datasets:    []luminos.Dataset{{Path: "docs/search.json", Format: "json", Rows: 3}},
			},
			[]string{},
		},
		{
			"the manifest at the root comes first, and a scope without a version says nothing",
			luminos.Facts{Dependencies: []luminos.Dependency{
				dependency("a", "1", "", "x/y.gemspec"), dependency("a", "1", "", "z.gemspec"),
			}},
			luminos.Facts{Dependencies: []luminos.Dependency{
				dependency("a", "2", "", "x/y.gemspec"), dependency("a", "3", "", "z.gemspec"),
				dependency("b", "1", "", "z.gemspec"), dependency("b", "", "dev", "Gemfile"),
			}},
			[]string{
				"dependencies: added b (python):  > 1", "dependencies: changed a (python): 1 > 3",
				"dependencies: changed a (python): 1 > 2 in x/y.gemspec",
			},
		},
		{
			"columns and rows of data",
			luminos.Facts{Datasets: []luminos.Dataset{{Path: "d.csv", Format: "CSV", Rows: 3, Columns: []luminos.Column{
				{Name: "id", Type: "integer"}, {Name: "gone", Type: "text"}}}}},
			luminos.Facts{Datasets: []luminos.Dataset{{Path: "d.csv", Format: "CSV", Rows: 4, Columns: []luminos.Column{
				{Name: "id", Type: "text"}, {Name: "new", Type: "date"}}}}},
			[]string{
				"data: added d.csv: column new:  > date", "data: removed d.csv: column gone: text > ",
				"data: changed d.csv: column id: integer > text", "data: changed d.csv: 3 rows > 4 rows",
			},
		},
		{
			"shares of languages from five percent on",
			coded(luminos.LanguageCode{Name: "C", Code: 96}, luminos.LanguageCode{Name: "Go", Code: 4}),
			coded(luminos.LanguageCode{Name: "C", Code: 91}, luminos.LanguageCode{Name: "Rust", Code: 9}),
			[]string{"languages: changed C: 96 % > 91 %", "languages: added Rust:  > 9 %"},
		},
	})
}

// checkChanges compares the facts of each test in their order, and the second ones with themselves.
func checkChanges(t *testing.T, tests []changeTest) {
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, said(Of(report(c.a), report(c.b)))); d != "" {
				t.Error(d)
			}
			if same := said(Of(report(c.b), report(c.b))); len(same) > 0 {
				t.Errorf("a report differs from itself: %q", same)
			}
		})
	}
}
