package archive

import (
	"errors"
	"io"
	"strings"
	"time"
	"unicode/utf16"

	"luminos/internal/extract/file"
)

const rarHeaderMost = 2 << 20 // bytes of a header of RAR 5, by its description

// walkRar passes the entries of a RAR archive to the listing, by the headers before the contents.
func walkRar(f *file.File, l *listing) error {
	if f.Head[6] == 0 {
		l.x.Format = "RAR archive, version 4"
		return walkRar4(f, l)
	}
	l.x.Format = "RAR archive, version 5"
	return walkRar5(f, l)
}

// readRar returns n bytes of a file, or fewer at its end.
func readRar(f *file.File, at, n int64) ([]byte, error) {
	b := make([]byte, max(min(n, f.Size-at), 0))
	got, err := f.ReadAt(b, at)
	if got == len(b) {
		err = nil
	}
	return b[:got], err
}

// The types and flags of the headers of version 4 (https://codedread.github.io/bitjs/docs/unrar.html).
const (
	rar4Main = 0x73
	rar4File = 0x74
	rar4End  = 0x7b

	rar4Volume    = 0x0001 // of the main header
	rar4Hidden    = 0x0080
	rar4Before    = 0x0001 // of a file: it began in the volume before
	rar4After     = 0x0002
	rar4Encrypted = 0x0004
	rar4Large     = 0x0100
	rar4Unicode   = 0x0200
	rar4Added     = 0x8000 // of any header: data follows
)

func walkRar4(f *file.File, l *listing) error {
	volume := false
	for at := int64(7); at < f.Size; {
		b, err := readRar(f, at, 7)
		if err != nil {
			return err
		}
		c := &cursor{b: b}
		c.u16()
		kind, flags, size := c.byte(), c.u16(), int64(c.u16())
		if c.err != nil {
			return c.err
		}
		if size < 7 {
			return errRules
		}
		if c.b, err = readRar(f, at+7, size-7); err != nil {
			return err
		}
		if int64(len(c.b)) < size-7 {
			return io.ErrUnexpectedEOF
		}
		added := int64(0)
		if flags&rar4Added != 0 || kind == rar4File {
			if added = int64((&cursor{b: c.b}).u32()); kind == rar4File && flags&rar4Large != 0 {
				added += int64((&cursor{b: c.b[min(25, len(c.b)):]}).u32()) << 32
			}
		}
		switch kind {
		case rar4Main:
			if flags&rar4Hidden != 0 {
				return errHidden
			}
			volume = flags&rar4Volume != 0
		case rar4File:
			if err := rar4Entry(l, c, flags); err != nil {
				return err
			}
		case rar4End:
			return rarEnd(volume)
		}
		if added < 0 || at > f.Size-size-added {
			return io.ErrUnexpectedEOF
		}
		at += size + added
	}
	return rarEnd(volume)
}

// rarEnd returns the error at the end of a volume, or nil.
func rarEnd(volume bool) error {
	if volume {
		return errVolume
	}
	return nil
}

// rar4Entry passes a file to the listing.
func rar4Entry(l *listing, c *cursor, flags uint16) error {
	c.u32() // packed size
	e := entry{size: int64(c.u32()), encrypted: flags&rar4Encrypted != 0}
	system := c.byte()
	c.u32() // checksum
	e.modified = dosTime(c.u32())
	c.take(2) // version and method
	n := uint64(c.u16())
	attributes := c.u32()
	if flags&rar4Large != 0 {
		c.u32()
		high := int64(c.u32())
		if e.size |= high << 32; high == 0x7FFFFFFF || e.size < 0 {
			e.size = -1
		}
	} else if e.size == 0xFFFFFFFF {
		e.size = -1
	}
	name := c.take(n)
	if c.err != nil {
		return c.err
	}
	e.name = string(name)
	if flags&rar4Unicode != 0 {
		if plain, coded, ok := strings.Cut(e.name, "\x00"); ok {
			e.name = rarName(plain, coded)
		}
	}
	e.name = strings.ReplaceAll(e.name, `\`, "/")
	e.dir = flags&0xE0 == 0xE0 || system < 3 && attributes&0x10 != 0
	e.open = rarOpen
	return l.add(e)
}

// rarOpen returns the error of the content of an entry: it is not unpacked.
func rarOpen() (io.Reader, error) { return nil, errors.ErrUnsupported }

// rarName decodes a name in the form of RAR 3: codes of two bits say whether a character is a byte, a byte with a
// common upper half, two bytes, or a run of the characters of the plain name.
func rarName(plain, coded string) string {
	c := &cursor{b: []byte(coded)}
	high := uint16(c.byte()) << 8
	var units []uint16
	flags, left := byte(0), 0
	for len(c.b) > 0 && len(units) < nameMost {
		if left == 0 {
			flags, left = c.byte(), 8
		}
		left -= 2
		switch flags >> left & 3 {
		case 0:
			units = append(units, uint16(c.byte()))
		case 1:
			units = append(units, high|uint16(c.byte()))
		case 2:
			units = append(units, c.u16())
		case 3:
			n := c.byte()
			add, upper := byte(0), uint16(0)
			if n&0x80 != 0 {
				add, upper = c.byte(), high
			}
			for range int(n&0x7F) + 2 {
				if len(units) < len(plain) {
					units = append(units, upper|uint16(plain[len(units)]+add))
				}
			}
		}
	}
	return string(utf16.Decode(units))
}

// The types of the headers of version 5 (https://www.rarlab.com/technote.htm).
const (
	rar5Main    = 1
	rar5File    = 2
	rar5Crypt   = 4
	rar5End     = 5
	rar5Extra   = 0x1 // flags of any header
	rar5Data    = 0x2
	rar5Dir     = 0x1 // flags of a file
	rar5Time    = 0x2
	rar5CRC     = 0x4
	rar5Unknown = 0x8 // the size
)

func walkRar5(f *file.File, l *listing) error {
	volume := false
	for at := int64(8); at < f.Size; {
		b, err := readRar(f, at, 512)
		if err != nil {
			return err
		}
		c := &cursor{b: b}
		c.u32()
		size := c.vint()
		begin := int64(len(b) - len(c.b))
		if size > rarHeaderMost {
			return errRules
		}
		if int64(size) > int64(len(c.b)) {
			if b, err = readRar(f, at+begin, int64(size)); err != nil || int64(len(b)) < int64(size) {
				return cutOff(io.EOF)
			}
			c.b = b
		}
		c.b = c.b[:size]
		kind, flags := c.vint(), c.vint()
		extra, data := uint64(0), uint64(0)
		if flags&rar5Extra != 0 {
			extra = c.vint()
		}
		if flags&rar5Data != 0 {
			data = c.vint()
		}
		if c.err != nil || extra > uint64(len(c.b)) {
			return errRules
		}
		switch kind {
		case rar5Crypt:
			return errHidden
		case rar5Main:
			volume = c.vint()&1 != 0
		case rar5File:
			if err := rar5Entry(l, c, extra); err != nil {
				return err
			}
		case rar5End:
			return rarEnd(volume)
		}
		end := at + begin + int64(size)
		if data > uint64(max(f.Size-end, 0)) {
			return io.ErrUnexpectedEOF
		}
		at = end + int64(data)
	}
	return rarEnd(volume)
}

// rar5Entry passes a file to the listing. Its extra records are the last bytes of the header.
func rar5Entry(l *listing, c *cursor, extra uint64) error {
	records := &cursor{b: c.b[uint64(len(c.b))-extra:]}
	c.b = c.b[:uint64(len(c.b))-extra]
	flags, size := c.vint(), c.vint()
	e := entry{size: int64(min(size, 1<<62)), dir: flags&rar5Dir != 0, open: rarOpen}
	c.vint() // attributes
	if flags&rar5Unknown != 0 {
		e.size = -1
	}
	if flags&rar5Time != 0 {
		e.modified = time.Unix(int64(c.u32()), 0).UTC()
	}
	if flags&rar5CRC != 0 {
		c.u32()
	}
	c.vint() // method
	c.vint() // system
	e.name = string(c.take(c.vint()))
	if c.err != nil {
		return errRules
	}
	for len(records.b) > 0 {
		r := &cursor{b: records.take(records.vint())}
		if records.err != nil {
			return errRules
		}
		switch r.vint() {
		case 1:
			e.encrypted = true
		case 3:
			rar5Modified(r, &e)
		case 5:
			kind := r.vint()
			r.vint()
			switch target := strings.ReplaceAll(string(r.take(r.vint())), `\`, "/"); kind {
			case 1, 2, 3:
				e.link = target
			case 4, 5:
				e.hard = target
			}
		}
	}
	return l.add(e)
}

// rar5Modified reads the time of the last change from the record of times.
func rar5Modified(r *cursor, e *entry) {
	switch flags := r.vint(); {
	case flags&2 == 0:
	case flags&1 != 0:
		e.modified = time.Unix(int64(r.u32()), 0).UTC()
	default:
		e.modified = fileTime(r.u64())
	}
}
