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
	if head[0] == 'M' {
		f.order = binary.BigEndian
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
		const newSubfileType, reduced = 0x00FE, 1 | 4
		if f.number(d[newSubfileType])&reduced == 0 {
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
// ends within it.
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
	if entries > f.in.size/size {
		return nil, 0, false
	}
	list := f.in.bytes(at+head, entries*size)
	if int64(len(list)) < entries*size {
		return nil, 0, false
	}
	values = map[uint16]tiffValue{}
	for ; len(list) > 0; list = list[size:] {
		v := tiffValue{f.order.Uint16(list[2:]), int64(f.order.Uint32(list[4:])), list[8:12]}
		if f.big {
			v.count, v.bytes = f.long(list[4:]), list[12:20]
		}
		values[f.order.Uint16(list)] = v
	}
	end := f.in.bytes(at+head+entries*size, 8) // some programs end the file without the offset of no directory
	switch {
	case f.big && len(end) == 8:
		next = f.long(end)
	case !f.big && len(end) >= 4:
		next = int64(f.order.Uint32(end))
	}
	return values, next, true
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
	const height, strips, rows, lengths, tiles, tileLengths = 0x0101, 0x0111, 0x0116, 0x0117, 0x0144, 0x0145
	for _, t := range [][2]uint16{{strips, lengths}, {tiles, tileLengths}} {
		offsets, sizes := f.numbers(d[t[0]]), f.numbers(d[t[1]])
		for i := range min(len(offsets), len(sizes)) {
			if offsets[i] > f.in.size || sizes[i] > f.in.size-offsets[i] {
				return false
			}
		}
	}
	per := f.number(d[rows])
	return per <= 0 || d[strips].count == 0 || (f.number(d[height])+per-1)/per <= d[strips].count
}

// repair sets the times and the position of a photograph by its directories, in which the library stops at a value of a
// type that it does not know.
func (p *photo) repair(in *input) {
	const exifTag, gpsTag, original, digitized = 0x8769, 0x8825, 0x9003, 0x9004
	f, at, ok := in.tiff()
	if !ok {
		return
	}
	top, _, ok := f.directory(at)
	if !ok {
		return
	}
	if d, _, ok := f.directory(f.number(top[exifTag])); ok && top[exifTag].count == 1 && p.original+p.digitized == "" {
		p.original, p.digitized = untilNUL(f.content(d[original], 1)), untilNUL(f.content(d[digitized], 1))
	}
	d, _, ok := f.directory(f.number(top[gpsTag]))
	if !ok || top[gpsTag].count != 1 || p.placed {
		return
	}
	const latitudeRef, latitude, longitudeRef, longitude = 1, 2, 3, 4
	lat, ok1 := f.degrees(d[latitude], d[latitudeRef], 'S')
	long, ok2 := f.degrees(d[longitude], d[longitudeRef], 'W')
	if ok1 && ok2 {
		p.latitude, p.longitude, p.placed = lat, long, true
	}
}

// degrees returns a coordinate in degrees, minutes and seconds, below 0 if its reference begins with negative.
func (f tiffFile) degrees(v, ref tiffValue, negative byte) (sum float64, ok bool) {
	const rational, size = 5, 8
	if v.kind != rational || v.count != 3 || ref.count == 0 {
		return 0, false
	}
	b := f.content(v, size)
	for unit := 1.0; len(b) >= size; b, unit = b[size:], unit*60 {
		if d := f.order.Uint32(b[4:]); d != 0 {
			sum += float64(f.order.Uint32(b)) / float64(d) / unit
		}
	}
	if ref.bytes[0] == negative {
		sum = -sum
	}
	return sum, true
}
