package words

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// FirstSentence is the first sentence of s, or all of it when none ends,
// shortened to n characters.
func FirstSentence(s string, n int) string {
	if end := SentenceEnd(s); end > 0 {
		s = s[:end]
	}
	return Shorten(strings.TrimSpace(s), n)
}

// Sentences is the beginning of s, at most n characters: whole sentences where
// they fill an eighth of that, else whole words.
func Sentences(s string, n int) string {
	limit := runes(s, n)
	if limit == len(s) {
		return s
	}
	head := s[:limit+runes(s[limit:], n)] // what ends beyond it is of no use, and s can be long
	end := 0
	for {
		next := SentenceEnd(head[end:])
		if next == 0 || end+next > limit {
			break
		}
		end += next
	}
	if end >= limit/8 && end > 0 {
		return strings.TrimSpace(s[:end])
	}
	return Shorten(s, n)
}

// runes is how many bytes the first n characters of s take.
func runes(s string, n int) int {
	for i := range s {
		if n--; n < 0 {
			return i
		}
	}
	return len(s)
}

// SentenceEnd is how many bytes the first sentence of s takes, with the quotes
// and brackets that close it; 0 when none ends.
func SentenceEnd(s string) int {
	for i, r := range s {
		switch r {
		case '。', '！', '？':
			return i + utf8.RuneLen(r)
		case '.', '!', '?':
			rest := strings.TrimLeft(s[i+1:], `)"'”’`)
			after := strings.TrimLeft(rest, " ")
			if rest != "" && after == rest || r == '.' && endsAbbreviation(s[:i], after) {
				continue
			}
			return len(s) - len(rest)
		}
	}
	return 0
}

// abbreviations end in a full stop that ends no sentence.
var abbreviations = []string{"eg", "ie", "etc", "vs", "cf", "approx", "resp", "incl", "inc", "ltd", "dr", "mr", "mrs", "ms", "prof", "st",
	"no", "vol", "fig", "al", "bzw", "ca"}

// endsAbbreviation reports whether the full stop between s and after ends a word
// rather than a sentence: one of those above, a letter (e.g., U.S., an initial),
// or a short one before a small letter ("init. scripts"). After a long one it is
// a sentence that begins with a name: "… respects ignore rules. ripgrep has …".
func endsAbbreviation(s, after string) bool {
	word := strings.ToLower(s[strings.LastIndexAny(s, " (.")+1:])
	first, n := utf8.DecodeRuneInString(word)
	next, _ := utf8.DecodeRuneInString(after)
	return n == len(word) && unicode.IsLetter(first) || slices.Contains(abbreviations, word) || len(word) <= 4 && unicode.IsLower(next)
}
