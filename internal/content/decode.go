package content

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"
)

// DecodeText is [Decode] with the encoding that [EncodingOf] finds. ok is false
// for what is not text.
func DecodeText(b []byte) (text string, enc Encoding, ok bool) {
	enc = EncodingOf(b)
	if enc == Binary {
		return "", enc, false
	}
	return Decode(b, enc), enc, true
}

// Decode turns bytes of a known encoding into UTF-8 with "\n" line ends and
// without a byte order mark; bytes that the encoding does not allow become
// U+FFFD. Decoding the beginning of b gives the beginning of what b gives, but
// for a character or a line end that is cut.
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
		text = strings.ToValidUTF8(strings.TrimPrefix(string(b), "\uFEFF"), "\uFFFD")
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
