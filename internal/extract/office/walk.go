package office

import (
	"bufio"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"luminos/internal/extract/file"
)

const (
	// depthMost bounds the nesting of elements.
	depthMost = 256
	// tagMost bounds the bytes of a tag outside the quotes of its values, and with them the number of attributes.
	tagMost = 64 << 10
	// textTokenMost bounds the bytes of one text, which the decoder keeps whole.
	textTokenMost = 16 << 20
)

// errEntities is the error for a document type with declarations, which can define entities without end.
var errEntities = errors.New("the document declares entities")

// handler takes the elements of an XML document, in order. Names are without namespace.
type handler interface {
	// start takes a start tag. It returns true if the content of the element is to be skipped; end is not called then.
	start(e *element) (skip bool)
	end(name string)
	text(s string)
}

// element is a start tag.
type element struct {
	name  string
	attrs []xml.Attr
}

// get returns the value of an attribute with the given name in any namespace, or "".
func (e *element) get(name string) string {
	for _, a := range e.attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// ref returns the value of an attribute that has a namespace, such as r:id beside id, or "".
func (e *element) ref(name string) string {
	for _, a := range e.attrs {
		if a.Name.Local == name && a.Name.Space != "" && a.Name.Space != "xmlns" {
			return a.Value
		}
	}
	return ""
}

// own returns the value of an attribute without a namespace, or "".
func (e *element) own(name string) string {
	for _, a := range e.attrs {
		if a.Name.Local == name && a.Name.Space == "" {
			return a.Value
		}
	}
	return ""
}

// walk passes the elements of an XML document to h. It does not check that end tags match start tags.
func walk(r io.Reader, h handler) error {
	r, err := decodeXML(r)
	if err != nil {
		return err
	}
	g := &guard{r: bufio.NewReaderSize(r, 32<<10)}
	x := xml.NewDecoder(g)
	x.Strict = false
	x.Entity = xml.HTMLEntity
	x.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // decodeXML did it
	depth, any := 0, false
	skip := 0 // the depth of an element that is left out
	for {
		g.begin()
		token, err := x.RawToken()
		if err == io.EOF && any && depth == 0 {
			return nil
		}
		if err != nil {
			return unexpected(err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			any = true
			if depth++; depth > depthMost {
				return file.ErrTooLarge
			}
			if skip == 0 && h.start(&element{t.Name.Local, t.Attr}) {
				skip = depth
			}
		case xml.EndElement:
			if skip == 0 {
				h.end(t.Name.Local)
			}
			if skip == depth {
				skip = 0
			}
			depth = max(depth-1, 0)
		case xml.CharData:
			if skip == 0 && depth > 0 {
				h.text(string(t))
			}
		case xml.Directive:
			if strings.Contains(string(t), "[") {
				return errEntities
			}
		}
	}
}

// unexpected returns the error of a document that ends too early instead of the end of a file.
func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// guard bounds the tags that a decoder reads. The decoder collects all attributes of a tag, each of which takes 48
// bytes and more of memory, and two of the file.
type guard struct {
	r       *bufio.Reader
	opened  bool // the last byte was "<"
	inside  bool // a tag
	quote   byte
	outside int // bytes of the tag outside its quotes
	token   int // bytes of the token
}

// begin states that the decoder begins to read a token. A "<" that ended a text was read before.
func (g *guard) begin() { g.inside, g.token = false, 0 }

// Read implements io.Reader for the decoder, which uses ReadByte only.
func (g *guard) Read(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	c, err := g.ReadByte()
	if err != nil {
		return 0, err
	}
	b[0] = c
	return 1, nil
}

// ReadByte implements io.ByteReader.
func (g *guard) ReadByte() (byte, error) {
	c, err := g.r.ReadByte()
	if err != nil {
		return 0, err
	}
	if g.token++; g.token > textTokenMost {
		return 0, file.ErrTooLarge
	}
	switch {
	case g.inside && g.quote != 0:
		if c == g.quote {
			g.quote = 0
		}
	case g.inside:
		if g.outside++; g.outside > tagMost {
			return 0, file.ErrTooLarge
		}
		switch c {
		case '"', '\'':
			g.quote = c
		case '>':
			g.inside = false
		}
	case g.opened && c != '!' && c != '?' && c != '/':
		g.inside, g.quote, g.outside = true, 0, 0
	}
	g.opened = c == '<'
	return c, nil
}
