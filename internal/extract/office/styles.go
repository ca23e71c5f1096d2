package office

import (
	"strconv"
	"strings"
)

const (
	stylesMost = 20_000 // styles of a document that are read
	basesMost  = 12     // styles that a style can be based on, one after the other
)

// style is a style of paragraphs.
type style struct {
	name, base string
	level      int // of headings, from 1; 0 if it states none
	list       string
	listLevel  int // -1 if it states none
}

// styleReader reads the styles of a Word document.
type styleReader struct {
	styles map[string]*style // by ID
	last   *style
	lists  numberingReader
}

func (h *styleReader) start(e *element) bool {
	switch e.name {
	case "style":
		h.last = nil
		if e.get("type") == "paragraph" && len(h.styles) < stylesMost {
			h.last = &style{listLevel: -1}
			h.styles[e.get("styleId")] = h.last
		}
	case "name":
		if h.last != nil {
			h.last.name = strings.ToLower(cut(e.get("val"), titleMost))
		}
	case "basedOn":
		if h.last != nil {
			h.last.base = e.get("val")
		}
	case "numId":
		if h.last != nil {
			h.last.list = e.get("val")
		}
	case "ilvl":
		if h.last != nil {
			h.last.listLevel = number(e.get("val"))
		}
	case "outlineLvl":
		if n := number(e.get("val")); h.last != nil && n >= 0 && n < 9 {
			h.last.level = n + 1
		}
	}
	return false
}

func (*styleReader) end(string)  {}
func (*styleReader) text(string) {}

// level returns the level of the headings in a style, or 0, and whether it is the style of titles.
func (h *styleReader) level(id string) (level int, isTitle bool) {
	for range basesMost {
		s := h.styles[id]
		if s == nil {
			// Documents without a part for styles use the usual names.
			return headingLevel(strings.ToLower(id)), strings.EqualFold(id, "title")
		}
		if s.name == "title" {
			return 0, true
		}
		if s.level > 0 {
			return s.level, false
		}
		if n := headingLevel(s.name); n > 0 {
			return n, false
		}
		if s.base == "" {
			break
		}
		id = s.base
	}
	return 0, false
}

// list returns the list of the paragraphs in a style, their level or -1, and the style that states it.
func (h *styleReader) list(id string) (list string, level int, by string) {
	for range basesMost {
		s := h.styles[id]
		if s == nil {
			break
		}
		if s.list != "" {
			return s.list, s.listLevel, id
		}
		id = s.base
	}
	return "", -1, ""
}

// headingLevel returns the level of a style by its English name, "heading 2", or 0.
func headingLevel(name string) int {
	rest, ok := strings.CutPrefix(name, "heading")
	if !ok {
		return 0
	}
	n, err := strconv.Atoi(strings.TrimSpace(rest))
	if err != nil || n < 1 || n > 9 {
		return 0
	}
	return n
}
