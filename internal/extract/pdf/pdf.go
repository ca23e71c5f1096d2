// Package pdf reads PDF files: their properties, pages with text, outline, attachments and risks. PDFium reads them,
// as a WebAssembly module that runs in a memory of its own and that the caller loads with Load. Without it the reader
// still returns the version and, for most files, the number of pages.
package pdf

import (
	"bytes"
	"context"
	"errors"
	"strconv"
	"time"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/extract/file"
)

// Reader reads PDF files (ISO 32000).
var Reader = file.Reader{Name: "pdf", Version: 6, Reads: reads, Read: read}

const (
	// most is the number of bytes of a file: the module has addresses of 32 bits, and signed ones in parts.
	most = 1<<31 - 1
	// patience bounds the time for the work of the module on one file, and waits times that its time on the clock of the
	// wall. They are shorter than the bounds on the whole file, so that the findings until then are kept.
	patience = 18 * time.Second
	waits    = 3
	// headerWithin is the number of bytes in which the header of a PDF file begins (ISO 32000-1, annex H.3, note 13).
	headerWithin = 1024
	// tailWithin is the number of bytes at the end of a file in which its end mark is looked for.
	tailWithin = 64 << 10
)

const mime = "application/pdf"

func reads(f *file.File) bool {
	return f.ID.MIME == mime || f.Path.Ext() == ".pdf" && (f.Size == 0 || !f.ID.Text)
}

func read(f *file.File, x *luminos.Extraction) error {
	work := patience
	if f.Work > 0 {
		work = min(work, f.Work)
	}
	ctx, end := file.Patience(context.Background(), work, waits*work)
	defer end()
	return within(ctx, f, x)
}

// within reads a file until the end of the context.
func within(ctx context.Context, f *file.File, x *luminos.Extraction) error {
	d := content.Inspect(f.Path, f.Size, f)
	x.Format = "PDF"
	if d.Version != "" {
		x.Format += " " + d.Version
	}
	head := f.Head[:min(len(f.Head), headerWithin)]
	if !bytes.Contains(head, []byte("%PDF-")) {
		return errors.New("it has no header")
	}
	if f.Size > most {
		return file.ErrTooLarge
	}
	made, err := findRisks(f, x)
	if err != nil {
		return err
	}
	g, err := open(ctx, f)
	if errors.Is(err, errNotLoaded) {
		if d.Count > 0 {
			x.Add("pages", int64(d.Count))
		}
		x.Fail(luminos.ExtractUnsupported, "its reader is not loaded")
		x.Again = true
		return nil
	}
	if err != nil {
		return err
	}
	defer g.close()
	if problem := g.load(); problem != 0 {
		return g.refused(x, problem, d.Count)
	}
	g.read(f, x)
	x.Set("created", made)
	if g.err != nil {
		return g.failure()
	}
	if !ended(f) {
		x.Fail(luminos.ExtractDamaged, "its end is missing; the text is of the pages that were found")
	}
	return nil
}

// Codes of FPDF_GetLastError.
const (
	errPassword = 4
	errSecurity = 5
)

// refused sets the state of a file that PDFium did not open. pages is the number of its pages, if it is known.
func (g *guest) refused(x *luminos.Extraction, problem uint32, pages int) error {
	if g.err != nil {
		return g.failure()
	}
	if pages > 0 {
		x.Add("pages", int64(pages))
	}
	switch problem {
	case errPassword:
		x.Fail(luminos.ExtractEncrypted, "it needs a password")
	case errSecurity:
		x.Fail(luminos.ExtractEncrypted, "its encryption is not supported")
	default:
		x.Fail(luminos.ExtractDamaged, "its pages cannot be found")
	}
	return nil
}

// ended reports whether the file has the mark at its end, which a file that is cut off lacks.
func ended(f *file.File) bool {
	b := make([]byte, min(f.Size, tailWithin))
	n, _ := f.ReadAt(b, f.Size-int64(len(b))) // less than all is looked at too
	return bytes.Contains(b[:n], []byte("%%EOF")) || bytes.Contains(b[:n], []byte("startxref"))
}

// day returns the day of a date of a PDF file, "D:20230131120000+01'00'", as YYYY-MM-DD, or "" if it is not valid.
func day(date string) string {
	if len(date) >= 2 && date[:2] == "D:" {
		date = date[2:]
	}
	if len(date) < 8 {
		return ""
	}
	for _, c := range []byte(date[:8]) {
		if c < '0' || c > '9' {
			return ""
		}
	}
	t, err := time.Parse("20060102", date[:8])
	if err != nil || t.Year() == 0 {
		return ""
	}
	return t.Format(time.DateOnly)
}

func page(i int) string { return "page " + strconv.Itoa(i+1) }
