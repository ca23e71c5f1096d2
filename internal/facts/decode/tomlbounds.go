package decode

import (
	"errors"
	"strings"
)

// maxTOMLSteps is the maximum number of keys that the TOML decoder may compare. It
// searches for duplicates linearly: 256 KiB of keys cost 1 s, 1 MiB 16 s. This
// number of steps costs 0.1 s.
const maxTOMLSteps = 32 << 20

// tomlLoad estimates the work of the decoder for the text so far.
type tomlLoad struct {
	depth  int
	key    int       // dots since the last other mark
	inKey  int       // levels of the key whose value comes next
	opened []bracket // open brackets, the outermost first
	keys   int       // number of keys that the decoder stores
	steps  int       // number of comparisons
	// tables holds the number of keys of each table. The keys of an element of an
	// array of tables are dropped when the next element begins.
	tables map[string]int
	table  string // current table
	before int    // keys when the current table began
}

// bracket is an open array or inline table.
type bracket struct {
	levels int // of nesting that it adds
	keys   int // number of keys when it was opened; only later keys are compared
}

// tomlBounds returns an error for a TOML document that is nested too deeply or would take too long
// to decode. Brackets nest, and so do the dots of keys: the array of a.b = { c.d = [1.5, 2.5] } is
// the sixth level. The dots of numbers are counted too, which adds at most one.
func tomlBounds(s string) error {
	l := tomlLoad{tables: map[string]int{}}
	begins := true // only space since the start of the line
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
			return errors.New("TOML with too many keys: not parsed")
		}
		begins = c == '\n' || begins && (c == ' ' || c == '\t' || c == '\r')
	}
	return nil
}

// mark adds the byte c of a TOML text, outside of strings and comments, to the estimate of the work to decode the text.
// Dots, equals signs, "{", closing brackets, commas and line ends count. The caller counts "[".
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

// begin starts a new count of keys, for the TOML table with the header line head. The keys of an earlier table with
// the same line, as in an array of tables, are no longer compared.
func (l *tomlLoad) begin(head string) {
	l.tables[l.table] = l.keys - l.before
	l.keys -= l.tables[head]
	l.steps += l.keys
	l.table, l.before = head, l.keys
}
