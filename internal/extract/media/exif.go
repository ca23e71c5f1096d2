package media

import (
	"cmp"
	"strconv"
	"strings"
)

const (
	tagsMost    = 5_000
	tagSizeMost = 10_000 // bytes; a caption is shorter
)

// The tags of directories of TIFF and EXIF that are read.
const (
	tagSubfile     = 0x00FE
	tagWidth       = 0x0100
	tagHeight      = 0x0101
	tagDescription = 0x010E
	tagMaker       = 0x010F
	tagModel       = 0x0110
	tagStrips      = 0x0111
	tagOrientation = 0x0112
	tagRows        = 0x0116
	tagLengths     = 0x0117
	tagSoftware    = 0x0131
	tagChanged     = 0x0132
	tagArtist      = 0x013B
	tagTiles       = 0x0144
	tagTileLengths = 0x0145
	tagInner       = 0x014A // the directories of the full image of a raw file
	tagXMP         = 0x02BC
	tagRating      = 0x4746
	tagCopyright   = 0x8298
	tagIPTC        = 0x83BB
	tagResources   = 0x8649 // of Photoshop
	tagEXIF        = 0x8769
	tagGPS         = 0x8825
	tagOriginal    = 0x9003
	tagDigitized   = 0x9004
	tagShownWidth  = 0xA002
	tagShownHeight = 0xA003
	tagLens        = 0xA434
	tagCrop        = 0xC620
	tagAdobeLens   = 0xFDEA
)

// findings are the tags of an image: of EXIF, which the camera writes, of XMP, which programs write, and others.
type findings struct {
	exif, xmp, notes photo
	packets          int // of XMP that were read
	unpacked         int // bytes of texts that were compressed
	depth            int // of TIFF structures in others
}

const (
	packetsMost   = 4 //  of XMP in one image
	tiffDepthMost = 4
)

// packet reads a packet of XMP that fills the input.
func (s *findings) packet(in *input) {
	if s.packets++; s.packets <= packetsMost {
		readXMP(in.bytes(0, xmpMost), &s.xmp)
	}
}

// photo returns all findings. EXIF has precedence over the others except for texts: it states no character set.
func (s findings) photo() photo {
	p := s.exif
	p.captions = captions{}
	s.xmp.merge(s.notes)
	if p.original+p.digitized != "" {
		s.xmp.original, s.xmp.digitized = "", ""
	}
	p.merge(s.xmp)
	p.merge(s.exif)
	return p
}

// tiff reads a TIFF structure that fills the input. A directory that is damaged is read as far as it goes.
func (s *findings) tiff(in *input) {
	f, at, ok := in.tiff()
	if !ok || s.depth == tiffDepthMost {
		return
	}
	s.depth++
	defer func() { s.depth-- }()
	top, _, _ := f.directory(at)
	inner := f.below(top, tagEXIF)
	text := func(tag uint16) string { return cmp.Or(f.text(inner[tag]), f.text(top[tag])) }
	p := photo{
		times:    times{f.time(inner, top, tagOriginal), f.time(inner, top, tagDigitized), "", text(tagChanged), ""},
		device:   device{maker: text(tagMaker), model: text(tagModel), software: text(tagSoftware)},
		captions: captions{description: text(tagDescription), artist: text(tagArtist), copyright: text(tagCopyright)},
	}
	p.lens = cmp.Or(text(tagLens), text(tagAdobeLens))
	p.orientation = int(f.number(top[tagOrientation]))
	if n := f.number(top[tagRating]); n > 0 {
		p.rating = strconv.FormatInt(n, 10)
	}
	f.place(f.below(top, tagGPS), &p)
	f.place(top, &p) // a raw image of Canon has this directory alone
	s.exif.merge(p)
	if v, ok := top[tagXMP]; ok {
		s.packet(f.section(v))
	}
	if v, ok := top[tagIPTC]; ok {
		s.notes.iptc(f.section(v).bytes(0, chunkMost))
	}
	if v, ok := top[tagResources]; ok {
		s.resources(f.section(v))
	}
}

// below returns the directory to which a tag refers, or nil.
func (f tiffFile) below(d map[uint16]tiffValue, tag uint16) map[uint16]tiffValue {
	if d[tag].count != 1 {
		return nil
	}
	values, _, _ := f.directory(f.number(d[tag]))
	return values
}

// text returns a text, or "" for a value of another type.
func (f tiffFile) text(v tiffValue) string {
	const ascii, utf8 = 2, 129
	if v.kind != ascii && v.kind != utf8 {
		return ""
	}
	return clean(latin1([]byte(untilNUL(f.content(v, 1)))))
}

// time returns a time of the inner directory or of the top one. A blank one is a space, since the tag is there.
func (f tiffFile) time(inner, top map[uint16]tiffValue, tag uint16) string {
	v, ok := inner[tag]
	if !ok {
		v, ok = top[tag]
	}
	s := f.text(v)
	if ok && strings.Trim(s, ": ") == "" {
		return " "
	}
	return s
}

// place sets the position by a directory of GPS.
func (f tiffFile) place(d map[uint16]tiffValue, p *photo) {
	const latitudeRef, latitude, longitudeRef, longitude = 1, 2, 3, 4
	lat, ok1 := f.degrees(d[latitude], d[latitudeRef], "NS")
	long, ok2 := f.degrees(d[longitude], d[longitudeRef], "EW")
	if ok1 && ok2 && !p.placed {
		p.latitude, p.longitude, p.placed = lat, long, true
	}
}

// degrees returns a coordinate in degrees, minutes and seconds. Its reference begins with one of two letters, of which
// the second makes it negative.
func (f tiffFile) degrees(v, ref tiffValue, letters string) (sum float64, ok bool) {
	const rational, signed, size = 5, 10, 8
	if v.kind != rational && v.kind != signed || v.count < 1 || v.count > 3 || ref.count == 0 {
		return 0, false
	}
	b := f.content(v, size)
	for unit := 1.0; len(b) >= size; b, unit = b[size:], unit*60 {
		n, d := float64(f.order.Uint32(b)), float64(f.order.Uint32(b[4:]))
		if v.kind == signed {
			n, d = float64(int32(f.order.Uint32(b))), float64(int32(f.order.Uint32(b[4:])))
		}
		if d != 0 {
			sum += n / d / unit
		}
	}
	switch strings.IndexByte(letters, ref.bytes[0]&^0x20) {
	case 0:
		return sum, true
	case 1:
		return -sum, true
	}
	return 0, false
}

// tiffSize returns the size of the image in the first directory, or of a raw image the size of the full one, in the
// directories below it.
func (in *input) tiffSize(raw bool) (w, h int) {
	f, at, ok := in.tiff()
	if !ok {
		return 0, 0
	}
	top, _, _ := f.directory(at)
	list := []map[uint16]tiffValue{top}
	if raw { // the second one is the EXIF directory
		list = append(list, f.below(top, tagEXIF))
		for _, at := range f.numbers(top[tagInner])[:min(innerMost, len(f.numbers(top[tagInner])))] {
			d, _, _ := f.directory(at)
			list = append(list, d)
		}
	}
	for i, d := range list {
		if crop := f.numbers(d[tagCrop]); raw && len(crop) == 2 && crop[0] > 0 && crop[1] > 0 {
			return int(crop[0]), int(crop[1])
		}
		dw, dh := f.number(d[tagWidth]), f.number(d[tagHeight])
		if i == 1 {
			dw, dh = f.number(d[tagShownWidth]), f.number(d[tagShownHeight])
		}
		if dw < pixelsMost && dh < pixelsMost && int(dw*dh) > w*h {
			w, h = int(dw), int(dh)
		}
	}
	return w, h
}

// innerMost is the number of directories below the first one of a raw image that are read.
const innerMost = 16
