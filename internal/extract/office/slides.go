package office

import (
	"slices"
	"strconv"
)

// slideList reads the order of the slides of a presentation.
type slideList struct{ ids []string }

func (h *slideList) start(e *element) bool {
	if e.name == "sldId" && len(h.ids) < partsMost {
		h.ids = append(h.ids, e.ref("id"))
	}
	return false
}
func (*slideList) end(string)  {}
func (*slideList) text(string) {}

// readSlides reads the slides of a presentation in their order, each with its notes and its comments.
func readSlides(p *pack, main string, rels []relation) error {
	d := p.d
	list := &slideList{}
	if err := p.walk(main, list); err != nil {
		return err
	}
	d.external(rels)
	var comments []string
	seen := map[string]bool{}
	for i, id := range list.ids {
		d.x.Add("slides", 1)
		name := byID(rels, id)
		if name != "" && seen[name] {
			name = "" // a slide has a part of its own
		}
		seen[name] = true
		part := d.part("slide " + strconv.Itoa(i+1))
		h := &slideReader{wordReader: wordReader{flow: flow{d: d, part: part}}}
		if err := p.walk(name, h); err != nil {
			return err
		}
		h.flush()
		if i == 0 {
			d.set("title", h.title)
		}
		slide, err := p.relations(name)
		if err != nil {
			return err
		}
		d.external(slide)
		for _, kind := range []string{"diagramData", "chart", "notesSlide"} {
			for _, more := range byKind(slide, kind) {
				if err := readBeside(p, more, kind); err != nil {
					return err
				}
			}
		}
		comments = append(comments, byKind(slide, "comments")...)
	}
	h := &wordReader{flow: flow{d: d}, aside: "comments"}
	for _, name := range comments {
		c := &slideComments{h}
		if err := p.walk(name, c); err != nil {
			return err
		}
		h.flush()
	}
	return nil
}

// readBeside reads a diagram, a chart or the notes of a slide into the part of the slide.
func readBeside(p *pack, name, kind string) error {
	d := p.d
	if kind == "chart" {
		d.x.Add("charts", 1)
		return readChart(p, name, "")
	}
	h := &slideReader{wordReader: wordReader{flow: flow{d: d}}}
	if kind == "notesSlide" {
		h.notes, h.prefix = true, "Notes: "
	}
	if err := p.walk(name, h); err != nil {
		return err
	}
	if h.notes && h.prefix == "" {
		d.x.Add("slides with notes", 1)
	}
	h.flush()
	return nil
}

// slideReader reads the text of a slide or of its notes.
type slideReader struct {
	wordReader
	notes bool
	kind  string // of the placeholder that the shape is, or ""
	field bool   // a field for the number of the slide or the day is open
}

func (h *slideReader) start(e *element) bool {
	switch e.name {
	case "sld":
		if show := e.own("show"); show == "0" || show == "false" {
			h.d.x.Add("hidden slides", 1)
		}
	case "sp":
		h.kind = ""
	case "ph":
		h.kind = e.own("type")
	case "fld":
		h.field = e.own("type") == "slidenum"
	case "txBody":
		// The notes hold the number of the slide and a header too.
		if slices.Contains([]string{"sldNum", "dt"}, h.kind) || h.notes && h.kind != "body" && h.kind != "" {
			return true
		}
		if h.kind == "title" || h.kind == "ctrTitle" {
			h.flush()
			h.named = true
		}
	case "p":
		named := h.named
		h.wordReader.start(e)
		if h.named = named; named {
			h.level = 1
		}
		return false
	}
	return h.wordReader.start(e)
}

func (h *slideReader) text(s string) {
	if !h.field {
		h.wordReader.text(s)
	}
}

func (h *slideReader) end(name string) {
	switch name {
	case "fld":
		h.field = false
	case "sp":
		h.kind = ""
	case "txBody":
		h.named = false
	}
	h.wordReader.end(name)
}

// slideComments reads the comments on a slide, of both generations.
type slideComments struct{ *wordReader }

func (h *slideComments) start(e *element) bool {
	switch e.name {
	case "cm", "reply":
		h.d.x.Add("comments", 1)
		h.d.mark("", e.get("dt")+e.get("created"))
		h.flush()
	case "text":
		h.inText = true
		return false
	}
	return h.wordReader.start(e)
}

func (h *slideComments) end(name string) {
	if name == "text" {
		h.inText = false
		h.flush()
	}
	h.wordReader.end(name)
}

// pageList reads the pages of a drawing of Visio.
type pageList struct {
	names []string
	ids   []string
}

func (h *pageList) start(e *element) bool {
	switch e.name {
	case "Page":
		h.names = append(h.names, e.own("Name"))
	case "Rel":
		if len(h.ids) < partsMost {
			h.ids = append(h.ids, e.ref("id"))
		}
	}
	return e.name == "PageSheet"
}
func (*pageList) end(string)  {}
func (*pageList) text(string) {}

// readVisio reads the pages of a drawing of Visio.
func readVisio(p *pack, rels []relation) error {
	d := p.d
	for _, name := range byKind(rels, "pages") {
		list := &pageList{}
		if err := p.walk(name, list); err != nil {
			return err
		}
		pages, err := p.relations(name)
		if err != nil {
			return err
		}
		for i, id := range list.ids {
			d.x.Add("pages", 1)
			name := "page " + strconv.Itoa(i+1)
			if i < len(list.names) && list.names[i] != "" {
				name = "page " + list.names[i]
			}
			d.part(name)
			h := &shapeReader{flow: flow{d: d}}
			if err := p.walk(byID(pages, id), h); err != nil {
				return err
			}
			h.flush()
		}
	}
	return nil
}

// shapeReader reads the texts of the shapes of a page of Visio.
type shapeReader struct {
	flow
	open bool
}

func (h *shapeReader) start(e *element) bool {
	if e.name == "Text" {
		h.open = true
	}
	return false
}

func (h *shapeReader) text(s string) {
	if h.open {
		h.add(oneLine(s))
	}
}

func (h *shapeReader) end(name string) {
	if name == "Text" {
		h.open = false
		h.flush()
	}
}
