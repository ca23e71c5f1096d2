package diff

import (
	"slices"
	"strings"
	"unicode"
)

// step returns 0 for a change of a dependency that can break the programs that have it: to another major version, to
// another minor version below 1.0, or to or from a version before its release. It returns 1 for others.
func step(c Change) int {
	old, was := firstVersion(c.Before)
	now, is := firstVersion(c.After)
	if old[0] < 0 || now[0] < 0 {
		return 1 // a version that is not known
	}
	if old[0] != now[0] || now[0] == 0 && old[1] != now[1] || was || is {
		return 0
	}
	return 1
}

// firstVersion returns the major and the minor number of the first version in the description of a dependency, and
// whether that is a version before its release. The major number is -1 if there is no version.
func firstVersion(about string) (number [2]int, early bool) {
	i := strings.IndexFunc(about, unicode.IsDigit)
	if i < 0 {
		return [2]int{-1, -1}, false
	}
	rest := about[i:]
	if end := strings.IndexAny(rest, ", ;|"); end >= 0 {
		rest = rest[:end]
	}
	for i := range number {
		n := 0
		for rest != "" && '0' <= rest[0] && rest[0] <= '9' {
			n = min(10*n+int(rest[0]-'0'), 1<<30)
			rest = rest[1:]
		}
		number[i] = n
		if i == 0 && (len(rest) < 2 || rest[0] != '.') {
			break
		}
		rest = strings.TrimPrefix(rest, ".")
	}
	return number, isEarly(rest)
}

// isEarly reports whether the end of a version marks it as one before its release: "-rc.1", ".0b2", ".dev3". The long
// parts of "v0.0.0-20240102150405-0123456789ab", a commit of Go, do not.
func isEarly(end string) bool {
	end, _, _ = strings.Cut(end, "+")
	for _, part := range strings.FieldsFunc(strings.ToLower(end), func(r rune) bool { return r == '.' || r == '-' }) {
		if word := strings.Trim(part, "0123456789"); len(part) <= longestMark && slices.Contains(earlyMarks, word) {
			return true
		}
	}
	return false
}

// earlyMarks are the words for versions before a release.
var earlyMarks = []string{"a", "alpha", "b", "beta", "c", "rc", "cr", "pre", "preview", "dev", "canary", "snapshot"}

// longestMark is the maximal length of a part of a version with such a word, and of a number before or behind it.
const longestMark = 10
