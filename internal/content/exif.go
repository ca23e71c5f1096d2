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
	maker, model        string
	original, digitized string
	found               bool
}

// Tags of TIFF and EXIF directories.
const (
	tagWidth     = 0x0100
	tagHeight    = 0x0101
	tagMaker     = 0x010F
	tagModel     = 0x0110
	tagExif      = 0x8769
	tagOriginal  = 0x9003
	tagDigitized = 0x9004
)

func parseTIFF(b []byte) (t tiff) {
	order, ok := byteOrder(b)
	if !ok || len(b) < 8 {
		return t
	}
	t.directory(b, order, order.Uint32(b[4:]), true)
	return t
}

// directory reads the TIFF directory at the offset at of b into the fields of t. If first is true,
// it also reads the EXIF directory to which this directory refers, but no further directory, so
// that a circular reference cannot loop.
func (t *tiff) directory(b []byte, order binary.ByteOrder, at uint32, first bool) {
	if uint64(at)+2 > uint64(len(b)) {
		return
	}
	list := b[at+2:]
	for i := range min(int(order.Uint16(b[at:])), len(list)/12, 512) {
		e := list[12*i : 12*i+12]
		tag, kind := order.Uint16(e), order.Uint16(e[2:])
		number := int(order.Uint32(e[8:]))
		if kind == 3 {
			number = int(order.Uint16(e[8:]))
		}
		t.found = true
		switch tag {
		case tagWidth:
			t.width = number
		case tagHeight:
			t.height = number
		case tagMaker:
			t.maker = tiffString(b, order, e)
		case tagModel:
			t.model = tiffString(b, order, e)
		case tagOriginal:
			t.original = tiffString(b, order, e)
		case tagDigitized:
			t.digitized = tiffString(b, order, e)
		case tagExif:
			if first {
				t.directory(b, order, order.Uint32(e[8:]), false)
			}
		}
	}
}

// tiffString returns the text value of the TIFF directory entry e, at most 64 printable bytes, or
// "" if the value is no text.
func tiffString(b []byte, order binary.ByteOrder, e []byte) string {
	const ascii, most = 2, 64
	count, at := uint64(order.Uint32(e[4:])), uint64(order.Uint32(e[8:]))
	if order.Uint16(e[2:]) != ascii {
		return ""
	}
	value := e[8:12]
	if count > 4 {
		if at >= uint64(len(b)) {
			return ""
		}
		value = b[at:min(uint64(len(b)), at+min(count, most))]
	} else {
		value = value[:count]
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
