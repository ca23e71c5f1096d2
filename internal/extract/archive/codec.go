package archive

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"io"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz/lzma"

	"luminos"
	"luminos/internal/extract/file"
)

const (
	inflateMost = 512 << 20 // bytes that are unpacked of one stream; it takes some seconds
	windowMost  = 64 << 20  // bytes of the window of a decoder: xz -9 needs 64 MiB, zstd -19 needs 8 MiB
	lookEvery   = 1 << 20   // unpacked bytes between two looks at the deadline
)

// codec is a format of one compressed stream.
type codec struct {
	name   string
	begins func(head []byte) bool
	open   func(*bufio.Reader) (io.Reader, error)
}

var codecs = []codec{
	{"gzip", prefix("\x1f\x8b\x08"), openGzip},
	{"bzip2", isBzip2, func(r *bufio.Reader) (io.Reader, error) { return newBzip2(r), nil }},
	{"xz", prefix("\xfd7zXZ\x00"), func(r *bufio.Reader) (io.Reader, error) { return &xzReader{r: &counted{r: r}}, nil }},
	{"zstd", isZstd, openZstd},
	{"lz4", isLZ4,
		func(r *bufio.Reader) (io.Reader, error) { return &lz4Reader{r: r}, nil }},
}

// lzmaAlone is the codec of .lzma files. They have no signature, so that their names decide too.
var lzmaAlone = codec{name: "lzma", open: func(r *bufio.Reader) (io.Reader, error) {
	return lzma.ReaderConfig{DictCap: windowMost}.NewReader(r)
}}

// codecOf returns the codec of a file or a stream, or nil.
func codecOf(head []byte, name luminos.Path) *codec {
	for i := range codecs {
		if codecs[i].begins(head) {
			return &codecs[i]
		}
	}
	// Properties lc=3, lp=0, pb=2, a dictionary of whole 64 KiB, and a size that is unknown or below 1 TiB.
	ext := name.Ext()
	if (ext == ".lzma" || ext == ".tlz") && len(head) > 13 && bytes.HasPrefix(head, []byte{0x5d, 0, 0}) {
		return &lzmaAlone
	}
	return nil
}

func prefix(signatures ...string) func([]byte) bool {
	return func(head []byte) bool {
		for _, s := range signatures {
			if bytes.HasPrefix(head, []byte(s)) {
				return true
			}
		}
		return false
	}
}

// isBzip2 reports whether b begins with the header and the first block, or the end, of a bzip2 stream.
func isBzip2(b []byte) bool {
	return len(b) >= 10 && string(b[:3]) == "BZh" && b[3] >= '1' && b[3] <= '9' &&
		(string(b[4:10]) == "1AY&SY" || string(b[4:10]) == "\x17\x72\x45\x38\x50\x90")
}

// isZstd reports whether b begins with a frame of zstd.
func isZstd(b []byte) bool {
	return bytes.HasPrefix(afterSkipped(b), []byte("\x28\xb5\x2f\xfd"))
}

// isLZ4 reports whether b begins with a frame of LZ4, of the present or the legacy form.
func isLZ4(b []byte) bool {
	b = afterSkipped(b)
	return bytes.HasPrefix(b, []byte("\x04\x22\x4d\x18")) || bytes.HasPrefix(b, []byte("\x02\x21\x4c\x18"))
}

// afterSkipped returns the rest of b after frames that the readers of zstd and LZ4 skip.
func afterSkipped(b []byte) []byte {
	for len(b) >= 8 && b[0]&0xF0 == 0x50 && string(b[1:4]) == "\x2a\x4d\x18" {
		b = b[8+min(int64(le32(b[4:])), int64(len(b)-8)):]
	}
	return b
}

// bzip2Reader reads bzip2. The library reports an end of the file in a block as a broken rule.
type bzip2Reader struct {
	packed   *bufio.Reader
	unpacked io.Reader
	ended    bool
}

func newBzip2(r *bufio.Reader) *bzip2Reader {
	b := &bzip2Reader{packed: r}
	b.unpacked = bzip2.NewReader(bytesOf{b})
	return b
}

// bytesOf is the input of the library, which reads byte by byte.
type bytesOf struct{ b *bzip2Reader }

func (b bytesOf) Read(p []byte) (int, error) { return b.b.packed.Read(p) }

func (b bytesOf) ReadByte() (byte, error) {
	c, err := b.b.packed.ReadByte()
	b.b.ended = err != nil
	return c, err
}

func (b *bzip2Reader) Read(p []byte) (int, error) {
	n, err := b.unpacked.Read(p)
	if err != nil && err != io.EOF && b.ended {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

func openZstd(r *bufio.Reader) (io.Reader, error) {
	return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(windowMost))
}

func openGzip(r *bufio.Reader) (io.Reader, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	return padded{z}, nil
}

// padded reads gzip members. Bytes after the last one, such as the blocks of a tape, end the stream, as gzip(1) does.
type padded struct{ *gzip.Reader }

func (p padded) Read(b []byte) (int, error) {
	n, err := p.Reader.Read(b)
	if errors.Is(err, gzip.ErrHeader) {
		err = io.EOF
	}
	return n, err
}

// inflated returns the unpacked stream of a file, bounded in bytes and by the deadline of the file.
func (c *codec) inflated(f *file.File, packed io.Reader) (*bounded, error) {
	r, err := c.open(bufio.NewReaderSize(packed, 64<<10))
	if err != nil {
		return nil, tooLarge(err)
	}
	return &bounded{r: r, file: f}, nil
}

// bounded ends a stream with [file.ErrTooLarge] after inflateMost bytes. A few packed bytes can hold minutes of
// unpacking without a read of the file, which would notice the end of the request; so it reads a byte of the file now
// and then.
type bounded struct {
	r    io.Reader
	file *file.File
	n    int64 // bytes that were read
	look int64 // the next look at the deadline
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.n >= b.look {
		b.look = b.n + lookEvery
		var one [1]byte
		if _, err := b.file.ReadAt(one[:], 0); err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
	}
	left := inflateMost - b.n
	if left <= 0 {
		var one [1]byte
		n, err := b.r.Read(one[:])
		if n > 0 {
			err = file.ErrTooLarge
		}
		return 0, err
	}
	n, err := b.r.Read(p[:min(int64(len(p)), left, lookEvery)])
	b.n += int64(n)
	if err != nil && err != io.EOF {
		err = tooLarge(err)
	}
	return n, err
}

// tooLarge returns the error of a decoder, as [file.ErrTooLarge] if its window exceeds the bound.
func tooLarge(err error) error {
	if errors.Is(err, zstd.ErrWindowSizeExceeded) || errors.Is(err, zstd.ErrDecoderSizeExceeded) {
		return file.ErrTooLarge
	}
	return err
}
