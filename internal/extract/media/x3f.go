package media

import (
	"strconv"
	"strings"
	"time"
)

const (
	sigmaMagic   = "FOVb"
	sectionsMost = 20    // of a Sigma raw image
	settingsMost = 1_000 // of one section
)

// readSigma reads a Sigma raw image. A list of its sections is at its end; one holds names with values, one an image.
func readSigma(j *job) {
	j.image("Sigma raw image (X3F)")
	var s findings
	at := le32(j.in.tail(4))
	for i := range min(le32(j.in.bytes(at+8, 4)), sectionsMost) {
		e := j.in.bytes(at+12+12*i, 12)
		if len(e) < 12 {
			break
		}
		const imageHead = 28
		switch in := j.in.section(le32(e), le32(e[4:])); string(e[8:]) {
		case "PROP":
			s.notes.settings(in.bytes(0, chunkMost))
		case "IMA2":
			in.section(imageHead, in.size).jpegFrame(&s)
		}
	}
	head := j.in.bytes(28, 8)
	j.tagged(s, int(le32(head)), int(le32(from(head, 4))), "")
}

// settings reads the section of names and values of a Sigma raw image: the offsets of texts in UTF-16, and the texts.
func (p *photo) settings(b []byte) {
	const head, pair = 24, 8
	n := min(le32(from(b, 8)), settingsMost)
	texts := from(b, head+pair*int(n))
	text := func(at int64) string {
		if at >= int64(len(texts)) {
			return ""
		}
		const most = 400 // bytes of a text
		b := texts[2*min(at, int64(len(texts)/2)):]
		s, _, _ := strings.Cut(utf16Text(b[:min(len(b), most)], false), "\x00")
		return s
	}
	for i := range n {
		e := from(b, head+pair*int(i))
		switch value := text(le32(from(e, 4))); text(le32(e)) {
		case "TIME": // of the camera's clock, in no zone
			if t, err := strconv.ParseInt(value, 10, 64); err == nil && t > 0 {
				p.original = time.Unix(t, 0).UTC().Format(time.DateTime)
			}
		case "CAMMANUF":
			p.maker = value
		case "CAMMODEL":
			p.model = value
		}
	}
}
