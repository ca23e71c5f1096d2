package injection

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// reader converts a text to tokens. Within words it skips invisible characters, inline tags, emphasis, and the joints
// of string literals; it decodes entities, escapes and percent signs; and it folds compatibility forms, accents and case.
type reader struct {
	text string
	line int
	out  *matcher

	word    []byte  // the letters of the current word, folded
	cuts    []int   // the ends of the segments of word: "instruc-tions", "Ig" + "nore"
	name    bool    // whether the word has an underscore
	foreign bool    // whether it has a letter outside ASCII
	tagged  bool    // whether the current characters are Unicode tags
	asides  []aside // attributes of tags, which are read after the text
	depth   int     // of the asides
}

// aside is a part of the text that is read on its own.
type aside struct{ from, to, line int }

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
		case strings.ContainsRune("*`~#^@/", r):
			t[c] = isSilent
		}
	}
	return t
}()

// read reads the text, and then the attributes of its tags.
func (r *reader) read() {
	r.emit(stop) // for patterns that begin with the end of a sentence
	r.span(0, len(r.text))
	for len(r.asides) > 0 {
		a := r.asides[0]
		r.asides = r.asides[1:]
		r.line = a.line
		r.depth = 1
		r.emit(stop)
		r.span(a.from, a.to)
	}
	r.out.finish()
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
			r.endWord()
			i++
		default:
			i = r.sign(s, i)
		}
	}
	r.endWord()
}

// letters reads a run of ASCII letters, digits and underscores.
func (r *reader) letters(s string, i int) int {
	from := i
	for ; i < len(s) && s[i] < utf8.RuneSelf && ascii[s[i]] == isLetter; i++ {
		if i-from < maxWord {
			c := s[i]
			r.name = r.name || c == '_'
			if 'A' <= c && c <= 'Z' {
				c |= 0x20
			}
			r.word = append(r.word, c)
		}
	}
	if len(r.word) > maxWord {
		r.word = r.word[:maxWord]
	}
	return i
}

// maxWord is the number of bytes of a word that are kept: no known word is longer.
const maxWord = 64

// sign reads a character that is neither a letter nor white space, and returns the offset after it.
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
		case inside:
			r.emit(code)
		} // otherwise a name such as .env
	case ',', ';':
		r.emit(comma)
	case ':':
		r.emit(colon)
		if strings.HasPrefix(s[i:], "://") {
			r.emit(link)
		}
	case '|', '=', '$':
		r.emit(meta)
	default:
		r.endWord()
	}
	return i + 1
}

// newline reads the end of a line. A blank line ends the sentence. A word that ends in a hyphen goes on after it.
func (r *reader) newline(s string, i int) int {
	r.emit(newline)
	r.line++
	i++
	for i < len(s) && (ascii[s[i]&0x7f] == isSpace && s[i] < utf8.RuneSelf) {
		i++
	}
	if i < len(s) && s[i] == '\n' {
		r.emit(stop)
	}
	if i < len(s) && (s[i] == '-' || s[i] == '*' || s[i] == '+') && i+1 < len(s) && s[i+1] == ' ' {
		r.emit(stop) // an item of a list
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
				r.line++
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
	if strings.HasPrefix(s[j:], "- ") || j < len(s) && s[j] == ' ' && i > 0 && s[i-1] == ' ' {
		r.emit(comma) // a dash
	}
	return j
}

// apostrophe reads a mark within a word, as in don't and l'utilisateur, or a quotation mark.
func (r *reader) apostrophe(s string, i int, next byte) int {
	if len(r.word) == 0 || !isWordByte(next) {
		return r.quote(s, i)
	}
	if len(r.word) == 1 && r.word[0] != 'i' {
		r.endWord()
	}
	return i + 1
}

// quote reads a quotation mark. Two literals that are joined within a word are one word: "Ig" + "nore".
func (r *reader) quote(s string, i int) int {
	if len(r.word) > 0 && r.out.words.find(r.word) == unknown {
		j, lines := i+1, 0
		for j < len(s) && j < i+40 && strings.IndexByte(" \t\n+.\\&", s[j]) >= 0 {
			if s[j] == '\n' {
				lines++
			}
			j++
		}
		if j > i+1 && j+1 < len(s) && (s[j] == '"' || s[j] == '\'' || s[j] == '`') && isWordByte(s[j+1]) {
			r.cut()
			r.line += lines
			return j + 1
		}
	}
	r.emit(quote)
	return i + 1
}

// wide reads a character that is not ASCII.
func (r *reader) wide(i, end int) int {
	c, n := utf8.DecodeRuneInString(r.text[i:end])
	if tag := c >= 0xE0020 && c <= 0xE007F; tag != r.tagged {
		r.tagged = tag
		r.emit(stop)
	}
	switch {
	case r.tagged:
		if b := byte(c - 0xE0000); b < utf8.RuneSelf && ascii[b] == isLetter {
			r.word = append(r.word, []byte(strings.ToLower(string(rune(b))))...)
		} else {
			r.endWord()
		}
	case c == '\u00ad' || invisible(c) != 0 || unicode.Is(unicode.Mn, c) || unicode.Is(unicode.Cf, c) || c >= 0xFE00 && c <= 0xFE0F:
	case ideograph(c):
		return r.ideographs(i, end)
	case unicode.IsSpace(c):
		r.endWord()
	case c == '’' && len(r.word) > 0 && i+n < end && isWordByte(r.text[i+n]):
	case unicode.IsLetter(c) || unicode.IsMark(c) || unicode.IsNumber(c) || unicode.IsSymbol(c):
		if len(r.word) < maxWord {
			r.word = foldRune(r.word, c)
			r.foreign = true
		}
	case strings.ContainsRune("。！？।．؟", c):
		r.emit(stop)
	case strings.ContainsRune("，、；،", c):
		r.emit(comma)
	case c == '：':
		r.emit(colon)
	case unicode.Is(unicode.Pi, c) || unicode.Is(unicode.Pf, c) || strings.ContainsRune("「」『』《》", c):
		r.emit(quote)
	case c == '–' || c == '—':
		r.emit(comma)
	default:
		r.endWord()
	}
	return i + n
}

// ideographs reads a run of ideographs and kana, which has no spaces: the longest known word at each place.
func (r *reader) ideographs(i, end int) int {
	r.endWord()
	for i < end {
		c, n := utf8.DecodeRuneInString(r.text[i:end])
		if !ideograph(c) {
			break
		}
		id, used := uint16(unknown), n
		if most := r.out.words.longest[c]; most > 0 {
			for j, k := i, 0; j < end && k < most; k++ {
				c, n := utf8.DecodeRuneInString(r.text[j:end])
				if !ideograph(c) {
					break
				}
				j += n
				if found := r.out.words.find([]byte(r.text[i:j])); found != unknown {
					id, used = found, j-i
				}
			}
		}
		r.out.add(id, r.line)
		i += used
	}
	return i
}

// cut ends a segment within a word.
func (r *reader) cut() {
	if n := len(r.word); n > 0 && len(r.cuts) < 8 {
		r.cuts = append(r.cuts, n)
	}
}

// endWord adds the word to the tokens: whole if it is known, otherwise by its segments.
func (r *reader) endWord() {
	if len(r.word) == 0 {
		return
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
				r.out.add(r.out.words.find(r.word[from:to]), r.line)
			}
			from = to
		}
		r.word, r.cuts, r.name = r.word[:0], r.cuts[:0], false
		return
	case r.name && bytes.IndexByte(word, '_') >= 0:
		id = name
	case r.foreign:
		id = r.out.words.find(latin(word))
	}
	r.out.add(id, r.line)
	r.word, r.cuts, r.name, r.foreign = r.word[:0], r.cuts[:0], false, false
}

// emit ends the word and adds a token.
func (r *reader) emit(id uint16) {
	r.endWord()
	r.out.add(id, r.line)
}

func isWordByte(c byte) bool { return c < utf8.RuneSelf && ascii[c] == isLetter }
