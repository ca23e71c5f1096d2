package redact

import "strings"

// markup masks the cells of secret columns of a table in HTML, MediaWiki or AsciiDoc whose header contains the name at
// from. It examines each table once.
func (f *finder) markup(from int) {
	s := f.s
	if f.plain == nil {
		plain := !strings.Contains(s, "<tr") && !strings.Contains(s, "{|") && !strings.Contains(s, "|===")
		f.plain = &plain
	}
	if *f.plain {
		return
	}
	first := max(0, from-maxBefore)
	before := s[first:from]
	f.looked += len(before)
	line, sure := f.lineStart(from, maxBefore)
	html, wiki := strings.LastIndex(before, "<tr"), strings.LastIndex(before, "{|")
	var at int
	var grid func(s string) [][]piece
	switch {
	case html >= 0 && !strings.Contains(before[html:], "</tr"):
		at, grid = first+html, htmlRows
	case sure && wiki >= 0 && strings.HasPrefix(s[line:], "!"):
		at, grid = first+wiki, wikiRows
	case sure && line > 0 && strings.HasPrefix(s[line:], "|") && strings.HasSuffix(strings.TrimRight(s[:line], "\r\n"), "|==="):
		at, grid = line, docRows
	}
	if grid == nil || at < f.tabled {
		return
	}
	area := s[at:min(len(s), at+maxTable)]
	f.looked += 3 * len(area)
	table := grid(area)
	if len(table) < 2 || len(table[0]) < 2 {
		return
	}
	list, r := make(columns, len(table[0])), rows{sign: '|'}
	for i, p := range table[0] {
		list[i] = titleClass(area[p.start:p.end])
	}
	for _, row := range table[1:] {
		for i, p := range row {
			p = trim(area, p)
			if v := area[p.start:p.end]; i < len(list) && list[i] > classKey && r.secret(list[i], v) {
				f.mark(piece{at + p.start, at + p.end}, list[i])
			}
		}
		if len(row) > 0 {
			f.tabled = at + row[len(row)-1].end
		}
	}
}

// htmlRows returns, row by row, the offsets of the texts of the cells of the HTML table at the beginning of s, without
// the tags around them.
func htmlRows(s string) (rows [][]piece) {
	for i := 0; i < len(s); i++ {
		n := strings.IndexByte(s[i:], '<')
		if n < 0 {
			break
		}
		i += n
		switch tag := strings.ToLower(s[i+1 : min(len(s), i+4)]); {
		case strings.HasPrefix(tag, "tr"):
			rows = append(rows, nil)
		case tag == "/ta":
			return filledRows(rows)
		case strings.HasPrefix(tag, "td"), strings.HasPrefix(tag, "th") && tag != "the":
			from := skipMarks(s, i, len(s))
			i = from + len(cutAt(s[from:], "<\r\n")) - 1
			rows[len(rows)-1] = append(rows[len(rows)-1], piece{from, i + 1})
		}
	}
	return filledRows(rows)
}

// filledRows returns the rows that have cells.
func filledRows(rows [][]piece) (filled [][]piece) {
	for _, r := range rows {
		if len(r) > 0 {
			filled = append(filled, r)
		}
	}
	return filled
}

// wikiRows returns, row by row, the offsets of the cells of the MediaWiki table at the beginning of s. "|-" begins a
// row; a line with "|" or "!", and "||" within it, begins a cell.
func wikiRows(s string) [][]piece {
	rows := [][]piece{nil}
	for i := 0; i < len(s); i = nextLine(s, lineBreak(s, i)) {
		line := s[i:lineBreak(s, i)]
		switch {
		case strings.HasPrefix(line, "|}"):
			return filledRows(rows)
		case strings.HasPrefix(line, "|-"):
			rows = append(rows, nil)
		case strings.HasPrefix(line, "!"), strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "|+"):
			rows[len(rows)-1] = append(rows[len(rows)-1], cut(i+1, line[1:], strings.Repeat(line[:1], 2))...)
		}
	}
	return filledRows(rows)
}

// docRows returns, row by row, the offsets of the cells of the AsciiDoc table at the beginning of s, whose first line
// is the header.
func docRows(s string) (rows [][]piece) {
	var cells []piece
	wide := 0
	for i := 0; i < len(s); i = nextLine(s, lineBreak(s, i)) {
		line := s[i:lineBreak(s, i)]
		switch {
		case strings.HasPrefix(line, "|==="):
			return rows
		case strings.HasPrefix(line, "|"):
			cells = append(cells, cut(i+1, line[1:], "|")...)
		}
		if wide == 0 {
			wide = len(cells)
		}
		if len(cells) >= wide {
			rows = append(rows, cells)
			cells = nil
		}
	}
	return rows
}

// cut returns the places of the parts of s between the signs, in a text that has s at the offset at.
func cut(at int, s, sign string) (parts []piece) {
	for part := range strings.SplitSeq(s, sign) {
		parts = append(parts, piece{at, at + len(part)})
		at += len(part) + len(sign)
	}
	return parts
}
