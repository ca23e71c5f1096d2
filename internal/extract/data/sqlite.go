package data

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/extract/file"
)

const (
	objectsMost = 20_000  // tables, indices, views and triggers of a schema
	schemaMost  = 1 << 20 // bytes of the definition of one object
	schemasMost = 32 << 20
	rowMost     = 16 << 10 // bytes of a row in a sample
	headingMost = 5000     // headings of an outline
)

var errNotDatabase = errors.New("the header of the database is not valid")

// applications are programs by the application id in the header (https://www.sqlite.org/src/file/magic.txt).
var applications = map[uint32]string{
	0x47504B47: "GeoPackage", 0x47503130: "GeoPackage 1.0", 0x47503131: "GeoPackage 1.1", 0x252E0001: "Fossil checkout",
	0x0F055112: "Fossil checkout", 0x0F055113: "Fossil global configuration", 0x0F055111: "Fossil repository",
	0x42654462: "Bentley database", 0x42654C6E: "Bentley localization", 0x4D504258: "MBTiles", 0x5F4D544E: "Monotone",
	0x53514C69: "TeXnicCenter",
}

// object is a row of the schema.
type object struct {
	kind, name, table, sql string
	root                   uint32
}

// readSQLite reads a database of SQLite 3 (https://www.sqlite.org/fileformat2.html).
func readSQLite(f *file.File, x *luminos.Extraction) error {
	d, head, err := openDatabase(f)
	x.Format = "SQLite 3 database"
	if err != nil {
		return err
	}
	describeHeader(d, head, x)
	if head[19] > 2 {
		x.Fail(luminos.ExtractUnsupported, "it is written by a newer version of SQLite")
		return nil
	}
	objects, err := d.schema()
	if errors.Is(err, file.ErrTooLarge) {
		x.Limit("only the first " + strconv.Itoa(objectsMost) + " objects of the schema were read")
		err = nil
	}
	if err != nil && (file.Stopped(err) || len(objects) == 0) {
		return err
	}
	if err != nil {
		x.Fail(luminos.ExtractDamaged, "not all of its schema can be read")
	}
	return readTables(f, x, d, objects)
}

// openDatabase checks the header of a database.
func openDatabase(f *file.File) (*pages, []byte, error) {
	head := make([]byte, 100)
	if n, err := f.ReadAt(head, 0); n < len(head) {
		if err == nil {
			err = errNotDatabase
		}
		return nil, nil, err
	}
	size := int(binary.BigEndian.Uint16(head[16:]))
	if size == 1 {
		size = 65536
	}
	d := &pages{f: f, size: size, usable: size - int(head[20])}
	if size < 512 || size&(size-1) != 0 || d.usable < 480 {
		return nil, nil, errNotDatabase
	}
	d.last = uint32(min(f.Size/int64(size), 1<<32-2))
	d.encoding = binary.BigEndian.Uint32(head[56:])
	d.seen = make([]uint64, min(int64(d.last), pagesMost)/64+1)
	return d, head, nil
}

// describeHeader sets the properties and numbers that the header states.
func describeHeader(d *pages, head []byte, x *luminos.Extraction) {
	be := binary.BigEndian
	if id := be.Uint32(head[68:]); id != 0 {
		if app := applications[id]; app != "" {
			x.Set("application", app)
			if strings.HasPrefix(app, geoPackage) {
				x.Format = geoPackage + " (SQLite 3 database)"
			}
		} else {
			x.Set("application id", fmt.Sprintf("0x%08X", id))
		}
	}
	if v := be.Uint32(head[96:]); v >= 3_000_000 && v < 4_000_000 {
		x.Set("written by", fmt.Sprintf("SQLite %d.%d.%d", v/1_000_000, v/1000%1000, v%1000))
	}
	if v := be.Uint32(head[60:]); v != 0 {
		x.Set("user version", strconv.FormatUint(uint64(v), 10))
	}
	x.Set("encoding", map[uint32]string{1: "UTF-8", 2: "UTF-16 little-endian", 3: "UTF-16 big-endian"}[d.encoding])
	x.Set("page size", strconv.Itoa(d.size))
	x.Add("pages", int64(d.last))
	if free := be.Uint32(head[36:]); free <= d.last && free > 0 {
		x.Add("free pages", int64(free))
	}
	if head[18] == 2 {
		x.Limit("changes in the write-ahead log are not read")
	}
	// The count of pages is valid only if the last writer knew this field.
	if n := be.Uint32(head[28:]); n > d.last && be.Uint32(head[24:]) == be.Uint32(head[92:]) {
		x.Fail(luminos.ExtractDamaged, "it is cut off: it has fewer pages than its header states")
	}
}

// schema returns the objects of the schema, in its order. Objects before an error are returned.
func (d *pages) schema() ([]object, error) {
	var all []object
	left, large := schemasMost, false
	w := &walk{pages: d, most: schemaMost, row: func(_ int64, payload []byte) bool {
		v := d.record(payload, 5)
		if len(v) < 4 {
			return true
		}
		o := object{kind: v[0].text(d), name: v[1].text(d), table: v[2].text(d), root: uint32(v[3].n)}
		if len(v) > 4 {
			o.sql = v[4].text(d)
		}
		if left -= len(payload); left < 0 || len(all) == objectsMost {
			large = true
			return false
		}
		all = append(all, o)
		return true
	}}
	err := w.tree(1)
	if large {
		err = file.ErrTooLarge
	}
	return all, err
}

// readTables counts the rows of the tables, and reads the first ones.
func readTables(f *file.File, x *luminos.Extraction, d *pages, objects []object) error {
	t := file.NewText(f, x)
	defer t.EndSample()
	defer func() {
		for i := range x.Masked {
			if len(x.Parts) != 1 { // else the content begins without the name of the table
				return
			}
			x.Masked[i].Lines.First--
			x.Masked[i].Lines.Last--
		}
	}()
	var columns []luminos.Column
	for _, o := range objects {
		switch {
		case strings.HasPrefix(o.name, "sqlite_") || o.kind == "index" && strings.HasPrefix(o.table, "sqlite_"):
			continue
		case o.kind == "index":
			x.Add("indices", 1)
		case o.kind == "view":
			x.Add("views", 1)
			outline(x, "view "+short(o.name, valueMost), 1, 0)
		case o.kind == "trigger":
			x.Add("triggers", 1)
		case o.kind == "table" && o.root == 0:
			x.Add("virtual tables", 1)
			outline(x, "virtual table "+short(o.name, valueMost), 1, 0)
		case o.kind == "table" && strings.HasPrefix(x.Format, geoPackage) && ofGeoPackage(o.name):
			x.Add("tables of the format", 1)
		case o.kind == "table":
			got, err := d.table(x, t, o)
			if file.Stopped(err) {
				return err
			}
			if errors.Is(err, errPages) {
				x.Limit("rows are counted in the first " + strconv.Itoa(visitsMost) + " pages only")
			} else if err != nil {
				x.Fail(luminos.ExtractDamaged, "not all rows of its tables can be read")
			}
			columns = got
		}
	}
	if x.Number("tables") == 1 {
		x.Columns = columns
	}
	return nil
}

const geoPackage = "GeoPackage"

// ofGeoPackage reports whether a table of a GeoPackage describes its layers, or is an index of positions.
func ofGeoPackage(table string) bool {
	return strings.HasPrefix(table, "gpkg_") || strings.HasPrefix(table, "rtree_")
}

// table adds one table to the extraction, and returns its columns.
func (d *pages) table(x *luminos.Extraction, t *file.Text, o object) ([]luminos.Column, error) {
	def := parseTable(o.sql)
	t.Part("table " + short(o.name, valueMost))
	part := len(x.Parts)
	var columns []luminos.Column
	var header []string
	for _, c := range def.columns[:min(len(def.columns), columnsMost)] {
		columns = append(columns, luminos.Column{Name: short(c.name, nameMost), Type: short(c.typ, valueMost)})
	}
	for _, c := range def.stored() {
		header = append(header, c.name)
	}
	d.lines += 2
	t.Line(sampled(x, d.f.Path, d.lines, header))
	x.Add("tables", 1)
	x.Add("columns", int64(len(def.columns)))
	addReferences(x, o.name, def.references)
	outline(x, short(o.name, valueMost), 1, part)
	for _, c := range columns {
		outline(x, strings.TrimSpace(cell(c.Name)+" "+cell(c.Type)), 2, part)
	}
	n := 0
	w := &walk{pages: d, most: rowMost, index: def.withoutRowid}
	w.row = func(id int64, payload []byte) bool {
		if n++; t.Full() {
			return false
		}
		d.lines++
		t.Line(sampled(x, d.f.Path, d.lines, d.texts(def, id, payload)))
		return n < sampleRows
	}
	err := w.tree(o.root)
	x.Add("rows", w.rows)
	if len(x.Tables) < tablesMost {
		table := luminos.DataTable{Name: short(o.name, nameMost), Rows: w.rows, Columns: len(def.columns)}
		x.Tables = append(x.Tables, table)
	} else {
		x.Limit("only the first " + strconv.Itoa(tablesMost) + " tables are listed")
	}
	return columns, err
}

// addReferences adds the foreign keys of a table: their number, and the first of all tables by name.
func addReferences(x *luminos.Extraction, table string, all []reference) {
	if len(all) == 0 {
		return
	}
	x.Add("foreign keys", int64(len(all)))
	i := slices.IndexFunc(x.Values, func(v luminos.ValueCounts) bool { return v.Name == referencesName })
	if i < 0 {
		i = len(x.Values)
		x.Values = append(x.Values, luminos.ValueCounts{Name: referencesName})
	}
	v := &x.Values[i]
	for _, r := range all {
		if len(v.Top) < referencesMost {
			name := short(table, nameMost) + "." + short(r.columns, nameMost) + " → " + short(r.table, nameMost)
			v.Top = append(v.Top, luminos.Counted{Name: name, Files: 1})
		}
	}
	v.Distinct += len(all)
	v.Total += int64(len(all))
}

// The foreign keys of a database that are named.
const (
	referencesName = "foreign key"
	referencesMost = 50
)

// outline adds a heading within the bound.
func outline(x *luminos.Extraction, title string, level, part int) {
	if len(x.Outline) < headingMost {
		x.Outline = append(x.Outline, luminos.Heading{Level: level, Title: title, Part: part})
	}
}
