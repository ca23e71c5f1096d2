package media

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"io"
	"net/mail"
	"strings"
	"time"
)

// pngTexts are the keywords of texts in PNG images, with the properties that they become.
var pngTexts = map[string]func(p *photo) *string{
	"Title":         func(p *photo) *string { return &p.title },
	"Author":        func(p *photo) *string { return &p.artist },
	"Description":   func(p *photo) *string { return &p.description },
	"Copyright":     func(p *photo) *string { return &p.copyright },
	"Software":      func(p *photo) *string { return &p.software },
	"Creation Time": func(p *photo) *string { return &p.made },
}

// pngText reads a chunk of text of a PNG image: a keyword, and for international texts flags and languages.
func (s *findings) pngText(b []byte, kind string) {
	name, rest, _ := bytes.Cut(b, []byte{0})
	packed := kind == "zTXt"
	if kind == "iTXt" && len(rest) > 2 {
		packed = rest[0] == 1
		_, rest, _ = bytes.Cut(rest[2:], []byte{0})
		_, rest, _ = bytes.Cut(rest, []byte{0})
	} else if packed && len(rest) > 0 {
		rest = rest[1:] // the method, of which there is one
	}
	key := string(name)
	profile, ok := strings.CutPrefix(key, "Raw profile type ")
	if packed {
		rest = s.inflate(rest)
	}
	if ok {
		s.pngProfile(profile, rest)
	} else if key == "XML:com.adobe.xmp" {
		s.packet(memory(rest))
	} else if key == "Comment" {
		s.notes.comment(latin1(rest))
	} else if field := pngTexts[key]; field != nil && *field(&s.notes) == "" {
		text := latin1(rest)
		if t, err := mail.ParseDate(text); err == nil && key == "Creation Time" { // as the standard of PNG asks for
			text = t.Format(time.DateOnly)
		}
		*field(&s.notes) = text
	}
}

// unpackedMost is the number of bytes of the compressed texts of one image that are read.
const unpackedMost = 4 * xmpMost

// inflate returns the bytes of a zlib stream up to its first fault, or fewer at the bound of the image.
func (s *findings) inflate(b []byte) []byte {
	z, err := zlib.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil
	}
	most := int64(min(xmpMost, unpackedMost-s.unpacked))
	out, _ := io.ReadAll(io.LimitReader(z, most)) // the bytes before a fault are whole
	s.unpacked += len(out)
	return out
}

// pngProfile reads data that ImageMagick writes as text: a name, a length and hexadecimal digits.
func (s *findings) pngProfile(name string, text []byte) {
	fields := bytes.Fields(text)
	if len(fields) < 3 {
		return
	}
	digits := bytes.Join(fields[2:], nil)
	b := make([]byte, len(digits)/2)
	n, _ := hex.Decode(b, digits[:len(digits)&^1]) // the bytes before a fault are whole
	in := memory(b[:n])
	switch name {
	case "exif", "APP1":
		s.segment(in)
	case "iptc", "8bim":
		s.resources(in)
	case "xmp":
		s.packet(in)
	}
}
