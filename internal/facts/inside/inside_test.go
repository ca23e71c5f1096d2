package inside

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/sourcetest"
)

// fixed is an extractor that knows the extraction of each file.
type fixed map[luminos.Path]*luminos.Extraction

func (f fixed) Extract(_ context.Context, files []luminos.Path, _ luminos.Extract) ([]*luminos.Extraction, error) {
	all := make([]*luminos.Extraction, len(files))
	for i, p := range files {
		if x := f[p]; x != nil {
			copied := *x
			all[i] = &copied
		}
	}
	return all, nil
}

// read returns the result and the texts of Read for files with these extractions. A name with the extension .txt is a text.
func read(t *testing.T, files fixed) (*Result, []luminos.Text) {
	t.Helper()
	scan := &luminos.Scan{}
	for p := range files {
		f := luminos.File{Path: p, Size: 1, Category: luminos.CategoryDocument}
		if p.Ext() == ".txt" {
			f.Text = true
		}
		scan.Files = append(scan.Files, f)
	}
	var texts []luminos.Text
	src := luminos.WithExtractor(sourcetest.Memory{}, files)
	r, err := Read(t.Context(), src, scan, func(text Found) {
		if text.Place == "" {
			texts = append(texts, text.Text)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return r, texts
}

// readScan returns the result of Read for files with these extractions beside the files of a scan.
func readScan(t *testing.T, files fixed, scan *luminos.Scan) *Result {
	t.Helper()
	for p := range files {
		scan.Files = append(scan.Files, luminos.File{Path: p, Size: 1, Category: luminos.CategoryDocument})
	}
	src := luminos.WithExtractor(sourcetest.Memory{}, files)
	r, err := Read(t.Context(), src, scan, func(Found) {})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// document returns an extraction with one number.
func document(reader, format, number string, n int64) *luminos.Extraction {
	x := &luminos.Extraction{Reader: reader, Format: format}
	x.Add(number, n)
	return x
}

// TestRows adds up extractions by family, and names files that are closed, damaged or dangerous.
func TestRows(t *testing.T) {
	files := fixed{
		"a.pdf": document("pdf 1", "PDF 1.7", "pages", 2), "b.pdf": document("pdf 1", "PDF 1.4", "pages", 1),
		"c.docx": document("office 1", "Word document", "words", 1200), "e.docx": document("office 1", "Word document", "pages", 7), "n.txt": document("mail 1", "E-mail", "messages", 9),
		"m.eml": document("mail 1", "E-mail message", "messages", 1), "x.pkl": document("mlmodel 1", "pickle", "tensors", 1),
		"d1": document("office 1", "", "words", 0), "d2": document("office 1", "", "words", 0), "z.zip": document("archive 1", "zip archive", "entries", 3),
		"d3": document("office 1", "", "words", 0), "d4": document("office 1", "", "words", 0),
	}
	files["m.eml"].Values = []luminos.ValueCounts{
		{Name: "list", Top: []luminos.Counted{{Name: "forkers", Files: 2}}},
		{Name: "from", Top: []luminos.Counted{{Name: "ann@example.org", Files: 1}}},
	}
	files["m.eml"].Period = &luminos.Period{First: "2002-01-02", Last: "2002-03-04"}
	files["m.eml"].Set("title", "Dear Ann")
	files["a.pdf"].Set("author", "Ann Smith")
	files["a.pdf"].Set("title", "A Title")
	files["a.pdf"].Parts = []luminos.Part{{Name: "page 1", Text: "text of a"}}
	files["a.pdf"].Risks = []string{"links to other files"}
	files["x.pkl"].Risks = []string{"runs code when it is loaded"}
	for _, p := range []luminos.Path{"d1", "d2", "d3", "d4"} {
		files[p].Fail(luminos.ExtractEncrypted, "it needs a password")
	}
	src := luminos.WithExtractor(sourcetest.Memory{}, files)
	if got, err := Measure(t.Context(), src, "a.pdf", "pages"); got != "2" || err != nil {
		t.Errorf("a.pdf has %q pages, %v", got, err)
	}
	if got, err := Measure(t.Context(), src, "none", "pages"); err == nil {
		t.Errorf("a file without extraction has %q pages", got)
	}
	r, texts := read(t, files)
	got := map[string]string{}
	for _, row := range r.Inside.Rows {
		got[row.Label] += row.Text
	}
	for label, want := range map[string]string{
		"Docs": "about 1,200 words · 4 files, 2 PDFs (3 pages, versions 1.4 to 1.7), 2 Word documents (7 pages stated in 1)", "Authors": "Ann Smith (1)", "Writers": "ann@example.org (1)", "Mail": "1 message · 2002-01-02 to 2002-03-04", "Lists": "forkers (2)",
		"Models": "1 pickle", "Archives": "1 zip archive (3 entries)", "Closed": "4 files, encrypted: d1, d2, d3 and 1 more",
		"Care": "runs code when it is loaded (x.pkl); links to other files (a.pdf)", "Damaged": "",
	} {
		if !strings.Contains(got[label], want) || want == "" && got[label] != "" {
			t.Errorf("%s: %q, want %q", label, got[label], want)
		}
	}
	for _, text := range texts {
		if text.Path == "a.pdf" && text.Content != "text of a\n" || text.Path == "z.zip" && text.Content == "" {
			t.Errorf("the text of %s is %q", text.Path, text.Content)
		}
	}
	b, err := json.Marshal(r.Inside.Shared())
	if err != nil {
		t.Fatal(err)
	}
	for _, private := range []string{"Ann", "ann@", "text of a"} {
		if strings.Contains(string(b), private) {
			t.Errorf("the report has %q: %s", private, b)
		}
	}
	if x := r.Inside.Of("a.pdf"); x == nil || x.Property("title") != "A Title" || x.Parts != nil {
		t.Errorf("a.pdf is %+v", x)
	}
}

// TestChoice reads documents of a program before other files, and no pictures.
func TestChoice(t *testing.T) {
	scan := &luminos.Scan{}
	add := func(p luminos.Path, c luminos.Category, text bool) {
		scan.Files = append(scan.Files, luminos.File{Path: p, Category: c, Text: text, Size: 1})
	}
	for _, p := range []luminos.Path{"a.go", "b.go", "c.go", "d.go", "e.go"} {
		add(p, luminos.CategorySource, true)
	}
	add("z/a.pdf", luminos.CategoryDocument, false)
	add("a.png", luminos.CategoryImage, false)
	add("z/Thumbs.db", luminos.CategoryDocument, false)
	add("m/b.ipynb", luminos.CategoryDocument, true)
	add("README.md", luminos.CategoryDocument, true)
	files, left := choose(scan)
	if len(files) != 2 || files[0].Path != "m/b.ipynb" || left != 0 {
		t.Errorf("chosen %v, %d left", files, left)
	}
	for i := range 500 {
		add(luminos.Path("x/"+strings.Repeat("y", i+1)+".pdf"), luminos.CategoryDocument, false)
	}
	scan.Files = scan.Files[5:] // without the sources
	if files, _ := choose(scan); len(files) != 503 || files[502].Path != "a.png" {
		t.Errorf("%d files are chosen", len(files))
	}
}

// TestFewAreAside has the rows on documents and pictures aside if they are few among the files of other kinds.
func TestFewAreAside(t *testing.T) {
	for mails, want := range map[int]bool{1: false, 60: true} {
		files := fixed{"a.pdf": document("pdf 1", "PDF 1.7", "words", 90)}
		files["a.pdf"].Set("title", "The history of ice")
		icon := func() *luminos.Extraction {
			x := document("media 1", "PNG image", "images", 1)
			x.Set("width", "8")
			x.Set("height", "8")
			return x
		}
		files["i.png"], files["j.png"] = icon(), icon()
		for i := range mails {
			p := luminos.Path("m" + strings.Repeat("x", i) + ".eml")
			files[p] = document("mail 1", "E-mail message", "messages", 1)
		}
		r, _ := read(t, files)
		seen := 0
		for _, row := range r.Inside.Rows {
			if row.Label == "Titles" || row.Label == "Small" {
				if seen++; row.Aside != want {
					t.Errorf("%d messages: %s is aside: %t", mails, row.Label, row.Aside)
				}
			}
		}
		if seen != 2 {
			t.Errorf("%d messages: %d rows of %v", mails, seen, r.Inside.Rows)
		}
	}
}
