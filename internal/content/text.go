package content

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Encoding names how a text is encoded.
type Encoding string

// The encodings that are distinguished.
const (
	ascii       Encoding = "us-ascii"
	utf8Text    Encoding = "utf-8"
	UTF8BOM     Encoding = "utf-8-bom"
	UTF16LE     Encoding = "utf-16le"
	UTF16BE     Encoding = "utf-16be"
	Windows1252 Encoding = "windows-1252" // or ISO 8859-1: the bytes do not decide
	Binary      Encoding = ""             // not text
)

// EncodingHead is the most bytes that decide the encoding of a file. A later
// byte must not change how the first line reads, else a citation from the
// beginning of a file would not be found in the whole.
const EncodingHead = 64 << 10

// EncodingOf returns the encoding of a file by the first [EncodingHead] bytes of its content, which
// b should hold. A byte order mark decides; without a mark, NUL as nearly every other byte means
// UTF-16, and other NUL bytes or many control characters mean [Binary]. A PDF or FITS file is [Binary]
// even if all its bytes are ASCII: its syntax is not its text.
func EncodingOf(b []byte) Encoding {
	b = b[:min(len(b), EncodingHead)]
	switch {
	case isPDF(b), isFITS(b):
		return Binary
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

// looksText reports whether b is text in any encoding. It is faster than [EncodingOf], because it
// looks for control characters in the first kilobyte only.
func looksText(b []byte) bool {
	if isAr(b) || isFITS(b) {
		return false
	}
	if len(b) <= textSample || isPDF(b) || b[0] >= 0xEF && EncodingOf(b[:textSample]) != Windows1252 || bytes.IndexByte(b, 0) >= 0 {
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

// isAr reports whether b begins as an ar archive, which is text if its members are.
func isAr(b []byte) bool {
	const mark, header = 8, 60
	return bytes.HasPrefix(b, []byte("!<arch>\n")) &&
		(len(b) == mark || len(b) >= mark+header && bytes.HasSuffix(b[:mark+header], []byte("`\n")))
}

// isFITS reports whether b begins as a FITS file: cards of 80 characters without line ends. The numbers after them
// can be far behind b, or without a NUL. A header that was saved as text has lines.
func isFITS(b []byte) bool {
	const card = 80
	return len(b) > card && bytes.HasPrefix(b, []byte("SIMPLE  = ")) && bytes.IndexByte(b[:card+1], '\n') < 0
}

// isPDF reports whether b begins as a PDF file, perhaps after a byte order mark.
func isPDF(b []byte) bool {
	return bytes.HasPrefix(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")), []byte("%PDF-"))
}

const textSample = 1024

// validUTF8Prefix reports whether b is valid UTF-8. A character that is cut at the end of b is
// allowed.
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

// utf16WithoutMark returns UTF16LE or UTF16BE if b is mostly ASCII text in UTF-16 without a byte
// order mark, and [Binary] if not. The positions of the NUL bytes decide.
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
