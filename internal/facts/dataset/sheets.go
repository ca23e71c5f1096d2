package dataset

import (
	"strings"

	"luminos"
	"luminos/internal/words"
)

// Bounds on the columns of a sheet.
const (
	sheetColumnsMost = 100
	sheetRowsMost    = 5000
	columnNameMost   = 60
)

// SheetColumns returns the columns of a spreadsheet with one sheet whose first row names them, with the types of their
// values, or nil. Values are not kept: they can be names and amounts.
func SheetColumns(x *luminos.Extraction) []luminos.Column {
	if x == nil || !strings.HasPrefix(x.Reader, "office ") || len(x.Tables) != 1 || len(x.Parts) != 1 {
		return nil
	}
	head, rest, ok := strings.Cut(strings.TrimRight(x.Parts[0].Text, "\n"), "\n")
	heads := strings.Split(head, "\t")
	if !ok || len(heads) < 2 || len(heads) != x.Tables[0].Columns || len(heads) > sheetColumnsMost {
		return nil
	}
	seen := map[string]bool{}
	columns := make([]luminos.Column, len(heads))
	for i, name := range heads {
		name = luminos.Fold(name)
		if name == "" || seen[name] || kindOfCell(name) != text {
			return nil // a title, or values
		}
		seen[name] = true
		columns[i] = luminos.Column{Name: words.Shorten(name, columnNameMost)}
	}
	kinds, rows := make([]kind, len(columns)), 0
	for line := range strings.Lines(rest) {
		if rows++; rows > sheetRowsMost {
			return nil
		}
		cells := strings.Split(strings.TrimRight(line, "\n"), "\t")
		for i := range columns {
			k := missing
			if i < len(cells) {
				k = kindOfCell(cells[i])
			}
			if k == missing {
				columns[i].Missing++
				continue
			}
			kinds[i] = commonType(kinds[i], k)
		}
	}
	for i, k := range kinds {
		columns[i].Type = names[k]
	}
	return columns
}

// commonType returns the type of a column with values of two types; missing is the type of none.
func commonType(a, b kind) kind {
	switch {
	case a == missing || a == b:
		return b
	case min(a, b) == integer && max(a, b) == number:
		return number
	}
	return text
}

// kindOfCell returns the type of a cell of a sheet. An amount with the sign of a currency is a number.
func kindOfCell(cell string) kind { return guessKind(strings.Trim(cell, "£$€ ")) }
