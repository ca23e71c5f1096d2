package archive

import (
	"bufio"
	"encoding/binary"
	"io"
	"strconv"
	"strings"
	"time"

	"luminos/internal/extract/file"
)

// cpioNameMost bounds the name of an entry, and the target of a link.
const cpioNameMost = 64 << 10

// cpioHeader is the header of an entry in any of the forms.
type cpioHeader struct {
	mode, mtime, size int64
	name              int64 // bytes of the name with its final NUL
}

// cpio is a form of cpio archives (https://manpages.debian.org/cpio.5).
type cpio struct {
	name   string
	length int   // bytes of a header
	align  int64 // of names and contents
	header func(b []byte) (cpioHeader, bool)
}

// cpioForms maps the beginnings of headers to forms.
var cpioForms = map[string]*cpio{
	"070701":   {"newc", 110, 4, newcHeader},
	"070702":   {"newc with checksums", 110, 4, newcHeader},
	"070707":   {"odc", 76, 1, odcHeader},
	"\xc7\x71": {"old binary", 26, 2, binaryHeader(binary.LittleEndian)},
	"\x71\xc7": {"old binary, big-endian", 26, 2, binaryHeader(binary.BigEndian)},
}

// cpioForm returns the form of the archive that begins with head, or nil.
func cpioForm(head []byte) *cpio {
	for magic, c := range cpioForms {
		if len(head) < c.length || string(head[:len(magic)]) != magic {
			continue
		}
		// The two bytes of the old form are too few to know a file by.
		if h, ok := c.header(head[:c.length]); ok && h.name > 1 && h.name <= cpioNameMost && len(head) > c.length {
			if at := c.length + int(h.name) - 1; at >= len(head) || head[at] == 0 {
				return c
			}
		}
	}
	return nil
}

func newcHeader(b []byte) (h cpioHeader, ok bool) {
	return fieldsOf(b, 16, map[int]*int64{14: &h.mode, 46: &h.mtime, 54: &h.size, 94: &h.name}, 8, &h)
}

func odcHeader(b []byte) (h cpioHeader, ok bool) {
	h, ok = fieldsOf(b, 8, map[int]*int64{18: &h.mode, 59: &h.name}, 6, &h)
	if !ok {
		return h, false
	}
	return fieldsOf(b, 8, map[int]*int64{48: &h.mtime, 65: &h.size}, 11, &h)
}

// fieldsOf parses numbers of a fixed width at the given offsets.
func fieldsOf(b []byte, base int, at map[int]*int64, width int, h *cpioHeader) (cpioHeader, bool) {
	for offset, to := range at {
		n, err := strconv.ParseUint(string(b[offset:offset+width]), base, 40)
		if err != nil {
			return *h, false
		}
		*to = int64(n)
	}
	return *h, true
}

// binaryHeader returns the parser of the old form. Numbers of 32 bits have the upper half first.
func binaryHeader(order binary.ByteOrder) func(b []byte) (cpioHeader, bool) {
	return func(b []byte) (cpioHeader, bool) {
		half := func(i int) int64 { return int64(order.Uint16(b[2*i:])) }
		return cpioHeader{
			mode: half(3), mtime: half(8)<<16 | half(9), name: half(10), size: half(11)<<16 | half(12),
		}, true
	}
}

func walkPlainCpio(f *file.File, l *listing) error {
	l.x.Format = "cpio archive"
	return walkCpio(bufio.NewReaderSize(f.Reader(), 64<<10), l)
}

// walkCpio passes the entries of a cpio archive to the listing, up to the trailer.
func walkCpio(r *bufio.Reader, l *listing) error {
	head, _ := r.Peek(4096)
	c := cpioForm(head)
	if c == nil {
		return errRules
	}
	l.x.Format += " (" + c.name + ")"
	for {
		e, err := c.next(r)
		if err != nil || e.name == "TRAILER!!!" {
			return err
		}
		in := &io.LimitedReader{R: r, N: e.size}
		pad := (c.align - e.size%c.align) % c.align
		if e.open != nil {
			e.open = func() (io.Reader, error) { return in, nil }
		}
		if e.link != "" && e.size <= cpioNameMost {
			target, err := io.ReadAll(in)
			if err != nil {
				return err
			}
			e.link, e.size = string(target), 0
		}
		if err := l.add(e); err != nil {
			return err
		}
		if _, err := io.CopyN(io.Discard, r, in.N+pad); err != nil {
			return cutOff(err)
		}
	}
}

// next reads the header and the name of the next entry. An entry with a content that is a file has an open, and one
// that is a symbolic link has a link.
func (c *cpio) next(r *bufio.Reader) (e entry, err error) {
	b := make([]byte, c.length)
	if _, err := io.ReadFull(r, b); err != nil {
		return e, cutOff(err)
	}
	h, ok := c.header(b)
	if !ok || cpioForms[string(b[:2])] != c && cpioForms[string(b[:6])] != c || h.name < 1 {
		return e, errRules
	}
	if h.name > cpioNameMost {
		return e, file.ErrTooLarge
	}
	name := make([]byte, h.name)
	if _, err := io.ReadFull(r, name); err != nil {
		return e, cutOff(err)
	}
	length := int64(c.length) + h.name
	if _, err := r.Discard(int((c.align - length%c.align) % c.align)); err != nil {
		return e, cutOff(err)
	}
	e = entry{name: strings.TrimRight(string(name), "\x00"), size: h.size, modified: time.Unix(h.mtime, 0).UTC()}
	switch h.mode & 0o170000 {
	case 0o040000:
		e.dir = true
	case 0o120000:
		e.link = "."
	case 0o100000:
		e.open = func() (io.Reader, error) { return nil, nil }
	}
	return e, nil
}
