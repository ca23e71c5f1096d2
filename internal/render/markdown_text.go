package render

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Foreign text must stay text in each renderer of Markdown: no emphasis, link, image, tag, table cell, mention of a
// person or formula. Punctuation with a meaning gets a backslash. A backslash does not stop a forge from making links
// of "@name" and "#12", so an empty comment divides them.

// markdownText returns foreign text as Markdown of one line. Text between a pair of backticks is code.
func markdownText(s string) string {
	pieces := strings.Split(Clean(s), "`")
	var b strings.Builder
	for i, p := range pieces {
		switch {
		case i%2 == 0:
			b.WriteString(escapeMarkdown(p))
		case i < len(pieces)-1 && strings.TrimSpace(p) != "":
			b.WriteString(strings.ReplaceAll(markdownCode(p), "|", `\|`))
		default: // a backtick without its pair
			b.WriteString("\\`" + escapeMarkdown(p))
			if i < len(pieces)-1 {
				b.WriteString("\\`")
			}
		}
	}
	return b.String()
}

// escapeMarkdown returns clean text with escapes.
func escapeMarkdown(s string) string {
	var b strings.Builder
	for i, r := range s {
		next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):])
		switch {
		case strings.ContainsRune("\\*_[]<>&|~$", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '@' && i+1 < len(s), r == '#' && unicode.IsDigit(next):
			b.WriteRune(r)
			b.WriteString("<!-- -->")
		case r == '#', r == ':' && next == '/', r == '.' && i >= 3 && strings.EqualFold(s[i-3:i], "www"):
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// markdownLine returns Markdown that begins a paragraph or an element of a list, changed so that it does not begin a
// list, an underline of a heading or a rule.
func markdownLine(s string) string {
	s = strings.TrimSpace(s)
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	switch {
	case s == "":
	case strings.ContainsRune("-+=", rune(s[0])):
		return `\` + s
	case digits > 0 && digits < len(s) && (s[digits] == '.' || s[digits] == ')'):
		return s[:digits] + `\` + s[digits:]
	}
	return s
}

// markdownCode returns s as a span of code that can stand in a cell of a table, between backticks that do not occur in
// it.
func markdownCode(s string) string {
	s = Clean(s)
	fence := strings.Repeat("`", longestRun(s, '`')+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") || strings.HasPrefix(s, " ") && strings.HasSuffix(s, " ") {
		s = " " + s + " "
	}
	return fence + s + fence
}

// longestRun returns the length of the longest run of c in s.
func longestRun(s string, c byte) int {
	longest, n := 0, 0
	for i := range len(s) {
		n++
		if s[i] != c {
			n = 0
		}
		longest = max(longest, n)
	}
	return longest
}
