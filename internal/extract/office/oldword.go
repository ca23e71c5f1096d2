package office

// piecesMost bounds the characters in the pieces of one document: pieces of a hostile one can overlap.
const piecesMost = int64(64 << 20)

// oldText reads the text of a Word 97 document by its table of pieces ([MS-DOC] 2.4.1).
func oldText(d *document, c *compound, b []byte) error {
	if le.Uint16(b[2:]) < 0xC1 {
		return olderText(d, b)
	}
	const clx = 0x01A2 // the offset of the place of the table
	if c == nil || len(b) < clx+8 {
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
	left := piecesMost
	for i := range n {
		first, next := int64(le.Uint32(pieces[4*i:])), int64(le.Uint32(pieces[4*i+4:]))
		at := le.Uint32(pieces[4*(n+1)+8*i+2:])
		if next <= first || d.full() {
			continue
		}
		if left -= next - first; left < 0 {
			break
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

// olderText reads the text of a document of Word 1 to 95. It is one run of bytes, or has a table of pieces if it was
// saved fast.
func olderText(d *document, b []byte) error {
	const clx, complex = 0x0160, 4
	if len(b) < clx+8 {
		return errCompound
	}
	d.part("text")
	h := &oldWordReader{flow: flow{d: d, part: 1}}
	defer h.flush()
	if le.Uint16(b[2:]) >= 0x65 && le.Uint16(b[10:])&complex != 0 {
		from, size := int64(le.Uint32(b[clx:])), int64(le.Uint32(b[clx+4:]))
		pieces := pieceTable(between(b, from, from+size))
		n, left := (len(pieces)-4)/12, piecesMost
		for i := range n {
			size := int64(le.Uint32(pieces[4*i+4:])) - int64(le.Uint32(pieces[4*i:]))
			at := int64(le.Uint32(pieces[4*(n+1)+8*i+2:]))
			if left -= max(size, 0); left < 0 || d.full() {
				break
			}
			h.read(decode(between(b, at, at+size), 1252))
		}
		return nil
	}
	h.read(decode(between(b, int64(le.Uint32(b[24:])), int64(le.Uint32(b[28:]))), 1252))
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

// Records of a presentation ([MS-PPT] 2.13.24).
const (
	recNotes      = 0x03F0
	recNotesAtom  = 0x03F1
	recMaster     = 0x03F8
	recTextChars  = 0x0FA0
	recTextBytes  = 0x0FA8
	containerBits = 0xF
)

// slideTexts reads the texts of a presentation ([MS-PPT] 2.9.42), and its notes as another part.
func slideTexts(d *document, b []byte) {
	d.part("text")
	h := &oldWordReader{flow: flow{d: d, part: 1}}
	notes := h.records(b)
	if len(notes) > 0 {
		d.part("notes")
	}
	for _, n := range notes {
		h.records(n)
	}
}

// records adds the texts of records. It returns the notes of slides instead of adding their texts.
func (h *oldWordReader) records(b []byte) (notes [][]byte) {
	for at := 0; at+8 <= len(b); {
		kind, size := le.Uint16(b[at+2:]), int64(le.Uint32(b[at+4:]))
		at += 8
		content := between(b, int64(at), int64(at)+size)
		switch {
		case kind == recNotes:
			// The number of the slide has the highest bit in the master of notes.
			if len(content) >= 12 && le.Uint16(content[2:]) == recNotesAtom && int32(le.Uint32(content[8:])) > 0 {
				notes = append(notes, content)
			}
		case kind == recMaster: // masters repeat on each slide
		case b[at-8]&containerBits == containerBits:
			continue // its records follow
		case kind == recTextChars:
			h.read(decodeWide(content))
			h.flush()
		case kind == recTextBytes:
			h.read(decode(content, 1252))
			h.flush()
		}
		if size > int64(len(b)-at) {
			break
		}
		at += int(size)
	}
	return notes
}
