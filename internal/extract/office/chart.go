package office

import "strings"

const (
	chartRows    = 10_000  // values of a series that are read
	chartCells   = 100_000 // values of a chart that are read
	chartColumns = 1_000   // series of a chart that are read
)

// chartReader reads the texts of a chart, and the values that it keeps. They are a table: a column for the categories,
// and one for each series.
type chartReader struct {
	wordReader
	columns [][]string // the first holds the categories; the first cell of another is the name of the series
	series  int        // the column of the series that is open, or 0
	column  int        // of the value
	first   int        // the row of the first value: 0 for a name, and 1 for values
	at      int        // the row of the value
	cells   int        // of all columns
	value   strings.Builder
	format  *cellFormats // of numbers; nil for texts
	open    bool         // the element holds a value, or the format of values
}

// readChart reads a chart into the named part of the text, or into the part that was begun last if name is empty.
func readChart(p *pack, chart, name string) error {
	h := &chartReader{wordReader: wordReader{flow: flow{d: p.d}, aside: name}}
	if err := p.walk(chart, h); err != nil {
		return err
	}
	h.flush()
	h.table()
	rels, err := p.relations(chart)
	p.d.external(rels)
	return err
}

func (h *chartReader) start(e *element) bool {
	switch e.name {
	case "ser":
		if len(h.columns) > chartColumns {
			return true
		}
		if len(h.columns) == 0 {
			h.columns = make([][]string, 1)
		}
		h.series = len(h.columns)
		h.columns = append(h.columns, nil)
	case "tx":
		h.column, h.first = h.series, 0
	case "val", "yVal":
		h.column, h.first = h.series, 1
	case "cat", "xVal":
		h.column, h.first = 0, 1
		return h.series == 0 || len(h.columns[0]) > 0 // series share their categories
	case "errBars", "bubbleSize", "extLst":
		return true // they hold values of other kinds
	case "strCache", "strLit":
		h.format = nil
	case "numCache", "numLit":
		h.format = &cellFormats{}
	case "pt":
		h.at = h.first + max(number(e.own("idx")), 0)
	case "v", "formatCode":
		h.open = true
		h.value.Reset()
	}
	return h.wordReader.start(e)
}

func (h *chartReader) text(s string) {
	if h.open && h.value.Len() < cellMost {
		h.value.WriteString(s)
	}
	h.wordReader.text(s)
}

func (h *chartReader) end(name string) {
	switch name {
	case "v":
		h.open = false
		value := h.value.String()
		if h.format != nil {
			value = h.format.show(value, "0")
		}
		h.put(value)
	case "formatCode":
		h.open = false
		if h.format != nil {
			h.format.kinds = []cellKind{kindOfCode(cut(h.value.String(), titleMost))}
		}
	case "ser":
		h.series = 0
	}
	h.wordReader.end(name)
}

// put adds a value to its column. A category of several levels has a value of each.
func (h *chartReader) put(value string) {
	switch {
	case h.series == 0: // the title of the chart or of an axis
		h.begin()
		h.d.line(oneLine(value))
		return
	case h.at >= chartRows || h.cells >= chartCells:
		h.d.x.Limit("only the first 10,000 values of a series, and 100,000 of a chart, were read")
		return
	}
	c := &h.columns[h.column]
	for len(*c) <= h.at {
		*c = append(*c, "")
		h.cells++
	}
	if len((*c)[h.at]) < titleMost {
		(*c)[h.at] = strings.TrimSpace(oneLine(value) + " " + (*c)[h.at])
	}
}

// table writes the values.
func (h *chartReader) table() {
	rows := 0
	for _, c := range h.columns {
		rows = max(rows, len(c))
	}
	for at := range rows {
		var r row
		for i, c := range h.columns {
			if at < len(c) {
				r.put(i+1, c[at])
			}
		}
		if r.last > 0 {
			h.begin()
			h.d.line(r.line.String())
		}
	}
}
