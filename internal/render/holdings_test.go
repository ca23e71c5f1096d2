package render

import (
	"strconv"
	"strings"
	"testing"

	"luminos"
)

// counted returns the counts of a text such as "A9 B8".
func counted(text string) (list []luminos.Counted) {
	for _, field := range strings.Fields(text) {
		n, _ := strconv.Atoi(field[1:])
		list = append(list, luminos.Counted{Name: field[:1], Files: n})
	}
	return list
}

// TestHoldingsOf checks the row of the first screen on documents, data and media.
func TestHoldingsOf(t *testing.T) {
	photos := &luminos.Photos{Dated: 96, Cameras: 1, Period: &luminos.Period{First: "1996-01-02", Last: "2020-05-06"}}
	pages := []luminos.FormatGroup{{Name: "PDF document", Unit: "page", Files: 54, Known: 38, Count: 91}}
	for want, f := range map[string]luminos.Facts{
		"": {Photos: photos},
		"54 PDFs, 1 notebook and 5 other files · 91 pages in 38 of 54 PDFs": {
			Holdings: []luminos.Counted{{Name: "PDF", Files: 54}, {Name: "notebook", Files: 1}}, Formats: pages,
		},
		"54 PDFs and 6 other files": { // another row has the pages
			Holdings: []luminos.Counted{{Name: "PDF", Files: 54}}, Formats: pages,
			Inside: &luminos.Inside{Rows: []luminos.InsideRow{{Label: "Docs", Text: "54 PDFs (91 pages)"}}},
		},
		"53 PDFs, 1 Illustrator drawing and 6 other files": { // the pages of the drawing are counted, too
			Holdings: []luminos.Counted{{Name: "PDF", Files: 53}, {Name: "Illustrator drawing", Files: 1}}, Formats: pages,
		},
		"1,200 JPEG images and 60 other files · 1996 to 2020 in 96 photographs · 1 model of camera": {
			Holdings: []luminos.Counted{{Name: "JPEG image", Files: 1200}}, Photos: photos,
		},
		"9 As, 8 Bs, 7 Cs, 6 Ds, 5 Es, 4 Fs and 21 other files":     {Holdings: counted("A9 B8 C7 D6 E5 F4 G3")},
		"7 Es and 53 other files · programs: a, b, c, d and 2 more": {Holdings: counted("E7"), Programs: strings.Fields("a b c d e f")},
		"1 E and 59 other files · program: a":                       {Holdings: counted("E1"), Programs: []string{"a"}},
		"30 As, 8 Bs, 7 Cs, 6 Ds, 5 Es, 4 Fs and 1 G":               {Holdings: counted("A30 B8 C7 D6 E5 F4 G1")},
	} {
		all := 60
		for _, h := range f.Holdings {
			all = max(all, h.Files+h.Files/20)
		}
		if got := holdingsOf(&f, all); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
