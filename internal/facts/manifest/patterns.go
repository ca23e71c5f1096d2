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

// lazyOf returns, for each of the words, format with the word inserted, as a pattern that is compiled when first used.
func lazyOf(format string, words ...string) map[string]func() *regexp.Regexp {
	m := map[string]func() *regexp.Regexp{}
	for _, w := range words {
		m[w] = lazyregexp.Lazy(fmt.Sprintf(format, w))
	}
	return m
}

// groups yields the text of the first group in each match of a pattern in t, with evidence of its
// line.
func groups(re func() *regexp.Regexp, t luminos.Text) iter.Seq2[string, []luminos.Evidence] {
	return func(yield func(string, []luminos.Evidence) bool) {
		for _, m := range re().FindAllStringSubmatchIndex(t.Content, -1) {
			if !yield(t.Content[m[2]:m[3]], citeLine(t, lineOf(t.Content, m[2]))) {
				return
			}
		}
	}
}

// citedGroup returns the text of the first group in the first match of a pattern in t, with
// evidence, or "" and nil.
func citedGroup(re func() *regexp.Regexp, t luminos.Text) (string, []luminos.Evidence) {
	for s, ev := range groups(re, t) {
		return s, ev
	}
	return "", nil
}

// firstGroup returns the text of the first group in the first match of a pattern in s, or "".
func firstGroup(re func() *regexp.Regexp, s string) string {
	if m := re().FindStringSubmatch(s); m != nil {
		return m[1]
	}
	return ""
}
