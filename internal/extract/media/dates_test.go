package media

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"
)

// xmpOf returns a packet of XMP with attributes.
func xmpOf(attributes string) string {
	return `<rdf:RDF xmlns:rdf="` + nsRDF + `"><rdf:Description xmlns:exif="` + nsEXIF + `" xmlns:xmp="` + nsXMP +
		`" xmlns:tiff="` + nsTIFF + `" xmlns:ps="` + nsPhotoshop + `" ` + attributes + `/></rdf:RDF>`
}

// resource returns an image resource of Photoshop.
func resource(mark string, id int, body string) string {
	return mark + b16(id) + "\x00\x00" + b32(len(body)) + body + strings.Repeat("\x00", len(body)%2)
}

// bytesOf returns an entry of a directory with bytes.
func bytesOf(tag int, text string) entry { return entry{tag: tag, kind: 7, n: len(text), data: text} }

func deflated(text string) string {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	z.Write([]byte(text))
	z.Close()
	return b.String()
}

// TestPlacesOfDates reads the day of an image from each place in which a format keeps it.
func TestPlacesOfDates(t *testing.T) {
	exif := tiff(entry{tag: 0x8769, dir: []entry{ascii(0x9003, "2009:09:09 10:11:12")}})
	exifIn, xmp := exifMagic+exif, xmpOf(`xmp:CreateDate="2013-05-06T07:08:09"`)
	const day = "\x1c\x02\x37\x00\x0820040226"
	photoshop := "8BPS\x00\x01" + strings.Repeat("\x00", 8) + b32(20) + b32(30) + "\x00\x08\x00\x03" + b32(0)
	odd := resource("8BIM", 0x03ED, "odd") + resource("PHUT", 0x03EE, "x") + resource("8BIM", 0x0404, day)
	profile := func(name, body string) string {
		return fmt.Sprintf("\n%s\n%8d\n", name, len(body)) + hex.EncodeToString([]byte(body)) + "\n"
	}
	jp2 := "\x00\x00\x00\x0cjP  \r\n\x87\n" + atom("ftyp", "jp2 "+b32(0)+"jp2 ")
	jxl := "\x00\x00\x00\x0cJXL \r\n\x87\n" + atom("ftyp", "jxl "+b32(0)+"jxl ")
	webp := func(chunks ...string) string { return chunk("RIFF", "WEBP"+strings.Join(chunks, "")) }
	for name, c := range map[string]struct{ file, text, taken, created string }{
		"XMP by a program": {"a.jpg", jpegOf("\xe1" + nsXMP + "\x00" + xmp), "", "2013-05-06"},
		"XMP, a year by a person": {"a.jpg", jpegOf("\xe1" + nsXMP + "\x00" +
			xmpOf(`ps:DateCreated="2012" xmp:CreateDate="2013-05-06T07:08:09"`)), "", "2013-05-06"},
		"IPTC":          {"a.jpg", jpegOf("\xed" + resourcesMagic + odd), "2004-02-26", ""},
		"EXIF and IPTC": {"a.jpg", jpegOf("\xed"+resourcesMagic+odd, "\xe1"+exifIn), "2009-09-09", ""},
		"bytes behind": {"a.jpg",
			"\xff\xd8\xff\xe0\x00\x02??" + jpegOf("\xe1" + nsXMP + "\x00" + xmp)[2:], "", "2013-05-06"},
		"an empty mark": {"a.jpg",
			"\xff\xd8\xff\xe0\x00\x02?\xff\x00" + jpegOf("\xe1" + exifIn)[2:], "2009-09-09", ""},
		"Exiv2":           {"a.exv", exvMagic + jpegOf("\xe1" + exifIn)[2:], "2009-09-09", ""},
		"Photoshop":       {"a.psd", photoshop + b32(len(odd)) + odd + "pixels", "2004-02-26", ""},
		"TIFF, XMP":       {"a.tif", tiff(bytesOf(0x2BC, xmp)), "", "2013-05-06"},
		"TIFF, IPTC":      {"a.tif", tiff(bytesOf(0x83BB, day)), "2004-02-26", ""},
		"TIFF, resources": {"a.tif", tiff(bytesOf(0x8649, odd)), "2004-02-26", ""},
		"PNG, EXIF":       {"a.png", pngOf(pngChunk("eXIf", exif)), "2009-09-09", ""},
		"PNG, time": {"a.png",
			pngOf(pngChunk("tEXt", "Creation Time\x00Thu, 26 Feb 2004 10:00:00 GMT")), "", "2004-02-26"},
		"PNG, other time": {"a.png", pngOf(pngChunk("tEXt", "Creation Time\x006/16/09")), "", ""},
		"PNG, packed XMP": {"a.png",
			pngOf(pngChunk("iTXt", "XML:com.adobe.xmp\x00\x01\x00\x00\x00"+deflated(xmp))), "", "2013-05-06"},
		"PNG, packed profile": {"a.png",
			pngOf(pngChunk("zTXt", "Raw profile type exif\x00\x00"+deflated(profile("exif", exifIn)))), "2009-09-09", ""},
		"PNG, profile": {"a.png",
			pngOf(pngChunk("tEXt", "Raw profile type iptc\x00"+profile("iptc", odd))), "2004-02-26", ""},
		"PNG, broken profile": {"a.png", pngOf(pngChunk("zTXt", "Raw profile type exif\x00\x00none")), "", ""},
		"WebP": {"a.webp",
			webp(chunk("VP8 ", strings.Repeat("x", 30)), chunk("EXIF", exifIn), chunk("XMP ", xmp)), "2009-09-09", ""},
		"WebP, XMP": {"a.webp",
			webp(chunk("VP8 ", strings.Repeat("x", 30)), chunk("XMP ", xmp)), "", "2013-05-06"},
		"JPEG 2000, EXIF": {"a.jp2", jp2 + atom("uuid", boxEXIF+exif), "2009-09-09", ""},
		"JPEG 2000, IPTC": {"a.jp2", jp2 + atom("uuid", boxIPTC+day), "2004-02-26", ""},
		"JPEG 2000, XMP":  {"a.jp2", jp2 + atom("xml ", xmp), "", "2013-05-06"},
		"JPEG XL":         {"a.jxl", jxl + atom("Exif", b32(0)+exif), "2009-09-09", ""},
		"CR3, XMP": {"a.cr3",
			atom("ftyp", "crx "+b32(1)+"crx isom") + atom("uuid", boxXMP+xmp), "", "2013-05-06"},
		"film": {"a.mp4",
			movie() + atom("uuid", boxXMP+xmpOf(`exif:DateTimeOriginal="2012-05-06"`)), "2012-05-06", "2020-09-13"},
	} {
		x := extract(t, c.file, c.text)
		if x.Property("taken") != c.taken || x.Property("created") != c.created || x.State != "" {
			t.Errorf("%s: taken %q, created %q, %s %s", name, x.Property("taken"), x.Property("created"), x.Format, x.Problem)
		}
	}
}

// TestItems reads the items of HEIF images with EXIF data and XMP, by the versions of the boxes that place them.
func TestItems(t *testing.T) {
	exif := b32(6) + exifMagic + tiff(entry{tag: 0x8769, dir: []entry{ascii(0x9003, "2009:09:09 10:11:12")}})
	xmp := xmpOf(`xmp:CreateDate="2013-05-06T07:08:09"`)
	kind := func(version, id int, kind string) string {
		if version == 2 {
			return atom("infe", "\x02\x00\x00\x00"+b16(id)+b16(0)+kind+"\x00")
		}
		return atom("infe", "\x03\x00\x00\x00"+b32(id)+b16(0)+kind+"\x00")
	}
	begin := atom("ftyp", "heic"+b32(0)+"mif1heic")
	for name, c := range map[string]struct {
		info   string
		places func(at int) string
	}{
		"first": {"\x00\x00\x00\x00" + b16(2) + kind(2, 1, "hvc1") + kind(2, 7, "Exif"), func(at int) string {
			return "\x00\x00\x00\x00\x44\x00" + b16(2) + b16(1) + b16(0) + b16(1) + b32(0) + b32(1) +
				b16(7) + b16(0) + b16(1) + b32(at) + b32(len(exif))
		}},
		"last": {"\x01\x00\x00\x00" + b32(1) + kind(3, 70_000, "Exif"), func(at int) string {
			return "\x02\x00\x00\x00\x04\x48" + b32(1) + b32(70_000) + b16(0) + b16(0) + b32(at) + b16(1) +
				strings.Repeat("\x00", 8) + b32(len(exif))
		}},
		"inner": {"\x00\x00\x00\x00" + b16(1) + kind(2, 7, "Exif"), func(int) string {
			return "\x01\x00\x00\x00\x44\x00" + b16(1) + b16(7) + b16(1) + b16(0) + b16(1) + b32(0) + b32(len(exif))
		}},
		"XMP": {"\x00\x00\x00\x00" + b16(1) + kind(2, 7, "mime"), func(at int) string {
			return "\x00\x00\x00\x00\x44\x00" + b16(1) + b16(7) + b16(0) + b16(1) + b32(at+len(exif)) + b32(len(xmp))
		}},
	} {
		meta := func(at int) string {
			return atom("meta", b32(0)+atom("hdlr", b32(0)+b32(0)+"pict")+atom("iloc", c.places(at))+atom("iinf", c.info)+
				atom("iprp", atom("ipco", atom("ispe", b32(0)+b32(40)+b32(30))))+atom("idat", exif))
		}
		at := len(begin) + len(meta(0)) + 8
		x := extract(t, "a.heic", begin+meta(at)+atom("mdat", exif, xmp))
		want := "2009-09-09"
		if name == "XMP" {
			want = "2013-05-06"
		}
		if got := x.Property("taken") + x.Property("created"); got != want {
			t.Errorf("%s: %q %s", name, got, x.Problem)
		}
		if x.Property("width") != "40" || x.Property("height") != "30" {
			t.Errorf("%s: width %q", name, x.Property("width"))
		}
	}
}

// TestSigma reads a raw image of Sigma: names and values in one section, and the EXIF data of the image in another.
func TestSigma(t *testing.T) {
	texts, pairs := "", ""
	for _, s := range []string{"TIME", "978309395", "CAMMANUF", "SIGMA", "CAMMODEL", "SIGMA SD10"} {
		pairs += l32(len(texts) / 2)
		for _, r := range s + "\x00" {
			texts += l16(int(r))
		}
	}
	head := sigmaMagic + strings.Repeat("\x00", 24) + l32(2268) + l32(1512)
	settings := "SECp" + l32(0) + l32(3) + strings.Repeat("\x00", 12) + pairs + texts
	image := "SECi" + strings.Repeat("\x00", 24) + exifJPEG(ascii(0x131, "1.03"))
	list := "SECd" + l32(0) + l32(2) + l32(len(head)) + l32(len(settings)) + "PROP" +
		l32(len(head)+len(settings)) + l32(len(image)) + "IMA2"
	x := extract(t, "a.x3f", head+settings+image+list+l32(len(head)+len(settings)+len(image)))
	for name, want := range map[string]string{
		"taken": "2001-01-01", "camera": "SIGMA SD10", "width": "2268", "software": "1.03",
	} {
		if got := x.Property(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// TestPrecedence takes texts from XMP before IPTC before EXIF, and times and the camera from EXIF first.
func TestPrecedence(t *testing.T) {
	x := extract(t, "a.jpg", jpegOf(iptc("\x05Roof (IPTC)", "\x78Seen (IPTC)", "\x19iptc"),
		"\xe1"+exifMagic+tiff(ascii(0x10E, "Seen (EXIF)"), ascii(0x110, "D70"), ascii(0x13B, "Ann"), short(0x4746, 5)),
		xmpSegment, "\xe1"+nsXMP+"\x00"+xmpOf(`tiff:Model="X"`)))
	for name, want := range map[string]string{
		"title": "Über den Dächern", "description": "Seen (IPTC)", "artist": "Ann", "camera": "D70",
		"keywords": "city, roof", "rating": "4",
	} {
		if got := x.Property(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// TestSignedPosition reads a position in signed numbers, as some telephones write it.
func TestSignedPosition(t *testing.T) {
	lat, long := rational(2, 60, 8, 48), rational(4, 24, 54, 24)
	lat.kind, long.kind = 10, 10
	x := extract(t, "a.jpg", exifJPEG(entry{tag: 0x8825, dir: []entry{ascii(1, "n"), lat, ascii(3, "W"), long}}))
	if got := x.Property("position"); got != "60 N 25 W" {
		t.Errorf("position %q", got)
	}
}

// TestRawSize reads the size of a raw image from the directories of the full image.
func TestRawSize(t *testing.T) {
	thumbnail, full := []entry{short(0x100, 160), short(0x101, 120)}, []entry{short(0x100, 3000), short(0x101, 2000)}
	crop := entry{tag: 0xC620, kind: 3, n: 2, data: b16(2990) + b16(1990)}
	for name, c := range map[string]struct {
		inner []entry
		want  string
	}{
		"inner": {full, "3000"},
		"crop":  {append(full, crop), "2990"},
	} {
		text := tiff(append(thumbnail, entry{tag: 0x14A, dir: c.inner})...)
		if got := extract(t, "a.dng", text).Property("width"); got != c.want {
			t.Errorf("%s: width %q, want %q", name, got, c.want)
		}
		if got := extract(t, "a.tif", text).Property("width"); got != "160" {
			t.Errorf("%s: the first image has the width %q", name, got)
		}
	}
}

// TestNestedTags ends with structures that hold each other, and with parts that lie over each other.
func TestNestedTags(t *testing.T) {
	nested := "x"
	for range 2_000 {
		nested = tiff(bytesOf(0x8649, resource("8BIM", 0x0422, nested)))
	}
	list := chunk("LIST", "abcd"+"XMP "+l32(4<<20))
	bomb := `<rdf:RDF xmlns:rdf="` + nsRDF + `">` + strings.Repeat("<a>", 200_000)
	for name, text := range map[string]string{
		"a.tif":  nested,
		"a.webp": chunk("RIFF", "WEBP"+strings.Repeat(list, 10_000)+bomb),
		"a.png":  pngOf(strings.Repeat(pngChunk("zTXt", "XML:com.adobe.xmp\x00\x00"+deflated(bomb)), 500)),
	} {
		start := time.Now()
		x := extract(t, name, text)
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%s took %s, %s", name, took, x.Problem)
		}
	}
}
