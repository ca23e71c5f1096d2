package facts

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// secretName is a pattern for the name of a variable of the environment that holds a secret.
const secretName = `(?:[A-Z0-9]+_)*(?:SECRET(?:_KEY|_BASE)?|PASSWORD|PASSWD|PASSPHRASE|TOKEN|API_?KEY|PRIVATE_?KEY|` +
	`ENCRYPTION_?KEY|SIGNING_?KEY)\b`

var environment = lazyregexp.Lazy(`(?i:env(?:iron)?(?:\.get|\.fetch|_or)?\(\s*)['"](` + secretName +
	`)['"]\s*,\s*(?:default=)?['"][^'"\s]{3,}['"]`)

// exposures are patterns of settings that open a program to others. The first group of a pattern is
// the name of the setting.
var exposures = []struct {
	rule   luminos.Rule
	needle string // a text that every match contains; it is searched first
	match  func() *regexp.Regexp
}{
	// JavaScript, C#, PHP, Ruby: process.env.X || 'literal', Environment["X"] ?? "literal", ENV['X'] || 'literal'
	{luminos.RuleDefaultSecret, "||", lazyregexp.Lazy(`\b(` + secretName + `)['"\])]*\s*\|\|\s*['"\x60][^'"\x60\s]{3,}['"\x60]`)},
	{luminos.RuleDefaultSecret, "??", lazyregexp.Lazy(`\b(` + secretName + `)['"\])]*\s*\?\?\s*['"\x60][^'"\x60\s]{3,}['"\x60]`)},
	// Python, Ruby, PHP, Rust: os.getenv("X", "literal"), ENV.fetch('X', 'literal'), env('X', 'literal')
	{luminos.RuleDefaultSecret, "env", environment},
	{luminos.RuleDefaultSecret, "ENV", environment},
	// shells and compositions: ${X:-literal}
	{luminos.RuleDefaultSecret, "-", lazyregexp.Lazy(`\$\{(` + secretName + `):?-[^}\s$]{3,}\}`)},
}

// exposuresMost is the maximum number of exposures of one file.
const exposuresMost = 20

// findExposures returns the lines of a text, at most exposuresMost, that give a secret a fixed value if the environment
// does not set it, such as os.getenv("TOKEN", "abc"). It skips comments and lines of over 1000 bytes.
func findExposures(text luminos.Text) []luminos.Exposure {
	var found []luminos.Exposure
	n := 0
	for line := range strings.Lines(text.Content) {
		n++
		if len(line) > 1000 || words.Comment(line) {
			continue
		}
		for _, e := range exposures {
			if !strings.Contains(line, e.needle) {
				continue
			}
			m := e.match().FindStringSubmatch(line)
			if m == nil || len(found) >= exposuresMost {
				continue
			}
			found = append(found, luminos.Exposure{Rule: e.rule, Path: text.Path, Line: n, Name: m[1], Evidence: text.Cite(n, n)})
			break
		}
	}
	return found
}

// exposesSettings reports whether a file can hold configuration that takes effect: source or configuration of the
// target itself.
func exposesSettings(f *luminos.File) bool {
	return (f.Category == luminos.CategorySource || f.Category == luminos.CategoryConfig) && !f.Vendored && !f.Generated
}

func sortExposures(all []luminos.Exposure) {
	slices.SortStableFunc(all, func(a, b luminos.Exposure) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
	})
}
