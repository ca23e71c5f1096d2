package data

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/text/encoding/charmap"

	"luminos"
	"luminos/internal/extract/file"
)

const dbfScan = 256 << 20 // bytes of records in which deleted ones are counted

var errDBF = errors.New("the header of the dBASE file is not valid")

// dbfVersions are the programs by the first byte of a file.
var dbfVersions = map[byte]string{
	0x02: "FoxBASE table", 0x03: "dBASE III table", 0x04: "dBASE IV table", 0x05: "dBASE V table",
	0x30: "Visual FoxPro table", 0x31: "Visual FoxPro table", 0x32: "Visual FoxPro table", 0x43: "dBASE IV SQL table",
	0x83: "dBASE III table with memos", 0x8B: "dBASE IV table with memos", 0x8E: "dBASE IV SQL table",
	0xCB: "dBASE IV SQL table with memos", 0xF5: "FoxPro 2 table with memos", 0xFB: "FoxBASE table",
}

// dbfPages are the character sets by the language driver of the header; other drivers are read as Windows-1252.
var dbfPages = map[byte]*charmap.Charmap{
	0x01: charmap.CodePage437, 0x02: charmap.CodePage850, 0x03: charmap.Windows1252, 0x57: charmap.Windows1252,
	0x64: charmap.CodePage852, 0x65: charmap.CodePage866, 0xC8: charmap.Windows1250, 0xC9: charmap.Windows1251,
	0xCB: charmap.Windows1253, 0xCA: charmap.Windows1254,
}

// dbf is a table of dBASE (https://www.dbf2002.com/dbf-file-format.html).
type dbf struct {
	f       *file.File
	rows    int64
	start   int64
	width   int64
	page    *charmap.Charmap
	columns []luminos.Column
	widths  []int
}

// isDBF reports whether a file with the extension of dBASE has such a header.
func isDBF(f *file.File) bool {
	h := f.Head
	return ext(f) == ".dbf" && len(h) >= 32 && dbfVersions[h[0]] != "" && h[2] <= 12 && h[3] <= 31 &&
		binary.LittleEndian.Uint16(h[8:]) >= 33
}

// readDBF reads the columns, and the number of rows and of deleted rows.
func readDBF(f *file.File, x *luminos.Extraction) error {
	x.Format = dbfVersions[f.Head[0]]
	d, err := openDBF(f)
	if err != nil {
		return err
	}
	if y, m, day := int(f.Head[1]), int(f.Head[2]), int(f.Head[3]); m > 0 && day > 0 {
		// Years count from 1900; some programs write two digits of later years.
		if y < 80 {
			y += 100
		}
		if isDate(1900+y, m, day) {
			x.Set("modified", fmt.Sprintf("%04d-%02d-%02d", 1900+y, m, day))
		}
	}
	x.Add("rows", d.rows)
	x.Add("columns", int64(len(d.columns)))
	x.Columns = d.columns
	if d.start+d.rows*d.width > f.Size {
		x.Fail(luminos.ExtractDamaged, "it is cut off: it has fewer rows than its header states")
	}
	t := file.NewText(f, x)
	t.Part("rows")
	var header []string
	for _, c := range d.columns {
		header = append(header, c.Name)
	}
	t.Line(sampled(x, f.Path, 1, header))
	n, deleted := 0, int64(0)
	err = d.each(func(row []byte) bool {
		if row[0] == '*' {
			deleted++
		} else if n < sampleRows && !t.Full() {
			n++
			t.Line(sampled(x, f.Path, n+1, d.texts(row)))
		}
		return true
	})
	if t.EndSample(); deleted > 0 {
		x.Add("deleted rows", deleted)
	}
	if d.rows*d.width > dbfScan {
		x.Limit("deleted rows are counted at the beginning only")
	}
	return err
}

// openDBF reads the header.
func openDBF(f *file.File) (*dbf, error) {
	s := f.Stream(binary.LittleEndian)
	s.Skip(4)
	d := &dbf{f: f, rows: int64(s.U32()), start: int64(s.U16()), width: int64(s.U16())}
	s.Goto(29)
	if d.page = dbfPages[s.U8()]; d.page == nil {
		d.page = charmap.Windows1252
	}
	s.Goto(32)
	sum := int64(1)
	for s.Err == nil && s.Pos()+32 <= d.start {
		c := bytes.Clone(s.Next(32))
		if c[0] == 0x0D {
			break
		}
		n, _, _ := bytes.Cut(c[:11], []byte{0})
		width := int(c[16])
		if c[11] == 'C' { // long texts have a second byte of length
			width += int(c[17]) << 8
		}
		sum += int64(width)
		d.widths = append(d.widths, width)
		d.columns = append(d.columns, luminos.Column{Name: d.decode(n), Type: dbfType(c[11], width, c[17])})
	}
	if s.Err != nil {
		return nil, s.Err
	}
	if len(d.columns) == 0 || d.width < 1 || sum > d.width {
		return nil, errDBF
	}
	return d, nil
}

// dbfType returns the type of a column in words.
func dbfType(kind byte, width int, digits byte) string {
	words := map[byte]string{'D': "date", 'L': "logical", 'M': "memo", 'I': "integer", 'B': "double", 'Y': "currency",
		'T': "timestamp", '@': "timestamp", 'G': "object", 'P': "picture", '+': "counter", 'O': "double"}
	size := strconv.Itoa(width)
	switch kind {
	case 'C':
		return "character(" + size + ")"
	case 'N', 'F':
		return "numeric(" + size + "," + strconv.Itoa(int(digits)) + ")"
	}
	if w := words[kind]; w != "" {
		return w
	}
	return "unknown"
}

// each calls a function with the bytes of each row that the file holds, deleted ones too, until it returns false.
func (d *dbf) each(row func([]byte) bool) error {
	s := d.f.Stream(binary.LittleEndian)
	s.Goto(d.start)
	for i := int64(0); i < d.rows && (i+1)*d.width <= dbfScan && s.Left() >= d.width; i++ {
		if b := s.Next(int(d.width)); s.Err != nil || !row(b) {
			break
		}
	}
	return s.Err
}

// texts returns the values of a row as texts.
func (d *dbf) texts(row []byte) []string {
	var all []string
	at := 1
	for i, w := range d.widths {
		v := row[at:][:w]
		at += w
		if kind := d.columns[i].Type; kind == "integer" && w == 4 {
			all = append(all, strconv.FormatInt(int64(int32(binary.LittleEndian.Uint32(v))), 10))
			continue
		}
		if text := strings.TrimSpace(d.decode(v)); d.columns[i].Type == "memo" && strings.Trim(text, "0\x00") != "" {
			all = append(all, "[memo]")
		} else {
			all = append(all, text)
		}
	}
	return all
}

// decode returns a text in the character set of the table.
func (d *dbf) decode(b []byte) string {
	text, err := d.page.NewDecoder().Bytes(b)
	if err != nil {
		return strings.ToValidUTF8(string(b), "\uFFFD")
	}
	return string(text)
}
