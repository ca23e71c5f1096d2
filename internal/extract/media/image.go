package media

import (
	"bytes"
	"strings"

	"github.com/bep/imagemeta"

	"luminos/internal/content"
	"luminos/internal/lazyregexp"
)

// image sets the format and counts the image.
func (j *job) image(format string) {
	j.x.Format = format
	j.x.Add("images", 1)
}

// tagged reads the tags of an image in a format of the library, and sets them and the size. comment is a comment in the
// image, or "", and old are the notes of an old camera, or nil.
func (j *job) tagged(format imagemeta.ImageFormat, comment string, old *photo) {
	p, w, h := j.exif(j.in, format)
	if old != nil {
		p.merge(*old)
	}
	// The size of a HEIF image is the stored one, as of the others: the library turns it.
	if hw, hh, ok := content.Dimensions(j.f.Head); ok && (w == 0 || h == 0 || format == imagemeta.HEIF) {
		w, h = hw, hh
	}
	j.size(w, h)
	p.complete(content.PhotoOf(j.f.Head))
	p.comment(comment)
	p.set(j)
}

const (
	segmentsMost = 5_000 // of a JPEG; each holds up to 64 KiB
	chunksMost   = 200_000
	searchMost   = 4 << 10 // bytes in which the next segment is searched
)

// readJPEG reads a JPEG image.
func readJPEG(j *job) error {
	j.image("JPEG image")
	var old photo
	w, h, scan, comment := j.in.jpegFrame(&old)
	j.size(w, h)
	j.tagged(imagemeta.JPEG, comment, &old)
	if w == 0 && scan == 0 {
		return errStructure
	}
	if scan == 0 || !j.in.ends(scan) {
		j.cutOff()
	}
	return nil
}

// jpegFrame returns the size of a JPEG image in pixels, the offset of its first scan, and the last comment before it.
// They are 0 or "" if unknown. It reads the heap of an old Canon camera into p.
func (in *input) jpegFrame(p *photo) (w, h int, scan int64, comment string) {
	const startOfScan, endOfImage, commentOf, application = 0xDA, 0xD9, 0xFE, 0xE0
	at, left := int64(2), heapEntryMost
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
		case marker == 0x01 || marker >= 0xD0 && marker <= 0xD8: // without a length
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
		case marker == application:
			if b := in.bytes(at-n+2, 14); len(b) == 14 && string(b[6:]) == ciffInJPEG {
				heap := in.section(at-n+2, n-2)
				p.heap(heap.section(le32(b[2:]), n), &left, 0)
			}
		case isFrame(marker) && len(b) == 9 && w == 0:
			w, h = be16(b[7:]), be16(b[5:])
		}
	}
	return w, h, 0, comment
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

// pngTexts are the keywords of texts in PNG images, with the properties that they become.
var pngTexts = map[string]func(p *photo) *string{
	"Title":       func(p *photo) *string { return &p.title },
	"Author":      func(p *photo) *string { return &p.artist },
	"Description": func(p *photo) *string { return &p.description },
	"Copyright":   func(p *photo) *string { return &p.copyright },
	"Software":    func(p *photo) *string { return &p.software },
}

// readPNG reads a PNG image: its chunks up to the end, and the tags.
func readPNG(j *job) error {
	j.image("PNG image")
	p, _, _ := j.exif(j.in, imagemeta.PNG)
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
		case "tEXt", "iTXt":
			p.pngText(j.in.bytes(body, min(n, xmpMost)), kind == "iTXt")
		case "acTL":
			j.x.Format = "PNG animation"
			j.number("frames", int(be32(j.in.bytes(body, 4))))
		}
		if at = body + n + 4; kind == "IEND" {
			ended = at <= j.in.size
			break
		}
	}
	p.set(j)
	if !ended && at > j.in.size-12 {
		j.cutOff()
	}
	return nil
}

// pngText reads one text of a PNG image: a keyword, and for international texts flags and languages. Compressed texts
// are not read.
func (p *photo) pngText(b []byte, international bool) {
	key, rest, ok := bytes.Cut(b, []byte{0})
	if !ok {
		return
	}
	text := latin1(rest)
	if international {
		if len(rest) < 2 || rest[0] != 0 {
			return
		}
		_, rest, _ = bytes.Cut(rest[2:], []byte{0})
		_, rest, _ = bytes.Cut(rest, []byte{0})
		text = string(rest)
	}
	if string(key) == "XML:com.adobe.xmp" {
		readXMP(rest, p)
	} else if string(key) == "Comment" {
		p.comment(text)
	} else if field := pngTexts[string(key)]; field != nil && *field(p) == "" {
		*field(p) = text[:min(len(text), tagSizeMost)]
	}
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
	if w, h, ok := content.Dimensions(j.f.Head); ok {
		j.size(w, h)
	}
	if at, n := j.exifChunk(); n > 0 {
		// Some programs write the header of a JPEG segment before the data, which the library does not expect.
		p, _, _ := j.exif(j.in.section(at, n), imagemeta.TIFF)
		p.set(j)
	} else {
		j.tagged(imagemeta.WebP, "", nil)
	}
	if n := le32(from(j.f.Head, 4)); 8+n > j.in.size {
		j.cutOff()
	}
	return nil
}

// exifChunk returns the place of the EXIF data of a WebP image if they begin as in a segment of JPEG, without this
// beginning.
func (j *job) exifChunk() (at, n int64) {
	j.riff(12, j.in.size, le32, func(c riffChunk) {
		if begin := "Exif\x00\x00"; c.kind == "EXIF" && string(j.in.bytes(c.at, 6)) == begin {
			at, n = c.at+6, c.size-6
		}
	})
	return at, n
}

// readHEIF reads a HEIC, HEIF or AVIF image.
func readHEIF(j *job) error {
	format, name := imagemeta.HEIF, "HEIF image"
	switch j.f.ID.MIME {
	case "image/avif":
		format, name = imagemeta.AVIF, "AVIF image"
	case "image/heic", "image/heic-sequence":
		name = "HEIC image"
	}
	j.image(name)
	j.tagged(format, "", nil)
	meta, cut := false, false
	j.boxes(0, j.in.size, func(b box) bool {
		meta = meta || b.kind == "meta"
		cut = cut || b.end > j.in.size
		return false
	})
	switch {
	case cut:
		j.cutOff()
	case !meta:
		return errStructure
	}
	return nil
}
