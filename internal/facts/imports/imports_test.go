package imports

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/facts/factstest"
	"luminos/internal/outline"

	"github.com/google/go-cmp/cmp"
)

func read(t testing.TB, archive string) *Result {
	t.Helper()
	src, scan := factstest.Archive(t, archive)
	r, err := Read(context.Background(), src, scan)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func edges(r *Result) []string {
	var out []string
	for _, e := range r.Graph.Edges {
		out = append(out, fmt.Sprintf("%s -> %s %d %q", e.From, e.To, e.Files, e.Evidence[0].Quote))
	}
	return out
}

func TestVendoredAndGeneratedFilesAreLeftOut(t *testing.T) {
	src, scan := factstest.Archive(t, "-- go.mod --\nmodule m\n-- a.go --\npackage m\nimport \"m/v\"\n-- v/v.go --\npackage v\nfunc V() {}\n")
	for i := range scan.Files {
		scan.Files[i].Vendored = scan.Files[i].Path == "v/v.go"
	}
	r, err := Read(context.Background(), src, scan)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Graph.Edges) != 0 || len(r.Symbols["v"]) != 0 || r.Graph.Files != 1 {
		t.Errorf("got %v %v, %d files", r.Graph.Edges, r.Symbols, r.Graph.Files)
	}
}

func TestCentralityOfImportedDirectories(t *testing.T) {
	e := func(from, to luminos.Path, n int) luminos.ImportEdge {
		return luminos.ImportEdge{From: from, To: to, Files: n}
	}
	got := rank([]luminos.ImportEdge{e("a", "core", 1), e("b", "core", 1), e("b", "util", 1), e("core", "util", 3)}, nil)
	for _, r := range rank([]luminos.ImportEdge{e("a", "core", 1), e("_examples/b", "core", 1)}, nil) {
		if r.Path == "core" && r.ImportedBy != 1 {
			t.Errorf("examples count: %+v", r)
		}
	}
	// By hand: with 1 for a and b, core is 1 + .85 + .425 = 2.275 and util 1 + .425 + .85 * 2.275 = 3.35875.
	want := []luminos.DirRank{{Path: "util", Score: 1, ImportedBy: 2}, {Path: "core", Score: 0.6773, ImportedBy: 2}, {Path: "a", Score: 0.2977}, {Path: "b", Score: 0.2977}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if rank(nil, nil) != nil {
		t.Error("a graph without edges has ranks")
	}
}

// TestDeclarationsAreNoImports checks that a parent that only declares a module of Rust counts as no importer.
func TestDeclarationsAreNoImports(t *testing.T) {
	r := read(t, `
-- Cargo.toml --
[package]
name = "x"
-- src/lib.rs --
mod a;
mod b;
use b::B;
-- src/a/mod.rs --
-- src/b/mod.rs --
-- src/c/mod.rs --
use crate::a::A;
`)
	for _, d := range r.Graph.Centrality {
		if want := map[luminos.Path]int{"src/a": 1, "src/b": 1}[d.Path]; d.ImportedBy != want {
			t.Errorf("%s: imported by %d, want %d", d.Path, d.ImportedBy, want)
		}
	}
}

func TestAboutAndSymbols(t *testing.T) {
	r := read(t, strings.ReplaceAll(`
-- go/doc.go --
// Copyright 2026 Somebody. All rights reserved.

//go:build linux

// Package things does one thing. And then
// another.
//
// More is not quoted.
//
//go:generate something
package things
-- go/a.go --
// A lesser comment on the same clause.
package things

func Exported() {}
func internal() {}
const template = ^
func InAString() {}
^
type Thing struct{}
-- py/__init__.py --
# coding: utf-8
"""
py
~~
What it is for.

Details.
"""
from .impl import Main
__all__ = []
-- py/impl.py --
def _private(): pass
def first(): pass
class Main:
    def method(self): pass
-- short/__init__.py --
"""short

"""

def _wrap():
    """Wraps what is wrapped,
    restoring it at the end.
    """
-- rs/src/lib.rs --
//! [![badge](x)](y)
//!
//! # Title
//!
//! What the [^crate^] of [^Rails^](x::y) and \Ruby does.
pub struct S;
pub(crate) struct Hidden;
pub async fn go() {}
-- cs/a.cs --
public delegate object? Factory(Type type);
public class One {}
-- js/index.js --
/*!
 * thing
 * Copyright(c) 2009
 * MIT Licensed
 */
'use strict'
/**
 * Module dependencies.
 */
exports.parse = function () {}
-- ts/index.ts --
/**
 * Draws charts on a canvas.
 * @packageDocumentation
 */
export default class Chart {}
export const enum Mode { A }
export async function draw() {}
-- pz/__init__.py --
# Class of the preprocessors.
from .a import B
-- zig/zig.zig --
//! Counts the days.

const std = @import("std");
pub const Day = struct {
    pub fn hidden() void {}
};
const _private = 1;
pub fn count() u32 {}
-- j/package-info.java --
/* Copyright */
/**
 * Types of the {@link j.Domain domain}.
 */
package j;
`, "^", "`"))
	abouts := map[luminos.Path]string{}
	for p, a := range r.Abouts {
		abouts[p] = a.Text
	}
	if diff := cmp.Diff(map[luminos.Path]string{"go": "Package things does one thing. And then another.", "py": "What it is for.", "rs/src": "What the crate of Rails and Ruby does.",
		"ts": "Draws charts on a canvas.", "j": "Types of the domain.", "zig": "Counts the days."}, abouts); diff != "" {
		t.Errorf("abouts (-want +got):\n%s", diff)
	}
	symbols := map[luminos.Path]string{}
	for p, list := range r.Symbols {
		for _, s := range list {
			symbols[p] += s.Kind + " " + s.Name + "; "
		}
	}
	if diff := cmp.Diff(map[luminos.Path]string{"go": "type Thing; func Exported; ", "py": "class Main; func first; ", "rs/src": "struct S; func go; ", "cs": "delegate Factory; class One; ",
		"js": "export parse; ", "ts": "class Chart; enum Mode; func draw; ", "zig": "struct Day; func count; "}, symbols); diff != "" {
		t.Errorf("symbols (-want +got):\n%s", diff)
	}
}

// TestEvidenceMatchesTheFile checks every citation against the file.
func TestEvidenceMatchesTheFile(t *testing.T) {
	src, scan := factstest.Archive(t, "-- go.mod --\nmodule m\n-- a.go --\n// Package m is about\n// evidence.\npackage m\n\nimport \"m/b\"\n\ntype  T\tint\n-- b/b.go --\npackage b\n")
	r, err := Read(context.Background(), src, scan)
	if err != nil {
		t.Fatal(err)
	}
	got := append(r.Graph.Edges[0].Evidence, r.Abouts["."].Evidence...)
	got = append(got, r.Symbols["."][0].Evidence)
	text, err := src.Text(context.Background(), "a.go", 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	want := []luminos.Evidence{text.Cite(5, 5), text.Cite(1, 2), text.Cite(7, 7)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSameResultAtAnyParallelism(t *testing.T) {
	var b strings.Builder
	b.WriteString("-- go.mod --\nmodule m\n")
	for i := range 60 {
		fmt.Fprintf(&b, "-- p%d/x.go --\npackage p\nimport (\n\"m/p%d\"\n\"m/p%d\"\n)\nfunc F%d() {}\n", i, i*7%60, i*11%60, i)
	}
	src, scan := factstest.Archive(t, b.String())
	var first []byte
	for _, procs := range []int{1, 4} {
		old := runtime.GOMAXPROCS(procs)
		r, err := Read(context.Background(), src, scan)
		runtime.GOMAXPROCS(old)
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = got
		} else if !bytes.Equal(first, got) {
			t.Error("the result depends on how many processors there are")
		}
	}
}

func TestHostileFiles(t *testing.T) {
	hostile := map[string]string{
		"a/ok.js":       "import './b.js'\n",
		"tsconfig.json": "{\"compilerOptions\": {\"paths\": {\"*\": [\"../../../*\", \"\"]}}\n",
		"Cargo.toml":    "[[[[\n",
		"package.json":  "{\"name\": 3}\n",
		"go.mod":        "module\n",
		"one-line.js":   strings.Repeat("require('./x');import('../y');", 50<<20/30),
		"nul.py":        "import os\x00\x01\x02\n",
		"up.py":         "from ......................... import x\n" + strings.Repeat("from . import (\n", 5000),
		"use.rs":        "use " + strings.Repeat("a::{", 20000),
		"up.js":         "import '../../../../../../etc/passwd'\nrequire('')\nimport '.'\nimport '/'\n",
		"inc.c":         "#include \"\n#include <\n#include \"../../..\"\n#include\n",
		"x.hs":          "import\nimport qualified\nimport .\n",
		"x.rb":          "require\nautoload :X\nclass \nmodule <\nrequire '../../x'\n",
		"x.php":         "<?php namespace ;\nuse \\;\nuse ;\nnamespace A\\B;\nuse A\\\\\\B;\n",
		"x.cs":          "using ;\nusing = ;\nnamespace ;\npublic \n",
	}
	src, scan := factstest.Tree(t, hostile)
	r, err := Read(context.Background(), src, scan)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Graph.Edges) > 0 {
		t.Errorf("edges out of nothing: %v", edges(r))
	}
	if len(r.Problems) != 0 { // content with NUL bytes is not in the language of its extension
		t.Errorf("problems: %v", r.Problems)
	}
}

// importsPerFile is the number of imports that package outline reads of a file.
const importsPerFile = 500

// TestHostileImportsAreBounded checks the number of look-ups for one file.
func TestHostileImportsAreBounded(t *testing.T) {
	var many strings.Builder
	for i := range 20 * importsPerFile {
		fmt.Fprintf(&many, "import '%s/x%d'\n", strings.Repeat("../", 1+i%40), i)
	}
	f := &source{path: luminos.Path(strings.Repeat("d/", 100) + "up.js"), family: outline.Script}
	f.head = outline.ReadHead(f.path, many.String())
	if len(f.head.Imports) != importsPerFile {
		t.Errorf("%d imports of one file, want %d", len(f.head.Imports), importsPerFile)
	}
	ix := newIndex(&luminos.Scan{Files: []luminos.File{{Path: f.path}}}, []*source{f})
	new(Result).connect(ix, []*source{f})
	if most := 30 * importsPerFile; ix.steps == 0 || ix.steps > most {
		t.Errorf("%d look-ups, want at most %d", ix.steps, most)
	}
}

// TestPanicOfAParserIsAProblem uses an index without maps, so that the parsers
// panic.
func TestPanicOfAParserIsAProblem(t *testing.T) {
	src, scan := factstest.Archive(t, "-- go.mod --\nmodule m\n-- a/package.json --\n{\"name\": \"a\"}\n-- b/package.json --\nno JSON\n")
	problems, err := new(index).readConfigs(t.Context(), src, scan)
	if err != nil || len(problems) != 2 || problems[0].Path != "a/package.json" || problems[1].Path != "go.mod" {
		t.Errorf("problems %v, %v", problems, err)
	}
}

func TestBudget(t *testing.T) {
	scan := &luminos.Scan{}
	for i := range maxFiles + 5 {
		scan.Files = append(scan.Files, luminos.File{Path: luminos.Path(fmt.Sprintf("d/%06d.go", i)), Size: 10, Text: true})
	}
	scan.Files = append(scan.Files, luminos.File{Path: "main.go", Size: 10, Text: true})
	files, over := choose(scan)
	if len(files) != maxFiles || over != 6 || files[0].path != "main.go" {
		t.Errorf("%d files, %d over, first %s", len(files), over, files[0].path)
	}
	scan = &luminos.Scan{}
	for i := range 5000 {
		scan.Files = append(scan.Files, luminos.File{Path: luminos.Path(fmt.Sprintf("%06d.go", i)), Size: 1 << 30, Text: true})
	}
	if files, over = choose(scan); len(files) != totalLimit/headLimit || len(files)+over != 5000 {
		t.Errorf("%d files, %d over", len(files), over)
	}
}

func TestTestFilesAreRecognised(t *testing.T) {
	for p, want := range map[luminos.Path]bool{
		"a_test.go": true, "src/test/java/A.java": true, "x/__tests__/a.ts": true, "a.spec.ts": true, "test_a.py": true, "conftest.py": true, "FooTest.java": true,
		"My.Tests/A.cs": true, "spec/a_spec.rb": true, "testdata/a.go": true,
		"a.go": false, "contest.py": false, "latest/a.js": false, "testing/a.go": false, "Audit.java": false, "testutil/a.py": false,
	} {
		if got := isTest(p); got != want {
			t.Errorf("isTest(%q) = %v", p, got)
		}
	}
}
