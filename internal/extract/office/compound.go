package office

import (
	"encoding/binary"
	"errors"
	"strings"
)

// The modules for compound files (richardlehane/mscfb, msoleps) are not used: mscfb keeps the whole path of each entry,
// so that a deep chain of 100,000 storages takes gigabytes, and msoleps slices by offsets that it does not check.

const (
	oleMost    = 64 << 20 // bytes of a compound file
	streamMost = 16 << 20 // bytes of a stream that are read
	entryMost  = 20_000   // streams and storages
)

var errCompound = errors.New("the compound file is damaged")

var le = binary.LittleEndian

// Numbers of sectors and of entries with a meaning of their own ([MS-CFB] 2.1).
const (
	lastRegular = 0xFFFFFFFA
	endOfChain  = 0xFFFFFFFE
	noEntry     = 0xFFFFFFFF
)

// compound is a file in the Compound File Binary Format ([MS-CFB]).
type compound struct {
	b       []byte
	shift   uint // of the size of a sector
	fat     []uint32
	minifat []uint32
	mini    []byte // the stream that holds the small streams
	cutoff  uint32
	entries []oleEntry
	cut     bool // a stream that was read is shorter than its size
}

// oleEntry is a stream or a storage.
type oleEntry struct {
	name               string
	kind               byte // 1 storage, 2 stream, 5 root
	left, right, child uint32
	start              uint32
	size               int64
	class              [16]byte
	parent             int // the index of its storage; -1 for the root and for an entry that no storage lists
}

// openCompound reads the tables and the directory of a compound file.
func openCompound(b []byte) (*compound, error) {
	if len(b) < 512 {
		return nil, errCompound
	}
	c := &compound{b: b, shift: uint(le.Uint16(b[30:])), cutoff: min(le.Uint32(b[56:]), 1<<20)}
	if c.shift < 7 || c.shift > 16 {
		return nil, errCompound
	}
	c.readFAT()
	directory := c.chain(le.Uint32(b[48:]), entryMost*128)
	c.cut = len(directory)%(1<<c.shift) != 0 && len(directory) < entryMost*128
	for at := 0; at+128 <= len(directory) && len(c.entries) < entryMost; at += 128 {
		c.entries = append(c.entries, readEntry(directory[at:at+128]))
	}
	if len(c.entries) == 0 || c.entries[0].kind != 5 {
		return nil, errCompound
	}
	table := c.chain(le.Uint32(b[60:]), streamMost/16)
	for at := 0; at+4 <= len(table); at += 4 {
		c.minifat = append(c.minifat, le.Uint32(table[at:]))
	}
	c.mini = c.chain(c.entries[0].start, min(c.entries[0].size, streamMost))
	c.tree()
	return c, nil
}

// readFAT reads the table of sectors: the first 109 of its sectors are listed in the header, others in a chain.
func (c *compound) readFAT() {
	var list []uint32
	for i := range 109 {
		list = append(list, le.Uint32(c.b[76+4*i:]))
	}
	most := len(c.b)>>c.shift + 1
	next := le.Uint32(c.b[68:])
	for len(list) < most {
		s := c.sector(next)
		if len(s) < 1<<c.shift {
			break
		}
		for at := 0; at+8 <= len(s); at += 4 {
			list = append(list, le.Uint32(s[at:]))
		}
		next = le.Uint32(s[len(s)-4:])
	}
	// A sector that is listed twice would make the table longer than the file.
	for _, n := range list[:min(len(list), most)] {
		s := c.sector(n)
		for at := 0; at+4 <= len(s) && len(c.fat) < most; at += 4 {
			c.fat = append(c.fat, le.Uint32(s[at:]))
		}
	}
}

// sector returns the bytes of a sector; fewer, if the file ends before.
func (c *compound) sector(n uint32) []byte {
	if n > lastRegular {
		return nil
	}
	from := (int64(n) + 1) << c.shift
	if from >= int64(len(c.b)) {
		return nil
	}
	return c.b[from:min(from+1<<c.shift, int64(len(c.b)))]
}

// chain returns at most n bytes of the sectors that begin with start. A chain that is a loop ends after the number of
// sectors that the file has.
func (c *compound) chain(start uint32, n int64) (b []byte) {
	for range len(c.b)>>c.shift + 1 {
		s := c.sector(start)
		if len(s) == 0 || int64(len(b)) >= n {
			c.cut = c.cut || start <= lastRegular && int64(len(b)) < n
			break
		}
		b = append(b, s...)
		if int(start) >= len(c.fat) {
			break
		}
		start = c.fat[start]
	}
	return b[:min(int64(len(b)), max(n, 0))]
}

// readEntry returns an entry of the directory.
func readEntry(b []byte) oleEntry {
	n := min(max(int(le.Uint16(b[64:]))-2, 0), 64)
	e := oleEntry{
		name: decodeWide(b[:n]), kind: b[66], left: le.Uint32(b[68:]), right: le.Uint32(b[72:]), child: le.Uint32(b[76:]),
		start: le.Uint32(b[116:]), size: int64(le.Uint32(b[120:])), parent: -1,
	}
	copy(e.class[:], b[80:])
	return e
}

// tree sets the storage of each entry. An entry that is reached twice keeps the first.
func (c *compound) tree() {
	seen := make([]bool, len(c.entries))
	seen[0] = true
	type visit struct {
		entry  uint32
		parent int
	}
	stack := []visit{{c.entries[0].child, 0}}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if v.entry == noEntry || int64(v.entry) >= int64(len(c.entries)) || seen[v.entry] {
			continue
		}
		seen[v.entry] = true
		e := &c.entries[v.entry]
		e.parent = v.parent
		stack = append(stack, visit{e.left, v.parent}, visit{e.right, v.parent})
		if e.kind == 1 {
			stack = append(stack, visit{e.child, int(v.entry)})
		}
	}
}

// find returns the index of an entry of a storage by its name, or -1.
func (c *compound) find(parent int, name string) int {
	for i := range c.entries {
		if c.entries[i].parent == parent && strings.EqualFold(c.entries[i].name, name) {
			return i
		}
	}
	return -1
}

// stream returns the bytes of a stream, at most streamMost.
func (c *compound) stream(i int) []byte {
	if i <= 0 || c.entries[i].kind != 2 {
		return nil
	}
	b := c.bytes(i)
	c.cut = c.cut || int64(len(b)) < min(c.entries[i].size, streamMost)
	return b
}

func (c *compound) bytes(i int) []byte {
	e := &c.entries[i]
	n := min(e.size, streamMost)
	if e.size >= int64(c.cutoff) {
		return c.chain(e.start, n)
	}
	var b []byte
	at := e.start
	for range len(c.mini)/64 + 1 {
		from := int64(at) * 64
		if from >= int64(len(c.mini)) || int64(len(b)) >= n {
			break
		}
		b = append(b, c.mini[from:min(from+64, int64(len(c.mini)))]...)
		if int(at) >= len(c.minifat) {
			break
		}
		at = c.minifat[at]
	}
	return b[:min(int64(len(b)), n)]
}

// named returns the bytes of a stream of a storage by its name.
func (c *compound) named(parent int, name string) []byte { return c.stream(c.find(parent, name)) }
