package data

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"luminos/internal/extract/file"
)

// arrowColumn is a field of a schema: its type, and the values of the batch that is read.
type arrowColumn struct {
	kind     int
	width    int    // bits of a number, bytes of a fixed value
	unit     int    // of a date or a time
	plain    string // the type in words, for the sign of numbers
	children []*arrowColumn
	// dictionary is the number of the dictionary, whose values the indices stand for; -1 without one.
	dictionary int64
	index      *arrowColumn // of the indices

	valid, offsets, values []byte
}

// arrowRows calls a function with the rows of a file or a stream of Arrow. Values that are lists or structures are
// not shown.
func arrowRows(f *file.File, most int, unpack Unpack, row func(columns, values []string) bool) error {
	r := &arrowReader{unpack: unpack, dictionaries: map[int64][]string{}}
	s := f.Stream(binary.LittleEndian)
	if begins("ARROW1")(f) {
		b, err := trailer(f, "ARROW1", 10)
		if err != nil {
			return err
		}
		if b != nil { // some writers store the schema only there
			m := newFlat(b)
			if r.schema(m, m.table(m.root(), 1)); m.err != nil {
				return m.err
			}
		}
		s.Skip(8)
	}
	values := []string(nil)
	for range messagesMost {
		rows, err := r.message(s)
		if err != nil || s.Left() == 0 && rows == 0 {
			return err
		}
		values = append(values[:0], make([]string, len(r.columns))...)
		for i := range rows {
			if most--; most < 0 {
				return nil
			}
			for k, c := range r.columns {
				if values[k], err = r.text(c, i); err != nil {
					return err
				}
			}
			if !row(r.names, values) {
				return nil
			}
		}
	}
	return file.ErrTooLarge
}

// arrowReader reads the messages of a file one after the other.
type arrowReader struct {
	unpack       Unpack
	names        []string
	columns      []*arrowColumn
	dictionaries map[int64][]string
	held         int // bytes of the dictionaries
}

// message reads the next message. It returns the number of rows of a batch; 0 for another message, and at the end.
func (r *arrowReader) message(s *file.Stream) (int64, error) {
	size := s.U32()
	if size == 0xFFFFFFFF {
		size = s.U32()
	}
	if size == 0 || s.Left() == 0 { // the footer follows
		s.Goto(s.Pos() + s.Left())
		return 0, s.Err
	}
	m := newFlat(s.Bytes(uint64(size), metadataMost))
	if s.Err != nil {
		return 0, s.Err
	}
	root := m.root()
	header, body := m.table(root, 2), m.i64(m.field(root, 3))
	kind := m.u8(m.field(root, 1))
	if m.err == nil && body < 0 {
		m.err = errArrow
	}
	if m.err != nil {
		return 0, m.err
	}
	if kind != 2 && kind != 3 || r.columns == nil {
		if kind == 1 && r.columns == nil {
			r.schema(m, header)
		}
		s.Skip(uint64(body))
		return 0, cmp.Or(m.err, s.Err)
	}
	b := s.Bytes(uint64(body), heldMost)
	if s.Err != nil {
		return 0, s.Err
	}
	if kind == 2 {
		return 0, r.dictionary(m, header, b)
	}
	return r.batch(m, header, b, r.columns)
}

// schema reads the columns of a Schema.
func (r *arrowReader) schema(m *flat, t int) {
	if m.u16(m.field(t, 0)) != 0 {
		m.err = fmt.Errorf("%w: its numbers begin with their highest byte", ErrNoTable)
	}
	place, n := m.vector(t, 1, 4)
	for i := range n {
		if m.err != nil || i == columnsMost {
			m.err = cmp.Or(m.err, file.ErrTooLarge)
			return
		}
		f := m.follow(place + 4*i)
		r.names = append(r.names, m.text(f, 0))
		r.columns = append(r.columns, r.field(m, f, 0))
	}
}

func (r *arrowReader) field(m *flat, f, depth int) *arrowColumn {
	t := m.table(f, 3)
	c := &arrowColumn{kind: m.u8(m.field(f, 2)), dictionary: -1}
	c.plain = arrowType(m, c.kind, t)
	switch c.kind {
	case 2, 7, 15, 16:
		c.width = m.i32(m.field(t, 0))
		if c.unit = m.i32(m.field(t, 1)); c.kind == 7 {
			c.width = 128
			if at := m.field(t, 2); at != 0 {
				c.width = m.i32(at)
			}
		}
	case 3, 8, 9, 10, 18:
		c.unit = m.u16(m.field(t, 0))
		if (c.kind == 8 || c.kind == 9 || c.kind == 18) && m.field(t, 0) == 0 {
			c.unit = 1 // the default is milliseconds
		}
		if c.kind == 9 {
			c.width = 32
			if at := m.field(t, 1); at != 0 {
				c.width = m.i32(at)
			}
		}
	}
	if d := m.table(f, 4); d != 0 {
		c.dictionary = m.i64(m.field(d, 0))
		c.index = &arrowColumn{kind: 2, width: 32, plain: "int", dictionary: -1}
		if it := m.table(d, 1); it != 0 {
			c.index.width, c.index.plain = m.i32(m.field(it, 0)), arrowType(m, 2, it)
		}
	}
	place, n := m.vector(f, 5, 4)
	for i := range n {
		if depth > typeDepth || m.err != nil {
			m.err = cmp.Or(m.err, errArrow)
			break
		}
		c.children = append(c.children, r.field(m, m.follow(place+4*i), depth+1))
	}
	return c
}

// arrowBatch is a RecordBatch whose nodes and buffers are given out in the order of the columns.
type arrowBatch struct {
	unpack         Unpack
	m              *flat
	body           []byte
	codec          string
	nodes, left    int // the place of the next node, and the nodes that follow
	buffers, later int // the same of buffers
	room           int // bytes that buffers may still unpack to
}

// batch reads the buffers of a record batch for columns. It returns the number of rows.
func (r *arrowReader) batch(m *flat, t int, body []byte, columns []*arrowColumn) (int64, error) {
	rows := m.i64(m.field(t, 0))
	b := &arrowBatch{unpack: r.unpack, m: m, body: body, room: heldMost}
	b.nodes, b.left = m.vector(t, 1, 16)
	b.buffers, b.later = m.vector(t, 2, 16)
	if c := m.table(t, 3); c != 0 {
		b.codec = []string{"lz4", "zstd", ""}[min(m.u8(m.field(c, 0)), 2)]
	}
	if rows < 0 || rows > 1<<31 {
		return 0, errArrow
	}
	for _, c := range columns {
		if err := b.read(c, rows); err != nil {
			return 0, err
		}
	}
	return rows, m.err
}

// read gives a column its buffers, and each column in it.
func (b *arrowBatch) read(c *arrowColumn, rows int64) error {
	if b.left--; b.left < 0 {
		return errArrow
	}
	nulls := b.m.i64(b.nodes + 8)
	b.nodes += 16
	buffers := 2
	switch {
	case c.dictionary >= 0:
	case c.kind == 1: // null
		buffers = 0
	case slices.Contains([]int{4, 5, 19, 20}, c.kind):
		buffers = 3
	case c.kind == 13 || c.kind == 16: // structures and lists of a fixed length
		buffers = 1
	case c.kind == 14 || c.kind >= 22:
		return fmt.Errorf("%w: it has columns of the type %s, which are not read", ErrNoTable, c.plain)
	}
	all := make([][]byte, 3)
	for i := range buffers {
		var err error
		if all[i], err = b.buffer(); err != nil {
			return err
		}
	}
	c.valid, c.offsets, c.values = all[0], all[1], all[2]
	if buffers == 2 {
		c.offsets, c.values = nil, all[1]
	}
	if nulls == 0 {
		c.valid = nil
	}
	if c.dictionary >= 0 {
		c.index.values = c.values
		return nil
	}
	for _, child := range c.children {
		if err := b.read(child, rows); err != nil {
			return err
		}
	}
	return nil
}

// buffer returns the next buffer, unpacked.
func (b *arrowBatch) buffer() ([]byte, error) {
	if b.later--; b.later < 0 {
		return nil, errArrow
	}
	at, n := b.m.i64(b.buffers), b.m.i64(b.buffers+8)
	b.buffers += 16
	if at < 0 || n < 0 || at > int64(len(b.body)) || n > int64(len(b.body))-at {
		return nil, errArrow
	}
	data := b.body[at:][:n]
	if b.codec == "" || len(data) < 8 {
		return data, nil
	}
	size := int64(binary.LittleEndian.Uint64(data))
	if size == -1 { // it is not compressed
		return data[8:], nil
	}
	if size > int64(b.room) {
		return nil, file.ErrTooLarge
	}
	out, err := b.unpack(b.codec, data[8:], b.room)
	b.room -= len(out)
	return out, err
}

// dictionary reads the values of a dictionary, or more of them.
func (r *arrowReader) dictionary(m *flat, t int, body []byte) error {
	id := m.i64(m.field(t, 0))
	c := findDictionary(r.columns, id)
	if c == nil {
		return m.err
	}
	values := *c
	values.dictionary = -1
	rows, err := r.batch(m, m.table(t, 1), body, []*arrowColumn{&values})
	if err != nil || rows > wordsMost {
		return cmp.Or(err, file.ErrTooLarge)
	}
	if m.u8(m.field(t, 2)) == 0 {
		r.dictionaries[id] = nil
	}
	for i := range rows {
		text, err := r.text(&values, i)
		if err != nil {
			return err
		}
		if r.held += len(text) + 16; r.held > heldMost {
			return file.ErrTooLarge
		}
		r.dictionaries[id] = append(r.dictionaries[id], text)
	}
	return nil
}

func findDictionary(columns []*arrowColumn, id int64) *arrowColumn {
	for _, c := range columns {
		if c.dictionary == id && id >= 0 {
			return c
		}
		if inner := findDictionary(c.children, id); inner != nil {
			return inner
		}
	}
	return nil
}
