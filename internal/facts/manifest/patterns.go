package manifest

import (
	"fmt"
	"regexp"

	"luminos/internal/lazyregexp"
)

// The patterns of this package have no bounded repeats, because {1,200} is
// compiled to 200 copies: the callers bound the length of a match. An optional
// part at the end of a pattern must not leave its line, or each match would
// search the rest of the text.

// lazyOf returns patterns that differ in one word, by that word.
func lazyOf(format string, words ...string) map[string]func() *regexp.Regexp {
	m := map[string]func() *regexp.Regexp{}
	for _, w := range words {
		m[w] = lazyregexp.Lazy(fmt.Sprintf(format, w))
	}
	return m
}

// firstGroup returns the first group of the first match in s, or "".
func firstGroup(re func() *regexp.Regexp, s string) string {
	if m := re().FindStringSubmatch(s); m != nil {
		return m[1]
	}
	return ""
}
