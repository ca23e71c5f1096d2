package data

import (
	"archive/zip"
	"bytes"
	"os"
	"strings"
	"testing"
)

// structure returns a structure in the compact protocol of Thrift: fields with their ids and types.
func structure(fields ...string) string { return strings.Join(fields, "") + "\x00" }

// thriftField returns a field. The id follows the last one by the given step.
func thriftField(step, typ int, value string) string {
	return string([]byte{byte(step<<4 | typ)}) + value
}

func thriftText(s string) string { return string([]byte{byte(len(s))}) + s }

func thriftListOf(typ int, elements ...string) string {
	return string([]byte{byte(len(elements)<<4 | typ)}) + strings.Join(elements, "")
}

// parquetFile returns a file of two columns and 1,000 rows, without pages.
func parquetFile() []byte { return parquetOf(1000) }

// parquetOf returns a Parquet file that states a number of rows, with two row groups of 500 rows.
func parquetOf(rows int) []byte {
	column := func(physical int, name string) string {
		return structure(thriftField(1, 5, zigzag(physical)), thriftField(2, 5, zigzag(1)), thriftField(1, 8, thriftText(name)))
	}
	chunk := func(low, top string, nulls int) string {
		stats := structure(thriftField(3, 6, zigzag(nulls)), thriftField(2, 8, thriftText(top)), thriftField(1, 8, thriftText(low)))
		meta := structure(thriftField(4, 5, zigzag(1)), thriftField(8, 12, stats))
		return structure(thriftField(2, 6, zigzag(4)), thriftField(1, 12, meta))
	}
	root := structure(thriftField(4, 8, thriftText("schema")), thriftField(1, 5, zigzag(2)))
	date := structure(thriftField(1, 5, zigzag(1)), thriftField(3, 8, thriftText("day")), thriftField(2, 5, zigzag(6)))
	group := structure(thriftField(1, 9, thriftListOf(12, chunk(le64(-5), le64(70), 3), chunk(le32(0), le32(365), 0))),
		thriftField(2, 6, zigzag(500)))
	footer := structure(thriftField(1, 5, zigzag(2)), thriftField(1, 9, thriftListOf(12, root, column(2, "n"), date)),
		thriftField(1, 6, zigzag(rows)), thriftField(1, 9, thriftListOf(12, group, group)),
		thriftField(2, 8, thriftText("writer 1")))
	return []byte("PAR1" + footer + le32(len(footer)) + "PAR1")
}

// arrowStream returns a stream of a schema with one column and no batches.
func arrowStream() []byte {
	// Offsets are written by hand: the message at 28 with its table of offsets at 4, the schema at 60, and one field.
	b := make([]byte, 168)
	put16 := func(at int, v ...int) {
		for i, n := range v {
			copy(b[at+2*i:], le16(n))
		}
	}
	put32 := func(at, v int) { copy(b[at:], le32(v)) }
	put32(0, 28)
	put16(4, 12, 16, 0, 8, 4) // header_type at 8 and header at 4 of the message
	put32(28, 24)
	put32(32, 60-32)
	b[36] = 1
	put16(48, 8, 8, 0, 4) // fields at 4 of the schema
	put32(60, 12)
	put32(64, 8)
	put32(72, 1)
	put32(76, 104-76)
	put16(80, 14, 20, 4, 0, 16, 8, 0) // name at 4, type of the type at 16, type at 8 of the field
	put32(104, 24)
	put32(108, 128-108)
	put32(112, 148-112)
	b[120] = 2
	put32(128, 1)
	b[132] = 'n'
	put16(136, 8, 12, 4, 8)
	put32(148, 12)
	put32(152, 16)
	b[156] = 1
	return []byte("\xff\xff\xff\xff" + le32(len(b)) + string(b) + "\xff\xff\xff\xff" + le32(0))
}

func avroFile() []byte {
	const schema = `{"type": "record", "name": "R", "namespace": "n", "fields": [
		{"name": "a", "type": ["null", "string"]}, {"name": "b", "type": {"type": "int", "logicalType": "date"}},
		{"name": "c", "type": {"type": "array", "items": "long"}}]}`
	pair := func(k, v string) string { return zigzag(len(k)) + k + zigzag(len(v)) + v }
	sync := strings.Repeat("s", 16)
	return []byte("Obj\x01" + zigzag(2) + pair("avro.schema", schema) + pair("avro.codec", "null") + zigzag(0) + sync +
		zigzag(40) + zigzag(3) + "xyz" + sync + zigzag(2) + zigzag(0) + sync)
}

func netCDFFile() []byte {
	name := func(s string) string { return be32(len(s)) + s + strings.Repeat("\x00", -len(s)&3) }
	return []byte("CDF\x01" + be32(7) + be32(10) + be32(2) + name("time") + be32(0) + name("x") + be32(5) +
		be32(12) + be32(1) + name("title") + be32(2) + name("A title") +
		be32(11) + be32(1) + name("v") + be32(2) + be32(0) + be32(1) + be32(0) + be32(0) + be32(5) + be32(20) + be32(100))
}

func hdf5File(mark string) []byte {
	b := hdf5Magic + "\x00\x00\x00\x00\x00\x08\x08\x00" + le16(4) + le16(16) + le32(0) + le64(0) + le64(-1) + le64(100)
	return []byte(b + mark + strings.Repeat("\x00", 100))
}

func dbfFile() []byte {
	column := func(name string, kind byte, width, digits int) string {
		return name + strings.Repeat("\x00", 11-len(name)) + string([]byte{kind, 0, 0, 0, 0, byte(width), byte(digits)}) +
			strings.Repeat("\x00", 14)
	}
	head := "\x03\x63\x0b\x1e" + le32(3) + le16(32+64+1) + le16(1+6+5) + strings.Repeat("\x00", 17) + "\x03\x00\x00"
	return []byte(head + column("NAME", 'C', 6, 0) + column("N", 'N', 5, 1) + "\r" + " Z\xfcrich 12.5" + "*Gone    0.0" +
		" Bern    3.0\x1a")
}

func npyFile(dict string) []byte {
	return []byte(npyMagic + "\x01\x00" + le16(len(dict)) + dict + strings.Repeat("x", 96))
}

func npzFile(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range []string{"a.npy", "b.npy"} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(npyFile(`{'descr': '<f4', 'fortran_order': False, 'shape': (3, 8), }`)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// database returns the database that testdata/small.sql makes: pages of 512 bytes, long rows, a table without row ids, a
// view, a trigger, foreign keys.
func database(t testing.TB) []byte {
	t.Helper()
	b, err := os.ReadFile("testdata/small.sqlite")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// samples returns a valid file of each format by its name.
func samples(t testing.TB) map[string][]byte {
	return map[string][]byte{
		"a.sqlite": database(t), "a.parquet": parquetFile(), "a.arrows": arrowStream(), "a.avro": avroFile(),
		"a.nc": netCDFFile(), "a.h5": hdf5File(""), "a.dbf": dbfFile(), "a.npz": npzFile(t),
		"a.npy":  npyFile(`{'descr': '<f4', 'fortran_order': False, 'shape': (3, 8), }`),
		"s.npy":  npyFile(`{'descr': [('x', '<i4'), ('y', '|S4')], 'fortran_order': True, 'shape': (12,), }`),
		"p.parq": []byte("PARE" + strings.Repeat("x", 20) + "PARE"),
	}
}
