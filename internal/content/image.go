package content

import (
	"bytes"
	"strconv"
	"strings"
)

// Dimensions returns the width and height of an image in pixels. head is the beginning of the file.
// ok is false if the format is not known, or head ends before the size. An SVG image has a size if
// it states one in pixels or a view box.
func Dimensions(head []byte) (w, h int, ok bool) {
	f, known := formatOf(head)
	if !known {
		return svgSize(head)
	}
	parse, known := imageSizes[f.mime]
	if !known {
		return 0, 0, false
	}
	w, h = parse(head)
	if w <= 0 || h <= 0 || w > maxPixels || h > maxPixels {
		return 0, 0, false
	}
	return w, h, true
}

// maxPixels is the largest plausible side of an image.
const maxPixels = 1 << 30

// imageSizes maps a format to the function that reads its width and height;
// zeros mean that the header has no size.
var imageSizes = map[string]func(b []byte) (w, h int){
	"image/png":                 pngSize,
	"image/gif":                 func(b []byte) (w, h int) { return at16(b, 6, le16), at16(b, 8, le16) },
	"image/jpeg":                func(b []byte) (w, h int) { f := parseJPEG(b); return f.width, f.height },
	"image/bmp":                 bmpSize,
	"image/webp":                webpSize,
	"image/tiff":                func(b []byte) (w, h int) { t := parseTIFF(b); return t.width, t.height },
	"image/vnd.microsoft.icon":  iconSize,
	"image/vnd.adobe.photoshop": func(b []byte) (w, h int) { return at32(b, 18), at32(b, 14) },
	"image/x-qoi":               func(b []byte) (w, h int) { return at32(b, 4), at32(b, 8) },
	"image/x-xcf":               func(b []byte) (w, h int) { return at32(b, 14), at32(b, 18) },
	"image/jp2":                 jp2Size,
	"image/avif":                heifSize,
	"image/heic":                heifSize,
	"image/heif":                heifSize,
}

// at16 returns the 16-bit number at the offset at of b, or 0 beyond the end of b.
func at16(b []byte, at int, order func([]byte) uint16) int {
	if len(b) < at+2 {
		return 0
	}
	return int(order(b[at:]))
}

func at32(b []byte, at int) int {
	if len(b) < at+4 {
		return 0
	}
	return int(be32(b[at:]))
}

func pngSize(b []byte) (w, h int) {
	if len(b) < 24 || string(b[12:16]) != "IHDR" {
		return 0, 0
	}
	return at32(b, 16), at32(b, 20)
}

func bmpSize(b []byte) (w, h int) {
	if le32(b[14:]) == 12 {
		return at16(b, 18, le16), at16(b, 20, le16)
	}
	h = int(int32(le32(b[22:]))) // negative when the rows run from the top
	return int(int32(le32(b[18:]))), max(h, -h)
}

// webpSize returns the width and height of a WebP image, from the first chunk, which has one of
// three encodings. Unknown encodings give 0, 0.
func webpSize(b []byte) (w, h int) {
	if len(b) < 30 {
		return 0, 0
	}
	switch string(b[12:16]) {
	case "VP8 ":
		return int(le16(b[26:]) & 0x3FFF), int(le16(b[28:]) & 0x3FFF)
	case "VP8L":
		n := le32(b[21:])
		return int(n&0x3FFF) + 1, int(n>>14&0x3FFF) + 1
	case "VP8X":
		return int(le32(b[24:])&0xFFFFFF) + 1, int(le32(b[26:])>>8) + 1
	}
	return 0, 0
}

// iconSize returns the width and height of the largest image in the icon file b.
func iconSize(b []byte) (w, h int) {
	for i := range min(int(le16(b[4:])), (len(b)-6)/16) {
		iw, ih := iconSide(b[6+16*i]), iconSide(b[7+16*i])
		if iw*ih > w*h {
			w, h = iw, ih
		}
	}
	return w, h
}

// iconSide returns the width or height of an icon in pixels from the byte that holds it: 0 means
// 256.
func iconSide(c byte) int {
	if c == 0 {
		return 256
	}
	return int(c)
}

func jp2Size(b []byte) (w, h int) {
	if i := bytes.Index(b[:min(len(b), 256)], []byte("ihdr")); i > 0 {
		return at32(b, i+8), at32(b, i+4)
	}
	return 0, 0
}

// heifSize returns the width and height of a HEIF image. They are the largest of its "image spatial
// extents" properties, since the others belong to tiles and thumbnails.
func heifSize(b []byte) (w, h int) {
	for rest := b; ; {
		i := bytes.Index(rest, []byte("ispe\x00\x00\x00\x00"))
		if i < 0 {
			return w, h
		}
		rest = rest[i+8:]
		if iw, ih := at32(rest, 0), at32(rest, 4); iw < maxPixels && ih < maxPixels && iw*ih > w*h {
			w, h = iw, ih
		}
	}
}

// jpeg is the contents of the segments before the image data.
type jpeg struct {
	width, height int
	exif          []byte // a TIFF structure
}

// parseJPEG returns the width, height and EXIF data of a JPEG file, from the segments before the
// image data.
func parseJPEG(b []byte) (j jpeg) {
	const startOfScan = 0xDA
	for at := 2; at+4 <= len(b); {
		if b[at] != 0xFF {
			return j
		}
		marker := b[at+1]
		if marker == 0xFF { // padding
			at++
			continue
		}
		if marker == startOfScan {
			return j
		}
		n := int(be16(b[at+2:]))
		if n < 2 {
			return j
		}
		j.segment(marker, b[at+4:min(len(b), at+2+n)])
		at += 2 + n
	}
	return j
}

func (j *jpeg) segment(marker byte, body []byte) {
	switch {
	case marker == 0xE1 && bytes.HasPrefix(body, []byte("Exif\x00")) && len(body) > 6 && j.exif == nil:
		j.exif = body[6:]
	case marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC && len(body) >= 6 && j.width == 0:
		j.height, j.width = int(be16(body[1:])), int(be16(body[3:]))
	}
}

// svgSize returns the width and height of an SVG image in pixels, or the size of its view box.
func svgSize(b []byte) (w, h int, ok bool) {
	tag, ok := svgTag(b)
	if !ok {
		return 0, 0, false
	}
	w, h = pixels(attribute(tag, "width")), pixels(attribute(tag, "height"))
	if w <= 0 || h <= 0 {
		box := strings.FieldsFunc(attribute(tag, "viewBox"), func(r rune) bool { return r == ' ' || r == ',' })
		if len(box) != 4 {
			return 0, 0, false
		}
		w, h = pixels(box[2]), pixels(box[3])
	}
	return w, h, w > 0 && h > 0
}

// svgTag returns the root tag of an SVG document, as text. ok is false for other texts.
func svgTag(b []byte) (string, bool) {
	b = b[:min(len(b), 4096)]
	start := bytes.TrimLeft(b, "\xef\xbb\xbf \t\r\n")
	if len(start) == 0 || start[0] != '<' {
		return "", false
	}
	i := bytes.Index(start, []byte("<svg"))
	if i < 0 || i+4 >= len(start) || bytes.IndexByte([]byte(" \t\r\n>"), start[i+4]) < 0 {
		return "", false
	}
	// Only a declaration, comments and a document type may stand before.
	if before := start[:i]; bytes.Contains(bytes.ToLower(before), []byte("<html")) || i > 0 && before[1] != '?' && before[1] != '!' {
		return "", false
	}
	tag, _, _ := bytes.Cut(start[i:], []byte(">"))
	return string(tag), true
}

// attribute returns the value of the attribute name in an XML tag, or "" if the tag lacks the
// attribute.
func attribute(tag, name string) string {
	for _, quote := range []string{`"`, `'`} {
		for _, space := range []string{" ", "\n", "\t"} {
			if _, rest, ok := strings.Cut(tag, space+name+"="+quote); ok {
				value, _, _ := strings.Cut(rest, quote)
				return value
			}
		}
	}
	return ""
}

// pixels returns the length s, such as "12.5px" or "12", rounded to whole pixels, or 0 if s has
// another unit, is less than 1 or is not plausible.
func pixels(s string) int {
	f, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(s), "px"), 64)
	if err != nil || !(f >= 1 && f < maxPixels) {
		return 0
	}
	return int(f + 0.5)
}
