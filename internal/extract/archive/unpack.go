package archive

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	"github.com/klauspost/compress/snappy"

	"luminos/internal/extract/file"
)

// snappyRatio is more than a byte of Snappy can hold: three bytes repeat at most 64. The size at the beginning of a
// block decides about its memory.
const snappyRatio = 22

// Unpack returns the unpacked bytes of one block of a table, at most most bytes; more are [file.ErrTooLarge]. The name
// of the codec is "gzip", "zstd", "lz4" for frames, "lz4 block", "lz4 hadoop" for blocks with their sizes, or "snappy".
// The error wraps [errors.ErrUnsupported] for another name.
func Unpack(codec string, b []byte, most int) ([]byte, error) {
	switch codec {
	case "snappy":
		n, err := snappy.DecodedLen(b)
		if err == nil && n > snappyRatio*(len(b)+1) {
			err = errRules
		}
		if err == nil && n > most {
			err = file.ErrTooLarge
		}
		if err != nil {
			return nil, err
		}
		return snappy.Decode(nil, b)
	case "lz4 block":
		l := lz4Reader{packed: b}
		err := l.unpack(most)
		return l.out, err
	case "lz4 hadoop":
		return unpackHadoop(b, most)
	}
	for i := range codecs {
		if codecs[i].name == codec {
			r, err := codecs[i].open(bufio.NewReader(bytes.NewReader(b)))
			if err != nil {
				return nil, tooLarge(err)
			}
			out, err := io.ReadAll(file.Limit(r, int64(most)))
			return out, tooLarge(err)
		}
	}
	return nil, errors.ErrUnsupported
}

// unpackHadoop unpacks blocks of LZ4, each after the sizes of its unpacked and of its packed bytes. Some writers leave
// out the sizes, and some write a frame.
func unpackHadoop(b []byte, most int) ([]byte, error) {
	var out []byte
	for rest := b; ; {
		if len(rest) == 0 {
			return out, nil
		}
		if len(rest) < 8 {
			break
		}
		size, packed := binary.BigEndian.Uint32(rest), binary.BigEndian.Uint32(rest[4:])
		if uint64(packed) > uint64(len(rest)-8) || uint64(size)+uint64(len(out)) > uint64(most) {
			break
		}
		block, err := Unpack("lz4 block", rest[8:8+packed], int(size))
		if err != nil || len(block) != int(size) {
			break
		}
		out, rest = append(out, block...), rest[8+packed:]
	}
	if isLZ4(b) {
		return Unpack("lz4", b, most)
	}
	return Unpack("lz4 block", b, most)
}
