package imports

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"luminos"
	"luminos/internal/target"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// write puts a txtar archive into a directory of its own.
func write(t testing.TB, archive string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// open gives a directory as a source with the file list that a scan would have.
func open(t testing.TB, dir string) (luminos.Source, *luminos.Scan) {
	t.Helper()
	src, err := target.OpenDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { src.Close() })
	scan := &luminos.Scan{}
	var walk func(luminos.Path)
	walk = func(p luminos.Path) {
		nodes, err := src.List(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range nodes {
			switch n.Kind {
			case luminos.KindDir:
				walk(n.Path)
			case luminos.KindFile:
				scan.Files = append(scan.Files, luminos.File{Path: n.Path, Size: n.Size, Text: true})
			}
		}
	}
	walk(luminos.Root)
	return src, scan
}

func read(t testing.TB, archive string) *Result {
	t.Helper()
	src, scan := open(t, write(t, archive))
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

func TestEdges(t *testing.T) {
	for _, tt := range []struct {
		name, tree string
		want       []string
	}{
		{"Go: below the longest module path, not from tests", `
-- go.mod --
module example.org/m
-- tools/go.mod --
module example.org/m/tools
-- main.go --
package main
import "example.org/m/a"
import (
	"fmt"
	x "example.org/m/tools/b" // why
	_ "example.org/other"
)
-- a/a.go --
package a
var s = ` + "`" + `
import "example.org/m"
` + "`" + `
-- a/a_test.go --
package a
import "example.org/m/tools/b"
-- tools/b/b.go --
package b
import "example.org/m/missing"
`, []string{`. -> a 1 "import \"example.org/m/a\""`, `. -> tools/b 1 "x \"example.org/m/tools/b\" // why"`}},
		{"Python: relative, source directories, a name space over two of them, strings that only look like imports", `
-- src/app/__init__.py --
-- src/app/cli.py --
"""
from app.core import nothing
"""
from . import core, util
from .core.engine import run
import os, app.core.engine
-- src/app/util.py --
x = 1
-- src/app/core/__init__.py --
from ..db import (
    Session,  # one
)
-- src/app/core/engine.py --
def run(): pass
-- src/app/db/__init__.py --
-- a/src/ns/one/x.py --
import ns.two.y
-- b/src/ns/two/y.py --
import requests
-- scripts/go.py --
import helper
from lib.h import f
-- scripts/helper.py --
-- scripts/lib/h.py --
def f(): pass
`, []string{`a/src/ns/one -> b/src/ns/two 1 "import ns.two.y"`, `scripts -> scripts/lib 1 "from lib.h import f"`,
			`src/app -> src/app/core 1 "from . import core, util"`, `src/app/core -> src/app/db 1 "from ..db import ("`}},
		{"TypeScript: aliases, packages of the workspace, endings of what is compiled to, several lines", `
-- tsconfig.json --
{ // comments are allowed
  "compilerOptions": {"baseUrl": ".", "paths": {"#lib/*": ["src/lib/*"],},},
}
-- src/app.ts --
import {
  a,
} from "./ui/button.js";
import type { X } from '#lib/deep/x';
export * from "@acme/core/sub";
const y = await import("@acme/core");
import "react";
import "../test/helper";
// import "./never"
-- src/ui/button.tsx --
const z = require('../lib');
-- src/lib/index.js --
-- src/lib/deep/x.ts --
-- src/never/index.ts --
-- test/helper.ts --
-- packages/core/package.json --
{"name": "@acme/core"}
-- packages/core/src/index.ts --
-- packages/core/src/sub/index.ts --
`, []string{`src -> packages/core/src 1 "const y = await import(\"@acme/core\");"`, `src -> packages/core/src/sub 1 "export * from \"@acme/core/sub\";"`,
			`src -> src/lib/deep 1 "import type { X } from '#lib/deep/x';"`, `src -> src/ui 1 "} from \"./ui/button.js\";"`,
			`src/ui -> src/lib 1 "const z = require('../lib');"`}},
		{"Rust: modules, the crate, its parent, another crate, not its tests", `
-- Cargo.toml --
[workspace]
-- one/Cargo.toml --
[package]
name = "one-lib"
-- one/src/lib.rs --
mod a;
pub mod b;
-- one/src/a/mod.rs --
use super::b::B;
use crate::{b::c::C, d};
-- one/src/b.rs --
use self::c::C;
#[cfg(test)]
mod tests {
    use crate::a::A;
}
-- one/src/b/c/mod.rs --
-- two/Cargo.toml --
[package]
name = "two"
-- two/src/main.rs --
pub(crate) use one_lib::{
    a::A,
};
`, []string{`one/src -> one/src/a 1 "mod a;"`, `one/src -> one/src/b/c 1 "use self::c::C;"`, `one/src/a -> one/src 1 "use super::b::B;"`,
			`one/src/a -> one/src/b/c 1 "use crate::{b::c::C, d};"`, `two/src -> one/src/a 1 "pub(crate) use one_lib::{"`}},
		{"Java, Kotlin, C# and PHP: by what files declare", `
-- m/src/main/java/a/b/B.java --
package a.b;
import a.c.C;
import static a.d.D.x;
import java.util.List;
-- m/src/main/java/a/c/C.java --
package a.c;
-- m/src/main/kotlin/a/d/D.kt --
package a.d
import a.c.*
-- N/One.cs --
using System;
using static N.Two.Thing;
namespace N;
-- N/Two/Thing.cs --
namespace N.Two
{
    public class Thing {}
}
-- p/Http/Kernel.php --
<?php
namespace App\Http;
use App\Models\{User, Post};
require __DIR__ . '/../boot/init.php';
class Kernel { use App\Never; }
-- p/Models/User.php --
<?php namespace App\Models;
-- p/boot/init.php --
<?php
`, []string{`N -> N/Two 1 "using static N.Two.Thing;"`, `m/src/main/java/a/b -> m/src/main/java/a/c 1 "import a.c.C;"`,
			`m/src/main/java/a/b -> m/src/main/kotlin/a/d 1 "import static a.d.D.x;"`, `m/src/main/kotlin/a/d -> m/src/main/java/a/c 1 "import a.c.*"`,
			`p/Http -> p/Models 1 "use App\\Models\\{User, Post};"`, `p/Http -> p/boot 1 "require __DIR__ . '/../boot/init.php';"`}},
		{"C, Ruby and Haskell: by path, the nearest of several, none on a tie", `
-- src/main.c --
/* #include "never.h" */
#include <stdio.h>
#  include "util/log.h"
#include "api.h"
#include "both.h"
-- src/util/log.h --
-- include/api.h --
-- x/both.h --
-- y/both.h --
-- never.h --
-- gem/lib/gem.rb --
require "gem/version"
require_relative "gem/sub/x"
autoload :Y, "gem/sub/y"
require "json"
-- gem/lib/gem/version.rb --
-- gem/lib/gem/sub/x.rb --
-- gem/lib/gem/sub/y.rb --
-- hs/Main.hs --
import qualified Data.Thing as T
-- hs/Data/Thing.hs --
`, []string{`gem/lib -> gem/lib/gem 1 "require \"gem/version\""`, `gem/lib -> gem/lib/gem/sub 1 "require_relative \"gem/sub/x\""`,
			`hs -> hs/Data 1 "import qualified Data.Thing as T"`, `src -> include 1 "#include \"api.h\""`, `src -> src/util 1 "# include \"util/log.h\""`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, edges(read(t, tt.tree))); diff != "" {
				t.Errorf("edges (-want +got):\n%s", diff)
			}
		})
	}
}

func TestVendoredAndGeneratedFilesAreLeftOut(t *testing.T) {
	src, scan := open(t, write(t, "-- go.mod --\nmodule m\n-- a.go --\npackage m\nimport \"m/v\"\n-- v/v.go --\npackage v\nfunc V() {}\n"))
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

func TestCentralityIsWhatTheRestRestsOn(t *testing.T) {
	e := func(from, to luminos.Path, n int) luminos.ImportEdge {
		return luminos.ImportEdge{From: from, To: to, Files: n}
	}
	got := rank([]luminos.ImportEdge{e("a", "core", 1), e("b", "core", 1), e("b", "util", 1), e("core", "util", 3)})
	// By hand: with 1 for a and b, core is 1 + .85 + .425 = 2.275 and util 1 + .425 + .85 * 2.275 = 3.35875.
	want := []luminos.DirRank{{Path: "util", Score: 1, ImportedBy: 2}, {Path: "core", Score: 0.6773, ImportedBy: 2}, {Path: "a", Score: 0.2977}, {Path: "b", Score: 0.2977}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if rank(nil) != nil {
		t.Error("a graph without edges has ranks")
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
const template = ~
func InAString() {}
~
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
-- rs/src/lib.rs --
//! [![badge](x)](y)
//!
//! # Title
//!
//! What the crate does.
pub struct S;
pub(crate) struct Hidden;
pub async fn go() {}
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
-- j/package-info.java --
/* Copyright */
/**
 * Types of the domain.
 */
package j;
`, "const template = ~\nfunc InAString() {}\n~", "const template = `\nfunc InAString() {}\n`"))
	abouts := map[luminos.Path]string{}
	for p, a := range r.Abouts {
		abouts[p] = a.Text
	}
	if diff := cmp.Diff(map[luminos.Path]string{"go": "Package things does one thing. And then another.", "py": "What it is for.", "rs/src": "What the crate does.",
		"ts": "Draws charts on a canvas.", "j": "Types of the domain."}, abouts); diff != "" {
		t.Errorf("abouts (-want +got):\n%s", diff)
	}
	symbols := map[luminos.Path]string{}
	for p, list := range r.Symbols {
		for _, s := range list {
			symbols[p] += s.Kind + " " + s.Name + "; "
		}
	}
	if diff := cmp.Diff(map[luminos.Path]string{"go": "type Thing; func Exported; ", "py": "class Main; func first; ", "rs/src": "struct S; func go; ",
		"js": "export parse; ", "ts": "class Chart; enum Mode; func draw; "}, symbols); diff != "" {
		t.Errorf("symbols (-want +got):\n%s", diff)
	}
}

// TestEvidenceIsWhatTheFileSays checks every citation against the file itself.
func TestEvidenceIsWhatTheFileSays(t *testing.T) {
	src, scan := open(t, write(t, "-- go.mod --\nmodule m\n-- a.go --\n// Package m is about\n// evidence.\npackage m\n\nimport \"m/b\"\n\ntype  T\tint\n-- b/b.go --\npackage b\n"))
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
	src, scan := open(t, write(t, b.String()))
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
	dir := write(t, "-- a/ok.js --\nimport './b.js'\n-- tsconfig.json --\n{\"compilerOptions\": {\"paths\": {\"*\": [\"../../../*\", \"\"]}}\n-- Cargo.toml --\n[[[[\n-- package.json --\n{\"name\": 3}\n-- go.mod --\nmodule\n")
	long := bytes.Repeat([]byte("require('./x');import('../y');"), 50<<20/30)
	hostile := map[string][]byte{
		"one-line.js": long,
		"nul.py":      []byte("import os\x00\x01\x02\n"),
		"up.py":       []byte("from ......................... import x\n" + strings.Repeat("from . import (\n", 5000)),
		"use.rs":      []byte("use " + strings.Repeat("a::{", 20000)),
		"up.js":       []byte("import '../../../../../../etc/passwd'\nrequire('')\nimport '.'\nimport '/'\n"),
		"inc.c":       []byte("#include \"\n#include <\n#include \"../../..\"\n#include\n"),
		"x.hs":        []byte("import\nimport qualified\nimport .\n"),
		"x.rb":        []byte("require\nautoload :X\nclass \nmodule <\nrequire '../../x'\n"),
		"x.php":       []byte("<?php namespace ;\nuse \\;\nuse ;\nnamespace A\\B;\nuse A\\\\\\B;\n"),
		"x.cs":        []byte("using ;\nusing = ;\nnamespace ;\npublic \n"),
	}
	for name, data := range hostile {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	src, scan := open(t, dir)
	start := time.Now()
	r, err := Read(context.Background(), src, scan)
	if err != nil {
		t.Fatal(err)
	}
	if d := time.Since(start); d > 10*time.Second {
		t.Errorf("took %v", d)
	}
	if len(r.Graph.Edges) > 0 {
		t.Errorf("edges out of nothing: %v", edges(r))
	}
	if len(r.Problems) != 1 || r.Problems[0].Path != "nul.py" {
		t.Errorf("problems: %v", r.Problems)
	}
}

func TestLinesAreCut(t *testing.T) {
	var got []int
	for n, line := range lines("a\n" + strings.Repeat("b", 3*maxLine) + "\n\nc") {
		got = append(got, n, len(line))
	}
	if diff := cmp.Diff([]int{1, 1, 2, maxLine, 3, 0, 4, 1}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestBudget(t *testing.T) {
	scan := &luminos.Scan{}
	for i := range maxFiles + 5 {
		scan.Files = append(scan.Files, luminos.File{Path: luminos.Path(fmt.Sprintf("d/%06d.go", i)), Size: 10})
	}
	scan.Files = append(scan.Files, luminos.File{Path: "main.go", Size: 10})
	files, unread := choose(scan)
	if len(files) != maxFiles || unread != 6 || files[0].path != "main.go" {
		t.Errorf("%d files, %d unread, first %s", len(files), unread, files[0].path)
	}
	scan = &luminos.Scan{}
	for i := range 5000 {
		scan.Files = append(scan.Files, luminos.File{Path: luminos.Path(fmt.Sprintf("%06d.go", i)), Size: 1 << 30})
	}
	if files, unread = choose(scan); len(files) != totalLimit/headLimit || len(files)+unread != 5000 {
		t.Errorf("%d files, %d unread", len(files), unread)
	}
}

func TestTests(t *testing.T) {
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
