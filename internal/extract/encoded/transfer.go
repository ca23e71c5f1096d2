package encoded

import (
	"bytes"
	"encoding/base64"
	"strings"
)

// Transfer returns the content of a part from its text in a transfer encoding: "base64", "quoted-printable" or another,
// which leaves the text unchanged. Errors in the encoding cost the places where they are.
func Transfer(b []byte, encoding string) []byte {
	switch encoding {
	case "base64":
		return Base64(b)
	case "quoted-printable":
		return QuotedPrintable(b)
	}
	return b
}

// Base64 returns the content of a text in base64. It skips foreign characters, and ends at the first padding.
func Base64(b []byte) []byte {
	clean := make([]byte, 0, len(b))
	for _, c := range b {
		if isBase64(c) {
			clean = append(clean, c)
		} else if c == '=' && len(clean)%4 >= 2 {
			break
		}
	}
	if len(clean)%4 == 1 { // six bits are no byte
		clean = clean[:len(clean)-1]
	}
	n, _ := base64.RawStdEncoding.Decode(clean, clean) // in place: each four bytes become three
	return clean[:n]
}

// QuotedPrintable returns the content of a text in quoted-printable (RFC 2045, section 6.7). A "=" without two
// hexadecimal digits stays.
func QuotedPrintable(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for len(b) > 0 {
		line, rest, ended := bytes.Cut(b, []byte("\n"))
		b = rest
		end := "\n"
		if bytes.HasSuffix(line, []byte("\r")) {
			end = "\r\n"
		}
		line = bytes.TrimRight(line, " \t\r")
		if soft, ok := bytes.CutSuffix(line, []byte("=")); ok {
			line, ended = soft, false
		}
		out = appendQuoted(out, line, false)
		if ended {
			out = append(out, end...)
		}
	}
	return out
}

// appendQuoted appends a line of quoted-printable to out. In words of headers, an underscore is a space.
func appendQuoted(out, line []byte, word bool) []byte {
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case c == '=' && i+2 < len(line):
			high, low := unhex(line[i+1]), unhex(line[i+2])
			if high >= 0 && low >= 0 {
				c = byte(high<<4 | low)
				i += 2
			}
		case c == '_' && word:
			c = ' '
		}
		out = append(out, c)
	}
	return out
}

// unhex returns the value of a hexadecimal digit, or -1.
func unhex(c byte) int {
	if c >= 'A' && c <= 'F' {
		c += 'a' - 'A'
	}
	return strings.IndexByte("0123456789abcdef", c)
}

// Size counts the bytes of the content of a part whose text comes line by line.
type Size struct {
	encoding string
	n        int64
	end      int64 // bytes of the last line end, which belongs to the boundary that follows
	padded   bool
}

// NewSize returns a count for a part in a transfer encoding.
func NewSize(encoding string) *Size { return &Size{encoding: encoding} }

// Add counts a line with its end, or a piece of a line.
func (s *Size) Add(line []byte) {
	switch s.encoding {
	case "base64":
		for _, c := range line {
			switch {
			case s.padded:
			case isBase64(c):
				s.n++
			case c == '=' && s.n%4 >= 2:
				s.padded = true
			}
		}
	case "x-uuencode", "uuencode", "x-uue", "uue":
		if len(line) > 1 && line[0] > ' ' && line[0] <= '`' && !bytes.HasPrefix(line, []byte("end")) {
			s.n += int64(line[0]-' ') & 63
		}
	case "quoted-printable":
		decoded := QuotedPrintable(line)
		s.n += int64(len(decoded))
		s.end = lineEnd(decoded)
	default:
		s.n += int64(len(line))
		s.end = lineEnd(line)
	}
}

// Total returns the number of bytes of the content.
func (s *Size) Total() int64 {
	if s.encoding == "base64" {
		return s.n/4*3 + max(s.n%4-1, 0)
	}
	return s.n - s.end
}

// lineEnd returns the length of the end of a line.
func lineEnd(line []byte) int64 { return int64(len(line) - len(bytes.TrimRight(line, "\r\n"))) }
