package injection

import (
	"fmt"
	"strconv"
	"strings"
)

// pattern is a line of the grammar.
type pattern struct {
	kind     string
	elements []element
	anywhere bool // its first word need not begin a clause
	address  bool // it only addresses an agent
}

// element matches min to max tokens of some classes or words.
type element struct {
	classes  uint64
	ids      []uint16
	any      bool // any word
	min, max int
}

func (e *element) holds(id uint16, classes uint64) bool {
	if classes&e.classes != 0 || e.any && (id == unknown || id >= firstWord || id == name) {
		return true
	}
	for _, x := range e.ids {
		if x == id {
			return true
		}
	}
	return false
}

// begins reports whether a match of p can begin with a token.
func (p *pattern) begins(id uint16, classes uint64) bool {
	for i := range p.elements {
		if e := &p.elements[i]; e.holds(id, classes) {
			return true
		} else if e.min > 0 {
			return false
		}
	}
	return false
}

// signs are the names of the tokens that are no words, in the grammar.
var signs = map[string]uint16{"STOP": stop, "COMMA": comma, "COLON": colon, "NEWLINE": newline, "QUOTE": quote, "META": meta, "CHAT": chat, "NAME": name, "LINK": link}

// parseGrammar returns the patterns of the grammar, with their words added to the dictionary.
func parseGrammar(d *dictionary) []*pattern {
	var out []*pattern
	for _, g := range grammar {
		for line := range strings.Lines(g.patterns) {
			fields := strings.Fields(line)
			if len(fields) == 0 {
				continue
			}
			p := &pattern{kind: g.kind, anywhere: g.anywhere, address: g.address}
			for _, f := range fields {
				p.elements = append(p.elements, parseElement(d, f))
			}
			out = append(out, p)
		}
	}
	return out
}

// parseElement parses an element: alternatives divided by |, and a number of tokens: ?, * (at most 6), + or {n}.
func parseElement(d *dictionary, s string) element {
	e := element{min: 1, max: 1}
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
		switch class, id := classNames[alternative], signs[alternative]; {
		case alternative == "_":
			e.any = true
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
