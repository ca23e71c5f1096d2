package office

import "testing"

// TestNumbering numbers the paragraphs of lists: levels, styles, lists that begin anew, bullets and tables. A heading
// does not repeat its number.
func TestNumbering(t *testing.T) {
	const lists = `<w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:start w:val="3"/>
			<w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1."/></w:lvl>
			<w:lvl w:ilvl="1"><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/>
			<w:pStyle w:val="Sub"/></w:lvl><w:lvl w:ilvl="2"><w:numFmt w:val="bullet"/><w:lvlText w:val="o"/></w:lvl>
		</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>
		<w:num w:numId="2"><w:abstractNumId w:val="7"/>
			<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>`
	const styles = `<w:style w:type="paragraph" w:styleId="Sub"><w:name w:val="heading 2"/>
		<w:numPr><w:numId w:val="1"/></w:numPr></w:style>
		<w:style w:type="paragraph" w:styleId="Own"><w:basedOn w:val="Sub"/></w:style>`
	item := func(properties, text string) string {
		return "<w:p><w:pPr>" + properties + "</w:pPr><w:t>" + text + "</w:t></w:p>"
	}
	const one = `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>`
	const two = `<w:numPr><w:numId w:val="2"/></w:numPr>`
	const rel = `<Relationship Type="x/`
	b := word(t, item(one, "a")+item(`<w:pStyle w:val="Own"/>`, "b")+item(`<w:pStyle w:val="Sub"/>`, "c")+item(one, "d")+
		item(`<w:numPr><w:ilvl w:val="2"/><w:numId w:val="1"/></w:numPr>`, "e")+item(`<w:pStyle w:val="Sub"/>`, "f")+
		item(two, "g")+item(two, "h")+item(two, "")+item("<w:pPrChange>"+one+"</w:pPrChange>", "i")+
		`<w:tbl><w:tr><w:tc>`+item(one, "j")+`</w:tc></w:tr></w:tbl>`+
		item(`<w:pStyle w:val="Sub"/><w:numPr><w:numId w:val="0"/></w:numPr>`, "k"),
		pair{"word/n.xml", "<w:numbering>" + lists + "</w:numbering>"},
		pair{"word/s.xml", "<w:styles>" + styles + "</w:styles>"},
		pair{"word/_rels/document.xml.rels", `<Relationships>` + rel + `numbering" Target="n.xml"/>` +
			rel + `styles" Target="s.xml"/></Relationships>`})
	x, err := extract(t, "a.docx", b)
	if err != nil || x.State != "" {
		t.Fatalf("%v, %+v", err, x)
	}
	const want = "III. a\nIII.a) b\nIII.b) c\nIV. d\ne\nIV.a) f\nI. g\nII. h\ni\nIV. j\nk\n"
	if got := x.Content(); got != want {
		t.Errorf("content %q, want %q", got, want)
	}
	if len(x.Outline) == 0 || x.Outline[0].Title != "b" {
		t.Errorf("outline %+v", x.Outline)
	}
}

// TestNumberFormats checks numbers at the bounds of their formats.
func TestNumberFormats(t *testing.T) {
	for _, c := range []struct {
		format string
		n      int
		want   string
	}{
		{"decimal", 12, "12"}, {"decimalZero", 7, "07"}, {"none", 3, ""}, {"lowerLetter", 27, "aa"}, {"upperLetter", 26, "Z"},
		{"upperLetter", 261, "261"}, {"lowerLetter", 0, "0"}, {"lowerRoman", 1994, "mcmxciv"}, {"upperRoman", 4000, "4000"},
	} {
		if got := (&listLevel{format: c.format, at: c.n}).label(); got != c.want {
			t.Errorf("%d as %s is %q, want %q", c.n, c.format, got, c.want)
		}
	}
}
