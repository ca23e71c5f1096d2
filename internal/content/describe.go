package content

import (
	"io"
	"strconv"
	"strings"

	"luminos"
)

// sample is a file to be described: its beginning, and access to the rest.
type sample struct {
	path luminos.Path
	size int64
	head []byte
	r    io.ReaderAt
}

// describeHead is the maximum number of bytes that are read from the beginning of a file.
const describeHead = 64 << 10

// Describe returns a description of a file in words, similar to `file --brief`.
// It reads at most 64 KiB from the beginning and, for some formats, at most as
// much elsewhere. If r is nil, only the name is used. The result depends only on the
// arguments: times are in UTC, and of the bytes of the file only printable
// ASCII appears.
func Describe(p luminos.Path, size int64, r io.ReaderAt) string {
	switch {
	case size == 0:
		return "empty"
	case r == nil:
		return describeName(p)
	}
	if size < 0 {
		size = describeHead
	}
	s := &sample{path: p, size: size, r: r}
	s.head = s.read(0, describeHead)
	if len(s.head) == 0 {
		return "cannot be read"
	}
	if f, ok := textSignature(s.head); ok {
		return s.describe(f)
	}
	if looksText(s.head) {
		if f, ok := formatOf(s.head); ok && s.head[0] >= 0x80 {
			return s.describe(f)
		}
		return describeText(s)
	}
	return s.describe(binaryFormat(s.head))
}

// read returns n bytes of the file from the offset at. It returns fewer bytes, or none, at the end
// of the file and on an error.
func (s *sample) read(at int64, n int) []byte {
	if n <= 0 || at < 0 || at >= s.size && s.size > 0 {
		return nil
	}
	if s.size > 0 {
		n = int(min(int64(n), s.size-at))
	}
	if have := int64(len(s.head)); at+int64(n) <= have {
		return s.head[at : at+int64(n)]
	}
	b := make([]byte, n)
	n, _ = s.r.ReadAt(b, at)
	return b[:max(0, min(n, len(b)))]
}

// tail returns the last n bytes of the file, or all of a shorter file.
func (s *sample) tail(n int) []byte { return s.read(max(0, s.size-int64(n)), n) }

func (s *sample) describe(f format) string {
	// A model says more by its name than by the archive that it is.
	if d := describers[f.mime]; d != nil && f.category != catModel {
		if words := d(f, s); words != "" {
			return words
		}
	}
	if f == unknownFormat {
		return describeUnknown(s)
	}
	return f.name
}

// describeUnknown returns the description of a file that no signature identifies. It recognises ISO
// 9660 disk images, and some formats by their extension; for other files it returns "data".
func describeUnknown(s *sample) string {
	if len(s.head) >= 32840 && string(s.head[32769:32774]) == "CD001" {
		label := strings.TrimSpace(printable(s.head[32808:32840]))
		return "ISO 9660 CD-ROM filesystem data " + quote(label)
	}
	switch extOf(baseOf(s.path)) {
	case ".onnx":
		return "ONNX model"
	case ".br":
		return "Brotli compressed data"
	case ".pb":
		return "protocol buffer data"
	}
	return unknownFormat.name
}

// describeName returns the description of a file that cannot be opened, by its name only.
func describeName(p luminos.Path) string {
	id := Identify(p, false, nil)
	switch {
	case id.Language != "" && id.Text:
		return languageWords(id.Language)
	case id.Category != catOther:
		return string(id.Category) + " file"
	}
	return unknownFormat.name
}

// quote returns s between single quotes. s is a name from a file and holds only printable
// characters.
func quote(s string) string { return "'" + s + "'" }

// plural returns a number with a noun: "1 page", "2 pages".
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// list returns the parts that are not empty, joined with commas.
func list(parts ...string) string {
	kept := parts[:0]
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, ", ")
}
