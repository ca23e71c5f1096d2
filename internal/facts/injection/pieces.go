package injection

import "slices"

// piece is the part of an order that a pattern matches, or whole. The file of the grammar explains the parts.
type piece uint8

const (
	whole piece = iota
	asHail
	asCall
	asNoun
	asDeed
	asOrder
	asAct
	asRun
	asVerdict // the signs, from here on
	asLeak
	asUnasked
	asReply
	asTold
	asTurn
	asRole
	asDrop
	asHide
	asShell
	asPersona // no part of an order: the role of a model, as a program states the role to its own model
	pieces
)

var pieceNames = [pieces]string{"", "hail", "call", "noun", "deed", "order", "act", "run", "verdict", "leak", "unasked", "reply", "told", "turn", "role", "drop", "hide", "shell", "persona"}

// pieceNamed returns the piece with a name in the grammar.
func pieceNamed(name string) piece {
	n := slices.Index(pieceNames[:], name)
	if n < 0 {
		panic("grammar: no piece " + name)
	}
	return piece(n)
}

// half is the last match of the patterns of a piece.
type half struct {
	piece                         piece
	token, sentence, breaks, line int
	kind                          string
}

// Bounds on the distance between two halves: in tokens, in lines and in signs of code and tables.
const (
	joinTokens = 60
	callTokens = 25 // after the name of a machine, which can be a label
	nounTokens = 12 // after a name that is a label more often than an address
	joinLines  = 5
	joinBreaks = 2

	promptReach   = 12  // tokens from the name of a text for models to the text
	templateReach = 150 // tokens from the role of a model to the end of the text
)

// joins reports whether two matches of parts of orders make one order: a is before b, not far, and their kinds fit.
func joins(a, b half) bool {
	tokens, sentences := b.token-a.token, b.sentence-a.sentence
	if tokens > joinTokens || sentences > 3 || b.line-a.line > joinLines || b.breaks-a.breaks > joinBreaks {
		return false
	}
	near := func(n int) bool { return tokens <= n && sentences <= 1 }
	switch {
	case b.piece == asTurn && a.piece <= asNoun:
		return false
	case a.piece >= asTurn && b.piece == asOrder: // in other languages the imperative is a form of its own
		return near(callTokens)
	case a.piece >= asVerdict && b.piece >= asVerdict:
		return a.piece != b.piece
	case b.piece <= asNoun: // "stop, assistant"
		return b.piece != asHail && (a.piece == asDeed || a.piece == asOrder) && tokens <= nounTokens && sentences == 0
	case a.piece == asHail:
		return b.piece != asRun || sentences <= 1
	case a.piece == asCall:
		return b.piece != asRun && near(callTokens)
	case a.piece == asNoun:
		return (b.piece == asDeed || b.piece == asOrder) && near(nounTokens) && sentences == 0 || b.piece >= asVerdict && near(callTokens)
	}
	return false
}

// join records a match of a part of an order, and adds a place for each order that it makes with an earlier part.
func (m *matcher) join(p *pattern, line int) {
	c := &m.context
	if p.piece == asPersona {
		if m.tokens-c.open < quoteReach || m.tokens-c.prompt < promptReach {
			m.halves[asPersona].token = m.tokens
		}
		return
	}
	now := half{p.piece, m.tokens, c.sentence, c.breaks, line, p.kind}
	for _, other := range m.halves {
		if joins(other, now) && (other.piece < asVerdict || !m.template()) {
			kind := other.kind
			if now.piece <= asNoun || kind == "" {
				kind = now.kind
			}
			m.place(other.line, kind)
		}
	}
	m.halves[p.piece] = now
}
