package place

import (
	"slices"
	"strings"

	"luminos"
)

// TestFile reports whether a file is a test by its own name, as test runners
// tell, or serves tests only.
func TestFile(p luminos.Path) bool {
	base, ext := p.Base(), p.Ext()
	stem := base[:len(base)-len(ext)]
	lower := strings.ToLower(stem)
	if strings.HasPrefix(lower, "test_") || ends(lower, "_test", "_tests", "_unittest", "_spec", "-test", ".test", ".spec", ".stories", ".cy", ".e2e") {
		return true
	}
	switch ext {
	case ".t", ".bats":
		return true
	case ".py":
		return lower == "tests" || lower == "conftest"
	case ".rs":
		return lower == "tests" || lower == "test"
	case ".jl":
		return lower == "runtests"
	case ".java", ".cs", ".fs", ".vb": // a KeySpec is none
		return isTestClass(stem)
	case ".kt", ".php", ".swift", ".groovy":
		return isTestClass(stem) || ends(stem, "Spec")
	case ".scala":
		return isTestClass(stem) || ends(stem, "Spec", "Suite")
	}
	return false
}

// isTestClass knows the name of a class of tests: FooTest, FooTests, FooIT.
func isTestClass(stem string) bool {
	words := split(stem)
	return ends(stem, "TestCase") || len(words) > 0 && slices.Contains([]string{"Test", "Tests"}, words[len(words)-1]) ||
		len(words) > 1 && words[len(words)-1] == "IT"
}

func ends(s string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(suffix string) bool { return strings.HasSuffix(s, suffix) })
}
