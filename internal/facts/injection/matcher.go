package injection

import "math/bits"

// matcher tries the patterns of the grammar on the tokens of a text.
type matcher struct {
	places       []Place
	instructions bool
	words        *dictionary
	state        []uint64 // by word of the automaton: the elements that can match next; valid for active words
	active       []uint64 // the words in which a pattern is under way, as bits
	began        []int32  // by bit of the automaton: the line where a match last began with it
	tokens       int      // the number of tokens so far
	before       int      // the number of places before the last quotation
	opened       int      // the first token of the last quotation
	context      context
	halves       [pieces]half
	lookahead
}

func newMatcher() *matcher {
	d := words()
	n := len(d.automaton.words)
	return &matcher{
		words: d, state: make([]uint64, n), active: make([]uint64, (n+63)/64), began: make([]int32, n<<6),
		lookahead: newLookahead(d.automaton),
	}
}

// reset prepares the matcher for the first token of another text.
func (m *matcher) reset(instructions bool) {
	clear(m.active)
	clear(m.began)
	m.lookahead.reset()
	*m = matcher{
		instructions: instructions, words: m.words, state: m.state, active: m.active, began: m.began, places: m.places[:0],
		lookahead: m.lookahead,
		context:   context{last: stop, quotation: quotation{open: never, closed: never}, seen: seen{never, never, never, never, never}},
	}
	for i := range m.halves {
		m.halves[i].token = never
	}
}

// between returns the bits of the patterns whose matches go on if a token that is no word, id, comes between two of
// their words: of all patterns, of the patterns that allow signs, or of none.
func (w *automatonWord) between(id uint16) uint64 {
	switch id {
	case newline, at:
		return ^uint64(0)
	case comma, quote, opening, closing:
		return w.loose
	}
	return 0
}

// step takes the next token of the text.
func (m *matcher) step(id uint16, line int) {
	if id == m.context.last && id == meta {
		return // a ruler, such as ====
	}
	m.tokens++
	if symbol := m.words.automaton.symbols[id]; m.under || m.begins(symbol) {
		m.match(id, symbol, line)
	}
	classes := m.words.classes[id]
	m.context.add(id, classes, m.tokens)
	if id == quote || classes&attack != 0 {
		m.retract(id)
	}
}

// match begins and continues the matches of patterns with a token, and records the matches that it ends.
func (m *matcher) match(id, symbol uint16, line int) {
	a := m.words.automaton
	begins := m.context.begins(m.tokens)
	holds, starts := a.holds[symbol], a.starts[begins][symbol]
	m.under = false
	for i, active := range m.active {
		live, started := a.live[symbol][i], starts[i]&m.possible.words[i]
		m.active[i] = m.stay(i, active&^live, id)
		for todo := active&live | started; todo != 0; todo &= todo - 1 {
			n := i<<6 | bits.TrailingZeros64(todo)
			w := &a.words[n]
			first, state := uint64(0), uint64(0)
			if active>>(n&63)&1 != 0 {
				state = m.state[n]
			}
			if started>>(n&63)&1 != 0 {
				first = m.begin(n, w.first[begins]&holds[n]&m.possible.first[n], line)
			}
			next := w.between(id) & state
			if reached := state&holds[n] | first; reached != 0 {
				reached = w.reach(reached << 1)
				for ends := reached & w.last; ends != 0; ends &= ends - 1 {
					m.found(a.ends[n][bits.TrailingZeros64(ends)])
				}
				next |= reached &^ w.last
			}
			if next != 0 {
				m.state[n] = next
				m.active[i] |= 1 << (n & 63)
			}
		}
		m.under = m.under || m.active[i] != 0
	}
}

// begin records the line as the line where matches begin in the word n with the bits of first, and returns these bits,
// without the bits of patterns that do not count in this text.
func (m *matcher) begin(n int, first uint64, line int) uint64 {
	if m.instructions {
		first &^= m.words.automaton.words[n].address
	}
	for f := first; f != 0; f &= f - 1 {
		m.began[n<<6|bits.TrailingZeros64(f)] = int32(line)
	}
	return first
}

// stay returns the words of the i-th 64, given as bits, whose matches go on although the token id matches none of their
// elements.
func (m *matcher) stay(i int, words uint64, id uint16) uint64 {
	switch id {
	case newline, at:
		return words
	case comma, quote, opening, closing:
	default:
		return 0
	}
	stay := uint64(0)
	for ; words != 0; words &= words - 1 {
		n := i<<6 | bits.TrailingZeros64(words)
		if m.state[n] &= m.words.automaton.words[n].loose; m.state[n] != 0 {
			stay |= 1 << (n & 63)
		}
	}
	return stay
}

// retract removes the matches in the last quotation, if the token id shows that the quotation is only an example: as in
// "…" is detected.
func (m *matcher) retract(id uint16) {
	c := &m.context
	switch {
	case id == quote && c.open == m.tokens:
		m.before, m.opened = len(m.places), m.tokens
	case m.words.classes[id]&attack == 0 || c.open != never || c.closed == never || m.tokens-c.closed > reportReach:
	default:
		m.places = m.places[:min(m.before, len(m.places))]
		for i := range m.halves {
			if m.halves[i].token >= m.opened {
				m.halves[i].token = never
			}
		}
	}
}

// found records a match that ends with the current token: as a place that reads like an order, or as a part of one.
func (m *matcher) found(p *pattern) {
	line := int32(0)
	for _, began := range m.began[p.word<<6|p.bit:][:p.heads] {
		line = max(line, began)
	}
	switch {
	case p.piece != whole:
		m.join(p, int(line))
	case !p.soft || !m.template():
		m.place(int(line), p.kind)
	}
}

// template reports whether the current token is in a program's prompt for its own model: near after the role of the
// model, in quotation marks or after a name such as PROMPT.
func (m *matcher) template() bool { return m.tokens-m.halves[asPersona].token < templateReach }

// place adds a place, except a repetition of the last one.
func (m *matcher) place(line int, kind string) {
	p := Place{line, kind, m.tokens-m.context.open < quoteReach}
	if n := len(m.places); n == 0 || m.places[n-1] != p {
		m.places = append(m.places, p)
	}
}
