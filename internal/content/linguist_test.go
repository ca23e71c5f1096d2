package content_test

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/go-enry/go-enry/v2"
	"github.com/go-enry/go-enry/v2/data"
	"pgregory.net/rapid"

	"luminos"
	"luminos/internal/content"
)

// pathsOf are paths that a regular expression matches or narrowly misses: its
// literals, with every alternative taken, between usual surroundings.
func pathsOf(t *testing.T, expr string) []string {
	t.Helper()
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, s := range samples(re) {
		for _, before := range []string{"", "src/x.y/", "no"} {
			for _, after := range []string{"", "/f.go", "q/r.css"} {
				all = append(all, before+s+after)
			}
		}
	}
	return all
}

// samples are a few strings of the language of a regular expression.
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
					if len(next) < 200 {
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
	var paths []string
	for _, list := range [][]*regexp.Regexp{data.VendorMatchers, data.DocumentationMatchers, data.TestMatchers} {
		for _, re := range list {
			paths = append(paths, pathsOf(t, re.String())...)
		}
	}
	for _, s := range generatedNames {
		paths = append(paths, s, "a/"+s, s+"/x.go", "no"+s)
	}
	hits := map[string]int{}
	for _, s := range paths {
		compare(t, s, hits)
	}
	t.Logf("%d paths, of them by rule: %v", len(paths), hits)
	for _, rule := range []string{"vendored", "documentation", "test", "generated"} {
		if hits[rule] < 20 {
			t.Errorf("only %d paths are %s: the samples prove nothing", hits[rule], rule)
		}
	}
}

func compare(t interface {
	Helper()
	Errorf(string, ...any)
}, s string, hits map[string]int) {
	t.Helper()
	p := luminos.Path(s)
	for rule, pair := range map[string][2]bool{
		"vendored":      {content.IsVendored(p), enry.IsVendor(s)},
		"documentation": {content.IsDocumentation(p), enry.IsDocumentation(s)},
		"test":          {content.IsTest(p), enry.IsTest(s)},
		"generated":     {content.IsGenerated(p, nil), enry.IsGenerated(s, nil)},
	} {
		if pair[1] {
			hits[rule]++
		}
		if pair[0] != pair[1] {
			t.Errorf("%q: %s is %v, linguist says %v", s, rule, pair[0], pair[1])
		}
	}
}

// generatedNames are what linguist's rules about names of generated files match.
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
		compare(t, strings.Join(parts, "/"), map[string]int{})
	})
}
