package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

const (
	// LineMost is the number of bytes of a line, and of a row with line ends in it, that are kept in memory.
	LineMost = 1 << 20
	// columnsMost is the number of columns of a sheet of Excel; further cells of a row are one value.
	columnsMost = 16_384
	// leadMost is the number of lines before the header that may be comments or blank.
	leadMost = 1000
	// delimiters are the usual separators of columns, the rarest in texts first.
	delimiters = "\t;,|"
)

// Lines returns one line after the other, without their ends; ok is false after the last one.
type Lines func() (line string, ok bool, err error)

// LinesOf returns the lines of a text.
func LinesOf(text string) Lines {
	return func() (string, bool, error) {
		if text == "" {
			return "", false, nil
		}
		line, rest, _ := strings.Cut(text, "\n")
		text = rest
		return line, true, nil
	}
}

// delimited reads rows of cells from lines.
type delimited struct {
	next  Lines
	sign  byte
	quote bool // cells can be in double quotes
	line  int
	cells []string
	piece []byte
}

// Delimited returns the rows of a text between delimiters. The sign 0 means the delimiter that the header has most, and
// a row may have cells in double quotes unless plain is set. The first row names the columns unless it holds numbers;
// then "1" is the name of the first column. Blank lines are no rows, and lines with "#" before the header are comments.
func Delimited(next Lines, sign byte, plain bool) Rows {
	return func(yield func(Row) bool) error {
		d := &delimited{next: next, sign: sign, quote: !plain}
		header, err := d.header()
		if err != nil || header == nil {
			return err
		}
		names := slices.Clone(header)
		first := !isHeader(names)
		for i, n := range names {
			if n = strings.TrimSpace(n); n == "" || first {
				n = strconv.Itoa(i + 1)
			}
			names[i] = n
		}
		for cells := header; ; {
			if first {
				for len(names) < len(cells) { // a row that is longer than the header
					names = append(names, strconv.Itoa(len(names)+1))
				}
				if !yield(Row{Columns: names, Values: cells, Open: true}) {
					return nil
				}
			}
			if first = true; cells == nil {
				return nil
			}
			if cells, err = d.row(); err != nil || cells == nil {
				return err
			}
		}
	}
}

// header returns the first row, and chooses the delimiter by it. A comment before it is the header if it has the
// same number of cells.
func (d *delimited) header() ([]string, error) {
	comment := ""
	for range leadMost {
		line, ok, err := d.raw()
		if !ok || err != nil {
			return nil, err
		}
		text, marked := strings.CutPrefix(line, "#")
		switch {
		case strings.TrimSpace(line) == "":
			continue
		case marked:
			comment = strings.TrimPrefix(text, " ")
			continue
		}
		if d.sign == 0 {
			d.sign = delimiterOf(line)
		}
		cells, err := d.split(line)
		if err != nil || comment == "" || len(cells) < 2 || strings.Count(comment, string(d.sign)) != len(cells)-1 {
			return cells, err
		}
		d.next = after(line, d.next)
		return strings.Split(comment, string(d.sign)), nil
	}
	return nil, Invalid("the table does not begin within its first 1,000 lines")
}

// after returns lines with one line before them.
func after(line string, next Lines) Lines {
	used := false
	return func() (string, bool, error) {
		if !used {
			used = true
			return line, true, nil
		}
		return next()
	}
}

// delimiterOf returns the delimiter that a line has most, outside of quotes; "," without any.
func delimiterOf(line string) byte {
	var n [256]int
	quoted := false
	for i := range len(line) {
		if line[i] == '"' {
			quoted = !quoted
		} else if !quoted {
			n[line[i]]++
		}
	}
	best := byte(',')
	for i := range len(delimiters) {
		if c := delimiters[i]; n[c] > n[best] {
			best = c
		}
	}
	return best
}

// isHeader reports whether cells are names: less than half of them are numbers other than years.
func isHeader(cells []string) bool {
	numbers, filled := 0, 0
	for _, c := range cells {
		if c != "" {
			filled++
		}
		if n := parse(c); n.is && (!n.whole || n.n < 1000 || n.n > 2999) {
			numbers++
		}
	}
	return numbers == 0 || numbers*2 < filled
}

// row returns the cells of the next row that is not blank, or nil after the last one.
func (d *delimited) row() ([]string, error) {
	for {
		line, ok, err := d.raw()
		if !ok || err != nil {
			return nil, err
		}
		if line != "" {
			return d.split(line)
		}
	}
}

// raw returns the next line.
func (d *delimited) raw() (string, bool, error) {
	line, ok, err := d.next()
	if d.line++; d.line == 1 {
		line = strings.TrimPrefix(line, "\uFEFF")
	}
	if err == nil && len(line) >= LineMost {
		err = d.tooLong()
	}
	return line, ok, err
}

func (d *delimited) tooLong() error {
	return fmt.Errorf("%w: the row that ends in line %d has more than 1 MiB, or a quote in it is never closed",
		ErrTooLong, d.line)
}

// split returns the cells of a row that begins with a line. Further lines are read for a quoted cell with line ends.
func (d *delimited) split(line string) ([]string, error) {
	d.cells = d.cells[:0]
	size := len(line)
	for {
		if !d.quote || !strings.HasPrefix(line, `"`) {
			end := strings.IndexByte(line, d.sign)
			if end < 0 || len(d.cells) == columnsMost-1 {
				return append(d.cells, line), nil
			}
			d.cells = append(d.cells, line[:end])
			line = line[end+1:]
			continue
		}
		d.piece = d.piece[:0]
		line = line[1:]
		for {
			end := strings.IndexByte(line, '"')
			if end >= 0 {
				d.piece = append(d.piece, line[:end]...)
				if line = line[end+1:]; !strings.HasPrefix(line, `"`) {
					break
				}
				d.piece, line = append(d.piece, '"'), line[1:]
				continue
			}
			d.piece = append(append(d.piece, line...), '\n')
			more, ok, err := d.raw()
			if err != nil {
				return nil, err
			}
			if !ok {
				line = ""
				break
			}
			if line = more; size+len(line) > LineMost {
				return nil, d.tooLong()
			}
			size += len(line) + 1
		}
		// Text after the closing quote belongs to the cell.
		end := strings.IndexByte(line, d.sign)
		last := end < 0 || len(d.cells) == columnsMost-1
		if last {
			end = len(line)
		}
		d.cells = append(d.cells, string(d.piece)+line[:end])
		if last {
			return d.cells, nil
		}
		line = line[end+1:]
	}
}
