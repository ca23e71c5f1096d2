package office

import (
	"strings"
)

// sheetInfo is a sheet as the workbook lists it.
type sheetInfo struct {
	name, id string
	hidden   bool
}

// workbookReader reads the main part of a workbook.
type workbookReader struct {
	sheets   []sheetInfo
	from1904 bool
}

func (h *workbookReader) start(e *element) bool {
	switch e.name {
	case "sheet":
		if len(h.sheets) < partsMost {
			hidden := e.get("state") == "hidden" || e.get("state") == "veryHidden"
			h.sheets = append(h.sheets, sheetInfo{title(e.own("name")), e.ref("id"), hidden})
		}
	case "workbookPr":
		h.from1904 = e.get("date1904") == "1" || e.get("date1904") == "true"
	}
	return false
}
func (*workbookReader) end(string)  {}
func (*workbookReader) text(string) {}

// readWorkbook reads the sheets of a workbook, in its order.
func readWorkbook(p *pack, main string, rels []relation) error {
	d := p.d
	book := &workbookReader{}
	if err := p.walk(main, book); err != nil {
		return err
	}
	cells := &cellFormats{from1904: book.from1904}
	strs := &sharedStrings{}
	for _, name := range byKind(rels, "styles") {
		if err := p.walk(name, cells); err != nil {
			return err
		}
	}
	for _, name := range byKind(rels, "sharedStrings") {
		if err := p.walk(name, strs); err != nil {
			return err
		}
	}
	for _, name := range byKind(rels, "externalLink") {
		links, err := p.relations(name)
		if err != nil {
			return err
		}
		d.risk("links to other files")
		d.external(links)
		if strings.Contains(p.head(name), "ddeLink") {
			d.risk("runs commands through DDE")
		}
	}
	var comments []string
	seen := map[string]bool{}
	for _, s := range book.sheets {
		name := byID(rels, s.id)
		if name != "" && seen[name] {
			name = "" // a sheet has a part of its own
		}
		seen[name] = true
		more, err := readSheet(p, name, s, &sheetReader{d: d, cells: cells, strs: strs})
		if err != nil {
			return err
		}
		comments = append(comments, more...)
	}
	return readNotes(p, comments)
}

// readSheet reads one sheet. It returns the names of the parts with its comments.
func readSheet(p *pack, name string, s sheetInfo, h *sheetReader) (comments []string, err error) {
	d := p.d
	d.x.Add("sheets", 1)
	if s.hidden {
		d.x.Add("hidden sheets", 1)
	}
	d.part("sheet " + s.name)
	if err := p.walk(name, h); err != nil {
		return nil, err
	}
	h.table(s.name)
	rels, err := p.relations(name)
	if err != nil {
		return nil, err
	}
	d.external(rels)
	for _, kind := range []string{"drawing", "diagramData"} {
		for _, drawing := range byKind(rels, kind) {
			if err := readDrawing(p, drawing); err != nil {
				return nil, err
			}
		}
	}
	return byKind(rels, "comments"), nil
}

// readDrawing adds the text of a drawing, and of its charts, to the part that was begun last.
func readDrawing(p *pack, name string) error {
	d := p.d
	h := &wordReader{flow: flow{d: d}}
	if err := p.walk(name, h); err != nil {
		return err
	}
	h.flush()
	rels, err := p.relations(name)
	if err != nil {
		return err
	}
	d.external(rels)
	for _, chart := range byKind(rels, "chart") {
		d.x.Add("charts", 1)
		if err := p.walk(chart, h); err != nil {
			return err
		}
		h.flush()
	}
	return nil
}

// readNotes reads the comments of the sheets as one part.
func readNotes(p *pack, names []string) error {
	d := p.d
	h := &noteReader{d: d}
	for _, name := range names {
		h.authors = nil
		if err := p.walk(name, h); err != nil {
			return err
		}
	}
	return nil
}

// noteReader reads the comments of a sheet.
type noteReader struct {
	d       *document
	authors []string
	author  string
	ref     string
	begun   bool
	value   strings.Builder
	open    bool // the element holds text
}

func (h *noteReader) start(e *element) bool {
	switch e.name {
	case "author":
		h.open = true
		h.value.Reset()
	case "comment":
		h.d.x.Add("comments", 1)
		h.author, h.ref = "", e.get("ref")
		if n := number(e.get("authorId")); n >= 0 && n < len(h.authors) {
			h.author = h.authors[n]
		}
		h.d.mark(h.author, "")
		h.value.Reset()
	case "t":
		h.open = true
	case "rPh":
		return true
	}
	return false
}

func (h *noteReader) text(s string) {
	if h.open && h.value.Len() < cellMost {
		h.value.WriteString(s)
	}
}

func (h *noteReader) end(name string) {
	switch name {
	case "t":
		h.open = false
	case "author":
		h.open = false
		if len(h.authors) < partsMost {
			h.authors = append(h.authors, title(h.value.String()))
		}
	case "comment":
		if !h.begun {
			h.begun = true
			h.d.part("comments")
		}
		h.d.line(cut(h.ref, 20) + " " + h.author + ": " + oneLine(h.value.String()))
	}
}

// oneLine returns a text with its line ends and tabs as spaces.
func oneLine(s string) string { return lineEnds.Replace(s) }

var lineEnds = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ", "\x00", " ")

// sharedStrings are the texts that cells refer to by number.
type sharedStrings struct {
	all  []byte
	ends []uint32
	open bool
}

func (h *sharedStrings) start(e *element) bool {
	h.open = e.name == "t"
	return e.name == "rPh" || e.name == "rPr"
}

func (h *sharedStrings) text(s string) {
	from := 0 // the beginning of the text
	if n := len(h.ends); n > 0 {
		from = int(h.ends[n-1])
	}
	if left := cellMost - (len(h.all) - from); h.open && left > 0 {
		h.all = append(h.all, cut(s, left)...)
	}
}

func (h *sharedStrings) end(name string) {
	h.open = false
	if name == "si" {
		h.ends = append(h.ends, uint32(len(h.all)))
	}
}

// get returns the text with the given number as a cell shows it.
func (h *sharedStrings) get(n int) string {
	if n < 0 || n >= len(h.ends) {
		return ""
	}
	from := uint32(0)
	if n > 0 {
		from = h.ends[n-1]
	}
	return cut(string(h.all[from:min(h.ends[n], from+cellMost)]), cellMost)
}
