package manifest

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// element is one element of a small XML document.
type element struct {
	name     string // without its namespace
	attrs    map[string]string
	text     string
	line     int
	children []*element
}

const maxElements = 20_000

// decodeXML reads a document into elements. Entities beyond XML's own five are
// refused by the decoder, so nothing expands; depth and number are bounded here.
func decodeXML(s string) (*element, error) {
	d := xml.NewDecoder(strings.NewReader(s))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // decoded already
	root := &element{}
	stack := []*element{root}
	for n := 0; ; {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			line, _ := d.InputPos()
			return nil, fmt.Errorf("not valid XML: line %d: %w", line, err)
		}
		top := stack[len(stack)-1]
		switch tok := tok.(type) {
		case xml.StartElement:
			if n++; n > maxElements {
				return nil, fmt.Errorf("more than %d elements", maxElements)
			}
			if len(stack) > maxDepth {
				return nil, errTooDeep
			}
			line, _ := d.InputPos()
			e := &element{name: tok.Name.Local, line: line, attrs: map[string]string{}}
			for _, a := range tok.Attr {
				e.attrs[a.Name.Local] = a.Value
			}
			top.children = append(top.children, e)
			stack = append(stack, e)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			if len(top.children) == 0 && len(top.text) < 4<<10 {
				top.text += string(tok)
			}
		}
	}
	if len(root.children) == 0 {
		return nil, errors.New("an empty XML document")
	}
	return root.children[0], nil
}

// child is the first child of that path of names, or nil.
func (e *element) child(names ...string) *element {
	for _, n := range names {
		var next *element
		for _, c := range e.all(n) {
			next = c
			break
		}
		if next == nil {
			return nil
		}
		e = next
	}
	return e
}

// all are the children of that name. Of nil there are none.
func (e *element) all(name string) []*element {
	if e == nil {
		return nil
	}
	var out []*element
	for _, c := range e.children {
		if c.name == name {
			out = append(out, c)
		}
	}
	return out
}

// value is the trimmed text of a child, or "".
func (e *element) value(names ...string) string {
	if e == nil {
		return ""
	}
	if c := e.child(names...); c != nil {
		return strings.TrimSpace(c.text)
	}
	return ""
}
