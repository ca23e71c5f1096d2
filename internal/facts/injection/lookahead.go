package injection

import "math"

// token is a token of a text and its line.
type token struct {
	id   uint16
	line int32
}

// stretch is a part of the tokens of a text. Before the patterns are tried on a stretch, its tokens and the ones of the
// next stretch decide which patterns can match: all with a token for each of their elements. Mostly they are few.
type stretch struct {
	tokens   []token
	steps    int      // the tokens that end or advance each match
	elements []uint64 // by word of the automaton: the bits of the elements that a token matches
}

// Bounds on a stretch. A match advances by less than 64 steps, so it is over in the stretch after the one of its
// beginning.
const (
	stretchSteps  = 256
	stretchTokens = 8 * stretchSteps
)

// possible holds the patterns that can begin in a stretch.
type possible struct {
	words []uint64 // the words of the automaton with such patterns, as bits
	first []uint64 // by word: the bits with which these patterns begin
}

// lookahead holds the tokens that the patterns were not tried on yet.
type lookahead struct {
	current, ahead stretch
	possible       possible
	number         uint32   // of the stretch ahead, from 1
	seen           []uint32 // by symbol: the number of the last stretch with it
	leads          []uint32 // by symbol: twice the number for which it was judged, plus 1 if a pattern can begin with it
	under          bool     // whether a match is under way
	dense          bool     // whether a stretch had too few steps
}

func newLookahead(a *automaton) lookahead {
	n := len(a.words)
	return lookahead{
		current: stretch{elements: make([]uint64, n)}, ahead: stretch{elements: make([]uint64, n)},
		possible: possible{make([]uint64, (n+63)/64), make([]uint64, n)},
		number:   1, seen: make([]uint32, len(a.holds)), leads: make([]uint32, len(a.holds)),
	}
}

// end tries the patterns on the tokens that are left, at the end of the text.
func (m *matcher) end() {
	m.shift()
	m.shift()
}

// reset forgets all tokens.
func (l *lookahead) reset() {
	for _, s := range []*stretch{&l.current, &l.ahead} {
		s.reset()
	}
	l.under, l.dense = false, false
	if l.number++; l.number > math.MaxUint32/4 { // long before twice the number overflows
		l.number = 1
		clear(l.seen)
		clear(l.leads)
	}
}

func (s *stretch) reset() {
	s.tokens, s.steps = s.tokens[:0], 0
	clear(s.elements)
}

// add takes the next token of the text.
func (m *matcher) add(id uint16, line int) {
	b := &m.ahead
	b.tokens = append(b.tokens, token{id, int32(line)})
	if symbol := m.words.automaton.symbols[id]; m.seen[symbol] != m.number {
		m.seen[symbol] = m.number
		for n, h := range m.words.automaton.holds[symbol] {
			b.elements[n] |= h
		}
	}
	switch id {
	case newline, at, comma, quote, opening, closing, meta: // a match can go on after any number of them
		if len(b.tokens) >= stretchTokens {
			m.dense = true
			m.shift()
		}
	default:
		if b.steps++; b.steps >= stretchSteps {
			m.shift()
		}
	}
}

// shift tries the patterns on the current stretch, and makes the stretch ahead the current one.
func (m *matcher) shift() {
	m.admit()
	for _, t := range m.current.tokens {
		m.step(t.id, int(t.line))
	}
	m.current, m.ahead = m.ahead, m.current
	m.ahead.reset()
	m.number++
}

// admit finds the patterns that can begin in the current stretch: each element that must match a token has one in this
// stretch or the next. After a stretch of too few steps each pattern can begin.
func (m *matcher) admit() {
	clear(m.possible.words)
	clear(m.possible.first)
	if len(m.current.tokens) == 0 {
		return
	}
	for n := range m.ahead.elements {
		m.current.elements[n] |= m.ahead.elements[n]
	}
	for _, p := range m.words.automaton.needs {
		if m.dense || p.elements&^m.current.elements[p.word] == 0 {
			m.possible.first[p.word] |= p.first
			m.possible.words[p.word>>6] |= 1 << (p.word & 63)
		}
	}
}

// begins reports whether a pattern that is possible in the current stretch can begin with a symbol.
func (m *matcher) begins(symbol uint16) bool {
	if m.leads[symbol]>>1 == m.number {
		return m.leads[symbol]&1 != 0
	}
	m.leads[symbol] = m.number << 1
	holds := m.words.automaton.holds[symbol]
	for n, first := range m.possible.first {
		if first&holds[n] != 0 {
			m.leads[symbol] |= 1
			return true
		}
	}
	return false
}
