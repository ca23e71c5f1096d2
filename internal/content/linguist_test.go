package content_test

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"

	"github.com/go-enry/go-enry/v2"
	"github.com/go-enry/go-enry/v2/data"
	"pgregory.net/rapid"

	"luminos"
	"luminos/internal/content"
)

// pathsOf returns paths that a regular expression matches or narrowly misses:
// its literals, with every alternative, between usual surroundings.
func pathsOf(t *testing.T, expr string) []string {
	t.Helper()
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	around := [][2]string{{"", ""}, {"src/x.y/", "/f.go"}, {"no", ""}, {"", "q/r.css"}, {"src/x.y/", ""}}
	for _, s := range samples(re) {
		for _, a := range around {
			all = append(all, a[0]+s+a[1])
		}
	}
	return all
}

// samples returns a few strings of the language of a regular expression.
func samples(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		s := string(re.Rune)
		if re.Flags&syntax.FoldCase != 0 {
			return []string{s, strings.ToUpper(s), strings.ToLower(s)}
		}
		return []string{s}
	case syntax.OpCharClass:
		var all []string
		for i := 0; i < len(re.Rune) && i < 8; i += 2 {
			all = append(all, string(re.Rune[i]), string(re.Rune[i+1]))
		}
		for _, r := range "x7" {
			if regexp.MustCompile(re.String()).MatchString(string(r)) {
				return append(all[:min(len(all), 4)], string(r))
			}
		}
		return all[:min(len(all), 4)]
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return []string{"x", "/"}
	case syntax.OpCapture:
		return samples(re.Sub[0])
	case syntax.OpStar, syntax.OpQuest:
		return append([]string{""}, samples(re.Sub[0])...)
	case syntax.OpPlus, syntax.OpRepeat:
		one := samples(re.Sub[0])
		return append(one, strings.Repeat(one[0], max(2, re.Min)))
	case syntax.OpAlternate:
		var all []string
		for _, s := range re.Sub {
			all = append(all, samples(s)...)
		}
		return all
	case syntax.OpConcat:
		all := []string{""}
		for _, sub := range re.Sub {
			var next []string
			for _, a := range all {
				for _, b := range samples(sub) {
					if len(next) < 40 {
						next = append(next, a+b)
					}
				}
			}
			all = next
		}
		return all
	}
	return []string{""} // anchors and the like
}

// TestPathRulesAreLinguists: the cheap conditions must never hide a match.
func TestPathRulesAreLinguists(t *testing.T) {
	paths := map[string][]string{}
	for rule, list := range map[string][]*regexp.Regexp{
		"vendored": data.VendorMatchers, "documentation": data.DocumentationMatchers,
	} {
		for _, re := range list {
			paths[rule] = append(paths[rule], pathsOf(t, re.String())...)
		}
	}
	for _, s := range generatedNames {
		paths["generated"] = append(paths["generated"], s, "a/"+s, s+"/x.go", "no"+s)
	}
	hits := map[string]int{}
	for rule, list := range paths {
		slices.Sort(list)
		for _, s := range slices.Compact(list) {
			compare(t, s, hits, rule)
		}
	}
	t.Logf("paths by rule: %v", hits)
	for _, rule := range []string{"vendored", "documentation", "generated"} {
		if hits[rule] < 20 {
			t.Errorf("only %d paths are %s: the samples prove nothing", hits[rule], rule)
		}
	}
}

// pathRules are our answer and linguist's.
var pathRules = map[string][2]func(string) bool{
	"vendored":      {func(s string) bool { return content.IsVendored(luminos.Path(s)) }, vendoredByOthers},
	"documentation": {func(s string) bool { return content.IsDocumentation(luminos.Path(s)) }, enry.IsDocumentation},
	"generated": {
		func(s string) bool { return content.IsGenerated(luminos.Path(s), nil) },
		func(s string) bool { return enry.IsGenerated(s, nil) },
	},
}

// vendoredByOthers returns linguist's answer for a path without the names that
// linguist leaves out of its statistics although they belong to the project.
func vendoredByOthers(p string) bool {
	own := regexp.MustCompile(`^(dist|_?static|_?templates|\.github|\.vscode|\.teamcity|cache|env|debian|extdata|\.git(attributes|ignore|modules)|\.gitpod\.Dockerfile|Jenkinsfile|Vagrantfile|fabfile\.py|proguard(-rules)?\.pro)$`)
	elements := strings.Split(p, "/")
	for i, e := range elements {
		elements[i] = strings.TrimSuffix(own.ReplaceAllString(e, "x"), ".d.ts")
	}
	return enry.IsVendor(strings.Join(elements, "/"))
}

func TestOwnWorkIsNotVendored(t *testing.T) {
	for _, p := range []luminos.Path{
		"types/main.d.ts", "release/dist/", "docs/_static/logo.svg", ".github/workflows/ci.yml", ".vscode/settings.json", "lib/cache/", "internal/env/env.go", "debian/control", ".gitignore", "Vagrantfile",
		"inst/extdata/mtcars.csv",
	} {
		if content.IsVendored(p) {
			t.Errorf("%s is the project's own", p)
		}
	}
	for _, p := range []luminos.Path{".github/vendor/x.go", "cache/node_modules/", "env/testdata/x",
		"test/googletest-1.16.0/a.cc", "unittests/doctest.h", "test/lib/catch.hpp"} {
		if !content.IsVendored(p) {
			t.Errorf("%s is not the project's own", p)
		}
	}
}

func compare(t interface {
	Helper()
	Errorf(string, ...any)
}, s string, hits map[string]int, rules ...string) {
	t.Helper()
	for _, rule := range rules {
		got, want := pathRules[rule][0](s), pathRules[rule][1](s)
		if want {
			hits[rule]++
		}
		if got != want {
			t.Errorf("%q: %s is %v, linguist says %v", s, rule, got, want)
		}
	}
}

// generatedNames matches linguist's rules for names of generated files.
var generatedNames = []string{
	".idea/x.xml", "Pods/x.m", "Carthage/Build/x", "Form1.Designer.cs", "x.designer.vb", "Login.feature.cs",
	"node_modules/a.js", "vendor/github.com/x/y.go", "vendor/golang.org/x.go", "vendor/local/x.go", "Gopkg.lock",
	"glide.lock", "poetry.lock", "pdm.lock", "uv.lock", "esy.lock", "dev.esy.lock", "deno.lock", "npm-shrinkwrap.json",
	"package-lock.json", "my-package-lock.json", "pnpm-lock.yaml", ".pnp.cjs", ".pnp.loader.mjs", "Godeps/x.go",
	"composer.lock", "ext/a.zep.c", "a.zep.h", "a.zep.php", "Cargo.lock", "Cargo.toml.orig", "flake.lock",
	"MODULE.bazel.lock", "Pipfile.lock", ".terraform.lock.hcl", "__generated__/a.ts", "Foo_TLB.pas", "htmlcov/i.html",
	".sqlx/query-abc.json", "deep/.sqlx/query-1.json", "Main.nib", "a.xcworkspacedata", "a.xcuserstate", ".nib",
	"yarn.lock", "Gemfile.lock", "x.js.map", "x.css.map", "x.map", "foo.lock", "query-1.json", "xnode_modules/a",
}

func TestRandomPathsAgreeWithLinguist(t *testing.T) {
	elements := rapid.SampledFrom([]string{
		"src", "test", "Tests", "specs", "fixtures", "docs", "doc", "_build", "build", "static", "themes", "vendor",
		"Vendor", "third_party", "3rd-party", "thirdparty", "cache", "dist", "packages", "foo.12", "Foo.1.2", "lib",
		"select2", "CodeMirror", "3.4", "mode", "extjs", ".yarn", "releases", "gradle", "wrapper", "x.imageset",
		"jquery", "angular", "react", "prototype", "bootstrap", "d3", "foundation", "env", "deps", "Dependencies",
		"examples", "Samples", "man", "inst", "extdata", "README", "license", "LICENSE.txt", "CHANGES.md",
	})
	bases := rapid.SampledFrom([]string{
		"a.js", "a.min.js", "a-min.css", "jquery.js", "jquery-1.2.3.js", "bootstrap.css", "x.d.ts", "import.css",
		"react.js", "d3.v4.js", "test_a.py", "a_test.go", "a.spec.ts", "FooTest.java", "Tests.cs", "configure",
		"Makefile", "a.html", "a.properties", "package-lock.json", "x.lock", "normalize.scss", "slick.grid.js", "waf",
	})
	rapid.Check(t, func(t *rapid.T) {
		parts := append(rapid.SliceOfN(elements, 0, 4).Draw(t, "directories"), bases.Draw(t, "base"))
		compare(t, strings.Join(parts, "/"), map[string]int{}, "vendored", "documentation", "generated")
	})
}

// TestGeneratedContentIsLinguists: one file for each rule about content, and
// the same text under a name that the rule is not about.
func TestGeneratedContentIsLinguists(t *testing.T) {
	few, long := strings.Repeat("a line\n", 9), strings.Repeat("x", 400)
	found := 0
	for _, tt := range []struct{ name, head string }{
		{"a.go", "// c\n\n// Code generated by protoc-gen-go. DO NOT EDIT.\npackage a\n"},
		{"a.go", strings.Repeat("// licence\n", 38) + "// Code generated by x\npackage a\n"},
		{"a.go", strings.Repeat("// licence\n", 41) + "// Code generated by x\npackage a\n"},
		{"a.py", "# x\n# Generated by the protocol buffer compiler.  DO NOT EDIT!\nimport a\n"},
		{"a.java", "// Autogenerated by Thrift Compiler (0.9)\nclass A {}\n"},
		{"a.java", "/* The following code was generated by JFlex 1.4 */\nclass A {}\n"},
		{"a.java", "// This is a generated file. Not intended for manual editing.\n"},
		{"a.java", "/*\n * This file is generated by jOOQ.\n */\n"},
		{"a.h", "/* DO NOT EDIT THIS FILE - it is machine generated */\n#include <jni.h>\n"},
		{"a.c", "/* Generated by Cython 3.0 */\nint x;\n"},
		{"a.c", "/* GIMP RGB C-Source image dump (x.c) */\nint x;\n"},
		{"a.cc", "// Generated by the gRPC C++ plugin.\nint x;\n"},
		{"a.rb", "#\n# DO NOT MODIFY!!!!\n# This file is automatically generated by Racc 1.4\n"},
		{"a.cs", "// Generated by Haxe 4\nclass A {}\n"},
		{"a.lua", "-- Generated by Haxe 4.0\nlocal a\n"},
		{"a.proto", "\n// This file was autogenerated by go-to-protobuf. Do not edit it manually!\n"},
		{"a.dart", "// GENERATED CODE - DO NOT MODIFY BY HAND\n"},
		{"a.js", long + "\n" + long + "\n"},
		{"a.css", "a{}" + long},
		{"a.js", few + "//# sourceMappingURL=a.js.map\n"},
		{"a.js", "/*\n * Generated by PEG.js 0.10.0.\n */\nx();\n"},
		{"a.js", "/* parser generated by jison 0.4 */\nx();\n"},
		{"a.js", strings.Repeat("// x\n", 5) + "// GENERATED CODE -- DO NOT EDIT!\n"},
		{"a.map", "{\"version\":3,\"sources\":[]}\n"},
		{"a.json", "{\"version\":3,\"sources\":[]}\n"},
		{"a.json", "{\"version\":\"3\"}\n"},
		{"a.html", "<html>\n<head>\n<meta name=\"Generator\" content=\"GNU makeinfo 6\">\n"},
		{"a.html", "<html>\n<!-- Generated by Doxygen 1.9.1 -->\n"},
		{"a.html", "<html>\n<meta name=\"generator\" content=\"my own hands\">\n"},
		{"a.htm", "<html>\n<!-- Generated by pkgdown: do not edit by hand -->\n"},
		{"a.yml", "---\nhttp_interactions: []\nrecorded_with: VCR 6.0\n"},
		{"a.xml", "<?xml version=\"1.0\"?>\n<doc>\n<assembly>\n</assembly>\n</doc>\n"},
		{"a.meta", "fileFormatVersion: 2\nguid: 1\n"},
		{"a.mod", "GFORTRAN module version '15'\n"},
		{"a.dsp", "# Microsoft Developer Studio Generated Build File, Format Version 6.00\n"},
		{"a.ps", "%!PS\n%%Creator: ImageMagick\n"},
		{"a.rd", "% Generated by roxygen2: do not edit by hand\n"},
		{"ppport.h", few[:56] + "x\n   Automatically created by Devel::PPPort\nx\n"},
		{"a.yy", "{\n\n  \"modelName\": \"GMSprite\"\n"},
	} {
		for _, name := range []string{tt.name, "a.txt", "a.rs", "b/" + tt.name} {
			got, want := content.IsGenerated(luminos.Path(name), []byte(tt.head)), enry.IsGenerated(name, []byte(tt.head))
			if want {
				found++
			}
			// Linguist reads the comments of generators in some languages only.
			ours := regexp.MustCompile(`(?i)generated by (?:.*(?:do not|this file)|[\w.]+ v?[\d.]+(?: \*/)?\n)` +
				`|this file.*enerated by|do not edit this`).MatchString(tt.head)
			if got != want && !(got && ours) {
				t.Errorf("%s %q: generated is %v, linguist says %v", name, cut(tt.head), got, want)
			}
		}
	}
	if found < 60 {
		t.Errorf("linguist calls only %d of them generated: the samples prove nothing", found)
	}
}
