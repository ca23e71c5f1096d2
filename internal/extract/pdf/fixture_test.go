package pdf

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
)

// made returns a PDF file with entries of the trailer and objects, numbered from 1. The first is the catalog.
func made(trailer string, objects ...string) string {
	var b strings.Builder
	b.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	var offsets []int
	for i, o := range objects {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, trailer, start)
	return b.String()
}

// stream returns a stream with entries of its dictionary.
func stream(entries, content string) string {
	return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", entries, len(content), content)
}

// deflated returns a stream that is compressed.
func deflated(entries, content string) string {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, _ = z.Write([]byte(content)) // a buffer takes all
	_ = z.Close()
	return stream(entries+" /Filter /FlateDecode", b.String())
}

const font = `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>`

// report returns a document of two pages with properties, bookmarks, an attachment, a remark, a form and a script.
func report(title string) string {
	const first = "BT /F 24 Tf 72 700 Td (Annual Report of Mills) Tj /F 11 Tf 0 -40 Td " +
		"(The mills ground more corn.) Tj 0 -14 Td (The wind was good.) Tj 0 -14 Td (So were the sails.) Tj ET"
	return made("/Info 10 0 R",
		`<< /Type /Catalog /Pages 2 0 R /Outlines 7 0 R /Lang (en) /Names << /EmbeddedFiles << /Names [(a) 11 0 R] >> >>
			/AcroForm << /Fields [13 0 R] >> /OpenAction << /S /Java#53cript /JS (app.alert\(1\)) >> >>`,
		`<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>`,
		`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F 14 0 R >> >>
			/Annots [13 0 R] >>`,
		`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 6 0 R
			/Resources << /Font << /F 14 0 R >> >>
			/Annots [<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (Really?) >>] >>`,
		stream("", first),
		deflated("", "BT /F 11 Tf 72 700 Td (Second page) Tj ET"),
		`<< /Type /Outlines /First 8 0 R /Last 8 0 R /Count 2 >>`,
		`<< /Title (Corn) /Parent 7 0 R /Dest [3 0 R /Fit] /First 9 0 R /Last 9 0 R /Count 1 >>`,
		`<< /Title <FEFF00D6006C> /Parent 8 0 R /A << /S /GoTo /D [4 0 R /Fit] >> /Next 8 0 R >>`,
		fmt.Sprintf(`<< /Title (%s) /Author (A. Miller) /CreationDate (D:20230131120000+01'00') /ModDate (D:20239931)
			/Producer (by hand) >>`, title),
		`<< /Type /Filespec /F (rows.csv) /UF (rows.csv) /EF << /F 12 0 R >> >>`,
		stream("/Type /EmbeddedFile /Params << /Size 3 /ModDate (D:20220203) >>", "a,b"),
		`<< /Type /Annot /Subtype /Widget /FT /Sig /T (s) /Rect [9 9 99 29] /F 4 /AP << /N 15 0 R >>
			/V << /Type /Sig /Filter /Adobe.PPKLite /Contents <00> >> >>`,
		font,
		stream("/Type /XObject /Subtype /Form /BBox [0 0 90 20] /Resources << /Font << /F 14 0 R >> >>",
			"BT /F 9 Tf 2 2 Td (Signed) Tj ET"),
	)
}

// picture returns a document of one page with a picture after a text.
func picture(text string) string {
	return made("",
		`<< /Type /Catalog /Pages 2 0 R >>`,
		`<< /Type /Pages /Kids [3 0 R] /Count 1 >>`,
		`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R
			/Resources << /XObject << /I 5 0 R >> /Font << /F 6 0 R >> >> >>`,
		stream("", text+"9 0 0 9 0 0 cm /I Do"),
		stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8", "\x7f"),
		font,
	)
}

// text returns a document of pages that each have a content and the same font.
func text(contents ...string) string {
	objects := []string{`<< /Type /Catalog /Pages 2 0 R >>`, "", font}
	kids := ""
	for _, c := range contents {
		n := len(objects)
		kids += fmt.Sprintf("%d 0 R ", n+1)
		objects = append(objects, fmt.Sprintf(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R `+
			`/Resources << /Font << /F 3 0 R >> >> >>`, n+2), c)
	}
	objects[1] = fmt.Sprintf(`<< /Type /Pages /Kids [%s] /Count %d >>`, kids, len(contents))
	return made("", objects...)
}
