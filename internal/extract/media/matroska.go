package media

import (
	"math"
	"slices"
	"strings"
	"time"
)

// The elements of Matroska that are read (RFC 9559).
const (
	ebmlHeader     = 0x1A45DFA3
	ebmlDocType    = 0x4282
	mkvSegment     = 0x18538067
	mkvInfo        = 0x1549A966
	mkvScale       = 0x2AD7B1
	mkvDuration    = 0x4489
	mkvTitle       = 0x7BA9
	mkvDate        = 0x4461
	mkvApp         = 0x5741
	mkvTracks      = 0x1654AE6B
	mkvTrack       = 0xAE
	mkvTrackType   = 0x83
	mkvCodec       = 0x86
	mkvLanguage    = 0x22B59C
	mkvVideo       = 0xE0
	mkvWidth       = 0xB0
	mkvHeight      = 0xBA
	mkvTags        = 0x1254C367
	mkvTag         = 0x7373
	mkvSimple      = 0x67C8
	mkvTagName     = 0x45A3
	mkvTagText     = 0x4487
	mkvTargets     = 0x63C0
	mkvTrackTarget = 0x63C5
	mkvCluster     = 0x1F43B675
	mkvTime        = 0xE7
)

// mkvContainers are the elements that hold other elements that are read.
var mkvContainers = []int64{
	ebmlHeader, mkvSegment, mkvInfo, mkvTracks, mkvTrack, mkvVideo, mkvTags, mkvTag, mkvSimple, mkvTargets,
}

// matroska collects the findings in a Matroska file.
type matroska struct {
	j            *job
	left         int // elements that may still be read
	doc          string
	segment, cut bool
	mkvLength
	mkvStreams
	mkvTexts
}

// mkvLength is the length of a film in units of scale nanoseconds: the stated one, and the time of the last cluster.
type mkvLength struct {
	scale    int64
	duration float64
	last     int64
}

// mkvStreams are the findings in the tracks.
type mkvStreams struct {
	codecs    []string
	languages []string
	video     bool
	w, h      int
}

// mkvTexts are the tags, and the state of reading them.
type mkvTexts struct {
	tags    tags
	name    string // of the tag that was read last
	ofTrack bool   // it describes a track, not the film
}

// readMatroska reads a Matroska or WebM file.
func readMatroska(j *job) error {
	m := &matroska{j: j, left: boxesMost, mkvLength: mkvLength{scale: 1_000_000}}
	m.walk(0, j.in.size, 0)
	if !m.segment {
		j.x.Format = "Matroska"
		return errStructure
	}
	m.set()
	if m.cut {
		j.cutOff()
	}
	return nil
}

// vint returns the number of variable length that b begins with, and its length. An unknown size is -1.
func vint(b []byte, marker bool) (n int64, size int) {
	if len(b) == 0 || b[0] == 0 {
		return 0, 0
	}
	size = 1
	for mask := byte(0x80); b[0]&mask == 0; mask >>= 1 {
		size++
	}
	if len(b) < size {
		return 0, 0
	}
	n = int64(b[0])
	if !marker {
		n &= 1<<(8-size) - 1
	}
	for _, c := range b[1:size] {
		n = n<<8 | int64(c)
	}
	if !marker && n == 1<<(7*size)-1 {
		n = -1
	}
	return n, size
}

// walk reads the elements between two offsets.
func (m *matroska) walk(at, end int64, depth int) {
	for at < end && m.left > 0 {
		m.left--
		b := m.j.in.bytes(at, 12)
		id, idLen := vint(b, true)
		size, sizeLen := vint(from(b, idLen), false)
		if idLen == 0 || idLen > 4 || sizeLen == 0 {
			return
		}
		body := at + int64(idLen+sizeLen)
		next := body + size
		if size < 0 { // unknown: the elements in it follow up to the end
			next = end
			if id == mkvCluster {
				next = body
			}
		} else if next > m.j.in.size {
			m.cut = true
		}
		switch {
		case depth < boxDepthMost && slices.Contains(mkvContainers, id):
			m.enter(id)
			m.walk(body, min(next, end), depth+1)
		case id == mkvCluster:
			m.cluster(body)
		default:
			m.element(id, m.j.in.bytes(body, min(max(size, 0), tagSizeMost)))
		}
		at = next
	}
}

// enter begins an element that holds others.
func (m *matroska) enter(id int64) {
	switch id {
	case mkvSegment:
		m.segment = true
	case mkvTrack:
		m.j.x.Add("tracks", 1)
	case mkvTag:
		m.ofTrack = false
	case mkvSimple:
		m.name = ""
	}
}

// cluster reads the time of a cluster, its first element in nearly all files.
func (m *matroska) cluster(at int64) {
	b := m.j.in.bytes(at, 16)
	id, n := vint(b, true)
	size, k := vint(from(b, n), false)
	if v := from(b, n+k); id == mkvTime && size > 0 && size <= 8 && int64(len(v)) >= size {
		m.last = max(m.last, unsigned(v[:size]))
	}
}

// element reads one value.
func (m *matroska) element(id int64, b []byte) {
	text := untilNUL(b)
	switch id {
	case ebmlDocType:
		m.doc = text
	case mkvScale:
		m.scale = unsigned(b)
	case mkvDuration:
		m.duration = float(b)
	case mkvTitle:
		m.tags.add("title", text)
	case mkvApp:
		m.tags.add("software", text)
	case mkvDate:
		if len(b) == 8 {
			const from2001 = 978_307_200
			t := time.Unix(from2001+unsigned(b)/1e9, 0).UTC()
			m.j.x.Set("created", t.Format(time.DateOnly))
		}
	case mkvTrackType:
		m.video = m.video || unsigned(b) == 1
	case mkvCodec:
		if c := codecName(text); c != "" && !slices.Contains(m.codecs, c) && len(m.codecs) < oggStreamsMost {
			m.codecs = append(m.codecs, c)
		}
	case mkvLanguage:
		if text != "und" && !slices.Contains(m.languages, text) && len(m.languages) < keywordsMost {
			m.languages = append(m.languages, text)
		}
	case mkvWidth:
		m.w = max(m.w, int(min(unsigned(b), pixelsMost)))
	case mkvHeight:
		m.h = max(m.h, int(min(unsigned(b), pixelsMost)))
	case mkvTrackTarget:
		m.ofTrack = unsigned(b) != 0
	case mkvTagName:
		m.name = strings.ToUpper(text)
	case mkvTagText:
		if name := vorbisNames[m.name]; name != "" && !m.ofTrack {
			m.tags.add(name, text)
		}
	}
}

// set sets the properties of the film.
func (m *matroska) set() {
	j := m.j
	kind := " sound"
	if m.video {
		kind = " film"
		j.x.Add("films", 1)
	} else {
		j.x.Add("sounds", 1)
	}
	j.x.Format = "Matroska" + kind
	if m.doc == "webm" {
		j.x.Format = "WebM" + kind
	}
	j.size(m.w, m.h)
	units := m.duration
	if units == 0 {
		units = float64(m.last) // a film that was streamed states no length
	}
	j.length(units * float64(m.scale) / 1e9)
	j.set("codec", strings.Join(m.codecs, ", "))
	j.set("languages", strings.Join(m.languages, ", "))
	m.tags.set(j)
}

// unsigned returns a number of at most 8 bytes, at most the largest int64.
func unsigned(b []byte) int64 {
	var n uint64
	for _, c := range b[:min(len(b), 8)] {
		n = n<<8 | uint64(c)
	}
	return int64(min(n, math.MaxInt64))
}

// float returns a number with 4 or 8 bytes, or 0.
func float(b []byte) float64 {
	switch len(b) {
	case 4:
		return float64(math.Float32frombits(uint32(be32(b))))
	case 8:
		return math.Float64frombits(uint64(be32(b))<<32 | uint64(be32(b[4:])))
	}
	return 0
}
