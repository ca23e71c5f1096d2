package content

import (
	"fmt"
	"strconv"
)

func size2(w, h int) string { return strconv.Itoa(w) + " x " + strconv.Itoa(h) }

// describeSized adds the dimensions to the name of the format.
func describeSized(f format, s *sample) string {
	if w, h, ok := Dimensions(s.head); ok {
		return f.name + ", " + size2(w, h)
	}
	return ""
}

func describePNG(f format, s *sample) string {
	w, h, ok := Dimensions(s.head)
	if !ok || len(s.head) < 29 {
		return ""
	}
	color, known := map[byte]string{0: "grayscale", 2: "/color RGB", 3: " colormap", 4: " gray+alpha", 6: "/color RGBA"}[s.head[25]]
	if !known {
		return f.name + ", " + size2(w, h)
	}
	if s.head[25] == 0 {
		color = " grayscale"
	}
	interlace := "non-interlaced"
	if s.head[28] == 1 {
		interlace = "interlaced"
	}
	return fmt.Sprintf("%s, %s, %d-bit%s, %s", f.name, size2(w, h), s.head[24], color, interlace)
}

func describeGIF(f format, s *sample) string {
	if w, h, ok := Dimensions(s.head); ok {
		return fmt.Sprintf("%s, version %s, %s", f.name, s.head[3:6], size2(w, h))
	}
	return ""
}

func describeJPEG(f format, s *sample) string {
	j := parseJPEG(s.head)
	words := f.name
	if j.jfif {
		words += ", JFIF standard " + j.version
	}
	if t := parseTIFF(j.exif); t.found {
		words = list(words, "Exif", t.maker, t.model)
		if taken, ok := TakenAt(s.head); ok {
			words += ", taken " + taken.Format("2006-01-02 15:04:05")
		}
	}
	if j.width == 0 {
		return words
	}
	mode := "baseline"
	if j.progressive {
		mode = "progressive"
	}
	return fmt.Sprintf("%s, %s, precision %d, %dx%d, components %d", words, mode, j.precision, j.width, j.height, j.components)
}

func describeTIFF(f format, s *sample) string {
	b := s.head
	order, ok := byteOrder(b)
	if !ok || len(b) < 8 {
		return f.name // a Big TIFF
	}
	t := parseTIFF(b)
	if !t.found {
		// The directory may stand behind the pixels: read it there, with a
		// header in front that points to it.
		at := int64(order.Uint32(b[4:]))
		header := append([]byte(nil), b[:8]...)
		order.PutUint32(header[4:], 8)
		t = parseTIFF(append(header, s.read(at, 4096)...))
		t.maker, t.model = "", "" // their offsets are those of the file
	}
	end := "big-endian"
	if t.little {
		end = "little-endian"
	}
	words := fmt.Sprintf("%s, %s, direntries=%d", f.name, end, t.entries)
	if t.height > 0 && t.width > 0 {
		words += fmt.Sprintf(", height=%d, width=%d", t.height, t.width)
	}
	return list(words, t.maker, t.model)
}

func describeBMP(f format, s *sample) string {
	w, h, ok := Dimensions(s.head)
	if !ok || le32(s.head[14:]) < 40 {
		return ""
	}
	version := map[uint32]string{40: "Windows 3.x format", 108: "Windows 95/NT4 and newer format", 124: "Windows 98/2000 and newer format"}[le32(s.head[14:])]
	return list(f.name, version, fmt.Sprintf("%s x %d", size2(w, h), le16(s.head[28:])))
}

func describeWebP(f format, s *sample) string {
	w, h, encoding := webpSize(s.head)
	if w == 0 {
		return ""
	}
	return fmt.Sprintf("%s, %s, %dx%d", f.name, encoding, w, h)
}

func describeIcon(f format, s *sample) string {
	b := s.head
	words := f.name
	if b[2] == 2 {
		words = "MS Windows cursor resource"
	}
	words += " - " + plural(int(le16(b[4:])), "icon")
	for i := range min(int(le16(b[4:])), 2, (len(b)-6)/16) {
		words += fmt.Sprintf(", %dx%d", iconSide(b[6+16*i]), iconSide(b[7+16*i]))
		if bits := le16(b[12+16*i:]); bits > 0 && b[2] == 1 {
			words += fmt.Sprintf(", %d bits/pixel", bits)
		}
	}
	return words
}

func describeXCF(f format, s *sample) string {
	w, h, ok := Dimensions(s.head)
	if !ok {
		return ""
	}
	version := "0"
	if s.head[9] == 'v' {
		version = printable(s.head[10:13])
	}
	return list(f.name, "version "+version, size2(w, h))
}
