package injection

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// lookAlikes are Cyrillic and Greek letters that look like Latin ones, and the Latin ones.
var lookAlikes = func() map[rune]byte {
	m := map[rune]byte{}
	for i, latin := range []rune("aeopcyxiskjhbmtvnaouixpkt") {
		m[[]rune("аеорсухіѕкјһвмтѵпαουιχρκτ")[i]] = byte(latin)
	}
	return m
}()

// foldRune returns a word with the character c appended: in its compatibility form, in lower case, without accents.
func foldRune(word []byte, c rune) []byte {
	c = unicode.ToLower(c)
	if c >= utf8.RuneSelf && c < 0x250 || c >= 0x1E00 && c < 0x3041 || c > 0x30FF && c < 0x3400 || c >= 0xF900 || c == 'й' || c == 'ё' || c >= 0x370 && c < 0x400 || c >= 0x900 && c < 0x980 {
		for _, d := range norm.NFKD.String(string(c)) {
			if d = unicode.ToLower(d); !unicode.Is(unicode.Mn, d) {
				word = utf8.AppendRune(word, d)
			}
		}
		return word
	}
	return utf8.AppendRune(word, c)
}

// foldWord returns the bytes in to with each character of the word w appended in the form of [foldRune].
func foldWord(to []byte, w string) []byte {
	for _, c := range w {
		if !unicode.Is(unicode.Mn, c) {
			to = foldRune(to, c)
		}
	}
	return to
}

// latin returns a word with Latin letters in place of Cyrillic and Greek ones that look like them. It returns the word
// itself if it has no such letter, or other letters that are not ASCII.
func latin(word []byte) []byte {
	var out []byte
	mixed := false
	for _, c := range string(word) {
		switch l, ok := lookAlikes[c]; {
		case ok:
			out = append(out, l)
			mixed = true
		case c < utf8.RuneSelf:
			out = append(out, byte(c))
		default:
			return word
		}
	}
	if !mixed {
		return word
	}
	return out
}

// letters returns a word with letters for the digits that look like them, "ignore" for "1gn0re", or nil if it has only
// digits or fewer than three bytes.
func letters(word []byte) []byte {
	out := make([]byte, len(word))
	digits := 0
	for i, c := range word {
		if out[i] = c; '0' <= c && c <= '9' {
			out[i] = "oizeasgtbg"[c-'0']
			digits++
		}
	}
	if digits == len(word) || len(word) < 3 {
		return nil
	}
	return out
}

// ideograph reports whether c is an ideograph or kana: words of these scripts are not divided by spaces.
func ideograph(c rune) bool {
	return c >= 0x3041 && c <= 0x30FF || c >= 0x3400 && c <= 0x9FFF || c >= 0xF900 && c <= 0xFAFF || c >= 0x20000 && c <= 0x2FFFF || c == '々'
}

// separators divide the words of names and of addresses.
var separators = strings.NewReplacer(" - ", ", ", "_", " ", "-", " ", "+", " ", ".", " ", "/", "\n")
