package media

import (
	"strings"
	"testing"
)

// heapOf returns a heap of an old Canon camera with entries, whose contents follow each other.
func heapOf(entries ...heapEntry) string {
	var contents, list strings.Builder
	for _, e := range entries {
		list.WriteString(l16(e.tag) + l32(len(e.text)) + l32(contents.Len()))
		contents.WriteString(e.text)
	}
	return contents.String() + l16(len(entries)) + list.String() + l32(contents.Len())
}

type heapEntry struct {
	tag  int
	text string
}

// oldCanon returns the heap of a photograph of 2003 by an old camera.
func oldCanon() string {
	return heapOf(heapEntry{0x300A, heapOf(
		heapEntry{0x1810, l32(3072) + l32(2048) + l32(0) + l32(90)},
		heapEntry{0x180E, l32(1068485966) + l32(0) + l32(0)},
		heapEntry{0x2807, heapOf(heapEntry{0x080A, "Canon\x00Canon EOS 10D\x00"})},
	)})
}

func ciff(kind, heap string) string { return "II" + l32(26) + kind + strings.Repeat("\x00", 12) + heap }

// TestOldCameras reads the notes of cameras without EXIF: a Canon raw image, a JPEG with such notes, and a Minolta raw
// image.
func TestOldCameras(t *testing.T) {
	notes := tiff(short(0x100, 40), short(0x101, 30), ascii(0x10F, "Minolta"), ascii(0x110, "DiMAGE 7"),
		entry{tag: 0x8769, dir: []entry{ascii(0x9003, "2002:05:06 07:08:09")}})
	blocks := "\x00PRD" + b32(4) + "size" + "\x00TTW" + b32(len(notes)) + notes
	casio := "\xe1QVCI" + strings.Repeat("\x00", 0x49) + "1998.10.24 12:08:57\x00\x00KX-778\x00"
	for name, c := range map[string]struct{ text, format, taken, camera, width string }{
		"b.jpg": {jpegOf(casio), "JPEG image", "1998-10-24", "CASIO KX-778", "640"},
		"c.jpg": {jpegOf(casio[:len(casio)-1]), "JPEG image", "", "", "640"}, // cut off
		"a.crw": {ciff(ciffMagic, oldCanon()), "Canon raw image (CRW)", "2003-11-10", "Canon EOS 10D", "3072"},
		"a.jpg": {jpegOf("\xe0" + ciff(ciffInJPEG, oldCanon())), "JPEG image", "2003-11-10", "Canon EOS 10D", "640"},
		"a.mrw": {minoltaMagic + b32(len(blocks)) + blocks, "Minolta raw image (MRW)", "2002-05-06", "Minolta DiMAGE 7",
			"40"},
	} {
		x := extract(t, name, c.text)
		if x.Format != c.format || x.Property("taken") != c.taken || x.Property("camera") != c.camera ||
			x.Property("width") != c.width || x.State != "" {
			t.Errorf("%s: %s %+v %s", name, x.Format, x.Properties, x.State)
		}
	}
}

// TestHeapThatHoldsItself ends: each entry of the heap leads to the whole heap.
func TestHeapThatHoldsItself(t *testing.T) {
	list := strings.Repeat(l16(0x300A)+l32(1<<30)+l32(0), 1000)
	x := extract(t, "a.crw", ciff(ciffMagic, l16(1000)+list+l32(0)))
	if x.Property("camera") != "" || x.State == "too_large" {
		t.Errorf("%+v", x)
	}
}
