package office

import (
	"bytes"
	"strings"
	"unicode/utf16"

	"luminos"
	"luminos/internal/extract/file"
)

const (
	rtfMost    = 64 << 20 // bytes of a document in RTF, most of which are pictures in hexadecimal
	runMost    = 64 << 10 // characters that are collected until their encoding is known
	groupsMost = 2_000    // groups within each other
	fontsMost  = 10_000   // fonts and styles of a document in RTF
)

// place is the meaning of the text of a group.
type place int8

const (
	inBody place = iota
	inNothing
	inFonts
	inStyles
	inProperties
	inInfo  // a property of the document
	inTime  // a time in the properties
	inField // the instruction of a field
	inPlace // the place of the template
	inAuthor
)

// rtfGroup is the state that the end of a group restores.
type rtfGroup struct {
	place  place
	name   string // of the property
	skip   int    // characters after \u that are for older programs
	font   int
	hidden bool
	star   bool // the group begins with \*
}

// rtfReader reads a document in RTF (Rich Text Format Specification 1.9.1).
type rtfReader struct {
	flow
	b       []byte
	at      int
	groups  []rtfGroup
	g       rtfGroup
	tables  rtfTables
	out     rtfOut
	time    [3]int
	inTable bool // the paragraph is in a table
}

// rtfTables are the code pages of fonts and the levels of styles.
type rtfTables struct {
	page   int
	fonts  map[int]int
	font   int
	styles map[int]int
	style  int
}

// rtfOut collects characters until their encoding is known.
type rtfOut struct {
	bytes []byte // in the code page of the font
	units []uint16
	left  int // characters to skip
	value strings.Builder
}

// readRTF reads a document in RTF.
func (d *document) readRTF() error {
	b, err := d.all(rtfMost)
	if err != nil {
		return err
	}
	d.x.Format = "Rich Text Format 1"
	d.part("text")
	h := &rtfReader{flow: flow{d: d, part: 1}, b: b}
	err = h.read()
	h.emit()
	h.flush()
	return err
}

// read reads the groups, control words and characters of the document.
func (h *rtfReader) read() error {
	h.g.skip = 1
	h.tables.page = 1252
	h.at = max(bytes.Index(h.b, []byte(`{\rtf`)), 0)
	for h.at < len(h.b) {
		c := h.b[h.at]
		h.at++
		switch c {
		case '{':
			if len(h.groups) == groupsMost {
				return file.ErrTooLarge
			}
			h.emit()
			h.groups = append(h.groups, h.g)
			h.g.star = false
		case '}':
			h.emit()
			h.endGroup()
			if len(h.groups) == 0 {
				return nil
			}
		case '\\':
			h.control()
		case '\r', '\n', 0:
		default:
			h.char(c)
		}
	}
	h.d.x.Fail(luminos.ExtractDamaged, "it is cut off")
	return nil
}

// endGroup ends a group, and takes its text if it is a property.
func (h *rtfReader) endGroup() {
	n := len(h.groups)
	if n == 0 {
		return
	}
	outer := h.groups[n-1]
	value := h.out.value.String()
	switch ended := h.g; {
	case ended.place == outer.place && ended.name == outer.name:
	case ended.place == inInfo:
		h.d.set(ended.name, value)
	case ended.place == inTime:
		h.d.set(ended.name, isoDay(h.time[0], h.time[1], h.time[2]))
	case ended.place == inField:
		h.field(value)
	case ended.place == inAuthor:
		h.d.authors.Add(title(value))
	case ended.place == inPlace:
		if value = strings.TrimSpace(value); value != "" && !isStandardTemplate(value) {
			h.d.set("template", value)
			if strings.Contains(value, "://") || strings.HasPrefix(value, `\\`) {
				h.d.risk("loads a template from another place")
			}
		}
	}
	if h.g.place != outer.place {
		h.out.value.Reset()
	}
	h.g = outer
	h.groups = h.groups[:n-1]
}

// field records the dangers and the links of the instruction of a field.
func (h *rtfReader) field(s string) {
	(&wordReader{flow: flow{d: h.d}}).instruction(s)
	if words := strings.Fields(cut(s, cellMost)); len(words) > 1 && strings.EqualFold(words[0], "HYPERLINK") {
		h.d.link(strings.Trim(words[1], `"`))
	}
}

// isoDay returns a day as YYYY-MM-DD.
func isoDay(year, month, day int) string {
	if year < 1000 || year > 9999 {
		return ""
	}
	return two(int64(year)) + "-" + two(int64(month)) + "-" + two(int64(day))
}

// char takes a character in the code page of the document.
func (h *rtfReader) char(c byte) {
	if h.out.left > 0 {
		h.out.left--
		return
	}
	if len(h.out.units) > 0 {
		h.emit()
	}
	h.out.bytes = append(h.out.bytes, c)
	if n := len(h.out.bytes); n > runMost && (c == ' ' || n > 2*runMost) {
		h.emit()
	}
}

// emit writes the characters that were collected.
func (h *rtfReader) emit() {
	o := &h.out
	o.left = 0
	if len(o.bytes) > 0 {
		page := h.tables.page
		if p := h.tables.fonts[h.g.font]; p > 0 {
			page = p
		}
		if h.g.place != inNothing {
			h.put(decode(o.bytes, page))
		}
		o.bytes = o.bytes[:0]
	}
	if len(o.units) > 0 {
		h.put(string(utf16.Decode(o.units)))
		o.units = o.units[:0]
	}
}

// put adds text at the place of the group.
func (h *rtfReader) put(s string) {
	switch h.g.place {
	case inBody:
		if !h.g.hidden {
			h.add(s)
		}
	case inStyles:
		h.styleName(s)
	case inInfo, inField, inPlace, inAuthor:
		if h.out.value.Len() < cellMost {
			h.out.value.WriteString(s)
		}
	}
}

// styleName sets the level of a style by its name.
func (h *rtfReader) styleName(s string) {
	if n := headingLevel(strings.TrimSpace(strings.TrimSuffix(strings.ToLower(cut(s, 40)), ";"))); n > 0 {
		if h.tables.styles == nil {
			h.tables.styles = map[int]int{}
		}
		if len(h.tables.styles) < fontsMost {
			h.tables.styles[h.tables.style] = n
		}
	}
}

// control reads a control word or a control symbol behind its backslash.
func (h *rtfReader) control() {
	if h.at >= len(h.b) {
		return
	}
	c := h.b[h.at]
	if c|0x20 < 'a' || c|0x20 > 'z' {
		h.at++
		h.symbol(c)
		return
	}
	from := h.at
	for h.at < len(h.b) && h.at-from < 40 && h.b[h.at]|0x20 >= 'a' && h.b[h.at]|0x20 <= 'z' {
		h.at++
	}
	word := string(h.b[from:h.at])
	n, has := h.parameter()
	if h.at < len(h.b) && h.b[h.at] == ' ' {
		h.at++
	}
	if word == "u" && has {
		h.unicode(n)
		return
	}
	if h.out.left > 0 && word != "bin" {
		h.out.left--
		return
	}
	h.emit()
	switch {
	case word == "bin":
		h.at = min(h.at+max(n, 0), len(h.b))
	case h.g.place == inNothing:
	default:
		h.word(word, n, has)
	}
	h.g.star = false
}

// parameter reads the number behind a control word.
func (h *rtfReader) parameter() (n int, has bool) {
	negative := false
	if h.at+1 < len(h.b) && h.b[h.at] == '-' && h.b[h.at+1] >= '0' && h.b[h.at+1] <= '9' {
		negative = true
		h.at++
	}
	for h.at < len(h.b) && h.b[h.at] >= '0' && h.b[h.at] <= '9' {
		if n < 1<<26 { // ten times as much fits into 32 bits
			n = n*10 + int(h.b[h.at]-'0')
		}
		has = true
		h.at++
	}
	if negative {
		n = -n
	}
	return n, has
}

// unicode takes a character of UTF-16. Characters for older programs follow it.
func (h *rtfReader) unicode(n int) {
	if len(h.out.bytes) > 0 {
		h.emit()
	}
	if len(h.out.units) > runMost {
		h.emit()
	}
	h.out.units = append(h.out.units, uint16(n))
	h.out.left = h.g.skip
}

// symbol takes a control symbol.
func (h *rtfReader) symbol(c byte) {
	switch c {
	case '\'':
		if h.at+2 > len(h.b) {
			h.at = len(h.b)
			return
		}
		v := unhex(h.b[h.at])<<4 | unhex(h.b[h.at+1])
		h.at += 2
		h.char(v)
	case '*':
		h.g.star = true
	case '\\', '{', '}':
		h.char(c)
	case '~':
		h.char(' ')
	case '_':
		h.char('-')
	case '\r', '\n':
		h.emit()
		h.word("par", 0, false)
	}
}

// unhex returns the value of a hexadecimal digit, or 0.
func unhex(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10
	}
	return 0
}
