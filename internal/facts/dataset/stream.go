package dataset

import (
	"bytes"
	"context"
	"errors"
	"io"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"luminos"
	"luminos/internal/content"
)

// chunkBytes is the number of bytes in one read from a source: large enough that the
// call costs nothing, small enough for a few files at the same time.
const chunkBytes = 512 << 10

// errNotText is the error of a data file that is named as text, but is binary.
var errNotText = errors.New("is not text, although its name says so")

// open returns a reader of at most limit bytes of a file, converted to UTF-8 without a byte order
// mark. A binary file is an error.
func open(ctx context.Context, src luminos.Source, p luminos.Path, limit int64) (io.Reader, error) {
	c := &chunks{ctx: ctx, src: src, path: p, left: limit}
	if err := c.fill(); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	switch content.EncodingOf(c.buf[:min(len(c.buf), headBytes)]) {
	case content.Binary:
		return nil, errNotText
	case content.UTF8BOM:
		c.buf = bytes.TrimPrefix(c.buf, []byte{0xEF, 0xBB, 0xBF})
	case content.UTF16LE:
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Reader(c), nil
	case content.UTF16BE:
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder().Reader(c), nil
	case content.Windows1252:
		return charmap.Windows1252.NewDecoder().Reader(c), nil
	}
	return c, nil
}

// chunks reads a file of a source piece by piece.
type chunks struct {
	ctx    context.Context
	src    luminos.Source
	path   luminos.Path
	offset int64
	left   int64
	buf    []byte
}

func (c *chunks) fill() error {
	if c.left <= 0 {
		return io.EOF
	}
	b, err := c.src.Read(c.ctx, c.path, c.offset, int(min(c.left, chunkBytes)))
	if err != nil {
		return unreadable{err}
	}
	if len(b) == 0 {
		return io.EOF
	}
	c.offset += int64(len(b))
	c.left -= int64(len(b))
	c.buf = b
	return nil
}

// unreadable is an error of a source in the words of the report.
type unreadable struct{ error }

func (u unreadable) Error() string { return luminos.ReadProblem(u.error) }
func (u unreadable) Unwrap() error { return u.error }

// Read implements [io.Reader] by reading the file from its source in chunks of at most chunkBytes.
func (c *chunks) Read(p []byte) (int, error) {
	if len(c.buf) == 0 {
		if err := c.fill(); err != nil {
			return 0, err
		}
	}
	n := copy(p, c.buf)
	c.buf = c.buf[n:]
	return n, nil
}
