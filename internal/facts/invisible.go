package facts

import (
	"strings"
	"unicode/utf8"
)

// Hidden text consists of invisible characters: Unicode tags (a second ASCII),
// supplementary variation selectors (one for each byte), or long runs of
// zero-width characters (bits). Single ones occur in ordinary text, in flags, in
// ideographs and between emoji, so only runs count.
const (
	tagRun       = 4
	selectorRun  = 4
	zeroWidthRun = 8
)

// hiddenRuns returns the offsets of the runs of invisible characters in a text that are long enough
// to hide a message.
func hiddenRuns(s string) []int {
	if !hasInvisible(s) {
		return nil
	}
	var found []int
	var run, start int
	var kind, before rune // kind of the run, and the visible character before it
	flush := func() {
		if kind == 't' && run >= tagRun && before != '\U0001F3F4' || // a black flag begins the flags of regions
			kind == 'v' && run >= selectorRun || kind == 'z' && run >= zeroWidthRun {
			found = append(found, start)
		}
		run = 0
	}
	for i, r := range s {
		k := invisible(r)
		if k != kind || k == 0 {
			flush()
			kind, start = k, i
		}
		if k == 0 {
			before = r
			continue
		}
		run++
	}
	flush()
	return found
}

// invisible returns the class of an invisible character: 't' for tags, 'v' for
// selectors, 'z' for zero-width ones, 0 for all others.
func invisible(r rune) rune {
	switch {
	case r >= 0xE0020 && r <= 0xE007F:
		return 't'
	case r >= 0xE0100 && r <= 0xE01EF:
		return 'v'
	case r >= 0x200B && r <= 0x200D, r >= 0x2060 && r <= 0x2064, r == 0xFEFF, r == 0x180E:
		return 'z'
	}
	return 0
}

// hasInvisible reports whether s may have invisible characters, by the first bytes
// of their encodings.
func hasInvisible(s string) bool {
	return strings.Contains(s, "\xf3\xa0") || strings.Contains(s, "\xe2\x80\x8b") || strings.Contains(s, "\xe2\x80\x8c") ||
		strings.Contains(s, "\xe2\x80\x8d") || strings.Contains(s, "\xe2\x81") || strings.Contains(s, "\xef\xbb\xbf") || strings.Contains(s, "\xe1\xa0\x8e")
}

// spaces replaces the wide, narrow and unbreakable spaces of Unicode by plain
// ones.
var spaces = strings.NewReplacer("\u00a0", " ", "\u2000", " ", "\u2001", " ", "\u2002", " ", "\u2003", " ", "\u2004", " ", "\u2005", " ",
	"\u2006", " ", "\u2007", " ", "\u2008", " ", "\u2009", " ", "\u200a", " ", "\u202f", " ", "\u205f", " ", "\u3000", " ")

// withoutInvisible removes invisible characters, which can hide words from a
// search, converts Unicode tags to ASCII, and makes all spaces plain.
func withoutInvisible(s string) string {
	if strings.Contains(s, "\xc2\xa0") || strings.Contains(s, "\xe2\x80") || strings.Contains(s, "\xe2\x81\x9f") || strings.Contains(s, "\xe3\x80\x80") {
		s = spaces.Replace(s)
	}
	if !hasInvisible(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	tagged := false
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		kind := invisible(r)
		if tagged != (kind == 't') {
			tagged = !tagged
			b.WriteByte(' ')
		}
		switch kind {
		case 0:
			b.WriteString(s[i : i+n])
		case 't':
			if c := byte(r - 0xE0000); c >= ' ' && c < 0x7f {
				b.WriteByte(c)
			}
		}
		i += n
	}
	return b.String()
}
