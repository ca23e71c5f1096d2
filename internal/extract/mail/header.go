package mail

import (
	"bytes"
	"strings"

	"luminos/internal/extract/encoded"
)

// Bounds of a header.
const (
	fieldMost  = 64 << 10  // bytes of a field; a list of 1,000 recipients has 40 KiB
	headerMost = 256 << 10 // bytes of the fields of a part that are kept
)

// kept are the fields that are kept, in lower case.
var kept = map[string]bool{
	"from": true, "to": true, "cc": true, "date": true, "subject": true, "message-id": true, "in-reply-to": true,
	"references": true, "list-id": true, "received": true, "status": true, "content-type": true,
	"content-transfer-encoding": true, "content-disposition": true,
}

// header holds the first of each field that is kept, as written.
type header map[string]string

// text returns a field as readable text.
func (h header) text(name string) string { return strings.TrimSpace(encoded.Header(h[name])) }

// fields collects the header of a part, line by line.
type fields struct {
	header header
	last   string // the field of the last line, or "" if it is not kept
	bytes  int
}

// add adds a line of a header, or a piece of one. It reports whether the line belongs to a header; a line that does not
// begins the body.
func (f *fields) add(line []byte, first bool) bool {
	switch {
	case !first || line[0] == ' ' || line[0] == '\t':
		f.extend(line)
	case isField(line):
		name, rest, _ := bytes.Cut(line, []byte(":"))
		f.last = string(bytes.ToLower(bytes.TrimSpace(name[:min(len(name), 64)])))
		if _, known := f.header[f.last]; known || !kept[f.last] {
			f.last = ""
			return true
		}
		f.header[f.last] = ""
		f.extend(rest)
	case bytes.HasPrefix(line, []byte(postmark)), bytes.HasPrefix(line, []byte(">"+postmark)):
		f.last = "" // some programs put postmarks into messages
	default:
		return false
	}
	return true
}

// extend appends to the last field.
func (f *fields) extend(text []byte) {
	if f.last == "" {
		return
	}
	value := f.header[f.last]
	n := max(min(len(text), fieldMost-len(value), headerMost-f.bytes), 0)
	f.header[f.last] = value + string(text[:n])
	f.bytes += n
}

// isField reports whether a line has the form of a field of a header: a name of printable characters and a colon.
// RFC 5322 permits spaces between them in old messages (section 4.5).
func isField(line []byte) bool {
	name, _, ok := bytes.Cut(line, []byte(":"))
	return ok && !bytes.ContainsFunc(bytes.TrimRight(name, " \t"), func(r rune) bool { return r <= ' ' || r > '~' })
}
