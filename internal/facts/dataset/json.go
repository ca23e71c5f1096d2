package dataset

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// How much of a document's own structure is followed.
const (
	listsMax = 32      // lists at the top of a document that are looked into
	lineMax  = 4 << 20 // bytes of one line of JSON Lines
)

// document is a JSON file as one pass over it saw it, before it is decided what
// its records are.
type document struct {
	rows    *table // the objects of a list at the top
	scalars *table // its other elements, or a lone value
	top     *table // the members of an object at the top, as one record
	keyed   *table // those members that are objects, as records
	members int64
	lists   []*list // those members that are lists
	geo     bool    // it says that it is a collection of features
	err     error   // what ended the reading early
}

// list is a list among the members of an object.
type list struct {
	key     string
	rows    *table
	values  *column // of elements that are no objects
	scalars int64
}

// readDocument reads one JSON value and keeps what it saw of it, whole or not.
func readDocument(r io.Reader) *document {
	d := &document{}
	p := tokens{json.NewDecoder(&guard{r: r})}
	p.UseNumber()
	d.err = d.read(p)
	if d.err == nil {
		if _, err := p.Token(); err == nil {
			d.err = errors.New("goes on after its end")
		} else if !errors.Is(err, io.EOF) {
			d.err = err
		}
	}
	return d
}

func (d *document) read(p tokens) error {
	tok, err := p.Token()
	if err != nil {
		return err
	}
	switch tok {
	case json.Delim('['):
		d.rows, d.scalars = newTable(), newTable()
		return p.elements(func(tok json.Token) error {
			if tok == json.Delim('{') {
				return p.record(d.rows)
			}
			d.scalars.rows++
			return p.value(d.scalars.column("value"), tok)
		})
	case json.Delim('{'):
		d.top, d.keyed = newTable(), newTable()
		d.top.rows = 1
		return d.object(p)
	}
	d.scalars = newTable()
	d.scalars.rows = 1
	return p.value(d.scalars.column("value"), tok)
}

// object reads the members of the object at the top.
func (d *document) object(p tokens) error {
	return p.members(func(key string, tok json.Token) error {
		d.members++
		switch tok {
		case json.Delim('['):
			d.top.addKind(key, array)
			l := &list{key: key, rows: newTable(), values: newColumn(clip([]byte(key), nameMax))}
			if len(d.lists) < listsMax {
				d.lists = append(d.lists, l)
			}
			return p.elements(func(tok json.Token) error {
				switch {
				case tok != json.Delim('{'):
					l.scalars++
					return p.value(l.values, tok)
				case d.geo && key == "features":
					return p.feature(l.rows)
				}
				return p.record(l.rows)
			})
		case json.Delim('{'):
			d.top.addKind(key, object)
			return p.record(d.keyed)
		}
		if s, ok := tok.(string); ok && key == "type" && s == "FeatureCollection" {
			d.geo = true
		}
		return p.value(d.top.column(key), tok)
	})
}

// decide says what the records of the document are, and whether it is one
// document rather than many records.
func (d *document) decide() (t *table, lone bool) {
	switch {
	case d.rows != nil && d.rows.rows >= d.scalars.rows:
		if d.scalars.rows > 0 {
			d.rows.broken = fmt.Sprintf("%s no records", count(d.scalars.rows, "element is", "elements are"))
		}
		return d.rows, false
	case d.scalars != nil:
		return d.scalars, d.rows == nil
	case d.top == nil:
		return newTable(), true
	}
	var best *list
	equal := true
	for _, l := range d.lists {
		if best == nil || l.rows.rows > best.rows.rows {
			best = l
		}
		equal = equal && l.scalars == d.lists[0].scalars && l.rows.rows == 0
	}
	switch {
	case best != nil && d.geo && best.key == "features":
		return best.rows, false
	case best != nil && best.rows.rows >= 2 && best.rows.rows > best.scalars && best.rows.rows >= d.keyed.rows:
		best.rows.note = fmt.Sprintf("the records stand under %q", best.key)
		return best.rows, false
	case len(d.lists) >= 2 && equal && d.lists[0].scalars >= 2 && int64(len(d.lists)) == d.members:
		t = newTable()
		t.rows, t.note = d.lists[0].scalars, "each key holds one column"
		for _, l := range d.lists {
			if c := t.column(l.key); c != nil {
				c.merge(l.values)
			}
		}
		return t, false
	case d.keyed.rows == 1 && d.members == 1: // one record under its own name
		return d.keyed, true
	case d.keyed.rows >= 3 && d.keyed.rows*5 >= d.members*4 && d.keyed.alike():
		d.keyed.note = "each key holds one record"
		return d.keyed, false
	}
	return d.top, true
}

// alike reports whether records share their keys: at least half of all keys
// stand in at least half of the records.
func (t *table) alike() bool {
	common := 0
	for _, c := range t.columns {
		n := int64(0)
		for _, k := range c.counts {
			n += k
		}
		if n*2 >= t.rows {
			common++
		}
	}
	return common > 0 && common*2 >= len(t.columns)+len(t.over)
}

// addKind counts a value of which only the kind is known.
func (t *table) addKind(key string, k kind) {
	if c := t.column(key); c != nil {
		c.counts[k]++
	}
}

// plainly says in words what is wrong with a JSON file.
func plainly(err error) string {
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return fmt.Sprintf("is not valid JSON from byte %d on", syntax.Offset)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return "is JSON that ends in the middle"
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}
