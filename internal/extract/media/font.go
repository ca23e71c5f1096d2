package media

import (
	"bytes"
	"compress/zlib"
	"errors"
	"io"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/extract/file"
)

const (
	fontTablesMost = 512
	fontsMost      = 64      // of a collection; the largest ones have about 20
	fontTableMost  = 1 << 20 // bytes of a table that are read
)

// isFont reports whether a file is a font whose names are read.
func isFont(f *file.File) bool {
	switch f.ID.MIME {
	case "font/sfnt", "font/ttf", "font/otf", "application/vnd.ms-opentype", "font/collection", "font/woff", "font/woff2":
		return !f.ID.Text
	}
	return isType1(f)
}

// isType1 reports whether a file is a PostScript Type 1 font, as text or in segments.
func isType1(f *file.File) bool {
	head := f.Head[:min(len(f.Head), 64)]
	if len(head) > 6 && head[0] == 0x80 && head[1] == 1 {
		head = head[6:]
	}
	return bytes.HasPrefix(head, []byte("%!PS-AdobeFont")) || bytes.HasPrefix(head, []byte("%!FontType1"))
}

// readFont reads a font or a collection of fonts.
func readFont(j *job) error {
	head := string(j.f.Head[:min(len(j.f.Head), 4)])
	switch {
	case isType1(j.f):
		return readType1(j)
	case head == "wOF2":
		// Its tables are one stream in Brotli, which is not read.
		j.x.Format = "WOFF 2 font"
		j.x.Add("fonts", 1)
		j.x.Fail(luminos.ExtractUnsupported, "its names are compressed with Brotli")
		if n := be32(from(j.f.Head, 8)); n > j.in.size {
			j.x.State = ""
			j.cutOff()
		}
		return nil
	case head == "wOFF":
		j.x.Format = "WOFF font"
		return j.font(j.woffTables(), true)
	case head != "ttcf":
		j.x.Format = "TrueType font"
		if head == "OTTO" {
			j.x.Format = "OpenType font"
		}
		return j.font(j.sfntTables(0), true)
	}
	j.x.Format = "TrueType collection"
	n := be32(from(j.f.Head, 8))
	if n > fontsMost {
		n = fontsMost
		j.x.Limit("only the first 64 fonts were read")
	}
	for i := range n {
		if err := j.font(j.sfntTables(be32(j.in.bytes(12+4*i, 4))), i == 0); err != nil {
			return err
		}
	}
	return nil
}

// sfntTables returns the tables of a font by name (OpenType specification, "Table Directory").
func (j *job) sfntTables(at int64) map[string]*io.SectionReader {
	n := int64(min(be16(j.in.bytes(at+4, 2)), fontTablesMost))
	tables := map[string]*io.SectionReader{}
	for i := range n {
		b := j.in.bytes(at+12+16*i, 16)
		if len(b) < 16 {
			j.cutOff()
			break
		}
		offset, length := be32(b[8:]), be32(b[12:])
		if offset+length > j.in.size {
			j.cutOff()
		}
		tables[string(b[:4])] = io.NewSectionReader(j.in, offset, length)
	}
	return tables
}

// woffTables returns the tables of a WOFF font that hold names and counts, decompressed within bounds.
func (j *job) woffTables() map[string]*io.SectionReader {
	n := int64(min(be16(j.in.bytes(12, 2)), fontTablesMost))
	tables := map[string]*io.SectionReader{}
	for i := range n {
		b := j.in.bytes(44+20*i, 20)
		if len(b) < 20 {
			j.cutOff()
			break
		}
		name, offset, packed, length := string(b[:4]), be32(b[4:]), be32(b[8:]), be32(b[12:])
		if offset+packed > j.in.size {
			j.cutOff()
		}
		if name != "name" && name != "maxp" && name != "OS/2" && name != "head" {
			tables[name] = nil
			continue
		}
		s := io.NewSectionReader(j.in, offset, packed)
		if packed < length {
			z, err := zlib.NewReader(s)
			if err != nil {
				continue
			}
			text, err := io.ReadAll(io.LimitReader(z, min(length, fontTableMost)))
			if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
				continue
			}
			s = io.NewSectionReader(bytes.NewReader(text), 0, int64(len(text)))
		}
		tables[name] = s
	}
	return tables
}

// contents returns the bytes of a table, nil if it is missing.
func contents(s *io.SectionReader) []byte {
	if s == nil {
		return nil
	}
	b := make([]byte, min(s.Size(), fontTableMost))
	n, _ := s.ReadAt(b, 0)
	return b[:n]
}

// font reads one font. first reports whether it is the first of the file, whose names become the properties.
func (j *job) font(tables map[string]*io.SectionReader, first bool) error {
	if len(tables) == 0 {
		return errStructure
	}
	j.x.Add("fonts", 1)
	if b := contents(tables["maxp"]); len(b) >= 6 {
		j.x.Add("glyphs", int64(be16(b[4:])))
	}
	names := fontNames(contents(tables["name"]))
	get := func(ids ...int) string {
		for _, id := range ids {
			if s := clean(names[id]); s != "" {
				return s
			}
		}
		return ""
	}
	family := get(16, 1)
	var v file.Values
	v.Add(family)
	v.Set(j.x, "family")
	if !first {
		return nil
	}
	j.x.Set("title", get(4))
	j.x.Set("family", family)
	j.x.Set("style", get(17, 2))
	j.x.Set("version", strings.TrimPrefix(get(5), "Version "))
	j.x.Set("artist", get(9))
	j.x.Set("maker", get(8))
	j.x.Set("description", get(10))
	j.x.Set("copyright", get(0))
	j.x.Set("licence", get(13))
	j.x.Set("licence address", get(14))
	if b := contents(tables["OS/2"]); len(b) >= 10 {
		j.number("weight", be16(b[4:]))
		// Bit 1 forbids to embed the font (OpenType specification, "fsType").
		if be16(b[8:])&0xF == 2 {
			j.x.Set("embedding", "restricted")
		}
	}
	j.fontFeatures(tables)
	return nil
}

// fontFeatures sets properties that follow from the tables that a font has.
func (j *job) fontFeatures(tables map[string]*io.SectionReader) {
	has := func(name string) bool { _, ok := tables[name]; return ok }
	var list []string
	if has("fvar") {
		list = append(list, "variable")
	}
	if has("COLR") || has("CBDT") || has("sbix") || has("SVG ") {
		list = append(list, "coloured")
	}
	j.x.Set("kind", strings.Join(list, ", "))
}

// fontNames returns the names of a font by their identifiers: English ones of Windows or Unicode before others.
func fontNames(b []byte) map[int]string {
	names, ranks := map[int]string{}, map[int]int{}
	n, strings := be16(from(b, 2)), from(b, be16(from(b, 4)))
	for i := range n {
		r := from(b, 6+12*i)
		if len(r) < 12 {
			break
		}
		platform, language, id := be16(r), be16(r[4:]), be16(r[6:])
		value := from(strings, be16(r[10:]))
		value = value[:min(len(value), be16(r[8:]), tagSizeMost)]
		rank, text := 0, ""
		switch {
		case platform == 3 && language == 0x409:
			rank, text = 4, utf16Text(value, true)
		case platform == 3 && language&0xFF == 9:
			rank, text = 3, utf16Text(value, true)
		case platform == 1 && language == 0:
			rank, text = 2, latin1(value)
		case platform == 0, platform == 3:
			rank, text = 1, utf16Text(value, true)
		}
		if id <= 25 && rank > ranks[id] && clean(text) != "" {
			names[id], ranks[id] = text, rank
		}
	}
	return names
}

// type1Names are the entries of the dictionary FontInfo, with their properties.
var type1Names = []struct{ key, name string }{
	{"/FullName", "title"}, {"/FamilyName", "family"}, {"/Weight", "style"}, {"/version", "version"},
	{"/Notice", "copyright"}, {"/Copyright", "copyright"},
}

// readType1 reads the clear text at the beginning of a PostScript Type 1 font.
func readType1(j *job) error {
	j.x.Format = "PostScript Type 1 font"
	j.x.Add("fonts", 1)
	b, _, _ := bytes.Cut(j.f.Head, []byte("eexec"))
	for _, n := range type1Names {
		_, rest, ok := bytes.Cut(b, []byte(n.key))
		rest = bytes.TrimLeft(rest, " \t")
		if !ok || len(rest) == 0 || rest[0] != '(' {
			continue
		}
		depth := 0
		end := slices.IndexFunc(rest, func(c byte) bool {
			switch c {
			case '(':
				depth++
			case ')':
				depth--
			}
			return depth == 0
		})
		if end > 0 {
			j.set(n.name, latin1(rest[1:end]))
		}
	}
	var v file.Values
	v.Add(j.x.Property("family"))
	v.Set(j.x, "family")
	return nil
}
