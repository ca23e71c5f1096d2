package data

import (
	"encoding/binary"
	"errors"

	"luminos/internal/extract/file"
)

const (
	blockSize  = 64 << 10 // bytes that are read at once: a multiple of each size of pages
	blocksMost = 128      // blocks that are kept
	pagesMost  = 1 << 24  // pages that are marked as seen: 64 GiB of the usual size
	visitsMost = 1 << 20  // pages of trees that are read: 4 GiB of the usual size
	depthMost  = 20       // levels of a tree, as in SQLite (BTCURSOR_MAX_DEPTH)
)

var (
	errTree  = errors.New("a tree of pages is not valid")
	errPages = errors.New("the trees have more pages than are read")
)

// pages is a database as numbered pages.
type pages struct {
	f            *file.File
	size, usable int    // bytes of a page, and without the reserved end
	last         uint32 // the highest number; the lowest is 1
	encoding     uint32
	seen         []uint64 // a bit for each page of a tree that was read: no page is in two trees
	visits       int
	blocks       map[int64][]byte
	queue        []int64 // the blocks, the oldest first
	lines        int     // of the text of the sample so far, with the names of the tables
}

// page returns the bytes of a page.
func (d *pages) page(n uint32) ([]byte, error) {
	if n < 1 || n > d.last {
		return nil, errTree
	}
	at := int64(n-1) * int64(d.size)
	from := at / blockSize * blockSize
	b := d.blocks[from]
	if b == nil {
		b = make([]byte, min(blockSize, d.f.Size-from))
		if got, err := d.f.ReadAt(b, from); got < len(b) {
			if err == nil {
				err = errTree
			}
			return nil, err
		}
		if d.blocks == nil {
			d.blocks = map[int64][]byte{}
		}
		if len(d.queue) == blocksMost {
			delete(d.blocks, d.queue[0])
			d.queue = d.queue[1:]
		}
		d.blocks[from] = b
		d.queue = append(d.queue, from)
	}
	if at -= from; at+int64(d.size) > int64(len(b)) {
		return nil, errTree
	}
	return b[at:][:d.size], nil
}

// visit marks a page as read. A page that was read before is an error, so that a circle ends.
func (d *pages) visit(n uint32) error {
	if d.visits++; d.visits > visitsMost || n >= pagesMost {
		return errPages
	}
	if n > d.last || d.seen[n/64]&(1<<(n%64)) != 0 {
		return errTree
	}
	d.seen[n/64] |= 1 << (n % 64)
	return nil
}

// walk is the walk over one tree.
type walk struct {
	*pages
	index bool  // the tree is the index that holds a table without row ids
	most  int   // bytes of a row that are read
	rows  int64 // that were counted
	// row gets the rows in order until it returns false. Rows are counted after that too.
	row  func(id int64, payload []byte) bool
	fail error // the first row that could not be read
	// short ends the walk with the last row that is wanted, so that the others are not counted.
	short bool
}

// tree walks the tree with the given root.
func (w *walk) tree(root uint32) error {
	if err := w.node(root, 0); err != nil {
		return err
	}
	return w.fail
}

func (w *walk) node(n uint32, depth int) error {
	if w.short && w.row == nil {
		return nil
	}
	if depth > depthMost {
		return errTree
	}
	if err := w.visit(n); err != nil {
		return err
	}
	p, err := w.page(n)
	if err != nil {
		return err
	}
	head := 0
	if n == 1 {
		head = 100
	}
	cells, first := int(binary.BigEndian.Uint16(p[head+3:])), head+8
	leaf, inner := byte(0x0d), byte(0x05)
	if w.index {
		leaf, inner = 0x0a, 0x02
	}
	if p[head] == inner {
		first += 4
	}
	if p[head] != leaf && p[head] != inner || first+2*cells > w.usable {
		return errTree
	}
	if p[head] == leaf {
		w.rows += int64(cells)
	}
	for i := range cells {
		if p[head] == leaf && w.row == nil {
			break
		}
		at := int(binary.BigEndian.Uint16(p[first+2*i:]))
		if at+4 > w.usable {
			return errTree
		}
		if p[head] == inner {
			if err := w.node(binary.BigEndian.Uint32(p[at:]), depth+1); err != nil {
				return err
			}
			at += 4
		}
		if p[head] == leaf || w.index {
			w.cell(p, at)
		}
	}
	if p[head] == leaf {
		return nil
	}
	if w.index {
		w.rows += int64(cells)
	}
	return w.node(binary.BigEndian.Uint32(p[head+8:]), depth+1)
}

// cell reads one row for the function of the walk. The first failure ends the calls.
func (w *walk) cell(p []byte, at int) {
	if w.row == nil {
		return
	}
	size, n := sqliteVarint(p[at:w.usable])
	at += n
	id := uint64(0)
	if !w.index {
		id, n = sqliteVarint(p[at:w.usable])
		at += n
	}
	payload, err := w.payload(p, at, size)
	if err != nil {
		w.fail, w.row = err, nil
		return
	}
	if !w.row(int64(id), payload) {
		w.row = nil
	}
}

// payload returns the first bytes of a row, from its page and the pages of its overflow.
func (w *walk) payload(p []byte, at int, size uint64) ([]byte, error) {
	u := w.usable
	whole, least := u-35, (u-12)*32/255-23
	if w.index {
		whole = (u-12)*64/255 - 23
	}
	if size <= uint64(whole) {
		if at+int(size) > u {
			return nil, errTree
		}
		return p[at:][:size], nil
	}
	local := least + int((size-uint64(least))%uint64(u-4))
	if local > whole {
		local = least
	}
	if at+local+4 > u {
		return nil, errTree
	}
	want := int(min(size, uint64(w.most)))
	b := append([]byte{}, p[at:][:min(local, want)]...)
	next := binary.BigEndian.Uint32(p[at+local:])
	for len(b) < want {
		q, err := w.page(next)
		if err != nil {
			return nil, err
		}
		b = append(b, q[4:][:min(u-4, want-len(b))]...)
		next = binary.BigEndian.Uint32(q)
	}
	return b, nil
}

// sqliteVarint returns a number in base 128, the highest digits first, and its length: at most nine bytes, the last of
// eight bits. A number that is cut off has the digits that are there.
func sqliteVarint(b []byte) (v uint64, n int) {
	for n < len(b) && n < 8 {
		v = v<<7 | uint64(b[n]&0x7f)
		n++
		if b[n-1] < 0x80 {
			return v, n
		}
	}
	if n == 8 && len(b) > 8 {
		return v<<8 | uint64(b[8]), 9
	}
	return v, n
}
