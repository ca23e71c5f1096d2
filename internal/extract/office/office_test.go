package office

import (
	"archive/zip"
	"bytes"
	"testing"

	"luminos"
	"luminos/internal/extract/filetest"
)

// extract returns the extraction of a file with the given name and content, or nil if the reader does not read it.
func extract(t testing.TB, name luminos.Path, b []byte) (*luminos.Extraction, error) {
	t.Helper()
	f := filetest.Open(name, b, 1<<20)
	if !Reader.Reads(f) {
		return nil, nil
	}
	x := &luminos.Extraction{}
	return x, Reader.Read(f, x)
}

// pair is an entry of a ZIP file: its name and its content.
type pair [2]string

// zipped returns a ZIP file with the given entries.
func zipped(t testing.TB, entries ...pair) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range entries {
		method := zip.Deflate
		if e[0] == "mimetype" {
			method = zip.Store
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: e[0], Method: method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(e[1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// word returns a Word document with the given body and further parts.
func word(t testing.TB, body string, more ...pair) []byte {
	t.Helper()
	return zipped(t, append([]pair{
		{"_rels/.rels", `<Relationships><Relationship Id="r" Type="x/officeDocument" Target="word/document.xml"/></Relationships>`},
		{"word/document.xml", `<w:document xmlns:w="w"><w:body>` + body + `</w:body></w:document>`},
	}, more...)...)
}

// TestWord reads paragraphs, tables and headings, and leaves deleted text out.
func TestWord(t *testing.T) {
	x, err := extract(t, "a.docx", word(t, `
		<w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr><w:r><w:t>Old</w:t></w:r><w:r><w:t xml:space="preserve"> trees</w:t></w:r></w:p>
		<w:p><w:ins w:author="Eva" w:date="2020-03-04T00:00:00Z"><w:r><w:t>new</w:t></w:r></w:ins>
			<w:del w:author="Ida" w:date="2021-03-04T00:00:00Z"><w:r><w:delText>old</w:delText></w:r></w:del></w:p>
		<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc>
			<w:tc><w:p><w:r><w:t>c</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`))
	if err != nil || x.State != "" {
		t.Fatalf("%v, %+v", err, x)
	}
	if got, want := x.Content(), "Old trees\nnew\na b \tc\n"; got != want {
		t.Errorf("content %q, want %q", got, want)
	}
	if len(x.Outline) != 1 || x.Outline[0] != (luminos.Heading{Level: 2, Title: "Old trees", Part: 1}) {
		t.Errorf("outline %+v", x.Outline)
	}
	if x.Number("tracked changes") != 2 || x.Number("words") != 6 || x.Number("tables") != 1 ||
		x.Period == nil || x.Period.Last != "2021-03-04" {
		t.Errorf("%+v", x)
	}
}
