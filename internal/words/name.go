package words

import (
	"fmt"
	"strings"
	"unicode"
)

// Name returns a path or a name for use in running text. Plain names are unchanged. Others become a
// JSON string, as in the arguments of a tool call, with unprintable and [Hidden] characters
// escaped.
func Name(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case unicode.IsPrint(r) && !Hidden(r):
			b.WriteRune(r)
		case r > 0xFFFF: // a surrogate pair in JSON
			fmt.Fprintf(&b, `\u%04x\u%04x`, 0xD800+(r-0x10000)>>10, 0xDC00+(r-0x10000)&0x3FF)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// plain reports whether the name s is unambiguous in running text without quotes: printable, without
// "<>:` and double blanks, without blanks at its ends or a bracket at its start, and not empty.
func plain(s string) bool {
	if s == "" || s[0] == ' ' || s[0] == '[' || s[0] == '(' || s[len(s)-1] == ' ' ||
		strings.ContainsAny(s, "\"<>:`") || strings.Contains(s, "  ") {
		return false
	}
	for _, r := range s {
		if !unicode.IsPrint(r) || Hidden(r) {
			return false
		}
	}
	return true
}
