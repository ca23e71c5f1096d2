package dataset

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// tokens is the decoder with the few moves that are needed.
type tokens struct{ *json.Decoder }

// members calls f for each member of the object that was just opened, with the
// first token of its value.
func (p tokens) members(f func(key string, first json.Token) error) error {
	for p.More() {
		key, err := p.Token()
		if err != nil {
			return err
		}
		first, err := p.Token()
		if err != nil {
			return err
		}
		if err := f(key.(string), first); err != nil {
			return err
		}
	}
	_, err := p.Token()
	return err
}

// elements calls f for each element of the list that was just opened.
func (p tokens) elements(f func(first json.Token) error) error {
	for p.More() {
		first, err := p.Token()
		if err != nil {
			return err
		}
		if err := f(first); err != nil {
			return err
		}
	}
	_, err := p.Token()
	return err
}

// record reads the object that was just opened as a row of t.
func (p tokens) record(t *table) error {
	t.rows++
	return p.members(func(key string, tok json.Token) error { return p.value(t.column(key), tok) })
}

// feature reads a GeoJSON feature: its properties are the row.
func (p tokens) feature(t *table) error {
	t.rows++
	return p.members(func(key string, tok json.Token) error {
		switch {
		case tok != json.Delim('{'):
			return p.skip(tok)
		case key == "properties":
			return p.members(func(key string, tok json.Token) error { return p.value(t.column(key), tok) })
		}
		return p.members(func(inner string, tok json.Token) error {
			if key == "geometry" && inner == "type" {
				return p.value(t.column("geometry"), tok)
			}
			return p.skip(tok)
		})
	})
}

// value reads a value into a column, which may be nil. Of lists and objects only
// the kind counts.
func (p tokens) value(c *column, tok json.Token) error {
	if c != nil {
		switch v := tok.(type) {
		case json.Delim:
			if v == '{' {
				c.counts[object]++
			} else {
				c.counts[array]++
			}
		case json.Number:
			c.add(classify([]byte(v)), []byte(v))
		case string:
			c.addString(v)
		case bool:
			c.add(value{kind: boolean}, fmt.Append(nil, v))
		default:
			c.add(value{kind: missing}, nil)
		}
	}
	return p.skip(tok)
}

// skip reads to the end of the value that tok begins.
func (p tokens) skip(tok json.Token) error {
	depth := 0
	for {
		if d, ok := tok.(json.Delim); ok {
			if d == '{' || d == '[' {
				depth++
			} else {
				depth--
			}
		}
		if depth <= 0 {
			return nil
		}
		var err error
		if tok, err = p.Token(); err != nil {
			return err
		}
	}
}

// addString counts a string of a format that has types: it is a date or text,
// never a number.
func (c *column) addString(s string) {
	b := []byte(s)
	switch v := classify(b); {
	// "NA" is a string where there is a null to say missing: it is Namibia.
	case v.kind == date, v.kind == timestamp, strings.TrimSpace(s) == "":
		c.add(v, b)
	default:
		c.add(value{kind: text}, b)
	}
}

// readLines streams JSON Lines through the table.
func (t *table) readLines(r io.Reader) error {
	in := bufio.NewReaderSize(r, 256<<10)
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		if len(line)+len(part) <= lineMax {
			line = append(line, part...)
		} else if len(line) <= lineMax {
			line = append(line[:0], make([]byte, lineMax+1)...) // too long: it is counted as bad
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		t.line(bytes.TrimSpace(line))
		line = line[:0]
		if err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
}

// line reads one line of JSON Lines.
func (t *table) line(line []byte) {
	if len(line) == 0 {
		return
	}
	if len(line) > lineMax {
		t.bad++
		return
	}
	if !json.Valid(line) {
		t.bad++
		return
	}
	p := tokens{json.NewDecoder(&guard{r: bytes.NewReader(line)})}
	p.UseNumber()
	tok, err := p.Token()
	if err == nil && tok == json.Delim('{') {
		err = p.record(t)
	} else if err == nil {
		t.rows++
		err = p.value(t.column("value"), tok)
	}
	if err != nil { // nested too deeply
		t.bad++
	}
}
