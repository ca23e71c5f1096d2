package data

import (
	"cmp"
	"encoding/binary"
	"errors"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/extract/file"
)

const (
	metadataMost = 16 << 20 // bytes of a footer or of a message
	messagesMost = 100_000  // messages of a file
	totalMost    = 1 << 30  // bytes of all messages without their bodies
	typeDepth    = 8        // levels of types in the words of a type
)

var errArrow = errors.New("the structure of the Arrow file is not valid")

// arrow collects the content of a file of Arrow (https://arrow.apache.org/docs/format/Columnar.html).
type arrow struct {
	x       *luminos.Extraction
	columns []luminos.Column
	nodes   []int // the number of nodes of each column in a batch
	rows    int64
	batches int64
	bytes   int64
	codecs  file.Values
}

// readArrow reads the format with a footer, which is Feather version 2 too.
func readArrow(f *file.File, x *luminos.Extraction) error {
	x.Format = "Arrow file"
	if ext(f) == ".feather" {
		x.Format = "Feather 2 (Arrow file)"
	}
	b, err := trailer(f, "ARROW1", 10)
	if err != nil || b == nil {
		if err == nil {
			x.Fail(luminos.ExtractDamaged, "it is cut off: its footer is missing")
		}
		return err
	}
	a, m := &arrow{x: x}, newFlat(b)
	footer := m.root()
	a.schema(m, m.table(footer, 1))
	if m.err != nil || m.field(footer, 1) == 0 {
		return cmp.Or(m.err, errArrow)
	}
	place, n := m.vector(footer, 3, 24)
	s := f.Stream(binary.LittleEndian)
	for i := range n {
		if i == messagesMost || a.bytes > totalMost {
			x.Limit("only the first " + strconv.Itoa(i) + " batches were read")
			break
		}
		s.Goto(m.i64(place + 24*i))
		if a.message(s); s.Err != nil {
			break
		}
	}
	a.describe(f)
	return errors.Join(s.Err, m.err)
}

// trailer returns the bytes before the length and the magic at the end of a file, or nil if the magic is missing. The
// number of bytes of length and magic is given.
func trailer(f *file.File, magic string, tail int64) ([]byte, error) {
	if f.Size < tail+8 {
		return nil, nil
	}
	end := make([]byte, tail)
	if _, err := f.ReadAt(end, f.Size-tail); err != nil {
		return nil, err
	}
	if string(end[4:]) != magic {
		return nil, nil
	}
	size := int64(binary.LittleEndian.Uint32(end))
	if size > f.Size-tail {
		return nil, errArrow
	}
	if size > metadataMost {
		return nil, file.ErrTooLarge
	}
	b := make([]byte, size)
	_, err := f.ReadAt(b, f.Size-tail-size)
	return b, err
}

// isArrowStream reports whether the file begins with the message of a schema. Versions before 0.15 lack the mark of
// messages, so that the extension has to say more.
func isArrowStream(f *file.File) bool {
	b, old := f.Head, ext(f) == ".arrow" || ext(f) == ".arrows" || ext(f) == ".stream"
	switch {
	case len(b) < 24:
		return false
	case binary.LittleEndian.Uint32(b) == 0xFFFFFFFF:
		b = b[4:]
	case !old:
		return false
	}
	n := int64(binary.LittleEndian.Uint32(b))
	if n < 16 || n > min(metadataMost, f.Size-4) {
		return false
	}
	m := newFlat(b[4:min(int64(len(b)), 4+n)])
	root := m.root()
	return root != 0 && m.u8(m.field(root, 1)) == 1 && m.field(root, 2) != 0 && m.err == nil
}

// readArrowStream reads the format without a footer: messages one after the other.
func readArrowStream(f *file.File, x *luminos.Extraction) error {
	x.Format = "Arrow stream"
	a, s := &arrow{x: x}, f.Stream(binary.LittleEndian)
	for i := 0; s.Left() > 0; i++ {
		if i == messagesMost || a.bytes > totalMost {
			x.Limit("only the first " + strconv.Itoa(i) + " messages were read")
			break
		}
		if !a.message(s) {
			break
		}
	}
	a.describe(f)
	return s.Err
}

// message reads the message at the place of the stream and moves over its body. It returns false at the end.
func (a *arrow) message(s *file.Stream) bool {
	size := s.U32()
	if size == 0xFFFFFFFF { // versions before 0.15 lack this mark
		size = s.U32()
	}
	if size == 0 || s.Err != nil {
		return false
	}
	a.bytes += int64(size)
	m := newFlat(s.Bytes(uint64(size), metadataMost))
	if s.Err != nil {
		return false
	}
	root := m.root()
	header := m.table(root, 2)
	switch m.u8(m.field(root, 1)) {
	case 1:
		if len(a.columns) == 0 {
			a.schema(m, header)
		}
	case 3:
		a.batch(m, header)
	}
	body := m.i64(m.field(root, 3))
	if m.err != nil || body < 0 {
		s.Fail(cmp.Or(m.err, errArrow))
	}
	s.Skip(uint64(body))
	return s.Err == nil
}

// batch adds the rows and the missing values of a record batch.
func (a *arrow) batch(m *flat, t int) {
	n := m.i64(m.field(t, 0))
	if n < 0 || a.rows+n < a.rows {
		m.err = errArrow
		return
	}
	a.rows += n
	a.batches++
	if c := m.table(t, 3); c != 0 {
		a.codecs.Add(map[int]string{0: "LZ4", 1: "Zstandard"}[m.u8(m.field(c, 0))])
	}
	place, nodes := m.vector(t, 1, 16)
	at := 0
	for i, step := range a.nodes {
		if at >= nodes {
			break
		}
		if nulls := m.i64(place + 16*at + 8); nulls > 0 && nulls <= n {
			a.columns[i].Missing += nulls
		}
		at += step
	}
}

// schema reads the columns of a Schema.
func (a *arrow) schema(m *flat, t int) {
	place, n := m.vector(t, 1, 4)
	for i := range n {
		if i == leavesMost {
			m.err = file.ErrTooLarge
			return
		}
		f := m.follow(place + 4*i)
		words, nodes := a.field(m, f, 0)
		a.columns = append(a.columns, luminos.Column{Name: m.text(f, 0), Type: short(words, valueMost)})
		a.nodes = append(a.nodes, nodes)
		if m.err != nil {
			return
		}
	}
	place, n = m.vector(t, 2, 4)
	for i := range n {
		switch key := m.text(m.follow(place+4*i), 0); key {
		case "pandas", "geo", "ARROW:schema":
			a.x.Set("metadata", key)
		}
	}
}

// field returns the type of a field in words, and the number of its nodes in a batch.
func (a *arrow) field(m *flat, f, depth int) (words string, nodes int) {
	t := m.table(f, 3)
	words = arrowType(m, m.u8(m.field(f, 2)), t)
	nodes = 1
	place, n := m.vector(f, 5, 4)
	var inner []string
	for i := range n {
		if depth > 64 || m.err != nil { // a type that is a part of itself
			m.err = errArrow
			return words, nodes
		}
		child := m.follow(place + 4*i)
		w, k := a.field(m, child, depth+1)
		nodes += k
		if depth < typeDepth && len(inner) < 20 {
			inner = append(inner, short(m.text(child, 0), 60)+" "+short(w, valueMost))
		}
	}
	if len(inner) > 0 {
		words += "<" + strings.Join(inner, ", ") + ">"
	}
	if m.field(f, 4) != 0 { // batches hold the indices only
		return "dictionary of " + words, 1
	}
	return words, nodes
}

var arrowUnits = []string{"s", "ms", "us", "ns"}

// arrowType returns a member of the union Type in words.
func arrowType(m *flat, kind, t int) string {
	names := []string{"none", "null", "int", "float", "binary", "string", "bool", "decimal", "date", "time", "timestamp",
		"interval", "list", "struct", "union", "binary", "list", "map", "duration", "large binary", "large string",
		"large list", "run-end encoded", "binary view", "string view", "list view", "large list view"}
	if kind >= len(names) {
		return "type " + strconv.Itoa(kind)
	}
	word := names[kind]
	unit := func(slot int) string {
		return "(" + arrowUnits[m.u16(m.field(t, slot))&3] + ")"
	}
	switch kind {
	case 2:
		if m.u8(m.field(t, 1)) == 0 {
			word = "uint"
		}
		return word + strconv.Itoa(m.i32(m.field(t, 0)))
	case 3:
		return []string{"float16", "float32", "float64", "float"}[m.u16(m.field(t, 0))&3]
	case 7:
		return "decimal(" + strconv.Itoa(m.i32(m.field(t, 0))) + "," + strconv.Itoa(m.i32(m.field(t, 1))) + ")"
	case 8:
		if at := m.field(t, 0); at != 0 && m.u16(at) == 0 {
			return "date(days)"
		}
		return "date(ms)"
	case 9, 18:
		if m.field(t, 0) == 0 {
			return word + "(ms)"
		}
		return word + unit(0)
	case 10:
		if zone := m.text(t, 1); zone != "" {
			return word + unit(0) + " " + short(zone, 60)
		}
		return word + unit(0)
	case 15, 16:
		return word + "(" + strconv.Itoa(m.i32(m.field(t, 0))) + ")"
	}
	return word
}

// describe sets the fields of the extraction.
func (a *arrow) describe(f *file.File) {
	a.x.Add("rows", a.rows)
	a.x.Add("batches", a.batches)
	one(f, a.x, a.columns)
	a.codecs.Set(a.x, "compression")
}
