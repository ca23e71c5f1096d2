package outline

import (
	"bytes"
	"strings"
)

// mask returns a copy of a text with spaces in place of comments and the contents
// of strings. Lines and offsets do not change.
func (s syntax) mask(text []byte) []byte {
	m := &masker{syntax: s, text: text, code: bytes.Clone(text)}
	m.run()
	return m.code
}

// run moves over the whole text.
func (m *masker) run() {
	begins := m.firstBytes()
	for m.at < len(m.text) {
		if c := m.text[m.at]; !begins[c] { // most bytes
			if m.at++; c != '\n' {
				m.last = c
			}
			continue
		}
		m.step()
	}
}

// firstBytes returns the set of bytes that a comment, a literal or white space can begin with.
func (s syntax) firstBytes() (set [256]bool) {
	for _, c := range []byte(" \t\r/'") {
		set[c] = true
	}
	set['~'], set['?'] = s.sigils, s.sigils
	for _, b := range s.block {
		set[b[0][0]] = true
	}
	for _, mark := range s.line {
		set[mark[0]] = true
	}
	for _, q := range s.strings {
		set[q.begin[0]] = true
	}
	return set
}

// masker makes one pass over a text.
type masker struct {
	syntax
	text, code []byte
	at         int
	last       byte // the last byte of code that is not white space
	marks      bool // comments and literals are replaced by marks, line ends in them too
}

// step moves past a comment, a literal or one byte.
func (m *masker) step() {
	rest := m.text[m.at:]
	c := rest[0]
	switch {
	case c == ' ' || c == '\t' || c == '\r':
		m.at++
		return
	case m.regexps && c == '/' && m.regexp(), m.sigils && (c == '~' || c == '?') && m.sigil():
		return
	}
	for _, b := range m.block {
		if bytes.HasPrefix(rest, []byte(b[0])) {
			m.comment(b)
			return
		}
	}
	for _, mark := range m.line {
		if bytes.HasPrefix(rest, []byte(mark)) && (mark != "#" || m.hashComments()) {
			m.remark(m.at, lineEnd(m.text, m.at))
			return
		}
	}
	for _, q := range m.strings {
		if c == q.begin[0] && bytes.HasPrefix(rest, []byte(q.begin)) {
			m.quoted(q)
			return
		}
	}
	if m.chars && c == '\'' && m.character() {
		return
	}
	m.at++
	if c != '\n' {
		m.last = c
	}
}

// hashComments reports whether the # at the current offset begins a comment. Inside a word it does
// not, and #[ begins an attribute of PHP.
func (m *masker) hashComments() bool {
	if m.at > 0 && strings.IndexByte(" \t\n\r;", m.text[m.at-1]) < 0 {
		return false
	}
	return m.at+1 >= len(m.text) || m.text[m.at+1] != '['
}

// blank overwrites the bytes of a literal from offset start to offset end with spaces, or with marks. The masker
// goes on at end.
func (m *masker) blank(start, end int) {
	m.cover(start, end, MarkLiteral)
}

// remark overwrites the bytes of a comment as blank does.
func (m *masker) remark(start, end int) {
	m.cover(start, end, MarkComment)
}

// cover overwrites bytes with spaces, or with the mark if the masker marks. It sets the offset to end.
func (m *masker) cover(start, end int, mark byte) {
	if m.at = end; !m.marks {
		blank(m.code[start:end])
		return
	}
	for i := start; i < end; i++ {
		m.code[i] = mark
	}
}

// blank overwrites a text with spaces, except its line ends.
func blank(text []byte) {
	for i, c := range text {
		if c != '\n' {
			text[i] = ' '
		}
	}
}

// lineEnd returns the offset of the end of the line that contains at.
func lineEnd(text []byte, at int) int {
	if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(text)
}

// comment overwrites the block comment at the current offset with spaces, including comments nested in it if the
// language permits them. The elements of b are its opening and its closing mark.
func (m *masker) comment(b [2]string) {
	depth := 0
	for i := m.at; i < len(m.text); {
		switch rest := m.text[i:]; {
		case bytes.HasPrefix(rest, []byte(b[0])) && (depth == 0 || m.nested):
			depth++
			i += len(b[0])
		case bytes.HasPrefix(rest, []byte(b[1])):
			i += len(b[1])
			if depth--; depth > 0 {
				continue
			}
			if bytes.HasPrefix(m.text[m.at:], []byte("{-#")) { // a pragma of Haskell is for the compiler
				m.blank(m.at, i)
			} else {
				m.remark(m.at, i)
			}
			return
		default:
			i++
		}
	}
	m.remark(m.at, len(m.text))
}

// quoted replaces the content of the string at the current offset by spaces. A string that may not
// span lines ends with its line.
func (m *masker) quoted(q quote) {
	m.last = '"'
	start := m.at + len(q.begin)
	for i := start; i < len(m.text); i++ {
		switch c := m.text[i]; {
		case c == '\\' && q.escape:
			i++
		case c == '"' && strings.Contains(q.begin, "@") && i+1 < len(m.text) && m.text[i+1] == '"':
			i++ // C# doubles a quote in a verbatim string
		case c == '$' && q == backtick && i+1 < len(m.text) && m.text[i+1] == '{':
			i = m.embedded(i + 2)
		case c == q.end[0] && bytes.HasPrefix(m.text[i:], []byte(q.end)):
			m.blank(start, i)
			m.at = i + len(q.end)
			return
		case c == '\n' && !q.long:
			m.blank(start, i)
			return
		}
	}
	m.blank(start, len(m.text))
}

// embedded returns the offset of the brace that closes the expression at offset i of a template, or the length of the
// text. The expression can hold templates with expressions.
func (m *masker) embedded(i int) int {
	in := []byte{'{'} // the open braces and templates
	for ; i < len(m.text); i++ {
		top := in[len(in)-1]
		switch c := m.text[i]; {
		case c == '\\':
			i++
		case c == '`' && top == '`', c == '}' && top == '{':
			if in = in[:len(in)-1]; len(in) == 0 {
				return i
			}
		case c == '`', c == '{' && (top == '{' || m.text[i-1] == '$'):
			in = append(in, c)
		}
	}
	return i
}

// character replaces the content of the character literal at the current offset by spaces. It
// reports whether there is a literal.
func (m *masker) character() bool {
	for i := m.at + 1; i < min(m.at+12, len(m.text)); i++ {
		switch m.text[i] {
		case '\\':
			i++
		case '\'':
			if i == m.at+1 {
				return false
			}
			// One UTF-8 character or an escape.
			if escaped := m.text[m.at+1] == '\\'; !escaped && len([]rune(string(m.text[m.at+1:i]))) != 1 {
				return false
			}
			m.blank(m.at+1, i)
			m.at = i + 1
			return true
		case '\n':
			return false
		}
	}
	return false
}

// maxRegexp is the maximum length of a regular expression. It bounds the search for an end that does not exist.
const maxRegexp = 500

// regexp replaces the regular expression at the current offset by spaces. It reports whether there
// is one: after a name or a closing bracket a slash is a division.
func (m *masker) regexp() bool {
	before := bytes.TrimRight(m.text[max(0, m.at-80):m.at], " \t\r\n")
	arrow := m.last == '>' && bytes.HasSuffix(before, []byte("=>"))
	if m.last != 0 && strings.IndexByte("(,=:[!&|?{};+", m.last) < 0 && !arrow {
		return false
	}
	class := false
	for i := m.at + 1; i < min(m.at+maxRegexp, len(m.text)); i++ {
		switch m.text[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '*', '/':
			if i == m.at+1 {
				return false // a comment
			}
			if m.text[i] == '/' && !class {
				m.blank(m.at+1, i)
				m.at = i + 1
				return true
			}
		case '\n':
			return false
		}
	}
	return false
}
