package media

import (
	"strconv"
	"strings"
)

// isoTagKinds are the boxes of tags that do not begin with a copyright sign.
var isoTagKinds = []string{"cprt", "aART", "desc", "trkn", "perf", "titl", "auth", "albm", "dscp", "gnre", "loci"}

// tag reads one box of tags: of iTunes, with a box "data" in it, of QuickTime, with the length of a text, or of 3GP.
func (f *film) tag(b box, body []byte) {
	if b.kind == "\xa9xyz" || b.kind == "loci" {
		f.position(b.kind, body)
		return
	}
	text := ""
	switch {
	case len(body) >= 16 && string(body[4:8]) == "data":
		value := body[16:min(int64(len(body)), max(16, be32(body)))]
		if b.kind == "trkn" {
			f.tags.add("track", number(be16(from(value, 2)), be16(from(value, 4))))
			return
		}
		text = string(value)
	case strings.HasPrefix(b.kind, "\xa9") && len(body) >= 4:
		text = latin1(body[4:min(len(body), 4+be16(body))])
	case len(body) > 6 && b.kind != "trkn" && b.kind != "aART":
		text = utf16or8(body[6:])
	}
	text = strings.TrimRight(text, "\x00")
	switch strings.TrimPrefix(b.kind, "\xa9") {
	case "nam", "titl":
		f.tags.add("title", text)
	case "ART", "perf", "aut", "auth":
		f.tags.add("artist", text)
	case "aART":
		f.tags.add("album artist", text)
	case "alb", "albm":
		f.tags.add("album", text)
	case "day":
		f.tags.add("date", text)
	case "gen":
		f.tags.add("genre", text)
	case "wrt":
		f.tags.add("composer", text)
	case "cmt", "des", "desc", "dscp", "inf":
		f.tags.add("description", text)
	case "cpy", "cprt":
		f.tags.add("copyright", text)
	case "too", "swr":
		f.tags.add("software", text)
	case "mak":
		f.photo.maker = text
	case "mod":
		f.photo.model = text
	}
}

// number returns a position in a series: "3 of 12", "3", or "".
func number(n, of int) string {
	switch {
	case n <= 0:
		return ""
	case of <= 0:
		return strconv.Itoa(n)
	}
	return strconv.Itoa(n) + " of " + strconv.Itoa(of)
}

// readKeys reads the names of QuickTime metadata. The boxes of tags refer to the last list of names by number.
func (f *film) readKeys(b []byte) {
	f.keys = nil
	for b = from(b, 8); len(b) > 8 && len(f.keys) < tagsMost; {
		n := be32(b)
		if n < 8 || n > int64(len(b)) {
			return
		}
		f.keys = append(f.keys, string(b[8:n]))
		b = b[n:]
	}
}

// key reads the value of one key of QuickTime metadata.
func (f *film) key(name string, body []byte) {
	if len(body) < 16 || string(body[4:8]) != "data" {
		return
	}
	text := string(body[16:min(int64(len(body)), max(16, be32(body)))])
	name, ok := strings.CutPrefix(name, "com.apple.quicktime.")
	if !ok {
		return
	}
	switch name {
	case "make":
		f.photo.maker = text
	case "model":
		f.photo.model = text
	case "software":
		f.tags.add("software", text)
	case "creationdate":
		f.photo.original = text
	case "title", "displayname":
		f.tags.add("title", text)
	case "artist", "author":
		f.tags.add("artist", text)
	case "album", "description", "copyright", "genre":
		f.tags.add(name, text)
	case "location.ISO6709":
		f.iso6709(text)
	}
}

// position reads the box of a position: a text as in ISO 6709, or the fixed fields of 3GP.
func (f *film) position(kind string, body []byte) {
	if kind == "\xa9xyz" {
		f.iso6709(string(from(body, 4)))
		return
	}
	_, rest, ok := strings.Cut(string(from(body, 6)), "\x00")
	if b := []byte(rest); ok && len(b) >= 9 {
		fixed := func(at int) float64 { return float64(int32(uint32(be32(b[at:])))) / 65536 }
		f.photo.longitude, f.photo.latitude, f.photo.placed = fixed(1), fixed(5), true
	}
}

// iso6709 reads a position: "+27.5916+086.5640+8850/".
func (f *film) iso6709(s string) {
	s = strings.TrimSpace(s)
	if s == "" {
		return
	}
	i := strings.IndexAny(s[1:], "+-") + 1
	if i == 0 {
		return
	}
	end := strings.IndexAny(s[i+1:], "+-/\x00C")
	if end < 0 {
		end = len(s) - i - 1
	}
	lat, err := strconv.ParseFloat(s[:i], 64)
	long, err2 := strconv.ParseFloat(s[i:i+1+end], 64)
	if err == nil && err2 == nil {
		f.photo.latitude, f.photo.longitude, f.photo.placed = lat, long, true
	}
}
