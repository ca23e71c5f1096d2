package ignore

import (
	"bytes"
	"encoding/binary"
	"errors"
	"sort"
	"strings"
)

// Bounds of an index of git. The largest public repositories stay below them.
const (
	IndexMax        = 64 << 20 // bytes of the file
	indexEntriesMax = 600_000
	indexPathsMax   = 64 << 20 // bytes of all paths together: version 4 stores only their differences
	indexPathMax    = 4096     // bytes of one path
)

// Index holds the paths that an index of git tracks, in the order of their bytes.
type Index struct {
	paths  string
	ends   []uint32 // where each path ends in paths
	sparse bool     // entries that end in a slash represent whole directories
}

// Errors of an index that is valid but cannot be used.
var (
	errIndexSize  = errors.New("it is over the limits of size")
	errIndexSplit = errors.New("it is split over two files")
	errIndexForm  = errors.New("it is damaged, or of a version that is not known")
)

// ParseIndex parses an index of git of version 2, 3 or 4, with names of objects of SHA-1 or SHA-256. data may
// be hostile.
func ParseIndex(data []byte) (*Index, error) {
	if len(data) > IndexMax {
		return nil, errIndexSize
	}
	if len(data) < 12 || string(data[:4]) != "DIRC" {
		return nil, errIndexForm
	}
	version, count := binary.BigEndian.Uint32(data[4:]), binary.BigEndian.Uint32(data[8:])
	switch {
	case version < 2 || version > 4:
		return nil, errIndexForm
	case count > indexEntriesMax:
		return nil, errIndexSize
	}
	var x *Index
	err := errIndexForm
	for _, hash := range []int{20, 32} {
		r := indexReader{rest: data[12:], hash: hash, version: version}
		if x, err = r.index(int(count)); err != errIndexForm {
			return x, err
		}
	}
	return nil, err
}

// indexReader reads the entries and the extensions of an index.
type indexReader struct {
	rest    []byte
	hash    int // bytes of the name of an object
	version uint32
	split   bool
	paths   bytes.Buffer
	last    []byte // the path of the entry before
}

func (r *indexReader) index(count int) (*Index, error) {
	x := &Index{ends: make([]uint32, 0, min(count, len(r.rest)/(42+r.hash)))}
	for range count {
		path, err := r.entry()
		switch {
		case err != nil:
			return nil, err
		case len(path) == 0: // the other file of a split index has the entry
			r.split = true
			continue
		case bytes.Compare(path, r.last) < 0: // equal in a conflict
			return nil, errIndexForm
		case r.paths.Len()+len(path) > indexPathsMax:
			return nil, errIndexSize
		}
		x.sparse = x.sparse || path[len(path)-1] == '/'
		r.paths.Write(path)
		r.last = path
		x.ends = append(x.ends, uint32(r.paths.Len()))
	}
	x.paths = r.paths.String()
	return x, r.extensions()
}

// entry reads one entry and returns its path.
func (r *indexReader) entry() ([]byte, error) {
	const times = 40 // bytes of times, owner, mode and size
	head := times + r.hash + 2
	if len(r.rest) < head {
		return nil, errIndexForm
	}
	flags := binary.BigEndian.Uint16(r.rest[times+r.hash:])
	if flags&0x4000 != 0 { // two more bytes of flags
		if head += 2; r.version < 3 || len(r.rest) < head {
			return nil, errIndexForm
		}
	}
	name := r.rest[head:]
	var kept []byte
	if r.version == 4 {
		drop, n := offset(name)
		if n == 0 || drop > len(r.last) {
			return nil, errIndexForm
		}
		kept, name = r.last[:len(r.last)-drop], name[n:]
	}
	end := bytes.IndexByte(name[:min(len(name), indexPathMax+1)], 0)
	if end < 0 || len(kept)+end > indexPathMax {
		return nil, errIndexForm
	}
	if r.version == 4 {
		r.rest = name[end+1:]
		return append(kept[:len(kept):len(kept)], name[:end]...), nil
	}
	size := (head + end + 8) &^ 7 // at least one zero byte, up to a multiple of eight
	if size > len(r.rest) {
		return nil, errIndexForm
	}
	r.rest = r.rest[size:]
	return name[:end], nil
}

// offset returns a number in the encoding of the offsets of packs, and the number of its bytes, or 0 if it has
// no end.
func offset(b []byte) (value, n int) {
	for n < len(b) && n < 4 {
		c := b[n]
		n++
		value += int(c & 0x7f)
		if c < 0x80 {
			return value, n
		}
		value = (value + 1) << 7
	}
	return 0, 0
}

// extensions reads the extensions. It returns an error if the entries mean little without one of them.
func (r *indexReader) extensions() error {
	for len(r.rest) > r.hash {
		if len(r.rest) < 8+r.hash {
			return errIndexForm
		}
		name, size := string(r.rest[:4]), int64(binary.BigEndian.Uint32(r.rest[4:]))
		if size > int64(len(r.rest)-8-r.hash) {
			return errIndexForm
		}
		switch {
		case name == "link":
			return errIndexSplit
		case name != "sdir" && (name[0] < 'A' || name[0] > 'Z'): // an index of which git itself would refuse
			return errIndexForm
		}
		r.rest = r.rest[8+size:]
	}
	if len(r.rest) != r.hash || r.split {
		return errIndexForm
	}
	return nil
}

func (x *Index) path(i int) string {
	if i == 0 {
		return x.paths[:x.ends[0]]
	}
	return x.paths[x.ends[i-1]:x.ends[i]]
}

// Tracks reports whether the index holds the path of a file, or of files inside a directory.
func (x *Index) Tracks(path string) bool {
	if x == nil {
		return false
	}
	find := func(p string) string {
		if i := sort.Search(len(x.ends), func(i int) bool { return x.path(i) >= p }); i < len(x.ends) {
			return x.path(i)
		}
		return ""
	}
	if find(path) == path || strings.HasPrefix(find(path+"/"), path+"/") {
		return true
	}
	for i := 0; x.sparse && i < len(path); i++ {
		if path[i] == '/' && find(path[:i+1]) == path[:i+1] {
			return true
		}
	}
	return false
}
