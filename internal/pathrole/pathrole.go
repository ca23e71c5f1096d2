// Package pathrole derives the role of files and directories from their paths:
// tests, fixtures, documentation, examples and others. All readers share its names.
package pathrole

import (
	"slices"
	"strings"

	"luminos"
)

// roles are directory names with one meaning in every ecosystem, folded by fold, or
// with their marks if these change the meaning: "_site" is built from "site".
// "testing", "integration" and "templates" are left out, because they are often parts of a program.
var roles = byName(map[luminos.DirRole]string{
	luminos.DirSource: "src source sources lib libs cmd pkg internal app apps crates packages core server client api",
	luminos.DirTests: "test tests javatests regress spec specs e2e testsuite testsuites testcases unittest unittests " +
		"functionaltests integrationtests fuzz fuzzing ossfuzz step_definitions",
	luminos.DirFixtures: "testdata testsdata fixture fixtures testfixtures testfiles testassets testresources snapshots golden goldens mocks cassettes",
	luminos.DirDocumentation: "_static doc docs documentation man manual manuals guide guides userguide userguidesrc " +
		"wiki rfcs website site www",
	luminos.DirExamples:      "example examples myapp sample samples demo demos tutorial tutorials playground playgrounds",
	luminos.DirVendored:      "vendor vendored thirdparty 3rd nodemodules bowercomponents sitepackages",
	luminos.DirGenerated:     "generated autogen gen srcgen gensrc",
	luminos.DirOutput:        "_site out target build coverage .next obj",
	luminos.DirCI:            "workflows ci .circleci .ci .buildkite .gitlab .azurepipelines",
	luminos.DirData:          "data dataset datasets",
	luminos.DirMedia:         "photos photo pictures videos video music audio media",
	luminos.DirAssets:        "assets static public images image img imgs icons fonts resources res logo screenshots",
	luminos.DirConfiguration: "config configs conf .config etc settings .vscode .idea .devcontainer .github .cargo .husky .changeset",
})

// rolesByWord are roles by the first or the last word of a longer name: test-jpms,
// integration_tests, Foo.Tests, commonTest, gson-examples. TestDiffView is a type or
// a function and does not match. The first row with the word decides.
var rolesByWord = []struct {
	role  luminos.DirRole
	words []string
}{
	{luminos.DirFixtures, []string{"fixtures", "testdata"}}, // a fixture_set is code
	{luminos.DirTests, []string{"test", "tests", "unittest", "unittests", "e2e", "specs", "fuzz"}},
	{luminos.DirExamples, []string{"example", "examples", "demo", "demos", "samples", "playground", "playgrounds"}},
	{luminos.DirDocumentation, []string{"docs", "website"}},
}

// byName returns a map from each directory name to its role. lines holds the names of each role,
// separated by spaces.
func byName(lines map[luminos.DirRole]string) map[string]luminos.DirRole {
	m := map[string]luminos.DirRole{}
	for role, line := range lines {
		for _, name := range strings.Fields(line) {
			m[name] = role
		}
	}
	return m
}

// fold makes spellings of a lower-case name equal: test_data and test-data, __fixtures__ and fixtures.
var fold = strings.NewReplacer("_", "", "-", "", " ", "")

// Named returns the role of a directory, such as tests or documentation, by its name, or "" if the
// name says nothing.
func Named(name string) luminos.DirRole {
	if strings.Contains(name, "{{") { // a placeholder of a template
		return luminos.DirExamples
	}
	lower := strings.ToLower(name)
	if isDist(lower) {
		return luminos.DirOutput
	}
	if role, ok := roles[lower]; ok {
		return role
	}
	if role, ok := roles[fold.Replace(lower)]; ok {
		return role
	}
	const signs, digits = "-_. ", "0123456789" // test1, fixtures-2
	words := strings.Trim(name, signs)
	if words == "" {
		return ""
	}
	first, last := words, words[strings.LastIndexAny(words, signs)+1:]
	if i := strings.IndexAny(words, signs); i >= 0 {
		first = words[:i]
	}
	first = strings.ToLower(strings.TrimRight(first, digits))
	last = strings.ToLower(lastWord(strings.TrimRight(last, digits)))
	if strings.Count(name, ".") > 1 { // Foo.Tests.Unit, Foo.Examples.Web
		parts := strings.Split(lower, ".")
		for _, part := range parts[1 : len(parts)-1] {
			switch part {
			case "tests":
				return luminos.DirTests
			case "examples", "samples":
				return luminos.DirExamples
			}
		}
	}
	for _, r := range rolesByWord {
		if slices.Contains(r.words, first) || slices.Contains(r.words, last) {
			return r.role
		}
	}
	return ""
}

// lastWord returns the last word of a name in mixed case: Test of commonTest, Tests of UITests, IT
// of UserIT. It returns the whole name if it has one word, as "latest".
func lastWord(s string) string {
	i := len(s)
	for i > 0 && !isUpper(s[i-1]) {
		i--
	}
	if i < len(s) {
		return s[max(i-1, 0):]
	}
	for i > 0 && isUpper(s[i-1]) {
		i--
	}
	return s[i:]
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// Of returns the role of a file by the outermost directory above p that holds tests, fixtures,
// documentation, examples or vendored code, or "". Parts of package names do not count.
func Of(p luminos.Path) luminos.DirRole {
	for dir := range above(p) {
		switch role := Named(dir); role {
		case luminos.DirTests, luminos.DirFixtures, luminos.DirDocumentation, luminos.DirExamples, luminos.DirVendored:
			return role
		}
	}
	return ""
}

// Under reports whether any directory above p has one of the roles. Parts of package names, such as
// org/example in src/main/java/org/example, do not count.
func Under(p luminos.Path, roles ...luminos.DirRole) bool {
	for dir := range above(p) {
		if role := Named(dir); role != "" && slices.Contains(roles, role) {
			return true
		}
	}
	return false
}

// Fixture reports whether the file p is data of tests: below a directory of fixtures, or below data
// in a directory of tests. A file below assets, media, examples, cases or the like in a directory
// of tests counts too, except if [TestFile] is true for it.
func Fixture(p luminos.Path) bool {
	tests, work := false, false
	for dir := range above(p) {
		switch Named(dir) {
		case luminos.DirFixtures:
			return true
		case luminos.DirTests:
			tests = true
		case luminos.DirData:
			if tests {
				return true
			}
		case luminos.DirAssets, luminos.DirExamples, luminos.DirMedia:
			work = work || tests
		}
		switch strings.ToLower(dir) {
		case "cases", "corpus", "inputs", "templates":
			work = work || tests
		}
	}
	return work && !TestFile(p)
}

// Template reports whether the path p lies in a directory of templates from which a program makes others, such as
// templates or template-react.
func Template(p luminos.Path) bool {
	return slices.ContainsFunc(strings.Split(string(p.Dir()), "/"), func(name string) bool {
		return name == "template" || name == "templates" || strings.HasPrefix(name, "template-")
	})
}

// Aside reports whether p is a test, a fixture or an example by its place or by its own name
// (example.pem, .env.example, x_test.go), or documentation or vendored by its place.
func Aside(p luminos.Path) bool {
	if Of(p) != "" || TestFile(p) {
		return true
	}
	base := p.Base()
	for _, name := range []string{base, base[:len(base)-len(p.Ext())]} {
		switch Named(name) {
		case luminos.DirTests, luminos.DirFixtures, luminos.DirExamples:
			return true
		}
	}
	return false
}

// benchmarks are folded names of directories that hold measurements of speed.
var benchmarks = strings.Fields("bench benches benchmark benchmarks benchsuite profiling perf perftests performancetests")

// Benchmarks reports whether the directory p holds measurements of the target's speed: by its name at the root or among
// packages, or by a name such as __benchmarks__ at any depth. In other places such a name can mean a part of a program.
func Benchmarks(p luminos.Path) bool {
	name := strings.ToLower(p.Base())
	switch strings.ToLower(string(p.Dir())) {
	case string(luminos.Root), "packages", "crates":
		return slices.Contains(benchmarks, fold.Replace(name))
	}
	return name == "__benchmarks__" || name == "benches"
}

// InBenchmarks reports whether a directory above p holds measurements of the target's speed.
func InBenchmarks(p luminos.Path) bool {
	for dir := p.Dir(); dir != luminos.Root; dir = dir.Dir() {
		if Benchmarks(dir) {
			return true
		}
	}
	return false
}

// BenchmarkFile reports whether the source p measures speed by its own name: sort.bench.ts, sort_bench.py,
// bench_sort.py, and benchmark.js at the root.
func BenchmarkFile(p luminos.Path) bool {
	base, ext := p.Base(), p.Ext()
	stem := strings.ToLower(base[:len(base)-len(ext)])
	switch ext {
	case ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx":
		alone := p.Dir() == luminos.Root && slices.Contains(benchmarks, stem)
		return alone || ends(stem, ".bench", "-bench", "_bench", ".benchmark", "-benchmark", "_benchmark")
	case ".py", ".rb":
		first, _, more := strings.Cut(stem, "_")
		return ends(stem, "_bench", "_benchmark") || more && (first == "bench" || first == "benchmark")
	case ".cc", ".cpp", ".c", ".lua":
		return ends(stem, "_bench", "_benchmark")
	}
	return false
}

// ExampleFile reports whether the source p at the root is an example by its own name: example.c.
func ExampleFile(p luminos.Path) bool {
	base := p.Base()
	return p.Dir() == luminos.Root && Named(base[:len(base)-len(p.Ext())]) == luminos.DirExamples
}
