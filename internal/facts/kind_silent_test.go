package facts

import (
	"testing"

	"luminos"
	"luminos/internal/facts/release"
	"luminos/internal/facts/usage"
)

// TestKindFromEvidence checks kinds that follow from a manifest and the target's own words, and that there is no kind
// and no audience without both.
func TestKindFromEvidence(t *testing.T) {
	made := []luminos.Manifest{{Path: "book.toml", Role: luminos.ManifestRoot, Ecosystem: "book", Name: "On Anvils"}}
	private := []luminos.Manifest{{Path: "apps/work/package.json", Ecosystem: "npm", Name: "work", Private: true}}
	library := luminos.EntryPoint{Path: "apps/work/index.ts", Kind: "library", Name: "work"}
	started := luminos.EntryPoint{Path: "apps/work/index.ts", Kind: "script", Name: "work", Reason: `run by the script "start"`}
	packaged := []luminos.Manifest{{Path: "package.json", Role: luminos.ManifestRoot, Ecosystem: "npm", Name: "anvil"}}
	libraryUsers := "developers who call it from Ruby code"
	provider := []luminos.Dependency{{Name: "github.com/hashicorp/terraform-plugin-framework", Ecosystem: "go"}}
	page := luminos.EntryPoint{Path: "apps/web/page.tsx", Kind: "page"}
	for name, c := range map[string]struct {
		p              profile
		kind, audience string
	}{
		"nothing known": {profile{language: "Rust"}, "", ""},
		"a book": {
			profile{language: "Rust", manifests: made, description: "The source of a book."}, "book", ""},
		"a page for a book": {
			profile{language: "Rust", manifests: made, description: "Drops anvils."}, "", ""},
		"a module": {
			profile{language: "HCL", description: "Terraform module which creates anvils."},
			"Terraform module", ""},
		"modules": {
			profile{language: "HCL", readme: &luminos.Document{Title: "OpenTofu Modules of Acme"}},
			"collection of Terraform modules", ""},
		"its own settings": {
			profile{language: "HCL", description: "Settings that use a Terraform module."},
			configuration.Kind, ""},
		"a script starts it": {profile{language: "TypeScript", entries: []luminos.EntryPoint{started}}, "", ""},
		"a server by its words": {
			profile{language: "TypeScript", description: "Work is a proxy.", entries: []luminos.EntryPoint{started}},
			"server", ""},
		"a theme": {
			profile{language: "Ruby", description: "A small, quiet theme for Anvil."}, "theme for Anvil", ""},
		"a plugin of another program": {
			profile{language: "Vim Script", description: "Zed is the premier Anvil plugin for Git."},
			"Anvil plugin", ""},
		"an extension of a format": {
			profile{language: "JavaScript", description: "An extension to Anvil that encodes iron.",
				use: usage.Usage{Imported: true}, manifests: packaged,
				entries: []luminos.EntryPoint{{Path: "index.js", Kind: "library", Name: "anvil"}}},
			"library", ""},
		"a library with a program that is not named": {
			profile{language: "JavaScript", name: "anvil", description: "An iron parser", manifests: packaged,
				use: usage.Usage{Imported: true}, entries: []luminos.EntryPoint{
					{Path: "bin/anvil.js", Kind: "binary", Name: "anvil", Reason: "command in bin of package.json"},
					{Path: "index.js", Kind: "library", Name: "anvil"}}},
			"library and command-line program", ""},
		"a program in a language of unknown servers": {
			profile{language: "Nim", name: "anvil", description: "An anvil of many parts",
				manifests: []luminos.Manifest{{Path: "anvil.nimble", Ecosystem: "nimble", Name: "anvil",
					Role: luminos.ManifestRoot}},
				entries: []luminos.EntryPoint{{Path: "anvil.nim", Kind: "binary", Name: "anvil",
					Reason: "program that anvil.nimble installs"}}},
			"program", ""},
		"a library with a program and no README": {
			profile{language: "JavaScript", name: "@acme/anvil", description: "An iron module", manifests: packaged,
				entries: []luminos.EntryPoint{
					{Path: "bin/anvil.js", Kind: "binary", Name: "anvil", Reason: "command in bin of package.json"},
					{Path: "index.js", Kind: "library", Name: "@acme/anvil"}}},
			"library and command-line program", ""},
		"a client for the command line": {
			profile{language: "Python", name: "anvil", description: "Anvil: command-line client for iron", manifests: packaged,
				use: usage.Usage{Typed: true}, entries: []luminos.EntryPoint{
					{Path: "anvil/__main__.py", Kind: "script", Name: "an", Reason: "console script in setup.cfg"},
					{Path: "anvil", Kind: "library", Name: "anvil"}}},
			"command-line program", ""},
		"a library that is a client for the command line, too": {
			profile{language: "Python", name: "anvil", description: "Client library and CLI for iron", manifests: packaged,
				use: usage.Usage{Typed: true}, entries: []luminos.EntryPoint{
					{Path: "anvil/__main__.py", Kind: "script", Name: "an", Reason: "console script in setup.cfg"},
					{Path: "anvil", Kind: "library", Name: "anvil"}}},
			"command-line program and library", ""},
		"a Python package that exports names, with a program and no README": {
			profile{language: "Python", name: "anvil", description: "Iron queues", manifests: packaged,
				entries: []luminos.EntryPoint{
					{Path: "anvil/cli.py", Kind: "script", Name: "anvil", Reason: "console script in pyproject.toml"},
					{Path: "anvil/__init__.py", Kind: "library", Name: "anvil"}}},
			"library and command-line program", ""},
		"a suite of programs": {
			profile{language: "Python", name: "anvilkit", description: "A suite of command-line tools for anvils",
				manifests: packaged, entries: []luminos.EntryPoint{{Path: "anvilkit/cli.py", Kind: "library", Name: "anvilkit"},
					{Path: "anvilkit/cut.py", Kind: "script", Name: "cut", Reason: "console script in pyproject.toml"},
					{Path: "anvilkit/sort.py", Kind: "script", Name: "sort", Reason: "console script in pyproject.toml"}}},
			"command-line program", ""},
		"a plugin without an article": {
			profile{language: "Python", name: "anvil-publish-iron", description: "Anvil plugin for publishing iron",
				entries: []luminos.EntryPoint{{Path: "a/__init__.py", Kind: "library", Name: "a"}}},
			"Anvil plugin", ""},
		"a plugin by its title": {
			profile{language: "Ruby", name: "anvil-map", description: "Automatically makes maps.",
				readme: &luminos.Document{Title: "Anvil Map Generator Plugin"}}, "Anvil plugin", ""},
		"a plugin of an unknown program": {
			profile{language: "Ruby", name: "map", description: "Simple plugin for maps."}, "", ""},
		"a library for Arduino": {
			profile{language: "C++", name: "Anvil", description: "Allows boards to drop anvils.", manifests: []luminos.Manifest{
				{Path: "library.properties", Ecosystem: "arduino", Name: "Anvil", Role: luminos.ManifestRoot}}},
			"library", ""},
		"settings for PlatformIO": {
			profile{language: "C++", manifests: []luminos.Manifest{
				{Path: "platformio.ini", Ecosystem: "arduino", Role: luminos.ManifestRoot}}}, "", ""},
		"a script with the name of the target": {
			profile{language: "Shell", name: "git-anvil", description: "A collection of Git extensions to drop anvils",
				entries: []luminos.EntryPoint{{Path: "git-anvil", Kind: "script", Name: "git-anvil",
					Reason: "executable script at the root"}}}, "command-line program", ""},
		"an action": {
			profile{language: "TypeScript", contents: contents{forms: formCounts{action: true}}},
			"GitHub action", ""},
		"a library of another language": {
			profile{language: "JavaScript", entries: []luminos.EntryPoint{{Path: "lib/zed.rb", Kind: "library", Name: "zed"}},
				manifests: []luminos.Manifest{
					{Path: "zed.gemspec", Ecosystem: "rubygems", Name: "zed", Role: luminos.ManifestRoot}}},
			"library", libraryUsers},
		"a library for the pages of another": {
			profile{language: "Ruby", entries: []luminos.EntryPoint{{Path: "docs/src/x.ts", Kind: "library", Name: "x"}},
				manifests: []luminos.Manifest{
					{Path: "docs/package.json", Ecosystem: "npm", Name: "x", Role: luminos.ManifestNested}}},
			"", ""},
		"a library by its head": {
			profile{language: "JavaScript", description: "JavaScript library for anvils", manifests: packaged},
			"library", ""},
		"a library that makes themes": {profile{language: "Ruby", description: "A library for a theme."}, "library", ""},
		"a provider": {
			profile{
				name: "example.org/terraform-provider-anvil", language: "Go", dependencies: provider,
				entries: []luminos.EntryPoint{{Path: "main.go", Kind: "binary", Name: "terraform-provider-anvil"}},
			}, "Terraform provider", ""},
		"training": {
			profile{language: "Python", contents: contents{trains: true}, description: "Code for training anvils."},
			"collection of programs that train a model", ""},
		"a list": {
			profile{language: "Python", shown: shown{links: manyLinks}, readme: &luminos.Document{Title: "Awesome Anvils"}},
			links.Kind, links.Audience},
		"few links": {profile{language: "Python", shown: shown{links: 3}, readme: &luminos.Document{Title: "Awesome Anvils"}}, "", ""},
		"a program beside a page, in another language": {
			profile{language: "JavaScript", entries: []luminos.EntryPoint{page, {Path: "push.go", Kind: "binary", Name: "push"}}},
			"web application", ""},
		"hosted": {
			profile{description: "Anvil is a self-hosted notebook.", language: "Go", entries: []luminos.EntryPoint{
				{Path: "edition/main.go", Kind: "binary", Name: "edition"}}}, "server", ""},
		"a proxy with pages": {
			profile{description: "Anvil is a fast proxy.", language: "TypeScript", entries: []luminos.EntryPoint{page,
				{Path: "main.ts", Kind: "server"}}}, "server", ""},
		"a protocol of servers": {
			profile{name: "anvil", description: "Anvil server protocol", language: "Go", entries: []luminos.EntryPoint{
				{Path: "main.go", Kind: "binary", Name: "anvil"}}}, "program", ""},
		"a chore": {profile{language: "C", entries: []luminos.EntryPoint{
			{Path: "bump.sh", Kind: "script", Name: "bump", Reason: "executable script at the root"}}}, "", ""},
		"a check of the build": {profile{language: "C", entries: []luminos.EntryPoint{
			{Path: "cmake/Check.c", Kind: "binary", Name: "Check", Reason: "it defines main"}}}, "", ""},
		"its own name": {profile{name: "anvil", language: "C", entries: []luminos.EntryPoint{
			{Path: "anvil.c", Kind: "binary", Name: "anvil", Reason: "it defines main"}}}, "program", ""},
		"installed": {profile{language: "Python", entries: []luminos.EntryPoint{
			{Path: "a/cli.py", Kind: "script", Name: "a", Reason: "console script in setup.py"}}}, "command-line program", ""},
		"windows": {profile{language: "C#", entries: []luminos.EntryPoint{
			{Path: "A/Program.cs", Kind: "binary", Name: "A", Reason: "program with windows of the project A.csproj"}}},
			"desktop application", ""},
		"windows beside a library": {profile{language: "Kotlin", description: "A library that finds leaks.",
			entries: []luminos.EntryPoint{
				{Path: "A/Main.kt", Kind: "binary", Name: "A", Reason: "program with windows of the project A"},
				{Path: "B", Kind: "library", Name: "b"}}}, "library", ""},
		"modules of an app": {profile{language: "Swift",
			manifests: []luminos.Manifest{
				{Path: "A.xcodeproj/project.pbxproj", Ecosystem: "xcode", Role: luminos.ManifestNested},
				{Path: "Kit/Package.swift", Ecosystem: "swift", Role: luminos.ManifestNested, Name: "Kit"}},
			entries: []luminos.EntryPoint{{Path: "Kit/Sources/Kit", Kind: "library", Name: "Kit"}}}, "", ""},
		"of Django": {profile{language: "Python", entries: []luminos.EntryPoint{{Path: "manage.py", Kind: "server"}}},
			"web application", ""},
		"by its words": {
			profile{language: "PHP", description: "Drop is a PHP/MariaDB web application that drops anvils.",
				entries: []luminos.EntryPoint{{Path: "index.php", Kind: "server"}}}, "web application", ""},
		"for web applications": {
			profile{name: "drop", language: "Go", description: "Drop is a web application firewall.",
				entries: []luminos.EntryPoint{{Path: "main.go", Kind: "binary", Name: "drop"}}}, "program", ""},
		"for databases": {
			profile{language: "Go", description: "A database migration tool.",
				entries: []luminos.EntryPoint{{Path: "main.go", Kind: "binary", Name: "drop"}}}, "program", ""},
		"private": {profile{language: "TypeScript", manifests: private, entries: []luminos.EntryPoint{library}}, "", ""},
		"a program of a library": {
			profile{language: "Go", use: usage.Usage{Imported: true}, manifests: packaged, entries: []luminos.EntryPoint{
				{Path: "cmd/anvil/main.go", Kind: "binary", Name: "anvil"}}}, "library", ""},
		"an aid of a library": {
			profile{language: "Python", use: usage.Usage{Imported: true}, entries: []luminos.EntryPoint{
				{Path: "a/cli.py", Kind: "script", Name: "a", Reason: "console script in setup.py"}}}, "library", ""},
		"types": {profile{language: "TypeScript", name: "@types/anvil", manifests: packaged,
			entries: []luminos.EntryPoint{{Path: "index.d.ts", Kind: "library", Name: "@types/anvil"}}},
			"TypeScript type definitions", ""},
		"pages that are copied": {profile{language: "JavaScript", name: "create-anvil", manifests: packaged,
			entries: []luminos.EntryPoint{
				{Path: "index.js", Kind: "binary", Name: "create-anvil", Reason: "command in bin of package.json"},
				{Path: "template-red/src/main.js", Kind: "page"}}}, "command-line program", ""},
		"documents about a package": {profile{about: about{vouched: true}, manifests: packaged, contents: contents{
			files: 5, total: 5, categories: map[luminos.Category]int{luminos.CategoryDocument: 3},
			forms: formCounts{files: map[string]int{"Markdown file": 3}}}}, "", ""},
		"a helper of a library by its type": {
			profile{language: "PHP", name: "acme/anvil", description: "Loads iron files", entries: []luminos.EntryPoint{
				{Path: "bin/iron-lint", Kind: "binary", Name: "iron-lint", Reason: "bin of composer.json"},
				{Path: "Anvil.php", Kind: "library", Name: "acme/anvil", Reason: "a class, a library by its type"}}},
			"library", ""},
		"pages in a window": {
			profile{language: "TypeScript", name: "anvil",
				manifests:    []luminos.Manifest{{Path: "package.json", Name: "anvil", Ecosystem: "npm"}},
				dependencies: []luminos.Dependency{{Name: "tauri", Ecosystem: "cargo", Manifest: "src-tauri/Cargo.toml"}},
				entries:      []luminos.EntryPoint{{Path: "src/main.ts", Kind: "page"}}},
			"desktop application", ""},
		"a tool that composer installs": {
			profile{language: "PHP", name: "acme/anvil", description: "Forging Tool",
				use: usage.Usage{Imported: true}, entries: []luminos.EntryPoint{
					{Path: "src/Anvil.php", Kind: "library", Name: "acme/anvil", Reason: "class with the name of the namespace Anvil"},
					{Path: "bin/forge", Kind: "binary", Name: "forge", Reason: "bin of composer.json"}}},
			"library and command-line program", ""},
		"a program with its name, a library by its type": {
			profile{language: "PHP", name: "acme/anvil", description: "Loads iron files", entries: []luminos.EntryPoint{
				{Path: "bin/anvil", Kind: "binary", Name: "anvil", Reason: "bin of composer.json"},
				{Path: "Anvil.php", Kind: "library", Name: "acme/anvil", Reason: "a class, a library by its type"}}},
			"library and command-line program", ""},
		"a program that is typed and imported": {
			profile{language: "JavaScript", name: "anvil", description: "An iron parser", manifests: packaged,
				use: usage.Usage{Imported: true, Typed: true}, entries: []luminos.EntryPoint{
					{Path: "bin/anvil.js", Kind: "binary", Name: "anvil", Reason: "command in bin of package.json"},
					{Path: "index.js", Kind: "library", Name: "anvil"}}},
			"library and command-line program", ""},
		"a typed program with another name than its library": {
			profile{language: "Rust", name: "anvil", description: "Iron in Rust", manifests: packaged,
				use: usage.Usage{Imported: true, Typed: true}, entries: []luminos.EntryPoint{
					{Path: "src/lib.rs", Kind: "library", Name: "anvil"},
					{Path: "src/bin/main.rs", Kind: "binary", Name: "an", Reason: "binary target of Cargo.toml"}}},
			"library and command-line program", ""},
		"a typed program": {
			profile{language: "Python", use: usage.Usage{Imported: true, Typed: true}, entries: []luminos.EntryPoint{
				{Path: "a/cli.py", Kind: "script", Name: "a", Reason: "console script in setup.py"}}},
			"command-line program", ""},
		"code that others import": {
			profile{language: "C", use: usage.Usage{Imported: true}, manifests: packaged}, "library", ""},
		"a library that none imports": {profile{language: "PHP", entries: []luminos.EntryPoint{library}}, "", ""},
		"a library in an image": {
			profile{language: "TypeScript", shown: shown{image: true}, entries: []luminos.EntryPoint{library}}, "", ""},
		"classes in an image": {
			profile{language: "Python", shown: shown{image: true}, readme: &luminos.Document{
				Summary: "Anvil is a collection of Python classes for working with iron. The library provides tools."},
				entries: []luminos.EntryPoint{{Path: "anvil/__init__.py", Kind: "library", Name: "anvil"}}},
			"library", ""},
		"a server deep below": {profile{language: "Python", entries: []luminos.EntryPoint{
			{Path: "a/b/c/d/app.py", Kind: "server", Name: "app"}}}, "", ""},
		"one program of several": {profile{language: "C", entries: []luminos.EntryPoint{
			{Path: "a.c", Kind: "binary", Name: "a", Reason: "add_executable in CMakeLists.txt"}}}, "", ""},
		"a page and its worker": {
			profile{language: "TypeScript", manifests: private, entries: []luminos.EntryPoint{started, page, library}},
			"web application", ""},
	} {
		c.p.vouched = true
		if got := c.p.kindOf(); got.Kind != c.kind || got.Audience != c.audience {
			t.Errorf("%s: %q for %q, want %q for %q", name, got.Kind, got.Audience, c.kind, c.audience)
		}
	}
}

// TestVersioned checks that the version of a package is the version of the target only if the package names it.
func TestVersioned(t *testing.T) {
	for name, c := range map[string]struct {
		head    luminos.Manifest
		entries int
		want    bool
	}{
		"its package":      {luminos.Manifest{Ecosystem: "npm", Name: "kite", Version: "1.2.3"}, 1, true},
		"a workspace":      {luminos.Manifest{Ecosystem: "npm", Name: "kite-workspace", Version: "1.2.3"}, 1, true},
		"a generic name":   {luminos.Manifest{Ecosystem: "npm", Name: "monorepo", Version: "1.2.3"}, 1, true},
		"tools":            {luminos.Manifest{Ecosystem: "npm", Name: "hammer", Version: "1.2.3"}, 1, false},
		"by a generator":   {luminos.Manifest{Ecosystem: "npm", Name: "kite", Version: "0.1.0", Private: true}, 1, false},
		"for tools":        {luminos.Manifest{Ecosystem: "python", Name: "kite", Version: "0.1.0"}, 1, false},
		"nothing to use":   {luminos.Manifest{Ecosystem: "npm", Name: "kite", Version: "1.0.0"}, 0, false},
		"private, counted": {luminos.Manifest{Ecosystem: "npm", Name: "kite", Version: "3.1.0", Private: true}, 1, true},
	} {
		if got := versioned([]*luminos.Manifest{&c.head}, "Kite", "TypeScript", c.entries) != nil; got != c.want {
			t.Errorf("%s: %t, want %t", name, got, c.want)
		}
	}
}

// TestDeclarationsAreNoLanguage checks that declarations of TypeScript beside JavaScript are not the main language.
func TestDeclarationsAreNoLanguage(t *testing.T) {
	file := func(p luminos.Path, language string, size int64) luminos.File {
		f := luminos.File{Path: p, Language: language, Size: size, Text: true, Category: luminos.CategorySource}
		f.Kind, f.Lines.Code = luminos.KindFile, 10
		return f
	}
	files := []luminos.File{file("src/a.js", "JavaScript", 100), file("src/a.d.ts", "TypeScript", 900)}
	if got := mainLanguage(files); got != "JavaScript" {
		t.Errorf("%q, want JavaScript", got)
	}
	if got := mainLanguage(append(files, file("src/jsx.d.ts", "TypeScript", 250))); got != "JavaScript" {
		t.Errorf("a part of the declarations stands alone: %q, want JavaScript", got)
	}
	files = append(files, file("lint.js", "JavaScript", 100), file("src/b.d.ts", "TypeScript", 900))
	if got := mainLanguage(files); got != "TypeScript" {
		t.Errorf("declarations as the work: %q, want TypeScript", got)
	}
	built := file("dist/a.js", "JavaScript", 300)
	built.Generated = true
	if got := mainLanguage([]luminos.File{built, file("a.d.mts", "TypeScript", 200)}); got != "JavaScript" {
		t.Errorf("declarations of a module beside the output of a compiler: %q, want JavaScript", got)
	}
	data := file("a.json", "JSON", 900)
	data.Category = luminos.CategoryData
	if got := mainLanguage([]luminos.File{data, file("a.json.d.ts", "TypeScript", 90)}); got != "" {
		t.Errorf("a declaration of data: %q", got)
	}
	headers := []luminos.File{file("a.h", "C++", 900), file("a.c", "C", 100)}
	if got := mainLanguage(headers); got != "C" {
		t.Errorf("a header of C: %q", got)
	}
	if got := mainLanguage(append(headers, file("a.cc", "C++", 10))); got != "C++" {
		t.Errorf("a header of C++: %q", got)
	}
}

// TestLists checks that a version which another package of the same name or a newer release contradicts is left out.
func TestLists(t *testing.T) {
	head := luminos.Manifest{Path: "package.json", Ecosystem: "npm", Name: "kite", Version: "1.2.0"}
	head.Role = luminos.ManifestRoot
	other := luminos.Manifest{Path: "pyproject.toml", Ecosystem: "python", Name: "kite", Version: "2.0.0"}
	other.Role = luminos.ManifestRoot
	for last, want := range map[string]bool{"1.1.0": true, "1.2.0": true, "2.0.0": false} {
		r := &readings{releases: &release.Result{Releases: &luminos.Releases{Last: last}}}
		r.facts.Manifests = []luminos.Manifest{head}
		if got := r.lists(&head, "JavaScript"); got != want {
			t.Errorf("last release %s: %t, want %t", last, got, want)
		}
	}
	for tag, want := range map[string]bool{"v2.0.0-rc.1": true, "2.0.0": false, "v1.9.0": false} {
		if got := pending(&luminos.Releases{Last: "2.0.0"}, tag); got != want {
			t.Errorf("tag %s: %t, want %t", tag, got, want)
		}
	}
	r := &readings{}
	r.facts.Manifests = []luminos.Manifest{head, other}
	if r.lists(&head, "JavaScript") {
		t.Error("two packages of one name with two versions")
	}
	r.releases = &release.Result{Releases: &luminos.Releases{Last: "1.2.0"}}
	if !r.lists(&head, "JavaScript") {
		t.Error("a version that the change log has")
	}
	r.releases = nil
	r.facts.Manifests[1].Path = "vscode/package.json"
	if !r.lists(&head, "JavaScript") {
		t.Error("a package below the root")
	}
}
