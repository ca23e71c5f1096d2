package render

import (
	"testing"

	"luminos"
)

// TestHoldingsOf checks the row of the first screen on documents, data and media.
func TestHoldingsOf(t *testing.T) {
	photos := &luminos.Photos{Dated: 96, Cameras: 1, Period: &luminos.Period{First: "1996-01-02", Last: "2020-05-06"}}
	pages := []luminos.FormatGroup{{Name: "PDF document", Unit: "page", Files: 54, Known: 38, Count: 91}}
	for want, f := range map[string]luminos.Facts{
		"": {Photos: photos},
		"54 PDFs, 1 notebook and 5 other files · 91 pages in 38 of 54 PDFs": {
			Holdings: []luminos.Counted{{Name: "PDF", Files: 54}, {Name: "notebook", Files: 1}}, Formats: pages,
		},
		"53 PDFs, 1 Illustrator drawing and 6 other files": { // the pages of the drawing are counted, too
			Holdings: []luminos.Counted{{Name: "PDF", Files: 53}, {Name: "Illustrator drawing", Files: 1}}, Formats: pages,
		},
		"1,200 JPEG images and 60 other files · 1996 to 2020 in 96 photographs · 1 model of camera": {
			Holdings: []luminos.Counted{{Name: "JPEG image", Files: 1200}}, Photos: photos,
		},
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
