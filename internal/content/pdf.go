package content

import (
	"bytes"
	"strconv"
)

// Bounds on the parts of a PDF file that are read.
const (
	pdfDictMax  = 8 << 10 // bytes of a dictionary
	pdfSections = 16      // of the cross-reference table
)

// pdf sets the version, the number of pages and the encryption of a PDF file. The number of pages is taken from the
// root of the page tree if the plain cross-reference table leads to it, else from the first dictionary of a linearized
// file that was not changed since. In other files, which compress that part, it stays unknown.
func (d *Details) pdf(s *sample) {
	d.Unit = "page"
	start := bytes.Index(s.head, []byte("%PDF-"))
	if start < 0 {
		return
	}
	if b := s.head[start:]; len(b) >= 8 && digit(b[5]) && b[6] == '.' && digit(b[7]) {
		d.Version = string(b[5:8])
	}
	if start > 0 || s.size < 0 {
		return // its offsets are not of this file
	}
	x := &pdfTable{s: s}
	if trailer := x.load(); trailer != nil {
		d.Checked, d.Encrypted = true, pdfValue(trailer, "Encrypt") != nil
		d.Version = max(d.Version, x.version(trailer))
		if n := x.pages(trailer); n > 0 {
			d.Count = n
			return
		}
	}
	first := pdfDict(s.head[:min(len(s.head), 1024)])
	if pdfValue(first, "Linearized") != nil && int64(pdfNumber(first, "L")) == s.size {
		if n := pdfNumber(first, "N"); n > 0 {
			d.Count = n
			return
		}
	}
	if n := pdfOnlyTree(s); n > 0 {
		d.Count = n
	}
}

// pdfOnlyTree returns the number of pages of a file of at most 128 KiB that has one root of a page tree and no
// compressed objects, 0 for other files.
func pdfOnlyTree(s *sample) int {
	const whole = 2 * describeHead
	if s.size > whole {
		return 0
	}
	b := s.read(0, whole)
	if bytes.Contains(b, []byte("/ObjStm")) {
		return 0
	}
	pages := 0
	for range 4096 {
		_, rest, found := bytes.Cut(b, []byte("obj"))
		if !found {
			break
		}
		b = rest
		start := bytes.TrimLeft(rest[:min(len(rest), pdfDictMax)], pdfSpace)
		if !bytes.HasPrefix(start, []byte("<<")) {
			continue
		}
		dict := pdfDict(start)
		kind := pdfName(bytes.TrimLeft(pdfValue(dict, "Type"), pdfSpace+"/"))
		if pdfValue(dict, "Kids") == nil || pdfValue(dict, "Parent") != nil || string(kind) != "Pages" {
			continue
		}
		if pages > 0 {
			return 0
		}
		pages = pdfNumber(dict, "Count")
	}
	return pages
}

// pdfTable is the plain cross-reference table of a PDF file: its parts, the newest first.
type pdfTable struct {
	s        *sample
	parts    []pdfPart
	complete bool // all sections were read
}

// pdfPart describes count entries of 20 bytes at an offset, for objects from a number on.
type pdfPart struct {
	first, count int
	at           int64
}

// load reads the sections of the table and returns the newest trailer, or nil if it is not found. A section
// that is not a plain table ends the reading.
func (x *pdfTable) load() []byte {
	tail := x.s.tail(2 << 10)
	i := bytes.LastIndex(tail, []byte("startxref"))
	if i < 0 {
		return nil
	}
	at, _, ok := pdfInt(tail[i+len("startxref"):])
	if !ok {
		return nil
	}
	trailer, plain := x.section(int64(at))
	newest := trailer
	for range pdfSections {
		if !plain || pdfValue(trailer, "XRefStm") != nil {
			return newest
		}
		if pdfValue(trailer, "Prev") == nil {
			x.complete = true
			return newest
		}
		trailer, plain = x.section(int64(pdfNumber(trailer, "Prev")))
	}
	return newest
}

// section reads the section of the table at an offset and returns its trailer, or nil without one. plain reports
// that the section is a plain table and was understood.
func (x *pdfTable) section(at int64) (trailer []byte, plain bool) {
	b := x.s.read(at, pdfDictMax)
	skipped := len(b) - len(bytes.TrimLeft(b, pdfSpace))
	if !bytes.HasPrefix(b[skipped:], []byte("xref")) {
		return pdfObject(b, -1), false
	}
	at += int64(skipped + len("xref"))
	for range 64 {
		b = x.s.read(at, pdfDictMax)
		b2 := bytes.TrimLeft(b, pdfSpace)
		if bytes.HasPrefix(b2, []byte("trailer")) {
			trailer = pdfDict(b2)
			return trailer, trailer != nil
		}
		first, rest, ok1 := pdfInt(b2)
		count, rest, ok2 := pdfInt(rest)
		if !ok1 || !ok2 {
			return nil, false
		}
		at += int64(len(b) - len(bytes.TrimLeft(rest, pdfSpace)))
		x.parts = append(x.parts, pdfPart{first, count, at})
		at += int64(count) * 20
	}
	return nil, false
}

// pages returns the number of pages by the root of the page tree, 0 if it is unknown.
func (x *pdfTable) pages(trailer []byte) int {
	catalog := x.object(pdfReference(trailer, "Root"))
	tree := x.object(pdfReference(catalog, "Pages"))
	if tree == nil || pdfValue(tree, "Parent") != nil || pdfValue(tree, "Kids") == nil {
		return 0
	}
	return pdfNumber(tree, "Count")
}

// version returns the version in the catalog, or "". A higher one than in the header is the version of the file.
func (x *pdfTable) version(trailer []byte) string {
	catalog := x.object(pdfReference(trailer, "Root"))
	v := pdfName(bytes.TrimLeft(pdfValue(catalog, "Version"), pdfSpace+"/"))
	if len(v) != 3 || !digit(v[0]) || v[1] != '.' || !digit(v[2]) {
		return ""
	}
	return string(v)
}

// object returns the dictionary of the object with a number, nil if it is not found.
func (x *pdfTable) object(number int) []byte {
	if number <= 0 || !x.complete {
		return nil
	}
	for _, p := range x.parts {
		if number < p.first || number-p.first >= p.count {
			continue
		}
		e := x.s.read(p.at+int64(number-p.first)*20, 18)
		if len(e) < 18 || e[10] != ' ' || e[16] != ' ' || e[17] != 'n' {
			return nil
		}
		at, err := strconv.ParseInt(string(e[:10]), 10, 64)
		if err != nil {
			return nil
		}
		return pdfObject(x.s.read(at, pdfDictMax), number)
	}
	return nil
}

// pdfObject returns the dictionary of the object with which b begins, if it has the number; -1 means any number.
func pdfObject(b []byte, number int) []byte {
	n, rest, ok := pdfInt(b)
	_, rest, ok2 := pdfInt(rest)
	rest = bytes.TrimLeft(rest, pdfSpace)
	if !ok || !ok2 || number >= 0 && n != number || !bytes.HasPrefix(rest, []byte("obj")) {
		return nil
	}
	if rest = bytes.TrimLeft(rest[len("obj"):], pdfSpace); !bytes.HasPrefix(rest, []byte("<<")) {
		return nil
	}
	return pdfDict(rest)
}
