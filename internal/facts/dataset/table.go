package dataset

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// table holds the statistics of a file or of a family.
type table struct {
	columns []*column
	index   map[string]int
	rows    int64
	// cut is true if a part was not read.
	cut bool
	// over holds the names of columns past columnsMax, up to a bound.
	over map[string]bool
	defects
	note string // where in the file the records stand, in words
	// parts are the tables of a file that holds several. The table then has their rows and no columns.
	parts []luminos.DataTable
	// read are the files that were read, evidence backs the table by the first of them.
	read     []luminos.Path
	evidence []luminos.Evidence
	unparsed []luminos.Path // files of the family that the budget for YAML did not suffice for
	err      error
}

// defects counts the faults of a table, by kind.
type defects struct {
	// widths counts rows that are not as wide as the header.
	widths map[int]int64
	stray  int    // quotes never closed
	bad    int64  // lines or values that could not be read
	unlike int    // files of the family that could not be read as the others
	broken string // why a part of the file is not in the table
}

func newTable() *table { return &table{index: map[string]int{}} }

// column returns the column of the table with this name, and adds it if it is new. It returns nil
// for a new column if the table has columnsMax columns already.
func (t *table) column(name string) *column {
	name = clip([]byte(name), nameMax+numberMax)
	if i, ok := t.index[name]; ok {
		return t.columns[i]
	}
	if len(t.columns) >= columnsMax {
		if t.over == nil {
			t.over = map[string]bool{}
		}
		if len(t.over) < 10*columnsMax {
			t.over[name] = true
		}
		return nil
	}
	t.index[name] = len(t.columns)
	t.columns = append(t.columns, newColumn(name))
	return t.columns[len(t.columns)-1]
}

// columnOf returns the column of the table with this name as [table.column] does. The caller may
// reuse the bytes of name.
func (t *table) columnOf(name []byte) *column {
	if i, ok := t.index[string(name)]; ok {
		return t.columns[i]
	}
	return t.column(string(name))
}

// merge adds the rows, columns and defects of another table to t, matching columns by their names.
func (t *table) merge(o *table) {
	for _, c := range o.columns {
		if mine := t.column(t.spelling(c.name, o)); mine != nil {
			mine.merge(c)
		}
	}
	for name := range o.over {
		t.column(name)
	}
	for _, p := range o.parts {
		t.addPart(p)
	}
	t.defects.merge(o.defects)
	t.rows += o.rows
	t.cut = t.cut || o.cut
	t.note = cmp.Or(t.note, o.note)
}

// addPart adds the rows of p to the part of the same name, or p to the parts of the table.
func (t *table) addPart(p luminos.DataTable) {
	i := slices.IndexFunc(t.parts, func(q luminos.DataTable) bool { return q.Name == p.Name })
	if i < 0 {
		t.parts = append(t.parts, p)
		return
	}
	t.parts[i].Rows += p.Rows
	t.parts[i].Columns = max(t.parts[i].Columns, p.Columns)
}

// spelling returns the name of the column of t that matches the column name of the table o: name, or else a name that
// differs only in case, unless o has both spellings. Without such a column it returns name.
func (t *table) spelling(name string, o *table) string {
	if _, ok := t.index[name]; ok {
		return name
	}
	for _, c := range t.columns {
		if _, both := o.index[c.name]; !both && strings.EqualFold(c.name, name) {
			return c.name
		}
	}
	return name
}

func (d *defects) merge(o defects) {
	for w, n := range o.widths {
		d.addWidth(w, n)
	}
	d.stray += o.stray
	d.bad += o.bad
	d.broken = cmp.Or(d.broken, o.broken)
}

func (d *defects) addWidth(w int, n int64) {
	if d.widths == nil {
		d.widths = map[int]int64{}
	}
	if _, ok := d.widths[w]; !ok && len(d.widths) >= 100 {
		return
	}
	d.widths[w] += n
}

// readDelimited reads a delimited file in the dialect d from r and adds its rows to the table.
func (t *table) readDelimited(r io.Reader, d dialect) error {
	columns := make([]*column, len(d.names))
	for i, n := range uniqueNames(d.names) {
		if columns[i] = t.column(n); columns[i] != nil {
			columns[i].comma = d.delim == ';'
		}
	}
	s := newSplitter(r, d.delim, d.quotes)
	skip := d.skip + d.levels
	if d.levels > 0 {
		t.note = "its header has " + words.Plural(d.levels-1, "row")
	} else if d.header {
		skip++
	}
	if d.second {
		skip++
		t.note = secondHeading
	}
	for s.next() {
		if skip > 0 {
			skip--
			continue
		}
		t.rows++
		if s.cells != len(columns) && len(columns) < cellsMax {
			t.addWidth(s.cells, 1)
		}
		for i, c := range columns[:min(len(columns), len(s.ends))] {
			if c != nil {
				c.addCell(s.get(i))
				if t.rows == firstRows {
					c.first = c.counts
				}
			}
		}
	}
	t.stray += s.stray
	if s.err != nil && !errors.Is(s.err, io.EOF) {
		return s.err
	}
	return nil
}

// uniqueNames returns the names of columns with a number after each name that occurred before:
// "id", "id (2)".
func uniqueNames(names []string) []string {
	seen := map[string]int{}
	taken := map[string]bool{}
	out := make([]string, len(names))
	for i, n := range names {
		n = clip([]byte(n), nameMax)
		name := n
		for taken[name] {
			seen[n] = max(seen[n], 1) + 1
			name = fmt.Sprintf("%s (%d)", n, seen[n])
		}
		taken[name] = true
		out[i] = name
	}
	return out
}

// numberMax is room for the number behind a name that occurs twice.
const numberMax = 12

// issues returns descriptions of the defects of a table for the report, most serious first. width
// is the number of columns of the header.
func (t *table) issues(width int) []string {
	var out []string
	if t.broken != "" {
		out = append(out, t.broken)
	}
	if t.unlike > 0 {
		out = append(out, words.Plural(t.unlike, "file could", "files could")+" not be read like the others")
	}
	if t.bad > 0 {
		out = append(out, fmt.Sprintf("%s not valid JSON", words.Plural(t.bad, "line is", "lines are")))
	}
	if t.stray > 0 {
		out = append(out, fmt.Sprintf("%s never closed", words.Plural(t.stray, "quote is", "quotes are")))
	}
	widths := make([]int, 0, len(t.widths))
	for w := range t.widths {
		widths = append(widths, w)
	}
	slices.SortFunc(widths, func(a, b int) int { return cmp.Or(cmp.Compare(t.widths[b], t.widths[a]), cmp.Compare(a, b)) })
	// If the header is a comment, so are rows, whole or at their ends.
	commented := len(t.columns) > 0 && strings.HasPrefix(t.columns[0].name, "#")
	widths = slices.DeleteFunc(widths, func(w int) bool { return w == 1 || commented }) // notes and comments
	for _, w := range widths[:min(len(widths), 3)] {
		out = append(out, fmt.Sprintf("%s %s instead of %d", words.Plural(t.widths[w], "row has", "rows have"), words.Plural(w, "field"), width))
	}
	if len(widths) > 3 {
		out = append(out, fmt.Sprintf("rows of %d other widths", len(widths)-3))
	}
	if n := len(t.over); n > 0 {
		out = append(out, fmt.Sprintf("%s not listed, past the first %d", words.Plural(n, "column is", "columns are"), columnsMax))
	}
	return append(out, t.strays()...)
}

// strays returns descriptions of suspicious values: values of another type in columns of nearly one
// type, and dates outside of the plausible years.
func (t *table) strays() []string {
	var out []string
	for _, c := range t.columns {
		_, main, stray := c.kind()
		total := c.values()
		if stray > 0 && stray <= c.strayFirst(main) {
			continue // they are headings that were not recognised
		}
		if c.days.remote > 0 && (main == date || main == timestamp) && len(out) < 5 {
			out = append(out, fmt.Sprintf("in %q, %s outside of the years %d to %d, of %s", c.name,
				words.Plural(c.days.remote, "day lies", "days lie"), firstYear, lastYear, words.Count(total)))
		}
		if stray == 0 || c.meant || main == text || stray*20 > total || len(out) >= 5 {
			continue
		}
		out = append(out, fmt.Sprintf("in %q, %s no %s, of %s", c.name, words.Plural(stray, "value is", "values are"), names[main], words.Count(total)))
	}
	return out
}
