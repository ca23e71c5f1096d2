package archive

import "io"

// cursor reads a header that is in memory. After the first read beyond the end, or a broken rule, all reads return
// zeros, and err is set.
type cursor struct {
	b   []byte
	err error
}

// take returns the next n bytes.
func (c *cursor) take(n uint64) []byte {
	if c.err == nil && n > uint64(len(c.b)) {
		c.err = io.ErrUnexpectedEOF
	}
	if c.err != nil {
		return nil
	}
	b := c.b[:n]
	c.b = c.b[n:]
	return b
}

func (c *cursor) fail() {
	if c.err == nil {
		c.err = errRules
	}
}

func (c *cursor) byte() byte {
	if b := c.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (c *cursor) u16() uint16 {
	if b := c.take(2); b != nil {
		return le16(b)
	}
	return 0
}

func (c *cursor) u32() uint32 {
	if b := c.take(4); b != nil {
		return le32(b)
	}
	return 0
}

func (c *cursor) u64() uint64 {
	if b := c.take(8); b != nil {
		return le64(b)
	}
	return 0
}

// vint reads a number of RAR 5: seven bits a byte, the lowest first.
func (c *cursor) vint() (n uint64) {
	for shift := 0; shift < 70; shift += 7 {
		b := c.byte()
		n |= uint64(b&0x7F) << shift
		if b < 0x80 {
			return n
		}
	}
	c.fail()
	return 0
}

// number reads a number of 7z: the leading ones of the first byte are the number of bytes that follow.
func (c *cursor) number() (n uint64) {
	first := c.byte()
	mask := byte(0x80)
	for i := 0; i < 8; i++ {
		if first&mask == 0 {
			return n | uint64(first&(mask-1))<<(8*i)
		}
		n |= uint64(c.byte()) << (8 * i)
		mask >>= 1
	}
	return n
}

// count reads a number of elements, each of which takes at least one bit of the rest or of another bound. It fails if
// the number exceeds the bound.
func (c *cursor) count(most uint64) uint64 {
	n := c.number()
	if n > most {
		c.fail()
		return 0
	}
	return n
}

// bits reads n bits, the highest of a byte first.
func (c *cursor) bits(n uint64) []byte { return c.take((n + 7) / 8) }

// bit returns the bit i of bits.
func bit(bits []byte, i uint64) bool {
	return i/8 < uint64(len(bits)) && bits[i/8]>>(7-i%8)&1 != 0
}

// optionalBits reads n bits before which a byte can state that all are set. It returns nil then.
func (c *cursor) optionalBits(n uint64) (bits []byte, all bool) {
	if c.byte() != 0 {
		return nil, true
	}
	return c.bits(n), false
}
