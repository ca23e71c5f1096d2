package data

import (
	"errors"
	"strconv"
	"strings"

	"luminos/internal/extract/file"
)

// ErrNoTable is the error of a table that the file lacks, or of a file whose rows cannot be read.
var ErrNoTable = errors.New("the file has no such table")

// Unpack returns the unpacked bytes of a block that was packed by a codec, at most most bytes.
type Unpack func(codec string, b []byte, most int) ([]byte, error)

// Rows calls a function with the names of the columns and the values of each row of a table, in the order of the file,
// until it returns false, or after most rows. Values are texts of at most 4 KiB, on one line; NULL is "". The table of
// a file that is one table, such as dBASE, Parquet and Arrow, is "". A table of NetCDF is a combination of dimensions.
func Rows(f *file.File, table string, most int, unpack Unpack, row func(columns, values []string) bool) error {
	switch {
	case begins("SQLite format 3\x00")(f):
		return databaseRows(f, table, most, row)
	case isDBF(f) && table == "":
		return dbfRows(f, most, row)
	case begins("PAR1")(f) && table == "":
		return parquetRows(f, most, unpack, row)
	case begins("CDF")(f) && find(f) != nil:
		return netCDFRows(f, table, most, row)
	case begins("ARROW1\x00\x00")(f) && table == "", isArrowStream(f) && table == "":
		return arrowRows(f, most, unpack, row)
	}
	return ErrNoTable
}

// databaseRows calls a function with the rows of a table of SQLite.
func databaseRows(f *file.File, table string, most int, row func(columns, values []string) bool) error {
	d, _, err := openDatabase(f)
	if err != nil {
		return err
	}
	objects, err := d.schema()
	if err != nil && len(objects) == 0 {
		return err
	}
	for _, o := range objects {
		if o.kind != "table" || o.root == 0 || !strings.EqualFold(o.name, table) {
			continue
		}
		def := parseTable(o.sql)
		var names []string
		for _, c := range def.stored() {
			names = append(names, c.name)
		}
		w := &walk{pages: d, most: longRow, index: def.withoutRowid, short: true}
		w.row = func(id int64, payload []byte) bool {
			if most--; most < 0 {
				return false
			}
			return row(names, d.values(def, id, payload))
		}
		return w.tree(o.root)
	}
	return ErrNoTable
}

// longRow is the number of bytes of a row that are read: the values of some columns of long texts.
const longRow = 256 << 10

// longMost is the number of bytes of a value that is compared and grouped: a paragraph.
const longMost = 4 << 10

// values returns the values of a row as texts of one line, and NULL as "".
func (d *pages) values(def *table, id int64, payload []byte) []string {
	columns := def.stored()
	all := d.record(payload, max(len(columns), 1))
	out := make([]string, len(all))
	for i, v := range all {
		switch {
		case v.kind == 'n' && i < len(columns) && columns[i].rowid:
			out[i] = strconv.FormatInt(id, 10)
		case v.kind == 'n':
		case v.kind == 't' && len(v.b) > 4*longMost:
			v.b = v.b[:4*longMost]
			fallthrough
		default:
			out[i] = short(oneLine(v.text(d)), longMost)
		}
	}
	return out
}

// dbfRows calls a function with the rows of a table of dBASE that are not deleted.
func dbfRows(f *file.File, most int, row func(columns, values []string) bool) error {
	d, err := openDBF(f)
	if err != nil {
		return err
	}
	var names []string
	for _, c := range d.columns {
		names = append(names, c.Name)
	}
	return d.each(func(b []byte) bool {
		if b[0] == '*' {
			return true
		}
		if most--; most < 0 {
			return false
		}
		return row(names, cells(d.texts(b)))
	})
}
