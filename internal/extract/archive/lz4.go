package archive

import (
	"bufio"
	"encoding/binary"
	"io"

	"luminos/internal/extract/file"
)

const (
	lz4Window = 64 << 10 // bytes that a match can go back
	lz4Block  = 8 << 20  // unpacked bytes of the largest block, in the legacy form
)

// lz4Reader reads frames of LZ4 (https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md), also legacy ones. It
// does not check the checksums.
type lz4Reader struct {
	r      *bufio.Reader
	flags  byte
	frame  bool // it is in a frame
	legacy bool
	most   int    // unpacked bytes of a block
	out    []byte // the window before the block, and the block
	at     int    // the unread rest of the block begins here
	packed []byte
	any    bool // a frame was read
	err    error
}

func (l *lz4Reader) Read(p []byte) (int, error) {
	for l.at == len(l.out) && l.err == nil {
		if l.frame {
			l.err = l.block()
		} else {
			l.err = l.header()
		}
	}
	n := copy(p, l.out[l.at:])
	l.at += n
	if n == 0 && len(p) > 0 {
		return 0, l.err
	}
	return n, nil
}

func (l *lz4Reader) word() (uint32, error) {
	var b [4]byte
	_, err := io.ReadFull(l.r, b[:])
	return binary.LittleEndian.Uint32(b[:]), err
}

// header reads the header of a frame. The error is io.EOF at the end of the file.
func (l *lz4Reader) header() error {
	magic, err := l.word()
	switch {
	case err == io.EOF && l.any:
		return io.EOF
	case err != nil:
		return cutOff(err)
	case magic == 0x184C2102:
		l.frame, l.legacy, l.any, l.most = true, true, true, lz4Block
		l.reset()
		return nil
	case magic&0xFFFFFFF0 == 0x184D2A50: // a frame that is skipped
		n, err := l.word()
		if err == nil {
			_, err = io.CopyN(io.Discard, l.r, int64(n))
		}
		l.any = true
		return cutOff(err)
	case magic != 0x184D2204 && l.any:
		return io.EOF // other bytes after the last frame
	case magic != 0x184D2204:
		return errRules
	}
	var b [2]byte
	if _, err := io.ReadFull(l.r, b[:]); err != nil {
		return cutOff(err)
	}
	size := b[1] >> 4 & 7
	if b[0]>>6 != 1 || size < 4 {
		return errRules
	}
	if b[0]&1 != 0 {
		return errVariant // it needs a dictionary
	}
	rest := 1
	if b[0]&8 != 0 {
		rest += 8 // the size of the content
	}
	_, err = l.r.Discard(rest)
	l.flags, l.frame, l.legacy, l.any, l.most = b[0], true, false, true, 256<<(2*size)
	l.reset()
	return cutOff(err)
}

// block reads a block of the frame, or its end.
func (l *lz4Reader) block() error {
	size, err := l.word()
	switch {
	case l.legacy && err == io.EOF:
		l.frame = false
		return nil
	case err != nil:
		return cutOff(err)
	case l.legacy && size == 0x184C2102: // the next frame follows without an end mark
		return nil
	case size == 0:
		l.frame = false
		if l.flags&4 != 0 {
			_, err = l.word() // the checksum of the content
		}
		return cutOff(err)
	}
	plain := !l.legacy && size>>31 != 0
	size &= 0x7FFFFFFF
	if int(size) > l.most+l.most/255+16 {
		return errRules
	}
	if cap(l.packed) < int(size) {
		l.packed = make([]byte, size)
	}
	l.packed = l.packed[:size]
	if _, err := io.ReadFull(l.r, l.packed); err != nil {
		return cutOff(err)
	}
	if !l.legacy && l.flags&16 != 0 {
		if _, err := l.word(); err != nil { // the checksum of the block
			return cutOff(err)
		}
	}
	keep := l.out[max(0, len(l.out)-lz4Window):]
	if l.legacy || l.flags&32 != 0 {
		keep = nil // blocks are independent
	}
	n := copy(l.out[:cap(l.out)], keep)
	l.out, l.at = l.out[:n], n
	if plain {
		l.out = append(l.out, l.packed...)
		return nil
	}
	return l.unpack(n + l.most)
}

// reset forgets the window of the frame before.
func (l *lz4Reader) reset() { l.out, l.at = l.out[:0], 0 }

// unpack appends the unpacked block to the output, which grows to at most the given number of bytes.
func (l *lz4Reader) unpack(most int) error {
	b := l.packed
	for len(b) > 0 {
		token := b[0]
		literals, rest, ok := lz4Length(b[1:], int(token>>4))
		if !ok || literals > len(rest) || len(l.out)+literals > most {
			return errRules
		}
		l.out = append(l.out, rest[:literals]...)
		if b = rest[literals:]; len(b) == 0 {
			return nil
		}
		if len(b) < 2 {
			return errRules
		}
		back := int(binary.LittleEndian.Uint16(b))
		match, rest, ok := lz4Length(b[2:], int(token&15))
		match += 4
		switch {
		case !ok || back == 0 || back > len(l.out):
			return errRules
		case len(l.out)+match > most:
			return file.ErrTooLarge
		}
		b = rest
		for match > 0 { // it can overlap its own output
			n := min(match, back)
			at := len(l.out) - back
			l.out = append(l.out, l.out[at:at+n]...)
			match -= n
		}
	}
	return nil
}

// lz4Length returns a length of 4 bits that further bytes can continue, and the bytes after them.
func lz4Length(b []byte, n int) (int, []byte, bool) {
	if n < 15 {
		return n, b, true
	}
	for i, c := range b {
		if n += int(c); c < 255 {
			return n, b[i+1:], true
		}
	}
	return 0, nil, false
}
