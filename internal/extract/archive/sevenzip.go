package archive

import (
	"bytes"
	"hash/crc32"
	"io"
	"unicode/utf16"

	"luminos/internal/extract/file"
)

// The reader of 7z is our own (https://py7zr.readthedocs.io/en/latest/archive_format.html): a listing needs the
// decoders of its header only, and the library needs 12 modules.

const (
	sevenZipMost   = 32 << 20 // bytes of a header, of some 300,000 entries
	sevenZipFiles  = 1 << 20  // entries of which the properties are kept, with 25 bytes each
	sevenZipLevels = 4        // headers in which the header is packed; archivers use one
	sevenZipStart  = 32       // bytes before the packed streams
)

// The identifiers of the parts of a header.
const (
	idEnd          = 0x00
	idHeader       = 0x01
	idProperties   = 0x02
	idMainStreams  = 0x04
	idFiles        = 0x05
	idPack         = 0x06
	idUnpack       = 0x07
	idSubstreams   = 0x08
	idSize         = 0x09
	idCRC          = 0x0A
	idFolder       = 0x0B
	idUnpackSize   = 0x0C
	idNumber       = 0x0D
	idEmptyStream  = 0x0E
	idEmptyFile    = 0x0F
	idAnti         = 0x10
	idNames        = 0x11
	idModified     = 0x14
	idAttributes   = 0x15
	idPackedHeader = 0x17
)

// walkSevenZip passes the entries of a 7z archive to the listing.
func walkSevenZip(f *file.File, l *listing) error {
	l.x.Format = "7z archive"
	var b [sevenZipStart]byte
	if n, err := f.ReadAt(b[:], 0); n < len(b) {
		return cutOff(err)
	}
	c := &cursor{b: b[6:]}
	major, minor := c.byte(), c.byte()
	c.u32()
	at, size, sum := c.u64(), c.u64(), c.u32()
	if size == 0 {
		return nil
	}
	if major > 0 || minor > 4 {
		return errVariant
	}
	if most := uint64(f.Size - sevenZipStart); at > most || size > most-at {
		return io.ErrUnexpectedEOF
	}
	if size > sevenZipMost {
		return file.ErrTooLarge
	}
	header := make([]byte, size)
	if n, err := f.ReadAt(header, sevenZipStart+int64(at)); n < len(header) {
		return cutOff(err)
	}
	for range sevenZipLevels {
		if crc32.ChecksumIEEE(header) != sum {
			return errRules
		}
		c := &cursor{b: header}
		switch c.byte() {
		case idHeader:
			return sevenZipHeader(f, l, c)
		case idPackedHeader:
		default:
			return errRules
		}
		s := c.streams()
		if c.err != nil || len(s.folders) != 1 {
			return errRules
		}
		r, err := s.open(f, 0)
		if err != nil {
			return err
		}
		folder := &s.folders[0]
		if folder.size() > sevenZipMost {
			return file.ErrTooLarge
		}
		if header, err = io.ReadAll(io.LimitReader(r, int64(folder.size()))); err != nil {
			return cutOff(err)
		}
		if sum = folder.crc; !folder.checked {
			sum = crc32.ChecksumIEEE(header)
		}
	}
	return file.ErrTooLarge
}

// sevenZipFile holds the properties of the files of a header, each by the index of the file.
type sevenZipFile struct {
	n          uint64
	names      []byte // in UTF-16, each with a final NUL
	empty      []byte // bits: the file has no stream
	emptyFile  []byte // bits of the files without a stream: it is no directory
	anti       []byte // bits of them: it is to be deleted
	modified   []byte // 8 bytes for each file with a time
	timed      []byte // bits
	allTimed   bool
	attributes []byte
	attributed []byte
	allAttr    bool
}

// sevenZipHeader reads a header.
func sevenZipHeader(f *file.File, l *listing, c *cursor) error {
	var s streams
	for {
		switch id := c.byte(); id {
		case idEnd:
			return c.err
		case idProperties:
			for c.number() != idEnd && c.err == nil {
				c.take(c.number())
			}
		case idMainStreams:
			s = c.streams()
		case idFiles:
			files, err := c.files()
			if err != nil {
				return err
			}
			return s.walk(f, l, files)
		default:
			return errVariant
		}
		if c.err != nil {
			return c.err
		}
	}
}

// files reads the properties of all files.
func (c *cursor) files() (*sevenZipFile, error) {
	v := &sevenZipFile{n: c.number()}
	if v.n > sevenZipFiles {
		return nil, file.ErrTooLarge
	}
	empty := uint64(0)
	for {
		id := c.number()
		if c.err != nil || id == idEnd {
			return v, c.err
		}
		p := &cursor{b: c.take(c.number())}
		switch id {
		case idEmptyStream:
			v.empty = p.bits(v.n)
			for i := range v.n {
				if bit(v.empty, i) {
					empty++
				}
			}
		case idEmptyFile:
			v.emptyFile = p.bits(empty)
		case idAnti:
			v.anti = p.bits(empty)
		case idNames:
			p.inside()
			v.names = p.b
		case idModified:
			v.timed, v.allTimed = p.optionalBits(v.n)
			p.inside()
			v.modified = p.b
		case idAttributes:
			v.attributed, v.allAttr = p.optionalBits(v.n)
			p.inside()
			v.attributes = p.b
		}
		if p.err != nil {
			return nil, p.err
		}
	}
}

// inside fails if the data that follows is in another stream.
func (c *cursor) inside() {
	if c.byte() != 0 {
		c.fail()
	}
}

// walk passes the files to the listing.
func (s *streams) walk(f *file.File, l *listing, v *sevenZipFile) error {
	names, times, attributes := &cursor{b: v.names}, &cursor{b: v.modified}, &cursor{b: v.attributes}
	empty := uint64(0)
	next := place{}
	for i := range v.n {
		e := entry{name: names.utf16Name()}
		if v.allTimed || bit(v.timed, i) {
			e.modified = fileTime(times.u64())
		}
		attribute := uint32(0)
		if v.allAttr || bit(v.attributed, i) {
			attribute = attributes.u32()
		}
		if bit(v.empty, i) {
			e.dir = !bit(v.emptyFile, empty)
			anti := bit(v.anti, empty)
			empty++
			if anti {
				continue
			}
			if !e.dir {
				e.open = func() (io.Reader, error) { return bytes.NewReader(nil), nil }
			}
		} else {
			if !s.place(&next) {
				return errRules
			}
			here := next
			e.size = int64(min(s.sizes[here.stream], 1<<62))
			e.dir = attribute&0x10 != 0
			e.encrypted = s.folders[here.folder].encrypted()
			e.behind = here.begin
			e.open = func() (io.Reader, error) { return s.openFile(f, here) }
			next.begin += s.sizes[here.stream]
			next.in++
			next.stream++
		}
		if err := l.add(e); err != nil {
			return err
		}
	}
	if names.err != nil && len(v.names) > 0 {
		return names.err
	}
	return nil
}

// utf16Name reads a name that ends with NUL.
func (c *cursor) utf16Name() string {
	var units []uint16
	for {
		u := c.u16()
		if u == 0 {
			return string(utf16.Decode(units))
		}
		if len(units) < nameMost {
			units = append(units, u)
		}
	}
}
