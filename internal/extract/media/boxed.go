package media

import "luminos/internal/content"

// The identities of boxes "uuid" with tags.
const (
	boxXMP  = "\xBE\x7A\xCF\xCB\x97\xA9\x42\xE8\x9C\x71\x99\x94\x91\xE3\xAF\xAC"
	boxIPTC = "\x33\xC7\xA4\xD2\xB8\x1D\x47\x23\xA0\xBA\xF1\xA3\xE0\x97\xAD\x38"
	boxEXIF = "JpgTiffExif->JP2"
)

// readHEIF reads a HEIC, HEIF or AVIF image.
func readHEIF(j *job) error {
	name := "HEIF image"
	switch j.f.ID.MIME {
	case "image/avif":
		name = "AVIF image"
	case "image/heic", "image/heic-sequence":
		name = "HEIC image"
	}
	j.image(name)
	switch b := j.boxed(); {
	case b.cut:
		j.cutOff()
	case !b.meta:
		return errStructure
	}
	return nil
}

// readBoxed reads an image of JPEG 2000 or JPEG XL.
func readBoxed(j *job) error {
	j.x.Format = content.Inspect(j.f.Path, j.f.Size, j.in).Format
	if j.x.Format == "" {
		j.x.Format = "JPEG XL image"
	}
	j.x.Add("images", 1)
	j.boxed()
	return nil
}

// boxed collects the tags in the boxes of an image.
type boxed struct {
	j     *job
	s     findings
	w, h  int              // of the largest image
	kinds map[int64]string // of the items with tags
	table []byte           // of the places of the items
	data  int64            // the offset of the data in the box of items
	meta  bool
	cut   bool
}

// item is the place of an item of a HEIF image.
type item struct {
	id, at, size int64
	inner        bool // the offset counts from the data in the box of items
}

// boxed reads the boxes of an image, and sets its tags and its size.
func (j *job) boxed() *boxed {
	c := &boxed{j: j, kinds: map[int64]string{}}
	j.boxes(0, j.in.size, c.visit)
	for _, i := range c.items() {
		if i.inner {
			i.at += c.data
		}
		switch data := j.in.section(i.at, i.size); c.kinds[i.id] {
		case "Exif":
			c.exif(data)
		case "mime":
			c.s.packet(data)
		}
	}
	j.tagged(c.s, c.w, c.h, "")
	return c
}

// exif reads EXIF data behind the number of bytes before them.
func (c *boxed) exif(in *input) { c.s.tiff(in.section(4+be32(in.bytes(0, 4)), in.size)) }

// visit reads a box, and reports whether the boxes in it are wanted.
func (c *boxed) visit(b box) bool {
	in := c.j.in.section(b.at, b.end-b.at)
	c.cut = c.cut || b.depth == 0 && b.end > c.j.in.size
	switch b.kind {
	case "meta":
		c.meta = true
		return true
	case "moov", "iprp", "ipco":
		return true
	case "uuid":
		switch string(c.j.in.bytes(b.at-16, 16)) {
		case boxXMP:
			c.s.packet(in)
		case boxIPTC:
			c.s.notes.iptc(in.bytes(0, chunkMost))
		case boxEXIF:
			c.s.tiff(in)
		}
		return b.depth == 1 // of Canon
	case "CMT1", "CMT2", "CMT4": // a TIFF structure for each directory; CMT3 holds the notes of the maker
		c.s.tiff(in)
	case "xml ":
		c.s.packet(in)
	case "Exif":
		c.exif(in)
	case "ispe":
		if w, h := be32(in.bytes(4, 4)), be32(in.bytes(8, 4)); w < pixelsMost && h < pixelsMost && int(w*h) > c.w*c.h {
			c.w, c.h = int(w), int(h)
		}
	case "idat":
		c.data = b.at
	case "iinf":
		c.information(b, in.bytes(0, 1))
	case "iloc":
		c.table = in.bytes(0, chunkMost)
	}
	return false
}

// information reads the kinds of the items.
func (c *boxed) information(b box, version []byte) {
	begin := b.at + 6
	if string(version) != "\x00" {
		begin += 2
	}
	c.j.boxes(begin, min(b.end, c.j.in.size), func(e box) bool {
		h := c.j.in.bytes(e.at, 14)
		if e.kind != "infe" || len(h) < 14 || len(c.kinds) >= tagItemsMost {
			return false
		}
		id, kind := int64(be16(h[4:])), string(h[8:12])
		if h[0] == 3 {
			id, kind = be32(h[4:]), string(h[10:14])
		}
		if kind == "Exif" || kind == "mime" {
			c.kinds[id] = kind
		}
		return false
	})
}

const (
	tagItemsMost = 16 // items with tags
	itemsMost    = 65_536
)

// items returns the items with tags. Of an item in parts it returns the first one.
func (c *boxed) items() (items []item) {
	b := c.table
	if len(b) < 8 {
		return nil
	}
	version, offset, length, base, index := b[0], int(b[4]>>4), int(b[4]&15), int(b[5]>>4), int(b[5]&15)
	b = b[6:]
	take := func(size int) (n int64) {
		switch head := b[:min(size, len(b))]; size {
		case 2:
			n = int64(be16(head))
		case 4:
			n = be32(head)
		case 8:
			n = be64(head)
		}
		b = from(b, size)
		return n
	}
	wide := 2
	if version == 2 {
		wide = 4
	}
	for range min(take(wide), itemsMost) {
		i := item{id: take(wide)}
		if version > 0 {
			i.inner = take(2)&15 == 1
		} else {
			index = 0
		}
		take(2) // the file, which is this one
		i.at = take(base)
		for part := range take(2) {
			take(index)
			at, size := take(offset), take(length)
			if part == 0 {
				i.at, i.size = i.at+at, size
			}
			if len(b) == 0 || index+offset+length == 0 { // nothing more is read
				break
			}
		}
		if c.kinds[i.id] != "" && len(items) < tagItemsMost {
			items = append(items, i)
		}
		if len(b) == 0 {
			break
		}
	}
	return items
}
