package office

import (
	"bytes"
	"strings"

	"luminos"
)

// readOLE reads a compound file by the streams that it holds.
func (d *document) readOLE() error {
	d.x.Format = "OLE compound file"
	b, err := d.all(oleMost)
	if err != nil {
		return err
	}
	c, err := openCompound(b)
	if err != nil {
		return err
	}
	oleRisks(d, c)
	defer func() {
		if c.cut {
			d.x.Fail(luminos.ExtractDamaged, "a part of it is missing")
		}
	}()
	propertySets(d, c)
	if c.find(0, "EncryptedPackage") >= 0 || c.find(0, "\x06DataSpaces") >= 0 {
		d.x.Format = "encrypted Office Open XML"
		d.x.Fail(luminos.ExtractEncrypted, "it needs a password")
		return nil
	}
	if c.find(0, "__properties_version1.0") >= 0 {
		return readMessage(d, c)
	}
	for _, k := range oleKinds {
		for _, stream := range k.streams {
			if i := c.find(0, stream); i >= 0 {
				d.x.Format = k.format
				if k.read != nil {
					return k.read(d, c, c.stream(i))
				}
				return nil
			}
		}
	}
	return nil
}

// oleKinds are the formats by the name of one of their streams or storages in the root.
var oleKinds = []struct {
	format  string
	streams []string
	read    func(*document, *compound, []byte) error
}{
	{"Word document", []string{"WordDocument"}, readOldWord},
	{"PowerPoint 97-2003 presentation", []string{"PowerPoint Document"}, readOldSlides},
	{"PowerPoint 95 presentation", []string{"PP40"}, unread},
	{"PowerPoint 4 presentation", []string{"PowerPoint 4.0"}, unread},
	{"Excel 97-2003 workbook", []string{"Workbook"}, readOldWorkbook},
	{"Excel 5/95 workbook", []string{"Book"}, readOldWorkbook},
	{"Visio drawing", []string{"VisioDocument"}, unread},
	{"Publisher document", []string{"Quill"}, unread},
	{"Microsoft Project file", []string{"Props14", "Props12", "Props9", "Props", "   114", "   112", "   19"}, unread},
	{"Microsoft Works spreadsheet", []string{"WksSSWorkBook"}, unread},
	{"Microsoft Works document", []string{"MatOST", "CONTENTS"}, unread},
	{"Hangul word processor document", []string{"FileHeader"}, unread},
	{"Windows Installer package", []string{
		"\u4840\u3F3F\u4577\u446C\u3B6A\u45E4\u4824", "\u4840\u3B3F\u43F2\u4438\u45B1",
	}, nil},
	{"Windows thumbnails", []string{"Catalog"}, nil},
}

// unread records that the text of a format is not read.
func unread(d *document, _ *compound, _ []byte) error {
	d.x.Fail(luminos.ExtractUnsupported, "the text of this format is not read")
	return nil
}

// oleRisks records the dangers that follow from the names of storages.
func oleRisks(d *document, c *compound) {
	for i, e := range c.entries {
		if i == 0 || e.parent < 0 {
			continue
		}
		switch name := strings.ToLower(e.name); {
		case e.kind == 1 && (name == "macros" || name == "_vba_project_cur" || name == "vba"),
			e.kind == 2 && name == "_vba_project":
			d.risk("holds macros")
		case name == "objectpool" && e.kind == 1 && e.child != noEntry, strings.HasPrefix(name, "mbd0"):
			d.risk("holds embedded objects")
		}
	}
}

// readOldWord reads the version of a Word document, and its text ([MS-DOC] 2.5).
func readOldWord(d *document, c *compound, b []byte) error {
	if len(b) < 32 {
		return errCompound
	}
	version, flags := le.Uint16(b[2:]), le.Uint16(b[10:])
	switch {
	case version >= 0xC1:
		d.x.Format = "Word 97-2003 document"
	case version >= 0x65:
		d.x.Format = "Word 6/95 document"
	case version >= 0x2D:
		d.x.Format = "Word 2 document"
	default:
		d.x.Format = "Word 1 document"
	}
	if flags&0x100 != 0 {
		d.x.Fail(luminos.ExtractEncrypted, "it needs a password")
		return nil
	}
	return oldText(d, c, b)
}

// readOldSlides reads whether a presentation is encrypted, and its text ([MS-PPT] 2.3.2).
func readOldSlides(d *document, c *compound, b []byte) error {
	if user := c.named(0, "Current User"); len(user) >= 16 && le.Uint32(user[12:]) == 0xF3D1C4DF {
		d.x.Fail(luminos.ExtractEncrypted, "it needs a password")
		return nil
	}
	slideTexts(d, b)
	return nil
}

// oldMagics are the beginnings of files of office programs before compound files, by extension.
var oldMagics = []struct{ ext, magic, format string }{
	{".doc", "\xDB\xA5", "Word 2 document"}, {".doc", "\x9B\xA5", "Word 1 document"},
	{".doc", "\x31\xBE", "Word for DOS document"}, {".doc", "\x32\xBE", "Word for DOS document"},
	{".doc", "\xFE\x37", "Word for Macintosh document"}, {".doc", "\xFFWPC", "WordPerfect document"},
	{".xls", "\x09\x00", "Excel 2 worksheet"}, {".xls", "\x09\x02", "Excel 3 worksheet"},
	{".xls", "\x09\x04", "Excel 4 worksheet"}, {".xls", "\x09\x08", "Excel 5 worksheet"},
	{".ppt", "\xED\xDE\xAD\x0B", "PowerPoint 3 presentation"}, {".ppt", "\x0B\xAD\xDE\xED", "PowerPoint 2 presentation"},
}

// readOld reads the kind of a file that has the extension of an office program and no known container.
func (d *document) readOld() error {
	ext := strings.ToLower(d.file.Path.Ext())
	for _, m := range oldMagics {
		if ext == m.ext && bytes.HasPrefix(d.file.Head, []byte(m.magic)) {
			if strings.HasSuffix(m.magic, "\xA5") {
				b, err := d.all(oleMost)
				if err != nil {
					return err
				}
				return readOldWord(d, nil, b)
			}
			d.x.Format = m.format
			d.x.Fail(luminos.ExtractUnsupported, "the content of this old format is not read")
			return nil
		}
	}
	return errNoDocument
}
