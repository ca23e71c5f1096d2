// Package data reads files of tables and arrays: SQLite, Parquet, Arrow, Avro, NetCDF, HDF5, dBASE and NumPy. All
// formats are read by hand within bounds, since a library would need a path, or would read the values too.
package data

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"luminos"
	"luminos/internal/extract/file"
	"luminos/internal/redact"
)

// Reader reads files of tables and arrays.
var Reader = file.Reader{Name: "data", Version: 5, Reads: reads, Read: read}

const (
	columnsMost = 10_000  // columns of a file that are kept
	tablesMost  = 10_000  // tables of a file that are kept
	valueMost   = 4 << 10 // bytes of a value in a text: a mask needs the whole of a key
	nameMost    = 300     // bytes of a name
	sampleRows  = 20      // rows of a table whose text is kept
)

// kind is a format: its test by the name and the beginning of a file, and its reader.
type kind struct {
	is   func(*file.File) bool
	read func(*file.File, *luminos.Extraction) error
}

var kinds = []kind{
	{begins("SQLite format 3\x00"), readSQLite},
	{begins("PAR1"), readParquet},
	{begins("PARE"), readParquet},
	{begins("ARROW1\x00\x00"), readArrow},
	{begins("FEA1"), readFeather},
	{isArrowStream, readArrowStream},
	{begins("Obj\x01"), readAvro},
	{begins("CDF\x01"), readNetCDF},
	{begins("CDF\x02"), readNetCDF},
	{begins("CDF\x05"), readNetCDF},
	{isHDF5, readHDF5},
	{begins(npyMagic), readNPY},
	{isNPZ, readNPZ},
	{isDBF, readDBF},
}

// begins returns a test for a beginning.
func begins(magic string) func(*file.File) bool {
	return func(f *file.File) bool { return bytes.HasPrefix(f.Head, []byte(magic)) }
}

func find(f *file.File) *kind {
	for i := range kinds {
		if kinds[i].is(f) {
			return &kinds[i]
		}
	}
	return nil
}

// empties are the extensions of files of the family, by which files without bytes are recognised.
var empties = map[string]bool{
	".sqlite": true, ".sqlite3": true, ".db3": true, ".parquet": true, ".feather": true, ".arrow": true, ".avro": true,
	".nc": true, ".h5": true, ".hdf5": true, ".dbf": true, ".npy": true, ".npz": true,
}

func reads(f *file.File) bool { return f.Size == 0 && empties[ext(f)] || find(f) != nil }

func read(f *file.File, x *luminos.Extraction) error { return find(f).read(f, x) }

// ext returns the extension of the file in lower case.
func ext(f *file.File) string { return strings.ToLower(f.Path.Ext()) }

// one sets the columns of a file that is one table, and their names and types as its text.
func one(f *file.File, x *luminos.Extraction, columns []luminos.Column) {
	x.Add("columns", int64(len(columns)))
	list(f, x, "columns", columns)
	if len(columns) > columnsMost {
		x.Limit("only the first " + strconv.Itoa(columnsMost) + " columns are listed")
		columns = columns[:columnsMost]
	}
	x.Columns = columns
}

// list writes columns as a part of the text, one a line: name, type, missing values, minimum, maximum.
func list(f *file.File, x *luminos.Extraction, part string, columns []luminos.Column) {
	t := file.NewText(f, x)
	t.Part(part)
	for _, c := range columns {
		line := cell(c.Name) + "\t" + cell(c.Type)
		if c.Missing > 0 {
			line += "\tmissing " + strconv.FormatInt(c.Missing, 10)
		}
		if c.Min != "" || c.Max != "" {
			line += "\t" + cell(c.Min) + " to " + cell(c.Max)
		}
		if t.Line(line); t.Full() {
			break
		}
	}
	t.EndSample()
}

// cell returns a value for a line of values between tabs: on one line, and cut.
func cell(s string) string { return short(oneLine(s), valueMost) }

// sampled returns the values of the next row of a text as texts for its line, and records their secrets with that line.
func sampled(x *luminos.Extraction, p luminos.Path, line int, values []string) string {
	for i, v := range values {
		masked, found := redact.Text(v)
		values[i] = short(strings.Map(plainRune, masked), valueMost)
		for _, s := range found {
			lines := luminos.LineRange{First: line, Last: line}
			x.Masked = append(x.Masked, luminos.Masked{Path: p, Kind: s.Kind, Lines: lines, Plain: s.Plain})
		}
	}
	return strings.Join(values, "\t")
}

// cells returns texts as values for a line.
func cells(texts []string) []string {
	for i, s := range texts {
		texts[i] = cell(s)
	}
	return texts
}

// oneLine returns a text on one line, with its secrets masked: most of them are found by the lines of the text, such as
// the lines of a key or of a configuration in a cell, which are lost.
func oneLine(s string) string {
	s, _ = redact.Text(s)
	return strings.Map(plainRune, s)
}

func plainRune(r rune) rune {
	if r < ' ' || r == 0x7f {
		return ' '
	}
	return r
}

// short returns the text, cut at a rune to at most n bytes.
func short(s string, n int) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// name returns a name of the file as UTF-8 within its bound.
func name(b []byte) string { return short(string(b), nameMost) }

// isDate reports whether a year, a month and a day are a day of the calendar, roughly.
func isDate(y, m, d int) bool { return y >= 1 && y <= 9999 && m >= 1 && m <= 12 && d >= 1 && d <= 31 }
