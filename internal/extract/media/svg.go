package media

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/extract/file"
)

const (
	svgMost       = 16 << 20 // bytes that are read
	svgTokensMost = 500_000  // a map has a few hundred thousand
)

// readSVG reads an SVG image: its title, description and texts, and dangers of its content.
func readSVG(j *job) error {
	j.image("SVG image")
	var r io.Reader = j.f.Reader()
	head := j.f.Head
	if bytes.HasPrefix(head, []byte{0x1F, 0x8B}) {
		z, err := gzip.NewReader(r)
		if err != nil {
			return err
		}
		head, _ = io.ReadAll(io.LimitReader(z, content.EncodingHead))
		r = io.MultiReader(bytes.NewReader(head), z)
		j.x.Format = "SVG image, compressed"
	}
	if w, h, ok := content.Dimensions(head); ok {
		j.size(w, h)
	}
	s := &svg{job: j, text: file.NewText(j.f, j.x), d: xml.NewDecoder(file.Limit(r, svgMost))}
	s.d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	s.d.Entity = xml.HTMLEntity
	s.d.Strict = false
	err := s.read()
	s.text.Done()
	if len(s.path) > 0 && errors.Is(err, io.EOF) || err != nil && strings.Contains(err.Error(), "unexpected EOF") {
		j.cutOff()
		err = nil
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	if err == nil && !s.root {
		return errStructure
	}
	return err
}

// svg collects the findings in an SVG image.
type svg struct {
	*job
	d    *xml.Decoder
	text *file.Text
	path []string
	root bool
	own  strings.Builder // the text of the last title, description or text
}

// read reads all elements.
func (s *svg) read() error {
	for range svgTokensMost {
		t, err := s.d.Token()
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.StartElement:
			if len(s.path) == xmlDepthMost {
				return file.ErrTooLarge
			}
			s.start(t)
		case xml.CharData:
			if s.inText() && s.own.Len() < tagSizeMost {
				s.own.Write(t[:min(len(t), tagSizeMost)])
			}
		case xml.EndElement:
			s.end()
		}
	}
	s.x.Limit("only the first 500,000 parts were read")
	s.path = nil
	return nil
}

// start begins an element.
func (s *svg) start(t xml.StartElement) {
	s.path = append(s.path, t.Name.Local)
	switch t.Name.Local {
	case "svg":
		s.root = true
	case "script":
		s.risk("holds a script")
	case "title", "desc", "text":
		s.own.Reset()
	case "image", "use", "a":
		for _, a := range t.Attr {
			if a.Name.Local == "href" && t.Name.Local != "a" && strings.Contains(a.Value[:min(len(a.Value), 10)], "://") {
				s.risk("loads content from other places")
			}
		}
	}
	for _, a := range t.Attr {
		if strings.HasPrefix(a.Name.Local, "on") && a.Name.Space == "" {
			s.risk("holds a script")
		}
	}
}

func (s *svg) risk(text string) {
	for _, r := range s.x.Risks {
		if r == text {
			return
		}
	}
	s.x.Risks = append(s.x.Risks, text)
}

// inText reports whether the current element belongs to a title, a description or a text.
func (s *svg) inText() bool {
	for i := len(s.path) - 1; i > 0; i-- {
		switch s.path[i] {
		case "title", "desc", "text":
			return true
		}
	}
	return false
}

// end ends an element. The title of the root is the title of the image, and other titles are texts.
func (s *svg) end() {
	n := len(s.path)
	if n == 0 {
		return
	}
	name := s.path[n-1]
	s.path = s.path[:n-1]
	if name == "tspan" && s.own.Len() > 0 {
		s.own.WriteByte(' ')
	}
	if name != "title" && name != "desc" && name != "text" || n < 2 {
		return
	}
	text := luminos.Fold(s.own.String())
	s.own.Reset()
	switch {
	case text == "":
	case name == "title" && (n == 2 || s.path[n-2] == "Work"):
		s.set("title", text)
	case name == "desc" && n == 2:
		s.set("description", text)
	default:
		s.text.Line(text)
	}
}
