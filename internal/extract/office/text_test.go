package office

import (
	"strings"
	"testing"
	"unicode/utf8"

	"luminos"
)

const (
	relationStart = `<Relationships><Relationship Id="r1" Type="x/`
	relationEnd   = `"/></Relationships>`
	odfType       = "application/vnd.oasis.opendocument."
	chartPart     = `<c:chartSpace><c:title><c:tx><a:p><a:t>Sales</a:t></a:p></c:tx></c:title>` +
		`<c:ser><c:tx><c:strCache><c:pt idx="0"><c:v>North</c:v></c:pt></c:strCache></c:tx>` +
		`<c:cat><c:strCache><c:pt idx="0"><c:v>007</c:v></c:pt><c:pt idx="2"><c:v>May</c:v></c:pt></c:strCache></c:cat>` +
		`<c:val><c:numCache><c:formatCode>0%</c:formatCode><c:pt idx="0"><c:v>0.30000000000000004</c:v></c:pt></c:numCache>` +
		`</c:val></c:ser><c:ser><c:cat><c:pt idx="0"><c:v>again</c:v></c:pt></c:cat><c:val><c:numLit><c:pt idx="2">` +
		`<c:v>5</c:v></c:pt></c:numLit></c:val></c:ser></c:chartSpace>`
	chartText = "Sales\n\tNorth\n007\t30%\nMay\t\t5\n"
)

// record returns a record of a presentation of PowerPoint 97.
func record(version, kind uint16, content string) string {
	b := le.AppendUint16(le.AppendUint16(nil, version), kind)
	return string(le.AppendUint32(b, uint32(len(content)))) + content
}

// oldDocument returns the beginning of a file of Word before Word 97, with a text behind it.
func oldDocument(magic string, version, flags uint16, text string) string {
	b := make([]byte, 0x180)
	copy(b, magic)
	le.PutUint16(b[2:], version)
	le.PutUint16(b[10:], flags)
	le.PutUint32(b[24:], uint32(len(b)))
	le.PutUint32(b[28:], uint32(len(b)+len(text)))
	return string(b) + text
}

// fastSaved returns a document of Word 95 whose text is in two pieces, the second of which is first in the file.
func fastSaved() string {
	b := []byte(oldDocument("\xDC\xA5", 0x65, 4, "second\rfirst\r"))
	table := []byte{2}
	table = le.AppendUint32(table, 4*3+8*2)
	for _, n := range []uint32{0, 6, 13} {
		table = le.AppendUint32(table, n)
	}
	for _, at := range []uint32{0x180 + 7, 0x180} {
		table = append(le.AppendUint32(append(table, 0, 0), at), 0, 0)
	}
	le.PutUint32(b[0x160:], uint32(len(b)))
	le.PutUint32(b[0x164:], uint32(len(table)))
	return string(append(b, table...))
}

// TestText reads texts that are beside the paragraphs of a document, or in formats of old programs.
func TestText(t *testing.T) {
	note := func(slide string, text string) string {
		return record(0xF, recNotes, record(1, recNotesAtom, slide+"\x00\x00\x00\x00")+record(0, recTextBytes, text))
	}
	const odp, ods, odt = odfType + "presentation", odfType + "spreadsheet", odfType + "text"
	for name, c := range map[string]struct {
		file luminos.Path
		b    []byte
		want string
	}{
		"chart of a document": {"a.docx", word(t, "<w:p><w:t>a</w:t></w:p>", pair{"word/c.xml", chartPart},
			pair{"word/_rels/document.xml.rels", relationStart + `chart" Target="c.xml` + relationEnd}),
			"[text]\na\n[charts]\n" + chartText},
		"chart of a slide": {"a.pptx", zipped(t, pair{"_rels/.rels", "<a/>"},
			pair{"ppt/presentation.xml", `<p:presentation xmlns:r="r"><p:sldId id="256" r:id="r1"/></p:presentation>`},
			pair{"ppt/_rels/presentation.xml.rels", relationStart + `slide" Target="s.xml` + relationEnd},
			pair{"ppt/s.xml", "<p:sld/>"}, pair{"ppt/c.xml", chartPart},
			pair{"ppt/_rels/s.xml.rels", relationStart + `chart" Target="c.xml` + relationEnd}), chartText},
		"description of a picture": {"a.docx",
			word(t, `<w:p><w:t>see</w:t><wp:docPr id="1" descr="an oak"/></w:p>`), "see an oak\n"},
		"object of a presentation": {"a.odp", zipped(t, pair{"mimetype", odp},
			pair{"content.xml", `<draw:page><draw:object xlink:href="./O"/><draw:object xlink:href="./gone"/>` +
				`<text:p>a</text:p></draw:page>`},
			pair{"O/content.xml", `<office:spreadsheet><table:table><table:table-row><table:table-cell><text:p>b</text:p>` +
				`</table:table-cell><table:table-cell><text:p>c</text:p></table:table-cell></table:table-row></table:table>` +
				`</office:spreadsheet>`}), "[slide 1]\na\n[embedded objects]\nb \tc\n"},
		"chart of a workbook": {"a.ods", zipped(t, pair{"mimetype", ods},
			pair{"content.xml", `<table:table table:name="S"><draw:object xlink:href="./O"/></table:table>`},
			pair{"O/content.xml", `<office:chart><text:p>Sales</text:p><table:table><table:table-row><table:table-cell>` +
				`<text:p>5</text:p></table:table-cell></table:table-row></table:table></office:chart>`}),
			"[sheet S]\n[embedded objects]\nSales\n"},
		"formula": {"a.odt", zipped(t, pair{"mimetype", odt},
			pair{"content.xml", `<text:p>a<draw:object xlink:href="./f"/></text:p>`},
			pair{"f/content.xml", `<math:math><math:mi>x</math:mi><math:mo>=</math:mo><math:mn>1</math:mn>` +
				`<math:annotation encoding="StarMath 5.0">x=1</math:annotation></math:math>`}),
			"[text]\na\n[embedded objects]\n x = 1\n"},
		"notes of an old presentation": {"a.ppt", compoundFile(t, map[string]string{
			"PowerPoint Document": record(0, recTextBytes, "Plan") + note("\x00\x00\x00\x80", "Click to edit") +
				note("\x00\x01\x00\x00", "say it")}), "[text]\nPlan\n[notes]\nsay it\n"},
		"mail that was HTML": {"a.rtf",
			[]byte(`{\rtf1\fromhtml1 one{\*\htmltag116 <br>}\htmlrtf \line\htmlrtf0 two}`), "one two\n"},
		"Word 2": {"a.doc", []byte(oldDocument("\xDB\xA5", 45, 0, "a \x13SYMBOL 183\x15tree\r")), "a tree\n"},
		"Word 95": {"a.doc", compoundFile(t, map[string]string{
			"WordDocument": oldDocument("\xDC\xA5", 0x65, 0, "na\xEFve\r")}), "naïve\n"},
		"saved fast": {"a.doc", compoundFile(t, map[string]string{"WordDocument": fastSaved()}), "first\nsecond\n"},
	} {
		x, err := extract(t, c.file, c.b)
		if err != nil || x == nil || x.State != "" {
			t.Errorf("%s: %v, %+v", name, err, x)
		} else if got := x.Content(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestChartBounds reads a chart that claims a value far away.
func TestChartBounds(t *testing.T) {
	h := &chartReader{wordReader: wordReader{flow: flow{d: emptyDocument()}}}
	const far = `<c:ser><c:val><c:pt idx="999999999"><c:v>1</c:v></c:pt></c:val></c:ser>`
	if err := walk(strings.NewReader(far), h); err != nil || h.cells != 0 || len(h.d.x.Limits) != 1 {
		t.Errorf("%v, %d cells, limits %q", err, h.cells, h.d.x.Limits)
	}
}

// TestUnread checks that a presentation whose text is not read has a state.
func TestUnread(t *testing.T) {
	x, err := extract(t, "a.ppt", compoundFile(t, map[string]string{"PP40": "x"}))
	if err != nil || x.State != luminos.ExtractUnsupported || x.Format != "PowerPoint 95 presentation" {
		t.Errorf("%v, %+v", err, x)
	}
}

// TestLongParagraph breaks a long paragraph between words, and a long word between characters.
func TestLongParagraph(t *testing.T) {
	text := strings.Repeat("oak ", 1000) + strings.Repeat("ä", 1000)
	x, err := extract(t, "a.docx", word(t, "<w:p><w:t>"+text+"</w:t></w:p>"))
	if err != nil || x.Number("words") != 1002 {
		t.Fatalf("%v, %d words", err, x.Number("words"))
	}
	for line := range strings.Lines(x.Content()) {
		if len(line) > lineMost+1 || !utf8.ValidString(line) {
			t.Errorf("a line of %d bytes", len(line))
		}
	}
	h := &flow{d: emptyDocument()}
	h.add(strings.Repeat("\x80", 2*lineMost)) // it has no beginning of a character
	h.flush()
}
