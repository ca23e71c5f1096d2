package content

import (
	"bytes"
	"encoding/binary"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"luminos"
)

// format is a file format that a signature identifies.
type format struct {
	mime     string
	category luminos.Category
	name     string // as Describe says it when no parser knows more
}

// unknownFormat is content without a known signature.
var unknownFormat = format{"application/octet-stream", luminos.CategoryOther, "data"}

// pdf is the format of PDF.
var pdf = format{"application/pdf", catDocument, "PDF document"}

// signature is a run of bytes at a fixed offset that identifies a format.
type signature struct {
	offset int
	bytes  string
	format
}

// formatOf returns the format of a file by a signature or several fixed fields in head, the
// beginning of the file. ok is false if none match.
func formatOf(head []byte) (format, bool) {
	if len(head) < 2 {
		return unknownFormat, false
	}
	for _, s := range startingWith[head[0]] {
		if bytes.HasPrefix(head, []byte(s.bytes)) {
			return refine(s.format, head), true
		}
	}
	for _, s := range inner {
		if len(head) >= s.offset+len(s.bytes) && string(head[s.offset:s.offset+len(s.bytes)]) == s.bytes {
			return refine(s.format, head), true
		}
	}
	return structured(head)
}

// binaryFormat returns the format of a file that is not text: by formatOf, else by the mimetype library,
// which takes tens of microseconds. It returns unknownFormat if the library finds none or text.
func binaryFormat(head []byte) format {
	if f, ok := formatOf(head); ok {
		return f
	}
	m := mimetype.Detect(head[:min(len(head), 3072)])
	mime, _, _ := strings.Cut(m.String(), ";")
	if mime == pdf.mime {
		return pdf // with other bytes before its header
	}
	if mime == unknownFormat.mime || strings.HasPrefix(mime, "text/") {
		return unknownFormat
	}
	return format{mime, categoryOfMIME(mime), describeMIME(mime)}
}

// categoryOfMIME returns the category of a MIME type that the mimetype library
// returned.
func categoryOfMIME(mime string) luminos.Category {
	kind, rest, _ := strings.Cut(mime, "/")
	switch kind {
	case "image":
		return luminos.CategoryImage
	case "audio":
		return luminos.CategoryAudio
	case "video":
		return luminos.CategoryVideo
	case "font":
		return luminos.CategoryFont
	}
	for _, part := range []string{"officedocument", "opendocument", "msword", "ms-excel", "ms-powerpoint", "visio", "ebook", "ole-storage"} {
		if strings.Contains(rest, part) {
			return luminos.CategoryDocument
		}
	}
	return luminos.CategoryOther
}

// describeMIME returns a MIME type in words: "image/x-foo-bar" becomes "foo bar image data",
// "application/vnd.foo" becomes "foo data".
func describeMIME(mime string) string {
	kind, name, _ := strings.Cut(mime, "/")
	name = strings.ReplaceAll(strings.TrimPrefix(strings.TrimPrefix(name, "x-"), "vnd."), "-", " ")
	if kind != "application" {
		name += " " + kind
	}
	return name + " data"
}

// startingWith holds the signatures at offset 0 by their first byte, inner all others.
var startingWith, inner = indexSignatures(signatures)

func indexSignatures(all []signature) (first [256][]signature, rest []signature) {
	for _, s := range all {
		if s.offset > 0 {
			rest = append(rest, s)
			continue
		}
		first[s.bytes[0]] = append(first[s.bytes[0]], s)
	}
	return first, rest
}

// structured returns the format of content that several fields identify instead of one signature:
// BMP, icons, safetensors, pickle, MPEG transport streams, compiled Python, EOT fonts and DER. It
// returns false for other content.
func structured(b []byte) (format, bool) {
	switch {
	case isBMP(b):
		return format{"image/bmp", luminos.CategoryImage, "PC bitmap"}, true
	case isIcon(b):
		return format{"image/vnd.microsoft.icon", luminos.CategoryImage, "MS Windows icon resource"}, true
	case isSafetensors(b):
		return safetensors, true
	case isPickle(b):
		return pickle, true
	case isTransportStream(b):
		return format{"video/mp2t", luminos.CategoryVideo, "MPEG transport stream data"}, true
	case isPyc(b):
		return format{"application/x-bytecode.python", luminos.CategoryExecutable, "Byte-compiled Python module"}, true
	case isEOT(b):
		return format{"application/vnd.ms-fontobject", luminos.CategoryFont, "Embedded OpenType (EOT)"}, true
	case isDER(b):
		return format{"application/octet-stream", luminos.CategoryData, "DER certificate or key"}, true
	}
	return unknownFormat, false
}

func isBMP(b []byte) bool {
	if len(b) < 30 || b[0] != 'B' || b[1] != 'M' || le32(b[6:]) != 0 {
		return false
	}
	switch le32(b[14:]) { // the known sizes of the second header
	case 12, 40, 52, 56, 64, 108, 124:
		return true
	}
	return false
}

// isIcon reports whether b begins as a Windows icon or cursor. It also checks the first entry of
// the icon's directory, because many other files begin with the same four bytes.
func isIcon(b []byte) bool {
	if len(b) < 22 || b[0] != 0 || b[1] != 0 || b[3] != 0 || b[2] != 1 && b[2] != 2 {
		return false
	}
	n, first := le16(b[4:]), le32(b[18:])
	return n > 0 && n < 256 && b[9] == 0 && first == uint32(6+16*int(n)) && le32(b[14:]) > 0
}

func isSafetensors(b []byte) bool {
	if len(b) < 16 || b[8] != '{' || b[9] != '"' && b[9] != '}' && b[9] != ' ' {
		return false
	}
	n := binary.LittleEndian.Uint64(b)
	return n >= 2 && n <= 100<<20
}

// isPickle reports whether b begins as a Python pickle of protocol 2 to 5: with the opcode PROTO
// and then FRAME (protocols 4 and 5) or a common opcode (2 and 3).
func isPickle(b []byte) bool {
	if len(b) < 4 || b[0] != 0x80 || b[1] < 2 || b[1] > 5 {
		return false
	}
	return b[1] >= 4 && b[2] == 0x95 || b[1] < 4 && bytes.IndexByte([]byte("}]()cXUKMGNJ\x8a\x88\x89"), b[2]) >= 0
}

func isTransportStream(b []byte) bool {
	return len(b) > 3*188 && b[0] == 0x47 && b[188] == 0x47 && b[2*188] == 0x47 && b[3*188] == 0x47
}

// isPyc reports whether b begins as compiled Python (.pyc): with a version number of Python's
// bytecode and then CR LF.
func isPyc(b []byte) bool {
	if len(b) < 16 || b[2] != '\r' || b[3] != '\n' {
		return false
	}
	v := le16(b)
	return v >= 3000 && v < 3800 || v >= 62000 && v < 62300
}

func isEOT(b []byte) bool {
	return len(b) > 36 && b[34] == 'L' && b[35] == 'P' && b[8] <= 2 && b[9] == 0 && b[10] <= 2 && b[11] == 0
}

// isDER reports whether b begins as DER data of a certificate, certificate request or key: a
// sequence at least as long as b that begins with a sequence or a version number.
func isDER(b []byte) bool {
	if len(b) < 16 || b[0] != 0x30 || b[1] != 0x82 {
		return false
	}
	n := int(be16(b[2:])) + 4
	return n >= len(b) && (b[4] == 0x30 && b[5]&0x80 != 0 || string(b[4:7]) == "\x02\x01\x00") ||
		n == len(b) && b[4] == 0x30
}

func le16(b []byte) uint16 { return binary.LittleEndian.Uint16(b) }
func le32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }
func be16(b []byte) uint16 { return binary.BigEndian.Uint16(b) }
func be32(b []byte) uint32 { return binary.BigEndian.Uint32(b) }
