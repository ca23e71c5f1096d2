package content

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// describeISOMedia returns the name of the format f, with the width and height of the largest track
// and the duration of a film. The header is searched at the beginning of the file and then at its
// end.
func describeISOMedia(f format, s *sample) string {
	b := s.head
	if !bytes.Contains(b, []byte("mvhd")) {
		b = s.tail(describeHead)
	}
	words := f.name
	if w, h := trackSize(b); w > 0 && h > 0 {
		words += ", " + dimensions(w, h)
	}
	if seconds, ok := movieSeconds(b); ok {
		words += fmt.Sprintf(", %d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
	}
	return words
}

// movieSeconds returns the duration of an MP4 film in seconds from its header "mvhd". It returns
// false if b has no header or the duration is not plausible.
func movieSeconds(b []byte) (uint64, bool) {
	i := bytes.Index(b, []byte("mvhd"))
	if i < 0 || len(b) < i+36 {
		return 0, false
	}
	b = b[i+4:]
	scale, length := uint64(be32(b[12:])), uint64(be32(b[16:]))
	if b[0] == 1 {
		scale, length = uint64(be32(b[20:])), binary.BigEndian.Uint64(b[24:])
	}
	if scale == 0 || length == 0 || length/scale > 1e6 {
		return 0, false
	}
	return length / scale, true
}

// trackSize returns the width and height in pixels of the largest track in the MP4 track headers
// ("tkhd") of b.
func trackSize(b []byte) (w, h int) {
	for range 64 {
		i := bytes.Index(b, []byte("tkhd"))
		if i < 0 {
			break
		}
		b = b[i+4:]
		at := 76
		if len(b) > 0 && b[0] == 1 {
			at = 88
		}
		if tw, th := at32(b, at)>>16, at32(b, at+4)>>16; tw*th > w*h {
			w, h = tw, th
		}
	}
	return w, h
}
