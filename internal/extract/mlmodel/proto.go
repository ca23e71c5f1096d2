package mlmodel

import (
	"encoding/binary"
	"errors"

	"luminos/internal/extract/file"
)

var errProto = errors.New("a message of protocol buffers is not valid")

// field is a field of a message of protocol buffers: its number, its wire type, and its value or the range of its
// bytes.
type field struct {
	number   uint64
	wire     byte
	value    uint64
	from, to int64
}

// proto reads messages of protocol buffers by their wire format
// (https://protobuf.dev/programming-guides/encoding), and skips the fields that nothing reads.
type proto struct{ *file.Stream }

// fields calls a function with each field of the message between two offsets.
func (p proto) fields(from, to int64, each func(field)) {
	p.Goto(from)
	for p.Err == nil && p.Pos() < to {
		tag := p.Uvarint()
		f := field{number: tag >> 3, wire: byte(tag & 7)}
		switch f.wire {
		case 0:
			f.value = p.Uvarint()
		case 1:
			f.value = p.U64()
		case 2:
			n := p.Uvarint()
			f.from = p.Pos()
			if n > uint64(max(to-f.from, 0)) {
				p.Fail(errProto)
				return
			}
			f.to = f.from + int64(n)
		case 5:
			f.value = uint64(p.U32())
		default:
			p.Fail(errProto)
		}
		if f.number == 0 || p.Pos() > to {
			p.Fail(errProto)
		}
		if p.Err != nil {
			return
		}
		next := p.Pos()
		if f.wire == 2 {
			next = f.to
		}
		each(f)
		p.Goto(next) // wherever the function has read
	}
}

// text returns the bytes of a field as a text, at most its first most bytes.
func (p proto) text(f field, most uint64) string {
	if f.wire != 2 {
		return ""
	}
	p.Goto(f.from)
	return short(string(p.Prefix(uint64(f.to-f.from), most)), int(most))
}

// integers returns the numbers of a field, which can be one number or a packed list, at most the given number.
func (p proto) integers(f field, most int) []int64 {
	if f.wire == 0 {
		return []int64{int64(f.value)}
	}
	var all []int64
	if f.wire == 2 {
		for p.Goto(f.from); p.Err == nil && p.Pos() < f.to && len(all) < most; {
			all = append(all, int64(p.Uvarint()))
		}
	}
	return all
}

func newProto(f *file.File) proto { return proto{f.Stream(binary.LittleEndian)} }
