package outline

import "strings"

// isConstant reports whether a name consists of capitals, digits and "_", with at least two capitals.
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

// word returns the name at the beginning of s, after white space. A name consists of
// letters, digits, "_" and the characters in more. It is empty if it would begin with
// a digit.
func word(s, more string) string {
	s = strings.TrimLeft(s, " \t\r\n")
	end := strings.IndexFunc(s, func(r rune) bool {
		return r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r < 0x80 && (r < '0' || r > '9') && !strings.ContainsRune(more, r)
	})
	if end >= 0 {
		s = s[:end]
	}
	if s != "" && s[0] >= '0' && s[0] <= '9' {
		return ""
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
