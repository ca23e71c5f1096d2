package decode

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Element is an element of a small XML document.
type Element struct {
	Name     string            // without its namespace
	Attrs    map[string]string // by their names without namespaces
	Text     string            // before its first child
	Line     int
	Children []*Element
}

const maxElements = 20_000

// XML parses an XML document and returns its root element. Entities other than the five of XML are
// errors, so nothing expands. Depth and number of elements are bounded.
func XML(s string) (*Element, error) {
	d := xml.NewDecoder(strings.NewReader(s))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // decoded already
	root := &Element{}
	stack := []*Element{root}
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
				return nil, fmt.Errorf("XML with more than %d elements: not parsed", maxElements)
			}
			if len(stack) > maxDepth {
				return nil, errTooDeep
			}
			line, _ := d.InputPos()
			e := &Element{Name: tok.Name.Local, Line: line, Attrs: map[string]string{}}
			for _, a := range tok.Attr {
				e.Attrs[a.Name.Local] = a.Value
			}
			top.Children = append(top.Children, e)
			stack = append(stack, e)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			if len(top.Children) == 0 && len(top.Text) < 4<<10 {
				top.Text += string(tok)
			}
		}
	}
	if len(root.Children) == 0 {
		return nil, errors.New("an empty XML document")
	}
	return root.Children[0], nil
}

// Child follows a path of names from e: to the first child with the first name, then to its first child with the second
// name, and so on. It returns the last element, or nil if a child is missing.
func (e *Element) Child(names ...string) *Element {
	for _, n := range names {
		var next *Element
		for _, c := range e.All(n) {
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

// All returns the children of e with this name. For a nil element it returns nil.
func (e *Element) All(name string) []*Element {
	if e == nil {
		return nil
	}
	var out []*Element
	for _, c := range e.Children {
		if c.Name == name {
			out = append(out, c)
		}
	}
	return out
}

// Value returns the trimmed text of the element to which [Element.Child] follows a path of names, or "" if there is no
// such element.
func (e *Element) Value(names ...string) string {
	if e == nil {
		return ""
	}
	if c := e.Child(names...); c != nil {
		return strings.TrimSpace(c.Text)
	}
	return ""
}
