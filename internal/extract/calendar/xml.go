package calendar

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"

	"luminos/internal/extract/encoded"
	"luminos/internal/extract/file"
)

// Bounds of an XML file.
const (
	tokenMost    = 8 << 20  // bytes of one token: the coordinates of a detailed border have 1 MB
	elementsMost = 64       // elements in each other
	textMost     = 64 << 10 // bytes of the text of an element that are kept, except coordinates
)

// elements reads the elements of an XML file, one after the other. It resolves no entities but the five of XML.
type elements struct {
	d    *xml.Decoder
	in   *allowance
	path []string // local names of the elements that are open
	// text is the text of the innermost element so far, if it has one.
	text strings.Builder
}

func newElements(r io.Reader) *elements {
	in := &allowance{r: r}
	d := xml.NewDecoder(in)
	d.Strict = false // programs write names and descriptions without escapes
	d.CharsetReader = func(label string, r io.Reader) (io.Reader, error) { return encoded.Reader(r, label), nil }
	return &elements{d: d, in: in}
}

// walk calls begin for each element that begins, and end for each that ends, with its text. It returns at the end of
// the file; then cut reports whether elements are open.
func (e *elements) walk(begin func(xml.StartElement), end func(text string)) (cut bool, err error) {
	for {
		e.in.left = tokenMost
		token, err := e.d.RawToken()
		if errors.Is(err, io.EOF) {
			return len(e.path) > 0, nil
		}
		if err != nil {
			var syntax *xml.SyntaxError
			if errors.As(err, &syntax) && strings.Contains(syntax.Msg, "unexpected EOF") {
				return true, nil
			}
			return len(e.path) > 0, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if len(e.path) == elementsMost {
				return true, file.ErrTooLarge
			}
			e.path = append(e.path, t.Name.Local)
			e.text.Reset()
			begin(t)
		case xml.EndElement:
			for slices.Contains(e.path, t.Name.Local) { // also ends the elements in it that have no end
				done := e.at(0) == t.Name.Local
				end(e.text.String())
				e.path = e.path[:len(e.path)-1]
				e.text.Reset()
				if done {
					break
				}
			}
		case xml.CharData:
			most := textMost
			if e.at(0) == "coordinates" {
				most = tokenMost
			}
			e.text.Write(t[:min(len(t), max(most-e.text.Len(), 0))])
		}
	}
}

// at returns the name of the element that is n levels above the innermost one, or "".
func (e *elements) at(n int) string {
	if n >= len(e.path) {
		return ""
	}
	return e.path[len(e.path)-1-n]
}

// attribute returns an attribute by its local name, or "".
func attribute(s xml.StartElement, name string) string {
	for _, a := range s.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// allowance bounds the bytes that are read for one token, which the decoder keeps in memory.
type allowance struct {
	r    io.Reader
	left int
}

func (a *allowance) Read(b []byte) (int, error) {
	if a.left <= 0 {
		return 0, file.ErrTooLarge
	}
	n, err := a.r.Read(b)
	a.left -= n
	return n, err
}
