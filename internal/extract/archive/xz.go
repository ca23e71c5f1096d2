package archive

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"hash/crc32"
	"hash/crc64"
	"io"

	"github.com/ulikunitz/xz/lzma"

	"luminos/internal/extract/file"
)

// xzReader reads the container of xz (https://tukaani.org/xz/xz-file-format.txt), of which LZMA2 streams are the
// blocks. The library reads the container too, but allocates a window of the size that each block states, up to 4 GiB.
type xzReader struct {
	r     *counted
	block io.Reader // the LZMA2 stream of the block; nil between blocks
	check byte      // the kind of the checks of the stream
	sum   hash.Hash // nil without checks
	begun bool
	err   error
}

// counted is a buffered reader that knows its place, by which xz aligns its parts.
type counted struct {
	r *bufio.Reader
	n int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

func (c *counted) ReadByte() (byte, error) {
	b, err := c.r.ReadByte()
	if err == nil {
		c.n++
	}
	return b, err
}

// take reads n bytes, at most 1,024.
func (c *counted) take(n int) ([]byte, error) {
	b := make([]byte, min(n, 1024))
	_, err := io.ReadFull(c, b)
	return b, cutOff(err)
}

// cutOff returns an error of a read at a place where the stream cannot end.
func cutOff(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (x *xzReader) Read(p []byte) (int, error) {
	for x.err == nil {
		if x.block == nil {
			x.err = x.next()
			continue
		}
		n, err := x.block.Read(p)
		if x.sum != nil {
			x.sum.Write(p[:n])
		}
		switch err {
		case nil:
		case io.EOF:
			x.err = x.end()
		default:
			x.err = err
		}
		if n > 0 || len(p) == 0 {
			return n, nil
		}
	}
	return 0, x.err
}

// next opens the next block, after the header of its stream. The error is io.EOF at the end of the file.
func (x *xzReader) next() error {
	if !x.begun {
		if err := x.stream(); err != nil {
			return err
		}
	}
	size, err := x.r.ReadByte()
	switch {
	case err != nil:
		return cutOff(err)
	case size == 0:
		x.begun = false
		return x.index()
	}
	header, err := x.r.take(4*(int(size)+1) - 1)
	if err != nil {
		return err
	}
	body := append([]byte{size}, header...)
	body, crc := body[:len(body)-4], binary.LittleEndian.Uint32(body[len(body)-4:])
	if crc32.ChecksumIEEE(body) != crc {
		return errRules
	}
	return x.open(body[1], body[2:])
}

// stream reads the header of a stream, before which there can be padding of zeros.
func (x *xzReader) stream() error {
	first := x.r.n == 0
	for {
		b, err := x.r.take(4)
		switch {
		case err == io.ErrUnexpectedEOF && !first:
			return io.EOF // also after bytes of another kind, which xz(1) refuses
		case err != nil:
			return err
		case !first && bytes.Equal(b, []byte{0, 0, 0, 0}):
			continue
		}
		rest, err := x.r.take(8)
		if err != nil {
			return err
		}
		if string(b)+string(rest[:2]) != "\xfd7zXZ\x00" || rest[2] != 0 || rest[3] > 15 {
			return errRules
		}
		x.check, x.begun = rest[3], true
		return nil
	}
}

// open opens a block by the flags and the rest of its header.
func (x *xzReader) open(flags byte, rest []byte) error {
	for _, has := range []bool{flags&0x40 != 0, flags&0x80 != 0} { // sizes, packed and unpacked
		if has {
			_, n := binary.Uvarint(rest)
			if n <= 0 {
				return errRules
			}
			rest = rest[n:]
		}
	}
	if flags&3 != 0 || len(rest) < 3 || rest[0] != 0x21 || rest[1] != 1 {
		return errVariant // filters for programs of a processor before LZMA2
	}
	window, err := lzma.DecodeDictCap(rest[2])
	if err != nil {
		return err
	}
	if window > windowMost {
		return file.ErrTooLarge
	}
	x.block, err = lzma.Reader2Config{DictCap: int(max(window, lzma.MinDictCap))}.NewReader2(x.r)
	switch x.check {
	case 1:
		x.sum = crc32.NewIEEE()
	case 4:
		x.sum = crc64.New(crc64.MakeTable(crc64.ECMA))
	case 10:
		x.sum = sha256.New()
	default:
		x.sum = nil
	}
	return err
}

// end reads the padding and the check after a block.
func (x *xzReader) end() error {
	x.block = nil
	if _, err := x.r.take(int(-x.r.n & 3)); err != nil {
		return err
	}
	check, err := x.r.take([]int{0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64}[x.check])
	if err != nil || x.sum == nil {
		return err
	}
	got := x.sum.Sum(nil)
	for i := range got {
		j := i
		if x.check != 10 { // both CRCs are stored with the lowest byte first
			j = len(got) - 1 - i
		}
		if check[j] != got[i] {
			return errRules
		}
	}
	return nil
}

// index reads the index of a stream, which begins with a zero that was read, and its footer.
func (x *xzReader) index() error {
	records, err := binary.ReadUvarint(x.r)
	if err != nil {
		return cutOff(err)
	}
	for range min(records, 1<<62) {
		for range 2 {
			if _, err := binary.ReadUvarint(x.r); err != nil {
				return cutOff(err)
			}
		}
	}
	if _, err := x.r.take(int(-x.r.n & 3)); err != nil {
		return err
	}
	footer, err := x.r.take(4 + 12)
	if err == nil && string(footer[14:]) != "YZ" {
		err = errRules
	}
	return err
}
