package dataset

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"luminos"
	"luminos/internal/words"
)

// How much of a document's own structure is followed.
const (
	listsMax = 64      // lists at the top of a document that are looked into
	lineMax  = 4 << 20 // bytes of one line of JSON Lines
)

// document is the content of a JSON file after one pass, before its records are
// determined.
type document struct {
	rows    *table // the objects of a list at the top
	scalars *table // its other elements, or a lone value
	top     *table // the members of an object at the top, as one record
	keyed   *table // the members that are objects, as records
	members int64
	lists   []*list // the members that are lists
	more    bool    // there are more lists, past listsMax
	geo     bool    // it says that it is a collection of features
	one     *table  // the record of the object at the top if it says that it is a feature
	err     error   // the error that ended reading early
}

// list is a list among the members of an object.
type list struct {
	key     string
	rows    *table
	values  *column // of elements that are no objects
	scalars int64
}

// readDocument reads a JSON file from r and returns its content. If the file is invalid or
// incomplete, it returns the part before the fault, with the error in the result.
func readDocument(r io.Reader) *document {
	d := &document{}
	l := newLexer(r)
	if d.err = d.read(l); d.err == nil {
		d.err = l.finish()
	}
	return d
}

func (d *document) read(l *lexer) error {
	tok, err := l.value()
	if err != nil {
		return err
	}
	switch tok.kind {
	case '[':
		d.rows, d.scalars = newTable(), newTable()
		return l.elements(func(tok token) error {
			if tok.kind == '{' {
				return l.record(d.rows)
			}
			d.scalars.rows++
			return l.into(d.scalars.column("value"), tok)
		})
	case '{':
		d.top, d.keyed = newTable(), newTable()
		d.top.rows = 1
		return d.object(l)
	}
	d.scalars = newTable()
	d.scalars.rows = 1
	return l.into(d.scalars.column("value"), tok)
}

// object reads the members of the JSON object at the top of a document into d.
func (d *document) object(l *lexer) error {
	return l.members(func(key []byte, tok token) error {
		d.members++
		c := d.top.columnOf(key)
		switch tok.kind {
		case '[':
			c.addKind(array)
			return d.list(l, string(key))
		case '{':
			c.addKind(object)
			if d.one != nil {
				d.geo = d.geo || string(key) == "geometry"
				return l.ofFeature(d.one, string(key))
			}
			return l.record(d.keyed)
		}
		if string(key) == "type" && string(tok.text) == "Feature" {
			d.one = newTable()
			d.one.rows = 1
		}
		d.geo = d.geo || string(key) == "type" && string(tok.text) == "FeatureCollection"
		return l.into(c, tok)
	})
}

// list reads a list that is the member key of the object at the top of a JSON document, and adds it
// to the lists of the document, at most listsMax.
func (d *document) list(l *lexer, key string) error {
	m := &list{key: key, rows: newTable(), values: newColumn(clip([]byte(key), nameMax))}
	if len(d.lists) < listsMax {
		d.lists = append(d.lists, m)
	} else {
		d.more = true
	}
	return l.elements(func(tok token) error {
		switch {
		case tok.kind != '{':
			m.scalars++
			return l.into(m.values, tok)
		case d.geo && key == "features":
			return l.feature(m.rows)
		}
		return l.record(m.rows)
	})
}

// isSchema reports whether the document is a JSON Schema by the members of the object at its top
// (https://json-schema.org/draft/2020-12/json-schema-core).
func (d *document) isSchema() bool {
	if d.top == nil {
		return false
	}
	var names []string
	for _, c := range d.top.columns {
		names = append(names, c.name)
	}
	defines := func(key string) bool {
		records := func(l *list) bool { return l.key == key }
		return slices.Contains(names, key) && !slices.ContainsFunc(d.lists, records)
	}
	return defines("$schema") &&
		slices.ContainsFunc([]string{"properties", "items", "definitions", "$defs", "$ref"}, defines)
}

// maxBeside is the number of members of an object from which on a shorter list is only a part.
const maxBeside = 5

// decide returns the records of the document, and whether it is a single document
// rather than a collection of records.
func (d *document) decide() (t *table, lone bool) {
	switch {
	case d.rows != nil && d.rows.rows >= d.scalars.rows:
		if d.scalars.rows > 0 {
			d.rows.broken = fmt.Sprintf("%s no records", words.Plural(d.scalars.rows, "element is", "elements are"))
		}
		return d.rows, false
	case d.scalars != nil:
		return d.scalars, d.rows == nil
	case d.top == nil:
		return newTable(), true
	case d.one != nil && d.geo:
		return d.one, false
	}
	if t := d.database(); t != nil {
		return t, false
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
	case best != nil && d.members > maxBeside && int64(best.rows.rows) < d.members:
		return d.top, true
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

// database returns the lists of records of a document as one table of several parts, if at least two members of the
// object at its top are such lists, and more than half of all members. Else it returns nil.
func (d *document) database() *table {
	t := newTable()
	for _, l := range d.lists {
		if l.rows.rows > 0 && l.scalars == 0 {
			name, columns := clip([]byte(l.key), nameMax), len(l.rows.columns)+len(l.rows.over)
			t.addPart(luminos.DataTable{Name: name, Rows: l.rows.rows, Columns: columns})
			t.rows += l.rows.rows
		}
	}
	if n := int64(len(t.parts)); n < 2 || 2*n <= d.members || d.geo || d.more {
		return nil
	}
	return t
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

// addKind counts a value of the kind k, such as a list, without its content, unless the column is nil.
func (c *column) addKind(k kind) {
	if c != nil {
		c.counts[k]++
	}
}

// jsonProblem returns the reason, in words of the report, why a JSON file was not read to its end.
func jsonProblem(err error) string {
	var syntax *jsontext.SyntacticError
	var source unreadable
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return "is JSON that ends in the middle"
	case errors.Is(err, errTooLong):
		return errTooLong.Error()
	case errors.As(err, &source):
		return source.Error()
	case errors.As(err, &syntax):
		return fmt.Sprintf("is not valid JSON from byte %d on", syntax.ByteOffset)
	}
	return err.Error()
}
