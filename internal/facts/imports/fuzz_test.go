package imports

import (
	"strings"
	"testing"

	"luminos"
	"luminos/internal/outline"
)

// FuzzScan runs all scanners and resolvers on any text and checks limits and
// citations.
func FuzzScan(f *testing.F) {
	for _, seed := range []string{
		"// Package x\npackage x\nimport (\n\"m/a\"\n)\nfunc F() {}\ntype T `\n`\n",
		"\"\"\"doc\"\"\"\nfrom ..a import (b,\n c)\nimport a.b as c, d\nclass C: pass\n",
		"/** @module x */\nimport {a, type B as C} from '../x'\nexport default class X {}\nrequire(\"y\")\n",
		"//! # T\n//! d\nuse crate::{a::{b, c}, d as e};\nmod m;\npub fn f() {}\n",
		"package a.b;\nimport static a.c.D.*;\npublic final class E {}\n",
		"namespace A.B;\nusing X = A.C<int>;\npublic record R(int x);\n",
		"<?php namespace A;\nuse B\\{C, D};\nrequire 'x.php';\n",
		"#include \"a/b.h\"\nint main(int c) {\nenum class E : int {\n",
		"module A\n  class B < C\n  end\nend\nrequire_relative 'x'\n",
		"{- x -}\nimport qualified A.B as C\nf :: Int\ndata D = D\n",
	} {
		f.Add(seed, "src/a/x")
	}
	f.Fuzz(func(t *testing.T, content, stem string) {
		if strings.ContainsAny(stem, "\x00") || stem == "" || len(stem) > 200 {
			t.Skip("no name of a file")
		}
		content = strings.ToValidUTF8(content, "\uFFFD")
		text := strings.Split(content, "\n")
		ix := &index{files: map[luminos.Path]bool{"src/a": true}, dirs: map[luminos.Path]map[outline.Family]bool{"src": {outline.Script: true, outline.Rust: true}},
			modules: map[string]luminos.Path{"m": "."}, packages: map[string]luminos.Path{"y": "src"}, crates: map[string]luminos.Path{"a": "src"},
			tsconfigs: map[luminos.Path]*aliases{".": {base: ".", paths: map[string][]string{"*": {"src/*"}}}}}
		for _, ext := range []string{".go", ".py", ".ts", ".rs", ".java", ".kt", ".cs", ".php", ".c", ".rb", ".hs", ".zig"} {
			p := luminos.Root.Join(stem + ext)
			if strings.HasPrefix(string(p), "..") || strings.HasPrefix(string(p), "/") {
				t.Skip("a path that leads out")
			}
			s := &source{path: p, family: outline.FamilyOf(p), head: outline.ReadHead(p, content)}
			h := s.head
			if len(h.Imports) > importsPerFile || len(h.Symbols) > 24 {
				t.Fatalf("%s: %d imports, %d symbols", ext, len(h.Imports), len(h.Symbols))
			}
			for i := range h.Imports {
				r := &h.Imports[i]
				if text[r.Line-1] != r.Text {
					t.Fatalf("%s: line %d is %q, not %q", ext, r.Line, text[r.Line-1], r.Text)
				}
				for _, to := range ix.resolve(s, r) {
					if strings.HasPrefix(string(to), "..") {
						t.Fatalf("%s: %q leads out to %q", ext, r.Spec, to)
					}
				}
			}
			for _, sym := range h.Symbols {
				if text[sym.Line-1] != sym.Text {
					t.Fatalf("%s: line %d is %q, not %q", ext, sym.Line, text[sym.Line-1], sym.Text)
				}
			}
			if h.Comment != nil {
				for i, l := range h.Comment.Lines {
					if text[h.Comment.First-1+i] != l {
						t.Fatalf("%s: comment line %d is %q, not %q", ext, h.Comment.First+i, text[h.Comment.First-1+i], l)
					}
				}
			}
		}
	})
}

func FuzzConfig(f *testing.F) {
	f.Add(`{"compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["src/*",],},},} // x`, "@/a")
	f.Add("{/* */\"name\": \"x\\\"\", \"a\": [1,]}", "x")
	f.Add("[package]\nname = \"a\"\n[lib]\npath = \"../x\"\n", "*")
	f.Fuzz(func(t *testing.T, text, spec string) {
		ix := &index{modules: map[string]luminos.Path{}, packages: map[string]luminos.Path{}, tsconfigs: map[luminos.Path]*aliases{},
			crates: map[string]luminos.Path{}, crateDirs: map[luminos.Path]luminos.Path{}}
		for _, parse := range []func(luminos.Path, string) error{ix.goMod, ix.packageJSON, ix.cargo, ix.tsconfig} {
			_ = parse(".", text)
		}
		if a := ix.tsconfigs["."]; a != nil {
			a.targets(spec)
		}
	})
}
