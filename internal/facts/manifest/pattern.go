package manifest

import (
	"fmt"
	"regexp"
	"sync"
)

// pattern is a regular expression that is compiled when it is first asked for:
// a target needs a few of the many here.
//
// Repeats have no bounds in them: {1,200} is compiled to 200 copies. What is too
// long is cut or refused by whoever keeps it. An optional part at the end of a
// pattern must not leave its line, or each of many matches looks through all
// the rest for it.
type pattern func() *regexp.Regexp

func lazy(expr string) pattern {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// lazyBy are patterns that differ in one word, by that word.
func lazyBy(format string, words ...string) map[string]pattern {
	m := map[string]pattern{}
	for _, w := range words {
		m[w] = lazy(fmt.Sprintf(format, w))
	}
	return m
}

// first is the first group of the first match in s, or "".
func (p pattern) first(s string) string {
	if m := p().FindStringSubmatch(s); m != nil {
		return m[1]
	}
	return ""
}
