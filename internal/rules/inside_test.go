package rules

import (
	"strings"
	"testing"

	"luminos"
)

// TestSectionIsShared checks that the section, which is in reports that are sent around, has titles of documents but no
// words of persons to others, and no private row.
func TestSectionIsShared(t *testing.T) {
	in := &luminos.Inside{Rows: []luminos.InsideRow{
		{Label: "Docs", Text: "1 PDF"}, {Label: "Areas", Text: "44 N 12 E", Private: true},
		{Label: "Subjects", Text: "Dear Ann", Private: true},
	}}
	for reader, title := range map[string]string{
		"pdf 1": "The history of ice", "mail 1": "Dear Ann", "calendar 1": "Dinner with Ann",
	} {
		f := luminos.FileInside{Path: luminos.Path(reader), Extraction: luminos.Extraction{Reader: reader}}
		f.Set("title", title)
		in.Files = append(in.Files, f)
	}
	d := kite()
	d.Facts = &luminos.Facts{Inside: in}
	var text strings.Builder
	for _, item := range (materialSections{newWriter(d)}).inside().Items {
		text.WriteString(item.Label + " " + item.Statement.Text + "\n")
	}
	for _, private := range []string{"Ann", "44 N"} {
		if strings.Contains(text.String(), private) {
			t.Errorf("the section has %q:\n%s", private, text.String())
		}
	}
	if !strings.Contains(text.String(), "The history of ice") || !strings.Contains(text.String(), "1 PDF") {
		t.Errorf("the section lacks a title or a row:\n%s", text.String())
	}
}
