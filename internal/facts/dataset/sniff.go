package dataset

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// dialect is the syntax of a delimited file.
type dialect struct {
	delim  byte
	quotes bool
	// skip is the number of records before the header, or before the data if there
	// is no header.
	skip   int
	header bool
	second bool // another row of headings follows
	levels int  // the rows of a header of several levels, with the blank row under it; 0 without one
	// commented states that a comment above the data names the columns, and not a header.
	commented bool
	named     int // the columns that a header with fewer cells than the rows names; 0 if it names all
	names     []string
	// first and last are the lines of the header.
	first, last int
}

// sniffRows is the maximal number of records of the head that are examined.
const sniffRows = 200

// sniff returns the dialect of a delimited file: the delimiter, the quotes, and the header with the
// names of the columns. head is the beginning of the file, or the whole file if whole is true; if tabs
// is true, a tab is the likeliest delimiter. reason says why the file is not a table, or is "".
func sniff(head []byte, tabs, whole bool) (d dialect, reason string) {
	if !whole { // the last line may be half of one
		if i := bytes.LastIndexAny(head, "\n\r"); i > 0 {
			head = head[:i+1]
		}
	}
	delims := []byte{',', '\t', ';', '|'}
	if tabs {
		delims = []byte{'\t', ',', ';', '|'}
	}
	var best [][]string
	var lines [][2]int
	score := -1.0
	for _, delim := range delims {
		for _, quotes := range []bool{true, false} {
			rows, at, stray := headRows(head, delim, quotes)
			width, share := common(rows)
			sc := share + 0.02*float64(min(width, 10))
			switch {
			case width < 2:
				sc = 0
			case stray > 0:
				sc -= 0.5
			}
			if sc > score {
				score, best, lines = sc, rows, at
				d.delim, d.quotes = delim, quotes
			}
			// Without quotes, text inside quotes only looks like more cells.
			if stray == 0 && share >= 0.5 {
				break
			}
		}
	}
	if len(best) == 0 {
		return d, "has no rows"
	}
	width, share := common(best)
	if width >= 2 && share < 0.5 {
		return d, "has rows with different numbers of cells"
	}
	if names, line := commentNames(head, d.delim); len(names) >= 2 && len(names) == widest(best) {
		d.names, d.commented, d.first, d.last = names, true, line, line
		return d, ""
	}
	d.findHeader(best, lines, width)
	return d, ""
}

// findHeader sets the rows before the data, the header, the names of the columns and the lines of the header. lines are
// the first and last line of each row.
func (d *dialect) findHeader(rows [][]string, lines [][2]int, width int) {
	for d.skip < len(rows)-1 && d.skip < 20 && len(rows[d.skip]) < width {
		d.skip++
	}
	if hasPreamble(rows[d.skip:], width) {
		d.skip++
	}
	if at := d.skip + banners(rows[d.skip:]); at > d.skip && isHeader(rows[at:]) {
		d.skip = at
	}
	if d.levels = headingLevels(rows[d.skip:]); d.levels > 0 {
		d.header, d.names = true, levelNames(rows[d.skip:d.skip+d.levels], width)
		d.first, d.last = lines[d.skip][0], lines[d.skip+d.levels-1][1]
		return
	}
	d.header = isHeader(rows[d.skip:])
	if at := d.skip - 1; at >= 0 && !d.header && len(rows[at])*2 >= width && isHeader(rows[at:]) {
		d.skip, d.header, d.named = at, true, len(rows[at]) // it lacks names for the last columns
	}
	d.second = d.header && hasSecondHeading(rows[d.skip:])
	d.names = columnNames(rows[d.skip], max(width, len(rows[d.skip])), d.header)
	d.first, d.last = lines[d.skip][0], lines[d.skip][1]
}

// commentNames returns the cells with text in the last of the comments that a delimited file begins with, without the
// mark "#", and its line. Tabs can align the cells.
func commentNames(head []byte, delim byte) (names []string, line int) {
	n := 0
	for l := range bytes.Lines(head) {
		n++
		text, ok := bytes.CutPrefix(bytes.TrimRight(l, "\r\n"), []byte("#"))
		if !ok {
			break
		}
		names, line = nil, n
		for cell := range bytes.SplitSeq(text, []byte{delim}) {
			if delim == ',' && len(names) > 0 && bytes.HasPrefix(cell, []byte(" ")) {
				return nil, 0 // a sentence
			}
			if name := strings.TrimSpace(string(cell)); name != "" {
				names = append(names, clip([]byte(name), nameMax))
			}
		}
	}
	return names, line
}

// widest returns the largest number of cells in a row.
func widest(rows [][]string) (width int) {
	for _, r := range rows {
		width = max(width, len(r))
	}
	return width
}

// headRows splits the head of a delimited file into at most sniffRows rows of cells. lines holds
// the first and last line of each row; stray is the number of quotes that are never closed.
func headRows(head []byte, delim byte, quotes bool) (rows [][]string, lines [][2]int, stray int) {
	s := newSplitter(bytes.NewReader(head), delim, quotes)
	for len(rows) < sniffRows && s.next() {
		row := make([]string, len(s.ends))
		for i := range row {
			row[i] = clip(s.get(i), nameMax)
		}
		rows = append(rows, row)
		lines = append(lines, [2]int{s.first, max(s.line, s.first)})
	}
	if s.err != nil && s.err != io.EOF {
		return nil, nil, 0
	}
	return rows, lines, s.stray
}

// common returns the most frequent number of cells in a row, and the share of rows with this
// number.
func common(rows [][]string) (width int, share float64) {
	count := map[int]int{}
	for _, r := range rows {
		count[len(r)]++
	}
	for w, n := range count {
		if n > count[width] || n == count[width] && w > width {
			width = w
		}
	}
	return width, float64(count[width]) / float64(max(len(rows), 1))
}

// isHeader reports whether the first of the rows names the columns. It compares each cell with the
// cells below: another type, or a short text that is not repeated, counts for a name.
func isHeader(rows [][]string) bool {
	first := rows[0]
	if len(rows) == 1 {
		return !slices.ContainsFunc(first, func(s string) bool { return guessKind(s) != text })
	}
	if isSeries(first) {
		return true
	}
	score, blank := 0.0, 0
	for i, cell := range first {
		same, typed, years, days, n := 0, 0, 0, 0, 0
		for _, r := range rows[1:] {
			if i >= len(r) || r[i] == "" {
				continue
			}
			n++
			if r[i] == cell {
				same++
			}
			switch guessKind(r[i]) {
			case text:
			case date:
				days++
				typed++
			default:
				typed++
			}
			if isYear(r[i]) {
				years++
			}
		}
		switch k := guessKind(cell); {
		case inOrder(rows, i):
			score--
		case cell == "" && i > 0:
			if blank++; blank <= 3 {
				score -= 0.3
			}
		case isYear(cell) && years*5 < n, k == date && days*5 < n: // a year or a day above other values
			score += 0.5
		case k != text && k != missing && typed*2 > n:
			score--
		case k == text && n > 0 && typed*2 > n:
			score++
		case k == text && same > 0 && same*20 > n:
			score -= 0.7
		case k == text && isName(cell):
			score += 0.3
		}
	}
	return score > 0
}

// inOrder reports whether a column holds short codes in ascending order, with few exceptions, the first cell among them:
// it is the first code, and names nothing.
func inOrder(rows [][]string, i int) bool {
	const least, longest = 10, 4
	shape, last, exceptions := shapeOf(rows[0][i]), "", 0
	for n, r := range rows {
		cell := ""
		if i < len(r) {
			cell = r[i]
		}
		longer := shape == '0' && len(cell) != len(last)
		ordered := longer && len(cell) > len(last) || !longer && cell > last
		if !ordered || len(cell) > longest || shapeOf(cell) != shape {
			if exceptions++; n < least {
				return false
			}
		}
		last = cell
	}
	return len(rows) >= least && shape != 0 && exceptions*20 <= len(rows)
}

// shapeOf returns '0' for digits, 'a' for small letters, 'A' for capitals, and 0 for another text.
func shapeOf(s string) byte {
	switch {
	case s == "":
		return 0
	case strings.Trim(s, "0123456789") == "":
		return '0'
	case strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") == "":
		return 'a'
	case strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "":
		return 'A'
	}
	return 0
}

// isSeries reports whether a row of cells ends in at least five whole numbers, or three years, that count up or down by
// one, after other cells, as in the header of a table with one column for each year.
func isSeries(row []string) bool {
	run, last, years := 0, 0, true
	for _, c := range row {
		n, err := strconv.Atoi(c)
		if err != nil || run > 0 && n-last != 1 && n-last != -1 {
			if run > 0 {
				return false
			}
			continue
		}
		run, last, years = run+1, n, years && isYear(c)
	}
	return run < len(row) && (run >= 5 || run >= 3 && years)
}

// hasPreamble reports whether the first row describes the file, and not the columns: it is wider than the others and
// has numbers, and the row under it is a header of names.
func hasPreamble(rows [][]string, width int) bool {
	if len(rows) < 3 || len(rows[0]) <= width || len(rows[1]) != width {
		return false
	}
	other := func(s string) bool { return guessKind(s) != text }
	numbers := slices.ContainsFunc(rows[0], func(s string) bool { return guessKind(s) == integer })
	return numbers && !slices.ContainsFunc(rows[1], other) && isHeader(rows[1:])
}

// banners returns the number of the first rows that are mostly empty, as names of groups of columns or a title in a
// sheet, if the next row is nearly full and has a row under it. Else it returns 0.
func banners(rows [][]string) int {
	filled := func(r []string) (n int) {
		for _, c := range r {
			if c != "" {
				n++
			}
		}
		return n
	}
	width := len(rows[0])
	for n, r := range rows[:min(len(rows)-1, 20)] {
		if len(r) != width || width < 3 {
			return 0
		}
		if filled(r)*3 > width {
			if filled(r)*10 >= width*9 {
				return n
			}
			return 0
		}
	}
	return 0
}

// isYear reports whether a cell is a year from 1800 to 2099.
func isYear(s string) bool {
	return len(s) == 4 && (s[:2] == "19" || s[:2] == "20" || s[:2] == "18") && guessKind(s) == integer
}

// isName reports whether a cell could name a column: short, and not a sentence.
func isName(s string) bool {
	return len(s) <= exampleMax && strings.Count(s, " ") < 6 && !strings.HasSuffix(s, ".")
}

// columnNames returns the names of the first width columns of a table: the cells of row if header
// is true. A column without a name is named by its number: "column 3".
func columnNames(row []string, width int, header bool) []string {
	names := make([]string, width)
	for i := range names {
		if header && i < len(row) {
			names[i] = strings.TrimFunc(row[i], func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\uFEFF' })
		}
		if names[i] == "" {
			names[i] = "column " + strconv.Itoa(i+1)
		}
	}
	return names
}
