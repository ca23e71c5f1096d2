package injection

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// reader converts a text to tokens. Within words it skips invisible characters, inline tags, emphasis, and the joints
// of string literals; it decodes entities, escapes and percent signs; and it folds compatibility forms, accents and case.
type reader struct {
	aside
	out *matcher

	word     []byte  // the letters of the current word, folded
	cuts     []int   // the ends of the segments of word: "instruc-tions", "Ig" + "nore"
	spelling         // of the word
	tagged   bool    // whether the current characters are Unicode tags
	run      []byte  // ideographs without the invisible characters between them
	letter   []byte  // single letters one after another
	encoded  int     // the end of the last run of base64
	asides   []aside // texts to be read after the file
	depth    int     // 1 in an aside, else 0
}

// spelling holds the kinds of characters that a word has besides ASCII letters.
type spelling struct{ name, foreign, digit bool } // an underscore, another letter, a digit

// aside is a text that is read on its own: the file, an attribute of a tag, or a decoded text.
type aside struct {
	text  string
	line  int  // the line of its current place in the file
	still bool // whether the text is decoded, so that its lines are not lines of the file
}

// Classes of ASCII characters.
const (
	isOther = iota
	isLetter
	isSpace
	isSilent // emphasis and marks of comments and lists: no token
)

var ascii = func() (t [utf8.RuneSelf]uint8) {
	for c := range t {
		switch r := rune(c); {
		case 'a' <= r|0x20 && r|0x20 <= 'z', '0' <= r && r <= '9', r == '_':
			t[c] = isLetter
		case r == ' ' || r == '\t' || r == '\r' || r == '\f' || r == '\v':
			t[c] = isSpace
		case strings.ContainsRune("*`~#^/", r):
			t[c] = isSilent
		}
	}
	return t
}()

// Bits for the kinds of the bytes of words.
const (
	isUnderscore = 1 << iota
	isDigit
)

// folded holds the bytes of words in lower case, and 0 for other bytes; kindOf holds their kinds.
var folded, kindOf = func() (fold, kind [256]uint8) {
	for c := range ascii {
		switch {
		case ascii[c] != isLetter:
			continue
		case c == '_':
			kind[c] = isUnderscore
		case c <= '9':
			kind[c] = isDigit
		}
		if fold[c] = uint8(c); 'A' <= c && c <= 'Z' {
			fold[c] |= 0x20
		}
	}
	return fold, kind
}()

// read converts the text to tokens, then the texts that it set aside: attributes of tags and decoded base64.
func (r *reader) read() {
	r.emit(stop) // for patterns that begin with the end of a sentence
	r.span(0, len(r.text))
	r.emit(stop)
	for len(r.asides) > 0 {
		a := r.asides[0]
		r.asides = r.asides[1:]
		r.aside, r.depth = a, 1
		r.emit(stop)
		r.span(0, len(r.text))
	}
}

func (r *reader) span(i, end int) {
	s := r.text[:end]
	for i < end {
		c := s[i]
		if c >= utf8.RuneSelf {
			i = r.wide(i, end)
			continue
		}
		switch ascii[c] {
		case isLetter:
			i = r.letters(s, i)
		case isSpace:
			if r.endWord(); c == '\t' { // between cells of a table
				r.out.add(newline, r.line)
			}
			i++
		default:
			i = r.sign(s, i)
		}
	}
	r.endWord()
}

// lines adds n to the number of the current line, unless the text was decoded: then it has no lines of the file.
func (a *aside) lines(n int) {
	if !a.still {
		a.line += n
	}
}

// letters adds the ASCII letters, digits and underscores at offset i to the current word, and returns the offset after
// them.
func (r *reader) letters(s string, i int) int {
	from := i
	if len(s)-i >= leastBase64 && isBase64(s[i+leastBase64-1]) && isWordByte(s[i+leastLetters]) {
		r.base64(s, i)
	}
	kinds := uint8(0)
	for ; i < len(s) && folded[s[i]] != 0; i++ {
		if i-from < maxWord {
			r.word = append(r.word, folded[s[i]])
			kinds |= kindOf[s[i]]
		}
	}
	r.name = r.name || kinds&isUnderscore != 0
	r.digit = r.digit || kinds&isDigit != 0
	if len(r.word) > maxWord {
		r.word = r.word[:maxWord]
	}
	return i
}

// maxWord is the number of bytes of a word that are kept: no known word is longer.
const maxWord = 64

// sign reads an ASCII sign, with the escape, the tag or the like that it begins, and returns the offset after them.
func (r *reader) sign(s string, i int) int {
	next := byte(0)
	if i+1 < len(s) {
		next = s[i+1]
	}
	inside := len(r.word) > 0
	switch c := s[i]; c {
	case '\n':
		return r.newline(s, i)
	case 0:
		r.cut()
	case '*', '`', '~', '^':
		if inside && isWordByte(next) || inside && next == c {
			r.cut()
		}
	case '-':
		return r.hyphen(s, i)
	case '\'':
		return r.apostrophe(s, i, next)
	case '"':
		return r.quote(s, i)
	case '\\':
		return r.backslash(s, i)
	case '&':
		return r.entity(s, i)
	case '%':
		return r.percent(s, i)
	case '<', '[':
		return r.bracket(s, i)
	case '>':
		endElement(r, s[:i], next)
	case '(', '{':
		r.emit(opening)
		if c == '(' && next == '?' {
			r.emit(code)
		}
	case ')', ']', '}':
		r.emit(closing)
	case '.', '!', '?':
		switch {
		case c != '.' || !isWordByte(next):
			r.emit(stop)
		case inside && '0' <= next && next <= '9':
			r.endWord()
		case inside:
			r.emit(code)
		} // otherwise a name such as .env
	case ',', ';', ':':
		return r.separator(s, i, next)
	case '@':
		if r.endWord(); !inside && address(s[i+1:]) {
			r.out.add(at, r.line)
		}
	case '|', '=', '$':
		r.emit(meta)
	default:
		r.endWord()
	}
	return i + 1
}

// separator reads a comma, semicolon or colon (between cells of a table and in := and :: as code) and returns the
// offset after it.
func (r *reader) separator(s string, i int, next byte) int {
	switch c := s[i]; {
	case c == ':' && (next == ':' || next == '='):
		r.emit(meta)
		return i + 2
	case c == ':':
		r.emit(colon)
		if strings.HasPrefix(s[i:], "://") {
			r.emit(link)
		}
	case i > 0 && s[i-1] < utf8.RuneSelf && next > ' ' && next < utf8.RuneSelf, c == ';' && assigns(s, i):
		r.emit(meta)
	default:
		r.emit(comma)
	}
	return i + 1
}

// newline reads a line end and the indentation after it, and returns the offset after them. A blank line and an item of
// a list end the sentence.
func (r *reader) newline(s string, i int) int {
	r.emit(newline)
	r.lines(1)
	i++
	for i < len(s) && (ascii[s[i]&0x7f] == isSpace && s[i] < utf8.RuneSelf) {
		i++
	}
	if i < len(s) && s[i] == '\n' {
		r.emit(stop)
	}
	if i < len(s) && (s[i] == '-' || s[i] == '*' || s[i] == '+') && i+1 < len(s) && s[i+1] == ' ' {
		r.emit(stop)
		r.emit(item)
	}
	return i
}

func (r *reader) hyphen(s string, i int) int {
	j := i + 1
	if len(r.word) > 0 {
		if j < len(s) && s[j] == '\n' {
			k := j + 1
			for k < len(s) && (s[k] < utf8.RuneSelf && ascii[s[k]] == isSpace || s[k] == '*' || s[k] == '/' || s[k] == '#') {
				k++
			}
			if k < len(s) && isWordByte(s[k]) && r.out.words.find(r.word) == unknown {
				r.lines(1)
				r.cut()
				return k
			}
		}
		if j < len(s) && (isWordByte(s[j]) || s[j] >= utf8.RuneSelf) {
			r.cut()
			return j
		}
	}
	r.endWord()
	if n := option(s[i:]); n > 0 && (i == 0 || !isWordByte(s[i-1])) {
		r.emit(code)
		return i + n
	}
	if strings.HasPrefix(s[j:], "- ") && i > 0 && s[i-1] != '\n' || j < len(s) && s[j] == ' ' && i > 0 && s[i-1] == ' ' {
		r.emit(comma) // a dash
	}
	return j
}

// apostrophe reads a mark within a word, as in don't, or a quotation mark, and returns the offset after it.
func (r *reader) apostrophe(s string, i int, next byte) int {
	if len(r.word) == 0 || !isWordByte(next) {
		return r.quote(s, i)
	}
	if len(r.word) == 1 && r.word[0] != 'i' {
		r.endWord()
	}
	return i + 1
}

// quote reads one quotation mark, or three, and returns the offset after them. If two literals form one word ("Ig" +
// "nore"), it reads up to the second text.
func (r *reader) quote(s string, i int) int {
	if strings.HasPrefix(s[i:], `"""`) {
		r.emit(stop)
		return i + 3
	}
	if len(r.word) > 0 {
		j, lines := i+1, 0
		for j < len(s) && j < i+40 && strings.IndexByte(" \t\n+.,\\&", s[j]) >= 0 {
			if s[j] == '\n' {
				lines++
			}
			j++
		}
		if j > i+1 && j+1 < len(s) && (s[j] == '"' || s[j] == '\'' || s[j] == '`') && isWordByte(s[j+1]) && r.continues(s[j+1:]) {
			r.cut()
			r.lines(lines)
			return j + 1
		}
	}
	r.emit(quote)
	return i + 1
}

// continues reports whether the current word can go on with s, the text of the next string literal: the word is
// unknown, or known with the letters of s appended.
func (r *reader) continues(s string) bool {
	if r.out.words.find(r.word) == unknown {
		return true
	}
	n := 0
	for n < len(s) && n < maxWord && isWordByte(s[n]) {
		n++
	}
	return r.out.words.find(append(r.word[:len(r.word):len(r.word)], strings.ToLower(s[:n])...)) != unknown
}

// cut ends a segment of the current word, as the hyphen in "instruc-tions" does. The word goes on.
func (r *reader) cut() {
	if n := len(r.word); n > 0 && len(r.cuts) < 8 {
		r.cuts = append(r.cuts, n)
	}
}

// endWord ends the current word and adds it to the tokens: whole if it is known, otherwise by its segments.
func (r *reader) endWord() {
	if len(r.word) == 0 {
		return
	}
	if len(r.word) == 1 || len(r.letter) > 0 {
		r.spell(r.word)
	}
	word := r.word
	if r.name {
		word = bytes.Trim(word, "_")
	}
	id := r.out.words.find(word)
	switch {
	case id != unknown:
	case len(r.cuts) > 0:
		from := 0
		for _, to := range append(r.cuts, len(r.word)) {
			if to > from {
				r.out.add(r.out.words.variant(r.word[from:to], r.spelling), r.line)
			}
			from = to
		}
		r.next()
		return
	case r.name && bytes.IndexByte(word, '_') >= 0:
		id = r.out.words.nameOf(word)
	default:
		id = r.out.words.alike(word, r.spelling)
	}
	r.out.add(id, r.line)
	r.next()
}

// next empties the current word, so that another can begin.
func (r *reader) next() {
	r.word, r.cuts, r.spelling = r.word[:0], r.cuts[:0], spelling{}
}

// emit ends the current word and adds the token id after it.
func (r *reader) emit(id uint16) {
	r.endWord()
	r.out.add(id, r.line)
}

// address reports whether s, the text after the sign @, begins with the name of someone who is addressed, not of a
// package: a space, a line end or one of the signs ,:;! follows it, or nothing.
func address(s string) bool {
	n := 0
	for n < len(s) && n < maxWord && (isWordByte(s[n]) || s[n] == '-') {
		n++
	}
	return n > 0 && (n == len(s) || strings.IndexByte(" ,:;\n!", s[n]) >= 0)
}

func isWordByte(c byte) bool { return c < utf8.RuneSelf && ascii[c] == isLetter }
