package rules

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// examplesWords is a pattern for the kinds of texts that show how something is done.
const examplesWords = `(?:examples|samples|demos|tutorials|workshops|exercises)`

var (
	namedExamples     = lazyregexp.Lazy(`(?i)(?:^|[-_. ])` + examplesWords + `$`)
	describedExamples = lazyregexp.Lazy(`(?i)\b(?:list|collection|set|series|repository) of\b.{0,40}\b` + examplesWords + `\b`)
	// vulnerable matches the description of a target that is unsafe so that people learn from it.
	vulnerable = lazyregexp.Lazy(`(?i)\b(?:intentionally|deliberately|purposely|damn) (?:vulnerable|insecure)\b|` +
		`^(?:[\w ]+ is )?(?:an? |(?:probably )?the most (?:\w+ ){1,4})(?:vulnerable|insecure) web ?app(?:lication)?` +
		`(?:[.,;]| for\b| to\b| with\b| that\b| written\b|$)|` +
		`\b(?:vulnerable|insecure) by design\b|\bspin(?:s|ning) up (?:insecure|vulnerable)\b`)
)

// showsExamples reports whether the target is a collection of examples, by its name or its description, or is unsafe on
// purpose. The passwords of examples are public, and examples have no tests.
func (w flagRules) showsExamples() bool {
	return namedExamples().MatchString(w.Facts.Name) || describedExamples().MatchString(w.Facts.Description) ||
		vulnerable().MatchString(w.Facts.Description)
}

// fewTests is the least number of files that are named as tests and therefore contradict a lack of tests. One or two
// are often programs that try something out.
const fewTests = 3

// namesTests reports whether at least fewTests source files have a name that begins with the word "test", as the tests
// of C libraries do.
func namesTests(scan *luminos.Scan) bool {
	n := 0
	for i := range scan.Files {
		f := &scan.Files[i]
		base := strings.ToLower(f.Path.Base())
		named := strings.HasPrefix(base, "test-") || strings.HasPrefix(base, "test_")
		if named && f.Category == luminos.CategorySource && !f.Vendored {
			n++
		}
	}
	return n >= fewTests
}

// proseWords is the least number of words before, between and after the examples of a text about passwords. A list of a
// person's own passwords has fewer, or no headings.
const proseWords = 100

// largeProgram is the number of lines of code from which on a program without tests is a concern.
const largeProgram = 2500

// tools are package systems whose files a target without a program has too.
var tools = strings.Fields("docker make terraform ansible git homebrew nix shell")

// setup are languages in which programs for others are rare: their files set something up.
var setup = strings.Fields("HCL Shell PowerShell Batchfile Nix SQL HTML CSS SCSS Less TeX Dockerfile " +
	"Makefile Jinja Puppet")

// developed reports whether the target is a program under development: a project in a programming language that a
// package system builds. Scripts, configuration, documents and bare repositories are not.
func developed(w flagRules) bool {
	if !w.isCode() || !w.Facts.Vouched || slices.Contains(setup, w.Facts.MainLanguage) {
		return false
	}
	switch w.Facts.Sort {
	case "", luminos.SortProject, luminos.SortMonorepo:
		return slices.ContainsFunc(w.Facts.Manifests, func(m luminos.Manifest) bool {
			return m.Own() && !slices.Contains(tools, m.Ecosystem)
		})
	}
	return false
}

// tested reports whether anything is known that tests the target: a framework, lines or files of tests, a command, or
// a step of the continuous integration. A target whose name ends in tests consists of them.
func tested(w flagRules) bool {
	checks, _, _ := strings.Cut(w.Facts.Checks, "no command that")
	return len(w.Facts.TestFrameworks) > 0 || w.Facts.Code.Tests > 0 || namesTests(w.Scan) ||
		strings.HasSuffix(strings.ToLower(w.Facts.Name), "tests") ||
		strings.Contains(checks, "test") ||
		slices.ContainsFunc(w.Scan.Files, func(f luminos.File) bool {
			stem := strings.ToLower(strings.TrimSuffix(f.Path.Base(), f.Path.Ext())) // test.hs can be a mode of the program
			test := pathrole.Test(f.Path) || stem == "test" || stem == "tests"
			return f.Category == luminos.CategorySource && !f.Vendored && test
		})
}

// manyDocuments is the least number of documents of a target whose code only serves its documents.
const manyDocuments = 50

// mostlyDocuments reports whether the target has many documents, and more of them than source files.
func mostlyDocuments(scan *luminos.Scan) bool {
	documents, sources := 0, 0
	for i := range scan.Files {
		switch f := &scan.Files[i]; {
		case f.Vendored:
		case f.Language == "HTML" || f.Category == luminos.CategoryDocument:
			documents++
		case f.Category == luminos.CategorySource:
			sources++
		}
	}
	return documents >= manyDocuments && documents > sources
}

// prose reports whether a file with n masked places is a text with headings about its subject, such as a chapter about
// credentials.
func prose(f *luminos.Facts, p luminos.Path, n int) bool {
	return slices.ContainsFunc(f.Documents, func(d luminos.Document) bool {
		return d.Path == p && len(d.Headings) > 0 && d.Words >= proseWords*(n+1)
	})
}
