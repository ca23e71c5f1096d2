package fsserver

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"luminos"
	"luminos/internal/words"
)

// Results are read by models and printed on terminals, but their names and texts come from
// untrusted files. So a name must not look like other text, and nothing may be hidden:
// characters that control a terminal, reorder text or are invisible are escaped.

// show returns a path or a name for use in a text, in quotes if it is not plain.
func show(p luminos.Path) string { return words.Name(string(p)) }

// safe reports whether a character of a file can be shown as it is: a tab, or a visible
// character.
func safe(r rune) bool { return r == '\t' || unicode.IsGraphic(r) && !words.Hidden(r) }

// visible escapes the characters of a text that are invisible or control a terminal, line ends among them, and bytes
// that are not UTF-8: \x1b, \u202e, \U000e0041. Joiners in words stay. It reports whether it escaped any.
func visible(s string) (string, bool) {
	i := strings.IndexFunc(s, func(r rune) bool { return !safe(r) })
	if i < 0 && utf8.ValidString(s) {
		return s, false
	}
	var b strings.Builder
	changed := false
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
			changed = true
		case safe(r) || joiner(s, i, n):
			b.WriteString(s[i : i+n])
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
			changed = true
		case r <= 0xFFFF:
			fmt.Fprintf(&b, `\u%04x`, r)
			changed = true
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
			changed = true
		}
		i += n
	}
	return b.String(), changed
}

// joiner reports whether the character of n bytes at i is one of the two joiners,
// alone between characters beyond ASCII: words in Persian and emoji have them.
func joiner(s string, i, n int) bool {
	if r := s[i : i+n]; r != "\u200c" && r != "\u200d" {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[i+n:])
	return before > 0x7F && after > 0x7F && unicode.IsGraphic(before) && unicode.IsGraphic(after)
}

// visibleText escapes the invisible and control characters of a text, except its line feeds.
func visibleText(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i], _ = visible(l)
	}
	return strings.Join(lines, "\n")
}

// cutText returns the first n bytes of s, or fewer if the cut would divide a character.
func cutText(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
