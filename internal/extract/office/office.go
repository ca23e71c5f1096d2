// Package office reads the documents of office programs: Office Open XML, OpenDocument, EPUB, FictionBook, RTF, and
// the OLE files of older programs.
package office

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/extract/file"
)

// Reader reads documents, workbooks, presentations, books and messages of office programs.
var Reader = file.Reader{Name: "office", Version: 4, Reads: reads, Read: read}

// extensions are the extensions of the formats that are binary in all variants. A file with one of them that is not
// text belongs to this reader, also if it is damaged.
var extensions = []string{
	".docx", ".docm", ".dotx", ".dotm", ".xlsx", ".xlsm", ".xltx", ".xltm", ".xlsb", ".xlam",
	".pptx", ".pptm", ".potx", ".potm", ".ppsx", ".ppsm", ".ppam", ".vsdx", ".vsdm", ".vstx", ".vssx",
	".odt", ".ods", ".odp", ".odg", ".odf", ".odc", ".odi", ".ott", ".ots", ".otp", ".otg", ".odm", ".oth", ".epub",
	".doc", ".dot", ".xls", ".xlt", ".ppt", ".pot", ".pps", ".msg", ".vsd", ".mpp", ".pub", ".rtf", ".fb2",
}

const (
	zipMagic = "PK\x03\x04"
	oleMagic = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"
)

// markHead is the number of bytes in which the root element of an XML document is searched for.
const markHead = 4096

func reads(f *file.File) bool {
	if strings.HasPrefix(f.Path.Base(), "~$") {
		return false // the lock file of an office program
	}
	ext := strings.ToLower(f.Path.Ext())
	known := slices.Contains(extensions, ext)
	switch {
	case f.Size == 0:
		return known
	case bytes.HasPrefix(f.Head, []byte(zipMagic)):
		return known || isZipOffice(f.ID.MIME) || strings.HasSuffix(strings.ToLower(f.Path.Base()), ".fb2.zip")
	case bytes.HasPrefix(f.Head, []byte(oleMagic)), isRTF(f.Head), rootOf(f.Head) != "":
		return true
	}
	return known && !f.ID.Text && !strings.HasPrefix(f.ID.MIME, "application/pdf")
}

// isZipOffice reports whether a MIME type belongs to a format of this package that is a ZIP file.
func isZipOffice(mime string) bool {
	return strings.HasPrefix(mime, "application/vnd.openxmlformats-officedocument") ||
		strings.HasPrefix(mime, "application/vnd.oasis.opendocument.") ||
		strings.HasPrefix(mime, "application/vnd.ms-visio.") || mime == "application/epub+zip"
}

// isRTF reports whether a file begins like a document in RTF, perhaps after a mark of the order of bytes.
func isRTF(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n\x00")
	return bytes.HasPrefix(head, []byte(`{\rtf`))
}

// rootOf returns the root element of an XML document that this package reads, or "".
func rootOf(head []byte) string {
	head = head[:min(len(head), markHead)]
	if bytes.HasPrefix(head, []byte("\xFF\xFE")) || bytes.HasPrefix(head, []byte("\xFE\xFF")) {
		head = bytes.ReplaceAll(head, []byte{0}, nil)
	}
	if !bytes.Contains(head, []byte("<?xml")) && !bytes.HasPrefix(bytes.TrimSpace(head), []byte("<")) {
		return ""
	}
	for _, root := range []string{"FictionBook", "office:document"} {
		i := bytes.Index(head, []byte("<"+root))
		if i < 0 || i+len(root)+1 >= len(head) {
			continue
		}
		if next := head[i+len(root)+1]; next == ' ' || next == '>' || next == '\n' || next == '\r' || next == '\t' {
			return root
		}
	}
	return ""
}

func read(f *file.File, x *luminos.Extraction) error {
	d := &document{file: f, x: x, text: file.NewText(f, x), left: textMost}
	err := d.read()
	if errors.Is(err, errNoDocument) { // another program's file under such a name is not damaged
		x.Fail(luminos.ExtractUnsupported, "it is not a document in a format that is read")
		err = nil
	}
	d.finish()
	return err
}

// read reads the file by the signature of its container.
func (d *document) read() error {
	head := d.file.Head
	switch {
	case bytes.HasPrefix(head, []byte(zipMagic)):
		return d.readZip()
	case bytes.HasPrefix(head, []byte(oleMagic)):
		return d.readOLE()
	case isRTF(head):
		return d.readRTF()
	}
	switch rootOf(head) {
	case "FictionBook":
		return d.readBook(d.file.Reader())
	case "office:document":
		return d.readFlat()
	}
	return d.readOld()
}

// readZip reads a ZIP file by the names of its entries.
func (d *document) readZip() error {
	p, err := openPack(d)
	if err != nil {
		return err
	}
	switch {
	case p.has("META-INF/container.xml") && strings.Contains(p.head("mimetype"), "epub"), p.opfOnly():
		return readEPUB(p)
	case p.has("content.xml") || p.has("META-INF/manifest.xml") && p.has("mimetype"):
		return readODF(p)
	case p.has("[Content_Types].xml") || p.has("_rels/.rels"):
		return readOOXML(p)
	case p.has("META-INF/container.xml"):
		return readEPUB(p)
	}
	if name := p.withSuffix(".fb2"); name != "" {
		return readZippedBook(p, name)
	}
	return errNoDocument
}
