package dataset

import (
	"fmt"
	"strings"
	"testing"

	"luminos"
)

// TestSheetColumns reads the columns of sheets with and without a row of names.
func TestSheetColumns(t *testing.T) {
	for text, want := range map[string]string{
		"Plot\tMember\tSince\tFee\n001\tA. B\t2019-05-01\t£45.50\n002\tn/a\t2020-01-01\t45\n": "" +
			"Plot string 0, Member string 1, Since date 0, Fee number 0", // digits behind a zero are a code
		"Accounts 2023\t\t\t\nx\t1\t2\t3\n": "", "1\t2\t3\t4\n5\t6\t7\t8\n": "", "a\tb\tc\td\n": "",
	} {
		var got []string
		x := &luminos.Extraction{Reader: "office 1", Parts: []luminos.Part{{Text: text}}, Tables: []luminos.DataTable{{Columns: 4}}}
		for _, c := range SheetColumns(x) {
			got = append(got, fmt.Sprintf("%s %s %d", c.Name, c.Type, c.Missing))
			if c.Min+c.Max != "" || c.Examples != nil {
				t.Errorf("%+v: values can be names and amounts", c)
			}
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
