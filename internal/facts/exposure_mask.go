package facts

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// masked replaces a secret value in a quote.
const masked = "(masked)"

var (
	// publicValue matches values that hide nothing: values that are tried first, defaults of products, placeholders and
	// passwords of tests.
	publicValue = lazyregexp.Lazy(`^(?:` + weak + `|postgres(?:ql)?|mysql|mariadb|mongo(?:db)?|redis|guest|minioadmin|` +
		`(?:[\w-]+[_-])?test(?:ing)?|[\w-]*(?i:change[-_]?(?:me|this|it|in)|your[-_]|replace[-_])[\w-]*)$`)
	// besideSetting matches a secret that is on the line of another setting.
	besideSetting = lazyregexp.Lazy(`(?i:(secret|pass(?:word|wd)?))['"]?\s*(?::|=>?)\s*` +
		`['"\x60]([^'"\x60]{3,})['"\x60]`)
)

// secretValues returns the values in a line that match the second group of a pattern, and the other secrets of the line.
func secretValues(line string, pattern *regexp.Regexp) []string {
	var all []string
	for _, p := range []*regexp.Regexp{pattern, besideSetting()} {
		for _, m := range p.FindAllStringSubmatch(line, -1) {
			if len(m) > 2 {
				all = append(all, m[2])
			}
		}
	}
	return all
}

// citeMasked cites the line n with the values masked that are not public. The digest is the one of the line itself.
func citeMasked(text luminos.Text, lines []string, n int, values []string) luminos.Evidence {
	e, line := citeLine(text, lines, n), lines[n-1]
	slices.SortFunc(values, func(a, b string) int { return cmp.Compare(len(b), len(a)) }) // one can begin another
	for _, v := range values {
		if v != "" && !publicValue().MatchString(v) && !strings.HasPrefix(v, masked) {
			line = strings.ReplaceAll(line, v, masked)
		}
	}
	if line != lines[n-1] {
		e.Quote = luminos.Text{Content: line + "\n"}.Cite(1, 1).Quote
	}
	return e
}
