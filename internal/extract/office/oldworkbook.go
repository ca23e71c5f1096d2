package office

import (
	"math"
	"strconv"
	"strings"

	"luminos"
)

// Records of a workbook ([MS-XLS] 2.3.2).
const (
	recFormula  = 0x0006
	recEOF      = 0x000A
	recPass     = 0x002F
	rec1904     = 0x0022
	recContinue = 0x003C
	recSheet    = 0x0085
	recMulRK    = 0x00BD
	recXF       = 0x00E0
	recSST      = 0x00FC
	recLabelSST = 0x00FD
	recNumber   = 0x0203
	recLabel    = 0x0204
	recBool     = 0x0205
	recString   = 0x0207
	recRK       = 0x027E
	recFormat   = 0x041E
	recBOF      = 0x0809
	recRString  = 0x00D6
	recNote     = 0x001C
)

// oldSheet is a sheet as the beginning of the workbook lists it.
type oldSheet struct {
	name string
	at   uint32
	kind byte // 0 is a sheet of cells, 1 one of macros, 2 a chart, 6 a module
}

// oldBook is a workbook of Excel 5 to 2003 while it is read.
type oldBook struct {
	d       *document
	b       []byte
	wide    bool // texts can be in UTF-16: Excel 97 and later
	page    int
	cells   cellFormats
	strs    []string
	strLeft int
	sheets  []oldSheet
}

// record returns the record at an offset, and the offset behind it; next is 0 at the end of the stream.
func (k *oldBook) record(at int) (kind uint16, data []byte, next int) {
	if at < 0 || at+4 > len(k.b) {
		return 0, nil, 0
	}
	size := int(le.Uint16(k.b[at+2:]))
	return le.Uint16(k.b[at:]), between(k.b, int64(at+4), int64(at+4+size)), at + 4 + size
}

// readOldWorkbook reads the sheets of a workbook of Excel 5 to 2003.
func readOldWorkbook(d *document, _ *compound, b []byte) error {
	k := &oldBook{d: d, b: b, page: 1252, strLeft: textMost}
	kind, data, next := k.record(0)
	if kind != recBOF || len(data) < 4 {
		return errCompound
	}
	k.wide = le.Uint16(data) >= 0x0600
	for next > 0 {
		at := next
		kind, data, next = k.record(at)
		switch {
		case kind == recPass:
			d.x.Fail(luminos.ExtractEncrypted, "it needs a password")
			return nil
		case kind == recEOF:
			next = 0
		case kind == recSST:
			next = k.sharedStrings(at)
		default:
			k.global(kind, data)
		}
	}
	for _, s := range k.sheets {
		if s.kind == 1 {
			d.risk("holds macros")
		}
		d.x.Add("sheets", 1)
		d.part("sheet " + s.name)
		if s.kind == 0 {
			k.sheet(s)
		}
	}
	return nil
}

// global takes a record of the beginning of the workbook.
func (k *oldBook) global(kind uint16, data []byte) {
	switch {
	case kind == 0x0042 && len(data) >= 2: // CODEPAGE
		k.page = int(le.Uint16(data))
	case kind == rec1904 && len(data) >= 2:
		k.cells.from1904 = le.Uint16(data) == 1
	case kind == recFormat && len(data) >= 5:
		if k.cells.custom == nil {
			k.cells.custom = map[string]string{}
		}
		code, _ := k.text(data[2:], k.wide)
		if len(k.cells.custom) < formatsMost {
			k.cells.custom[strconv.Itoa(int(le.Uint16(data)))] = cut(code, titleMost)
		}
	case kind == recXF && len(data) >= 4 && len(k.cells.kinds) < formatsMost:
		k.cells.kinds = append(k.cells.kinds, k.cells.kindOf(strconv.Itoa(int(le.Uint16(data[2:])))))
	case kind == recSheet && len(data) >= 7 && len(k.sheets) < partsMost:
		if data[4]&3 != 0 {
			k.d.x.Add("hidden sheets", 1)
		}
		k.sheets = append(k.sheets, oldSheet{title(k.short(data[6:])), le.Uint32(data), data[5]})
	}
}

// text returns a text with a length of two bytes, or of one if wide is false, and the number of bytes that it takes.
func (k *oldBook) text(b []byte, wide bool) (string, int) {
	if !wide {
		return k.short(b), 0
	}
	if len(b) < 3 {
		return "", len(b)
	}
	return k.chars(b[3:], int(le.Uint16(b)), b[2]&1 != 0)
}

// short returns a text with a length of one byte.
func (k *oldBook) short(b []byte) string {
	if len(b) < 2 {
		return ""
	}
	if !k.wide {
		return decode(b[1:][:min(int(b[0]), len(b)-1)], k.page)
	}
	s, _ := k.chars(b[2:], int(b[0]), b[1]&1 != 0)
	return s
}

// chars returns n characters in UTF-16, or in the lower halves of UTF-16, and the number of their bytes.
func (k *oldBook) chars(b []byte, n int, wide bool) (string, int) {
	if wide {
		size := min(2*n, len(b))
		return decodeWide(b[:size]), size
	}
	size := min(n, len(b))
	return latin(b[:size]), size
}

// latin returns a text in ISO 8859-1 as UTF-8.
func latin(b []byte) string {
	if isASCII(b) {
		return string(b)
	}
	var s strings.Builder
	for _, c := range b {
		s.WriteRune(rune(c))
	}
	return s.String()
}

// sheet reads the cells of a sheet.
func (k *oldBook) sheet(s oldSheet) {
	t := &oldTable{k: k, last: -1}
	kind, _, next := k.record(int(s.at))
	if kind != recBOF {
		return
	}
	depth := 1 // of charts within the sheet
	for next > 0 && depth > 0 && !k.d.full() {
		var data []byte
		kind, data, next = k.record(next)
		switch {
		case kind == recBOF:
			depth++
		case kind == recEOF:
			depth--
		case depth == 1:
			t.take(kind, data)
		}
	}
	t.flush()
	k.d.table(s.name, t.rows, t.width)
}

// oldTable collects the cells of a sheet, which are sorted by row.
type oldTable struct {
	k     *oldBook
	row   row
	last  int // the number of the row
	rows  int64
	width int
	open  []byte // the formula whose text follows
}

// take takes a record of a sheet. Records of cells begin with row, column and format.
func (t *oldTable) take(kind uint16, data []byte) {
	if kind == recNote && len(data) > 8 {
		t.k.d.x.Add("comments", 1)
	}
	if kind == recString && t.open != nil {
		s, _ := t.k.text(data, t.k.wide)
		if !t.k.wide && len(data) > 2 {
			s = decode(data[2:], t.k.page)
		}
		t.put(t.open, s)
		t.open = nil
		return
	}
	if len(data) < 8 {
		return
	}
	switch kind {
	case recLabelSST:
		if n := le.Uint32(data[6:]); len(data) >= 10 && int64(n) < int64(len(t.k.strs)) {
			t.put(data, t.k.strs[n])
		}
	case recLabel, recRString:
		s, _ := t.k.text(data[6:], t.k.wide)
		if !t.k.wide {
			s = decode(data[8:][:min(int(le.Uint16(data[6:])), len(data)-8)], t.k.page)
		}
		t.put(data, s)
	case recNumber:
		if len(data) >= 14 {
			t.number(data, math.Float64frombits(le.Uint64(data[6:])), data[4:])
		}
	case recRK:
		if len(data) >= 10 {
			t.number(data, rk(le.Uint32(data[6:])), data[4:])
		}
	case recMulRK:
		cell := []byte{data[0], data[1], data[2], data[3]}
		for at := 4; at+8 <= len(data); at += 6 {
			t.number(cell, rk(le.Uint32(data[at+2:])), data[at:])
			le.PutUint16(cell[2:], le.Uint16(cell[2:])+1)
		}
	case recBool:
		if data[7] == 1 {
			t.put(data, cellErrors[data[6]])
			return
		}
		t.put(data, map[byte]string{0: "FALSE", 1: "TRUE"}[data[6]])
	case recFormula:
		t.formula(data)
	}
}

// formula takes a cell with a formula, and its value.
func (t *oldTable) formula(data []byte) {
	t.k.d.x.Add("formulas", 1)
	if len(data) < 14 {
		return
	}
	if le.Uint16(data[12:]) != 0xFFFF {
		t.number(data, math.Float64frombits(le.Uint64(data[6:])), data[4:])
		return
	}
	switch data[6] {
	case 0:
		t.open = data[:4]
	case 1:
		t.put(data, map[byte]string{0: "FALSE", 1: "TRUE"}[data[8]])
	case 2:
		t.put(data, cellErrors[data[8]])
	}
}

// cellErrors are the errors of formulas ([MS-XLS] 2.5.10).
var cellErrors = map[byte]string{
	0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A",
}

// rk returns a number in its short form ([MS-XLS] 2.5.217).
func rk(n uint32) float64 {
	v := math.Float64frombits(uint64(n&^3) << 32)
	if n&2 != 0 {
		v = float64(int32(n) >> 2)
	}
	if n&1 != 0 {
		v /= 100
	}
	return v
}

// number puts a number into its cell. The number of its format is at the beginning of format.
func (t *oldTable) number(cell []byte, v float64, format []byte) {
	style := strconv.Itoa(int(le.Uint16(format)))
	t.put(cell, t.k.cells.show(strconv.FormatFloat(v, 'g', -1, 64), style))
}

// put puts a value into a cell, whose row and column are at the beginning of cell.
func (t *oldTable) put(cell []byte, value string) {
	if n := int(le.Uint16(cell)); n != t.last {
		t.flush()
		t.last = n
	}
	t.row.put(int(le.Uint16(cell[2:]))+1, value)
}

// flush ends the row.
func (t *oldTable) flush() {
	if t.row.last > 0 {
		t.rows++
		t.width = max(t.width, t.row.last)
		t.k.d.line(t.row.line.String())
	}
	t.row.reset()
}
