package content

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// channels returns "mono", "stereo" or the number of channels.
func channels(n int) string {
	switch n {
	case 1:
		return "mono"
	case 2:
		return "stereo"
	}
	return plural(n, "channel")
}

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

// describeFLAC adds the sample size, the channels and the rate.
func describeFLAC(f format, s *sample) string {
	b := s.head
	if len(b) < 26 || b[4]&0x7F != 0 {
		return ""
	}
	n := binary.BigEndian.Uint64(b[18:])
	return fmt.Sprintf("%s, %d bit, %s, %s", f.name, n>>36&31+1, channels(int(n>>41&7)+1), kilohertz(int(n>>44)))
}

// describeOgg adds the codec, the channels and the rate.
func describeOgg(f format, s *sample) string {
	p := oggPayload(s.head)
	switch {
	case bytes.HasPrefix(p, []byte("\x01vorbis")) && len(p) >= 28:
		return fmt.Sprintf("%s, Vorbis audio, %s, %d Hz", f.name, channels(int(p[11])), le32(p[12:]))
	case bytes.HasPrefix(p, []byte("OpusHead")) && len(p) >= 16:
		return fmt.Sprintf("%s, Opus audio, %s, %d Hz", f.name, channels(int(p[9])), le32(p[12:]))
	case bytes.HasPrefix(p, []byte("\x7fFLAC")):
		return f.name + ", FLAC audio"
	case bytes.HasPrefix(p, []byte("Speex")):
		return f.name + ", Speex audio"
	}
	return ""
}

// describeWAV adds the channels and the rate.
func describeWAV(f format, s *sample) string {
	b, order := s.head, binary.ByteOrder(binary.LittleEndian)
	if b[3] == 'X' {
		order = binary.BigEndian
	}
	i := bytes.Index(b[:min(len(b), 4096)], []byte("fmt "))
	if i < 0 || len(b) < i+24 {
		return ""
	}
	b = b[i+8:]
	return fmt.Sprintf("%s, %s, %d Hz", f.name, channels(int(order.Uint16(b[2:]))), order.Uint32(b[4:]))
}

// describeAVI adds the dimensions.
func describeAVI(f format, s *sample) string {
	i := bytes.Index(s.head[:min(len(s.head), 4096)], []byte("avih"))
	if i < 0 || len(s.head) < i+48 {
		return ""
	}
	b := s.head[i+8:]
	return f.name + ", " + dimensions(int(le32(b[32:])), int(le32(b[36:])))
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
