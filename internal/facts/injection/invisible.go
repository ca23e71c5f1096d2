package injection

import (
	"strings"
)

// Hidden is the pattern of runs of invisible characters that can hold a message.
const Hidden = "text hidden in invisible characters"

// Hidden text consists of invisible characters: Unicode tags (a second ASCII),
// supplementary variation selectors (one for each byte), or long runs of
// zero-width characters (bits). Single ones occur in ordinary text, in flags, in
// ideographs and between emoji, so only runs count.
const (
	tagRun       = 4
	selectorRun  = 4
	zeroWidthRun = 8
)

// hiddenRuns returns the offsets of the runs of invisible characters in a text that are long enough to hide a message.
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

// invisible returns the class of an invisible character: 't' for Unicode tags, 'v' for variation selectors, 'z' for
// zero-width characters, 0 for all others.
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

// hasInvisible reports whether s may have invisible characters, by the first bytes of their encodings.
func hasInvisible(s string) bool {
	return strings.Contains(s, "\xf3\xa0") || strings.Contains(s, "\xe2\x80\x8b") || strings.Contains(s, "\xe2\x80\x8c") ||
		strings.Contains(s, "\xe2\x80\x8d") || strings.Contains(s, "\xe2\x81") || strings.Contains(s, "\xef\xbb\xbf") || strings.Contains(s, "\xe1\xa0\x8e")
}

// lineOf returns the number of the line at a byte offset.
func lineOf(s string, at int) int { return 1 + strings.Count(s[:at], "\n") }
