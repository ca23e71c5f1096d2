package file

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// streamWindow is the number of bytes that a stream reads at once, and the maximum of [Stream.Next].
const streamWindow = 64 << 10

// Stream reads the bytes of a file one after the other, and skips. The first error stays in Err, and later reads return
// zeros, so that a parser checks it once for each element. It never allocates by a number of the file.
type Stream struct {
	Order binary.ByteOrder
	Err   error

	r        io.ReaderAt
	at, size int64
	window   []byte
	from     int64 // the offset of the window
}

// NewStream returns a stream of the first size bytes of r.
func NewStream(r io.ReaderAt, size int64, order binary.ByteOrder) *Stream {
	return &Stream{Order: order, r: r, size: size}
}

// Stream returns a stream of the file from its beginning.
func (f *File) Stream(order binary.ByteOrder) *Stream { return NewStream(f, f.Size, order) }

// BytesStream returns a stream of bytes in memory.
func BytesStream(b []byte, order binary.ByteOrder) *Stream {
	return NewStream(bytes.NewReader(b), int64(len(b)), order)
}

// Pos returns the offset of the next byte.
func (s *Stream) Pos() int64 { return s.at }

// Left returns the number of bytes that follow, or 0 after an error.
func (s *Stream) Left() int64 {
	if s.Err != nil {
		return 0
	}
	return s.size - s.at
}

// Fail records an error, unless there is one.
func (s *Stream) Fail(err error) {
	if s.Err == nil {
		s.Err = err
	}
}

// Goto moves to an offset.
func (s *Stream) Goto(at int64) {
	if at < 0 || at > s.size {
		s.Fail(io.ErrUnexpectedEOF)
		return
	}
	s.at = at
}

// Skip moves over n bytes. A file that is shorter is an error.
func (s *Stream) Skip(n uint64) {
	if s.Err != nil {
		return
	}
	if n > uint64(s.size-s.at) {
		s.Fail(io.ErrUnexpectedEOF)
		return
	}
	s.at += int64(n)
}

// Next returns the next n bytes, at most 64 KiB. They are valid until the next call. After an error they are zeros.
func (s *Stream) Next(n int) []byte {
	if s.Err == nil && int64(n) > s.size-s.at {
		s.Fail(io.ErrUnexpectedEOF)
	}
	if s.Err == nil {
		s.fill(n)
	}
	if s.Err != nil {
		return make([]byte, min(n, streamWindow))
	}
	b := s.window[s.at-s.from:][:n]
	s.at += int64(n)
	return b
}

// fill reads the window so that it holds the next n bytes.
func (s *Stream) fill(n int) {
	if s.at >= s.from && s.at+int64(n) <= s.from+int64(len(s.window)) {
		return
	}
	if n > streamWindow {
		s.Fail(ErrTooLarge)
		return
	}
	if s.window == nil {
		s.window = make([]byte, streamWindow)
	}
	s.window = s.window[:min(streamWindow, s.size-s.at)]
	s.from = s.at
	got, err := s.r.ReadAt(s.window, s.at)
	if got < len(s.window) {
		s.window = s.window[:got]
		if got < n {
			if err == nil || err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			s.Fail(err)
		}
	}
}

// Bytes returns a copy of the next n bytes. More than most bytes are an error that wraps [ErrTooLarge].
func (s *Stream) Bytes(n, most uint64) []byte {
	switch {
	case s.Err != nil:
	case n > uint64(s.size-s.at):
		s.Fail(io.ErrUnexpectedEOF)
	case n > most:
		s.Fail(fmt.Errorf("%w: an element has %d bytes", ErrTooLarge, n))
	}
	if s.Err != nil {
		return nil
	}
	if n <= streamWindow {
		return bytes.Clone(s.Next(int(n)))
	}
	b := make([]byte, n)
	if got, err := s.r.ReadAt(b, s.at); got < len(b) {
		if err == nil || err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		s.Fail(err)
		return nil
	}
	s.at += int64(n)
	return b
}

// Prefix returns a copy of the first most bytes of the next n bytes, and moves over all n.
func (s *Stream) Prefix(n, most uint64) []byte {
	if n > uint64(s.Left()) {
		s.Fail(io.ErrUnexpectedEOF)
		return nil
	}
	b := s.Bytes(min(n, most), most)
	s.Skip(n - min(n, most))
	return b
}

// U8 returns the next byte.
func (s *Stream) U8() byte { return s.Next(1)[0] }

// U16 returns the next two bytes as a number.
func (s *Stream) U16() uint16 { return s.Order.Uint16(s.Next(2)) }

// U32 returns the next four bytes as a number.
func (s *Stream) U32() uint32 { return s.Order.Uint32(s.Next(4)) }

// U64 returns the next eight bytes as a number.
func (s *Stream) U64() uint64 { return s.Order.Uint64(s.Next(8)) }

// Uvarint returns the next number in base 128, the lowest digits first, as protocol buffers, Thrift and Avro write it.
func (s *Stream) Uvarint() uint64 {
	var v uint64
	for shift := 0; shift < 64; shift += 7 {
		b := s.U8()
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return v
		}
	}
	s.Fail(io.ErrUnexpectedEOF)
	return 0
}

// Varint returns the next number in base 128 with its sign in the lowest bit.
func (s *Stream) Varint() int64 {
	u := s.Uvarint()
	return int64(u>>1) ^ -int64(u&1)
}

// Line returns the next line without its end. A longer line than most bytes is an error.
func (s *Stream) Line(most int) string {
	var b []byte
	for s.Err == nil {
		c := s.U8()
		if c == '\n' {
			return string(b)
		}
		if b = append(b, c); len(b) > most {
			s.Fail(fmt.Errorf("%w: a line has more than %d bytes", ErrTooLarge, most))
		}
	}
	return ""
}

// Stopped reports whether an error means that no more of the file can be read: the deadline, or a cancelled request.
func Stopped(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

// EndSample ends a text that is a sample of the content, whose words are therefore not counted, and returns whether a
// part of the text was not kept.
func (t *Text) EndSample() (cut bool) {
	t.flush()
	return t.cut
}
