package media

import (
	"encoding/binary"
	"strings"
	"testing"
)

// TestExifBehindPixels checks that the Exif data of a HEIC file is found behind the pixels, by the table of the
// items, which lies in front of the pixels or at the end of the file.
func TestExifBehindPixels(t *testing.T) {
	exif := "\x00\x00\x00\x00" + photo("2022:05:09 10:11:12", 1, 1)[12:]
	ftyp := "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"
	pixels := strings.Repeat("x", 2*headBytes)
	number := func(n int) string { return string(binary.BigEndian.AppendUint32(nil, uint32(n))) }
	box := func(name, body string) string { return number(8+len(body)) + name + body }
	meta := func(at int) string {
		return box("meta", "\x00\x00\x00\x00"+box("infe", "\x02\x00\x00\x00\x00\x07\x00\x00Exif\x00")+
			box("iloc", "\x01\x00\x00\x00\x44\x00\x00\x02"+
				"\x00\x01\x00\x00\x00\x00\x00\x01"+number(99)+number(9)+
				"\x00\x07\x00\x00\x00\x00\x00\x01"+number(at)+number(len(exif))))
	}
	data := box("mdat", pixels+exif)
	front := len(ftyp) + len(meta(0)) + 8 + len(pixels)
	src, scan := tree(t, map[string]string{
		"front.heic": ftyp + meta(front) + data,
		"back.heic":  ftyp + data + meta(front-len(meta(0))),
		"wrong.heic": ftyp + meta(1<<30) + data,
	})
	newest := mtime.AddDate(2, 0, 0)
	scan.SurveySignals.Newest = &newest
	r, err := Read(t.Context(), src, scan)
	if err != nil {
		t.Fatal(err)
	}
	if r.Photos == nil || r.Photos.Dated != 2 {
		t.Errorf("got %+v, want 2 dated photographs", r.Photos)
	}
}
