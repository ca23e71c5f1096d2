package media

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"unicode/utf16"

	"luminos"
	"luminos/internal/extract/file"
)

// tags are named texts about a sound or a film, in the order in which they are reported.
type tags struct{ list []luminos.Property }

// add adds a text. The first one of a name stays; further artists and genres are added to it.
func (t *tags) add(name, value string) {
	value = clean(value[:min(len(value), tagSizeMost)])
	if value == "" || len(t.list) >= keywordsMost {
		return
	}
	i := slices.IndexFunc(t.list, func(p luminos.Property) bool { return p.Name == name })
	if i < 0 {
		t.list = append(t.list, luminos.Property{Name: name, Value: value})
	} else if p := &t.list[i]; (name == "artist" || name == "genre") && !strings.Contains(p.Value, value) {
		p.Value += "; " + value
	}
}

// set sets the properties, and counts artists, albums, genres and years.
func (t *tags) set(j *job) {
	for _, p := range t.list {
		j.x.Set(p.Name, p.Value)
		switch p.Name {
		case "artist", "album", "genre":
			all := []string{p.Value}
			if p.Name != "album" {
				all = strings.Split(p.Value, "; ") // as add joins them
			}
			var v file.Values
			for _, one := range all {
				v.Add(one)
			}
			v.Set(j.x, p.Name)
		}
	}
}

// vorbisNames are the fields of Vorbis comments (https://www.xiph.org/vorbis/doc/v-comment.html) and of Matroska and
// RIFF, with the properties that they become.
var vorbisNames = map[string]string{
	"TITLE": "title", "ARTIST": "artist", "PERFORMER": "artist", "ALBUM": "album", "ALBUMARTIST": "album artist",
	"DATE": "date", "YEAR": "date", "GENRE": "genre", "COMPOSER": "composer", "COPYRIGHT": "copyright",
	"LICENSE":     "licence",
	"DESCRIPTION": "description", "COMMENT": "description", "TRACKNUMBER": "track", "LANGUAGE": "language",
	"DATE_RECORDED": "date", "DATE_RELEASED": "date", "SYNOPSIS": "description", "ENCODER": "software",
}

// vorbis reads Vorbis comments: a vendor and fields, each after its length.
func (t *tags) vorbis(b []byte) {
	n := le32(b)
	if n > int64(len(b))-8 {
		return
	}
	b = b[4+n:]
	count := le32(b)
	b = from(b, 4)
	for ; count > 0 && len(b) >= 4; count-- {
		n := le32(b)
		if b = b[4:]; n > int64(len(b)) {
			return
		}
		if name, value, ok := strings.Cut(string(b[:min(n, tagSizeMost)]), "="); ok {
			if to := vorbisNames[strings.ToUpper(name)]; to != "" {
				t.add(to, value)
			}
		}
		b = b[n:]
	}
}

// id3Names are the frames of ID3v2.3 and 2.4 (https://id3.org/id3v2.4.0-frames) and of 2.2, with their properties.
var id3Names = map[string]string{
	"TIT2": "title", "TT2": "title", "TPE1": "artist", "TP1": "artist", "TPE2": "album artist", "TP2": "album artist",
	"TALB": "album", "TAL": "album", "TDRC": "date", "TYER": "date", "TYE": "date", "TCON": "genre", "TCO": "genre",
	"TCOM": "composer", "TCM": "composer", "TCOP": "copyright", "TCR": "copyright", "TRCK": "track", "TRK": "track",
	"TLAN": "language", "TLA": "language", "COMM": "description", "COM": "description", "TENC": "software",
	"TSSE": "software",
}

// id3v2 reads the ID3v2 tag at an offset of in, and returns the offset of its end. It returns at if there is no tag.
func (t *tags) id3v2(in *input, at int64) int64 {
	h := in.bytes(at, 10)
	if len(h) < 10 || string(h[:3]) != "ID3" || h[3] < 2 || h[3] > 4 {
		return at
	}
	version, flags, size := h[3], h[5], syncSafe(h[6:])
	end := at + 10 + size
	if flags&0x10 != 0 { // a footer
		end += 10
	}
	headLen := int64(10)
	if version == 2 {
		headLen = 6
	}
	at += 10
	if flags&0x40 != 0 && version > 2 { // an extended header
		if n := in.bytes(at, 4); version == 4 {
			at += syncSafe(n)
		} else {
			at += 4 + be32(n)
		}
	}
	for range tagsMost {
		f := in.bytes(at, headLen)
		if at+headLen > end || int64(len(f)) < headLen || f[0] == 0 {
			break
		}
		id, n := string(f[:4]), be32(f[4:])
		switch version {
		case 2:
			id, n = string(f[:3]), be32([]byte{0, f[3], f[4], f[5]})
		case 4:
			n = syncSafe(f[4:])
		}
		body := at + headLen
		if at = body + n; at > end {
			break
		}
		if name := id3Names[id]; name != "" {
			text := in.bytes(body, min(n, tagSizeMost))
			if flags&0x80 != 0 {
				text = bytes.ReplaceAll(text, []byte{0xFF, 0}, []byte{0xFF})
			}
			t.id3Text(name, id, text)
		}
	}
	return end
}

// id3Text reads the text of a frame: its encoding and its value; comments have a language and a short name before it.
func (t *tags) id3Text(name, id string, b []byte) {
	if len(b) < 2 {
		return
	}
	encoding, b := b[0], b[1:]
	if strings.HasPrefix(id, "COM") {
		if len(b) < 4 {
			return
		}
		short, rest := untilEnd(encoding, b[3:])
		if short != "" {
			return // made by programs: levels of sound, identifiers
		}
		b = rest
	}
	value, _ := untilEnd(encoding, b)
	switch name {
	case "genre":
		value = genreName(value)
	case "track":
		n, of, _ := strings.Cut(value, "/")
		value = number(decimal(n), decimal(of))
	}
	t.add(name, value)
}

// decimal returns a number in digits, or 0.
func decimal(s string) (n int) {
	for _, c := range strings.TrimSpace(s) {
		if c < '0' || c > '9' || n > 1e6 {
			return 0
		}
		n = 10*n + int(c-'0')
	}
	return n
}

// untilEnd returns the text of b up to its end mark, in an encoding of ID3, and the bytes behind the mark.
func untilEnd(encoding byte, b []byte) (string, []byte) {
	if encoding != 1 && encoding != 2 {
		text, rest, _ := bytes.Cut(b, []byte{0})
		return latin1(text), rest
	}
	for i := 0; i+1 < len(b); i += 2 {
		if b[i] == 0 && b[i+1] == 0 {
			return utf16Text(b[:i], true), b[i+2:]
		}
	}
	return utf16Text(b, true), nil
}

// utf16Text returns a text in UTF-16, by its byte order mark, or in the given order without one.
func utf16Text(b []byte, big bool) string {
	if len(b) >= 2 && (b[0] == 0xFF && b[1] == 0xFE || b[0] == 0xFE && b[1] == 0xFF) {
		big, b = b[0] == 0xFE, b[2:]
	}
	b = b[:min(len(b), tagSizeMost)]
	u := make([]uint16, len(b)/2)
	for i := range u {
		if big {
			u[i] = binary.BigEndian.Uint16(b[2*i:])
		} else {
			u[i] = binary.LittleEndian.Uint16(b[2*i:])
		}
	}
	return string(utf16.Decode(u))
}

// utf16or8 returns a text in UTF-16 if it has a byte order mark, else in UTF-8.
func utf16or8(b []byte) string {
	if len(b) >= 2 && b[0] == 0xFE && b[1] == 0xFF {
		return utf16Text(b, true)
	}
	return untilNUL(b)
}

// syncSafe returns a number of four bytes with seven bits each.
func syncSafe(b []byte) int64 {
	if len(b) < 4 {
		return 0
	}
	return int64(b[0]&0x7F)<<21 | int64(b[1]&0x7F)<<14 | int64(b[2]&0x7F)<<7 | int64(b[3]&0x7F)
}

// id3v1 reads the tag in the last 128 bytes of a file, and reports whether it is there.
func (t *tags) id3v1(in *input) bool {
	b := in.tail(128)
	if len(b) < 128 || string(b[:3]) != "TAG" {
		return false
	}
	field := func(at, n int) string { return strings.TrimRight(latin1([]byte(untilNUL(b[at:at+n]))), " ") }
	t.add("title", field(3, 30))
	t.add("artist", field(33, 30))
	t.add("album", field(63, 30))
	t.add("date", field(93, 4))
	t.add("description", field(97, 30))
	if b[125] == 0 {
		t.add("track", number(int(b[126]), 0))
	}
	if int(b[127]) < len(genres) {
		t.add("genre", genres[b[127]])
	}
	return true
}

// genreName returns a genre of ID3, which can be a number: "(17)", "17", "(4)Eurodisco".
func genreName(s string) string {
	n, rest, ok := strings.Cut(strings.TrimPrefix(s, "("), ")")
	if ok && rest != "" && strings.HasPrefix(s, "(") {
		return rest
	}
	if n != "" && strings.Trim(n, "0123456789") == "" {
		if i := decimal(n); i < len(genres) {
			return genres[i]
		}
		return ""
	}
	return s
}

// genres are the genres of ID3v1 by number.
var genres = strings.Split(""+
	"Blues,Classic Rock,Country,Dance,Disco,Funk,Grunge,Hip-Hop,Jazz,Metal,New Age,Oldies,Other,Pop,R&B,"+
	"Rap,Reggae,Rock,Techno,Industrial,Alternative,Ska,Death Metal,Pranks,Soundtrack,Euro-Techno,Ambient,"+
	"Trip-Hop,Vocal,Jazz+Funk,Fusion,Trance,Classical,Instrumental,Acid,House,Game,Sound Clip,Gospel,"+
	"Noise,AlternRock,Bass,Soul,Punk,Space,Meditative,Instrumental Pop,Instrumental Rock,Ethnic,Gothic,"+
	"Darkwave,Techno-Industrial,Electronic,Pop-Folk,Eurodance,Dream,Southern Rock,Comedy,Cult,Gangsta,"+
	"Top 40,Christian Rap,Pop/Funk,Jungle,Native American,Cabaret,New Wave,Psychadelic,Rave,Showtunes,"+
	"Trailer,Lo-Fi,Tribal,Acid Punk,Acid Jazz,Polka,Retro,Musical,Rock & Roll,Hard Rock", ",")
