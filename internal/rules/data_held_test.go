package rules

import (
	"testing"

	"luminos"
)

// TestSheetText counts no header as a row of data, and says of other sheets that all filled rows count.
func TestSheetText(t *testing.T) {
	f := luminos.FileInside{Extraction: luminos.Extraction{
		Format: "Excel workbook", Tables: []luminos.DataTable{{Name: `Sales "2020"`, Rows: 21, Columns: 3}},
	}}
	if got, want := sheetText(&f), `Excel workbook, 1 sheet: “Sales "2020"” (21 filled rows, 3 columns)`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	f.Columns = []luminos.Column{{Name: "a"}, {Name: "b"}, {Name: "c"}}
	want := `Excel workbook, 1 sheet: “Sales "2020"” (20 rows under a header, 3 columns)`
	if got := sheetText(&f); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
