package facts

import (
	"strings"

	"luminos"
)

// placeNames are directory names that say one thing in every ecosystem, in lower case.
var placeNames = names(map[luminos.DirRole]string{
	luminos.DirSource:        "src source sources lib libs cmd pkg internal app apps crates packages core server client api",
	luminos.DirTests:         "test tests testing __tests__ spec specs e2e testsuite unittests integration functional_tests",
	luminos.DirFixtures:      "testdata test-data test_data tests_data fixture fixtures __fixtures__ __snapshots__ snapshots golden goldens mocks __mocks__ cassettes",
	luminos.DirDocumentation: "doc docs documentation man manual manuals guide guides wiki rfcs website site www",
	luminos.DirExamples:      "example examples sample samples demo demos tutorial tutorials playground playgrounds",
	luminos.DirVendored:      "vendor third_party third-party thirdparty node_modules bower_components vendored",
	luminos.DirGenerated:     "generated __generated__ autogen gen",
	luminos.DirOutput:        "dist out target build _build coverage .next obj",
	luminos.DirCI:            "workflows .circleci .ci ci .buildkite .gitlab .azure-pipelines",
	luminos.DirData:          "data dataset datasets",
	luminos.DirMedia:         "photos photo pictures videos video music audio media",
	luminos.DirAssets:        "assets static public images image img imgs icons fonts resources res logo screenshots",
	luminos.DirConfiguration: "config configs conf .config etc settings .vscode .idea .devcontainer .github .cargo .husky .changeset",
})

// names turns one line of names for each role round.
func names(lines map[luminos.DirRole]string) map[string]luminos.DirRole {
	m := map[string]luminos.DirRole{}
	for p, line := range lines {
		for _, n := range strings.Fields(line) {
			m[n] = p
		}
	}
	return m
}

// placeOf says what one directory name stands for, or "".
func placeOf(name string) luminos.DirRole {
	name = strings.ToLower(name)
	if p, ok := placeNames[name]; ok {
		return p
	}
	// test-jpms, integration_tests, Foo.Tests, foo-examples
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' || r == '.' })
	if len(words) < 2 {
		return ""
	}
	for _, w := range []string{words[0], words[len(words)-1]} {
		switch w {
		case "test", "tests", "e2e":
			return luminos.DirTests
		case "example", "examples", "demo", "demos", "samples":
			return luminos.DirExamples
		case "docs", "website":
			return luminos.DirDocumentation
		}
	}
	return ""
}

// packageRoots are directories below which directories are parts of package names.
var packageRoots = map[string]bool{"java": true, "kotlin": true, "scala": true, "groovy": true}

// aside says whether a file lies in a part of the tree that serves the rest:
// tests, fixtures, documentation or examples. The outermost such directory decides.
func aside(p luminos.Path) luminos.DirRole {
	dir := string(p.Dir())
	for dir != "" && dir != "." {
		var first string
		first, dir, _ = strings.Cut(dir, "/")
		if packageRoots[first] { // org.example.samples is a name, not a place
			return ""
		}
		switch q := placeOf(first); q {
		case luminos.DirTests, luminos.DirFixtures, luminos.DirDocumentation, luminos.DirExamples:
			return q
		}
	}
	return ""
}

// isTestFile says whether a file is a test by its own name, as test runners do.
func isTestFile(p luminos.Path) bool {
	base := p.Base()
	stem := strings.TrimSuffix(base, base[len(base)-len(p.Ext()):])
	lower := strings.ToLower(stem)
	switch {
	case strings.HasPrefix(lower, "test_"), strings.HasSuffix(lower, "_test"), strings.HasSuffix(lower, "_spec"),
		strings.HasSuffix(lower, ".test"), strings.HasSuffix(lower, ".spec"), strings.HasSuffix(lower, "-test"):
		return true
	case p.Ext() == ".t":
		return true
	}
	switch p.Ext() {
	case ".java", ".kt", ".scala", ".cs", ".php", ".swift", ".groovy", ".fs":
		return strings.HasSuffix(stem, "Test") || strings.HasSuffix(stem, "Tests") || strings.HasSuffix(stem, "Spec") || strings.HasSuffix(stem, "IT")
	}
	return false
}
