package data

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"strings"

	"luminos"
	"luminos/internal/extract/file"
)

const (
	chunksMost = 1 << 20   // columns of all row groups together, whose places are in memory
	pageMost   = 64 << 20  // bytes of an unpacked page; writers aim at 1 MiB
	heldMost   = 128 << 20 // bytes of the pages and dictionaries of all columns that are in memory at a time
	wordsMost  = 1 << 20   // values of a dictionary, which writers give up at about 1 MiB
	pageValues = 1 << 24   // values of a page; some bytes can promise any number of equal ones
)

// layout holds the places of the values in a file.
type layout struct {
	rows   []int64 // by row group
	places [][]place
	chunks int
}

// place is the place of the values of one column in one row group.
type place struct{ codec, values, pages, dictionary int64 }

// group begins a row group. Without a layout it does nothing.
func (l *layout) group(p *parquet) {
	if l == nil {
		return
	}
	if l.rows, l.places = append(l.rows, 0), append(l.places, nil); len(l.rows) > chunksMost {
		p.Fail(file.ErrTooLarge)
	}
}

// add adds a column of the row group. Without a layout it does nothing.
func (l *layout) add(p *parquet, at place) {
	if l == nil || len(l.places) == 0 {
		return
	}
	last := &l.places[len(l.places)-1]
	*last = append(*last, at)
	if l.chunks++; l.chunks > chunksMost {
		p.Fail(file.ErrTooLarge)
	}
}

// parquetRows calls a function with the rows of a Parquet file. Values in lists are one text: "[1, 2]".
func parquetRows(f *file.File, most int, unpack Unpack, row func(columns, values []string) bool) error {
	p := &parquet{x: &luminos.Extraction{}, layout: &layout{}}
	if err := p.open(f); err != nil {
		return err
	}
	if p.x.State != "" {
		return fmt.Errorf("%w: %s", ErrNoTable, p.x.Problem)
	}
	var names []string
	for i := range p.leaves {
		names = append(names, p.leaves[i].Name)
	}
	values := make([]string, len(names))
	total := int64(0)
	for _, n := range p.layout.rows {
		total += n
	}
	if total < p.rows { // some writers count no rows of the whole file
		return errParquet
	}
	for g, places := range p.layout.places {
		if len(places) != len(p.leaves) || len(names) == 0 {
			return errParquet
		}
		var held int64
		cursors := make([]cursor, len(places))
		for i, at := range places {
			cursors[i] = cursor{f: f, leaf: &p.leaves[i], place: at, at: at.pages, held: &held, unpack: unpack}
			if at.dictionary > 0 && at.dictionary < at.pages {
				cursors[i].at = at.dictionary
			}
		}
		for range p.layout.rows[g] {
			if most--; most < 0 {
				return nil
			}
			for i := range cursors {
				var err error
				if values[i], err = cursors[i].cell(); err != nil {
					return err
				}
			}
			if !row(names, values) {
				return nil
			}
		}
	}
	return nil
}

// cursor reads the values of one column in one row group, page after page.
type cursor struct {
	f    *file.File
	leaf *leaf
	place
	at       int64 // the next page
	unpack   Unpack
	held     *int64 // bytes of all columns in memory
	mine     int64  // bytes of this column in memory
	page     page
	words    []string // the dictionary
	ahead    bool     // the levels of the next value were read
	rep, def int      // levels of the value
}

// page is a page while its values are read.
type page struct {
	left     int64
	rep, def *runs                  // nil if all levels are 0
	value    func() (string, error) // of a value that is present
}

// cell returns the text of a column in the next row.
func (c *cursor) cell() (string, error) {
	if !c.ahead {
		if ok, err := c.step(); err != nil || !ok {
			return "", cmp.Or(err, errParquet)
		}
	}
	c.ahead = false
	levels := c.leaf.levels
	if levels.rep == 0 {
		if c.def < levels.def {
			return "", nil
		}
		return c.page.value()
	}
	var list strings.Builder
	for {
		text, err := "null", error(nil)
		if c.def == levels.def {
			text, err = c.page.value()
		}
		if err != nil {
			return "", err
		}
		if c.def >= levels.list && list.Len() < longMost {
			list.WriteString(map[bool]string{true: "[", false: ", "}[list.Len() == 0] + text)
		}
		ok, err := c.step()
		if err != nil {
			return "", err
		}
		if c.ahead = ok; !ok || c.rep == 0 {
			break
		}
	}
	if list.Len() == 0 {
		return "", nil
	}
	return short(list.String()+"]", longMost), nil
}

// step reads the levels of the next value. It returns false after the last one.
func (c *cursor) step() (ok bool, err error) {
	for c.page.left == 0 {
		if c.values <= 0 {
			return false, nil
		}
		if err := c.load(); err != nil {
			return false, err
		}
	}
	c.page.left--
	c.values--
	if c.rep, err = c.page.rep.next(); err == nil {
		c.def, err = c.page.def.next()
	}
	return err == nil, err
}

// pageHeader is a PageHeader. Numbers of its parts are in one place, since a page has one part.
type pageHeader struct {
	kind, size, packed int64
	values, encoding   int64
	defBytes, repBytes int64 // of the second version of data pages
	plain              bool  // values of the second version are not compressed
}

// header reads the header of a page.
func (t *thrift) header() pageHeader {
	var h pageHeader
	part := func(numbers map[int16]*int64) {
		t.fields(func(id int16, typ byte) bool {
			if n := numbers[id]; n != nil && typ == 5 {
				*n = t.Varint()
				return true
			}
			h.plain = h.plain || len(numbers) > 2 && id == 7 && typ == thriftFalse
			return false
		})
	}
	outer := map[int16]*int64{1: &h.kind, 2: &h.size, 3: &h.packed}
	t.fields(func(id int16, typ byte) bool {
		switch {
		case outer[id] != nil && typ == 5:
			*outer[id] = t.Varint()
		case (id == 5 || id == 7) && typ == thriftStruct:
			part(map[int16]*int64{1: &h.values, 2: &h.encoding})
		case id == 8 && typ == thriftStruct:
			part(map[int16]*int64{1: &h.values, 4: &h.encoding, 5: &h.defBytes, 6: &h.repBytes})
		default:
			return false
		}
		return true
	})
	return h
}

// load reads the next page: of values, or of the dictionary.
func (c *cursor) load() error {
	t := &thrift{Stream: file.NewStream(c.f, c.f.Size, binary.LittleEndian)}
	t.Goto(c.at)
	h := t.header()
	if t.Err == nil && (h.size < 0 || h.packed < 0 || h.values < 0 || h.defBytes < 0 || h.repBytes < 0) {
		return errParquet
	}
	if h.size > pageMost || h.values > pageValues {
		return file.ErrTooLarge
	}
	b := t.Bytes(uint64(h.packed), pageMost)
	if t.Err != nil {
		return t.Err
	}
	c.at = t.Pos()
	levels := h.defBytes + h.repBytes // they are not compressed
	if levels > int64(len(b)) {
		return errParquet
	}
	if c.codec != 0 && !h.plain {
		codec := []string{1: "snappy", 2: "gzip", 5: "lz4 hadoop", 6: "zstd", 7: "lz4 block"}
		if c.codec < 0 || c.codec >= int64(len(codec)) || codec[c.codec] == "" {
			return fmt.Errorf("%w: there is no decoder of LZO and Brotli, which pack its values", ErrNoTable)
		}
		if int64(len(b)) > levels {
			unpacked, err := c.unpack(codec[c.codec], b[levels:], pageMost)
			if err != nil {
				return err
			}
			b = append(b[:levels:levels], unpacked...)
		}
	}
	now := int64(len(b))
	for _, w := range c.words {
		now += int64(len(w)) + 16
	}
	if *c.held += now - c.mine; *c.held > heldMost {
		return file.ErrTooLarge
	}
	c.mine = now
	switch h.kind {
	case 0, 3:
		return c.open(h, b)
	case 2:
		return c.dictionaryOf(h, b)
	}
	return nil // an index, or a kind that is not known
}

// dictionaryOf reads a dictionary.
func (c *cursor) dictionaryOf(h pageHeader, b []byte) error {
	if h.values > wordsMost {
		return file.ErrTooLarge
	}
	next := plainValues(c.leaf.of, b)
	c.words = c.words[:0]
	for range h.values {
		v, err := next()
		if err != nil {
			return err
		}
		c.words = append(c.words, v)
	}
	return nil
}

// open begins to read a page of values.
func (c *cursor) open(h pageHeader, b []byte) (err error) {
	levels := func(most int, size int64) *runs {
		if h.kind == 0 && most == 0 || err != nil {
			return nil
		}
		if h.kind == 0 && len(b) >= 4 {
			size, b = int64(binary.LittleEndian.Uint32(b)), b[4:]
		}
		if size > int64(len(b)) {
			err = errParquet
			return nil
		}
		r := newRuns(b[:size], most)
		b = b[size:]
		if most == 0 { // some writers store levels that are all 0
			return nil
		}
		return r
	}
	c.page = page{left: h.values}
	c.page.rep = levels(c.leaf.levels.rep, h.repBytes)
	c.page.def = levels(c.leaf.levels.def, h.defBytes)
	if err == nil {
		c.page.value, err = c.decoder(h.encoding, b)
	}
	return err
}
