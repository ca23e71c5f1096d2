package history

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"math"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"

	"luminos"
)

// pack is a pack of objects with its index. The index is read in parts, because the index of a large repository has
// hundreds of megabytes.
type pack struct {
	index, file fs.File
	scanner     *packfile.Scanner
	fanout      [256]uint32
	buckets     map[byte][]byte // the hashes that begin with a byte, as far as they are kept
	kept        int             // bytes in buckets
}

// The layout of an index, version 2.
const (
	indexMagic  = "\xfftOc\x00\x00\x00\x02"
	indexNames  = int64(len(indexMagic) + 256*4)
	hashSize    = 20
	indexEntry  = hashSize + 4 + 4 // hash, checksum and offset
	indexEnd    = 2 * hashSize
	bucketMax   = 32 << 20 // bytes of the hashes with equal first bytes
	bucketsKept = 32 << 20 // bytes
)

// openPack opens the pack and the index whose names begin with base.
func openPack(ctx context.Context, files Files, base luminos.Path) (*pack, error) {
	p := &pack{buckets: map[byte][]byte{}}
	var err error
	if p.index, err = files.Open(ctx, base+".idx"); err != nil {
		return nil, err
	}
	if p.file, err = files.Open(ctx, base+".pack"); err != nil {
		p.close()
		if errors.Is(err, fs.ErrNotExist) {
			err = errMissing
		}
		return nil, err
	}
	if err = p.open(); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// open reads the head of the index and checks it.
func (p *pack) open() error {
	head := make([]byte, indexNames)
	if err := readAt(p.index, head, 0); err != nil || string(head[:len(indexMagic)]) != indexMagic {
		return errCorrupt
	}
	before := uint32(0)
	for i := range p.fanout {
		p.fanout[i] = binary.BigEndian.Uint32(head[len(indexMagic)+4*i:])
		if p.fanout[i] < before {
			return errCorrupt
		}
		before = p.fanout[i]
	}
	info, err := p.index.Stat()
	if err != nil {
		return err
	}
	if info.Size() < indexNames+int64(before)*indexEntry+indexEnd {
		return errCorrupt
	}
	file, ok := p.file.(io.ReaderAt)
	if !ok {
		return errCorrupt
	}
	p.scanner = packfile.NewScanner(io.NewSectionReader(file, 0, math.MaxInt64))
	return nil
}

func (p *pack) close() {
	for _, f := range []fs.File{p.index, p.file} {
		if f != nil {
			f.Close()
		}
	}
}

// readAt fills b from the offset of a file on.
func readAt(f fs.File, b []byte, offset int64) error {
	r, ok := f.(io.ReaderAt)
	if !ok {
		return errCorrupt
	}
	if n, _ := r.ReadAt(b, offset); n < len(b) {
		return errCorrupt
	}
	return nil
}

// find returns the offset of an object in the pack, or errMissing.
func (p *pack) find(hash plumbing.Hash) (int64, error) {
	first, bucket, err := p.bucket(hash[0])
	if err != nil {
		return 0, err
	}
	low, high := 0, len(bucket)/hashSize
	for low < high {
		mid := (low + high) / 2
		switch bytes.Compare(bucket[mid*hashSize:(mid+1)*hashSize], hash[:]) {
		case 0:
			return p.offset(first + int64(mid))
		case -1:
			low = mid + 1
		default:
			high = mid
		}
	}
	return 0, errMissing
}

// bucket returns the sorted hashes of the pack that begin with a byte, and the number of the first.
func (p *pack) bucket(b byte) (first int64, hashes []byte, err error) {
	if b > 0 {
		first = int64(p.fanout[b-1])
	}
	if hashes, ok := p.buckets[b]; ok {
		return first, hashes, nil
	}
	size := (int64(p.fanout[b]) - first) * hashSize
	if size > bucketMax {
		return 0, nil, errTooMuch
	}
	hashes = make([]byte, size)
	if err := readAt(p.index, hashes, indexNames+first*hashSize); err != nil {
		return 0, nil, err
	}
	if p.kept+len(hashes) <= bucketsKept {
		p.buckets[b] = hashes
		p.kept += len(hashes)
	}
	return first, hashes, nil
}

// offset returns the offset of the n-th object of the index.
func (p *pack) offset(n int64) (int64, error) {
	count := int64(p.fanout[255])
	var b [8]byte
	if err := readAt(p.index, b[:4], indexNames+count*(hashSize+4)+n*4); err != nil {
		return 0, err
	}
	short := binary.BigEndian.Uint32(b[:4])
	if short&(1<<31) == 0 {
		return int64(short), nil
	}
	if err := readAt(p.index, b[:], indexNames+count*indexEntry+int64(short&^(1<<31))*8); err != nil {
		return 0, err
	}
	return int64(binary.BigEndian.Uint64(b[:]) & math.MaxInt64), nil
}
