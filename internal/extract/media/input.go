package media

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	"luminos/internal/content"
	"luminos/internal/extract/file"
)

const (
	pageSize   = content.EncodingHead // the head of the file is its first page
	pagesMost  = 16                   // pages in memory: 1 MiB
	bytesMost  = 512 << 20            // bytes of one file that are read, with repetitions
	chunkMost  = 4 << 20              // bytes that are asked for at once
	readsCount = 4_000_000            // calls that one file may take, against loops over tiny steps
)

// input is a file, or a part of a file.
type input struct {
	*pages
	at   int64 // the offset in the file from which the input counts
	size int64
}

// pages reads a file in pages, so that many small reads cost few reads of the source, and bounds the work on the file.
type pages struct {
	f     *file.File
	kept  map[int64][]byte
	order []int64 // of the pages, the oldest first
	left  int64   // bytes that may still be read
	calls int
	err   error // the first error, except ends of the file; it stays
}

func newInput(f *file.File) *input {
	p := &pages{f: f, kept: map[int64][]byte{}, left: bytesMost, calls: readsCount}
	if int64(len(f.Head)) == min(pageSize, f.Size) {
		p.kept[0] = f.Head
	}
	return &input{p, 0, f.Size}
}

// section returns an input of n bytes from the offset at. It has the bounds of the file.
func (in *input) section(at, n int64) *input {
	at = min(max(at, 0), in.size)
	return &input{in.pages, in.at + at, min(max(n, 0), in.size-at)}
}

// memory returns an input of bytes that were decoded.
func memory(b []byte) *input {
	return newInput(&file.File{ReaderAt: bytes.NewReader(b), Size: int64(len(b)), Head: b[:min(len(b), pageSize)]})
}

// page returns a page of the file, shorter at its end.
func (in *pages) page(n int64) []byte {
	if p, ok := in.kept[n]; ok {
		return p
	}
	size := min(pageSize, in.f.Size-n*pageSize)
	if size <= 0 || in.err != nil {
		return nil
	}
	if in.left -= size; in.left < 0 {
		in.err = file.ErrTooLarge
		return nil
	}
	b := make([]byte, size)
	got, err := in.f.ReadAt(b, n*pageSize)
	if err != nil && !errors.Is(err, io.EOF) {
		in.err = err
		return nil
	}
	if len(in.order) >= pagesMost {
		delete(in.kept, in.order[0])
		in.order = in.order[1:]
	}
	in.kept[n], in.order = b[:got], append(in.order, n)
	return b[:got]
}

// ReadAt implements [io.ReaderAt].
func (in *input) ReadAt(b []byte, at int64) (n int, err error) {
	if in.calls--; in.calls < 0 && in.err == nil {
		in.err = file.ErrTooLarge
	}
	for n < len(b) && at >= 0 && at < in.size && in.err == nil {
		from := in.at + at
		p := in.page(from / pageSize)
		if int64(len(p)) <= from%pageSize {
			break
		}
		c := copy(b[n:min(int64(len(b)), int64(n)+in.size-at)], p[from%pageSize:])
		n += c
		at += int64(c)
		if in.left -= int64(c); in.left < 0 { // pages in memory are bounded too
			in.err = file.ErrTooLarge
		}
	}
	if in.err != nil {
		return n, in.err
	}
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

// bytes returns n bytes from the offset at, or fewer at the end of the file, and at most chunkMost.
func (in *input) bytes(at int64, n int64) []byte {
	n = min(n, in.size-at, chunkMost)
	if n <= 0 || at < 0 {
		return nil
	}
	b := make([]byte, n)
	got, _ := in.ReadAt(b, at)
	return b[:got]
}

// tail returns the last n bytes.
func (in *input) tail(n int64) []byte { return in.bytes(max(0, in.size-n), n) }

func be16(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	return int(binary.BigEndian.Uint16(b))
}

func be32(b []byte) int64 {
	if len(b) < 4 {
		return 0
	}
	return int64(binary.BigEndian.Uint32(b))
}

// be64 returns a 64-bit number, at most the largest int64.
func be64(b []byte) int64 {
	if len(b) < 8 {
		return 0
	}
	return int64(min(binary.BigEndian.Uint64(b), 1<<63-1))
}

func le16(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	return int(binary.LittleEndian.Uint16(b))
}

func le32(b []byte) int64 {
	if len(b) < 4 {
		return 0
	}
	return int64(binary.LittleEndian.Uint32(b))
}

func le64(b []byte) int64 {
	if len(b) < 8 {
		return 0
	}
	return int64(min(binary.LittleEndian.Uint64(b), 1<<63-1))
}

// from returns the bytes of b from the offset at, or nil beyond its end.
func from(b []byte, at int) []byte {
	if at < 0 || at >= len(b) {
		return nil
	}
	return b[at:]
}
