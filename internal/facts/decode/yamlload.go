package decode

import (
	"errors"
	"fmt"

	"github.com/goccy/go-yaml/token"
)

// Bounds on the quadratic time and memory of the YAML parser. They count tokens, in
// which strings and comments are distinct from marks. Times are for one processor,
// with go-yaml 1.19.
const (
	// maxEntries is the maximum number of entries of one mapping: each entry copies
	// the earlier ones. 8,000 cost 0.4 s and 390 MiB, 45,000 cost 38 s and 43 GiB.
	maxEntries = 4000
	// maxLeftOut is the maximum number of missing values ("a:", "-"): each moves all
	// later tokens. 1 MiB of them cost 40 s.
	maxLeftOut = 10_000
	// maxDocuments is the maximum number of documents: 20,000 cost 1.5 s.
	maxDocuments = 4000
	// maxPaths is the maximum length of the paths of all nodes together, in bytes: the
	// parser writes a path with all keys above for each node. 64 KiB of nodes below a
	// key of 32 KiB cost 180 MiB.
	maxPaths = 64 << 20
)

// itemPath is the length of the path element of a list item.
const itemPath = 8

// level is an open mapping or list. Its mark is the token of an entry in block
// style, or the bracket in flow style.
type level struct {
	mark    token.Type
	column  int
	entries int
	path    int // length of the path element of the current entry
}

// load estimates the work of the parser for the tokens so far.
type load struct {
	open      []level // the outermost first
	path      int     // sum over all open levels
	paths     int
	leftOut   int
	documents int
	prev      *token.Token // the last token except comments
	head      *token.Token // start of the current entry; the parser uses its column
}

// yamlLoad returns an error if the parser would take too long for the tokens of a YAML text: for too many entries of
// one mapping, missing values or documents, or for too many long keys.
func yamlLoad(tokens token.Tokens) error {
	var l load
	for _, t := range tokens {
		if t.Type == token.CommentType {
			continue
		}
		if l.prev == nil || isMark(l.prev.Type) || t.Position.Line > l.prev.Position.Line && t.Type != token.MappingValueType {
			l.head = t
		}
		if err := l.add(t); err != nil {
			return err
		}
		l.prev = t
	}
	return nil
}

func (l *load) add(t *token.Token) error {
	if l.prev != nil && l.isLeftOut(t) {
		l.leftOut++
	}
	entries := 0
	switch t.Type {
	case token.MappingKeyType:
		entries = l.entry(token.MappingValueType, t.Position.Column, itemPath)
	case token.MappingValueType:
		key := 0
		if l.prev != nil {
			key = len(l.prev.Value)
		}
		entries = l.entry(token.MappingValueType, l.head.Position.Column, key+1)
	case token.SequenceEntryType:
		l.entry(token.SequenceEntryType, t.Position.Column, itemPath)
	case token.MappingStartType, token.SequenceStartType:
		l.push(level{mark: t.Type, path: itemPath})
	case token.CollectEntryType:
		l.toBracket()
	case token.MappingEndType, token.SequenceEndType:
		if l.toBracket(); len(l.open) > 0 && isBracket(l.open[len(l.open)-1].mark) {
			l.pop()
		}
	case token.DocumentHeaderType, token.DocumentEndType:
		l.documents++
		l.open, l.path = l.open[:0], 0
	}
	l.paths += l.path
	switch {
	case entries > maxEntries:
		return fmt.Errorf("more than %d entries of one mapping: not parsed", maxEntries)
	case l.leftOut > maxLeftOut:
		return fmt.Errorf("YAML with more than %d values left out: not parsed", maxLeftOut)
	case l.documents > maxDocuments:
		return fmt.Errorf("more than %d documents: not parsed", maxDocuments)
	case l.paths > maxPaths:
		return errors.New("YAML with keys that are too long for how many there are: not parsed")
	}
	return nil
}

// entry counts an entry of the YAML mapping or list whose entries begin at a column, and opens the
// mapping or list if it is new. It returns the number of its entries. A list may begin at the
// column of the mapping that contains it, but not the other way round.
func (l *load) entry(mark token.Type, column, path int) int {
	for len(l.open) > 0 {
		top := l.open[len(l.open)-1]
		if isBracket(top.mark) || top.column < column || top.column == column && (top.mark == mark || mark == token.SequenceEntryType) {
			break
		}
		l.pop()
	}
	if n := len(l.open); n == 0 || l.open[n-1].mark != mark || l.open[n-1].column != column {
		l.push(level{mark: mark, column: column})
	}
	top := &l.open[len(l.open)-1]
	top.entries++
	l.path += path - top.path
	top.path = path
	return top.entries
}

// toBracket closes the mappings and lists inside the innermost open bracket of a YAML text, if there is one.
func (l *load) toBracket() {
	i := len(l.open)
	for i > 0 && !isBracket(l.open[i-1].mark) {
		i--
	}
	for i > 0 && len(l.open) > i {
		l.pop()
	}
}

func (l *load) push(v level) {
	l.open = append(l.open, v)
	l.path += v.path
}

func (l *load) pop() {
	last := len(l.open) - 1
	l.path -= l.open[last].path
	l.open = l.open[:last]
}

// isLeftOut reports whether a YAML value is missing between the token before t and t.
func (l *load) isLeftOut(t *token.Token) bool {
	if len(l.open) == 0 {
		return false
	}
	top := l.open[len(l.open)-1]
	ends := t.Type == token.CollectEntryType || t.Type == token.MappingEndType || t.Type == token.SequenceEndType
	switch l.prev.Type {
	case token.MappingValueType:
		if t.Type == token.SequenceEntryType && t.Position.Column == top.column {
			return false // a list may stand at the column of its key
		}
		fallthrough
	case token.SequenceEntryType, token.MappingKeyType:
		return ends || t.Position.Line > l.prev.Position.Line && t.Position.Column <= top.column
	case token.MappingStartType, token.CollectEntryType:
		return false
	}
	return ends && top.mark == token.MappingStartType // {a, b}
}

func isBracket(t token.Type) bool {
	return t == token.MappingStartType || t == token.SequenceStartType
}

// isMark reports whether the YAML token after t begins a new node.
func isMark(t token.Type) bool {
	switch t {
	case token.MappingKeyType, token.MappingValueType, token.SequenceEntryType, token.CollectEntryType,
		token.MappingStartType, token.MappingEndType, token.SequenceStartType, token.SequenceEndType:
		return true
	}
	return false
}
