package archive

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"

	"github.com/ulikunitz/xz/lzma"

	"luminos/internal/extract/file"
)

// The methods of coders that are read. The one of AES is known, to report that a password is needed.
const (
	methodCopy    = "\x00"
	methodLZMA    = "\x03\x01\x01"
	methodLZMA2   = "\x21"
	methodDeflate = "\x04\x01\x08"
	methodBzip2   = "\x04\x02\x02"
	methodZstd    = "\x04\xf7\x11\x01"
	methodAES     = "\x06\xf1\x07\x01"
)

const (
	codersMost    = 32      // of a folder, as in the programs of 7-Zip
	foldersMost   = 1 << 18 // each takes some 200 bytes of memory
	allCodersMost = 1 << 19 // each takes some 70 bytes of memory
)

// coder is one step of packing.
type coder struct {
	method     string
	in, out    uint64
	properties []byte
}

// folder is a run of packed streams that is unpacked as one; its files follow each other in it.
type folder struct {
	coders  []coder
	bound   []uint64 // output streams that are inputs of other coders
	sizes   []uint64 // of the output streams
	packed  uint64   // number of its packed streams
	first   uint64   // index of the first one
	crc     uint32
	checked bool
	files   uint64
}

// size returns the size of the unpacked folder: of the output that is not the input of another coder.
func (f *folder) size() uint64 {
	for i := len(f.sizes) - 1; i >= 0; i-- {
		bound := false
		for _, b := range f.bound {
			bound = bound || b == uint64(i)
		}
		if !bound {
			return f.sizes[i]
		}
	}
	return 0
}

func (f *folder) encrypted() bool {
	for _, c := range f.coders {
		if c.method == methodAES {
			return true
		}
	}
	return false
}

// streams are the packed streams of an archive, the folders in them, and the files in the folders.
type streams struct {
	at      uint64 // of the first packed stream
	packed  []uint64
	folders []folder
	sizes   []uint64 // of all files with a content
}

// place is the place of a file.
type place struct {
	folder int
	in     uint64 // index of the file in its folder
	begin  uint64 // of its content in the unpacked folder
	stream int    // index of the file among all with a content
}

// place moves p on to the folder of the next file, and reports whether there is one.
func (s *streams) place(p *place) bool {
	for p.folder < len(s.folders) && p.in >= s.folders[p.folder].files {
		p.folder++
		p.in, p.begin = 0, 0
	}
	return p.folder < len(s.folders) && p.stream < len(s.sizes)
}

// streams reads the part of a header that describes the packed streams.
func (c *cursor) streams() (s streams) {
	substreams := false
	for c.err == nil {
		switch c.byte() {
		case idPack:
			c.packs(&s)
		case idUnpack:
			c.folders(&s)
		case idSubstreams:
			c.substreams(&s)
			substreams = true
		case idEnd:
			if !substreams {
				for i := range s.folders {
					s.folders[i].files = 1
					s.sizes = append(s.sizes, s.folders[i].size())
				}
			}
			return s
		default:
			c.fail()
		}
	}
	return s
}

// packs reads the sizes of the packed streams.
func (c *cursor) packs(s *streams) {
	s.at = c.number()
	n := c.count(min(uint64(len(c.b)), sevenZipFiles))
	for c.err == nil {
		switch c.byte() {
		case idSize:
			for range n {
				s.packed = append(s.packed, c.number())
			}
		case idCRC:
			c.sums(n, nil)
		case idEnd:
			return
		default:
			c.fail()
		}
	}
}

// sums reads the checksums of n streams.
func (c *cursor) sums(n uint64, set func(i, sum uint32)) {
	bits, all := c.optionalBits(n)
	for i := uint64(0); i < n && c.err == nil; i++ {
		if all || bit(bits, i) {
			if sum := c.u32(); set != nil {
				set(uint32(i), sum)
			}
		}
	}
}

// folders reads the folders.
func (c *cursor) folders(s *streams) {
	if c.byte() != idFolder {
		c.fail()
	}
	n := c.count(min(uint64(len(c.b))/3, foldersMost)) // a folder takes at least three bytes
	c.inside()
	first, coders := uint64(0), 0
	for range n {
		f := c.folder()
		if c.err != nil {
			return
		}
		f.first = first
		first += f.packed
		if coders += len(f.coders); coders > allCodersMost {
			c.fail()
		}
		s.folders = append(s.folders, f)
	}
	if c.byte() != idUnpackSize {
		c.fail()
	}
	for i := range s.folders {
		f := &s.folders[i]
		for range f.coders {
			f.sizes = append(f.sizes, c.number())
		}
	}
	for c.err == nil {
		switch c.byte() {
		case idCRC:
			c.sums(n, func(i, sum uint32) { s.folders[i].crc, s.folders[i].checked = sum, true })
		case idEnd:
			return
		default:
			c.fail()
		}
	}
}

// folder reads the coders of a folder, and the connections among them.
func (c *cursor) folder() (f folder) {
	inputs, outputs := uint64(0), uint64(0)
	for range c.count(codersMost) {
		flags := c.byte()
		k := coder{method: string(c.take(uint64(flags & 15))), in: 1, out: 1}
		if flags&16 != 0 {
			k.in, k.out = c.count(codersMost), c.count(1)
		}
		if flags&32 != 0 {
			k.properties = c.take(c.number())
		}
		if flags&0xC0 != 0 || k.out != 1 {
			c.fail()
		}
		inputs, outputs = inputs+k.in, outputs+k.out
		f.coders = append(f.coders, k)
	}
	if outputs == 0 || inputs < outputs-1 {
		c.fail()
		return f
	}
	for range outputs - 1 {
		c.number()
		f.bound = append(f.bound, c.number())
	}
	f.packed = inputs - (outputs - 1)
	if f.packed > 1 {
		for range f.packed {
			c.number()
		}
	}
	return f
}

// substreams reads the number of files in each folder, and their sizes.
func (c *cursor) substreams(s *streams) {
	for i := range s.folders {
		s.folders[i].files = 1
	}
	id := c.byte()
	if id == idNumber {
		for i := range s.folders {
			s.folders[i].files = c.count(sevenZipFiles)
		}
		id = c.byte()
	}
	unknown := uint64(0) // files that have a checksum of their own
	for i := range s.folders {
		f := &s.folders[i]
		if f.files != 1 || !f.checked {
			unknown += f.files
		}
		rest := f.size()
		for j := uint64(0); j < f.files && c.err == nil; j++ {
			size := rest
			if j+1 < f.files {
				if id != idSize {
					c.fail()
				}
				size = c.number()
			}
			if size > rest || len(s.sizes) == sevenZipFiles {
				c.fail()
			}
			rest -= size
			s.sizes = append(s.sizes, size)
		}
	}
	if id == idSize {
		id = c.byte()
	}
	for c.err == nil && id != idEnd {
		if id != idCRC {
			c.fail()
			return
		}
		c.sums(unknown, nil)
		id = c.byte()
	}
}

// open returns the unpacked stream of a folder. It knows folders with one coder.
func (s *streams) open(f *file.File, i int) (io.Reader, error) {
	d := &s.folders[i]
	if d.encrypted() {
		return nil, errHidden
	}
	if len(d.coders) != 1 || d.packed != 1 || d.first >= uint64(len(s.packed)) {
		return nil, errVariant
	}
	at := s.at
	for _, n := range s.packed[:d.first] {
		at += n
	}
	n := s.packed[d.first]
	if most := uint64(f.Size - sevenZipStart); at > most || n > most-at {
		return nil, io.ErrUnexpectedEOF
	}
	packed := bufio.NewReader(io.NewSectionReader(f, sevenZipStart+int64(at), int64(n)))
	r, err := d.coders[0].open(packed, d.size())
	if err != nil {
		return nil, err
	}
	return &bounded{r: r, file: f}, nil
}

func (k *coder) open(r *bufio.Reader, size uint64) (io.Reader, error) {
	switch k.method {
	case methodCopy:
		return r, nil
	case methodDeflate:
		return flate.NewReader(r), nil
	case methodBzip2:
		return bzip2.NewReader(r), nil
	case methodZstd:
		return openZstd(r)
	case methodLZMA:
		if len(k.properties) < 5 {
			return nil, errRules
		}
		if uint64(le32(k.properties[1:])) > windowMost && size > windowMost {
			return nil, file.ErrTooLarge
		}
		// The library reads the header of .lzma files: properties, window and size.
		head := binary.LittleEndian.AppendUint64(bytes.Clone(k.properties[:5]), size)
		binary.LittleEndian.PutUint32(head[1:], uint32(min(uint64(le32(head[1:])), max(size, lzma.MinDictCap))))
		return lzma.ReaderConfig{DictCap: windowMost}.NewReader(io.MultiReader(bytes.NewReader(head), r))
	case methodLZMA2:
		if len(k.properties) < 1 {
			return nil, errRules
		}
		window, err := lzma.DecodeDictCap(k.properties[0])
		if err != nil {
			return nil, err
		}
		window = min(window, int64(min(size, 1<<40)))
		if window > windowMost {
			return nil, file.ErrTooLarge
		}
		return lzma.Reader2Config{DictCap: int(max(window, lzma.MinDictCap))}.NewReader2(r)
	}
	return nil, errVariant
}

// openFile returns the content of a file: a part of its folder.
func (s *streams) openFile(f *file.File, p place) (io.Reader, error) {
	r, err := s.open(f, p.folder)
	if errors.Is(err, errVariant) {
		return nil, errors.ErrUnsupported
	}
	if err != nil {
		return nil, err
	}
	if _, err := io.CopyN(io.Discard, r, int64(min(p.begin, inflateMost+1))); err != nil {
		return nil, cutOff(err)
	}
	return io.LimitReader(r, int64(min(s.sizes[p.stream], 1<<62))), nil
}
