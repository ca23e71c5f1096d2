package rules

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// examplesWords is a pattern for the kinds of texts that show how something is done.
const examplesWords = `(?:examples|samples|demos|tutorials|workshops|exercises)`

var (
	namedExamples     = lazyregexp.Lazy(`(?i)(?:^|[-_. ])` + examplesWords + `$`)
	describedExamples = lazyregexp.Lazy(`(?i)\b(?:list|collection|set|series|repository) of\b.{0,40}\b` + examplesWords + `\b`)
)

// showsExamples reports whether the target is a collection of examples, by its name or its description. The passwords
// of examples are public, and examples have no tests.
func (w flagRules) showsExamples() bool {
	return namedExamples().MatchString(w.Facts.Name) || describedExamples().MatchString(w.Facts.Description)
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

// prose reports whether a file with n masked places is a text with headings about its subject, such as a chapter about
// credentials.
func prose(f *luminos.Facts, p luminos.Path, n int) bool {
	return slices.ContainsFunc(f.Documents, func(d luminos.Document) bool {
		return d.Path == p && len(d.Headings) > 0 && d.Words >= proseWords*(n+1)
	})
}
