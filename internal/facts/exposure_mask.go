package facts

import (
	"regexp"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

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

// citeMasked cites the line n up to the first of the values that is not public, so that the quote is a part of the
// line, and reports whether there is such a value. The digest is the one of the whole line.
func citeMasked(text luminos.Text, lines []string, n int, values []string) (e luminos.Evidence, cut bool) {
	e = citeLine(text, lines, n)
	end := len(lines[n-1])
	for _, v := range values {
		if i := strings.Index(lines[n-1], v); v != "" && i >= 0 && i < end && !public(v) {
			end = i
		}
	}
	if end < len(lines[n-1]) {
		e.Quote = luminos.Text{Content: strings.TrimRight(lines[n-1][:end], " \t'\"`@") + "\n"}.Cite(1, 1).Quote
	}
	return e, end < len(lines[n-1])
}

// public reports whether a value hides nothing, or is a mask.
func public(value string) bool {
	return publicValue().MatchString(value) || strings.HasPrefix(value, "(masked)")
}
