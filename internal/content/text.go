package content

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Encoding names how a text is encoded.
type Encoding string

// The encodings that are told apart.
const (
	ascii       Encoding = "us-ascii"
	utf8Text    Encoding = "utf-8"
	UTF8BOM     Encoding = "utf-8-bom"
	UTF16LE     Encoding = "utf-16le"
	UTF16BE     Encoding = "utf-16be"
	Windows1252 Encoding = "windows-1252" // or ISO 8859-1: bytes cannot tell
	Binary      Encoding = ""             // not text
)

// EncodingHead is how much of a file decides its encoding, however much of it
// is there: otherwise a late byte would change how the first line reads, and
// what was cited from the beginning of a file would not be found in the whole.
const EncodingHead = 64 << 10

// EncodingOf tells how a file is encoded. b is all of it, or its beginning;
// whoever reads less than [EncodingHead] of a longer file may be told something else.
// UTF-16 is recognised with a byte order mark or by every other byte being NUL.
// What has NUL bytes or many control characters otherwise is [Binary].
func EncodingOf(b []byte) Encoding {
	b = b[:min(len(b), EncodingHead)]
	switch {
	case bytes.HasPrefix(b, []byte{0xEF, 0xBB, 0xBF}):
		return UTF8BOM
	case bytes.HasPrefix(b, []byte{0xFF, 0xFE}) && !bytes.HasPrefix(b, []byte{0xFF, 0xFE, 0, 0}):
		return UTF16LE
	case bytes.HasPrefix(b, []byte{0xFE, 0xFF}):
		return UTF16BE
	}
	if bytes.IndexByte(b, 0) >= 0 {
		return utf16WithoutMark(b)
	}
	control, high := 0, false
	for _, c := range b {
		switch class[c] {
		case controlByte:
			control++
		case highByte:
			high = true
		}
	}
	// A log with colours or a stray form feed is still text; a compressed stream is not.
	if control > len(b)/100+1 {
		return Binary
	}
	if !high {
		return ascii
	}
	if validUTF8Prefix(b) {
		return utf8Text
	}
	return Windows1252
}

// Classes of bytes, for [EncodingOf].
const (
	plainByte byte = iota
	controlByte
	highByte
)

// class gives the class of each byte. Escape and backspace pass as plain:
// terminal logs and manual pages hold them.
var class = func() (t [256]byte) {
	for c := range t {
		switch {
		case c >= 0x80:
			t[c] = highByte
		case c < ' ' && !strings.ContainsRune("\n\r\t\f\b\x1b", rune(c)), c == 0x7f:
			t[c] = controlByte
		}
	}
	return t
}()

// looksText is [EncodingOf] without the name of the encoding, and looks for
// control characters in the first kilobyte only: it runs for every file.
func looksText(b []byte) bool {
	if len(b) <= textSample || b[0] >= 0xEF && EncodingOf(b[:textSample]) != Windows1252 || bytes.IndexByte(b, 0) >= 0 {
		return EncodingOf(b) != Binary
	}
	control := 0
	for _, c := range b[:textSample] {
		if class[c] == controlByte {
			control++
		}
	}
	return control <= textSample/100+1
}

const textSample = 1024

// validUTF8Prefix reports whether b is UTF-8 but for a character cut at its end.
func validUTF8Prefix(b []byte) bool {
	for i := 1; i <= utf8.UTFMax && i <= len(b); i++ {
		if c := b[len(b)-i]; utf8.RuneStart(c) {
			if c >= 0xC0 && !utf8.FullRune(b[len(b)-i:]) {
				b = b[:len(b)-i]
			}
			break
		}
	}
	return utf8.Valid(b)
}

// utf16WithoutMark recognises mostly-ASCII UTF-16 by where its NUL bytes are.
func utf16WithoutMark(b []byte) Encoding {
	b = b[:min(len(b), 4096)&^1]
	var nul [2]int
	for i, c := range b {
		if c != 0 {
			continue
		}
		nul[i&1]++
		if nul[0] > 0 && nul[1] > 0 { // most binary files, within a few bytes
			return Binary
		}
	}
	half := len(b) / 2
	switch {
	case half >= 8 && nul[0] == 0 && nul[1] > half*3/4:
		return UTF16LE
	case half >= 8 && nul[1] == 0 && nul[0] > half*3/4:
		return UTF16BE
	}
	return Binary
}
