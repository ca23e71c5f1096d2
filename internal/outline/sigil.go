package outline

import (
	"bytes"
	"strings"
)

// closings are the signs that end a sigil of Elixir, by the sign that begins it.
var closings = map[byte]string{
	'(': ")", '[': "]", '{': "}", '<': ">", '/': "/", '|': "|", '"': `"`, '\'': "'",
}

// sigil replaces the content of the literal at the current offset, which begins with a tilde or a question mark, by
// spaces: ~r/"/, ~S""", ?". It reports whether there is a literal.
func (m *masker) sigil() bool {
	rest := m.text[m.at:]
	if rest[0] == '?' {
		if m.at > 0 && isWord(rune(m.text[m.at-1])) || len(rest) < 2 || rest[1] <= ' ' { // a name such as valid?
			return false
		}
		m.last = '"'
		m.blank(m.at+1, min(m.at+2+strings.IndexByte(`\`, rest[1])+1, len(m.text)))
		return true
	}
	at := 1
	for at < min(len(rest), 20) && 'a' <= rest[at]|0x20 && rest[at]|0x20 <= 'z' {
		at++
	}
	if at == 1 || at == len(rest) || closings[rest[at]] == "" {
		return false
	}
	end := closings[rest[at]]
	if long := strings.Repeat(end, 3); bytes.HasPrefix(rest[at:], []byte(long)) {
		end = long
	}
	raw := 'A' <= rest[1] && rest[1] <= 'Z'
	m.at += at
	m.quoted(quote{begin: end, end: end, escape: !raw, long: true})
	return true
}
