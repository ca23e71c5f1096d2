package archive

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"

	"github.com/klauspost/compress/snappy"
)

// TestUnpack unpacks blocks of tables, and refuses blocks that are larger than they may be.
func TestUnpack(t *testing.T) {
	text := bytes.Repeat([]byte("a line of text\n"), 20)
	block := append([]byte{0xF0, 0}, text[:15]...) // 15 literals, and 4 + 15 + 255 + 11 bytes from 15 bytes before
	block = append(block[:17], 15, 0)
	block[0] |= 0x0F
	block = append(block, 255, 11, 0)
	want := text[:300]
	hadoop := binary.BigEndian.AppendUint32(nil, uint32(len(want)))
	hadoop = append(binary.BigEndian.AppendUint32(hadoop, uint32(len(block))), block...)
	for _, c := range []struct {
		codec string
		b     []byte
	}{{"snappy", snappy.Encode(nil, want)}, {"lz4 block", block}, {"lz4 hadoop", hadoop}, {"lz4 hadoop", block}} {
		got, err := Unpack(c.codec, c.b, len(want))
		if err != nil || !bytes.HasPrefix(want, got) || len(got) < 285 {
			t.Errorf("%s: %d bytes %q, error %v", c.codec, len(got), got, err)
		}
		if _, err := Unpack(c.codec, c.b, 100); err == nil {
			t.Errorf("%s: a block of more bytes than permitted is unpacked", c.codec)
		}
		for n := range len(c.b) - 1 {
			if got, err := Unpack(c.codec, c.b[:n], len(want)); err == nil && len(got) == len(want) {
				t.Errorf("%s: %d of %d bytes are the whole block", c.codec, n, len(c.b))
			}
		}
	}
	if _, err := Unpack("snappy", []byte("\xff\xff\xff\x1f\x00"), 1<<30); !errors.Is(err, errRules) {
		t.Errorf("a size that no block can have: error %v", err)
	}
	if _, err := Unpack("brotli", nil, 1); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("error %v, want ErrUnsupported", err)
	}
}
