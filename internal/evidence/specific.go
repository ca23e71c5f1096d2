package evidence

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// commonWords are words that stand in texts and programs of every kind: they say nothing about their file.
var commonWords = wordSet(`
	a about after all also an and any are as at be been but by can do for from has have he her his how if in into is it
	its may more most must no not of on one only or other our out she should so some such than that the their them then
	there these they this to up use used was we were what when where which will with would you your

	async await begin break case catch char class const continue def default del delete done elif else end endif enum
	err error esac except export extends fi final finally float func function goto impl import include int interface let
	long module mut namespace new nil none null object package pass private protected pub public raise require return
	self static string struct super switch template throw throws true false try type typedef typeof undefined var void
	while yield`)

func wordSet(s string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(s) {
		set[w] = true
	}
	return set
}

// specific reports whether a quote shows something about the lines from which it is taken; before and after are the
// rest of these lines. The uncommon words of the quote need at least 4 letters or digits, and there must be a second
// word, common or not, unless the word is written like an identifier. If the quote has all words of its lines, 2 letters
// or digits are enough. Words that the quote cuts off do not count. White space in all arguments is folded.
func specific(before, quote, after string) bool {
	first, _ := utf8.DecodeRuneInString(quote)
	last, _ := utf8.DecodeLastRuneInString(quote)
	previous, _ := utf8.DecodeLastRuneInString(before)
	next, _ := utf8.DecodeRuneInString(after)
	list := splitWords(quote)
	if len(list) > 0 && inWord(previous) && inWord(first) {
		list = list[1:]
	}
	if len(list) > 0 && inWord(last) && inWord(next) {
		list = list[:len(list)-1]
	}
	letters, seen := 0, map[string]bool{}
	for _, w := range list {
		if key := strings.ToLower(w); !commonWords[key] && !seen[key] {
			seen[key] = true
			letters += utf8.RuneCountInString(w)
		}
	}
	if letters >= 4 && (len(list) > 1 || identifier(list[0])) {
		return true
	}
	const short = 200 // of the rest of the lines, so that one long line is not searched for each occurrence
	return letters >= 2 && len(before)+len(after) <= short && len(splitWords(before))+len(splitWords(after)) == 0
}

// splitWords returns the words of s. In scripts that are written without blanks each letter is a word.
func splitWords(s string) []string {
	var list []string
	start := -1
	end := func(i int) {
		if start >= 0 {
			list = append(list, s[start:i])
		}
		start = -1
	}
	for i, r := range s {
		switch {
		case unicode.In(r, unspaced...):
			end(i)
			list = append(list, string(r))
		case !inWord(r):
			end(i)
		case start < 0:
			start = i
		}
	}
	end(len(s))
	return list
}

// unspaced are the scripts that are written without blanks between words.
var unspaced = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan,
}

// inWord reports whether r continues a word that is written with blanks around it.
func inWord(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || r == '_') && r != utf8.RuneError && !unicode.In(r, unspaced...)
}

// identifier reports whether a word is written like the name of something in a program: with a digit, an underscore or
// a capital letter after a small one.
func identifier(word string) bool {
	small := false
	for _, r := range word {
		if r == '_' || unicode.IsDigit(r) || small && unicode.IsUpper(r) {
			return true
		}
		small = unicode.IsLower(r)
	}
	return false
}
