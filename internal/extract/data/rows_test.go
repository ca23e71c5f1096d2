package data

import (
	"encoding/binary"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
)

// rowsOf returns the rows of a table as texts between bars, the names of the columns first.
func rowsOf(name string, b []byte, table string) (got []string, err error) {
	err = Rows(open(name, b), table, 1000, nil, func(columns, values []string) bool {
		if got == nil {
			got = append(got, strings.Join(columns, "|"))
		}
		got = append(got, strings.Join(values, "|"))
		return true
	})
	return got, err
}

// TestRowsOfColumns reads files that other programs wrote (hyparquet-writer 0.9, apache-arrow 21 for JavaScript), and a
// file of arrays with records.
func TestRowsOfColumns(t *testing.T) {
	arrow := []string{"n|u|f|s|b|day|at|k|l",
		"1|1|1.5|one|true|2020-01-02|2020-01-02T03:04:05.006|x|[not shown]", "|2|NaN||false|1969-12-31||y|[not shown]",
		"-3|9223372036854775808||drei Zeilen|||1970-01-01T00:00:00|x|[not shown]"}
	for _, c := range []struct {
		name, table string
		want        []string
	}{
		{"small.parquet", "", []string{"n|f|s|b|at|k", "1|1.5|one|true|2020-01-02T03:04:05.006|x",
			"|2.25||false|1970-01-01T00:00:00|x", "-3|-0.5|drei Zeilen|true||x"}},
		{"small.arrow", "", arrow}, {"small.arrows", "", arrow},
		{"a.nc", "time, x", []string{"time|x|v|w", "10|0|1|7", "10|1|2|8", "20|0||9", "20|1|4|10"}},
		{"a.nc", "time", []string{"time|time", "10|10", "20|20"}},
	} {
		b := arraysFile()
		if strings.HasPrefix(c.name, "small") {
			var err error
			if b, err = os.ReadFile("testdata/" + c.name); err != nil {
				t.Fatal(err)
			}
		}
		got, err := rowsOf(c.name, b, c.table)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s %s: got %q, error %v", c.name, c.table, got, err)
		}
		for n := range b { // a file that is cut off, or has another byte, ends without a panic
			if n%7 == 0 {
				rowsOf(c.name, b[:n], c.table)
			}
			other := slices.Clone(b)
			other[n] ^= 0xFF
			rowsOf(c.name, other, c.table)
		}
	}
	if _, err := rowsOf("a.nc", arraysFile(), ""); !errors.Is(err, ErrNoTable) {
		t.Errorf("error %v, want ErrNoTable: the dimensions differ", err)
	}
	if _, err := rowsOf("a.parquet", parquetFile(), ""); err == nil {
		t.Error("a file without pages has rows")
	}
}

// arraysFile returns a file with two records of three variables: a time, two shorts with a fill value, two bytes.
func arraysFile() []byte {
	name := func(s string) string { return be32(len(s)) + s + strings.Repeat("\x00", -len(s)&3) }
	shorts := func(v ...int) (s string) {
		for _, n := range v {
			s += string(binary.BigEndian.AppendUint16(nil, uint16(n)))
		}
		return s
	}
	variable := func(label, dims, attributes string, kind, size, begin int) string {
		return name(label) + dims + attributes + be32(kind) + be32(size) + be32(begin)
	}
	none := be32(0) + be32(0)
	fill := be32(12) + be32(1) + name("_FillValue") + be32(3) + be32(1) + shorts(-9, 0)
	two := be32(2) + be32(0) + be32(1)
	head := "CDF\x01" + be32(2) + be32(10) + be32(2) + name("time") + be32(0) + name("x") + be32(2) + none +
		be32(11) + be32(3)
	size := len(head) + 3*12 + len(name("time")+name("v")+name("w")) + 8 + 12 + 12 + 2*len(none) + len(fill)
	head += variable("time", be32(1)+be32(0), none, 4, 4, size) + variable("v", two, fill, 3, 4, size+4) +
		variable("w", two, none, 1, 4, size+8)
	if len(head) != size {
		panic("the offsets are not the places of the values")
	}
	return []byte(head + be32(10) + shorts(1, 2) + "\x07\x08\x00\x00" + be32(20) + shorts(-9, 4) + "\x09\x0a\x00\x00")
}

// TestEncodings decodes values in the encodings of Parquet, with the examples of their specification.
func TestEncodings(t *testing.T) {
	deltas := string([]byte{128, 1, 4, 8, 14, 3, 2, 0, 0, 0, 0xC0, 0x3F, 0, 0, 0, 0, 0, 0})
	lengths := func(n ...byte) string { // of equal texts
		return string([]byte{128, 1, 4, byte(len(n)), 2 * n[0], 0, 0, 0, 0, 0})
	}
	integer, text := element{physical: 1, converted: -1}, element{physical: 6, converted: 0}
	for _, c := range []struct {
		name     string
		of       element
		encoding int64
		b        string
		want     string
	}{
		{"deltas", integer, 5, deltas, "7 5 3 1 2 3 4 5"},
		{"a dictionary", text, 8, "\x02\x04\x01\x03\x24\x00", "b b a b c a a a a a"},
		{"runs of truth values", element{}, 3, "\x02\x00\x00\x00\x06\x01", "true true true"},
		{"truth values", element{}, 0, "\x05", "true false true false false false false false"},
		{"lengths before texts", text, 6, lengths(2, 2, 2) + "abcdef", "ab cd ef"},
		{"shared beginnings", text, 7, lengths(0, 0) + lengths(3, 3) + "axeaxe", "axe axe"},
		{"split bytes", integer, 9, "\x01\x02\x00\x00\x00\x00\x00\xff", "1 -16777214"},
		{"decimals", element{physical: 7, length: 2, logical: "DECIMAL", scale: 2}, 0,
			"\xff\xfe\x01\x00", "-0.02 2.56"},
		{"bytes", element{physical: 7, length: 2, converted: -1}, 0, "\x00\x01", "0001"},
		{"a time", element{physical: 1, logical: "TIME", unit: "ms"}, 0, le32(3_723_004), "01:02:03.004"},
		{"an old time", element{physical: 3, converted: -1}, 0, le64(1_000_000_000) + le32(2440589),
			"1970-01-02T00:00:01"},
	} {
		l := &leaf{of: c.of}
		cursor := cursor{leaf: l, words: []string{"a", "b", "c"}}
		next, err := cursor.decoder(c.encoding, []byte(c.b))
		var got []string
		for err == nil && len(got) < 100 {
			var v string
			if v, err = next(); err == nil {
				got = append(got, v)
			}
		}
		if strings.Join(got, " ") != c.want || !errors.Is(err, errValues) {
			t.Errorf("%s: got %q, error %v, want %q and then the end", c.name, got, err, c.want)
		}
	}
	cursor := cursor{leaf: &leaf{}}
	if _, err := cursor.decoder(99, nil); !errors.Is(err, ErrNoTable) {
		t.Errorf("an unknown encoding has the error %v", err)
	}
	for _, head := range []string{"\xff\xff\xff\xff\xff\x7f\x01", "\x80\x01\x00\x08\x0e", ""} {
		if _, err := newDeltas([]byte(head)).next(); err == nil {
			t.Errorf("the header %x has values", head)
		}
	}
	if _, err := (&runs{b: []byte("\xfe\xff\xff\xff\x7f\x01"), width: 1}).next(); err == nil {
		t.Error("a run of more values than a page holds is read")
	}
}

// FuzzRows reads the rows of mutated files of all formats.
func FuzzRows(f *testing.F) {
	all := samples(f)
	all["arrays.nc"] = arraysFile()
	for _, name := range []string{"small.parquet", "small.arrow", "small.arrows"} {
		b, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		all[name] = b
	}
	for name, b := range all {
		f.Add(name, b)
	}
	f.Fuzz(func(t *testing.T, name string, b []byte) {
		if len(b) == 0 {
			return
		}
		_ = Rows(open(name, b), "", 100, nil, func(columns, values []string) bool {
			if len(values) > len(columns) {
				t.Errorf("%d values in %d columns", len(values), len(columns))
			}
			for _, v := range values {
				if len(v) > longMost+len("…") {
					t.Errorf("a value of %d bytes", len(v))
				}
			}
			return true
		})
	})
}
