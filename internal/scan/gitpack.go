package scan

import (
	"bytes"
	"encoding/binary"
	"io"
)

// The kinds of objects in a pack that a commit can be.
const (
	packCommit = 1
	packDelta  = 6 // a difference from an object earlier in the pack
)

// deltasMax is how many differences may build on one another; git makes at most 50.
const deltasMax = 50

// packOffset looks an object up in a pack index of version 2: a header, 256
// running counts by first byte, the sorted names, checksums, offsets.
func packOffset(f io.ReaderAt, size int64, id []byte) (int64, bool) {
	var header [8 + 256*4]byte
	if _, err := f.ReadAt(header[:], 0); err != nil || !bytes.Equal(header[:8], []byte("\xfftOc\x00\x00\x00\x02")) {
		return 0, false
	}
	count := func(i int) int64 { return int64(binary.BigEndian.Uint32(header[8+4*i:])) }
	total, low, high := count(255), int64(0), count(int(id[0]))
	if id[0] > 0 {
		low = count(int(id[0]) - 1)
	}
	width := int64(len(id))
	if low > high || high > total || int64(len(header))+total*(width+8) > size {
		return 0, false
	}
	name := make([]byte, width)
	for low < high {
		mid := (low + high) / 2
		if _, err := f.ReadAt(name, int64(len(header))+mid*width); err != nil {
			return 0, false
		}
		switch c := bytes.Compare(name, id); {
		case c == 0:
			return offsetAt(f, int64(len(header))+total*(width+4)+mid*4, int64(len(header))+total*(width+8))
		case c < 0:
			low = mid + 1
		default:
			high = mid
		}
	}
	return 0, false
}

// offsetAt reads an offset of 4 bytes; with its top bit set it is the index of
// one of 8 bytes in a table of their own.
func offsetAt(f io.ReaderAt, at, large int64) (int64, bool) {
	var b [8]byte
	if _, err := f.ReadAt(b[:4], at); err != nil {
		return 0, false
	}
	offset := binary.BigEndian.Uint32(b[:])
	if offset&(1<<31) == 0 {
		return int64(offset), true
	}
	if _, err := f.ReadAt(b[:], large+8*int64(offset&^(1<<31))); err != nil {
		return 0, false
	}
	o := binary.BigEndian.Uint64(b[:])
	return int64(o), o < 1<<62
}

// packedCommit reads the commit at an offset of a pack: as itself, or as a
// difference from another one, at most deltas times over.
func packedCommit(f io.ReaderAt, size, offset int64, deltas int) (string, bool) {
	if offset < 0 || offset >= size {
		return "", false
	}
	r := io.NewSectionReader(f, offset, min(size-offset, 2*looseMax))
	first, ok := readByte(r)
	if !ok {
		return "", false
	}
	for c := first; c&0x80 != 0; { // the size, of which we have no need
		if c, ok = readByte(r); !ok {
			return "", false
		}
	}
	switch first >> 4 & 7 {
	case packCommit:
		text, err := inflate(r)
		return text, err == nil
	case packDelta:
		back, ok := readDistance(r)
		if !ok || back <= 0 || deltas == 0 {
			return "", false
		}
		base, ok := packedCommit(f, size, offset-back, deltas-1)
		if !ok {
			return "", false
		}
		delta, err := inflate(r)
		if err != nil {
			return "", false
		}
		return applyDelta(base, delta)
	}
	return "", false
}

func readByte(r io.Reader) (byte, bool) {
	var b [1]byte
	_, err := io.ReadFull(r, b[:])
	return b[0], err == nil
}

// readDistance reads how far back the base of a difference lies.
func readDistance(r io.Reader) (int64, bool) {
	n := int64(-1)
	for range 9 {
		c, ok := readByte(r)
		if !ok {
			return 0, false
		}
		n = (n+1)<<7 | int64(c&0x7f)
		if c&0x80 == 0 {
			return n, true
		}
	}
	return 0, false
}

// applyDelta makes an object out of another one and a difference: two sizes,
// then orders to copy a part of the base or to take bytes from the difference.
func applyDelta(base, delta string) (string, bool) {
	d := []byte(delta)
	for range 2 {
		_, n := binary.Uvarint(d)
		if n <= 0 {
			return "", false
		}
		d = d[n:]
	}
	var out []byte
	for len(d) > 0 {
		order := d[0]
		d = d[1:]
		if order&0x80 == 0 {
			n := int(order)
			if n == 0 || n > len(d) {
				return "", false
			}
			out, d = append(out, d[:n]...), d[n:]
		} else {
			var from, length int64
			for i := range 7 { // four bytes of offset, three of length, those that are not zero
				if order&(1<<i) == 0 {
					continue
				}
				if len(d) == 0 {
					return "", false
				}
				if i < 4 {
					from |= int64(d[0]) << (8 * i)
				} else {
					length |= int64(d[0]) << (8 * (i - 4))
				}
				d = d[1:]
			}
			if length == 0 {
				length = 1 << 16
			}
			if from+length > int64(len(base)) {
				return "", false
			}
			out = append(out, base[from:from+length]...)
		}
		if len(out) > looseMax {
			return "", false
		}
	}
	return string(out), true
}
