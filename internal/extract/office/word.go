package office

import "strings"

// readWord reads the parts of a Word document.
func readWord(p *pack, main string, rels []relation) error {
	d := p.d
	styles := &styleReader{styles: map[string]*style{}}
	for _, name := range byKind(rels, "styles") {
		if err := p.walk(name, styles); err != nil {
			return err
		}
	}
	styles.lists = numberingReader{lists: map[string]*numberedList{}, uses: map[string]*listUse{}}
	for _, name := range byKind(rels, "numbering") {
		if err := p.walk(name, &styles.lists); err != nil {
			return err
		}
	}
	d.external(rels)
	body := &wordReader{flow: flow{d: d, part: d.part("text")}, styles: styles}
	if err := p.walk(main, body); err != nil {
		return err
	}
	body.flush()
	d.set("title", body.title)
	for _, more := range []struct{ kind, part string }{
		{"footnotes", "footnotes"}, {"endnotes", "endnotes"}, {"comments", "comments"},
		{"header", "headers and footers"}, {"footer", "headers and footers"}, {"diagramData", "diagrams"},
	} {
		if err := readWordParts(p, byKind(rels, more.kind), more.part, styles); err != nil {
			return err
		}
	}
	for _, name := range byKind(rels, "chart") {
		if err := readChart(p, name, "charts"); err != nil {
			return err
		}
	}
	for _, name := range byKind(rels, "settings") {
		settings, err := p.relations(name)
		if err != nil {
			return err
		}
		d.external(settings)
	}
	return nil
}

// readWordParts reads parts beside the body of a document as one part of the text. Parts with equal text, such as the
// footers of sections, are not repeated.
func readWordParts(p *pack, names []string, part string, styles *styleReader) error {
	d := p.d
	for _, name := range names {
		h := &wordReader{flow: flow{d: d}, styles: styles, aside: part}
		if err := p.walk(name, h); err != nil {
			return err
		}
		h.flush()
		rels, err := p.relations(name)
		if err != nil {
			return err
		}
		d.external(rels)
	}
	return nil
}

// wordReader reads the text of a part of a Word document, and of drawings.
type wordReader struct {
	flow
	styles *styleReader
	prefix string // of the next text: the author of a comment
	aside  string // the name of the part of the text, if it is begun only for a text
	title  string // the first paragraph in the style of titles
	inText bool
	field  bool // the text is the instruction of a field
	named  bool // the paragraph is in the style of titles
	item   listItem
}

// listItem is the place of a paragraph in a list.
type listItem struct {
	list, style string
	level       int // -1 if the paragraph states none
}

func (h *wordReader) start(e *element) bool {
	switch e.name {
	case "Fallback", "rPr", "sectPr", "tblPr", "tcPr", "trPr", "delText", "binData", "pPrChange":
		return true
	case "del", "moveFrom", "ins", "moveTo":
		h.d.x.Add("tracked changes", 1)
		h.d.mark(e.get("author"), e.get("date"))
		return e.name == "del" || e.name == "moveFrom"
	case "t":
		h.inText = true
	case "instrText":
		h.inText, h.field = true, true
	case "tab", "ptab":
		h.add("\t")
	case "br", "cr":
		h.add(" ")
	case "noBreakHyphen":
		h.add("-")
	case "p":
		if h.tables == 0 {
			h.flush()
		}
		h.level, h.named, h.item = 0, false, listItem{level: -1}
	case "numId":
		h.item.list = e.get("val")
	case "ilvl":
		h.item.level = number(e.get("val"))
	case "pStyle":
		h.style(e.get("val"))
	case "outlineLvl":
		if n := number(e.get("val")); n >= 0 && n < 9 && h.level == 0 {
			h.level = n + 1
		}
	case "tbl":
		h.begin()
		h.table(true)
	case "docPr": // of a picture, whose description takes its place
		if text := e.own("descr"); text != "" {
			h.begin()
			h.add(" " + cut(oneLine(text), cellMost) + " ")
		}
	case "textpath":
		h.add(e.get("string") + " ")
	case "comment":
		h.comment(e)
	case "footnote", "endnote":
		kind := e.get("type")
		if kind == "separator" || kind == "continuationSeparator" || kind == "continuationNotice" {
			return true
		}
		h.d.x.Add(e.name+"s", 1)
	case "fldSimple":
		h.instruction(e.get("instr"))
	}
	return false
}

// comment begins a comment with its author.
func (h *wordReader) comment(e *element) {
	h.d.x.Add("comments", 1)
	h.d.mark(e.get("author"), e.get("date"))
	if author := title(e.get("author")); author != "" {
		h.prefix = author + ": "
	}
}

// begin begins the part of the text for a part beside the body, before its first text.
func (h *wordReader) begin() {
	if h.aside == "" {
		return
	}
	if n := len(h.d.x.Parts); n == 0 || h.d.x.Parts[n-1].Name != h.aside {
		h.d.part(h.aside)
	}
	h.aside = ""
}

// style sets the level of the paragraph by its style.
func (h *wordReader) style(id string) {
	if h.styles == nil {
		return
	}
	level, named := h.styles.level(id)
	if level > 0 {
		h.level = level
	}
	h.named, h.item.style = named, id
}

// number sets the number of the paragraph, which is a part of the line in a table.
func (h *wordReader) number() {
	if h.styles == nil {
		return
	}
	i := h.item
	if i.list == "" {
		level := i.level
		if i.list, i.level, i.style = h.styles.list(i.style); level >= 0 {
			i.level = level
		}
	}
	label := h.styles.lists.next(i.list, i.level, i.style)
	switch {
	case label == "":
	case h.tables > 0:
		h.add(label + " ")
	default:
		h.label = label + " "
	}
}

// instruction records the dangers of the instruction of a field.
func (h *wordReader) instruction(s string) {
	switch first, _, _ := strings.Cut(strings.TrimSpace(strings.ToUpper(cut(s, titleMost))), " "); first {
	case "DDE", "DDEAUTO":
		h.d.risk("runs commands through DDE")
	case "INCLUDETEXT", "INCLUDEPICTURE":
		h.d.risk("links to other files")
	}
}

func (h *wordReader) text(s string) {
	switch {
	case h.field:
		h.instruction(s)
	case h.inText:
		h.begin()
		h.add(h.prefix + s)
		h.prefix = ""
	}
}

func (h *wordReader) end(name string) {
	switch name {
	case "t", "instrText":
		h.inText, h.field = false, false
	case "pPr":
		h.number()
	case "p":
		if h.named && h.title == "" && h.tables == 0 {
			h.title = title(h.line.String())
		}
		h.paragraph()
	case "tc":
		h.cell()
	case "tr":
		h.row()
	case "tbl":
		h.table(false)
	}
}
