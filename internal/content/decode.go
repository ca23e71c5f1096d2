package content

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// DecodeText returns b as UTF-8 text, and the encoding of b, which it finds by [EncodingOf]. ok is
// false if b is not text.
func DecodeText(b []byte) (text string, enc Encoding, ok bool) {
	enc = EncodingOf(b)
	if enc == Binary {
		return "", enc, false
	}
	return Decode(b, enc), enc, true
}

// Decode returns b, a text in the encoding enc, as UTF-8 with "\n" line ends and without a byte
// order mark. Bytes that enc does not allow become U+FFFD. A prefix of b decodes to a prefix of the
// result, except for a character or line end that is cut.
func Decode(b []byte, enc Encoding) string {
	var text string
	switch enc {
	case UTF16LE:
		text = decodeUTF16(b, binary.LittleEndian)
	case UTF16BE:
		text = decodeUTF16(b, binary.BigEndian)
	case Windows1252:
		if s, err := charmap.Windows1252.NewDecoder().Bytes(b); err == nil {
			text = string(s)
		}
	default:
		text = strings.TrimPrefix(string(b), "\uFEFF")
		if !utf8.ValidString(text) { // much faster than the conversion
			text = strings.ToValidUTF8(text, "\uFFFD")
		}
	}
	if strings.IndexByte(text, '\r') >= 0 {
		text = strings.ReplaceAll(text, "\r\n", "\n")
		text = strings.ReplaceAll(text, "\r", "\n")
	}
	return text
}

func decodeUTF16(b []byte, order binary.ByteOrder) string {
	u := make([]uint16, len(b)/2)
	for i := range u {
		u[i] = order.Uint16(b[2*i:])
	}
	return strings.TrimPrefix(string(utf16.Decode(u)), "\uFEFF")
}
