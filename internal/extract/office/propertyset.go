package office

import (
	"strings"
	"time"
)

// propertiesMost bounds the properties of one set.
const propertiesMost = 1_000

// summaryNames are the properties of the set SummaryInformation by number ([MS-OLEPS] 3.1.2).
var summaryNames = map[uint32]string{
	2: "title", 3: "subject", 4: "author", 5: "keywords", 6: "description", 7: "template", 8: "last author",
	9: "revision", 11: "printed", 12: "created", 13: "modified", 18: "program",
}

// documentNames are the properties of the set DocumentSummaryInformation by number.
var documentNames = map[uint32]string{2: "category", 14: "manager", 15: "company"}

// Numbers of properties that are not texts.
const (
	numberPages    = 14 // in SummaryInformation
	numberSecurity = 19 // in SummaryInformation; bit 0: a password is needed
	numberSlides   = 7  // in DocumentSummaryInformation
)

// propertySets reads both sets of properties of a compound file. The number of pages counts in documents of Word: a
// package of Windows Installer has the version of the installer there.
func propertySets(d *document, c *compound) {
	numbers := map[uint32]string{numberPages: "pages"}
	if len(c.named(0, "WordDocument")) == 0 {
		numbers = nil
	}
	propertySet(d, c.named(0, "\x05SummaryInformation"), summaryNames, numbers)
	propertySet(d, c.named(0, "\x05DocumentSummaryInformation"), documentNames, map[uint32]string{numberSlides: "slides"})
}

// propertySet sets the properties of a set with a name.
func propertySet(d *document, b []byte, names, numbers map[uint32]string) {
	if len(b) < 48 {
		return
	}
	from := le.Uint32(b[44:])
	if int64(from)+8 > int64(len(b)) {
		return
	}
	set := b[from:]
	page := 1252
	n := min(int(min(le.Uint32(set[4:]), propertiesMost)), (len(set)-8)/8)
	for i := range n {
		if id, value := property(set, i); id == 1 && len(value) >= 6 {
			page = int(le.Uint16(value[4:]))
		}
	}
	for i := range n {
		id, value := property(set, i)
		if len(value) < 8 {
			continue
		}
		if name := numbers[id]; name != "" && le.Uint16(value) == 3 {
			if n := le.Uint32(value[4:]); n > 0 && n < 1_000_000 && d.x.Number(name) == 0 {
				d.x.Add(name, int64(n))
			}
		}
		if name := names[id]; name != "" {
			d.set(name, propertyText(value, page))
		}
	}
}

// property returns the number of a property of a set, and its type and value.
func property(set []byte, i int) (id uint32, value []byte) {
	at := 8 + 8*i
	from := le.Uint32(set[at+4:])
	if int64(from) >= int64(len(set)) {
		return 0, nil
	}
	return le.Uint32(set[at:]), set[from:]
}

// propertyText returns the text of a property: of a text, or of a time in ISO 8601.
func propertyText(value []byte, page int) string {
	kind, rest := le.Uint16(value), value[4:]
	size := int64(le.Uint32(rest))
	switch {
	case kind == 64 && len(rest) >= 8: // FILETIME
		return fileTime(le.Uint64(rest))
	case kind == 30 && page == 1200, kind == 31: // LPSTR in UTF-16, LPWSTR
		if kind == 31 {
			size *= 2
		}
		return strings.TrimRight(decodeWide(rest[4:][:min(size, int64(len(rest)-4), cellMost)]), "\x00")
	case kind == 30:
		return strings.TrimRight(decode(rest[4:][:min(size, int64(len(rest)-4), cellMost)], page), "\x00")
	}
	return ""
}

// fileTime returns a time of Windows, units of 100 ns since 1601, as ISO 8601 has it, or ""
// for a clock that was not set.
func fileTime(t uint64) string {
	const toUnix = 11_644_473_600
	if t == 0 || t > 1<<62 {
		return ""
	}
	return time.Unix(int64(t/10_000_000)-toUnix, 0).UTC().Format(time.RFC3339)
}
