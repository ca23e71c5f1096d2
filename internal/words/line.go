package words

import (
	"strings"
	"unicode/utf8"
)

// Line makes foreign text fit for one line: valid, without characters that a
// terminal obeys or nobody sees, white space folded, at most so many characters,
// "…" among them where it is cut.
func Line(s string, most int) string {
	if len(s) > 16*most {
		s = s[:16*most] // no more than that many characters are needed, blanks and all
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
