package media

import (
	"math"
	"slices"
	"strings"
	"time"

	"luminos/internal/extract/file"
)

const (
	boxesMost    = 100_000 // of one file
	boxDepthMost = 12
	isoTagsMost  = 1 << 20 // bytes of the boxes of tags that are read
)

// box is a box of the ISO base media file format (ISO/IEC 14496-12).
type box struct {
	kind    string
	at, end int64 // of its content; end may lie beyond the file
	depth   int   // 0 at the top
}

// boxes calls visit for each box from the offset at, and walks through the boxes in it if visit returns true.
func (j *job) boxes(at, end int64, visit func(box) bool) {
	left := boxesMost
	j.walkBoxes(at, end, 0, &left, visit)
}

func (j *job) walkBoxes(at, end int64, depth int, left *int, visit func(box) bool) {
	for at < end && *left > 0 {
		*left--
		head := j.in.bytes(at, 16)
		if len(head) < 8 {
			return
		}
		size, skip := be32(head), int64(8)
		switch size {
		case 0:
			size = end - at
		case 1:
			size, skip = be64(from(head, 8)), 16
		}
		b := box{kind: string(head[4:8]), at: at + skip, depth: depth}
		if size < skip || size > math.MaxInt64-at {
			return
		}
		b.end = at + size
		if b.kind == "uuid" {
			b.at += 16
		}
		if visit(b) && depth < boxDepthMost {
			inner := b.at
			// As a box of QuickTime "meta" has no version.
			if b.kind == "meta" && string(from(j.in.bytes(inner, 8), 4)) != "hdlr" {
				inner += 4
			}
			j.walkBoxes(inner, min(b.end, end), depth+1, left, visit)
		}
		at = b.end
	}
}

// isISO reports whether a file is a film or a sound in boxes.
func isISO(f *file.File) bool {
	return !f.ID.Text && slices.Contains([]string{
		"video/mp4", "video/quicktime", "video/x-m4v", "video/3gpp", "video/3gpp2", "audio/mp4", "audio/x-m4a",
	}, f.ID.MIME)
}

// isoTrack is one track of a film.
type isoTrack struct {
	handler string // "vide", "soun", "sbtl"…
	codec   string // four characters
	w, h    int
}

// film collects the findings in the boxes of a film.
type film struct {
	j       *job
	scale   int64 // units of time a second
	seconds float64
	created string
	tracks  []isoTrack
	tags    tags
	photo   photo
	fragments
	keys []string // of QuickTime metadata
	moov bool
	drm  bool
	cut  bool
}

// readISO reads an MP4 or QuickTime file.
func readISO(j *job) error {
	f := &film{j: j}
	j.boxes(0, j.in.size, f.visit)
	f.set()
	switch {
	case f.cut:
		j.cutOff()
	case !f.moov:
		j.x.Fail("damaged", "it has no index of its tracks")
	case f.drm:
		j.x.Fail("encrypted", "its samples are encrypted")
	}
	return nil
}

// containers are the boxes that hold other boxes.
var containers = []string{"moov", "trak", "mdia", "minf", "stbl", "udta", "meta", "ilst", "moof", "traf", "mvex"}

// visit reads one box.
func (f *film) visit(b box) bool {
	if b.depth == 0 && b.end > f.j.in.size {
		f.cut = true
	}
	f.moov = f.moov || b.kind == "moov"
	body := func(n int64) []byte { return f.j.in.bytes(b.at, min(n, b.end-b.at)) }
	switch b.kind {
	case "trak":
		if len(f.tracks) < segmentsMost {
			f.tracks = append(f.tracks, isoTrack{})
		}
	case "mvhd":
		f.header(body(36))
	case "tkhd":
		f.fragments.read(b.kind, body(32))
		f.track(func(t *isoTrack) {
			at := 76
			if h := body(96); len(h) > 0 {
				if h[0] == 1 {
					at = 88
				}
				t.w, t.h = int(be32(from(h, at)))>>16, int(be32(from(h, at+4)))>>16
			}
		})
	case "hdlr":
		f.track(func(t *isoTrack) {
			if h := body(12); len(h) == 12 && t.handler == "" {
				t.handler = string(h[8:12])
			}
		})
	case "stsd":
		f.track(func(t *isoTrack) {
			if h := body(16); len(h) == 16 && t.codec == "" {
				t.codec = string(h[12:16])
				f.drm = f.drm || strings.HasPrefix(t.codec, "enc") || t.codec == "drms" || t.codec == "drmi"
			}
		})
	case "mdhd", "mehd", "trex", "tfhd", "tfdt", "trun":
		f.fragments.read(b.kind, body(fragmentMost))
	case "keys":
		f.readKeys(body(isoTagsMost))
	case "XMP_":
		readXMP(body(xmpMost), &f.photo)
	case "uuid":
		if string(f.j.in.bytes(b.at-16, 16)) == boxXMP {
			readXMP(body(xmpMost), &f.photo)
		}
	}
	if b.depth >= 2 && (strings.HasPrefix(b.kind, "\xa9") || slices.Contains(isoTagKinds, b.kind)) {
		f.tag(b, body(min(tagSizeMost, isoTagsMost)))
	} else if n := be32([]byte(b.kind)); b.depth >= 3 && n > 0 && n <= int64(len(f.keys)) {
		f.key(f.keys[n-1], body(tagSizeMost))
	}
	return slices.Contains(containers, b.kind)
}

func (f *film) track(set func(*isoTrack)) {
	if len(f.tracks) > 0 {
		set(&f.tracks[len(f.tracks)-1])
	}
}

// header reads the header of the film: its time and its length.
func (f *film) header(h []byte) {
	if len(h) < 20 {
		return
	}
	created, scale, length := be32(h[4:]), be32(h[12:]), be32(h[16:])
	if h[0] == 1 {
		created, scale, length = be64(h[4:]), be32(from(h, 20)), be64(from(h, 24))
	} else if length == math.MaxUint32 {
		length = 0
	}
	if scale > 0 {
		f.scale, f.seconds = scale, float64(length)/float64(scale)
	}
	// Times count from 1904 (ISO) and in some files from 1970.
	const since1904 = 2_082_844_800
	for _, at := range []int64{created - since1904, created} {
		t := time.Unix(at, 0).UTC()
		if created > 0 && t.Year() >= 1990 && t.Year() <= lastYear {
			f.created = t.Format(time.DateOnly)
			return
		}
	}
}

// set sets the properties of the film.
func (f *film) set() {
	j := f.j
	var codecs []string
	w, h, pictures := 0, 0, false
	for _, t := range f.tracks {
		pictures = pictures || t.handler == "vide"
		if t.handler == "vide" && t.w*t.h > w*h {
			w, h = t.w, t.h
		}
		if c := codecName(t.codec); t.handler != "hint" && c != "" && !slices.Contains(codecs, c) {
			codecs = append(codecs, c)
		}
	}
	name := "MPEG-4 film"
	switch j.f.ID.MIME {
	case "video/quicktime":
		name = "QuickTime film"
	case "video/3gpp", "video/3gpp2":
		name = "3GP film"
	}
	if pictures || len(f.tracks) == 0 && !strings.HasPrefix(j.f.ID.MIME, "audio/") {
		j.x.Add("films", 1)
	} else {
		name = "MPEG-4 sound"
		j.x.Add("sounds", 1)
	}
	j.x.Format = name
	j.size(w, h)
	j.length(max(f.seconds, f.fragments.seconds(f.scale)))
	j.set("codec", strings.Join(codecs, ", "))
	j.x.Set("created", f.created)
	if n := int64(len(f.tracks)); n > 0 {
		j.x.Add("tracks", n)
	}
	f.tags.set(j)
	f.photo.set(j)
}
