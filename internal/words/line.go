package words

import (
	"strings"
	"unicode/utf8"
)

// Line returns foreign text for one line of at most most characters: valid UTF-8,
// without [Hidden] characters, white space folded. If it is cut, it ends in "…".
func Line(s string, most int) string {
	if len(s) > 16*most {
		s = s[:16*most] // the rest cannot appear in the result
	}
	s = strings.Map(func(c rune) rune {
		switch {
		case c == '\n' || c == '\t' || c == '\r':
			return ' '
		case Hidden(c):
			return -1
		}
		return c
	}, strings.ToValidUTF8(s, "\uFFFD"))
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}
