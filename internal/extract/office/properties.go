package office

import (
	"strings"

	"luminos/internal/extract/file"
)

// coreNames maps elements of the core properties, of the properties of a program, and of the metadata of OpenDocument
// and EPUB, to names of properties.
var coreNames = map[string]string{
	"title": "title", "subject": "subject", "creator": "author", "keywords": "keywords", "description": "description",
	"lastModifiedBy": "last author", "created": "created", "modified": "modified", "lastPrinted": "printed",
	"category": "category", "contentStatus": "status", "language": "language", "revision": "revision",
	"identifier": "identifier", "version": "version",
	"Company": "company", "Manager": "manager", "Template": "template",
}

// coreProperties reads the core properties of a package, and the properties that its program wrote.
func coreProperties(p *pack, root []relation) error {
	d := p.d
	parts := append(byKind(root, "core-properties"), "docProps/core.xml")
	h := &coreReader{d: d}
	if err := p.walk(parts[0], h); err != nil {
		return err
	}
	parts = append(byKind(root, "extended-properties"), "docProps/app.xml")
	if err := p.walk(parts[0], h); err != nil {
		return err
	}
	d.set("program", h.program+" "+h.version)
	return nil
}

// coreReader reads flat lists of properties.
type coreReader struct {
	d                *document
	value            strings.Builder
	program, version string
}

func (h *coreReader) start(*element) bool {
	h.value.Reset()
	return false
}

func (h *coreReader) text(s string) {
	if h.value.Len() < cellMost {
		h.value.WriteString(s)
	}
}

func (h *coreReader) end(name string) {
	value := h.value.String()
	h.value.Reset()
	switch name {
	case "Application":
		h.program = value
	case "AppVersion":
		h.version = value
	case "Pages":
		h.d.stated("pages", value)
	default:
		if property := coreNames[name]; property != "" {
			h.d.set(property, value)
		}
	}
}

// written sets the authors of a book: as one property in their order, and each as a value to count.
func (d *document) written(authors []string) {
	var each file.Values
	for _, a := range authors {
		each.Add(a)
	}
	each.Set(d.x, "author")
	d.set("author", strings.Join(authors, ", "))
}

// stated adds a number that the file states, if it is a number that can be true.
func (d *document) stated(name, value string) {
	if n := number(value); n > 0 && n < 10_000_000 && d.x.Number(name) == 0 {
		d.x.Add(name, int64(n))
	}
}

// number returns a decimal number, or -1 if the text is no number of at most nine digits.
func number(s string) int {
	s = strings.TrimSpace(s)
	if s == "" || len(s) > 9 {
		return -1
	}
	n := 0
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return -1
		}
		n = n*10 + int(c-'0')
	}
	return n
}
