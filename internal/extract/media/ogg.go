package media

import (
	"bytes"
	"strings"
)

const (
	oggHeadMost    = 4 << 20   // bytes in which the headers of all streams lie; they can hold a picture
	oggTailMost    = 128 << 10 // bytes in which the last pages lie; a page has at most 65,307 bytes
	oggStreamsMost = 32
)

// oggStream is one stream of an Ogg file (RFC 3533).
type oggStream struct {
	serial   int64
	codec    string
	rate     float64 // units of positions a second
	skip     int64   // units before the first sample that is played
	shift    uint    // of the number of a key frame, for Theora
	packets  [][]byte
	last     int64 // the highest position
	w, h     int
	finished bool
}

// readOgg reads an Ogg file: the headers of its streams, and the position of its last pages.
func readOgg(j *job) error {
	streams := j.oggStreams()
	if len(streams) == 0 {
		return errStructure
	}
	if last := j.oggLast(streams); !isPage(last) {
		j.cutOff()
	}
	var names []string
	var t tags
	film, seconds := false, 0.0
	for _, s := range streams {
		if s.codec == "" {
			continue
		}
		names = append(names, s.codec)
		film = film || s.codec == "Theora"
		j.size(s.w, s.h)
		j.x.Add("tracks", 1)
		if len(s.packets) > 1 {
			t.comments(s.packets[1])
		}
		units := float64(s.last - s.skip)
		if s.codec == "Theora" {
			units = float64(s.last>>s.shift + s.last&(1<<s.shift-1))
		}
		if s.rate > 0 {
			seconds = max(seconds, units/s.rate)
		}
	}
	j.x.Format = "Ogg sound"
	if film {
		j.x.Format = "Ogg film"
		j.x.Add("films", 1)
	} else {
		j.x.Add("sounds", 1)
		if len(names) == 1 && names[0] == "Opus" {
			j.x.Format = "Opus sound"
		}
	}
	j.set("codec", strings.Join(names, ", "))
	j.length(seconds)
	t.set(j)
	return nil
}

// comments reads the comment header of a stream of any codec.
func (t *tags) comments(b []byte) {
	for _, prefix := range []string{"\x03vorbis", "OpusTags", "\x81theora"} {
		if rest, ok := bytes.CutPrefix(b, []byte(prefix)); ok {
			t.vorbis(rest)
			return
		}
	}
	if len(b) > 4 && b[0]&0x7F == 4 { // a block of FLAC
		t.vorbis(b[4:])
	} else if le32(b) < 1024 { // Speex
		t.vorbis(b)
	}
}

// oggStreams returns the streams with their first two packets.
func (j *job) oggStreams() []*oggStream {
	var streams []*oggStream
	at := int64(0)
	for at < oggHeadMost {
		h := j.in.bytes(at, 27)
		if len(h) < 27 || string(h[:4]) != "OggS" {
			break
		}
		table := j.in.bytes(at+27, int64(h[26]))
		at += 27 + int64(len(table))
		serial := le32(h[14:])
		var s *oggStream
		for _, known := range streams {
			if known.serial == serial {
				s = known
			}
		}
		if s == nil && h[5]&2 != 0 && len(streams) < oggStreamsMost {
			s = &oggStream{serial: serial}
			streams = append(streams, s)
		}
		at = j.oggPackets(s, at, table, h[5]&1 != 0)
		done := true
		for _, s := range streams {
			done = done && s.finished
		}
		if done {
			break
		}
	}
	for _, s := range streams {
		s.identify()
	}
	return streams
}

// oggPackets adds the segments of a page to the packets of its stream, and returns the offset after the page.
func (j *job) oggPackets(s *oggStream, at int64, table []byte, continued bool) int64 {
	open := continued && s != nil && len(s.packets) > 0
	for _, n := range table {
		if s != nil && !s.finished {
			if !open {
				if len(s.packets) == 2 {
					s.finished = true
					return at + sum(table)
				}
				s.packets = append(s.packets, nil)
			}
			p := &s.packets[len(s.packets)-1]
			if len(*p) < isoTagsMost {
				*p = append(*p, j.in.bytes(at, int64(n))...)
			}
			open = n == 255
			if !open && len(s.packets) == 2 {
				s.finished = true
			}
		}
		at += int64(n)
		table = table[1:]
	}
	return at
}

// isPage reports whether b begins with a whole page.
func isPage(b []byte) bool {
	table := from(b, 27)
	if len(table) == 0 {
		return len(b) == 27 && b[26] == 0
	}
	n := int(b[26])
	return len(table) >= n && int64(len(table)-n) >= sum(table[:n])
}

func sum(table []byte) (n int64) {
	for _, b := range table {
		n += int64(b)
	}
	return n
}

// identify sets the codec and the rate of a stream by its first packet.
func (s *oggStream) identify() {
	if len(s.packets) == 0 {
		return
	}
	b := s.packets[0]
	switch {
	case bytes.HasPrefix(b, []byte("\x01vorbis")):
		s.codec, s.rate = "Vorbis", float64(le32(from(b, 12)))
	case bytes.HasPrefix(b, []byte("OpusHead")):
		s.codec, s.rate, s.skip = "Opus", 48000, int64(le16(from(b, 10)))
	case bytes.HasPrefix(b, []byte("\x7fFLAC")):
		s.codec, s.rate = "FLAC", float64(be32(from(b, 27))>>12)
	case bytes.HasPrefix(b, []byte("Speex   ")):
		s.codec, s.rate = "Speex", float64(le32(from(b, 36)))
	case bytes.HasPrefix(b, []byte("\x80theora")) && len(b) >= 42:
		s.codec = "Theora"
		s.w, s.h = int(be32(b[14:])>>8), int(be32(b[17:])>>8)
		if d := be32(b[26:]); d > 0 {
			s.rate = float64(be32(b[22:])) / float64(d)
		}
		s.shift = uint(be16(b[40:])>>5) & 31
	}
}

// oggLast sets the highest position of each stream, by the pages at the end of the file. It returns the last page, which
// lacks bytes if the file is cut off.
func (j *job) oggLast(streams []*oggStream) (last []byte) {
	b := j.in.tail(oggTailMost)
	for {
		i := bytes.Index(b, []byte("OggS\x00"))
		if i < 0 {
			return last
		}
		last, b = b[i:], b[i:]
		if len(b) < 27 {
			return last
		}
		for _, s := range streams {
			if at := le64(b[6:]); s.serial == le32(b[14:]) && at < 1<<62 {
				s.last = max(s.last, at)
			}
		}
		b = b[4:]
	}
}
