package outline

import "strings"

// isConstant reports whether a name is in capitals, as constants are.
func isConstant(name string) bool {
	letters := 0
	for _, r := range name {
		switch {
		case r >= 'A' && r <= 'Z':
			letters++
		case r >= '0' && r <= '9', r == '_':
		default:
			return false
		}
	}
	return letters > 1
}

// word returns the name at the beginning of s.
func word(s string) string {
	s = strings.TrimLeft(s, " \t\r\n")
	if i := strings.IndexFunc(s, func(r rune) bool { return !isWord(r) }); i >= 0 {
		return s[:i]
	}
	return s
}

// unquoted returns s without one pair of surrounding quotes.
func unquoted(s string) string {
	s = strings.TrimSpace(s)
	if len(s) >= 2 && strings.IndexByte("\"'`", s[0]) >= 0 && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}
