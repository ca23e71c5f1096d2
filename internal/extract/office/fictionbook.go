package office

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"luminos/internal/extract/file"
)

// readBook reads a book in FictionBook 2, which is one XML document.
func (d *document) readBook(r io.Reader) error {
	d.x.Format = "FictionBook 2"
	h := &bookReader{flow: flow{d: d}}
	err := walk(file.Limit(r, flatMost), h)
	h.flush()
	if errors.Is(err, file.ErrTooLarge) {
		d.x.Limit("only the first 64 MiB of the book were read")
		return nil
	}
	return d.partial(err)
}

// readZippedBook reads a FictionBook that is the entry of a ZIP file.
func readZippedBook(p *pack, name string) error {
	d := p.d
	r, err := p.open(name)
	if err != nil {
		return err
	}
	defer r.Close()
	err = d.readBook(r)
	d.x.Format += " in ZIP"
	return err
}

// bookReader reads a FictionBook.
type bookReader struct {
	flow
	path     []string // open elements
	value    strings.Builder
	sections int
	notes    bool     // the body holds notes
	author   []string // names of the person that is read
	authors  []string
	genres   []string
	heading  string
}

func (h *bookReader) start(e *element) bool {
	h.path = append(h.path, e.name)
	switch e.name {
	case "binary":
		h.d.x.Add("images", 1)
		h.path = h.path[:len(h.path)-1]
		return true
	case "body":
		h.notes = e.get("name") != ""
		h.part = 0
		if h.notes {
			h.part = h.d.part(e.get("name"))
		}
	case "section":
		h.flush()
		if h.sections++; !h.notes && h.depth("section") == 1 {
			h.d.x.Add("chapters", 1)
			h.part = h.d.part("chapter " + strconv.FormatInt(h.d.x.Number("chapters"), 10))
		}
	case "title", "p", "v", "subtitle", "text-author", "empty-line", "date":
		h.flush()
	case "table":
		h.table(true)
	case "author", "translator":
		h.author = nil
	}
	h.value.Reset()
	return false
}

// depth returns the number of open elements with a name.
func (h *bookReader) depth(name string) (n int) {
	for _, s := range h.path {
		if s == name {
			n++
		}
	}
	return n
}

// within reports whether an element is open.
func (h *bookReader) within(name string) bool { return slices.Contains(h.path, name) }

func (h *bookReader) text(s string) {
	if h.within("body") {
		if strings.TrimSpace(s) != "" || h.line.Len() > 0 {
			if h.part == 0 {
				h.part = h.d.part("text")
			}
			h.add(spaces.Replace(s))
		}
		return
	}
	if h.value.Len() < cellMost {
		h.value.WriteString(s)
	}
}

func (h *bookReader) end(name string) {
	if n := len(h.path); n > 0 {
		h.path = h.path[:n-1]
	}
	if !h.within("body") && name != "body" {
		h.property(name)
		return
	}
	switch name {
	case "p", "v", "subtitle", "text-author", "date":
		if h.within("title") {
			h.heading = title(h.heading + " " + h.line.String())
		}
		h.paragraph()
	case "title":
		if !h.notes {
			h.d.heading(max(h.depth("section"), 1), h.heading, h.part)
			h.nameChapter()
		}
		h.heading = ""
	case "td", "th":
		h.cell()
	case "tr":
		h.row()
	case "table":
		h.table(false)
	default:
		if name == "body" {
			h.flush()
		}
	}
}

// nameChapter adds the heading to the name of a chapter.
func (h *bookReader) nameChapter() {
	if h.depth("section") == 1 && h.part == len(h.d.x.Parts) && h.part > 0 && h.heading != "" {
		part := &h.d.x.Parts[h.part-1]
		if !strings.Contains(part.Name, ":") {
			part.Name = title(part.Name + ": " + h.heading)
		}
	}
}

// property takes the end of an element of the description.
func (h *bookReader) property(name string) {
	value := strings.TrimSpace(h.value.String())
	h.value.Reset()
	in := "title-info"
	switch {
	case h.within("document-info"):
		in = "document-info"
	case h.within("publish-info"):
		in = "publish-info"
	case h.within("src-title-info"):
		return
	}
	switch name {
	case "first-name", "middle-name", "last-name", "nickname":
		if len(h.author) < 10 && value != "" {
			h.author = append(h.author, title(value))
		}
	case "author":
		if in == "title-info" {
			if name := strings.Join(h.author, " "); name != "" && len(h.authors) < 100 {
				h.authors = append(h.authors, name)
			}
		}
	case "genre":
		if len(h.genres) < 20 {
			h.genres = append(h.genres, title(value))
		}
	case "title-info":
		h.d.written(h.authors)
		h.d.set("genre", strings.Join(h.genres, ", "))
	case "book-title":
		h.d.set("title", value)
	case "lang":
		h.d.set("language", value)
	case "publisher", "isbn", "year":
		if in == "publish-info" {
			h.d.set(name, value)
		}
	case "program-used":
		h.d.set("program", value)
	case "date":
		if in == "title-info" {
			h.d.set("date", value)
		}
	case "id":
		h.d.set("identifier", value)
	}
}
