package office

import (
	"bytes"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/extract/file"
)

// emptyDocument returns a document with no content.
func emptyDocument() *document {
	x := &luminos.Extraction{}
	f := &file.File{ReaderAt: bytes.NewReader(nil), Path: "a", Text: 1 << 16}
	return &document{file: f, x: x, text: file.NewText(f, x), left: 1 << 20}
}

// FuzzXML passes an XML document to the readers of all kinds of parts.
func FuzzXML(f *testing.F) {
	for _, s := range []string{
		`<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>a</w:t><w:tab/></w:r></w:p><w:tbl><w:tr><w:tc/></w:tr></w:tbl>`,
		`<row><c r="AB1" t="s" s="1"><v>1</v></c><c t="inlineStr"><is><t>x</t></is></c></row>`,
		`<table:table><table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="date"
			office:date-value="2020-01-01T00:00:00"/></table:table-row></table:table>`,
		`<office:annotation><dc:creator>a</dc:creator><text:p>b</text:p></office:annotation><text:h text:outline-level="3">t</text:h>`,
		`<FictionBook><body><section><title><p>a</p></title><p>b</p></section></body></FictionBook>`,
		`<abstractNum abstractNumId="1"><lvl ilvl="1"><lvlText val="%1"/></lvl></abstractNum>
			<num numId="1"><abstractNumId val="1"/></num>`,
		`<navPoint><navLabel><text>a</text></navLabel><content src="b#c"/></navPoint>`,
		`<comments><authors><author>a</author></authors><comment ref="A1" authorId="0"><t>b</t></comment></comments>`,
		`<sst><si><t>a</t></si></sst>`, `<sld show="0"><sp><ph type="title"/><txBody><p><t>a</t></p></txBody></sp></sld>`,
		`<ser><tx><v>a</v></tx><cat><pt idx="1"><v>b</v></pt></cat>
			<val><numCache><formatCode>0%</formatCode><pt idx="1"><v>1</v></pt></numCache></val></ser>`,
		`<nav epub:type="toc"><ol><li><a href="a">b</a></li></ol></nav><p>c<br/>d</p><table><tr><td>e</td></tr></table>`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d := emptyDocument()
		for _, h := range []handler{
			&wordReader{flow: flow{d: d}, styles: &styleReader{styles: map[string]*style{}}}, &styleReader{styles: map[string]*style{}},
			&slideReader{wordReader: wordReader{flow: flow{d: d}}}, &sheetReader{d: d, cells: &cellFormats{}, strs: &sharedStrings{}},
			&odfReader{flow: flow{d: d}}, &odfReader{flow: flow{d: d}, mime: "spreadsheet"}, &odfReader{flow: flow{d: d}, edges: true},
			&numberingReader{lists: map[string]*numberedList{}, uses: map[string]*listUse{}},
			&bookReader{flow: flow{d: d}}, &ncxReader{}, &noteReader{d: d}, &sharedStrings{}, &coreReader{d: d}, &cellFormats{},
			&opfReader{coreReader: coreReader{d: d}, items: map[string]bookItem{}}, &encryptionReader{}, &pageList{},
			&chartReader{wordReader: wordReader{flow: flow{d: d}}},
			&shapeReader{flow: flow{d: d}}, &slideComments{&wordReader{flow: flow{d: d}}},
		} {
			_ = walk(strings.NewReader(s), h)
		}
		_ = (&pageReader{flow: flow{d: d}, headings: true}).read(strings.NewReader(s))
		_ = (&navReader{}).read(strings.NewReader(s))
		d.finish()
	})
}

// FuzzStreams passes bytes to the readers of the streams of compound files.
func FuzzStreams(f *testing.F) {
	f.Add([]byte("\x09\x08\x08\x00\x00\x06\x05\x00\x00\x00\x00\x00\xFC\x00\x10\x00\x01\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00ab\x00\x00\x00" +
		"\x85\x00\x09\x00\x00\x00\x00\x00\x00\x00\x01\x00S\x0A\x00\x00\x00"))
	f.Add([]byte("\x10\x00\x00\x00\x10\x00\x00\x00LZFu\x00\x00\x00\x00\x00abcdefgh\x01\x00\x10"))
	f.Add([]byte("\xFE\xFF\x00\x00" + strings.Repeat("\x00", 40) + "\x30\x00\x00\x00\x40\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00\x10\x00\x00\x00\x1E\x00\x00\x00\x02\x00\x00\x00ab"))
	f.Add([]byte("\x0F\x00\xE8\x03\x20\x00\x00\x00\x00\x00\xA0\x0F\x04\x00\x00\x00a\x00b\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		d := emptyDocument()
		empty := &compound{entries: []oleEntry{{kind: 5}}}
		_ = readOldWorkbook(d, empty, b)
		_ = readOldWord(d, &compound{entries: []oleEntry{{kind: 5}, {kind: 2, name: "0Table", size: 64}}, mini: b, cutoff: 4096}, b)
		_ = readOldSlides(d, empty, b)
		propertySet(d, b, summaryNames, map[uint32]string{numberPages: "pages"})
		unpackRTF(b)
		d.finish()
	})
}

// FuzzCompound reads bytes as a compound file.
func FuzzCompound(f *testing.F) {
	f.Add(compoundFile(f, map[string]string{"a": "b"}))
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := openCompound(b)
		if err != nil {
			return
		}
		for i := range c.entries {
			c.stream(i)
		}
		_ = readMessage(emptyDocument(), c)
	})
}

// FuzzRTF reads bytes as a document in RTF.
func FuzzRTF(f *testing.F) {
	f.Add([]byte(`{\rtf1\ansi\ansicpg932{\fonttbl{\f0\fcharset128 A;}}{\info{\title x}{\creatim\yr2001\mo2\dy3}}\u12345?\'82\'a0{\*\x y}` +
		`{\field{\*\fldinst HYPERLINK "http://a.b"}{\fldrslt c}}\bin3 abc\par{\footnote f}\cell\row}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		d := emptyDocument()
		h := &rtfReader{flow: flow{d: d}, b: b}
		_ = h.read()
		h.emit()
		h.flush()
		d.finish()
	})
}
