package data

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/extract/file"
)

const (
	footerMost  = 256 << 20 // bytes of the footer of a Parquet file, which is not kept in memory
	leavesMost  = 50_000    // columns of a Parquet file
	nestingMost = 64        // levels of a schema
)

var errParquet = errors.New("the footer of the Parquet file is not valid")

// parquet collects the content of a footer
// (https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift).
type parquet struct {
	*thrift
	x       *luminos.Extraction
	version int64
	rows    int64
	counted int64 // rows of the row groups
	writer  string
	schema  []element
	leaves  []leaf
	groups  int64
	inGroup int // the column of the row group that is read
	codecs  file.Values
	layout  *layout // nil unless rows are read
}

// element is a node of the schema, in depth-first order.
type element struct {
	name              string
	physical          int64 // -1 for a group
	length, children  int64
	converted         int64
	precision, scale  int64
	logical, unit     string
	repeated, integer bool
	optional          bool
}

// leaf is a column with the statistics of all its row groups.
type leaf struct {
	luminos.Column
	of       element
	noNulls  bool // a row group lacks its count of nulls
	noRange  bool // a row group lacks its range
	low, top number
	levels   levels
}

// levels are the levels of a column at which a value is present, and lies in lists.
type levels struct {
	def, rep int
	list     int // the level from which on the innermost list has an element
}

// readParquet reads the footer of a Parquet file: schema, row groups and statistics.
func readParquet(f *file.File, x *luminos.Extraction) error {
	x.Format = "Parquet"
	p := &parquet{x: x}
	err := p.open(f)
	if p.thrift != nil {
		p.describe(f)
	}
	return err
}

// open reads the footer. The extraction gets the reason if there is no footer that can be read.
func (p *parquet) open(f *file.File) error {
	x := p.x
	if f.Size < 12 {
		return errParquet
	}
	var end [8]byte
	if _, err := f.ReadAt(end[:], f.Size-8); err != nil {
		return err
	}
	magic := string(end[4:])
	if magic == "PARE" || bytes.HasPrefix(f.Head, []byte("PARE")) {
		x.Fail(luminos.ExtractEncrypted, "its footer is encrypted")
		return nil
	}
	if magic != "PAR1" {
		x.Fail(luminos.ExtractDamaged, "it is cut off: its footer is missing")
		return nil
	}
	size := int64(binary.LittleEndian.Uint32(end[:]))
	if size > f.Size-12 {
		return errParquet
	}
	if size > footerMost {
		return file.ErrTooLarge
	}
	footer := io.NewSectionReader(f, f.Size-8-size, size)
	p.thrift = &thrift{Stream: file.NewStream(footer, size, binary.LittleEndian)}
	p.fields(p.footer)
	if p.Err == nil && len(p.schema) == 0 {
		p.Err = errParquet
	}
	return p.Err
}

// footer reads a field of FileMetaData.
func (p *parquet) footer(id int16, typ byte) bool {
	switch {
	case id == 1 && typ == 5:
		p.version = p.Varint()
	case id == 2 && typ == thriftList:
		p.list(p.element)
		p.flatten()
	case id == 3 && typ == 6:
		p.rows = p.Varint()
	case id == 4 && typ == thriftList:
		p.list(func(typ byte) bool {
			if typ != thriftStruct {
				return false
			}
			p.groups++
			p.layout.group(p)
			p.fields(p.rowGroup)
			return true
		})
	case id == 5 && typ == thriftList:
		p.list(p.keyValue)
	case id == 6 && typ == thriftBinary:
		p.writer = name(p.bytes(nameMost))
	case id == 8 && typ == thriftStruct:
		p.x.Set("encryption", "columns, not the footer")
		return false
	default:
		return false
	}
	return true
}

// keyValue reads one pair of the metadata of writers. Only its key is of use: values are copies of the schema.
func (p *parquet) keyValue(typ byte) bool {
	if typ != thriftStruct {
		return false
	}
	p.fields(func(id int16, typ byte) bool {
		if id != 1 || typ != thriftBinary {
			return false
		}
		switch key := string(p.bytes(nameMost)); key {
		case "ARROW:schema", "pandas", "geo", "iceberg.schema", "org.apache.spark.sql.parquet.row.metadata":
			p.x.Set("metadata", strings.TrimPrefix(p.x.Property("metadata")+", "+key, ", "))
		}
		return true
	})
	return true
}

// element reads a SchemaElement.
func (p *parquet) element(typ byte) bool {
	if typ != thriftStruct {
		return false
	}
	e := element{physical: -1, converted: -1}
	numbers := map[int16]*int64{1: &e.physical, 2: &e.length, 5: &e.children, 6: &e.converted, 7: &e.scale,
		8: &e.precision}
	p.fields(func(id int16, typ byte) bool {
		switch {
		case numbers[id] != nil && typ == 5:
			*numbers[id] = p.Varint()
		case id == 3 && typ == 5:
			repetition := p.Varint()
			e.optional, e.repeated = repetition == 1, repetition == 2
		case id == 4 && typ == thriftBinary:
			e.name = name(p.bytes(nameMost))
		case id == 10 && typ == thriftStruct:
			p.logical(&e)
		default:
			return false
		}
		return true
	})
	if e.physical > 7 || e.physical < -1 {
		p.x.Fail(luminos.ExtractDamaged, "a column has a type that does not exist")
	}
	if len(p.schema) >= leavesMost {
		p.Fail(file.ErrTooLarge)
	}
	p.schema = append(p.schema, e)
	return true
}

// logical reads a LogicalType, which is a union of structures.
func (p *parquet) logical(e *element) {
	words := map[int16]string{1: "STRING", 2: "MAP", 3: "LIST", 4: "ENUM", 5: "DECIMAL", 6: "DATE", 7: "TIME",
		8: "TIMESTAMP", 10: "INTEGER", 11: "NULL", 12: "JSON", 13: "BSON", 14: "UUID", 15: "FLOAT16", 16: "VARIANT",
		17: "GEOMETRY", 18: "GEOGRAPHY"}
	p.fields(func(kind int16, typ byte) bool {
		if typ != thriftStruct {
			return false
		}
		e.logical = words[kind]
		p.fields(func(id int16, typ byte) bool {
			switch {
			case (kind == 7 || kind == 8) && id == 2 && typ == thriftStruct:
				p.fields(func(unit int16, _ byte) bool {
					e.unit = map[int16]string{1: "ms", 2: "us", 3: "ns"}[unit]
					return false
				})
			case kind == 10 && id == 1 && typ == thriftByte:
				e.length = int64(p.U8())
			case kind == 10 && id == 2:
				e.integer = typ == thriftTrue // it is signed
				return false
			default:
				return false
			}
			return true
		})
		return true
	})
}

// flatten makes the columns from the schema. The first element is the root.
func (p *parquet) flatten() {
	if len(p.schema) == 0 {
		return
	}
	type level struct {
		path string
		left int64
		levels
	}
	stack := []level{{left: p.schema[0].children}}
	for _, e := range p.schema[1:] {
		for len(stack) > 0 && stack[len(stack)-1].left <= 0 {
			stack = stack[:len(stack)-1]
		}
		if len(stack) == 0 || len(stack) > nestingMost {
			p.Fail(errParquet)
			return
		}
		top := &stack[len(stack)-1]
		top.left--
		path := short(top.path+e.name, nameMost)
		levels := top.levels
		if e.optional || e.repeated {
			levels.def++
		}
		if e.repeated {
			levels.rep, levels.list = levels.rep+1, levels.def
		}
		if e.children > 0 {
			stack = append(stack, level{path + ".", e.children, levels})
			continue
		}
		p.leaves = append(p.leaves, leaf{Column: luminos.Column{Name: path, Type: e.words()}, of: e, levels: levels})
	}
}

// words returns the type: the physical one, and the logical one.
func (e element) words() string {
	physical := []string{"BOOLEAN", "INT32", "INT64", "INT96", "FLOAT", "DOUBLE", "BYTE_ARRAY", "FIXED_LEN_BYTE_ARRAY"}
	if e.physical < 0 || e.physical >= int64(len(physical)) {
		return "group"
	}
	words := physical[e.physical]
	if e.physical == 7 && e.logical != "UUID" && e.logical != "FLOAT16" {
		words += "(" + strconv.FormatInt(e.length, 10) + ")"
	}
	switch kind := e.kind(); {
	case kind == "DECIMAL":
		words += " DECIMAL(" + strconv.FormatInt(e.precision, 10) + "," + strconv.FormatInt(e.scale, 10) + ")"
	case e.logical == "INTEGER":
		words += " " + map[bool]string{true: "INT", false: "UINT"}[e.integer] + strconv.FormatInt(e.length, 10)
	case kind != "" && e.unit != "":
		words += " " + kind + "(" + e.unit + ")"
	case kind != "":
		words += " " + kind
	}
	if e.repeated {
		words += " repeated"
	}
	return words
}

// kind returns the logical type. Old files have only the converted type.
func (e element) kind() string {
	converted := []string{"STRING", "MAP", "MAP", "LIST", "ENUM", "DECIMAL", "DATE", "TIME(ms)", "TIME(us)",
		"TIMESTAMP(ms)", "TIMESTAMP(us)", "UINT8", "UINT16", "UINT32", "UINT64", "INT8", "INT16", "INT32", "INT64",
		"JSON", "BSON", "INTERVAL"}
	if e.logical == "" && e.converted >= 0 && e.converted < int64(len(converted)) {
		return converted[e.converted]
	}
	return e.logical
}

// describe sets the fields of the extraction.
func (p *parquet) describe(f *file.File) {
	if p.version > 0 && p.version < 100 {
		p.x.Format += " " + strconv.FormatInt(p.version, 10)
	}
	p.x.Set("creator", p.writer)
	if p.rows >= 0 && len(p.schema) > 0 {
		if p.rows == 0 { // some writers count no rows of the whole file
			p.rows = p.counted
		}
		p.x.Add("rows", p.rows)
		p.x.Add("row groups", p.groups)
	}
	columns := make([]luminos.Column, len(p.leaves))
	for i := range p.leaves {
		columns[i] = p.leaves[i].column()
	}
	if len(columns) > 0 {
		one(f, p.x, columns)
	}
	p.codecs.Set(p.x, "compression")
}
