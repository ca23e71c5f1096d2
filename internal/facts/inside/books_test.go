package inside

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/words"
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
		"d.epub": book("Ponds", "", "und-nonsense", 10, "Unbekannt"),
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

// TestTitles checks that the number of titles and their list agree: two volumes, one title by two authors, and a book
// that lists its author twice.
func TestTitles(t *testing.T) {
	const long = "The complete and unabridged history of the rise and decline of the fleet, volume "
	files := fixed{
		"1.epub": book(long+"1", "", "", 50, "A. One"), "2.epub": book(long+"2", "", "", 40, "A. One"),
		"3.epub": book("Poems", "", "", 30, "B. Two"), "4.epub": book("Poems", "", "", 20, "C. Three"),
		"5.epub": book("Essays", "", "", 10, "D. Four", "D. Four"),
	}
	files["5.epub"].Values[0].Top = []luminos.Counted{{Name: "D. Four", Files: 2}}
	got := texts(t, files, nil)
	if !strings.HasPrefix(got["Books"], "5 titles · 4 authors") {
		t.Errorf("%q", got["Books"])
	}
	short := words.Quote(words.Shorten(long, 60)) + " (A. One), "
	if want := short + short + "“Poems” (B. Two), “Poems” (C. Three) and “Essays” (D. Four)"; got["Titles"] != want {
		t.Errorf("%q, want %q", got["Titles"], want)
	}
	for i := range 70 {
		files[luminos.Path(fmt.Sprintf("more/%d.epub", i))] = book(fmt.Sprintf("%s%d", long, i), "", "", 1)
	}
	got = texts(t, files, nil)
	if !strings.HasPrefix(got["Books"], "75 titles") || !strings.HasSuffix(got["Titles"], " and 15 more") {
		t.Errorf("%q, %q", got["Books"], got["Titles"])
	}
}

// TestSharedOnce checks that a row without names of persons has one text.
func TestSharedOnce(t *testing.T) {
	files := fixed{"a.epub": book("Whales", "", "", 9), "b.epub": book("Lakes", "", "", 8)}
	for _, row := range readScan(t, files, &luminos.Scan{}).Inside.Rows {
		if row.Shared != "" {
			t.Errorf("%+v", row)
		}
	}
}

// TestSameTitle checks that documents with one title by two authors are two.
func TestSameTitle(t *testing.T) {
	pdf := func(author string) *luminos.FileInside {
		f := &luminos.FileInside{Extraction: *document("pdf 1", "PDF 1.4", "pages", 3)}
		f.Set("title", "Annual report")
		f.Set("author", author)
		return f
	}
	want := "“Annual report” (PDF, 3 pages), “Annual report” (PDF, 3 pages)"
	if got := titlesText([]*luminos.FileInside{pdf("Ann"), pdf("Bob"), pdf("Ann")}); got != want {
		t.Errorf("%q, want %q", got, want)
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

// TestTemplates leaves out the days of templates: the second of many documents that were all changed on a later day.
func TestTemplates(t *testing.T) {
	made := func(at, modified string) *luminos.Extraction {
		x := document("office 1", "Word document", "words", 9)
		x.Set("created", at[:10])
		x.Set("created at", at)
		x.Set("modified", modified)
		x.Set("program", "Microsoft Office Word 16.0000") // saved it last, and may be younger
		return x
	}
	const template, job = "2013-12-23T23:15:00", "2012-01-02T03:04:05Z"
	const midnight, partly = "2011-02-03T00:00:00Z", "2010-05-05T05:05:05Z"
	files := fixed{
		"a.docx": made(template+"Z", "2014-01-01"), "b.docx": made(template+"Z", "2015-01-01"),
		"x/c.docx": made(template, "2016-01-01"),
		"j1.docx":  made(job, "2012-01-02"), "j2.docx": made(job, "2012-01-02"), "j3.docx": made(job, "2012-01-02"),
		"m1.docx": made(midnight, "2014-01-01"), "m2.docx": made(midnight, "2014-01-01"),
		"m3.docx": made(midnight, "2014-01-01"),
		"p1.docx": made(partly, "2014-01-01"), "p2.docx": made(partly, "2014-01-01"), "p3.docx": made(partly, ""),
		"old.xls": made("2003-09-16T10:11:12Z", "2020-01-01"), // before the program that saved it last
		"g.docx":  made("2009-05-01T10:00:00Z", "2019-06-01"),
		"g.odt":   made("2009-05-01T10:00:00Z", "2019-06-01"), "g.doc": made("2009-05-01T10:00:00Z", "2019-06-01"), // exports
		"h.docx": document("office 1", "Word document", "words", 9),
	}
	text := ""
	in := readScan(t, files, &luminos.Scan{}).Inside
	for p := range files {
		x := in.Of(p)
		dropped := slices.Contains([]luminos.Path{"a.docx", "b.docx", "x/c.docx", "h.docx"}, p)
		if (x.Property("created") == "") != dropped {
			t.Errorf("%s: created %q", p, x.Property("created"))
		}
		if x.Property("created at") != "" {
			t.Errorf("%s: the report has the second", p)
		}
	}
	for _, row := range in.Rows {
		if row.Label == "Made" {
			text = row.Text
		}
	}
	want := "13 of 17 documents, 2003-09-16 to 2012-01-02: 2009 (3), 2010 (3), 2011 (3), 2012 (3), 2003 (1) · " +
		"3 more have a time that several documents share, as of a template"
	if text != want {
		t.Errorf("%q, want %q", text, want)
	}
}
