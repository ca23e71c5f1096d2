package media

import (
	"strings"
	"time"
)

const (
	ciffMagic     = "HEAPCCDR" // at offset 6
	ciffInJPEG    = "HEAPJPGM"
	minoltaMagic  = "\x00MRM"
	heapEntryMost = 10_000 // entries of the heaps of one file
	heapDepthMost = 8
	blocksMost    = 100
)

// heap reads the directory of a heap of a Canon camera of before 2004 (CIFF) and the heaps in it. A heap ends with the
// offset of its directory. left is the number of entries that may still be read.
func (p *photo) heap(in *input, left *int, depth int) (w, h int) {
	at := le32(in.tail(4))
	for i := range le16(in.bytes(at, 2)) {
		e := in.bytes(at+2+10*int64(i), 10)
		if *left--; *left < 0 || len(e) < 10 {
			break
		}
		tag, size, offset := le16(e), le32(e[2:]), le32(e[6:])
		switch kind := tag & 0x3800; {
		case tag&0xC000 != 0: // the value is in the entry
		case (kind == 0x2800 || kind == 0x3000) && depth < heapDepthMost:
			if iw, ih := p.heap(in.section(offset, size), left, depth+1); iw > 0 {
				w, h = iw, ih
			}
		case tag == 0x080A:
			maker, rest, _ := strings.Cut(string(in.bytes(offset, min(size, tagSizeMost))), "\x00")
			p.maker = maker
			p.model, _, _ = strings.Cut(rest, "\x00")
		case tag == 0x180E:
			if seconds := le32(in.bytes(offset, 4)); seconds > 0 { // of the camera's clock, in no zone
				p.original = time.Unix(seconds, 0).UTC().Format("2006:01:02 15:04:05")
			}
		case tag == 0x1810:
			b := in.bytes(offset, 16)
			w, h = int(le32(b)), int(le32(from(b, 4)))
			p.orientation = turns[le32(from(b, 12))]
		}
	}
	return w, h
}

// turns are the values of the EXIF tag Orientation by the degrees that a heap has.
var turns = map[int64]int{0: 1, 90: 6, 180: 3, 270: 8}

// readHeap reads a Canon raw image of before 2004.
func readHeap(j *job) {
	j.image("Canon raw image (CRW)")
	var p photo
	left := heapEntryMost
	at := le32(j.in.bytes(2, 4))
	j.size(p.heap(j.in.section(at, j.in.size), &left, 0))
	p.set(j)
}

// readMinolta reads a Minolta raw image: one of its blocks is a TIFF structure.
func readMinolta(j *job) {
	j.image("Minolta raw image (MRW)")
	at := int64(8)
	for range blocksMost {
		b := j.in.bytes(at, 8)
		if len(b) < 8 {
			break
		}
		size := be32(b[4:])
		if at += 8; string(b[:4]) == "\x00TTW" {
			j.raw(j.in.section(at, size), true)
			return
		}
		at += size
	}
	j.cutOff()
}
