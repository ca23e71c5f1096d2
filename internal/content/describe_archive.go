package content

import (
	"bytes"
	"fmt"
)

// describeZip returns the name of the format f, with the number of entries of the ZIP file and
// whether the first entry is encrypted. It returns "" if the file has no ZIP header.
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
