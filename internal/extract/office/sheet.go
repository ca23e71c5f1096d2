package office

import (
	"strings"

	"luminos"
)

const (
	columnsMost = 16_384 // columns of a sheet of Excel and of LibreOffice
	gapMost     = 256    // empty cells in a row that are shown as tabs
)

// sheetReader reads the cells of a sheet of Excel.
type sheetReader struct {
	d     *document
	cells *cellFormats
	strs  *sharedStrings
	row   row
	rows  int64 // with a value
	width int   // columns up to the last one with a value
	cell  struct {
		column      int // from 1; 0 if the cell does not state it
		kind, style string
		value       strings.Builder
		open        bool
	}
}

func (h *sheetReader) start(e *element) bool {
	c := &h.cell
	switch e.name {
	case "row":
		h.row.reset()
	case "c":
		c.column, c.kind, c.style, c.open = columnOf(e.get("r")), e.get("t"), e.get("s"), false
		c.value.Reset()
	case "f":
		h.d.x.Add("formulas", 1)
		return true
	case "v", "t":
		c.open = true
	case "rPh", "rPr", "conditionalFormatting", "dataValidations", "extLst", "headerFooter":
		return true
	}
	return false
}

func (h *sheetReader) text(s string) {
	if h.cell.open && h.cell.value.Len() < cellMost {
		h.cell.value.WriteString(s)
	}
}

func (h *sheetReader) end(name string) {
	switch name {
	case "v", "t":
		h.cell.open = false
	case "c":
		h.put()
	case "row":
		if h.row.last > 0 {
			h.rows++
			h.width = max(h.width, h.row.last)
			h.d.line(h.row.line.String())
		}
		h.row.reset()
	}
}

// put adds the cell to the row.
func (h *sheetReader) put() {
	c := &h.cell
	value := c.value.String()
	if value != "" && (h.d.full() || h.row.line.Len() >= rowMost) {
		h.row.put(c.column, "x") // it counts, and is not shown
		return
	}
	switch c.kind {
	case "s":
		value = h.strs.get(number(value))
	case "b":
		switch strings.TrimSpace(value) {
		case "1":
			value = "TRUE"
		case "0":
			value = "FALSE"
		}
	case "d": // a time in ISO 8601
		value = strings.Replace(value, "T", " ", 1)
	case "", "n":
		value = h.cells.show(value, c.style)
	}
	h.row.put(c.column, value)
}

// table adds the sheet to the tables.
func (h *sheetReader) table(name string) {
	h.d.table(name, h.rows, h.width)
}

// table adds a table of a file that holds several, and its rows to the number of rows.
func (d *document) table(name string, rows int64, columns int) {
	if rows == 0 {
		return
	}
	d.x.Add("rows", rows)
	if len(d.x.Tables) < partsMost {
		d.x.Tables = append(d.x.Tables, luminos.DataTable{Name: title(name), Rows: rows, Columns: columns})
	}
}

// row is the line of a row of cells, which are separated by tabs.
type row struct {
	line strings.Builder
	at   int // the column of the cell that was put last, from 1
	last int // the last column with a value
}

func (r *row) reset() {
	r.line.Reset()
	r.at, r.last = 0, 0
}

// put adds a cell in a column, counted from 1, or behind the last cell if column is 0.
func (r *row) put(column int, value string) {
	if column <= 0 || column > columnsMost {
		column = r.at + 1
	}
	switch {
	case value == "" || column > columnsMost:
	case r.line.Len() >= rowMost:
		r.last = max(r.last, column)
	default:
		if gap := column - max(r.last, 1); gap > 0 {
			r.line.WriteString(strings.Repeat("\t", min(gap, gapMost)))
		}
		r.line.WriteString(oneLine(value))
		r.last = max(r.last, column)
	}
	r.at = column
}

// columnOf returns the number of a column by the name of a cell, "AB12", or 0.
func columnOf(ref string) int {
	n := 0
	for i := range min(len(ref), 4) {
		c := ref[i] &^ 0x20
		if c < 'A' || c > 'Z' {
			break
		}
		n = n*26 + int(c-'A') + 1
	}
	return n
}
