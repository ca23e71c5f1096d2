package inside

import (
	"encoding/json"
	"strings"
	"testing"

	"luminos"
)

// book returns the extraction of an e-book with its authors.
func book(title, date, language string, count int64, authors ...string) *luminos.Extraction {
	x := document("office 1", "EPUB 3.0", "words", count)
	x.Set("title", title)
	x.Set("date", date)
	x.Set("language", language)
	x.Set("author", strings.Join(authors, ", "))
	v := luminos.ValueCounts{Name: "author"}
	for _, a := range authors {
		v.Top = append(v.Top, luminos.Counted{Name: a, Files: 1})
	}
	if len(authors) > 0 {
		x.Values = append(x.Values, v)
	}
	return x
}

// TestBooks counts titles, authors, years and languages of e-books, and names the authors in no shared report.
func TestBooks(t *testing.T) {
	files := fixed{
		"a.epub": book("Whales", "1851", "en-US", 900, "H. Sea"),
		"b.epub": book("whales", "2011-09-01", "en", 800, "H. Sea"), // another edition
		"c.epub": book("Lakes", "Wed Jun 13 2007", "fr", 700, "A. One", "B. Two"),
		"d.epub": book("Ponds", "", "und-nonsense", 10),
		"e.pdf":  document("pdf 1", "PDF 1.4", "pages", 3),
	}
	files["e.pdf"].Set("title", "The history of ice")
	got := map[string]luminos.InsideRow{}
	in := readScan(t, files, &luminos.Scan{}).Inside
	for _, row := range in.Rows {
		got[row.Label] = row
	}
	want := "3 titles in 4 e-books · 3 authors, named in 3 of them · dated 1851 to 2011 in 2 of them · " +
		"languages declared: en (2), fr (1), und (1)"
	if got["Books"].Text != want {
		t.Errorf("%q, want %q", got["Books"].Text, want)
	}
	if want = "“Whales” (H. Sea), “Lakes” (A. One, B. Two), “Ponds” and “The history of ice”"; got["Titles"].Text != want {
		t.Errorf("%q, want %q", got["Titles"].Text, want)
	}
	if want = "H. Sea (2) · A. One (1) · B. Two (1)"; got["Authors"].Text != want || !got["Authors"].Aside {
		t.Errorf("%+v, want %q aside", got["Authors"], want)
	}
	b, err := json.Marshal(in.Shared())
	if err != nil {
		t.Fatal(err)
	}
	if text := string(b); !strings.Contains(text, "“Whales”, “Lakes”, “Ponds” and ") || strings.Contains(text, "H. Sea") ||
		strings.Contains(text, "B. Two") {
		t.Errorf("shared: %s", text)
	}
}

// TestFewBooks checks that the titles of other documents stay if they are more than the e-books.
func TestFewBooks(t *testing.T) {
	files := fixed{
		"a.epub": book("Whales", "", "", 900), "b.epub": book("Lakes", "", "", 800),
		"c.pdf": document("pdf 1", "PDF 1.4", "pages", 3), "d.pdf": document("pdf 1", "PDF 1.4", "pages", 3),
		"e.pdf": document("pdf 1", "PDF 1.4", "pages", 3),
	}
	files["c.pdf"].Set("title", "The history of ice")
	for _, row := range readScan(t, files, &luminos.Scan{}).Inside.Rows {
		if row.Label == "Titles" && !strings.Contains(row.Text, "ice” (PDF, 3 pages)") {
			t.Errorf("%q", row.Text)
		}
	}
}

// TestTemplates leaves out the days of templates: many documents with one second, and a day before the program.
func TestTemplates(t *testing.T) {
	made := func(at, program string) *luminos.Extraction {
		x := document("office 1", "Word document", "words", 9)
		x.Set("created", at[:10])
		x.Set("created at", at)
		x.Set("program", program)
		return x
	}
	files := fixed{
		"a.docx": made("2013-12-23T23:15:00Z", ""), "b.docx": made("2013-12-23T23:15:00Z", ""),
		"x/c.docx": made("2013-12-23T23:15:00", ""),
		"d.xlsx":   made("2006-09-16T00:00:00Z", "Microsoft Excel 15.0300"),
		"e.odt":    made("2009-04-16T11:32:02.64", "LibreOffice/25.2.1.2$Linux_X86_64"),
		"f.docx":   made("2016-05-01T10:00:00Z", "Microsoft Office Word 16.0000"),
		"g.docx":   made("2019-05-01T10:00:00Z", "Microsoft Office Word"),
		"g.odt":    made("2019-05-01T10:00:00Z", "Writer 9.1"), "g.doc": made("2019-05-01T10:00:00Z", ""), // exports
		"h.docx": document("office 1", "Word document", "words", 9),
	}
	text := ""
	in := readScan(t, files, &luminos.Scan{}).Inside
	if got := in.Of("x/c.docx").Property("created"); got != "" {
		t.Errorf("the day of a template: %q", got)
	}
	for _, row := range in.Rows {
		if row.Label == "Made" {
			text = row.Text
		}
	}
	want := "4 of 10 documents, 2016-05-01 to 2019-05-01: 2019 (3), 2016 (1) · " +
		"5 more with a time before their program or of others, as of a template"
	if text != want {
		t.Errorf("%q, want %q", text, want)
	}
}
