package content

import "strconv"

// dimensions returns a width and a height as text: "30 x 20".
func dimensions(w, h int) string { return strconv.Itoa(w) + " x " + strconv.Itoa(h) }

// describeSized returns the name of the image format f with the width and height of the image, or
// "" if they are unknown.
func describeSized(f format, s *sample) string {
	if w, h, ok := Dimensions(s.head); ok {
		return f.name + ", " + dimensions(w, h)
	}
	return ""
}

// describeJPEG returns the name of the format f with the camera, the time at which the photograph
// was taken, and the width and height.
func describeJPEG(f format, s *sample) string {
	j := parseJPEG(s.head)
	words := f.name
	if t := parseTIFF(j.exif); t.found {
		words = list(words, t.maker, t.model)
		if taken, ok := TakenAt(s.head); ok {
			words += ", taken " + taken.Format("2006-01-02 15:04:05")
		}
	}
	if j.width > 0 {
		words += ", " + dimensions(j.width, j.height)
	}
	return words
}

// describeTIFF returns the name of the format f with the width and height of the TIFF image, and
// the camera.
func describeTIFF(f format, s *sample) string {
	b := s.head
	l, ok := layoutOf(b)
	if !ok {
		return f.name
	}
	t := parseTIFF(b)
	if !t.found {
		// The directory may be behind the pixels: read it there, with a header in
		// front that points to it.
		at := int64(min(l.first(b), 1<<62))
		header := append([]byte(nil), b[:l.header()]...)
		if l.big {
			l.PutUint64(header[8:], 16)
		} else {
			l.PutUint32(header[4:], 8)
		}
		t = parseTIFF(append(header, s.read(at, 4096)...))
		t.maker, t.model = "", "" // their offsets count from the start of the file
	}
	words := f.name
	if t.height > 0 && t.width > 0 {
		words += ", " + dimensions(t.width, t.height)
	}
	return list(words, t.maker, t.model)
}
