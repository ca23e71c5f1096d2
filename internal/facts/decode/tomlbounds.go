package decode

import (
	"errors"
	"strings"
)

// maxTOMLSteps is how many keys the TOML decoder may look at: it finds out whether
// one stands twice by going through those that it has. 256 KiB of keys cost 1 s,
// four times that 16; this many steps 0.1.
const maxTOMLSteps = 32 << 20

// tomlLoad is what the decoder would have to do for the text seen so far.
type tomlLoad struct {
	depth  int
	key    int       // dots since the last other mark
	inKey  int       // levels of the key whose value comes next
	opened []bracket // those that are open
	keys   int       // that the decoder has
	steps  int
	// tables are how many keys each brought when it was last begun: those of an
	// array of tables are forgotten when the next begins.
	tables map[string]int
	table  string // the one that is being read
	before int    // keys when it began
}

// bracket is an array or an inline table that is open.
type bracket struct {
	levels int // that it brought
	keys   int // when it was opened; only those in it are gone through
}

// tomlBounds refuses a document that would take too long, or whose tables nest
// too deep, by brackets or by the dots of their keys, which nest as well: of
//
//	a.b = { c.d = [1.5, 2.5] }
//
// the array is the sixth level. A dot is one of a key as long as no other mark
// has come; in a number there is one at most, so that none has to be told from
// the other.
func tomlBounds(s string) error {
	l := tomlLoad{tables: map[string]int{}}
	begins := true // nothing but space since the line began
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch c {
		case '"', '\'':
			i = endOfTOMLString(s, i)
		case '#':
			if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
				i += n - 1
			} else {
				i = len(s)
			}
		case '[':
			if begins && len(l.opened) == 0 {
				head, _, _ := strings.Cut(s[i:], "\n")
				l.begin(head)
			}
			l.open()
		default:
			l.mark(c)
		}
		switch {
		case l.depth+l.inKey+l.key > maxDepth:
			return errTooDeep
		case l.steps > maxTOMLSteps:
			return errors.New("too many keys: not parsed")
		}
		begins = c == '\n' || begins && (c == ' ' || c == '\t' || c == '\r')
	}
	return nil
}

// mark takes a mark that is none of a string, a comment or the head of a table.
func (l *tomlLoad) mark(c byte) {
	switch c {
	case '.':
		l.key++
	case '=':
		l.inKey, l.key = 1+l.key, 0
		l.keys += l.inKey
		l.steps += l.keys
		if n := len(l.opened); n > 0 {
			l.steps -= l.opened[n-1].keys
		}
	case '{':
		l.open()
	case ']', '}':
		if n := len(l.opened); n > 0 {
			l.depth -= l.opened[n-1].levels
			l.opened = l.opened[:n-1]
		}
		l.inKey, l.key = 0, 0
	case ',', '\n':
		l.inKey, l.key = 0, 0
	}
}

func (l *tomlLoad) open() {
	l.keys++
	l.depth += 1 + l.inKey
	l.opened = append(l.opened, bracket{1 + l.inKey, l.keys})
	l.inKey, l.key = 0, 0
}

// begin begins a table by the line that stands above it.
func (l *tomlLoad) begin(head string) {
	l.tables[l.table] = l.keys - l.before
	l.keys -= l.tables[head]
	l.steps += l.keys
	l.table, l.before = head, l.keys
}
