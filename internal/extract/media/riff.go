package media

import (
	"bytes"
	"fmt"
	"strings"
)

// riffChunk is a chunk of a RIFF or IFF file.
type riffChunk struct {
	kind     string // four characters; of a list the kind of its content
	list     bool
	at, size int64
}

// riff calls visit for each chunk, and for the chunks in lists without samples.
func (j *job) riff(at, end int64, number func([]byte) int64, visit func(riffChunk)) {
	left := boxesMost
	j.walkRIFF(at, end, 0, &left, number, visit)
}

func (j *job) walkRIFF(at, end int64, depth int, left *int, number func([]byte) int64, visit func(riffChunk)) {
	for at+8 <= end && *left > 0 {
		*left--
		h := j.in.bytes(at, 12)
		if len(h) < 8 {
			return
		}
		c := riffChunk{kind: string(h[:4]), at: at + 8, size: number(h[4:])}
		if c.kind == "LIST" && len(h) == 12 {
			c.kind, c.list = string(h[8:]), true
			visit(c)
			if c.kind != "movi" && depth < boxDepthMost {
				j.walkRIFF(at+12, min(end, c.at+c.size), depth+1, left, number, visit)
			}
		} else {
			visit(c)
		}
		at = c.at + (c.size+1)&^1
	}
}

// infoNames are the chunks of a RIFF list INFO, with their properties.
var infoNames = map[string]string{
	"INAM": "title", "IART": "artist", "IPRD": "album", "ICRD": "date", "IGNR": "genre", "ICMT": "description",
	"ICOP": "copyright", "ISFT": "software", "ITRK": "track",
}

// info reads a chunk of the list INFO.
func (j *job) info(t *tags, c riffChunk) {
	if name := infoNames[c.kind]; name != "" && !c.list {
		t.add(name, latin1([]byte(untilNUL(j.in.bytes(c.at, min(c.size, tagSizeMost))))))
	}
}

// readWave reads a WAVE sound.
func readWave(j *job) error {
	j.x.Format = "WAVE sound"
	j.x.Add("sounds", 1)
	var t tags
	perSecond, data, format := int64(0), int64(-1), 0
	rate, samples := int64(0), int64(0)
	number16, number32 := le16, le32
	if bytes.HasPrefix(j.f.Head, []byte("RIFX")) {
		number16, number32 = be16, be32
	}
	j.riff(12, j.in.size, number32, func(c riffChunk) {
		switch c.kind {
		case "fmt ":
			b := j.in.bytes(c.at, 40)
			format, rate, perSecond = number16(b), number32(from(b, 4)), number32(from(b, 8))
			if format == 0xFFFE && c.size >= 26 {
				format = number16(from(b, 24))
			}
		case "fact":
			samples = number32(j.in.bytes(c.at, 4))
		case "data":
			if data < 0 {
				data = c.size
				if c.at+c.size > j.in.size {
					data = j.in.size - c.at
					if c.size < 0xFFFFFF00 { // a program that writes to a pipe does not know the size
						j.cutOff()
					}
				}
			}
		case "id3 ", "ID3 ":
			t.id3v2(j.in, c.at)
		default:
			j.info(&t, c)
		}
	})
	if perSecond == 0 || data < 0 {
		t.set(j)
		return errStructure
	}
	j.x.Add("tracks", 1)
	name := waveCodecs[format]
	if name == "" {
		name = fmt.Sprintf("WAVE format %d", format)
	}
	j.x.Set("codec", name)
	j.number("sample rate", int(rate))
	if name != "PCM" && samples > 0 && rate > 0 {
		j.length(float64(samples) / float64(rate))
	} else {
		j.length(float64(data) / float64(perSecond))
	}
	t.set(j)
	return nil
}

// readAVI reads an AVI film.
func readAVI(j *job) error {
	j.x.Format = "AVI film"
	j.x.Add("films", 1)
	var t tags
	var codecs []string
	seconds, film, stream := 0.0, 0.0, ""
	add := func(c string) {
		if c != "" && len(codecs) < oggStreamsMost {
			codecs = append(codecs, c)
		}
	}
	j.riff(12, j.in.size, le32, func(c riffChunk) {
		b := j.in.bytes(c.at, min(c.size, 56))
		switch c.kind {
		case "avih":
			j.size(int(le32(from(b, 32))), int(le32(from(b, 36))))
			film = float64(le32(b)) / 1e6 * float64(le32(from(b, 16)))
		case "strh":
			if len(b) < 36 {
				return
			}
			stream = string(b[:4])
			j.x.Add("tracks", 1)
			if rate := le32(b[24:]); rate > 0 && (stream == "vids" || stream == "auds") {
				seconds = max(seconds, float64(le32(b[32:]))*float64(le32(b[20:]))/float64(rate))
			}
		case "strf":
			if stream == "vids" && len(b) >= 20 {
				add(codecName(string(b[16:20])))
			} else if stream == "auds" {
				add(waveCodecs[le16(b)])
			}
			stream = ""
		case "dmlh":
		default:
			j.info(&t, c)
		}
	})
	if film == 0 && seconds == 0 {
		return errStructure
	}
	if seconds == 0 {
		seconds = film
	}
	if n := le32(from(j.f.Head, 4)); 8+n > j.in.size {
		j.cutOff()
	}
	j.length(seconds)
	j.set("codec", strings.Join(codecs, ", "))
	t.set(j)
	return nil
}

// readAIFF reads an AIFF or AIFF-C sound.
func readAIFF(j *job) error {
	j.x.Format = "AIFF sound"
	j.x.Add("sounds", 1)
	var t tags
	codec, known := "PCM", false
	j.riff(12, j.in.size, be32, func(c riffChunk) {
		text := func() string { return latin1([]byte(untilNUL(j.in.bytes(c.at, min(c.size, tagSizeMost))))) }
		switch c.kind {
		case "COMM":
			b := j.in.bytes(c.at, 22)
			if len(b) < 18 {
				return
			}
			if rate := extended(b[8:18]); rate > 0 {
				known = true
				j.number("sample rate", int(rate))
				j.length(float64(be32(b[2:])) / rate)
			}
			if len(b) == 22 && c.size >= 22 {
				codec = codecName(string(b[18:]))
			}
		case "SSND":
			if c.at+c.size > j.in.size {
				j.cutOff()
			}
		case "NAME":
			t.add("title", text())
		case "AUTH":
			t.add("artist", text())
		case "(c) ":
			t.add("copyright", text())
		case "ANNO":
			t.add("description", text())
		case "ID3 ", "id3 ":
			t.id3v2(j.in, c.at)
		}
	})
	if !known {
		return errStructure
	}
	j.x.Add("tracks", 1)
	j.x.Set("codec", codec)
	t.set(j)
	return nil
}

// extended returns an 80-bit floating-point number, at most 2^31, or 0.
func extended(b []byte) float64 {
	exponent := be16(b) - 16383
	if exponent < 0 || exponent > 31 {
		return 0
	}
	return float64(be32(b[2:])) / float64(uint64(1)<<(31-exponent))
}
