package document

import (
	"strings"
	"unicode"
)

// A listing is at least listingLines long, and of its lines fewer than one in
// proseShare reads as prose, which takes proseWords.
const (
	listingLines = 20
	proseShare   = 10
	proseWords   = 3
)

// isListing reports whether a text is a list of entries for programs, one on each line: words, import paths, switches.
// The most frequent entries would become the themes of all documents. Only plain text and LaTeX are tested: in other
// formats, lists are prose.
func isListing(f format, lines []string) bool {
	if f != plain && f != latex {
		return false
	}
	all, prose := 0, 0
	for _, l := range lines {
		if strings.TrimSpace(l) == "" {
			continue
		}
		if all++; readsAsProse(l) {
			prose++
		}
	}
	return all >= listingLines && prose*proseShare < all
}

// readsAsProse reports whether a line has at least proseWords plain words, without digits and
// signs.
func readsAsProse(l string) bool {
	n := 0
	for field := range strings.FieldsSeq(l) {
		word := strings.Trim(field, ".,;:!?()\"'“”‘’«»—–")
		letters, dense, other := 0, 0, false
		for _, r := range word {
			switch {
			case r >= 0x3040 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana):
				dense++
			case unicode.IsLetter(r) || unicode.IsMark(r):
				letters++
			case r != '-' && r != '\'' && r != '’':
				other = true
			}
		}
		switch {
		case dense > 0:
			n += (dense + 1) / 2
		case letters > 0 && !other:
			n++
		}
	}
	return n >= proseWords
}
