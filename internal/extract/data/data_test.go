package data

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/extract/file"
)

// TestDatabase reads tables, keys and rows of a database, among them overflow pages and a table without row ids.
func TestDatabase(t *testing.T) {
	x := good(t, "a.sqlite", database(t))
	numbers(t, x, map[string]int64{"tables": 3, "rows": 211, "columns": 8, "foreign keys": 2, "views": 1, "indices": 1,
		"triggers": 1, "pages": 41})
	if len(x.Values) != 1 || len(x.Values[0].Top) != 2 || x.Values[0].Top[0].Name != "visit.city → city" {
		t.Errorf("foreign keys are %+v", x.Values)
	}
	tables := []luminos.DataTable{{Name: "city", Rows: 151, Columns: 3}, {Name: "visit", Rows: 60, Columns: 4},
		{Name: "calendar", Columns: 1}}
	if diff := cmp.Diff(tables, x.Tables); diff != "" {
		t.Errorf("tables (-want +got)\n%s", diff)
	}
	var titles []string
	for _, h := range x.Outline {
		titles = append(titles, h.Title)
	}
	want := "city;id INTEGER;name VARCHAR(40);the size NUMERIC(10,2);visit;city INT;day TEXT;note;long;calendar;day TEXT;" +
		"view big"
	if got := strings.Join(titles, ";"); got != want {
		t.Errorf("outline %q, want %q", got, want)
	}
	lines := strings.Split(x.Parts[0].Text, "\n")
	if lines[0] != "id\tname\tthe size" || lines[1] != "1\tcity 1\t0.25" || !strings.HasPrefix(lines[3], "3\ta long name000") ||
		len(lines) != 22 {
		t.Errorf("rows %q", lines)
	}
}

// TestGeoPackage counts the layers of a GeoPackage, and not the tables that describe them.
func TestGeoPackage(t *testing.T) {
	b, err := os.ReadFile("testdata/small.gpkg")
	if err != nil {
		t.Fatal(err)
	}
	x := good(t, "a.gpkg", b)
	if x.Number("tables") != 1 || x.Number("rows") != 2 || x.Number("tables of the format") != 2 ||
		x.Tables[0].Name != "p" {
		t.Errorf("%+v", x)
	}
}

// TestSecretsInCells masks a secret that is found by the lines of its cell, which are lost, and keeps all other cells. It
// gives the line of the secret in the content.
func TestSecretsInCells(t *testing.T) {
	b, err := os.ReadFile("testdata/cells.sqlite")
	if err != nil {
		t.Fatal(err)
	}
	x := good(t, "a.sqlite", b)
	lines := strings.Split(x.Content(), "\n")
	if len(x.Masked) != 1 || x.Masked[0].Lines.First != 3 || x.Masked[0].Kind != "private-key" ||
		!strings.HasPrefix(lines[2], "key\t-----BEGIN PRIVATE KEY----- (masked)x") ||
		!strings.HasSuffix(lines[2], "\twords after it") {
		t.Errorf("masked %+v in %q", x.Masked, lines)
	}
	if strings.Contains(x.Content(), "MIIE") || lines[3] != "other\tplain words\tand more" || lines[6] != "last words" {
		t.Errorf("content %q", lines)
	}
	const token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
	db := strings.NewReplacer("Bern  ", token, "\x06", string(rune(len(token))))
	table := []byte(db.Replace(strings.Replace(string(dbfFile()), " Z\xfcrich 12.5*Gone    0.0", "", 1)))
	table[4], table[10] = 1, byte(1+len(token)+5) // the rows, and their width
	if x := good(t, "a.dbf", table); len(x.Masked) != 1 || x.Masked[0].Lines.First != 2 || strings.Contains(x.Content(), token) {
		t.Errorf("masked %+v in %q", x.Masked, x.Content())
	}
	row := func(_, values []string) bool {
		if strings.Contains(values[1], "MIIE") {
			t.Errorf("row %q", values)
		}
		return true
	}
	if err := Rows(open("a.sqlite", b), "a", 9, nil, row); err != nil {
		t.Error(err)
	}
}

// TestParquetWithoutRows counts the rows of the row groups if the file states none.
func TestParquetWithoutRows(t *testing.T) {
	if n := good(t, "a.parquet", parquetOf(0)).Number("rows"); n != 1000 {
		t.Errorf("%d rows", n)
	}
}

// TestRows reads all rows of a table, by its name in any case, and ends after the wanted number.
func TestRows(t *testing.T) {
	var got []string
	each := func(_, values []string) bool {
		got = append(got, strings.Join(values, "|"))
		return true
	}
	if err := Rows(open("a.sqlite", database(t)), "CITY", 1000, nil, each); err != nil || len(got) != 151 ||
		got[150] != "200|[2 bytes]|" {
		t.Errorf("%d rows, the last is %q, error %v", len(got), got[max(len(got)-1, 0)], err)
	}
	got = nil
	if err := Rows(open("a.sqlite", database(t)), "city", 7, nil, each); err != nil || len(got) != 7 {
		t.Errorf("%d rows, error %v, want 7", len(got), err)
	}
	got = nil
	if err := Rows(open("a.dbf", dbfFile()), "", 1000, nil, each); err != nil ||
		!slices.Equal(got, []string{"Zürich|12.5", "Bern|3.0"}) {
		t.Errorf("%q, error %v", got, err)
	}
	if err := Rows(open("a.sqlite", database(t)), "none", 1, nil, each); !errors.Is(err, ErrNoTable) {
		t.Errorf("error %v, want ErrNoTable", err)
	}
}

// TestDatabaseThatIsDamaged checks that a circle of pages ends, and that the tables beside it are read.
func TestDatabaseThatIsDamaged(t *testing.T) {
	b := database(t)
	for at := 512; at < len(b); at += 512 {
		if b[at] == 5 { // all children become the page itself
			n := be32(at/512 + 1)
			copy(b[at+8:], n)
			copy(b[at+100:], strings.Repeat(n, 100))
		}
	}
	x, err := extract(t, "a.sqlite", b)
	if err != nil || x.State != luminos.ExtractDamaged || x.Number("tables") != 3 || x.Number("rows") > 211 {
		t.Errorf("%+v, error %v", x, err)
	}
	b = database(t)
	b[18], b[19] = 2, 2
	if x, _ := extract(t, "a.sqlite", b); !slices.Contains(x.Limits, "changes in the write-ahead log are not read") {
		t.Errorf("limits %q", x.Limits)
	}
	x, err = extract(t, "a.sqlite", database(t)[:8*512])
	if err != nil || x.State != luminos.ExtractDamaged || !strings.Contains(x.Problem, "cut off") {
		t.Errorf("%+v, error %v", x, err)
	}
}

// TestTableDefinitions parses statements that databases of others hold.
func TestTableDefinitions(t *testing.T) {
	for sql, want := range map[string]string{
		"CREATE TABLE t(a, b)": "a b",
		"CREATE TABLE t (a UNSIGNED BIG INT, b DECIMAL ( 10 , 5 ) NULL)": "a:UNSIGNED BIG INT b:DECIMAL(10,5)",
		"CREATE TABLE t(id integer primary key, x)":                      "id:integer=rowid x",
		"CREATE TABLE t(id integer primary key desc)":                    "id:integer",
		"CREATE TABLE t(id INTEGER, x, PRIMARY KEY(id AUTOINCREMENT))":   "id:INTEGER=rowid x",
		"CREATE TABLE t(a INTEGER, b, PRIMARY KEY(b, a)) WITHOUT ROWID":  "b a:INTEGER",
		"CREATE TABLE \"a (\" (`x y` TEXT DEFAULT 'a,b(', 'q''r' INT)":   "x y:TEXT q'r:INT",
		"CREATE TABLE t(a TEXT -- , b\n, c /* ) */ INT CHECK (c > 0))":   "a:TEXT c:INT",
		"CREATE TABLE t(a INT, b INT AS (a*2) STORED, c AS (a))":         "a:INT b:INT",
		"CREATE TABLE t": "", "": "", "((((": "(:((", "))": "",
	} {
		var got []string
		for _, c := range parseTable(sql).stored() {
			word := c.name
			if c.typ != "" {
				word += ":" + c.typ
			}
			if c.rowid {
				word += "=rowid"
			}
			got = append(got, word)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", sql, got, want)
		}
	}
}

// TestOneTable reads the columns and the counts of files that are one table.
func TestOneTable(t *testing.T) {
	all := samples(t)
	for name, want := range map[string]struct {
		format, columns string
		rows            int64
	}{
		"a.parquet": {"Parquet 2", "n INT64, day INT32 DATE", 1000},
		"a.avro":    {"Avro", "a null|string, b date, c array of long", 42},
		"a.dbf":     {"dBASE III table", "NAME character(6), N numeric(5,1)", 3},
		"a.arrows":  {"Arrow stream", "n int16", 0},
		"a.npy":     {"NumPy array 1.0", "", 3},
		"s.npy":     {"NumPy array 1.0", "x <i4, y |S4", 12},
		"a.nc":      {"NetCDF 3", "v float(time, x)", 0},
	} {
		x := good(t, name, all[name])
		if x.Format != want.format || columnWords(x) != want.columns || x.Number("rows") != want.rows {
			t.Errorf("%s: %s, %q, %d rows, want %+v", name, x.Format, columnWords(x), x.Number("rows"), want)
		}
	}
}

// TestDetails checks the facts that only some formats have.
func TestDetails(t *testing.T) {
	all := samples(t)
	x := good(t, "a.parquet", all["a.parquet"])
	columns := []luminos.Column{{Name: "n", Type: "INT64", Missing: 6, Min: "-5", Max: "70"},
		{Name: "day", Type: "INT32 DATE", Min: "1970-01-01", Max: "1971-01-01"}}
	if diff := cmp.Diff(columns, x.Columns); diff != "" || x.Property("creator") != "writer 1" ||
		x.Number("row groups") != 2 || x.Values[0].Top[0] != (luminos.Counted{Name: "Snappy", Files: 4}) {
		t.Errorf("(-want +got)\n%s%+v", diff, x)
	}
	x = good(t, "a.dbf", all["a.dbf"])
	if x.Parts[0].Text != "NAME\tN\nZürich\t12.5\nBern\t3.0\n" || x.Number("deleted rows") != 1 ||
		x.Property("modified") != "1999-11-30" {
		t.Errorf("%+v", x)
	}
	x = good(t, "a.nc", all["a.nc"])
	if x.Property("title") != "A title" || x.Number("records") != 7 || x.Number("dimensions") != 2 {
		t.Errorf("%+v", x)
	}
	x = good(t, "a.npz", all["a.npz"])
	if len(x.Tables) != 2 || x.Tables[1] != (luminos.DataTable{Name: "b", Rows: 3, Columns: 8}) {
		t.Errorf("%+v", x)
	}
	if x := good(t, "o.npy", npyFile(`{'descr': '|O', 'fortran_order': False, 'shape': (), }`)); len(x.Risks) != 1 {
		t.Errorf("risks %q", x.Risks)
	}
	if x := good(t, "a.npy", all["a.npy"]); x.Property("shape") != "(3, 8)" || len(x.Risks) != 0 {
		t.Errorf("%+v", x)
	}
	for mark, want := range map[string]string{"": "HDF5", "keras_version": "Keras model (HDF5)",
		"_NCProperties": "NetCDF-4 (HDF5)"} {
		if x := good(t, "a.h5", hdf5File(mark)); x.Format != want || len(x.Limits) != 1 {
			t.Errorf("%s: %+v", mark, x)
		}
	}
	if x, err := extract(t, "p.parq", all["p.parq"]); err != nil || x.State != luminos.ExtractEncrypted {
		t.Errorf("%+v, error %v", x, err)
	}
}

// TestBadInput cuts files at each eighth, breaks their bytes, and reads bombs. Each has a state or an error, and ends.
func TestBadInput(t *testing.T) {
	silent := map[string]bool{"a.h5": true} // its datasets are not read, so that few cuts show
	for name, b := range samples(t) {
		for i := range 8 {
			x, err := extract(t, name, b[:len(b)*i/8])
			if x != nil && i > 0 && err == nil && x.State == "" && !silent[name] && i < 7 && name != "a.avro" {
				t.Errorf("%s, cut at %d/8: no problem", name, i)
			}
		}
		for i := 0; i < len(b); i += max(1, len(b)/200) {
			broken := slices.Clone(b)
			for j := i; j < min(i+4, len(b)); j++ {
				broken[j] = 0xff
			}
			if _, err := extract(t, name, broken); err != nil && strings.Contains(err.Error(), "runtime") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	bombs := map[string][]byte{
		"deep.npy":     npyFile("{'descr': " + strings.Repeat("(", 60_000)),
		"huge.npy":     npyFile(`{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775807, 2), }`),
		"few.npy":      npyFile(`{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000,), }`),
		"len.avro":     []byte("Obj\x01" + zigzag(int64(1)<<40) + zigzag(int64(1)<<50) + strings.Repeat("x", 100)),
		"deep.avro":    []byte("Obj\x01" + zigzag(1) + zigzag(11) + "avro.schema" + zigzag(200_000) + strings.Repeat("[", 200_000)),
		"count.nc":     []byte("CDF\x01" + be32(0) + be32(10) + be32(int64(1)<<31) + strings.Repeat("\x00", 100)),
		"foot.feather": []byte("FEA1" + strings.Repeat("\xff", 100) + le32(96) + "FEA1"),
		"list.parquet": []byte("PAR1\x29\xfc\xff\xff\xff\xff\x0f\x00\x00" + le32(9) + "PAR1"),
		"deep.parquet": []byte("PAR1" + strings.Repeat("\x1c", 5000) + le32(5000) + "PAR1"),
	}
	for name, b := range bombs {
		start := time.Now()
		x, err := extract(t, name, b)
		if x == nil || err == nil && x.State == "" || time.Since(start) > 5*time.Second {
			t.Errorf("%s: %+v, error %v, %v", name, x, err, time.Since(start))
		}
	}
}

// TestMemory checks that a small file with large numbers makes no large allocation.
func TestMemory(t *testing.T) {
	b := npyFile(`{'descr': '<f4', 'fortran_order': False, 'shape': (3, 8), }`)
	copy(b[6:], "\x02\x00\xff\xff\xff\xff")
	page := []byte("SQLite format 3\x00\x02\x00\x01\x01\x00\x40\x20\x20" + strings.Repeat("\xff", 488))
	for name, b := range map[string][]byte{"a.npy": b, "a.sqlite": page} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _ = extract(t, name, b)
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 2<<20 {
			t.Errorf("%s: %d bytes", name, n)
		}
	}
}

// TestFailedReads checks that an error of the source is returned, and is no property of the file.
func TestFailedReads(t *testing.T) {
	failed := errors.New("the source failed")
	for name, b := range samples(t) {
		if name == "p.parq" || name == "a.npz" {
			continue // the head decides; archive/zip has its own errors
		}
		f := open(name, b)
		f.ReaderAt = failing{failed}
		if err := read(f, &luminos.Extraction{}); !errors.Is(err, failed) {
			t.Errorf("%s: error %v, want that of the source", name, err)
		}
	}
}

type failing struct{ err error }

func (f failing) ReadAt([]byte, int64) (int, error) { return 0, f.err }

// TestStream checks the bounds of the stream that the readers share.
func TestStream(t *testing.T) {
	s := file.BytesStream([]byte(strings.Repeat("ab", 100_000)), nil)
	if b := s.Bytes(150_000, 200_000); len(b) != 150_000 || string(b[:2]) != "ab" {
		t.Errorf("%d bytes", len(b))
	}
	if s.Bytes(40_000, 10); !errors.Is(s.Err, file.ErrTooLarge) {
		t.Errorf("error %v", s.Err)
	}
	s = file.BytesStream([]byte("\xff\xff"), nil)
	if s.Uvarint(); !errors.Is(s.Err, io.ErrUnexpectedEOF) || s.Left() != 0 {
		t.Errorf("error %v", s.Err)
	}
	for _, n := range []int{0, -1, 1, 63, -64, 1 << 30} {
		s := file.BytesStream([]byte(zigzag(n)), nil)
		if got := s.Varint(); got != int64(n) || s.Err != nil {
			t.Errorf("%d, want %d", got, n)
		}
	}
}

// FuzzRead reads mutated files of all formats. The first byte chooses the name.
func FuzzRead(f *testing.F) {
	all := samples(f)
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range names {
		f.Add(byte(i), all[name])
	}
	f.Fuzz(func(t *testing.T, choice byte, b []byte) {
		name := names[int(choice)%len(names)]
		x, err := extract(t, name, b)
		if x != nil && err == nil && x.Number("rows") < 0 {
			t.Error(fmt.Sprint("rows: ", x.Number("rows")))
		}
	})
}
