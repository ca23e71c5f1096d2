package content

import (
	"bytes"
	"encoding/binary"
	"strings"
	"time"
)

// Photo holds the fields that a camera wrote about a photograph.
type Photo struct {
	Taken        time.Time // by the camera's clock, as UTC; zero if it is not known
	Maker, Model string    // of the camera
}

// TakenAt returns the time at which a photograph was taken, by the camera's clock, as UTC: the first valid of the
// EXIF dates DateTimeOriginal and DateTimeDigitized. DateTime is the time of the last change, often by a program, and
// does not count. It returns false for a photograph without such a date. head begins a JPEG file or a file built
// like TIFF, as most raw formats are.
func TakenAt(head []byte) (time.Time, bool) {
	p := PhotoOf(head)
	return p.Taken, !p.Taken.IsZero()
}

// PhotoOf returns the fields of a photograph that its EXIF data state. head is as for [TakenAt].
func PhotoOf(head []byte) Photo {
	exif := head
	if bytes.HasPrefix(head, []byte{0xFF, 0xD8, 0xFF}) {
		exif = parseJPEG(head).exif
	}
	t := parseTIFF(exif)
	p := Photo{Maker: t.maker, Model: t.model}
	if t.software != "" && t.maker+t.model == "" {
		return p // a drawing or a screenshot, which no camera took
	}
	for _, s := range []string{t.original, t.digitized} {
		when, err := time.ParseInLocation("2006:01:02 15:04:05", s, time.UTC)
		if err == nil && when.Year() > 1825 { // the year of the first photograph that lasts
			p.Taken = when
			break
		}
	}
	return p
}

// tiff is the contents of the first directory of a TIFF structure, and of the
// EXIF directory that it points to.
type tiff struct {
	width, height       int
	rows, strips        int // rows in one strip, and the number of strips
	maker, model        string
	software            string
	original, digitized string
	found               bool
}

// Tags of TIFF and EXIF directories.
const (
	tagWidth     = 0x0100
	tagHeight    = 0x0101
	tagMaker     = 0x010F
	tagModel     = 0x0110
	tagStrips    = 0x0111
	tagSoftware  = 0x0131
	tagRows      = 0x0116
	tagExif      = 0x8769
	tagOriginal  = 0x9003
	tagDigitized = 0x9004
)

// layout is the layout of a TIFF structure: the order of its bytes, and whether it is a BigTIFF, whose offsets and
// counts have 64 bits.
type layout struct {
	binary.ByteOrder
	big bool
}

// layoutOf returns the layout of a TIFF structure. ok is false for other data, and for data without a whole header.
func layoutOf(b []byte) (l layout, ok bool) {
	if len(b) < 8 {
		return l, false
	}
	switch string(b[:4]) {
	case "II*\x00", "II+\x00":
		l.ByteOrder = binary.LittleEndian
	case "MM\x00*", "MM\x00+":
		l.ByteOrder = binary.BigEndian
	default:
		return l, false
	}
	l.big = l.Uint16(b[2:]) == '+'
	return l, len(b) >= l.header()
}

// header returns the number of bytes before the first directory can begin. The offset of that is at their end.
func (l layout) header() int {
	if l.big {
		return 16
	}
	return 8
}

// offset returns the offset or the count at the beginning of b.
func (l layout) offset(b []byte) uint64 {
	if l.big {
		return l.Uint64(b)
	}
	return uint64(l.Uint32(b))
}

// first returns the offset of the first directory.
func (l layout) first(b []byte) uint64 { return l.offset(b[l.header()/2:]) }

func parseTIFF(b []byte) (t tiff) {
	if l, ok := layoutOf(b); ok {
		t.directory(b, l, l.first(b), true)
	}
	if t.rows > 0 && t.strips > 0 && (t.height-1)/t.rows >= t.strips {
		t.width, t.height = 0, 0 // the strips do not have the rows: the size is damaged
	}
	return t
}

// directory reads the TIFF directory at the offset at of b into the fields of t. If first is true,
// it also reads the EXIF directory to which this directory refers, but no further directory, so
// that a circular reference cannot loop.
func (t *tiff) directory(b []byte, l layout, at uint64, first bool) {
	count, size, value := 2, 12, 8
	if l.big {
		count, size, value = 8, 20, 12
	}
	if at > uint64(len(b)) || len(b)-int(at) < count {
		return
	}
	list := b[int(at)+count:]
	entries := uint64(l.Uint16(b[at:]))
	if l.big {
		entries = l.Uint64(b[at:])
	}
	for i := range int(min(entries, uint64(len(list)/size), 512)) {
		e := list[size*i : size*(i+1)]
		tag, kind := l.Uint16(e), l.Uint16(e[2:])
		number := int(l.Uint32(e[value:]))
		const short, long64 = 3, 16
		switch {
		case kind == short:
			number = int(l.Uint16(e[value:]))
		case kind == long64 && l.big:
			number = int(min(l.Uint64(e[value:]), maxPixels))
		}
		t.found = true
		switch tag {
		case tagWidth:
			t.width = number
		case tagHeight:
			t.height = number
		case tagStrips:
			t.strips = int(min(l.offset(e[4:]), 1<<30))
		case tagRows:
			t.rows = number
		case tagMaker:
			t.maker = tiffString(b, l, e)
		case tagModel:
			t.model = tiffString(b, l, e)
		case tagSoftware:
			t.software = tiffString(b, l, e)
		case tagOriginal:
			t.original = tiffString(b, l, e)
		case tagDigitized:
			t.digitized = tiffString(b, l, e)
		case tagExif:
			if first {
				t.directory(b, l, l.offset(e[value:]), false)
			}
		}
	}
}

// tiffString returns the text value of the TIFF directory entry e, at most 64 printable bytes, or
// "" if the value is no text.
func tiffString(b []byte, l layout, e []byte) string {
	const ascii, most = 2, 64
	if l.Uint16(e[2:]) != ascii {
		return ""
	}
	count, value := l.offset(e[4:]), e[8:]
	if l.big {
		value = e[12:]
	}
	if at := l.offset(value); count <= uint64(len(value)) {
		value = value[:count]
	} else if at < uint64(len(b)) {
		value = b[at:][:min(uint64(len(b))-at, count, most)]
	} else {
		return ""
	}
	value, _, _ = bytes.Cut(value, []byte{0})
	return strings.TrimSpace(printable(value))
}

// printable returns the printable ASCII bytes of b and drops the others.
func printable(b []byte) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return -1
		}
		return r
	}, string(b))
}
