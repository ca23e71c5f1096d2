package pathrole

import (
	"slices"
	"strings"

	"luminos"
)

// Test reports whether the file p is a test or data of tests, by its own name or by a directory
// above it.
func Test(p luminos.Path) bool {
	return TestFile(p) || Under(p, luminos.DirTests, luminos.DirFixtures)
}

// TestFile reports whether the file p is a test or a helper of tests by its own name: x_test.go,
// test_x.py, FooTest.java. In some languages test_x counts only below a directory of tests.
func TestFile(p luminos.Path) bool {
	base, ext := p.Base(), p.Ext()
	if ext == ".tmpl" || ext == ".tpl" { // a template of the file without it
		base = base[:len(base)-len(ext)]
		ext = luminos.Path(base).Ext()
	}
	stem := base[:len(base)-len(ext)]
	lower := strings.ToLower(stem)
	if ext == ".vim" { // Vim loads files by such names: zig_test.vim sets the compiler zig_test
		return false
	}
	if ext == "" && ends(lower, "-test") { // a program, as git-test and bats-exec-test are, more often than a test
		return false
	}
	if ends(lower, "_test", "_tests", "_unittest", "-test", ".test", ".test-d", ".stories", ".cy", ".e2e") {
		return true
	}
	if ext == ".lua" && ends(lower, "_spec") { // make_spec.lua in another directory makes a specification
		return slices.ContainsFunc(strings.Split(string(p.Dir()), "/"), func(dir string) bool {
			return strings.HasPrefix(dir, "spec") || strings.HasPrefix(dir, "test")
		})
	}
	if ends(lower, ".spec") && specs[ext] || ends(lower, "_spec") && !plain[ext] {
		return true
	}
	switch ext {
	case ".t", ".bats", ".feature":
		return true
	case ".pl", ".pm", ".pem", ".key": // Perl has its tests, their helpers and keys in t, and tests of the author in xt
		first, _, _ := strings.Cut(string(p), "/")
		return first == "t" || first == "xt"
	case ".py":
		return strings.HasPrefix(lower, "test_") || lower == "tests" || lower == "conftest"
	case ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx":
		// A file such as test-login.js is more often tried by hand.
		return strings.HasPrefix(lower, "test_") || lower == "runtests" || lower == "test" || lower == "tests"
	case ".c", ".cc", ".cpp", ".cxx", ".lua", ".sh", ".jl":
		atRoot := p.Dir() == luminos.Root // below it, coreutils has src/test.c
		return strings.HasPrefix(lower, "test_") || strings.HasPrefix(lower, "tests_") || lower == "runtests" ||
			lower == "tests" || lower == "test" && atRoot
	case ".h", ".hpp":
		return strings.HasPrefix(lower, "tests_")
	case ".rs":
		return lower == "tests" || lower == "test"
	case ".rb": // Cucumber loads all files below them before it tests
		if strings.HasPrefix(string(p), "features/support/") {
			return true
		}
	case ".java", ".cs", ".fs", ".vb": // but KeySpec is not a test
		return isTestClass(stem)
	case ".kt", ".swift", ".groovy":
		return isTestClass(stem) || ends(stem, "Spec")
	case ".php": // it_IT.php is a language, and a trait with the name Test a part of a product
		return isTestClass(stem) && stem != "Test" && !ends(stem, "IT") || ends(stem, "Spec")
	case ".scala":
		return isTestClass(stem) || ends(stem, "Spec", "Suite")
	}
	// Elsewhere test_case.rb is a part of a library for tests.
	return strings.HasPrefix(lower, "test_") && Under(p, luminos.DirTests)
}

// specs are the extensions of sources for whose frameworks a file x.spec.js is a test. Other such files generate or
// hold the specification of a package: qwcl.spec.sh.
var specs = map[string]bool{
	".js": true, ".mjs": true, ".cjs": true, ".jsx": true, ".ts": true, ".mts": true, ".cts": true, ".tsx": true,
	".coffee": true, ".vue": true, ".svelte": true, ".rb": true, ".php": true,
}

// plain are the extensions of languages without frameworks whose tests end in _spec: test_spec.cpp parses the
// specification of a test.
var plain = map[string]bool{
	".c": true, ".h": true, ".cc": true, ".cpp": true, ".cxx": true, ".hpp": true, ".hh": true, ".go": true, ".rs": true,
	".java": true, ".cs": true, ".py": true,
}

// isTestClass reports whether stem, a file name without extension, names a class of tests: FooTest,
// FooTests, FooIT, FooTestCase.
func isTestClass(stem string) bool {
	last := lastWord(stem)
	return last == "Test" || last == "Tests" || last == "IT" && last != stem || ends(stem, "TestCase")
}

func ends(s string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(suffix string) bool { return strings.HasSuffix(s, suffix) })
}
