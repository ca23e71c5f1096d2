package manifest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/facts/factstest"
)

func TestLiteralsOfAGemspecAreJoined(t *testing.T) {
	src, scan := factstest.Archive(t, "-- x.gemspec --\nGem::Specification.new do |s|\n  s.name = 'x'\n"+
		"  s.summary = 'A console with powerful ' \\\n    'commands'\n  s.license = 'MIT'\nend\n")
	res, err := Read(t.Context(), src, scan, "Ruby")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := res.Manifests[0].Description, "A console with powerful commands"; got != want {
		t.Errorf("description %q, want %q", got, want)
	}
}

func TestProgramsOfAGemLieInItsDirectory(t *testing.T) {
	src, scan := factstest.Archive(t, "-- x.gemspec --\nGem::Specification.new do |s|\n  s.name = 'x'\n  s.bindir = 'libexec'\n"+
		"end\n-- libexec/x --\n#!/usr/bin/env ruby\nrequire 'x'\n-- lib/x.rb --\nmodule X; end\n")
	res, err := Read(t.Context(), src, scan, "Ruby")
	if err != nil || !slices.ContainsFunc(res.EntryPoints, func(e luminos.EntryPoint) bool { return e.Path == "libexec/x" }) {
		t.Errorf("got %+v, %v", res.EntryPoints, err)
	}
}

// TestScriptsInOneString reads the entry points of a setup.py that are a string in the form of an INI file.
func TestScriptsInOneString(t *testing.T) {
	src, scan := factstest.Archive(t, "-- setup.py --\nsetup(\n    name='x',\n    entry_points=\"\"\"\n        [console_scripts]\n"+
		"        x=x.cli:main\n        [x.plugins]\n        y=x.y\n    \"\"\",\n)\n"+
		"-- x/cli.py --\ndef main():\n    pass\n-- x/y.py --\na = 1\n")
	res, err := Read(t.Context(), src, scan, "Python")
	if err != nil || len(res.EntryPoints) != 1 || res.EntryPoints[0].Path != "x/cli.py" {
		t.Errorf("got %+v, %v", res.EntryPoints, err)
	}
}

// TestDescriptionOfSetup reads the description of a setup.py from its call, and not from a class or a part of a text.
func TestDescriptionOfSetup(t *testing.T) {
	for call, want := range map[string]string{
		"description=TEXT,": "tables on the command line", "description='rows and columns'": "rows and columns",
		"description='rows '\n    'and columns',": "",
	} {
		src, scan := factstest.Archive(t, "-- setup.py --\nTEXT = 'tables on the command line'\n\n"+
			"class Upload(Command):\n    description = 'Upload it.'\n\nsetup(\n    name='x',\n    "+call+"\n)\n")
		res, err := Read(t.Context(), src, scan, "Python")
		if err != nil || res.Manifests[0].Description != want {
			t.Errorf("%s: got %q, %v", call, res.Manifests[0].Description, err)
		}
	}
}

func TestConditionsForVersions(t *testing.T) {
	for manifest, want := range map[string]string{
		"-- x.gemspec --\nGem::Specification.new do |s|\n  s.name = 'x'\n" +
			"  s.add_dependency 'a', '>= 3', '< 4'\nend\n": "a >= 3, < 4",
		"-- x.cabal --\nname: x\nlibrary\n  build-depends:\n    a >= 1\n  if flag(y)\n" +
			"    ghc-options: -O\n  else\n    c: 1\n": "a >= 1",
		"-- pyproject.toml --\n[tool.pdm.dev-dependencies]\na-test = ['a']\nb-test = ['a>=1']\n":               "a >=1",
		"-- setup.py --\n\nMORE = {\n    'tests': ['a==1'],\n}\nsetup(name='x', extras_require=MORE)\n":        "a ==1",
		"-- setup.py --\n\nMORE = {}\nMORE['dev'] = MORE['x'] + ['a']\nsetup(name='x', extras_require=MORE)\n": "a ",
		"-- x.gemspec --\nx.name = 'x'\nx.add_dependency 'a', ['>= 1.6', '< 3']\n":                             "a >= 1.6, < 3",
		"-- Gemfile --\ngem \"a\", \"~> 1\", require: false\n":                                                 "a ~> 1",
		"-- Cargo.toml --\n[package]\nname = 'x'\n[dependencies]\n" +
			"b = { package = 'a', version = '1' }\n": "a 1",
	} {
		src, scan := factstest.Archive(t, manifest)
		res, err := Read(t.Context(), src, scan, "Ruby")
		if err != nil || len(res.Dependencies) != 1 || res.Dependencies[0].Name+" "+res.Dependencies[0].Version != want {
			t.Errorf("%q: got %v, %v, want %q", manifest, res.Dependencies, err, want)
		}
	}
}

func TestSetupReadsItsConfiguration(t *testing.T) {
	src, scan := factstest.Archive(t, "-- setup.py --\nsetup(\n    name='x',\n)\n"+
		"-- setup.cfg --\n[metadata]\nname = x\nversion = 3.0.1\n-- x/__init__.py --\n__version__ = '3.0.0'\n")
	res, err := Read(t.Context(), src, scan, "Python")
	if err != nil || len(res.Manifests) != 2 {
		t.Fatalf("got %v, %v", res.Manifests, err)
	}
	for _, m := range res.Manifests {
		if m.Version != "3.0.1" {
			t.Errorf("the version of %s is %q", m.Path, m.Version)
		}
	}
}

// TestConstantsOfSetup checks which constants of a setup.py are the name of the package.
func TestConstantsOfSetup(t *testing.T) {
	for text, want := range map[string]string{
		"NAME = 'zed'  # as on the index\n\nsetup(\n    name=NAME,\n)\n": "zed 1",
		"NAME = 'zed'\nsetup(name=NAME)\n":                               "zed 1",
		"NAME = 'zed'\nNAME += '-x'\nsetup(name=NAME, version='1')\n":    " ",
		"def f():\n    NAME = 'zed'\n\nsetup(name=NAME, version='1')\n":  " ",
		"NAME = 'zed' + x\nsetup(name=NAME, version='1')\n":              " ",
	} {
		src, scan := factstest.Archive(t, "-- setup.py --\n"+text)
		res, err := Read(t.Context(), src, scan, "Python")
		if err != nil || len(res.Manifests) != 1 {
			t.Fatalf("%q: got %v, %v", text, res.Manifests, err)
		}
		m, line := res.Manifests[0], ""
		if m.Name != "" {
			line = fmt.Sprint(m.Evidence[0].Lines.First)
		}
		if got := m.Name + " " + line; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestNameOfSbt reads the name outside of all projects or of the project at the root, and no other one.
func TestNameOfSbt(t *testing.T) {
	for text, want := range map[string]string{
		"name := \"kite\"\n": "kite", "ThisBuild / name := \"kite\"\n": "kite",
		"lazy val docs = project.settings(\n  name := \"kite-docs\")\n":                       "",
		"lazy val root = (project in file(\".\"))\n  .settings(\n    name := \"kite\"\n  )\n": "kite",
	} {
		src, scan := factstest.Archive(t, "-- build.sbt --\n"+text)
		res, err := Read(t.Context(), src, scan, "Scala")
		if err != nil || len(res.Manifests) != 1 || res.Manifests[0].Name != want {
			t.Errorf("%q: %v, %v, want %q", text, res.Manifests, err, want)
		}
	}
}

func TestProgramThatServesItsGem(t *testing.T) {
	lib := "-- lib/rake/x.rb --\n" + strings.Repeat("def a; end\n", 100)
	for program, want := range map[string]luminos.Path{
		"#!/usr/bin/env ruby\nrequire 'rake'\nload 'tasks/a.rake'\n": "lib",
		"#!/usr/bin/env ruby\nrequire 'rake/x' # c\nX.run\n":         "bin/x",
		"#!/usr/bin/env ruby\n$: << '../lib'\nX.run\n":               "bin/x",
		"#!/bin/sh\nruby -e 1\n":                                     "bin/x",
		"#!/usr/bin/env ruby\n" + strings.Repeat("puts 1\n", 50):     "bin/x",
	} {
		src, scan := factstest.Archive(t, "-- x.gemspec --\nGem::Specification.new do |s|\n  s.name = 'x'\nend\n"+
			lib+"-- bin/x --\n"+program)
		res, err := Read(t.Context(), src, scan, "Ruby")
		if err != nil || len(res.EntryPoints) != 1 || res.EntryPoints[0].Path != want {
			t.Errorf("%q: got %v, %v, want %q", program, res.EntryPoints, err, want)
		}
	}
}

// TestNoVersion has a number in the place of an unknown version.
func TestNoVersion(t *testing.T) {
	res := readTree(t, fstest.MapFS{
		"pyproject.toml": {Data: []byte("[project]\nname = \"x\"\ndynamic = [\"version\"]\n")},
		"x/__init__.py":  {Data: []byte("try:\n    __version__ = f()\nexcept E:\n    __version__ = \"9999\"\n")},
	})
	if m := res.Manifests; len(m) != 1 || m[0].Version != "" {
		t.Errorf("%+v, want one without a version", m)
	}
}

// TestDependenciesOfR reads fields that begin in the next line.
func TestDependenciesOfR(t *testing.T) {
	res := readTree(t, fstest.MapFS{
		"DESCRIPTION": {Data: []byte("Package: x\nVersion: 1.0\nDepends: R (>= 4.1)\nImports:\n    cli,\n    xml2 (>= 1.4)\n" +
			"Suggests:\n    knitr\nEncoding: UTF-8\n")}, "R/a.R": {Data: []byte("a <- 1\n")},
	})
	var got []string
	for _, d := range res.Dependencies {
		got = append(got, strings.TrimSpace(d.Name+" "+d.Version+" "+d.Scope))
	}
	if diff := cmp.Diff([]string{"cli", "knitr  dev", "xml2 >= 1.4"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestLicensesOfR checks that all licences of a package of R are read, and none if a file restricts one of them.
func TestLicensesOfR(t *testing.T) {
	for field, want := range map[string]string{
		"GPL-2 | GPL-3": "GPL-2.0-only OR GPL-3.0-only", "MIT + file LICENSE": "MIT", "GPL (>= 2)": "GPL-2.0-or-later",
		"Artistic-2.0 | LGPL (>= 2.1)": "Artistic-2.0 OR LGPL-2.1-or-later", "GPL-3 + file LICENSE": "",
		"GPL-2 | file LICENSE": "", "Part of R": "", "AGPL-3": "AGPL-3.0-only", "Apache License (>= 2)": "Apache-2.0",
	} {
		res := readTree(t, fstest.MapFS{"DESCRIPTION": {Data: []byte("Package: x\nVersion: 1.0\nLicense: " + field + "\n")},
			"R/a.R": {Data: []byte("a <- 1\n")}})
		if got := res.Manifests[0].License; got != want {
			t.Errorf("%s: %q, want %q", field, got, want)
		}
	}
}

// TestApplicationOfPhoenix checks that a published application of Phoenix starts processes, and a library for pages does
// not.
func TestApplicationOfPhoenix(t *testing.T) {
	tree := fstest.MapFS{
		"mix.exs": {Data: []byte("defmodule X do\n  def project, do: [app: :kite, package: package()]\n" +
			"  def application, do: [mod: {Kite.App, []}]\n  defp deps, do: [{:phoenix, \"1.0\"}]\nend\n")},
		"lib/kite.ex": {Data: []byte("x\n")}, "lib/kite/app.ex": {Data: []byte("x\n")},
	}
	for _, want := range []luminos.Path{"lib/kite.ex", "lib/kite/app.ex"} {
		if got := readTree(t, tree).EntryPoints; len(got) != 1 || got[0].Path != want {
			t.Errorf("%v, want %s", got, want)
		}
		tree["config/dev.exs"] = &fstest.MapFile{Data: []byte("x\n")}
	}
}

// TestEarlierRocks checks that the rockspecs of earlier versions, in a directory of their own, name no library.
func TestEarlierRocks(t *testing.T) {
	rock := func(file string) []byte {
		return []byte("package = \"kite\"\nbuild = {\n  modules = {\n    [\"kite\"] = \"" + file + "\",\n  }\n}\n")
	}
	tree := fstest.MapFS{"rockspecs/kite-1-1.rockspec": {Data: rock("lua/tail.lua")},
		"lua/tail.lua": {Data: []byte("x = 1\n")}, "lua/init.lua": {Data: []byte("x = 1\n")}}
	for _, want := range []luminos.Path{"lua/tail.lua", "lua/init.lua"} {
		if got := readTree(t, tree).EntryPoints; len(got) != 1 || got[0].Path != want {
			t.Errorf("%v, want %s", got, want)
		}
		tree["kite-dev-1.rockspec"] = &fstest.MapFile{
			Data: []byte("package = name\n" + strings.TrimPrefix(string(rock("lua/init.lua")), "package = \"kite\"\n"))}
	}
}
