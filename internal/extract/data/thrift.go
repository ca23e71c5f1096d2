package data

import (
	"errors"

	"luminos/internal/extract/file"
)

var errThrift = errors.New("a structure in the compact protocol of Thrift is not valid")

// thriftDepth bounds the structures within structures.
const thriftDepth = 32

// Types of the compact protocol of Thrift that the readers use.
const (
	thriftTrue   = 1
	thriftFalse  = 2
	thriftByte   = 3
	thriftDouble = 7
	thriftBinary = 8
	thriftList   = 9
	thriftSet    = 10
	thriftMap    = 11
	thriftStruct = 12
	thriftUUID   = 13
)

// thrift reads structures in the compact protocol of Thrift
// (https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md).
type thrift struct {
	*file.Stream
	depth int
}

// fields calls a function with the id and the type of each field of a structure. The function reads the value of the
// field, or returns false; then the value is skipped.
func (t *thrift) fields(field func(id int16, typ byte) bool) {
	if t.depth++; t.depth > thriftDepth {
		t.Fail(file.ErrTooLarge)
	}
	defer func() { t.depth-- }()
	for id := int16(0); t.Err == nil; {
		head := t.U8()
		if head == 0 {
			return
		}
		if delta := head >> 4; delta > 0 {
			id += int16(delta)
		} else {
			id = int16(t.Varint())
		}
		typ := head & 15
		if t.Err == nil && !field(id, typ) {
			t.skip(typ, true)
		}
	}
}

// list calls a function for each element of a list, which the function reads unless it returns false.
func (t *thrift) list(element func(typ byte) bool) {
	head := t.U8()
	n, typ := uint64(head>>4), head&15
	if n == 15 {
		n = t.Uvarint()
	}
	// Each element takes at least one byte, so a count beyond the rest is not valid.
	if n > uint64(t.Left()) {
		t.Fail(errThrift)
	}
	for ; n > 0 && t.Err == nil; n-- {
		if !element(typ) {
			t.skip(typ, false)
		}
	}
}

// skip moves over a value. In a field a Boolean is its type and has no bytes.
func (t *thrift) skip(typ byte, inField bool) {
	switch typ {
	case thriftTrue, thriftFalse:
		if !inField {
			t.Skip(1)
		}
	case thriftByte:
		t.Skip(1)
	case 4, 5, 6: // integers of 16, 32 and 64 bits
		t.Uvarint()
	case thriftDouble:
		t.Skip(8)
	case thriftUUID:
		t.Skip(16)
	case thriftBinary:
		t.Skip(t.Uvarint())
	case thriftList, thriftSet:
		if t.depth++; t.depth > thriftDepth {
			t.Fail(file.ErrTooLarge)
		}
		t.list(func(byte) bool { return false })
		t.depth--
	case thriftMap:
		t.skipMap()
	case thriftStruct:
		t.fields(func(int16, byte) bool { return false })
	default:
		t.Fail(errThrift)
	}
}

func (t *thrift) skipMap() {
	n := t.Uvarint()
	if n == 0 {
		return
	}
	if t.depth++; t.depth > thriftDepth || n > uint64(t.Left()) {
		t.Fail(errThrift)
	}
	for types := t.U8(); n > 0 && t.Err == nil; n-- {
		t.skip(types>>4, false)
		t.skip(types&15, false)
	}
	t.depth--
}

// bytes returns a text or blob, at most its first most bytes.
func (t *thrift) bytes(most uint64) []byte { return t.Prefix(t.Uvarint(), most) }
