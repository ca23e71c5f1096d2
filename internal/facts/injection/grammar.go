package injection

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// pattern is a line of the grammar.
type pattern struct {
	kind     string
	anywhere bool  // its first word need not begin a clause
	address  bool  // it only addresses an agent
	soft     bool  // a program gives such an order to its own model
	start    bool  // its first word begins a sentence
	prose    bool  // its words have no signs between them
	piece    piece // the part of an order that it matches

	unrolled  []*element // elements that match one token each
	word, bit int        // its first bit in the automaton
	heads     int        // the number of elements with which a match can begin
}

// element matches min to max tokens of some classes or words.
type element struct {
	classes  uint64
	ids      []uint16
	any      bool // any word
	not      bool // any token except these
	content  bool // any word that can stand before a noun: no article, preposition or imperative
	min, max int
}

func (e *element) holds(id uint16, classes uint64) bool {
	word := id == unknown || id >= name && id != link && id != at
	if e.not {
		return classes&e.classes == 0 && !slices.Contains(e.ids, id)
	}
	if classes&e.classes != 0 || id == glyph && e.classes&kanji != 0 || word && (e.any || e.content && id != number && classes&(function|must|can|do|order|neg) == 0) {
		return true
	}
	return slices.Contains(e.ids, id)
}

// add adds e, which matches e.min to e.max tokens, as e.max elements for one token each. All but e.min of them may be
// missing.
func (p *pattern) add(e element) {
	for i := range e.max {
		one := e
		one.max = 1
		if one.min = 1; i >= e.min {
			one.min = 0
		}
		p.unrolled = append(p.unrolled, &one)
	}
}

// begins returns the bit for where a match of the pattern can begin: sentences, clauses or, for whole orders, wholes.
func (p *pattern) begins() int {
	switch {
	case p.start:
		return sentences
	case p.piece == whole:
		return wholes
	}
	return clauses
}

// signs are the names of the tokens that are no words, in the grammar.
var signs = map[string]uint16{"STOP": stop, "COMMA": comma, "COLON": colon, "NEWLINE": newline, "QUOTE": quote, "META": meta, "CHAT": chat, "NAME": name, "LINK": link, "AT": at, "GLYPH": glyph, "OPEN": opening, "CLOSE": closing}

//go:embed grammar/orders.txt
var orders string

//go:embed grammar/pieces.txt
var pieceOrders string

// parseGrammar returns the patterns of the embedded grammar of orders, and adds their words to the dictionary. classes
// holds the classes of words by name.
func parseGrammar(d *dictionary, classes map[string]uint64) []*pattern {
	var out []*pattern
	var group pattern
	for line := range strings.Lines(orders + pieceOrders) {
		switch line = strings.TrimSpace(line); {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			group = parseGroup(line)
		default:
			p := group
			for f := range strings.FieldsSeq(line) {
				p.add(parseElement(d, classes, f))
			}
			if len(p.unrolled) >= 64 {
				panic(fmt.Sprintf("grammar: too long: %q", line))
			}
			out = append(out, &p)
		}
	}
	return out
}

// parseGroup returns an empty pattern with the properties and the kind in a line such as "[anywhere] asks for secrecy".
func parseGroup(line string) pattern {
	properties, kind, _ := strings.Cut(line[1:], "]")
	p := pattern{kind: strings.TrimSpace(kind)}
	for f := range strings.FieldsSeq(properties) {
		switch f {
		case "anywhere":
			p.anywhere = true
		case "start":
			p.start = true
		case "prose":
			p.prose = true
		case "address":
			p.address = true
		case "soft":
			p.soft = true
		default:
			p.piece = pieceNamed(f)
			p.prose = true
		}
	}
	return p
}

// parseElement parses an element of a pattern: words and classes divided by |, and then a number of tokens: ? (at most
// one), * (at most 6), + (1 to 6) or {n} (at most n). "^" before it means any other token.
func parseElement(d *dictionary, classes map[string]uint64, s string) element {
	e := element{min: 1, max: 1}
	s, e.not = strings.CutPrefix(s, "^")
	switch last := s[len(s)-1]; last {
	case '?':
		e.min, s = 0, s[:len(s)-1]
	case '*':
		e.min, e.max, s = 0, 6, s[:len(s)-1]
	case '+':
		e.max, s = 6, s[:len(s)-1]
	case '}':
		at := strings.IndexByte(s, '{')
		n, err := strconv.Atoi(s[at+1 : len(s)-1])
		if err != nil {
			panic(fmt.Sprintf("grammar: %q", s))
		}
		e.min, e.max, s = 0, n, s[:at]
	}
	for alternative := range strings.SplitSeq(s, "|") {
		switch class, id := classes[alternative], signs[alternative]; {
		case alternative == "_":
			e.any = true
		case alternative == "~":
			e.content = true
		case class != 0:
			e.classes |= class
		case id != 0:
			e.ids = append(e.ids, id)
		case strings.ToUpper(alternative) == alternative && strings.ToLower(alternative) != alternative:
			panic(fmt.Sprintf("grammar: no class %q", alternative))
		default:
			e.ids = append(e.ids, d.add(alternative))
		}
	}
	return e
}
