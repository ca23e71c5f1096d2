package data

import (
	"encoding/binary"
	"errors"

	"luminos/internal/extract/file"
)

var errFlat = errors.New("a structure of FlatBuffers is not valid")

// flatMost bounds the elements that are visited in one file, since tables can share parts without a bound.
const flatMost = 1 << 19

// flat reads structures of FlatBuffers (https://flatbuffers.dev/internals). Places are offsets in the bytes; place 0 is
// an absent field, and reads as zero. The first error stays.
type flat struct {
	b    []byte
	err  error
	left int
}

func newFlat(b []byte) *flat { return &flat{b: b, left: flatMost} }

// at returns n bytes at a place, or zeros.
func (f *flat) at(place, n int) []byte {
	if place == 0 {
		return make([]byte, 8)
	}
	if place < 0 || place > len(f.b)-n {
		f.err = errFlat
		return make([]byte, 8)
	}
	return f.b[place:][:n]
}

func (f *flat) u8(place int) int  { return int(f.at(place, 1)[0]) }
func (f *flat) u16(place int) int { return int(binary.LittleEndian.Uint16(f.at(place, 2))) }
func (f *flat) u32(place int) int { return int(binary.LittleEndian.Uint32(f.at(place, 4))) }
func (f *flat) i32(place int) int { return int(int32(binary.LittleEndian.Uint32(f.at(place, 4)))) }
func (f *flat) i64(place int) int64 {
	return int64(binary.LittleEndian.Uint64(f.at(place, 8)))
}

// follow returns the place to which the offset at a place leads.
func (f *flat) follow(place int) int {
	if place == 0 {
		return 0
	}
	if f.left--; f.left < 0 {
		f.err = file.ErrTooLarge
		return 0
	}
	if to := place + f.u32(place); to < len(f.b) && to > place {
		return to
	}
	f.err = errFlat
	return 0
}

// root returns the place of the outermost table.
func (f *flat) root() int {
	if len(f.b) < 8 {
		f.err = errFlat
		return 0
	}
	to := int(binary.LittleEndian.Uint32(f.b))
	if to < 4 || to >= len(f.b) {
		f.err = errFlat
		return 0
	}
	return to
}

// field returns the place of a field of a table, or 0 if the table lacks the field.
func (f *flat) field(table, slot int) int {
	if table == 0 {
		return 0
	}
	v := table - f.i32(table)
	if v <= 0 {
		f.err = errFlat
		return 0
	}
	if 4+2*slot+2 > f.u16(v) {
		return 0
	}
	off := f.u16(v + 4 + 2*slot)
	if off == 0 {
		return 0
	}
	return table + off
}

// table returns the place of the table in a field.
func (f *flat) table(table, slot int) int { return f.follow(f.field(table, slot)) }

// vector returns the place of the first element of the vector in a field, and the number of elements, each of at least
// the given size.
func (f *flat) vector(table, slot, size int) (place, n int) {
	v := f.follow(f.field(table, slot))
	if v == 0 {
		return 0, 0
	}
	n = f.u32(v)
	if n > (len(f.b)-v)/size {
		f.err = errFlat
		return 0, 0
	}
	return v + 4, n
}

// text returns the text in a field, cut to its bound.
func (f *flat) text(table, slot int) string {
	v, n := f.vector(table, slot, 1)
	if v == 0 || v+n > len(f.b) {
		return ""
	}
	return name(f.b[v:][:min(n, nameMost+1)])
}
