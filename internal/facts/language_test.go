package facts

import (
	"slices"
	"testing"

	"luminos"
	"luminos/internal/facts/factstest"
)

func code(path luminos.Path, language string, size int64) luminos.File {
	return luminos.File{Path: path, Language: language, Size: size, Lines: luminos.Lines{Code: 1}, Category: luminos.CategorySource, Text: true}
}

func TestMainLanguage(t *testing.T) {
	generated := code("api.pb.go", "Go", 9000)
	generated.Generated = true
	vendored := code("deps/lua/lua.c", "C", 9000)
	vendored.Vendored = true
	for _, c := range []struct {
		why, want string
		files     []luminos.File
	}{
		{"most code wins", "Go", []luminos.File{code("a.go", "Go", 10), code("b.py", "Python", 9)}},
		{"generated and vendored code does not count", "Python", []luminos.File{generated, vendored, code("b.py", "Python", 9)}},
		{"a winner that lives in tests is set aside", "C", []luminos.File{code("tests/all.tcl", "Tcl", 100), code("src/a.c", "C", 40)}},
		{"a winner by half outside of tests stays", "Tcl", []luminos.File{code("tests/all.tcl", "Tcl", 50), code("lib/a.tcl", "Tcl", 50), code("src/a.c", "C", 60)}},
		{"tools at the top are set aside", "C", []luminos.File{code("scripts/check.pl", "Perl", 100), code("a.c", "C", 40)}},
		{"tools that are nearly all", "Python", []luminos.File{code("scripts/a.py", "Python", 100), code("src/a.ts", "TypeScript", 9)}},
		{"tools of another language than most tests", "Shell", []luminos.File{
			code("vitest.config.mjs", "JavaScript", 5), code("tests/a.mjs", "JavaScript", 99), code("scripts/a.sh", "Shell", 60)}},
		{"nothing but tests is still something", "Tcl", []luminos.File{code("tests/all.tcl", "Tcl", 100)}},
		{"a package called samples is no example", "Java", []luminos.File{code("src/main/java/org/samples/A.java", "Java", 60), code("run.sh", "Shell", 20)}},
		{"dialects are one language", "TypeScript", []luminos.File{code("a.ts", "TypeScript", 40), code("b.tsx", "TSX", 40), code("c.py", "Python", 50)}},
		{"tools of the build only when alone", "Shell", []luminos.File{code("Makefile", "Makefile", 90), code("a.sh", "Shell", 5)}},
		{"rules for builds that are most of the code", "Starlark", []luminos.File{
			code("a.bzl", "Starlark", 90), code("a.sh", "Shell", 15), code("b.go", "Go", 20)}},
		{"rules for builds beside much code", "Go", []luminos.File{code("a.bzl", "Starlark", 60), code("b.go", "Go", 40)}},
		{"tools of the build when alone", "Makefile", []luminos.File{code("Makefile", "Makefile", 90), code("a.html", "HTML", 500)}},
		{"markup only when there is nothing else", "HTML", []luminos.File{code("a.html", "HTML", 500), code("b.css", "CSS", 50)}},
		{"generated code when alone", "Go", []luminos.File{generated, vendored, code("a.md", "Markdown", 50)}},
		{"prose is no language", "", []luminos.File{code("a.md", "Markdown", 500)}},
		{"a minified script does not win", "Go", []luminos.File{
			code("a.go", "Go", 60), code("b.go", "Go", 60), code("npm/index.js", "JavaScript", 9000)}},
		{"internal packages of Go are no tools", "Go", []luminos.File{
			code("main.go", "Go", 20), code("internal/a.go", "Go", 80), code("internal/a_test.go", "Go", 50),
			code("a.js", "JavaScript", 30)}},
		{"scripts that a package of Python serves", "Python", []luminos.File{
			code("src/x/__init__.py", "Python", 30), code("src/x/static/js/a.js", "JavaScript", 90)}},
		{"scripts of a package of npm", "JavaScript", []luminos.File{code("package.json", "JSON", 1),
			code("src/x/__init__.py", "Python", 30), code("src/x/static/js/a.js", "JavaScript", 90)}},
		{"scripts in no package of Python", "JavaScript", []luminos.File{
			code("src/x/__init__.py", "Python", 30), code("static/js/a.js", "JavaScript", 90)}},
		{"scripts that an application of Rails serves", "Ruby", []luminos.File{code("Gemfile", "Ruby", 3),
			code("config/application.rb", "Ruby", 30), code("app/assets/javascripts/date.js", "JavaScript", 90)}},
		{"equal ones go by name", "Go", []luminos.File{code("b.py", "Python", 9), code("a.go", "Go", 9)}},
	} {
		if got := mainLanguage(c.files); got != c.want {
			t.Errorf("%s: got %q, want %q", c.why, got, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	for title, want := range map[string]string{
		"Zoekt: fast code search":           "Zoekt",
		"Welcome to Rails":                  "Rails",
		"What is Redis?":                    "Redis",
		"AI File Sorter":                    "AI File Sorter",
		"ripgrep (rg)":                      "ripgrep",
		"f(x)":                              "f(x)",
		"Kite(1) User Commands Kite(1)":     "Kite",
		"Turns Codebase into Easy Tutorial": "",
		"Getting started":                   "",
		"Installation":                      "",
		"Notes about many things":           "",
		"":                                  "",
	} {
		if got := titleName(&luminos.Document{Title: title}); got != want {
			t.Errorf("%q: got %q, want %q", title, got, want)
		}
	}
	for name, want := range map[string]string{
		"github.com/caddyserver/caddy/v2": "caddy", "tailscale.com": "tailscale", "@rails/actioncable": "actioncable", "gson": "gson", ".net": ".net",
	} {
		if got := shortName(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestUsableDescriptions(t *testing.T) {
	for s, want := range map[string]bool{
		"Shows where the wind comes from.": true,
		"See the index for a list.":        false,
		"Add your description here":        false,
		"TODO: describe":                   false,
		"This is for Anvil 0.16.0.":        false,
		"This is for 3D anvils of iron.":   true,
		"Word":                             false,
		"SL: a cure. Copyright 1993 Ann":   false,
		"Checks the copyright of files":    true,
	} {
		if got := usable(s); got != want {
			t.Errorf("%q: got %v", s, got)
		}
	}
}

// TestToolchainsOfImages checks that a base image names the toolchain of the main language only.
func TestToolchainsOfImages(t *testing.T) {
	for image, want := range map[string][]string{"node:22-slim": {"Node.js 22 (image)"}, "python:3.12": nil} {
		src, scan := factstest.Tree(t, map[string]string{
			"package.json": `{"name": "kite"}`, "kite.js": "let a = 1\n", "Dockerfile": "FROM " + image + "\n",
		})
		f, err := Of(t.Context(), src, scan, Options{})
		if err != nil || !slices.Equal(f.Toolchains, want) {
			t.Errorf("%s: %q, error %v, want %q", image, f.Toolchains, err, want)
		}
	}
}
