package manifest

import (
	"fmt"
	"iter"
	"regexp"

	"luminos"
	"luminos/internal/lazyregexp"
)

// The patterns of this package have no bounded repeats, because {1,200} is
// compiled to 200 copies: the callers bound the length of a match. An optional
// part at the end of a pattern must not leave its line, or each match would
// search the rest of the text.

// lazyOf returns, for each of the words, the pattern that results from inserting the word into format.
func lazyOf(format string, words ...string) map[string]func() *regexp.Regexp {
	m := map[string]func() *regexp.Regexp{}
	for _, w := range words {
		m[w] = lazyregexp.Lazy(fmt.Sprintf(format, w))
	}
	return m
}

// groups iterates over the first groups of all matches in a text, with evidence of their lines.
func groups(re func() *regexp.Regexp, t luminos.Text) iter.Seq2[string, []luminos.Evidence] {
	return func(yield func(string, []luminos.Evidence) bool) {
		for _, m := range re().FindAllStringSubmatchIndex(t.Content, -1) {
			if !yield(t.Content[m[2]:m[3]], citeLine(t, lineOf(t.Content, m[2]))) {
				return
			}
		}
	}
}

// citedGroup returns the first of the groups and its evidence, or "" and nil.
func citedGroup(re func() *regexp.Regexp, t luminos.Text) (string, []luminos.Evidence) {
	for s, ev := range groups(re, t) {
		return s, ev
	}
	return "", nil
}

// firstGroup returns the first group of the first match in s, or "".
func firstGroup(re func() *regexp.Regexp, s string) string {
	if m := re().FindStringSubmatch(s); m != nil {
		return m[1]
	}
	return ""
}
