package office

import (
	"cmp"
	"strings"
)

// lineMost bounds a line in bytes. Tools that show texts line by line cut longer lines.
const lineMost = 1_900

// flow collects paragraphs and tables to lines: a paragraph is a line, or several if it is long, and so is a row of a
// table, with its cells separated by tabs. Tables within cells are part of the cell.
type flow struct {
	d      *document
	line   strings.Builder
	tables int    // that are open
	part   int    // of the headings
	level  int    // of the heading that the paragraph is, or 0
	label  string // the number of the paragraph, which headings do not repeat
}

// add adds text to the line.
func (f *flow) add(s string) {
	if f.line.Len() < rowMost {
		f.line.WriteString(s)
	}
}

// blank adds text that separates words, unless the line ends with such a text.
func (f *flow) blank(s string) {
	if n := f.line.Len(); n == 0 || f.line.String()[n-1] > ' ' {
		f.add(s)
	}
}

// paragraph ends a paragraph.
func (f *flow) paragraph() {
	if f.tables > 0 {
		f.blank(" ")
		return
	}
	f.flush()
}

// cell ends a cell.
func (f *flow) cell() {
	if f.tables > 1 {
		f.blank(" ")
		return
	}
	f.add("\t")
}

// row ends a row.
func (f *flow) row() {
	if f.tables > 1 {
		f.blank(" ")
		return
	}
	f.flush()
}

// table begins or ends a table.
func (f *flow) table(begin bool) {
	if begin {
		if f.tables++; f.tables == 1 {
			f.flush()
			f.d.x.Add("tables", 1)
		}
		return
	}
	if f.tables = max(f.tables-1, 0); f.tables == 0 {
		f.flush()
	}
}

// flush writes the line.
func (f *flow) flush() {
	if f.line.Len() == 0 {
		f.level, f.label = 0, ""
		return
	}
	s := f.line.String()
	if f.level > 0 && f.tables == 0 {
		f.d.heading(f.level, s, f.part)
	}
	s = f.label + s
	for len(s) > lineMost {
		// Bytes that are no UTF-8 can have no place between characters.
		n := cmp.Or(strings.LastIndexAny(s[:lineMost], " \t")+1, len(cut(s, lineMost)), lineMost)
		f.d.line(s[:n])
		s = s[n:]
	}
	f.d.line(s)
	f.level, f.label = 0, ""
	f.line.Reset()
}
