package media

import (
	"bytes"
	"strings"

	"luminos/internal/content"
	"luminos/internal/lazyregexp"
)

// image sets the format and counts the image.
func (j *job) image(format string) {
	j.x.Format = format
	j.x.Add("images", 1)
}

// tagged sets the findings and the size of an image. comment is a comment in the image, or "".
func (j *job) tagged(s findings, w, h int, comment string) {
	if w == 0 || h == 0 {
		w, h, _ = content.Dimensions(j.f.Head)
	}
	j.size(w, h)
	p := s.photo()
	p.comment(comment)
	p.set(j)
}

const (
	segmentsMost = 5_000 // of a JPEG; each holds up to 64 KiB
	chunksMost   = 200_000
	searchMost   = 4 << 10 // bytes in which the next segment is searched
)

// exifMagic begins a segment of a JPEG image that holds EXIF data.
const exifMagic = "Exif\x00\x00"

// readJPEG reads a JPEG image.
func readJPEG(j *job) error {
	j.image("JPEG image")
	var s findings
	w, h, scan, comment := j.in.jpegFrame(&s)
	j.tagged(s, w, h, comment)
	if w == 0 && scan == 0 {
		return errStructure
	}
	if scan == 0 || !j.in.ends(scan) {
		j.cutOff()
	}
	return nil
}

// jpegFrame returns the size of a JPEG image in pixels, the offset of its first scan, and the last comment before it.
// They are 0 or "" if unknown. It reads the tags before the scan.
func (in *input) jpegFrame(s *findings) (w, h int, scan int64, comment string) {
	const startOfScan, endOfImage, commentOf = 0xDA, 0xD9, 0xFE
	at := int64(2)
	for range segmentsMost {
		b := in.bytes(at, 9)
		if len(b) < 4 {
			return w, h, 0, comment
		}
		if b[0] != 0xFF { // other bytes behind a segment: decoders search the next one
			skip := bytes.IndexByte(in.bytes(at, searchMost), 0xFF)
			if skip < 0 {
				return w, h, 0, comment
			}
			at += int64(skip)
			continue
		}
		marker := b[1]
		switch {
		case marker == 0xFF: // padding
			at++
			continue
		case marker == endOfImage:
			return w, h, 0, comment
		case marker <= 0x01 || marker >= 0xD0 && marker <= 0xD8: // without a length
			at += 2
			continue
		}
		n := int64(be16(b[2:]))
		if n < 2 {
			return w, h, 0, comment
		}
		at += 2 + n
		switch {
		case marker == startOfScan:
			return w, h, at, comment
		case marker == commentOf:
			comment = latin1(in.bytes(at-n+2, min(n-2, tagSizeMost)))
		case marker&0xF0 == 0xE0:
			s.segment(in.section(at-n+2, n-2))
		case isFrame(marker) && len(b) == 9 && w == 0:
			w, h = be16(b[7:]), be16(b[5:])
		}
	}
	return w, h, 0, comment
}

// segment reads the tags in a segment of a program in a JPEG image.
func (s *findings) segment(in *input) {
	head := string(in.bytes(0, 64))
	behind := func(magic string) (*input, bool) {
		begin := int64(len(magic))
		return in.section(begin, in.size-begin), strings.HasPrefix(head, magic)
	}
	if data, ok := behind(exifMagic); ok {
		s.tiff(data)
	} else if data, ok := behind(nsXMP + "\x00"); ok {
		s.packet(data)
	} else if data, ok := behind(resourcesMagic); ok {
		s.resources(data)
	} else if strings.HasPrefix(head, casioMagic) {
		s.notes.casio(in.bytes(0, casioSize))
	} else if strings.HasPrefix(head[min(6, len(head)):], ciffInJPEG) {
		left := heapEntryMost
		s.notes.heap(in.section(le32([]byte(head[2:])), in.size), &left, 0)
	}
}

// A segment of the cameras of Casio before EXIF: the time and the model are at fixed offsets.
const (
	casioMagic = "QVCI\x00"
	casioTime  = 0x4D // "1998.10.24 12:08:57"
	casioModel = 0x62
	casioSize  = 0x69
)

// casio reads the segment of a camera of Casio.
func (p *photo) casio(b []byte) {
	if len(b) < casioSize {
		return
	}
	p.original = strings.ReplaceAll(untilNUL(b[casioTime:casioTime+20]), ".", ":")
	p.maker, p.model = "CASIO", clean(latin1([]byte(untilNUL(b[casioModel:casioSize]))))
}

// isFrame reports whether a marker of JPEG begins a frame, which has the size of the image.
func isFrame(marker byte) bool {
	return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
}

// ends reports whether the end of a JPEG image follows after the offset. It is searched at the end of the file first,
// since few files have other data there.
func (in *input) ends(at int64) bool {
	end := []byte{0xFF, 0xD9}
	const tail, step, most = 64 << 10, 1 << 20, 64 << 20
	if b := in.bytes(max(at, in.size-tail), tail); bytes.Contains(b, end) {
		return true
	}
	for stop := min(in.size, at+most); at < stop; at += step {
		if bytes.Contains(in.bytes(at, step+1), end) {
			return true
		}
	}
	return in.size > at
}

// readPNG reads a PNG image: its chunks up to the end, and the tags.
func readPNG(j *job) error {
	j.image("PNG image")
	var s findings
	at, ended := int64(8), false
	for range chunksMost {
		b := j.in.bytes(at, 12)
		if len(b) < 8 {
			break
		}
		n, kind := be32(b), string(b[4:8])
		body := at + 8
		switch kind {
		case "IHDR":
			h := j.in.bytes(body, 8)
			j.size(int(be32(h)), int(be32(from(h, 4))))
		case "eXIf":
			s.tiff(j.in.section(body, n))
		case "tEXt", "iTXt", "zTXt":
			s.pngText(j.in.bytes(body, min(n, xmpMost)), kind)
		case "acTL":
			j.x.Format = "PNG animation"
			j.number("frames", int(be32(j.in.bytes(body, 4))))
		}
		if at = body + n + 4; kind == "IEND" {
			ended = at <= j.in.size
			break
		}
	}
	p := s.photo()
	p.set(j)
	if !ended && at > j.in.size-12 {
		j.cutOff()
	}
	return nil
}

// createdWith matches the comment of a program on an image that it wrote: "Created with The GIMP".
var createdWith = lazyregexp.Lazy(`^Created with (?:The )?([\w .-]{2,40}?)\s*\x00*$`)

// comment sets the program that wrote the image from a comment in it, if no tag names the program.
func (p *photo) comment(text string) {
	if m := createdWith().FindStringSubmatch(text); m != nil && p.software == "" {
		p.software = m[1]
	}
}

// latin1 returns a text in ISO 8859-1 as UTF-8; a text that is valid UTF-8 is returned as it is.
func latin1(b []byte) string {
	b = b[:min(len(b), tagSizeMost)]
	if s := strings.ToValidUTF8(string(b), ""); len(s) == len(b) {
		return s
	}
	r := make([]rune, len(b))
	for i, c := range b {
		r[i] = rune(c)
	}
	return string(r)
}

// readWebP reads a WebP image.
func readWebP(j *job) error {
	j.image("WebP image")
	if h := j.f.Head; len(h) > 20 && string(h[12:16]) == "VP8X" && h[20]&2 != 0 {
		j.x.Format = "WebP animation"
	}
	var s findings
	j.riff(12, j.in.size, le32, func(c riffChunk) {
		switch data := j.in.section(c.at, c.size); c.kind {
		case "EXIF":
			if string(data.bytes(0, 6)) == exifMagic { // some programs write the beginning of a segment of JPEG
				data = data.section(6, data.size)
			}
			s.tiff(data)
		case "XMP ":
			s.packet(data)
		}
	})
	j.tagged(s, 0, 0, "")
	if n := le32(from(j.f.Head, 4)); 8+n > j.in.size {
		j.cutOff()
	}
	return nil
}
