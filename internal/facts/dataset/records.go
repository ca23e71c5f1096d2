package dataset

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// record reads a JSON object, whose opening brace was just read, and counts its members as one row
// of the table t.
func (l *lexer) record(t *table) error {
	t.rows++
	return l.members(func(key []byte, tok token) error { return l.into(t.columnOf(key), tok) })
}

// feature reads a GeoJSON feature, whose opening brace was just read, and counts its properties and
// the type of its geometry as one row of the table t.
func (l *lexer) feature(t *table) error {
	t.rows++
	return l.members(func(key []byte, tok token) error {
		if tok.kind != '{' {
			return l.skip(tok)
		}
		return l.ofFeature(t, string(key))
	})
}

// ofFeature reads an object that is a member of a feature: its properties, or its geometry, of which the type counts.
func (l *lexer) ofFeature(t *table, name string) error {
	return l.members(func(key []byte, tok token) error {
		switch {
		case name == "properties":
			return l.into(t.columnOf(key), tok)
		case name == "geometry" && string(key) == "type":
			return l.into(t.column("geometry"), tok)
		}
		return l.skip(tok)
	})
}

// into reads a JSON value to its end. It counts the value in the column c if c is not nil; of lists
// and objects it counts only the kind.
func (l *lexer) into(c *column, tok token) error {
	if c != nil {
		switch tok.kind {
		case '{':
			c.counts[object]++
		case '[':
			c.counts[array]++
		case '0':
			c.addCell(tok.text)
		case '"':
			c.addString(tok.text)
		case 't':
			c.add(value{kind: boolean}, []byte("true"))
		case 'f':
			c.add(value{kind: boolean}, []byte("false"))
		default:
			c.add(value{kind: missing}, nil)
		}
	}
	return l.skip(tok)
}

// addString counts a string of a format with types, such as JSON, in the column: as a date, as text
// or, if it is blank, as a missing value, but never as a number.
func (c *column) addString(b []byte) {
	if len(b) < 50 && len(bytes.TrimSpace(b)) > 0 {
		if m, k, ok := parseMoment(string(bytes.TrimSpace(b))); ok {
			c.add(value{kind: k, day: m}, b)
			return
		}
	}
	// "NA" is a string where there is a null to say missing: it is Namibia.
	if len(bytes.TrimSpace(b)) == 0 {
		c.add(value{kind: missing}, nil)
		return
	}
	c.add(value{kind: text}, b)
}

// readLines adds the records of a stream of JSON Lines to the table.
func (t *table) readLines(r io.Reader) error {
	in := bufio.NewReaderSize(r, 256<<10)
	var long []byte
	l := newLexer(nil)
	for {
		line, err := in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) || len(long) > 0 {
			if len(long) <= lineMax { // a longer line is invalid with any content
				long = append(long, line...)
			}
			if line = long; errors.Is(err, bufio.ErrBufferFull) {
				continue
			}
		}
		t.line(l, bytes.TrimSpace(line))
		long = long[:0]
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// line reads one line of JSON Lines and adds it to the table as a row. An invalid line is only
// counted as bad. A first pass checks the syntax, so that no part of such a line is counted.
func (t *table) line(l *lexer, line []byte) {
	if len(line) == 0 {
		return
	}
	l.reset(line)
	tok, err := l.value()
	if err == nil {
		err = l.skip(tok)
	}
	if err == nil {
		err = l.finish()
	}
	if err != nil || len(line) > lineMax {
		t.bad++
		return
	}
	l.reset(line)
	if tok, err = l.value(); err == nil && tok.kind == '{' {
		err = l.record(t)
	} else if err == nil {
		t.rows++
		err = l.into(t.column("value"), tok)
	}
	if err != nil {
		t.bad++
	}
}
