package data

import "strings"

// text is a quoted literal, and string a word or a number.
type text string

// literals reads literals of Python: texts, words, tuples, lists and dictionaries.
type literals struct {
	text string
	at   int
	bad  bool
	left int // elements that were read
}

const (
	literalDepth = 16
	literalsMost = 100_000
)

// value returns the next literal: a text, a string for a word, []any, or map[string]any.
func (p *literals) value(depth int) any {
	p.space()
	if p.left++; depth > literalDepth || p.left > literalsMost || p.at >= len(p.text) {
		p.bad = true
		return nil
	}
	switch c := p.text[p.at]; c {
	case '\'', '"':
		return p.quoted(c)
	case '(':
		return p.list(')', depth)
	case '[':
		return p.list(']', depth)
	case '{':
		return p.dict(depth)
	}
	from := p.at
	for p.at < len(p.text) && strings.IndexByte(" \t\n,:()[]{}'\"", p.text[p.at]) < 0 {
		p.at++
	}
	if p.at == from {
		p.bad = true
	}
	return p.text[from:p.at]
}

func (p *literals) space() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

// quoted returns a text. Escapes stay as they are, except for the quote.
func (p *literals) quoted(quote byte) any {
	var b strings.Builder
	for p.at++; p.at < len(p.text); p.at++ {
		c := p.text[p.at]
		if c == quote {
			p.at++
			return text(b.String())
		}
		if c == '\\' && p.at+1 < len(p.text) && p.text[p.at+1] == quote {
			p.at++
			c = quote
		}
		b.WriteByte(c)
	}
	p.bad = true
	return nil
}

// next reports whether the sign follows, after space, and moves over it.
func (p *literals) next(sign byte) bool {
	p.space()
	if p.at < len(p.text) && p.text[p.at] == sign {
		p.at++
		return true
	}
	return false
}

// list returns the elements up to the sign of the end.
func (p *literals) list(end byte, depth int) any {
	all := []any{}
	p.at++
	for !p.bad && !p.next(end) {
		all = append(all, p.value(depth+1))
		if !p.next(',') && (p.at >= len(p.text) || p.text[p.at] != end) {
			p.bad = true
		}
	}
	return all
}

// dict returns the values by their keys.
func (p *literals) dict(depth int) any {
	all := map[string]any{}
	p.at++
	for !p.bad && !p.next('}') {
		key, ok := p.value(depth + 1).(text)
		if !ok || !p.next(':') {
			p.bad = true
			break
		}
		all[string(key)] = p.value(depth + 1)
		if !p.next(',') && (p.at >= len(p.text) || p.text[p.at] != '}') {
			p.bad = true
		}
	}
	return all
}
