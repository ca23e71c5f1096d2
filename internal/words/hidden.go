package words

import (
	"regexp"
	"unicode"
)

// Hidden reports whether a terminal could act on a character or a reader could not see it: controls
// (C0, DEL, C1), format characters (bidi marks, zero-width characters, the byte order mark, tags),
// line and paragraph separators, and blanks and selectors that Unicode classifies as letters, marks
// or symbols. U+FE0F is not hidden: it selects the coloured form of the emoji before it.
func Hidden(r rune) bool {
	switch {
	case r < ' ' || r == 0x7F:
		return true
	case r < 0x7F:
		return false
	case r == 0x034F, r == 0x115F, r == 0x1160, r == 0x17B4, r == 0x17B5, r == 0x2800, r == 0x3164, r == 0xFFA0:
		return true
	case 0x180B <= r && r <= 0x180F, 0xFE00 <= r && r <= 0xFE0E, 0xE0000 <= r && r <= 0xE0FFF:
		return true
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// escapes matches the control sequences of ECMA-48: sequences with parameters, strings with an end, and choices
// of characters.
var escapes = regexp.MustCompile(`(?:\x1b\[|\x{9b})[0-?]*[ -/]*[@-~]` +
	`|(?:\x1b[\]PX^_]|[\x{90}\x{98}\x{9d}-\x{9f}])[^\x07\x1b\x{9c}]*(?:\x07|\x1b\\|\x{9c})` +
	`|\x1b[ -/]+[0-~]`)

// WithoutEscapes returns s without control sequences of terminals, so that nothing of "\x1b[31m" is left if [Hidden]
// characters are removed.
func WithoutEscapes(s string) string { return escapes.ReplaceAllString(s, "") }
