package render

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"luminos/internal/words"
)

// Clean returns foreign text in a form that is safe to print on one line. Visible escapes (\n, \x1b, \u202e,
// \U000e0041) replace characters that a terminal acts on, that reorder text or that are invisible, bytes that are not
// UTF-8, and combining marks after the first maxMarks in a row. Other text is unchanged, including the joiners of
// Persian and Indic words.
func Clean(s string) string {
	var b strings.Builder
	written, marks := 0, 0 // bytes of s that are in b; combining marks before i
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		marks = countMarks(marks, r)
		invalid := r == utf8.RuneError && n == 1
		if invalid || words.Hidden(r) && !joins(s, i, n) || marks > maxMarks {
			b.WriteString(s[written:i])
			if invalid {
				fmt.Fprintf(&b, `\x%02x`, s[i])
			} else {
				b.WriteString(escape(r))
			}
			written = i + n
		}
		i += n
	}
	if written == 0 {
		return s // most text is clean and is not copied
	}
	return b.String() + s[written:]
}

// maxMarks is the most combining marks on one letter. Scripts need up to three
// or four; more overwrite the lines above and below.
const maxMarks = 4

// countMarks returns the length of the run of combining marks that ends in r,
// given the length n of the run before r.
func countMarks(n int, r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me) {
		return n + 1
	}
	return 0
}

// joins reports whether the rune of n bytes at i is one of the two joiners
// between letters of a script that uses them, as in Persian words. In Malayalam
// a word can end in a joiner.
func joins(s string, i, n int) bool {
	if r := s[i : i+n]; r != "\u200c" && r != "\u200d" {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[i+n:])
	return unicode.In(before, joined...) && (unicode.In(after, joined...) || unicode.Is(unicode.Malayalam, before))
}

var joined = []*unicode.RangeTable{
	unicode.Arabic, unicode.Bengali, unicode.Devanagari, unicode.Gujarati, unicode.Gurmukhi, unicode.Kannada,
	unicode.Khmer, unicode.Malayalam, unicode.Oriya, unicode.Sinhala, unicode.Tamil, unicode.Telugu,
}

// escape returns the escape sequence of a character, such as \x1b.
func escape(r rune) string {
	switch r {
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	}
	switch {
	case r < 0x80:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}
