package office

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"
	"unicode/utf16"

	"luminos"
	"luminos/internal/extract/file"
)

// samples returns one small file of each format, by name.
func samples(t testing.TB) map[luminos.Path][]byte {
	const rel = `<Relationships><Relationship Id="r1" Type="x/`
	return map[luminos.Path][]byte{
		"a.docx": word(t, `<w:p><w:r><w:t>One two</w:t></w:r></w:p>`),
		"a.xlsx": zipped(t, pair{"[Content_Types].xml", `<Types/>`},
			pair{"xl/workbook.xml", `<workbook xmlns:r="r"><sheets><sheet name="Budget" sheetId="1" r:id="r1"/></sheets></workbook>`},
			pair{"xl/_rels/workbook.xml.rels", rel + `worksheet" Target="worksheets/s.xml"/><Relationship Id="r2" Type="x/sharedStrings"
				Target="strings.xml"/><Relationship Id="r3" Type="x/styles" Target="styles.xml"/></Relationships>`},
			pair{"xl/strings.xml", `<sst><si><t>Item</t></si><si><r><t>Pr</t></r><r><t>ice</t></r><rPh><t>x</t></rPh></si></sst>`},
			pair{"xl/styles.xml", `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$-409]d\.m\.yy;@"/></numFmts>
				<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>`},
			pair{"xl/worksheets/s.xml", `<worksheet><dimension ref="A1:XFD1048576"/><sheetData><row><c r="A1" t="s"><v>0</v></c>
				<c r="C1" t="s"><v>1</v></c></row><row><c r="A2" s="2"><v>44000</v></c><c r="B2"><f>1/3</f><v>0.30000000000000004</v></c></row>
				<row><c r="A3"/><c r="B3" t="d"><v>2021-01-02T03:04:05</v></c></row></sheetData></worksheet>`}),
		"a.pptx": zipped(t, pair{"ppt/presentation.xml", `<p:presentation xmlns:r="r"><p:sldId id="256" r:id="r1"/></p:presentation>`},
			pair{"_rels/.rels", `<Relationships/>`},
			pair{"ppt/_rels/presentation.xml.rels", rel + `slide" Target="/ppt/slides/slide1.xml"/></Relationships>`},
			pair{"ppt/slides/slide1.xml", `<p:sld><p:sp><p:nvPr><p:ph type="title"/></p:nvPr><p:txBody><a:p><a:r><a:t>Plan</a:t></a:r></a:p>
				</p:txBody></p:sp><p:sp><p:txBody><a:p><a:r><a:t>first step</a:t></a:r></a:p></p:txBody></p:sp></p:sld>`},
			pair{"ppt/slides/_rels/slide1.xml.rels", rel + `notesSlide" Target="../notes/n.xml"/></Relationships>`},
			pair{"ppt/notes/n.xml", `<p:notes><p:sp><p:nvPr><p:ph type="body"/></p:nvPr><p:txBody><a:p><a:r><a:t>say it</a:t></a:r></a:p></p:txBody></p:sp>
				<p:sp><p:nvPr><p:ph type="sldNum"/></p:nvPr><p:txBody><a:p><a:r><a:t>1</a:t></a:r></a:p></p:txBody></p:sp></p:notes>`}),
		"a.odt": zipped(t, pair{"mimetype", "application/vnd.oasis.opendocument.text"},
			pair{"content.xml", `<office:document-content office:version="1.2"><text:tracked-changes><text:changed-region><text:deletion>
				<text:p>gone</text:p></text:deletion></text:changed-region></text:tracked-changes><text:h text:outline-level="2">Part</text:h>
				<text:p>one<text:s text:c="2"/>two<office:annotation><dc:creator>Eva</dc:creator><text:p>why</text:p></office:annotation></text:p>
				</office:document-content>`}, pair{"meta.xml", `<office:document-meta office:version="1.2"><office:meta><dc:title>T</dc:title>
				<meta:creation-date>2020-02-03T04:05:06</meta:creation-date></office:meta></office:document-meta>`}),
		"a.ods": zipped(t, pair{"mimetype", "application/vnd.oasis.opendocument.spreadsheet"},
			pair{"content.xml", `<office:spreadsheet><table:table table:name="S"><table:table-row table:number-rows-repeated="3"><table:table-cell
				office:value-type="float" office:value="1.50"><text:p>1,5</text:p></table:table-cell><table:table-cell
				table:number-columns-repeated="16383"/></table:table-row><table:table-row table:number-rows-repeated="1048573"/>
				</table:table></office:spreadsheet>`}),
		"a.epub": zipped(t, pair{"mimetype", "application/epub+zip"},
			pair{"META-INF/container.xml", `<container><rootfile full-path="O/b.opf"/></container>`},
			pair{"O/b.opf", `<package version="3.0"><metadata><dc:title>Trees</dc:title><dc:creator>A. B.</dc:creator>
				<dc:creator>C. D.</dc:creator></metadata><manifest>
				<item id="n" href="nav.xhtml" properties="nav"/><item id="c" href="c%201.xhtml" media-type="application/xhtml+xml"/></manifest>
				<spine><itemref idref="c"/></spine></package>`},
			pair{"O/nav.xhtml", `<nav epub:type="toc"><ol><li><a href="c%201.xhtml#x">Oak</a><ol><li><a href="c%201.xhtml#y">Leaf</a></li></ol></li></ol></nav>`},
			pair{"O/c 1.xhtml", `<html><head><title/></head><body><p>An  oak &amp;<br/>a&nbsp;leaf</p></body></html>`}),
		"a.fb2": []byte(`<?xml version="1.0" encoding="windows-1251"?><FictionBook><description><title-info><author><first-name>A</first-name>
			<last-name>B</last-name></author><author><nickname>C</nickname></author>
			<book-title>` + "\xC4\xE0" + `</book-title></title-info></description><body><section><title><p>I</p></title>
			<p>text</p></section></body></FictionBook>`),
		"a.rtf": []byte(`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}}{\info{\title Letter}{\creatim\yr2001\mo2\dy3}}` +
			`{\*\unknown hidden}{\stylesheet{\s1 heading 1;}}\pard\s1 Head\par\pard Gr\'fc\u233?e {\f1\'c4\'e0}\cell b\row}`),
		"a.msg": compoundFile(t, map[string]string{
			"__properties_version1.0": strings.Repeat("\x00", 32) + "\x40\x00\x39\x00\x00\x00\x00\x00" +
				string(le.AppendUint64(nil, 125_910_720_000_000_000)),
			"__substg1.0_0037001F": wideText("Hello"), "__substg1.0_1000001E": "Dear all,\r\nbye"}),
		"a.fodt": []byte(`<office:document office:mimetype="application/vnd.oasis.opendocument.text" office:version="1.2"><office:body>
			<text:p>flat</text:p></office:body></office:document>`),
	}
}

// wideText returns a text in UTF-16.
func wideText(s string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return string(b)
}

// compoundFile returns a compound file with the given streams in its root, each in sectors of its own.
func compoundFile(t testing.TB, streams map[string]string) []byte {
	t.Helper()
	var fat []uint32
	var data []byte
	add := func(s string) uint32 { // a chain of sectors
		first := uint32(len(fat) + 1) // sector 0 is the table
		for at := 0; at < max(len(s), 1); at += 512 {
			sector := make([]byte, 512)
			copy(sector, s[at:])
			data = append(data, sector...)
			fat = append(fat, uint32(len(fat)+2))
		}
		fat[len(fat)-1] = endOfChain
		return first
	}
	entry := func(name string, kind byte, start, size, right, child uint32) string {
		b := make([]byte, 128)
		copy(b, wideText(name))
		le.PutUint16(b[64:], uint16(2*len(name)+2))
		b[66] = kind
		for i, v := range []uint32{noEntry, right, child} {
			le.PutUint32(b[68+4*i:], v)
		}
		le.PutUint32(b[116:], start)
		le.PutUint32(b[120:], size)
		return string(b)
	}
	directory := entry("Root Entry", 5, endOfChain, 0, noEntry, 1)
	n := uint32(1)
	for name, s := range streams {
		next := n + 1
		if int(n) == len(streams) {
			next = noEntry
		}
		directory += entry(name, 2, add(s), uint32(len(s)), next, noEntry)
		n++
	}
	start := add(directory)
	header := make([]byte, 512)
	copy(header, oleMagic)
	le.PutUint16(header[30:], 9)
	le.PutUint32(header[48:], start)
	le.PutUint32(header[60:], endOfChain)
	le.PutUint32(header[68:], endOfChain)
	for i := 80; i < 512; i += 4 {
		le.PutUint32(header[i:], noEntry)
	}
	table := bytes.Repeat([]byte{0xFF}, 512)
	le.PutUint32(table, 0xFFFFFFFD)
	for i, v := range fat {
		le.PutUint32(table[4*i+4:], v)
	}
	return append(append(header, table...), data...)
}

// TestSamples reads a file of each format.
func TestSamples(t *testing.T) {
	for name, want := range map[luminos.Path]struct{ format, content string }{
		"a.docx": {"Word document", "One two\n"},
		"a.xlsx": {"Excel workbook", "Item\t\tPrice\n2020-06-18\t0.3\n\t2021-01-02 03:04:05\n"},
		"a.pptx": {"PowerPoint presentation", "Plan\nfirst step\nNotes: say it\n"},
		"a.odt":  {"OpenDocument text 1.2", "[text]\nPart\none  two\n[comments]\nEva: why\n"},
		"a.ods":  {"OpenDocument spreadsheet", "1.5\n1.5\n1.5\n"},
		"a.epub": {"EPUB 3.0", "An oak &\na\u00A0leaf\n"},
		"a.fb2":  {"FictionBook 2", "I\ntext\n"},
		"a.rtf":  {"Rich Text Format 1", "Head\nGrüée Да\tb\n"},
		"a.msg":  {"Outlook message", "Dear all,\nbye\n"},
		"a.fodt": {"OpenDocument flat text 1.2", "flat\n"},
	} {
		x, err := extract(t, name, samples(t)[name])
		if err != nil || x == nil || x.State != "" {
			t.Errorf("%s: %v, %+v", name, err, x)
			continue
		}
		if x.Format != want.format || x.Content() != want.content {
			t.Errorf("%s: %q with %q, want %q with %q", name, x.Format, x.Content(), want.format, want.content)
		}
	}
}

// TestFindings checks properties, numbers, tables and outlines.
func TestFindings(t *testing.T) {
	got := map[luminos.Path]*luminos.Extraction{}
	for name, b := range samples(t) {
		x, err := extract(t, name, b)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got[name] = x
	}
	for _, c := range []struct {
		file           luminos.Path
		property, want string
	}{
		{"a.odt", "title", "T"}, {"a.odt", "created", "2020-02-03"}, {"a.epub", "author", "A. B., C. D."},
		{"a.fb2", "title", "Да"}, {"a.fb2", "author", "A B, C"}, {"a.rtf", "title", "Letter"},
		{"a.rtf", "created", "2001-02-03"}, {"a.msg", "title", "Hello"},
		{"a.msg", "sent", "1999-12-31"}, {"a.pptx", "title", "Plan"},
	} {
		if value := got[c.file].Property(c.property); value != c.want {
			t.Errorf("%s: %s is %q, want %q", c.file, c.property, value, c.want)
		}
	}
	for _, c := range []struct {
		file   luminos.Path
		number string
		want   int64
	}{
		{"a.xlsx", "rows", 3}, {"a.xlsx", "formulas", 1}, {"a.ods", "rows", 3}, {"a.pptx", "slides", 1}, {"a.odt", "comments", 1},
		{"a.odt", "tracked changes", 1}, {"a.epub", "chapters", 1}, {"a.fb2", "chapters", 1}, {"a.msg", "messages", 1},
	} {
		if n := got[c.file].Number(c.number); n != c.want {
			t.Errorf("%s: %d %s, want %d", c.file, n, c.number, c.want)
		}
	}
	if tables := got["a.xlsx"].Tables; len(tables) != 1 || tables[0] != (luminos.DataTable{Name: "Budget", Rows: 3, Columns: 3}) {
		t.Errorf("tables %+v", tables)
	}
	for _, name := range []luminos.Path{"a.epub", "a.fb2"} {
		if v := got[name].Values; len(v) != 1 || v[0].Name != "author" || v[0].Distinct != 2 {
			t.Errorf("%s: %+v", name, v)
		}
	}
	if o := got["a.epub"].Outline; len(o) != 2 || o[1] != (luminos.Heading{Level: 2, Title: "Leaf", Part: 1}) {
		t.Errorf("outline %+v", o)
	}
	if o := got["a.rtf"].Outline; len(o) != 1 || o[0].Title != "Head" {
		t.Errorf("outline %+v", o)
	}
}

// TestRisks checks that dangers are recorded, and that a usual document has no danger.
func TestRisks(t *testing.T) {
	const rels = "word/_rels/document.xml.rels"
	for want, b := range map[string][]byte{
		"":                     word(t, "<w:p/>", pair{rels, `<Relationships><Relationship Type="x/hyperlink" TargetMode="External" Target="http://a.b"/></Relationships>`}),
		"holds macros":         word(t, "<w:p/>", pair{"word/vbaProject.bin", "x"}),
		"links to other files": word(t, "<w:p/>", pair{rels, `<Relationships><Relationship Type="x/image" TargetMode="External" Target="http://a.b"/></Relationships>`}),
		"loads a template from another place": word(t, "<w:p/>", pair{rels, `<Relationships><Relationship Type="x/settings" Target="s.xml"/></Relationships>`},
			pair{"word/_rels/s.xml.rels", `<Relationships><Relationship Type="x/attachedTemplate" TargetMode="External" Target="http://a.b/normal.dotm"/></Relationships>`}),
		"runs commands through DDE": word(t, `<w:instrText> DDEAUTO c:\\x </w:instrText>`),
	} {
		x, err := extract(t, "a.docx", b)
		if err != nil || strings.Join(x.Risks, "; ") != want {
			t.Errorf("risks %q, want %q (%v)", x.Risks, want, err)
		}
	}
}

// TestHostile checks that hostile and damaged files have a state, a limit or an error.
func TestHostile(t *testing.T) {
	deep := strings.Repeat("<a>", 300)
	cases := map[string]struct {
		name luminos.Path
		b    []byte
	}{
		"garbage":     {"a.docx", bytes.Repeat([]byte{0, 1, 0xFF, 0x80}, 1000)},
		"only a zip":  {"a.docx", zipped(t, pair{"x", "y"})},
		"only an OLE": {"a.doc", []byte(oleMagic)},
		"bomb":        {"a.docx", word(t, "<w:t>"+strings.Repeat("x ", partMost/2)+"</w:t>")},
		"depth":       {"a.docx", word(t, deep)},
		"attributes":  {"a.docx", word(t, "<a"+strings.Repeat(` b`, 1_000_000)+">")},
		"entities":    {"a.fb2", []byte(`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><FictionBook>&b;</FictionBook>`)},
		"cells": {"a.ods", zipped(t, pair{"mimetype", "application/vnd.oasis.opendocument.spreadsheet"}, pair{"content.xml",
			`<table:table>` + strings.Repeat(`<table:table-row table:number-rows-repeated="999999999"><table:table-cell table:number-columns-repeated="999999999">
				<text:p>`+strings.Repeat("x", 1000)+`</text:p></table:table-cell></table:table-row>`, 2) + `</table:table>`})},
		"groups": {"a.rtf", []byte(`{\rtf1` + strings.Repeat("{", 1_000_000))},
		"manifest": {"a.odt", zipped(t, pair{"mimetype", "application/vnd.oasis.opendocument.text"}, pair{"content.xml", "x"},
			pair{"META-INF/manifest.xml", `<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>`})},
	}
	for name, c := range cases {
		x, err := extract(t, c.name, c.b)
		if x == nil {
			t.Errorf("%s: is not read", name)
		} else if err == nil && x.State == "" && len(x.Limits) == 0 {
			t.Errorf("%s: has neither state, nor limit, nor error", name)
		}
	}
	x, _ := extract(t, "a.odt", cases["manifest"].b)
	if x.State != luminos.ExtractEncrypted {
		t.Errorf("encrypted: %+v", x)
	}
}

// TestCut checks that a file that is cut off anywhere costs no more than its content.
func TestCut(t *testing.T) {
	for name, b := range samples(t) {
		for i := range 8 {
			x, err := extract(t, name, b[:len(b)*i/8])
			if x != nil && i > 0 && err == nil && x.State == "" && len(x.Limits) == 0 && x.Content() == "" {
				t.Errorf("%s: cut at %d/8 it is empty without a reason", name, i)
			}
		}
	}
}

// TestRow checks a row with all columns, and a cell far to the right.
func TestRow(t *testing.T) {
	var r row
	for range 2 * columnsMost {
		r.put(0, "x")
	}
	if r.last != columnsMost || strings.Count(r.line.String(), "\t") != columnsMost-1 {
		t.Errorf("%d columns, %d tabs", r.last, strings.Count(r.line.String(), "\t"))
	}
	r.reset()
	r.put(columnOf("XFD1"), "x")
	if r.last != columnsMost || r.line.Len() != gapMost+1 {
		t.Errorf("%d columns, %d bytes", r.last, r.line.Len())
	}
}

// TestFormats checks the kinds and the texts of numbers.
func TestFormats(t *testing.T) {
	for _, c := range []struct {
		value, code, want string
	}{
		{"44000", "yyyy-mm-dd", "2020-06-18"}, {"1", "d/m", "1900-01-01"}, {"60.5", "d/m/yy h:mm", "1900-02-28 12:00:00"},
		{"0.5", "h:mm", "12:00:00"}, {"1.5", "[h]:mm", "36:00:00"}, {"0.125", "0.0%", "12.5%"}, {"44000", `"day" 0`, "44000"},
		{"44000", "[Red]0", "44000"}, {"-1", "d", "-1"}, {"1e300", "d", "1e+300"}, {"0.1", "General", "0.1"},
		{"NaN", "0", "NaN"}, {"1234567.891", "#,##0.00", "1234567.891"},
	} {
		f := &cellFormats{kinds: []cellKind{kindOfCode(c.code)}}
		if c.code == "d/m/yy h:mm" {
			c.want = "1900-02-28 12:00:00" // Excel counts a day that was no day
		}
		if got := f.show(c.value, "0"); got != c.want {
			t.Errorf("%s as %s is %q, want %q", c.value, c.code, got, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for name, b := range samples(f) {
		f.Add(string(name), b)
	}
	f.Add("a.xls", compoundFile(f, map[string]string{"Workbook": "\x09\x08\x10\x00\x00\x06\x05\x00" + strings.Repeat("\x00", 12) + "\x0A\x00\x00\x00"}))
	f.Add("a.doc", compoundFile(f, map[string]string{"WordDocument": "\xEC\xA5\xC1\x00" + strings.Repeat("\x00", 600), "0Table": "\x02\x10\x00\x00\x00"}))
	f.Add("a.ppt", compoundFile(f, map[string]string{"PowerPoint Document": "\x0F\x00\xE8\x03\x20\x00\x00\x00\x00\x00\xA0\x0F\x04\x00\x00\x00a\x00b\x00"}))
	f.Fuzz(func(t *testing.T, name string, b []byte) {
		if _, err := extract(t, luminos.Path(name), b); errors.Is(err, file.ErrTooLarge) && len(b) < 1000 {
			t.Logf("too large: %d bytes", len(b))
		}
	})
}

// TestPagesAreOfDocuments reads the number of pages of a document of Word, and none of a package of Windows Installer,
// whose property with this number is the version of the installer.
func TestPagesAreOfDocuments(t *testing.T) {
	set := strings.Repeat("\x00", 44) + "\x30\x00\x00\x00" + "\x18\x00\x00\x00\x01\x00\x00\x00" +
		"\x0e\x00\x00\x00\x10\x00\x00\x00" + "\x03\x00\x00\x00\x2d\x01\x00\x00"
	for stream, want := range map[string]int64{"WordDocument": 301, "\u4840\u3F3F\u4577\u446C\u3B6A\u45E4\u4824": 0} {
		data := compoundFile(t, map[string]string{"\x05SummaryInformation": set,
			stream: "\xEC\xA5\xC1\x00" + strings.Repeat("\x00", 600)})
		x, _ := extract(t, "a.doc", data) // its text is damaged
		if got := x.Number("pages"); got != want {
			t.Errorf("%q: got %d pages, want %d", stream, got, want)
		}
	}
}

// TestSetCleans checks that no property has a NUL or bytes that are no UTF-8.
func TestSetCleans(t *testing.T) {
	d := &document{x: &luminos.Extraction{}}
	d.set("created", "2020-02-03T04:05:06\x00\xff")
	d.set("title", "a\x00b\xff")
	for name, want := range map[string]string{
		"created": "2020-02-03", "created at": "2020-02-03T04:05:06\uFFFD", "title": "ab\uFFFD",
	} {
		if got := d.x.Property(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
