package words

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// FirstSentence returns the first sentence of s, or s if no sentence ends in it, shortened to at
// most n characters.
func FirstSentence(s string, n int) string {
	if end := SentenceEnd(s); end > 0 {
		s = s[:end]
	}
	return Shorten(strings.TrimSpace(s), n)
}

// Sentences returns s if it has at most n characters. Otherwise it returns the whole sentences
// within n characters if they fill an eighth of n, else the result of [Shorten].
func Sentences(s string, n int) string {
	limit := runes(s, n)
	if limit == len(s) {
		return s
	}
	head := s[:limit+runes(s[limit:], n)] // sentences that end beyond it do not fit, and s can be long
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

// runes returns the number of bytes in the first n characters of s.
func runes(s string, n int) int {
	for i := range s {
		if n--; n < 0 {
			return i
		}
	}
	return len(s)
}

// SentenceEnd returns the number of bytes in the first sentence of s, or 0 if no sentence ends in
// s. Quotes and round brackets after ".", "!" or "?" belong to the sentence.
func SentenceEnd(s string) int {
	for i, r := range s {
		switch r {
		case '。', '！', '？':
			return i + utf8.RuneLen(r)
		case '.', '!', '?':
			rest := strings.TrimLeft(s[i+1:], `)"'”’`)
			after := strings.TrimLeft(rest, " ")
			if rest != "" && after == rest || r == '.' && endsAbbreviation(s[:i], after) || enclosed(s, i) {
				continue
			}
			return len(s) - len(rest)
		}
	}
	return 0
}

// asideMax is the number of bytes in which round brackets around an offset are sought.
const asideMax = 100

// enclosed reports whether the offset i of s is inside of round brackets that begin within a sentence: "a (free!)
// book".
func enclosed(s string, i int) bool {
	before, after := s[max(i-asideMax, 0):i], s[i:min(i+asideMax, len(s))]
	open := strings.LastIndexByte(before, '(')
	if open < 0 || open == 0 && len(before) == i {
		return false
	}
	return !strings.Contains(before[open:], ")") && strings.Contains(after, ")")
}

// abbreviations are words whose full stop does not end a sentence.
var abbreviations = []string{"eg", "ie", "vs", "cf", "approx", "resp", "incl", "inc", "ltd", "dr", "mr", "mrs", "ms", "prof", "st",
	"no", "vol", "fig", "al", "bzw", "ca"}

// months are short names of months, whose full stop does not end a sentence if a number follows: "Oct. 18th".
var months = []string{"jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec"}

// endsAbbreviation reports whether the full stop between s and after ends a word and not a
// sentence: after an abbreviation, after a single letter (e.g., U.S., an initial), or after a word
// of at most 4 bytes if a small letter follows ("init. scripts"), or "etc." if no capital does. After a longer word, a
// sentence can begin with a name: "… respects ignore rules. ripgrep has …".
func endsAbbreviation(s, after string) bool {
	word := strings.ToLower(s[strings.LastIndexAny(s, " (.")+1:])
	first, n := utf8.DecodeRuneInString(word)
	next, _ := utf8.DecodeRuneInString(after)
	if unicode.IsDigit(next) && slices.Contains(months, word) {
		return true
	}
	if word == "etc" {
		return !unicode.IsUpper(next)
	}
	return n == len(word) && unicode.IsLetter(first) || slices.Contains(abbreviations, word) || len(word) <= 4 && unicode.IsLower(next)
}
