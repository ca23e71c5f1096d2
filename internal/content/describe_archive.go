package content

import (
	"bytes"
	"fmt"
)

// describeGzip adds the name that the header keeps of the file, and its size.
func describeGzip(f format, s *sample) string {
	const hasExtra, hasName = 4, 8
	b := s.head
	if len(b) < 18 || b[2] != 8 {
		return ""
	}
	words, at := f.name, 10
	if b[3]&hasExtra != 0 {
		at += 2 + int(le16(b[10:]))
	}
	if b[3]&hasName != 0 && at < len(b) {
		if name, _, ok := bytes.Cut(b[at:min(len(b), at+256)], []byte{0}); ok {
			words += ", was " + quote(printable(name))
		}
	}
	if tail := s.tail(4); len(tail) == 4 {
		words += fmt.Sprintf(", original size modulo 2^32 %d", le32(tail))
	}
	return words
}

// describeZip adds the number of entries, from the end of the central
// directory, and whether the first is encrypted.
func describeZip(f format, s *sample) string {
	b := s.head
	if len(b) < 30 || b[2] != 3 {
		return ""
	}
	words := f.name
	if le16(b[6:])&1 != 0 {
		words += ", encrypted"
	}
	tail := s.tail(1024)
	if i := bytes.LastIndex(tail, []byte("PK\x05\x06")); i >= 0 && len(tail) >= i+12 {
		switch n := le16(tail[i+10:]); n {
		case 0, 0xFFFF:
		case 1:
			words += ", 1 entry"
		default:
			words += fmt.Sprintf(", %d entries", n)
		}
	}
	return words
}

// describeTar adds the name of the first entry.
func describeTar(_ format, s *sample) string {
	words := "tar archive"
	if name, _, _ := bytes.Cut(s.head[:min(len(s.head), 100)], []byte{0}); len(name) > 0 {
		words += ", first entry " + quote(printable(name))
	}
	return words
}
