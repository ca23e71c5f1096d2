package render

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"luminos/internal/words"
)

// Clean makes foreign text safe to print on one line: everything that a
// terminal acts on, that reorders text or that cannot be seen comes out as a
// visible escape (\n, \x1b, \u202e, \U000e0041). Other text is unchanged,
// Persian and Indic words with their joiners among it.
func Clean(s string) string {
	i := firstUnsafe(s)
	if i < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	b.WriteString(s[:i])
	marks := 0
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		marks = countMarks(marks, r)
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case words.Hidden(r) && !joins(s, i, n) || marks > maxMarks:
			b.WriteString(escape(r))
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// firstUnsafe is where Clean has to begin work, or -1; most text is clean and
// then costs one look and no copy.
func firstUnsafe(s string) int {
	marks := 0
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			if c < ' ' || c == 0x7F {
				return i
			}
			marks = 0
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		marks = countMarks(marks, r)
		if r == utf8.RuneError && n == 1 || words.Hidden(r) && !joins(s, i, n) || marks > maxMarks {
			// Back to the start of a run of marks, so that Clean counts it the same way.
			return startOfMarks(s, i)
		}
		i += n
	}
	return -1
}

// maxMarks is how many combining marks may stand on one letter. Scripts need
// up to three or four; towers of them overwrite the lines above and below.
const maxMarks = 4

func countMarks(n int, r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me) {
		return n + 1
	}
	return 0
}

func startOfMarks(s string, i int) int {
	for i > 0 {
		r, n := utf8.DecodeLastRuneInString(s[:i])
		if countMarks(0, r) == 0 {
			return i
		}
		i -= n
	}
	return i
}

// joins reports whether the rune of n bytes at i is one of the two joiners
// between letters of a script that is written with them, as in Persian words;
// in Malayalam a word can end in one.
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
