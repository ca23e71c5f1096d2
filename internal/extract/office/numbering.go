package office

import (
	"strconv"
	"strings"
)

const (
	listLevels = 9
	listsMost  = 20_000 // lists, and uses of lists, that are read
)

// numberingReader reads the lists of a Word document, and counts the paragraphs in them (ECMA-376-1, 17.9).
type numberingReader struct {
	lists map[string]*numberedList // by ID
	uses  map[string]*listUse      // by the ID that paragraphs state
	list  *numberedList            // that is open
	use   *listUse                 // that is open
	level int                      // that is open
}

// numberedList is a list with several levels, and its state.
type numberedList struct {
	levels [listLevels]listLevel
	styles map[string]int // levels by the style of their paragraphs
}

// listLevel is a level of a list. Its text has a "%2" at the place of the number of the second level.
type listLevel struct {
	format, text string
	first, at    int // the number of the first paragraph, and of the last one, or -1
}

// listUse is a list as paragraphs refer to it.
type listUse struct {
	list   *numberedList
	starts map[int]int // numbers of the first paragraphs by level, until they are used
}

func (h *numberingReader) start(e *element) bool {
	value := e.get("val")
	switch e.name {
	case "abstractNum":
		h.use, h.list, h.level = nil, &numberedList{styles: map[string]int{}}, 0
		for i := range h.list.levels {
			h.list.levels[i] = listLevel{first: 1, at: -1}
		}
		if len(h.lists) < listsMost {
			h.lists[e.get("abstractNumId")] = h.list
		}
	case "num":
		h.list, h.use = nil, &listUse{starts: map[int]int{}}
		if len(h.uses) < listsMost {
			h.uses[e.get("numId")] = h.use
		}
	case "abstractNumId":
		if h.use != nil {
			h.use.list = h.lists[value]
		}
	case "lvl", "lvlOverride":
		h.level = min(max(number(e.get("ilvl")), 0), listLevels-1)
	case "startOverride":
		if h.use != nil {
			h.use.starts[h.level] = max(number(value), 0)
		}
	}
	if h.list == nil {
		return false
	}
	switch l := &h.list.levels[h.level]; e.name {
	case "start":
		l.first = max(number(value), 0)
	case "numFmt":
		l.format = value
	case "lvlText":
		l.text = cut(value, titleMost)
	case "pStyle":
		h.list.styles[value] = h.level
	}
	return false
}
func (*numberingReader) end(string)  {}
func (*numberingReader) text(string) {}

// next returns the number of the next paragraph of a list, such as "2.1", or "" for bullets. The style states
// a level that is negative.
func (h *numberingReader) next(id string, level int, style string) string {
	use := h.uses[id]
	if use == nil || use.list == nil {
		return ""
	}
	if level < 0 {
		level = use.list.styles[style]
	}
	levels := &use.list.levels
	level = min(level, listLevels-1)
	l := &levels[level]
	first, restart := use.starts[level]
	switch {
	case restart:
		l.at = first
		delete(use.starts, level)
	case l.at < 0:
		l.at = l.first
	default:
		l.at++
	}
	for i := level + 1; i < listLevels; i++ {
		levels[i].at = -1
	}
	if l.format == "bullet" {
		return ""
	}
	text := l.text
	for i, l := range levels[:level+1] {
		if l.at < 0 {
			l.at = l.first
		}
		text = strings.ReplaceAll(text, "%"+strconv.Itoa(i+1), l.label())
	}
	return text
}

// label returns the number of a level as its format shows it.
func (l *listLevel) label() string {
	switch l.format {
	case "none":
		return ""
	case "lowerLetter", "upperLetter":
		if l.at < 1 || l.at > 26*10 {
			break
		}
		s := strings.Repeat(string(rune('a'+(l.at-1)%26)), (l.at-1)/26+1)
		if l.format == "upperLetter" {
			s = strings.ToUpper(s)
		}
		return s
	case "lowerRoman":
		return strings.ToLower(roman(l.at))
	case "upperRoman":
		return roman(l.at)
	case "decimalZero":
		return two(int64(l.at))
	}
	return strconv.Itoa(l.at)
}

// roman returns a number with Roman numerals, or with digits if it is too large.
func roman(n int) string {
	if n < 1 || n > 3999 {
		return strconv.Itoa(n)
	}
	var s strings.Builder
	for i, value := range []int{1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1} {
		for ; n >= value; n -= value {
			s.WriteString([]string{"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"}[i])
		}
	}
	return s.String()
}
