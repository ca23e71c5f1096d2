package injection

import (
	"html"
	"strconv"
	"strings"
	"unicode/utf8"
)

// percent reads an escape such as %20 in an address as the character that it encodes, and returns the offset after it.
func (r *reader) percent(s string, i int) int {
	if i+3 <= len(s) {
		if n, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
			return r.decoded(rune(n), i+3)
		}
	}
	r.emit(meta)
	return i + 1
}

// backslash reads an escape of a string (\u0041) or of a regular expression (\w), and returns the offset after it.
func (r *reader) backslash(s string, i int) int {
	if i+1 >= len(s) {
		return i + 1
	}
	digits := 0
	switch s[i+1] {
	case 'u':
		if digits = 4; i+2 < len(s) && s[i+2] == '{' {
			if end := strings.IndexByte(s[i:min(len(s), i+12)], '}'); end > 3 {
				if n, err := strconv.ParseUint(s[i+3:i+end], 16, 32); err == nil {
					return r.decoded(rune(n), i+end+1)
				}
			}
		}
	case 'U':
		digits = 8
	case 'x':
		digits = 2
	case 'n', 't', 'r', '\n':
		if s[i+1] == '\n' {
			return i + 1
		}
		r.emit(newline)
		return i + 2
	case 's', 'b', 'w', 'd', 'S', 'W':
		r.emit(code)
		return i + 2
	}
	if digits > 0 && i+2+digits <= len(s) {
		if n, err := strconv.ParseUint(s[i+2:i+2+digits], 16, 32); err == nil {
			if n == '<' {
				return r.escapedMark(s, i+2+digits)
			}
			return r.decoded(rune(n), i+2+digits)
		}
	}
	r.endWord()
	return i + 1
}

// entity reads an HTML entity such as &amp; as the characters that it encodes, and returns the offset after it.
func (r *reader) entity(s string, i int) int {
	end := strings.IndexByte(s[i:min(len(s), i+34)], ';')
	if end < 2 {
		r.emit(meta)
		return i + 1
	}
	if e := s[i : i+end+1]; len(html.UnescapeString(e)) < len(e) {
		if e == "&lt;" {
			return r.escapedMark(s, i+end+1)
		}
		for _, c := range html.UnescapeString(e) {
			r.decoded(c, 0)
		}
		return i + end + 1
	}
	r.emit(meta)
	return i + 1
}

// brackets undoes the escapes of angle brackets in HTML and JSON.
var brackets = strings.NewReplacer("&gt;", ">", "&lt;", "<", `\u003c`, "<", `\u003e`, ">")

// escapedMark reads the rest of a chat template's mark, "|im_start|>", behind an escaped "<". It returns the offset
// after the mark, or i without a mark.
func (r *reader) escapedMark(s string, i int) int {
	r.endWord()
	plain := brackets.Replace(s[i:min(len(s), i+64)])
	for _, m := range marks {
		if len(plain) < len(m) || !strings.EqualFold(plain[:len(m)], m) {
			continue
		}
		for n := len(m) - 1; i+n <= len(s); n++ {
			if strings.EqualFold(brackets.Replace(s[i:i+n]), m) {
				r.emit(chat)
				return i + n
			}
		}
	}
	return i
}

// decoded adds a character that was decoded from an escape to the word or the tokens, and returns after, the given
// offset.
func (r *reader) decoded(c rune, after int) int {
	if !utf8.ValidRune(c) {
		c = utf8.RuneError // \Uffffffff is a negative number
	}
	sub := reader{aside: aside{text: string(c), line: r.line}, out: r.out, word: r.word, cuts: r.cuts, spelling: r.spelling, tagged: r.tagged}
	if c < utf8.RuneSelf && ascii[c] != isLetter {
		if c == '<' || c == '[' || c == '\\' || c == '&' || c == '%' || c == '\n' {
			r.endWord() // no second layer
			return after
		}
		if ascii[c] == isSpace {
			r.endWord()
		} else {
			r.sign(string(c), 0)
		}
		return after
	}
	if c < utf8.RuneSelf {
		r.word = append(r.word, []byte(strings.ToLower(string(c)))...)
		return after
	}
	sub.wide(0, len(sub.text))
	r.word, r.cuts, r.tagged, r.spelling = sub.word, sub.cuts, sub.tagged, sub.spelling
	return after
}

// assigns reports whether the semicolon at s[i] ends a line that gives a variable a value: "p = agent;".
func assigns(s string, i int) bool {
	const most = 100 // bytes before the semicolon
	before := s[max(0, i-most):i]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	return (i+1 == len(s) || s[i+1] == '\n' || s[i+1] == '\r') && strings.Contains(before, " = ")
}

// option returns the length of the option of a command at the beginning of s whose name is one word, as --password, or
// 0: "show --password" asks for nothing.
func option(s string) int {
	n := 2
	for strings.HasPrefix(s, "--") && n < len(s) && n < maxWord && ascii[s[n]&0x7f] == isLetter && s[n] < utf8.RuneSelf {
		n++
	}
	if n == 2 || n < len(s) && (s[n] == '-' || s[n] >= utf8.RuneSelf) {
		return 0
	}
	return n
}
