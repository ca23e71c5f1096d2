package pdf

import (
	"errors"
	"io"
)

const (
	blockSize  = 64 << 10
	blocksMost = 128 // blocks of a file that are kept: 8 MiB
)

// blocks reads a file in blocks and keeps the blocks that were read last: PDFium asks for some hundred bytes at a time.
// Its first error stays.
type blocks struct {
	from io.ReaderAt
	size int64
	at   int64
	held map[int64][]byte // by the number of the block
	ring [blocksMost]int64
	next int
	err  error
}

// Seek implements [io.Seeker] for an offset from the beginning.
func (b *blocks) Seek(offset int64, whence int) (int64, error) {
	if whence != io.SeekStart || offset < 0 {
		return 0, errors.New("an offset from the beginning is needed")
	}
	b.at = offset
	return offset, nil
}

// Read implements [io.Reader]. It reads within one block.
func (b *blocks) Read(to []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	if b.at >= b.size {
		return 0, io.EOF
	}
	block, err := b.block(b.at / blockSize)
	if err != nil {
		b.err = err
		return 0, err
	}
	start := int(b.at % blockSize)
	if start >= len(block) { // the file is shorter than it was
		return 0, io.EOF
	}
	n := copy(to, block[start:])
	b.at += int64(n)
	return n, nil
}

// block returns the block with a number, which is shorter at the end of the file.
func (b *blocks) block(number int64) ([]byte, error) {
	if block, ok := b.held[number]; ok {
		return block, nil
	}
	block := make([]byte, min(blockSize, b.size-number*blockSize))
	n, err := b.from.ReadAt(block, number*blockSize)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	block = block[:n]
	if b.held == nil {
		b.held = map[int64][]byte{}
	}
	if len(b.held) >= blocksMost {
		delete(b.held, b.ring[b.next])
	}
	b.held[number], b.ring[b.next] = block, number
	b.next = (b.next + 1) % blocksMost
	return block, nil
}
