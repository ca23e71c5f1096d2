package media

import (
	"encoding/binary"
	"math"
)

const (
	pagesOfTIFF  = 10_000 // directories of a TIFF file that are followed
	stripsOfTIFF = 10_000 // strips or tiles of one image whose place is checked
)

// tiffFile reads the directories of a TIFF file. A BigTIFF file has larger numbers.
type tiffFile struct {
	in    *input
	order binary.ByteOrder
	big   bool
}

// tiff returns the reader of the directories of a TIFF file, and the offset of the first one. ok is false if the file
// ends before.
func (in *input) tiff() (f tiffFile, first int64, ok bool) {
	f = tiffFile{in, binary.LittleEndian, false}
	head := in.bytes(0, 16)
	if len(head) < 16 {
		return f, 0, false
	}
	switch string(head[:2]) {
	case "II":
	case "MM":
		f.order = binary.BigEndian
	default:
		return f, 0, false
	}
	first = int64(f.order.Uint32(head[4:]))
	if f.big = f.order.Uint16(head[2:]) == '+'; f.big {
		first = f.long(head[8:])
	}
	return f, first, true
}

// tiffPages returns the number of images of a TIFF file that are neither thumbnails nor masks, by its chain of
// directories. ok is false if the chain or an image leaves the file.
func (in *input) tiffPages() (n int, ok bool) {
	f, at, ok := in.tiff()
	if !ok {
		return 0, false
	}
	seen := map[int64]bool{}
	for at != 0 && !seen[at] && len(seen) < pagesOfTIFF {
		seen[at] = true
		d, next, ok := f.directory(at)
		switch {
		case !ok || !f.holds(d):
			return n, false
		case len(d) == 0: // the offset behind it leads anywhere
			return n, n > 0
		}
		const reduced = 1 | 4
		if f.number(d[tagSubfile])&reduced == 0 {
			n++
		}
		at = next
	}
	return n, true
}

// tiffValue is a value of a directory: the type and the number of its elements, and the bytes that hold them or their
// offset.
type tiffValue struct {
	kind  uint16
	count int64
	bytes []byte
}

// long returns a number of 64 bits.
func (f tiffFile) long(b []byte) int64 { return int64(min(f.order.Uint64(b), math.MaxInt64)) }

// directory returns the values of a directory by their tags, and the offset of the next one. ok is false if the file
// ends within it; the values before the end are returned.
func (f tiffFile) directory(at int64) (values map[uint16]tiffValue, next int64, ok bool) {
	head, size := int64(2), int64(12)
	if f.big {
		head, size = 8, 20
	}
	b := f.in.bytes(at, head)
	if int64(len(b)) < head {
		return nil, 0, false
	}
	entries := int64(f.order.Uint16(b))
	if f.big {
		entries = f.long(b)
	}
	entries = min(entries, f.in.size/size+1)
	list := f.in.bytes(at+head, entries*size)
	ok = int64(len(list)) == entries*size
	values = map[uint16]tiffValue{}
	for ; int64(len(list)) >= size; list = list[size:] {
		v := tiffValue{f.order.Uint16(list[2:]), int64(f.order.Uint32(list[4:])), list[8:12]}
		if f.big {
			v.count, v.bytes = f.long(list[4:]), list[12:20]
		}
		if _, twice := values[f.order.Uint16(list)]; !twice {
			values[f.order.Uint16(list)] = v
		}
	}
	end := f.in.bytes(at+head+entries*size, 8) // some programs end the file without the offset of no directory
	switch {
	case f.big && len(end) == 8:
		next = f.long(end)
	case !f.big && len(end) >= 4:
		next = int64(f.order.Uint32(end))
	}
	return values, next, ok
}

// content returns the bytes of a value whose elements have the given size, of at most stripsOfTIFF elements.
func (f tiffFile) content(v tiffValue, size int64) []byte {
	n := min(v.count, stripsOfTIFF)
	if n == v.count && n*size <= int64(len(v.bytes)) {
		return v.bytes[:n*size]
	}
	at := int64(f.order.Uint32(v.bytes))
	if f.big {
		at = f.long(v.bytes)
	}
	return f.in.bytes(at, n*size)
}

// numbers returns the elements of a value, at most stripsOfTIFF, or none for a text or a value outside of the file.
func (f tiffFile) numbers(v tiffValue) []int64 {
	size := map[uint16]int64{3: 2, 4: 4, 13: 4, 16: 8}[v.kind]
	if size == 0 {
		return nil
	}
	b, n := f.content(v, size), min(v.count, stripsOfTIFF)
	out := make([]int64, 0, n)
	for ; int64(len(out)) < n && int64(len(b)) >= size; b = b[size:] {
		switch size {
		case 2:
			out = append(out, int64(f.order.Uint16(b)))
		case 4:
			out = append(out, int64(f.order.Uint32(b)))
		default:
			out = append(out, f.long(b))
		}
	}
	return out
}

// number returns the first element of a value, or 0.
func (f tiffFile) number(v tiffValue) int64 {
	if all := f.numbers(v); len(all) > 0 {
		return all[0]
	}
	return 0
}

// holds reports whether the strips or tiles of an image lie in the file, and whether the strips have all of its rows.
func (f tiffFile) holds(d map[uint16]tiffValue) bool {
	for _, t := range [][2]uint16{{tagStrips, tagLengths}, {tagTiles, tagTileLengths}} {
		offsets, sizes := f.numbers(d[t[0]]), f.numbers(d[t[1]])
		for i := range min(len(offsets), len(sizes)) {
			if offsets[i] > f.in.size || sizes[i] > f.in.size-offsets[i] {
				return false
			}
		}
	}
	per := f.number(d[tagRows])
	return per <= 0 || d[tagStrips].count == 0 || (f.number(d[tagHeight])+per-1)/per <= d[tagStrips].count
}

// section returns an input of a value of bytes that does not fit into the directory.
func (f tiffFile) section(v tiffValue) *input {
	size := int64(1)
	if v.kind == 4 { // some programs count four bytes as one number
		size = 4
	}
	at := int64(f.order.Uint32(v.bytes))
	if f.big {
		at = f.long(v.bytes)
	}
	return f.in.section(at, min(v.count, chunkMost)*size)
}
