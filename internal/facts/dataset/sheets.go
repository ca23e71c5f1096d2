package inside

import (
	"strconv"
	"strings"
	"time"

	"luminos"
	"luminos/internal/words"
)

// Bounds on the columns of a sheet.
const (
	sheetColumnsMost = 100
	sheetRowsMost    = 5000
	columnNameMost   = 60
)

// sheetColumns returns the columns of a spreadsheet with one sheet whose first row names them, with the types of their
// values, or nil. Values are not kept: they can be names and amounts.
func sheetColumns(x *luminos.Extraction) []luminos.Column {
	if len(x.Tables) != 1 || len(x.Parts) != 1 {
		return nil
	}
	text := strings.TrimRight(x.Parts[0].Text, "\n")
	head, rest, ok := strings.Cut(text, "\n")
	names := strings.Split(head, "\t")
	if !ok || len(names) < 2 || len(names) != x.Tables[0].Columns || len(names) > sheetColumnsMost {
		return nil
	}
	seen := map[string]bool{}
	columns := make([]luminos.Column, len(names))
	for i, name := range names {
		name = luminos.Fold(name)
		if name == "" || seen[name] || typeOfCell(name) != "string" {
			return nil // a title, or values
		}
		seen[name] = true
		columns[i] = luminos.Column{Name: words.Shorten(name, columnNameMost)}
	}
	rows := 0
	for line := range strings.Lines(rest) {
		if rows++; rows > sheetRowsMost {
			return nil
		}
		cells := strings.Split(strings.TrimRight(line, "\n"), "\t")
		for i := range columns {
			if c := &columns[i]; i >= len(cells) || strings.TrimSpace(cells[i]) == "" {
				c.Missing++
			} else {
				c.Type = commonType(c.Type, typeOfCell(cells[i]))
			}
		}
	}
	for i := range columns {
		if columns[i].Type == "" {
			columns[i].Type = "empty"
		}
	}
	return columns
}

// commonType returns the type of a column with values of two types; "" is the type of none.
func commonType(a, b string) string {
	switch {
	case a == "" || a == b:
		return b
	case a+b == "integernumber" || a+b == "numberinteger":
		return "number"
	}
	return "string"
}

// typeOfCell returns the type of the value of a cell: "integer", "number", "date" or "string".
func typeOfCell(cell string) string {
	cell = strings.TrimSpace(cell)
	if _, err := time.Parse(time.DateOnly, cell); err == nil {
		return "date"
	}
	plain := strings.ReplaceAll(strings.Trim(cell, "£$€% "), ",", "")
	if _, err := strconv.ParseInt(plain, 10, 64); err == nil {
		return "integer"
	}
	if _, err := strconv.ParseFloat(plain, 64); err == nil && strings.ContainsAny(plain, "0123456789") {
		return "number"
	}
	return "string"
}
