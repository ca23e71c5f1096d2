package render

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// breakWord is the least bytes of a word in which a line may break: shorter ones fit any column, and dates stay whole.
const breakWord = 12

// breakEnd is the most bytes after a dot that stay with the name before it, as the ending of the name of a file.
const breakEnd = 5

// breaks returns a text in pieces, between which a line may break: long words such as paths after their separators. A
// browser knows such places only in words of a language.
func breaks(text string) (pieces []string) {
	from, end := 0, 0 // of the piece and of the word
	marks := ""       // after which the word may break
	for i, r := range text {
		if i >= end {
			space := strings.IndexFunc(text[i:], unicode.IsSpace)
			if space < 0 {
				space = len(text) - i
			}
			end, marks = i+max(space, 1), ""
			if word := text[i:end]; len(word) >= breakWord {
				if marks = "/_-."; strings.Contains(word, "/") {
					marks = "/_-" // names of hosts and files stay whole
				}
			}
		}
		if i == from || !strings.ContainsRune(marks, r) || r == '.' && end-i-1 <= breakEnd {
			continue
		}
		if next, _ := utf8.DecodeRuneInString(text[i+1:]); unicode.IsLetter(next) || unicode.IsDigit(next) {
			pieces = append(pieces, text[from:i+1])
			from = i + 1
		}
	}
	return append(pieces, text[from:])
}
