package content_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos/internal/content"
)

// oleOf returns an OLE file with two names in the root of its directory, and a third below the second.
func oleOf(first, second, below string) []byte {
	b := append([]byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"), make([]byte, 512+4*128-8)...)
	b[30] = 9                                              // sectors of 512 bytes
	links := [4][3]uint32{0: {2: 1}, 1: {1: 2}, 2: {2: 3}} // the neighbours of an entry, and an entry below it
	for i, name := range []string{"Root Entry", first, second, below} {
		entry := b[512+128*i:][:128]
		for j, c := range []byte(name) {
			entry[2*j] = c
		}
		for j, n := range links[i] {
			binary.LittleEndian.PutUint32(entry[68+4*j:], n)
		}
	}
	return b
}

// pdfOf returns a PDF file with these objects, from number 1 on, a plain table and a trailer. The text rest
// is between the objects and the table.
func pdfOf(trailer, rest string, objects ...string) []byte {
	b := []byte("%PDF-1.6\n%\x80\x81\x00\n")
	table := fmt.Sprintf("xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for i, o := range objects {
		table += fmt.Sprintf("%010d 00000 n \n", len(b))
		b = fmt.Appendf(b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	b = append(b, rest...)
	return fmt.Appendf(b, "%strailer\n<< /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n", table, trailer, len(b))
}

func TestInspect(t *testing.T) {
	const catalog = "<< /Type /Catalog /Names << /Pages 9 0 R >> /Pages 2 0 R >>"
	const tree = "<< /Type /Pages /Kids [3 0 R] /Count 7 >>"
	compressed := "/ObjStm" + strings.Repeat(" ", 200_000)
	pdf := func(count int, checked, encrypted bool) content.Details {
		return content.Details{Format: "PDF document", Version: "1.6", Unit: "page", Count: count,
			Checked: checked, Encrypted: encrypted}
	}
	zipped := zipOf(t, "a.txt", "hello", "b.txt", "bye")
	recounted := bytes.Clone(zipped)
	end := bytes.LastIndex(zipped, []byte("PK\x05\x06"))
	recounted[end+8], recounted[end+10] = 1, 1
	locked := bytes.Clone(zipped)
	locked[bytes.LastIndex(locked, []byte("PK\x01\x02"))+8] |= 1
	archive := content.Details{Format: "Zip archive", Unit: "entry", Count: 2, Checked: true}
	encrypted := archive
	encrypted.Encrypted = true
	samples := binarySamples()
	for name, c := range map[string]struct {
		file []byte
		want content.Details
	}{
		"a plain table": {pdfOf("", compressed, catalog, tree), pdf(7, true, false)},
		"a higher version": {pdfOf("", compressed, strings.Replace(catalog, "<<", "<< /Version /1.7", 1), tree),
			content.Details{Format: "PDF document", Version: "1.7", Unit: "page", Count: 7, Checked: true}},
		"a lower version": {pdfOf("", compressed, strings.Replace(catalog, "<<", "<< /Version /1.2", 1), tree),
			pdf(7, true, false)},
		"encryption": {pdfOf("/Encrypt 4 0 R", compressed, catalog, tree), pdf(7, true, true)},
		"another such key": {pdfOf("/Info << /Encrypt 4 0 R >> /ID [(/Encrypt)]", compressed, catalog, tree),
			pdf(7, true, false)},
		"an earlier tree": {pdfOf("", "8 0 obj\n<< /Type /Pages /Kids [] /Count 99 >>", catalog, tree),
			pdf(7, true, false)},
		"a table that is wrong": {pdfOf("", "", tree, catalog), pdf(7, true, false)},
		"two trees, no table":   {[]byte("%PDF-1.6\n\x00" + "1 0 obj" + tree + "2 0 obj" + tree), pdf(-1, false, false)},
		"compressed objects":    {[]byte("%PDF-1.6\n\x00" + "1 0 obj" + tree + "/ObjStm"), pdf(-1, false, false)},
		"a hybrid table":        {pdfOf("/XRefStm 99", compressed, catalog, tree), pdf(-1, true, false)},
		"a node of the tree": {pdfOf("", compressed, catalog, strings.Replace(tree, "/Kids", "/Parent 9 0 R /Kids", 1)),
			pdf(-1, true, false)},
		"zip":                     {zipped, archive},
		"zip with a secret entry": {locked, encrypted},
		"zip without its directory": {bytes.Replace(zipped, []byte("PK\x01\x02"), []byte("PK\x00\x00"), 1),
			content.Details{Format: "Zip archive", Unit: "entry", Count: -1}},
		"zip with a wrong number of entries": {recounted, content.Details{Format: "Zip archive", Unit: "entry", Count: -1}},
		"zip that is cut":                    {zipped[:len(zipped)-1], content.Details{Format: "Zip archive", Unit: "entry", Count: -1}},
		"a message with a document": {oleOf("__properties_version1.0", "__attach_version1.0_#00000000", "WordDocument"),
			content.Details{Format: "Microsoft Outlook message", Count: -1}},
		"sqlite": {samples["base.sqlite"], content.Details{Format: "SQLite 3.x database", Unit: "page", Count: 7,
			Form: "pages of 4096 bytes"}},
		"numpy": {samples["a.npy"], content.Details{Format: "NumPy data file", Count: -1, Form: "(3, 4) float64"}},
		"gguf":  {samples["model.gguf"], content.Details{Format: "GGUF model weights", Version: "3", Unit: "tensor", Count: 2}},
		"safetensors": {samples["weights.safetensors"], content.Details{Format: "Safetensors model weights", Unit: "tensor",
			Count: 1}},
		"without a signature": {[]byte("\x00\x01\x02\x03\x04\x05"), content.Details{Count: -1}},
	} {
		if diff := cmp.Diff(c.want, content.Inspect("a", int64(len(c.file)), bytes.NewReader(c.file))); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", name, diff)
		}
	}
}

func FuzzInspect(f *testing.F) {
	for _, b := range samplesOfFormats(f) {
		f.Add(b)
	}
	f.Add(pdfOf("/Prev 20 /ID [(a\\)b)]", "", "<< /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 7 >>"))
	f.Fuzz(func(t *testing.T, b []byte) {
		d := content.Inspect("a", int64(len(b)), bytes.NewReader(b))
		if d.Count < -1 || d.Encrypted && !d.Checked || len(d.Form) > 100 {
			t.Errorf("%+v", d)
		}
	})
}
