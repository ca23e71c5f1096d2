package words

import (
	"strings"
	"unicode/utf8"
)

// Line returns the first 16*most bytes of foreign text as one line: valid UTF-8, without control sequences of terminals
// and [Hidden] characters, white space folded. A line of more than most characters is cut to most, and ends in "…".
func Line(s string, most int) string {
	if len(s) > 16*most {
		s = s[:16*most] // bounds the work; the rest is lost even if little remains
	}
	s = strings.Map(func(c rune) rune {
		switch {
		case c == '\n' || c == '\t' || c == '\r':
			return ' '
		case Hidden(c):
			return -1
		}
		return c
	}, WithoutEscapes(strings.ToValidUTF8(s, "\uFFFD")))
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}

// Quote returns words of the target in quotation marks. Marks of the same kind within them are replaced by plain ones,
// so that the words cannot end their quotation.
func Quote(s string) string {
	return "“" + strings.NewReplacer("“", `"`, "”", `"`).Replace(s) + "”"
}
