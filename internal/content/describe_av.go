package content

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// kilohertz returns "44.1 kHz" for 44100.
func kilohertz(hz int) string {
	return strconv.FormatFloat(float64(hz)/1000, 'f', -1, 64) + " kHz"
}

// describeMPEG reads the frame behind the ID3 tag. The length of a tag is written in
// bytes of seven bits.
func describeMPEG(f format, s *sample) string {
	b := s.head
	var tag string
	if bytes.HasPrefix(b, []byte("ID3")) && len(b) >= 10 {
		n := int64(b[6]&0x7F)<<21 | int64(b[7]&0x7F)<<14 | int64(b[8]&0x7F)<<7 | int64(b[9]&0x7F)
		tag = fmt.Sprintf("Audio file with ID3 version 2.%d.%d", b[3], b[4])
		b = bytes.TrimLeft(s.read(10+n, 2048), "\x00") // a tag may be padded
	}
	m, ok := parseMPEGFrame(b)
	if !ok {
		if bytes.HasPrefix(b, []byte("fLaC")) {
			return list(tag, "contains: FLAC audio bitstream data")
		}
		return tag
	}
	mode := "Stereo"
	if m.mono {
		mode = "Monaural"
	}
	words := fmt.Sprintf("MPEG ADTS, layer %s, v%s, %d kbps, %s, %s", strings.Repeat("I", m.layer), m.version, m.kbps, kilohertz(m.hz), mode)
	if tag != "" {
		return tag + ", contains: " + words
	}
	return words
}

// describeISOMedia adds the length and the largest track of a film. Its header is
// at the beginning or, in files that are not made for streaming, at the end.
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

// movieSeconds returns the length of a film, and whether a header holds it.
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

// trackSize returns the largest size in the track headers, which hold 16.16
// fixed-point numbers.
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
