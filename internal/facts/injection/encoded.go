package injection

import (
	"encoding/base64"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds on the base64 that is decoded, in characters.
const (
	leastBase64  = 24      // of a run
	mostBase64   = 1 << 20 // of a run
	base64Line   = 60      // of a line after which the run goes on in the next line
	leastLetters = 8       // before the first sign of a run
)

// base64 decodes the run of base64 at offset i and, if the result is text, keeps it to be read later. The caller reads
// the run as letters too. Each run is decoded at most once, so the work is linear in the length of the text.
func (r *reader) base64(s string, i int) {
	if r.depth > 0 || i < r.encoded || i > 0 && isBase64(s[i-1]) {
		return
	}
	head := run64(s[:min(len(s), i+leastBase64)], i)
	if len(head) < leastBase64 || !opensText(head) {
		return
	}
	var b strings.Builder
	end := i
	for b.Len() < mostBase64 {
		line := run64(s, end)
		b.WriteString(line)
		end += len(line)
		if len(line) < base64Line || end+1 >= len(s) || s[end] != '\n' || !isBase64(s[end+1]) {
			break
		}
		end++
	}
	r.encoded = end
	if text := decode64(b.String()); readable(text) {
		r.asides = append(r.asides, aside{text, r.line, true})
	}
}

// opensText reports whether head, the first leastBase64 characters of a run, encodes text. Long names are such runs,
// too, so it copies nothing to the heap.
func opensText(head string) bool {
	var encoded, text [leastBase64]byte
	for i := range head {
		switch encoded[i] = head[i]; head[i] {
		case '-':
			encoded[i] = '+'
		case '_':
			encoded[i] = '/'
		}
	}
	n, _ := base64.RawStdEncoding.Decode(text[:], encoded[:])
	return readable(string(text[:n]))
}

// run64 returns the part of s from offset i up to the first character that does not occur in base64.
func run64(s string, i int) string {
	end := i
	for end < len(s) && isBase64(s[end]) {
		end++
	}
	return s[i:end]
}

func isBase64(c byte) bool {
	return c < utf8.RuneSelf && (ascii[c] == isLetter || c == '+' || c == '/' || c == '-')
}

// url64 converts base64 for addresses to the common form.
var url64 = strings.NewReplacer("-", "+", "_", "/")

// decode64 returns the bytes that s encodes in base64 without padding. A single character after groups of four is
// ignored.
func decode64(s string) string {
	b, err := base64.RawStdEncoding.DecodeString(url64.Replace(s[:len(s)&^3]))
	if rest := s[len(s)&^3:]; err == nil && len(rest) > 1 {
		last, _ := base64.RawStdEncoding.DecodeString(url64.Replace(rest))
		b = append(b, last...)
	}
	return string(b)
}

// readable reports whether decoded bytes are a text, mostly letters and spaces. The last character may be cut off.
func readable(s string) bool {
	letters, all := 0, 0
	for i, c := range s {
		switch {
		case c == utf8.RuneError && len(s)-i >= utf8.UTFMax, c < ' ' && !unicode.IsSpace(c):
			return false
		case unicode.IsLetter(c) || unicode.IsMark(c) || c == ' ':
			letters++
		}
		all++
	}
	return all > 0 && letters*4 >= all*3
}

// spell collects words of one letter. A longer word ends them: then the words that twelve or more of them form, as in
// "i g n o r e  p r e v i o u s", become tokens.
func (r *reader) spell(word []byte) {
	if len(word) == 1 && word[0] >= 'a' && len(r.letter) < maxRun {
		r.letter = append(r.letter, word[0])
		return
	}
	letter := r.letter
	r.letter = r.letter[:0]
	if len(letter) < leastSpelled {
		return
	}
	r.out.add(stop, r.line)
	for len(letter) > 0 {
		n := min(len(letter), longestSpelled)
		for ; n > 1 && r.out.words.find(letter[:n]) == unknown; n-- {
		}
		r.out.add(r.out.words.find(letter[:n]), r.line)
		letter = letter[n:]
	}
	r.out.add(stop, r.line)
}

// Bounds on letters with gaps between them: of a run, and of a word that is looked up.
const (
	leastSpelled   = 12
	longestSpelled = 16
)
