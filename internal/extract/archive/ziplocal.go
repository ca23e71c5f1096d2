package archive

import (
	"bufio"
	"compress/bzip2"
	"compress/flate"
	"errors"
	"hash/crc32"
	"io"
	"time"

	"luminos/internal/extract/file"
)

// zipHeader is the header of an entry, local or in the directory.
type zipHeader struct {
	flags, method uint16
	system        byte // the system whose attributes these are: 0 DOS, 3 Unix, 19 macOS
	attributes    uint32
	time          uint32 // as DOS stores it
	packed, size  int64
	at            int64 // of the local header
	name          []byte
	modified      time.Time
}

// extra reads the extra fields: sizes beyond 4 GiB, times of Unix and NTFS, and the name in UTF-8.
func (h *zipHeader) extra(b []byte, central bool) {
	for len(b) >= 4 {
		id, n := le16(b), int(le16(b[2:]))
		if b = b[4:]; n > len(b) {
			return
		}
		d := b[:n]
		b = b[n:]
		switch id {
		case 1: // only the values that are too large for the header, in this order
			values := []*int64{&h.size, &h.packed}
			if central {
				values = append(values, &h.at)
			}
			for _, v := range values {
				if *v == 0xFFFFFFFF && len(d) >= 8 {
					*v = max(int64(le64(d)), -1)
					d = d[8:]
				}
			}
		case 0x5455:
			if len(d) >= 5 && d[0]&1 != 0 {
				h.modified = time.Unix(int64(int32(le32(d[1:]))), 0).UTC()
			}
		case 0x000a: // 100 ns since 1601
			if len(d) >= 32 && le16(d[4:]) == 1 && h.modified.IsZero() {
				h.modified = fileTime(le64(d[8:]))
			}
		case 0x7075:
			if len(d) > 5 && d[0] == 1 && le32(d[1:]) == crc32.ChecksumIEEE(h.name) {
				h.name, h.flags = d[5:], h.flags|zipUTF8
			}
		}
	}
}

// fileTime returns a time of Windows: 100 ns since 1601.
func fileTime(t uint64) time.Time {
	const epoch = 11644473600 // seconds from 1601 to 1970
	if t == 0 || t/1e7 > 1<<40 {
		return time.Time{}
	}
	return time.Unix(int64(t/1e7)-epoch, 0).UTC()
}

// dosTime returns a time of DOS, which is local and precise to two seconds.
func dosTime(t uint32) time.Time {
	day, month := int(t>>16&31), int(t>>21&15)
	if day == 0 || month == 0 || month > 12 {
		return time.Time{}
	}
	return time.Date(1980+int(t>>25), time.Month(month), day, int(t>>11&31), int(t>>5&63), int(t&31)*2, 0, time.UTC)
}

func (h *zipHeader) entry() entry {
	e := entry{name: nameOf(h.name, h.system), size: h.size, modified: h.modified, encrypted: h.flags&zipEncrypted != 0}
	if e.modified.IsZero() {
		e.modified = dosTime(h.time)
	}
	last := byte(0)
	if e.name != "" {
		last = e.name[len(e.name)-1]
	}
	dosDirectory := (h.system == 0 || h.system == 10 || h.system == 11) && h.attributes&0x10 != 0
	unixDirectory := (h.system == 3 || h.system == 19) && h.attributes>>28 == 4
	e.dir = last == '/' || (dosDirectory || unixDirectory) && h.size == 0
	return e
}

// openLocal returns the content of an entry of the directory, by the place of its local header.
func openLocal(f *file.File, h zipHeader, base int64) (io.Reader, error) {
	var b [zipLocal]byte
	if n, err := f.ReadAt(b[:], base+h.at); n < len(b) {
		return nil, cutOff(err)
	}
	if string(b[:4]) != "PK\x03\x04" || h.packed < 0 {
		return nil, errRules
	}
	at := base + h.at + zipLocal + int64(le16(b[26:])) + int64(le16(b[28:]))
	packed := bufio.NewReader(io.NewSectionReader(f, at, h.packed))
	var r io.Reader
	switch h.method {
	case 0:
		r = packed
	case 8:
		r = flate.NewReader(packed)
	case 12:
		r = bzip2.NewReader(packed)
	case 20, 93:
		z, err := openZstd(packed)
		if err != nil {
			return nil, err
		}
		r = z
	case 95:
		r = &xzReader{r: &counted{r: packed}}
	default:
		return nil, errors.ErrUnsupported
	}
	return io.LimitReader(r, h.size), nil
}

// walkLocal passes the entries of a zip file without a directory to the listing, by their local headers. The file is
// cut off. Sizes of entries that were written as a stream are unknown: the next header is searched for.
func walkLocal(f *file.File, l *listing) error {
	r := bufio.NewReaderSize(f.Reader(), 64<<10)
	for {
		if err := findLocal(r); err != nil {
			return cutOff(err)
		}
		var b [zipLocal]byte
		if _, err := io.ReadFull(r, b[:]); err != nil {
			return cutOff(err)
		}
		h := zipHeader{
			flags: le16(b[6:]), method: le16(b[8:]), time: le32(b[10:]), packed: int64(le32(b[18:])),
			size: int64(le32(b[22:])),
		}
		rest := make([]byte, int(le16(b[26:]))+int(le16(b[28:])))
		if _, err := io.ReadFull(r, rest); err != nil {
			return cutOff(err)
		}
		h.name = rest[:le16(b[26:])]
		h.extra(rest[len(h.name):], false)
		if h.flags&zipStreamed != 0 && h.size == 0 {
			h.size = -1
		}
		if err := l.add(h.entry()); err != nil {
			return err
		}
		if _, err := io.CopyN(io.Discard, r, max(h.packed, 0)); err != nil {
			return cutOff(err)
		}
	}
}

// findLocal skips to the next local header.
func findLocal(r *bufio.Reader) error {
	for {
		b, err := r.Peek(4)
		if err != nil {
			return err
		}
		if string(b) == "PK\x03\x04" {
			return nil
		}
		if _, err := r.Discard(1); err != nil {
			return err
		}
	}
}
