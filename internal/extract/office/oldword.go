package office

import (
	"luminos"
)

// oldText reads the text of a Word 97 document by its table of pieces ([MS-DOC] 2.4.1).
func oldText(d *document, c *compound, b []byte) error {
	if le.Uint16(b[2:]) < 0xC1 {
		d.x.Fail(luminos.ExtractUnsupported, "the text of documents of Word 6 and 95 is not read")
		return nil
	}
	const clx = 0x01A2 // the offset of the place of the table
	if len(b) < clx+8 {
		return errCompound
	}
	name := "0Table"
	if le.Uint16(b[10:])&0x200 != 0 {
		name = "1Table"
	}
	table := c.named(0, name)
	from, size := int64(le.Uint32(b[clx:])), int64(le.Uint32(b[clx+4:]))
	if from >= int64(len(table)) {
		return errCompound
	}
	pieces := pieceTable(table[from:min(from+size, int64(len(table)))])
	n := (len(pieces) - 4) / 12
	if n <= 0 {
		return errCompound
	}
	d.part("text")
	h := &oldWordReader{flow: flow{d: d, part: 1}}
	for i := range n {
		first, next := int64(le.Uint32(pieces[4*i:])), int64(le.Uint32(pieces[4*i+4:]))
		at := le.Uint32(pieces[4*(n+1)+8*i+2:])
		if next <= first || d.full() {
			continue
		}
		// A piece is in UTF-16, or in code page 1252 at half of the offset.
		if at&0x40000000 != 0 {
			from := int64(at&^0x40000000) / 2
			h.read(decode(between(b, from, from+next-first), 1252))
			continue
		}
		h.read(decodeWide(between(b, int64(at), int64(at)+2*(next-first))))
	}
	h.flush()
	return nil
}

// pieceTable returns the table of pieces among the properties of the document.
func pieceTable(b []byte) []byte {
	for len(b) >= 5 {
		switch b[0] {
		case 1: // properties
			n := 3 + int(le.Uint16(b[1:]))
			b = b[min(n, len(b)):]
		case 2:
			n := int64(le.Uint32(b[1:]))
			return b[5:min(5+n, int64(len(b)))]
		default:
			return nil
		}
	}
	return nil
}

// between returns the bytes of b from an offset up to another, as far as b has them.
func between(b []byte, from, to int64) []byte {
	from, to = max(from, 0), min(to, int64(len(b)))
	if from >= to {
		return nil
	}
	return b[from:to]
}

// oldWordReader reads the characters of a Word document.
type oldWordReader struct {
	flow
	fields []bool // that are open; true behind the instruction
}

// hidden reports whether the text is the instruction of a field.
func (h *oldWordReader) hidden() bool { return len(h.fields) > 0 && !h.fields[len(h.fields)-1] }

// read takes text, in which control characters end paragraphs and cells, and mark fields ([MS-DOC] 2.4.1).
func (h *oldWordReader) read(s string) {
	from := 0
	for i, r := range s {
		if r >= ' ' {
			continue
		}
		if !h.hidden() {
			h.add(s[from:i])
		}
		from = i + 1
		switch r {
		case 7, '\t':
			h.add("\t")
		case '\r', '\f':
			h.paragraph()
		case '\v', 5:
			h.add(" ")
		case 0x13:
			if len(h.fields) < depthMost {
				h.fields = append(h.fields, false)
			}
		case 0x14:
			if n := len(h.fields); n > 0 {
				h.fields[n-1] = true
			}
		case 0x15:
			h.fields = h.fields[:max(len(h.fields)-1, 0)]
		case 0x1E:
			h.add("-")
		}
	}
	if !h.hidden() {
		h.add(s[from:])
	}
}

// slideTexts reads the texts of a presentation: the records TextCharsAtom, TextBytesAtom and CString of its slides
// ([MS-PPT] 2.9.42).
func slideTexts(d *document, b []byte) {
	const container, chars, bytes = 0xF, 0x0FA0, 0x0FA8
	d.part("text")
	h := &oldWordReader{flow: flow{d: d, part: 1}}
	for at := 0; at+8 <= len(b); {
		kind, size := le.Uint16(b[at+2:]), int64(le.Uint32(b[at+4:]))
		at += 8
		if b[at-8]&0xF == container && kind != 1016 && kind != 1008 { // masters repeat on each slide
			continue // its records follow
		}
		content := between(b, int64(at), int64(at)+size)
		switch kind {
		case chars:
			h.read(decodeWide(content))
			h.flush()
		case bytes:
			h.read(decode(content, 1252))
			h.flush()
		}
		if size > int64(len(b)-at) {
			break
		}
		at += int(size)
	}
}
