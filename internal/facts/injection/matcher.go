package injection

// token is a word or a sign of the text.
type token struct {
	id   uint16
	line int32
}

// matcher tries the patterns of the grammar on the tokens of a text, a chunk at a time.
type matcher struct {
	places       []Place
	instructions bool
	words        *dictionary
	tokens       []token
	from         int // tokens before this one were tried
}

// Sizes of a chunk of tokens, of the part before a verb that decides whether it is an order, and of the longest match.
const (
	chunk  = 8192
	before = 48
	beyond = 96
)

func (m *matcher) add(id uint16, line int) {
	if n := len(m.tokens); id == newline && n > 0 && m.tokens[n-1].id == newline {
		return
	}
	m.tokens = append(m.tokens, token{id, int32(line)})
	if len(m.tokens) == chunk {
		m.try(chunk - beyond)
		keep := m.from - before
		m.tokens = m.tokens[:copy(m.tokens, m.tokens[keep:])]
		m.from = before
	}
}

func (m *matcher) finish() {
	m.try(len(m.tokens))
	m.from = len(m.tokens)
}

// try tries the patterns at the tokens from m.from up to end.
func (m *matcher) try(end int) {
	for ; m.from < end; m.from++ {
		for _, p := range m.words.heads[m.tokens[m.from].id] {
			if m.instructions && p.address || !m.match(p, 0, m.from) {
				continue
			}
			if p.anywhere || m.commands(m.from) {
				m.places = append(m.places, Place{int(m.tokens[m.from].line), p.kind})
				break
			}
		}
	}
}

// match reports whether the elements of p from the given one on match the tokens from at on.
func (m *matcher) match(p *pattern, element, at int) bool {
	if element == len(p.elements) {
		return true
	}
	e := &p.elements[element]
	n := 0
	for n < e.min {
		next := m.next(e, at)
		if next < 0 {
			return false
		}
		at = next
		n++
	}
	// The shortest match that lets the others match.
	for {
		if m.match(p, element+1, at) {
			return true
		}
		if n >= e.max {
			return false
		}
		next := m.next(e, at)
		if next < 0 {
			return false
		}
		at = next
		n++
	}
}

// next returns the index after a token that the element matches, from at on, or -1. Signs between words are skipped,
// unless the element asks for them.
func (m *matcher) next(e *element, at int) int {
	for ; at < len(m.tokens); at++ {
		id := m.tokens[at].id
		if e.holds(id, m.words.classes[id]) {
			return at + 1
		}
		switch id {
		case comma, newline, quote, opening, closing:
		default:
			return -1
		}
	}
	return -1
}

// commands reports whether the verb at a token is an imperative: it begins a clause, and no word before it makes the
// clause a report, a condition or a quotation of one.
func (m *matcher) commands(at int) bool {
	if at == 0 {
		return true
	}
	i := at - 1
	quoted := false
	for ; i >= 0; i-- {
		switch id := m.tokens[i].id; id {
		case quote, opening, newline:
			quoted = quoted || id == quote
			continue
		}
		break
	}
	return m.begins(i) && !m.reported(i, quoted)
}

// begins reports whether a clause can begin after the token at i.
func (m *matcher) begins(i int) bool {
	if i < 0 {
		return true
	}
	switch id := m.tokens[i].id; id {
	case stop, comma, colon, meta, chat, closing, link:
		return true
	case unknown, code, name:
		return i+1 < len(m.tokens) && (m.tokens[i+1].id == newline || m.tokens[i+1].id == quote)
	default:
		c := m.words.classes[id]
		return c&(lead|you) != 0 && c&report == 0 || i+1 < len(m.tokens) && (m.tokens[i+1].id == newline || m.tokens[i+1].id == quote)
	}
}

// reported reports whether the words before a clause, back to the end of the sentence before, make it a report of an
// order: "an attacker may write", "such as".
func (m *matcher) reported(i int, quoted bool) bool {
	for n := 0; i >= 0 && n < before; i, n = i-1, n+1 {
		id := m.tokens[i].id
		c := m.words.classes[id]
		switch {
		case id == stop || id == chat:
			return false
		case quoted && c&attack != 0, !quoted && n < 12 && c&report != 0 && c&you == 0:
			return true
		}
	}
	return false
}
