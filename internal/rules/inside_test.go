package rules

import (
	"reflect"
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
		{Label: "Titles", Text: "“Ice” (Ann Snow)", Private: true, Shared: "“Ice”"}, {Label: "Mail", Text: "9 messages"},
	}}
	for reader, title := range map[string]string{
		"pdf 1": "The history of ice", "mail 1": "Dear Ann", "calendar 1": "Dinner with Ann", "office 1": "Ann, again",
	} {
		f := luminos.FileInside{Path: luminos.Path(reader), Extraction: luminos.Extraction{Reader: reader}}
		if reader == "office 1" {
			f.Format = "Outlook message"
		}
		f.Set("title", title)
		f.Add("messages", 9)
		in.Files = append(in.Files, f)
	}
	d := kite()
	d.Facts = &luminos.Facts{Inside: in}
	var text strings.Builder
	var evidence []luminos.Evidence
	for _, item := range (materialSections{newWriter(d)}).inside().Items {
		evidence = append(evidence, item.Statement.Evidence...)
		text.WriteString(item.Label + " " + item.Statement.Text + "\n")
	}
	for _, private := range []string{"Ann", "44 N"} {
		if strings.Contains(text.String(), private) {
			t.Errorf("the section has %q:\n%s", private, text.String())
		}
	}
	want := luminos.Evidence{Path: "mail 1", Measure: luminos.NumberOf("messages"), Value: "9"}
	if len(evidence) != 1 || !reflect.DeepEqual(evidence[0], want) {
		t.Errorf("evidence %v, want %v", evidence, want)
	}
	if !strings.Contains(text.String(), "The history of ice") || !strings.Contains(text.String(), "1 PDF") ||
		!strings.Contains(text.String(), "Titles “Ice”.") {
		t.Errorf("the section lacks a title or a row:\n%s", text.String())
	}
}

// TestPartsOfSum cites the files of a sum if they are few and all: others do not show the sum.
func TestPartsOfSum(t *testing.T) {
	for _, c := range []struct{ mailboxes, looked, cited int }{{1, 1, 1}, {5, 5, 5}, {6, 6, 0}, {2, 3000, 0}} {
		in := &luminos.Inside{Looked: c.looked}
		for range c.mailboxes {
			f := luminos.FileInside{Extraction: luminos.Extraction{Reader: "mail 1"}}
			f.Add("messages", 9)
			in.Files = append(in.Files, f)
		}
		if got := partsOfSum(in, "Mail"); len(got) != c.cited {
			t.Errorf("%+v: evidence %v", c, got)
		}
		if got := partsOfSum(in, "Docs"); got != nil {
			t.Errorf("%+v: evidence %v", c, got)
		}
	}
}
