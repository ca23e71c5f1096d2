package facts_test

import (
	"fmt"
	"strings"
	"testing"

	"luminos/internal/facts"
	"luminos/internal/facts/factstest"
)

// TestIdentity checks the name, the description, the kind and the language of targets whose parts have others.
func TestIdentity(t *testing.T) {
	links := "# Kites\n\nA list of kites for everyone who flies.\n\n"
	for i := range 120 {
		links += fmt.Sprintf("- [kite %d](https://kites.example/%d)\n", i, i)
	}
	for name, c := range map[string]struct {
		files map[string]string
		want  [4]string
	}{
		"the source of a website": {map[string]string{
			"README.md": "# Kite\n\nA fast and flexible maker of kites in Go.\n\n" +
				"This is the repository for the Kite documentation site.\n",
			"package.json": `{"name": "kiteDocs"}`, "a.md": "# A\n", "b.md": "# B\n",
		}, [4]string{"kiteDocs", "This is the repository for the Kite documentation site.", "", ""}},
		"a published package below a private one": {map[string]string{
			"package.json": `{"name": "kite-old", "version": "5.7.0", "private": true,
				"description": "A library of kites"}`,
			"parts/package.json": `{"name": "@x/kite", "version": "5.7.0", "main": "a.js",
				"description": "A library of kites"}`,
			"parts/a.js": strings.Repeat("f()\n", 50),
		}, [4]string{"@x/kite", "A library of kites", "library", "JavaScript"}},
		"another one below a private one": {map[string]string{
			"package.json": `{"name": "kite-old", "version": "5.7.0", "private": true,
				"description": "A library of kites"}`,
			"parts/package.json": `{"name": "@x/kite", "version": "5.8.0", "main": "a.js",
				"description": "A library of kites"}`,
			"parts/a.js": strings.Repeat("f()\n", 50),
		}, [4]string{"kite-old", "A library of kites", "library", "JavaScript"}},
		"a package of tools for documents": {map[string]string{
			"README.md":      "# Kite—a maker of kites\n\nKite makes kites of paper.\n",
			"pyproject.toml": "[project]\nname = \"kite-docs\"\ndescription = \"Sets up the tools of the pages\"\n",
			"Cargo.toml":     "[workspace]\nmembers = [\"a\", \"b\"]\n",
			"a/Cargo.toml":   "[package]\nname = \"k-cli\"\nversion = \"0.3.1\"\n",
			"a/src/main.rs":  strings.Repeat("fn main() {}\n", 50),
			"b/Cargo.toml":   "[package]\nname = \"k-lib\"\nversion = \"0.3.1\"\n",
			"b/src/lib.rs":   strings.Repeat("fn f() {}\n", 50),
		}, [4]string{"Kite", "Kite makes kites of paper.", "", "Rust"}},
		"a private package above the one of the title": {map[string]string{
			"README.md":               "# Kite\n\nKite is a maker of kites from paper.\n",
			"package.json":            `{"name": "kite-framework", "private": true, "workspaces": ["packages/*"]}`,
			"packages/a/package.json": `{"name": "kite", "version": "2.1.0", "main": "a.js"}`,
			"packages/a/a.js":         strings.Repeat("f()\n", 50),
			"packages/b/package.json": `{"name": "@kite/b", "version": "2.1.0", "main": "b.js"}`,
			"packages/b/b.js":         strings.Repeat("f()\n", 50),
		}, [4]string{"kite", "Kite is a maker of kites from paper.", "library", "JavaScript"}},
		"the source of a package": {map[string]string{
			"composer.json": `{"name": "x/kite-src", "description": "A maker of kites from paper"}`,
			"src/A.php":     strings.Repeat("<?php f();\n", 50),
		}, [4]string{"x/kite", "A maker of kites from paper", "", "PHP"}},
		"a build that is named as a repository": {map[string]string{
			"settings.gradle":      "rootProject.name = 'kite-repo'\n",
			"src/main/java/A.java": strings.Repeat("class A {}\n", 50),
		}, [4]string{"kite", "", "", "Java"}},
		"packages beside a page": {map[string]string{
			"readme.md": "# Kite\n\nA tool for making kites of paper.\n", "src/index.html": "<p>x</p>\n",
			"LICENSE": "x\n", ".gitignore": "x\n",
			"libs/a/package.json": `{"name": "a", "main": "a.js", "version": "1.0.3"}`,
			"libs/a/a.js":         strings.Repeat("f()\n", 50),
			"libs/b/package.json": `{"name": "b", "main": "b.js", "version": "2.0.3"}`,
			"libs/b/b.js":         strings.Repeat("f()\n", 50),
			"libs/c/package.json": `{"name": "c", "main": "c.js", "version": "3.0.3"}`,
			"libs/c/c.js":         strings.Repeat("f()\n", 50),
		}, [4]string{"Kite", "A tool for making kites of paper.", "", "JavaScript"}},
		"the README of several packages": {map[string]string{
			"README.md": "# Rust-Kite\n\nKite support for Rust.\n\n## kite\n\nA native, synchronous client of kites.\n\n" +
				"## tokio-kite\n\nA native, asynchronous client of kites.\n",
			"Cargo.toml": "[workspace]\nmembers = [\"kite\", \"kite-types\"]\n",
			"kite/Cargo.toml": "[package]\nname = \"kite\"\nversion = \"0.3.1\"\n" +
				"description = \"A native client of kites\"\n",
			"kite/src/lib.rs":       strings.Repeat("fn f() {}\n", 50),
			"kite-types/Cargo.toml": "[package]\nname = \"kite-types\"\nversion = \"0.3.1\"\n",
			"kite-types/src/lib.rs": strings.Repeat("fn f() {}\n", 50),
		}, [4]string{"kite", "Kite support for Rust.", "library", "Rust"}},
		"a list of links with a program": {map[string]string{
			"README.md": links, "LICENSE": "x\n", ".gitignore": "x\n", "check.py": "x = 1\n"},
			[4]string{"Kites", "A list of kites for everyone who flies.", "list of links", ""}},
		"a package of Python with packages of npm": {map[string]string{
			"setup.cfg": "[metadata]\nname = kite\nversion = 8.1\ndescription = Interactive kites for notebooks\n",
			"setup.py":  "from setuptools import setup\nsetup()\n", "kite/__init__.py": "x = 1\n",
			"package.json":     `{"private": true, "workspaces": ["p/*"]}`,
			"p/a/package.json": `{"name": "a", "main": "a.ts", "version": "1.0.3"}`,
			"p/a/a.ts":         strings.Repeat("f()\n", 50),
			"p/b/package.json": `{"name": "b", "main": "b.ts", "version": "2.0.3"}`,
			"p/b/b.ts":         strings.Repeat("f()\n", 50),
			"p/c/package.json": `{"name": "c", "main": "c.ts", "version": "3.0.3"}`,
			"p/c/c.ts":         strings.Repeat("f()\n", 50),
		}, [4]string{"kite", "Interactive kites for notebooks", "library", "TypeScript"}},
	} {
		src, scan := factstest.Tree(t, c.files)
		f, err := facts.Of(t.Context(), src, scan, facts.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := [4]string{f.Name, f.Description, f.Kind, f.MainLanguage}; got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestPackageAtTheRoot checks that the comment of a package of Python describes a directory that nothing vouches for.
func TestPackageAtTheRoot(t *testing.T) {
	const comment = "\"\"\"A package for reading tables of tides.\"\"\"\n"
	for name, want := range map[string]string{"__init__.py": "A package for reading tables of tides.", "tides.py": ""} {
		src, scan := factstest.Tree(t, map[string]string{name: comment + "a = 1\n", "b.py": "b = 2\n"})
		f, err := facts.Of(t.Context(), src, scan, facts.Options{})
		if err != nil || f.Description != want {
			t.Errorf("%s: %q, want %q (%v)", name, f.Description, want, err)
		}
	}
}
