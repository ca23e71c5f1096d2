package data

import (
	"strconv"

	"luminos"
	"luminos/internal/extract/file"
)

// readFeather reads Feather version 1 (https://github.com/wesm/feather/blob/master/cpp/src/feather/metadata.fbs).
func readFeather(f *file.File, x *luminos.Extraction) error {
	x.Format = "Feather 1"
	b, err := trailer(f, "FEA1", 8)
	if err != nil || b == nil {
		if err == nil {
			x.Fail(luminos.ExtractDamaged, "it is cut off: its footer is missing")
		}
		return err
	}
	types := []string{"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32",
		"float64", "string", "binary", "category", "timestamp", "date", "time", "large string", "large binary"}
	m := newFlat(b)
	t := m.root()
	rows := m.i64(m.field(t, 1))
	place, n := m.vector(t, 2, 4)
	var columns []luminos.Column
	for i := range n {
		c := m.follow(place + 4*i)
		values := m.table(c, 1)
		column := luminos.Column{Name: m.text(c, 0), Type: "type " + strconv.Itoa(m.u8(m.field(values, 0)))}
		if k := m.u8(m.field(values, 0)); k < len(types) {
			column.Type = types[k]
		}
		if k := m.u8(m.field(c, 2)); k >= 1 && k <= 4 {
			column.Type = []string{"category", "timestamp", "date", "time"}[k-1]
		}
		if nulls := m.i64(m.field(values, 4)); nulls > 0 && nulls <= rows {
			column.Missing = nulls
		}
		if columns = append(columns, column); m.err != nil {
			break
		}
	}
	if m.err != nil || rows < 0 {
		return errFlat
	}
	x.Set("description", m.text(t, 0))
	x.Add("rows", rows)
	one(f, x, columns)
	return nil
}
