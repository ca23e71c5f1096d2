package extract

import (
	"archive/zip"
	"bytes"
	"strconv"
	"testing"

	"luminos"
	"luminos/internal/extract/archive"
	"luminos/internal/extract/file"
	"luminos/internal/extract/pdf"
	"luminos/internal/sourcetest"
)

// TestPDFInArchive gives the texts of the first PDF files of an archive, each with a bound on its time, and counts the
// others, and all without the reader of PDF files.
func TestPDFInArchive(t *testing.T) {
	const files = 10
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := range files {
		w, err := z.Create("d/" + strconv.Itoa(i) + ".pdf")
		if err == nil {
			_, err = w.Write([]byte("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n%%EOF\n"))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	m := sourcetest.Memory{}
	m.Add("a.zip", luminos.Node{}, b.String())
	inner := func() *luminos.Extraction {
		all, err := Over(m).Extract(t.Context(), []luminos.Path{"a.zip"}, luminos.Extract{Inner: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		return all[0]
	}
	if x := inner(); len(x.Inner) != 0 || x.InnerLeft != files || x.Again {
		t.Errorf("without a reader: %d texts, %d left, again %v", len(x.Inner), x.InnerLeft, x.Again)
	}
	was := readers
	defer func() { readers = was }()
	fake := file.Reader{Name: "pdf", Reads: pdf.Reader.Reads, Read: func(f *file.File, x *luminos.Extraction) error {
		if f.Work != pdfWork {
			t.Errorf("%s has %v", f.Path, f.Work)
		}
		x.Parts = []luminos.Part{{Name: "page 1", Text: "an order\n"}}
		return nil
	}}
	readers = []*file.Reader{&archive.Reader, &fake}
	x := inner()
	if len(x.Inner) != pdfsMost || x.InnerLeft != files-pdfsMost || x.Inner[0].Name != "d/0.pdf" {
		t.Errorf("with a reader: %+v and %d left", x.Inner, x.InnerLeft)
	}
}
