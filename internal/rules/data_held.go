package rules

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// heldTable is a file or a family of files with records, and the item of the report on it.
type heldTable struct {
	rows int64
	item luminos.Item
}

// heldTables returns the datasets, the spreadsheets and the files of tables that readers read.
func (w materialSections) heldTables() (all []heldTable) {
	for _, d := range rankedDatasets(w.Facts) {
		item := luminos.Item{Label: datasetName(d),
			Statement: measured(words.Stop(datasetText(d)), from("facts/datasets"), d.Evidence...)}
		all = append(all, heldTable{max(d.Rows, d.RowsSampled), item})
	}
	for _, f := range w.spreadsheets() {
		held := measured(words.Stop(sheetText(f)), from("facts/inside/files"), numbersOf(f)...)
		all = append(all, heldTable{f.Number("rows"), luminos.Item{Label: string(f.Path), Statement: held}})
	}
	if w.Facts.Inside == nil {
		return all
	}
	for i := range w.Facts.Inside.Files {
		f := &w.Facts.Inside.Files[i]
		n := f.Number("rows")
		if !f.IsTable() {
			continue
		}
		rows := luminos.Evidence{Path: f.Path, Measure: luminos.NumberOf("rows"), Value: strconv.FormatInt(n, 10)}
		held := measured(words.Stop(tableText(f)), from("facts/inside/files"), rows)
		all = append(all, heldTable{n, luminos.Item{Label: string(f.Path), Statement: held}})
	}
	return all
}

// tableText returns the format of a file of tables, the number of its rows, and its columns or its tables.
func tableText(f *luminos.FileInside) string {
	text := f.Format + ", " + words.Plural(f.Number("rows"), "row")
	if n := f.Number("columns"); n > 0 && len(f.Tables) == 0 {
		return text + ", " + words.Plural(n, "column")
	}
	if len(f.Tables) == 0 {
		return text
	}
	names := words.Some(tablesOf(luminos.Dataset{Tables: f.Tables}), tablesShown)
	return text + " in " + words.Plural(len(f.Tables), "table") + ": " + names
}

// spreadsheets returns the spreadsheets with tables that a reader read, the ones with the most rows first.
func (w materialSections) spreadsheets() (list []*luminos.FileInside) {
	if w.Facts.Inside == nil || w.isCode() {
		return nil
	}
	for i := range w.Facts.Inside.Files {
		if f := &w.Facts.Inside.Files[i]; strings.HasPrefix(f.Reader, "office ") && len(f.Tables) > 0 {
			list = append(list, f)
		}
	}
	slices.SortStableFunc(list, func(a, b *luminos.FileInside) int {
		return cmp.Compare(b.Number("rows"), a.Number("rows"))
	})
	return list
}

// sheetText returns the format of a spreadsheet, and its sheets with their sizes. The first row of a sheet is no record
// if it names the columns; of other sheets that is not known, and all rows with a value count.
func sheetText(f *luminos.FileInside) string {
	var sheets []string
	for _, t := range f.Tables {
		rows := words.Plural(t.Rows, "filled row")
		if len(f.Columns) > 0 {
			rows = words.Plural(t.Rows-1, "row") + " under a header"
		}
		name := words.Name(t.Name)
		if name != t.Name { // its marks of quotation stay as they are
			name = words.Quote(t.Name)
		}
		sheets = append(sheets, name+" ("+rows+", "+words.Plural(t.Columns, "column")+")")
	}
	return f.Format + ", " + words.Plural(len(sheets), "sheet") + ": " + words.Some(sheets, tablesShown)
}
