package content

import (
	"bytes"
	"fmt"
)

// describeZip returns the name of the format f, with "encrypted" if the first entry is, and the number of
// entries if the end of the file states it. It returns "" if the file begins with no entry.
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
