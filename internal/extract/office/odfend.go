package office

import (
	"strings"
)

func (h *odfReader) end(name string) {
	switch name {
	case "p", "h", "math":
		h.endParagraph()
	case "table-cell", "covered-table-cell":
		if h.table.open {
			h.table.endCell()
		} else {
			h.cell()
		}
	case "table-row":
		if h.table.open {
			h.table.endRow()
		} else {
			h.row()
		}
	case "table":
		if h.table.open {
			h.table.end()
			return
		}
		h.flow.table(false)
	case "annotation":
		h.comment()
	case "deletion":
		h.note = nil
	case "header", "footer", "header-left", "footer-left", "header-first", "footer-first":
		if h.edges {
			h.flush()
			h.edge = max(h.edge-1, 0)
		}
	case "meta":
		h.meta = false
		h.d.set("keywords", strings.Join(h.keys, ", "))
	default:
		h.property(name)
	}
}

// endParagraph ends a paragraph of the text, of a comment or of a cell.
func (h *odfReader) endParagraph() {
	h.para = max(h.para-1, 0)
	switch {
	case h.note != nil:
		h.put(" ")
	case h.table.open:
		h.table.put(" ")
	case h.para == 0 || h.tables > 0:
		if h.part == 0 && len(h.d.x.Parts) == 0 && strings.TrimSpace(h.line.String()) != "" {
			h.part = h.d.part("text")
		}
		h.paragraph()
	default:
		h.blank(" ") // a text box or a footnote within a paragraph
	}
}

// comment ends a comment.
func (h *odfReader) comment() {
	if h.note == nil {
		return
	}
	text := strings.TrimSpace(h.note.String())
	h.note = nil
	h.d.mark(h.creator, h.date)
	if h.creator != "" {
		text = title(h.creator) + ": " + text
	}
	if len(h.notes) < partsMost {
		h.notes = append(h.notes, text)
	}
}

// property takes the end of an element with a text: of the metadata, a comment or a change.
func (h *odfReader) property(name string) {
	value := h.value.String()
	h.value.Reset()
	h.named = false
	switch {
	case h.meta && name == "keyword":
		if len(h.keys) < 100 {
			h.keys = append(h.keys, title(value))
		}
	case h.meta:
		if property := odfNames[name]; property != "" {
			h.d.set(property, value)
		}
	case name == "creator":
		h.creator = value
	case name == "date":
		h.date = value
	case name == "change-info":
		h.d.mark(h.creator, h.date)
	}
}

// finish ends the text, and adds the comments as a part.
func (h *odfReader) finish() {
	h.flush()
	if h.table.open {
		h.table.end()
	}
	if len(h.notes) > 0 {
		h.d.part("comments")
	}
	for _, note := range h.notes {
		h.d.line(note)
	}
}

const (
	repeatMost = 1_000     // equal rows that are shown
	sheetMost  = 1_048_576 // rows of a sheet of Excel and of LibreOffice
)

// beginSheet begins a sheet. A table within a cell is a part of the cell.
func (h *odfReader) beginSheet(e *element) {
	if h.table.open {
		h.table.nested++
		return
	}
	h.d.x.Add("sheets", 1)
	name := title(e.get("name"))
	h.d.part("sheet " + name)
	h.table = odfTable{d: h.d, open: true, name: name}
}

// odfTable is a sheet of OpenDocument while it is read.
type odfTable struct {
	d       *document
	open    bool
	name    string
	nested  int // tables in cells that are open
	row     row
	rows    int64
	width   int
	repeat  int // of the row
	cell    odfCell
	columns int // of the row until the cell
}

// odfCell is a cell of a sheet.
type odfCell struct {
	kind, value string
	repeat      int
	text        strings.Builder
}

func (t *odfTable) start(e *element) {
	if t.nested > 0 {
		return
	}
	if e.name == "table-row" {
		t.row.reset()
		t.columns = 0
		t.repeat = min(max(number(e.get("number-rows-repeated")), 1), sheetMost)
		return
	}
	if e.get("formula") != "" {
		t.d.x.Add("formulas", 1)
	}
	t.cell = odfCell{
		kind: e.get("value-type"), repeat: min(max(number(e.get("number-columns-repeated")), 1), columnsMost),
	}
	switch t.cell.kind {
	case "float", "currency":
		t.cell.value = (&cellFormats{}).show(e.get("value"), "")
	case "date":
		t.cell.value = strings.Replace(strings.TrimSuffix(cut(e.get("date-value"), 19), "T00:00:00"), "T", " ", 1)
	}
}

// put adds text to the cell.
func (t *odfTable) put(s string) {
	if t.cell.text.Len() < cellMost {
		t.cell.text.WriteString(s)
	}
}

func (t *odfTable) endCell() {
	if t.nested > 0 {
		t.put(" ")
		return
	}
	value := t.cell.value
	if value == "" {
		value = strings.TrimSpace(t.cell.text.String())
	}
	if value == "" {
		t.columns += t.cell.repeat
	}
	for range t.cell.repeat {
		if t.row.last > 0 && t.d.full() || value == "" || t.columns >= columnsMost || t.row.line.Len() >= rowMost {
			break
		}
		t.columns++
		t.row.put(t.columns, value)
	}
	t.cell = odfCell{}
}

func (t *odfTable) endRow() {
	if t.nested > 0 || t.row.last == 0 {
		return
	}
	t.rows = min(t.rows+int64(t.repeat), sheetMost)
	t.width = max(t.width, t.row.last)
	if t.repeat > repeatMost {
		t.d.x.Limit("only the first 1,000 of equal rows were read")
	}
	for range min(t.repeat, repeatMost) {
		if t.d.full() {
			break
		}
		t.d.line(t.row.line.String())
	}
	t.row.reset()
}

// end ends the sheet, or a table in one of its cells.
func (t *odfTable) end() {
	if t.nested > 0 {
		t.nested--
		return
	}
	t.open = false
	t.d.table(t.name, t.rows, t.width)
}
