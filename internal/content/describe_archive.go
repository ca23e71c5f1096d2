package content

import (
	"bytes"
	"fmt"
)

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
