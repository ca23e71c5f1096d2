package render

import (
	"testing"

	"luminos"
)

// TestMergedRows checks that files that were not read have one row if there are several reasons, with the number of
// each, and that the sums of invoices are in the row about invoices.
func TestMergedRows(t *testing.T) {
	rows := []luminos.InsideRow{
		{Label: "Invoices", Text: "2 different invoices"}, {Label: "Totals", Text: "a.pdf 4.00 EUR"},
		{Label: "Closed", Text: "1,200 files, encrypted: a"}, {Label: "Empty", Text: "1 file without a byte: c"},
		{Label: "Nets", Text: "a*"}, {Label: "Nets", Text: "b*"},
	}
	shown := func(rows []luminos.InsideRow) (got [][2]string, late []bool) {
		for _, r := range insideRows(&luminos.Facts{Inside: &luminos.Inside{Rows: rows}}) {
			text := ""
			for _, s := range r.text {
				text += s.text
			}
			got, late = append(got, [2]string{r.label, text}), append(late, r.late)
		}
		return got, late
	}
	got, late := shown(rows)
	if len(got) != 5 || got[0] != [2]string{"Invoice", "2 different invoices: a.pdf 4.00 EUR"} || late[3] || !late[4] {
		t.Errorf("%q, %v", got, late)
	}
	rows = append(rows, luminos.InsideRow{Label: "Damaged", Text: "1 file, damaged or cut off: b"})
	got, _ = shown(rows)
	if len(got) != 4 || got[1] != [2]string{"Unread", "1,200 encrypted, 1 empty and 1 damaged: a, c, b"} {
		t.Errorf("%q", got)
	}
}
