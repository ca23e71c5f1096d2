package redact

import (
	"slices"
	"strings"
)

// maxTable is the number of bytes below a header that are searched, unless the header begins the
// text. It is less than margin, so that a piece of a file is judged as the whole file is.
const maxTable = margin / 2

// columns are the classes of the columns of a table or of an INSERT statement.
type columns []class

// titles masks the cells of secret columns below the line of the name s[from:to], if that line is the header of a
// table in CSV, TSV, Markdown or in the output of a database client. It examines each line at most once.
func titles(f *finder, from, to int) {
	if from < f.tabled || !f.cellEnd(to) {
		return
	}
	f.markup(from)
	if from < f.tabled {
		return
	}
	first, sure := f.lineStart(from, maxBefore)
	last := f.lineEnd(to, maxBare)
	f.tabled = last
	if !sure || last == to+maxBare || last < len(f.s) && f.s[last] == '\\' {
		return
	}
	line := f.s[first:last]
	f.looked += len(line)
	sign := delimiter(line)
	if sign == 0 {
		return
	}
	if sign == ',' && strings.HasPrefix(line, " ") || line[len(line)-1] == sign && sign != '|' {
		return // code
	}
	cells := cellsOf(line, sign)
	if t := f.columns(first, cells, sign); t != nil {
		f.tabled = max(last, f.rows(rows{t, sign, first, len(cells)}, last))
	}
}

// cellEnd reports whether a cell of a header may end at i: a sign between cells or the end of the line is near.
func (f *finder) cellEnd(i int) bool {
	i = run(f.s, i, cellSet, 24)
	return i == len(f.s) || strings.IndexByte("|\t;,\r\n!<", f.s[i]) >= 0
}

var cellSet = newSet("0-9A-Za-z \"'`*_-")

// delimiter returns the sign between the cells of the line of a table, the first of "|", tab, ";" and "," that it
// contains, or 0.
func delimiter(line string) byte {
	for _, sign := range []byte("|\t;,") {
		if strings.IndexByte(line, sign) >= 0 {
			return sign
		}
	}
	return 0
}

// cellsOf returns the offsets of the cells of a line. In CSV, a cell in quotes can contain the sign.
func cellsOf(line string, sign byte) []piece {
	var cells []piece
	from, quoted := 0, false
	for i := 0; i <= len(line); i++ {
		switch {
		case i == len(line) || line[i] == sign && !quoted:
			cells = append(cells, trim(line, piece{from, i}))
			from = i + 1
		case line[i] == '\\' && sign == '|':
			i++
		case line[i] == '"' && sign != '|' && sign != '\t' && (quoted || i == from):
			quoted = !quoted
		}
	}
	if sign == '|' && len(cells) > 2 && cells[0].start == cells[0].end && cells[len(cells)-1].start == cells[len(cells)-1].end {
		cells = cells[1 : len(cells)-1]
	}
	return cells
}

// trim returns the part of the piece p of s without the blanks, quotes and marks of emphasis around it.
func trim(s string, p piece) piece {
	for p.start < p.end && strings.IndexByte(" \t\r", s[p.end-1]) >= 0 {
		p.end--
	}
	for p.start < p.end && strings.IndexByte(" \t", s[p.start]) >= 0 {
		p.start++
	}
	for p.end-p.start >= 2 && s[p.start] == s[p.end-1] && strings.IndexByte("\"'`*_", s[p.start]) >= 0 {
		p.start++
		p.end--
	}
	return p
}

var headSet = newSet("0-9A-Za-z _./#&()\x80-\xff-")

// columns returns the class of each column of a table with these cells as titles, in the line that begins at first. It
// returns nil if the line is no header or no column is secret.
func (f *finder) columns(first int, cells []piece, sign byte) columns {
	if len(cells) < 2 {
		return nil
	}
	if above := f.s[max(0, first-maxBefore):first]; sign != '|' && above != "" { // a row is not a header
		above = strings.TrimRight(above, "\r\n")
		above = above[strings.LastIndexByte(above, '\n')+1:]
		if f.looked += len(above); len(cellsOf(above, sign)) == len(cells) {
			return nil
		}
	}
	list := make(columns, len(cells))
	for i, p := range cells {
		title := f.s[first+p.start : first+p.end]
		if strings.Trim(title, numerals+".-") == "" || !nameHigh[title[0]] && title[0] != '#' || len(title) > maxName || !all(title, headSet) || sign != '|' && strings.ContainsAny(title, "()") {
			return nil
		}
		list[i] = titleClass(title)
	}
	if slices.Max(list) == classNone {
		return nil
	}
	return list
}

// titleClass returns the class of the values below the title of a column.
func titleClass(title string) class {
	if c := classify(strings.ReplaceAll(title, " ", "_")); c != classKey && c != classNone {
		return c
	}
	low := strings.ToLower(title)
	in := func(w string) bool { return strings.Contains(low, w) }
	switch {
	case slices.ContainsFunc(foreignPasswords, in):
		return classPassword
	case slices.ContainsFunc(foreignSecrets, in):
		return classSecret
	}
	return classNone
}

// rows are the lines below a header.
type rows struct {
	columns columns
	sign    byte
	first   int // the header begins
	cells   int
}

// rows masks the secret cells of the lines after last, the end of a header, and returns the end of the table.
func (f *finder) rows(r rows, last int) int {
	s, end := f.s, len(f.s)
	if r.first > 0 {
		end = min(end, r.first+maxTable)
	}
	ruled := r.sign != '|' // below a header with "|" there is a rule
	for i := nextLine(s, last); i < end; {
		j := lineBreak(s, i)
		f.looked += j - i
		line := s[i:j]
		cells := cellsOf(line, r.sign)
		switch {
		case strings.Trim(line, "-+|:= \t\r") == "" && len(line) > 2:
			ruled = true
		case !ruled || len(cells) != r.cells && r.first > 0:
			return i
		case len(cells) == r.cells:
			for n, p := range cells {
				if v := line[p.start:p.end]; r.columns[n] != classNone && r.secret(r.columns[n], v) {
					f.mark(piece{i + p.start, i + p.end}, r.columns[n])
				}
			}
		}
		i = nextLine(s, j)
	}
	return end
}

// secret reports whether the cell v of a column of class c is a secret. If a CSV header begins the text, any word of
// at least 4 bytes in a column of passwords is one, except a placeholder or a short number.
func (r rows) secret(c class, v string) bool {
	if v == "" || placeholder(v) || isNumber(v) {
		return false
	}
	if c == classPassword && r.sign != '|' && r.first == 0 && len(v) >= 4 && !strings.ContainsAny(v, " \t(){}") {
		return true
	}
	return judge(c, v)
}

// isNumber reports whether v is a number that is too short for a password, or has a fraction.
func isNumber(v string) bool {
	return strings.Trim(v, numerals+".,+-") == "" && (len(v) < 6 || strings.ContainsAny(v, ".,"))
}

// lineBreak returns the end of the line of i.
func lineBreak(s string, i int) int {
	if n := strings.IndexAny(s[i:], "\r\n"); n >= 0 {
		return i + n
	}
	return len(s)
}

// nextLine returns the beginning of the line after the line break at i.
func nextLine(s string, i int) int {
	if strings.HasPrefix(s[i:], "\r\n") {
		return i + 2
	}
	return i + 1
}
