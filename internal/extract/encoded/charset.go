// Package encoded decodes the forms in which mail, calendars and contacts write text: transfer encodings, character
// sets, encoded words and parameters of headers, and HTML.
package encoded

import (
	"encoding/base64"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/simplifiedchinese"
)

// Charset returns b, a text in the character set of the given label, as UTF-8. For an unknown label, or for none, it is
// read as UTF-8 if it is valid, else as windows-1252.
func Charset(b []byte, label string) string {
	label = strings.ToLower(strings.Trim(label, " \t\r\n\"'"))
	switch label {
	case "", "us-ascii", "ascii", "ansi_x3.4-1968", "default", "unknown-8bit", "x-unknown", "8bit", "7bit":
		return guess(b)
	case "utf-8", "utf8":
		return strings.ToValidUTF8(string(b), "\uFFFD")
	case "utf-7", "unicode-1-1-utf-7", "csunicode11utf7":
		return utf7(b)
	}
	e := lookup(label)
	if e == nil {
		return guess(b)
	}
	text, err := e.NewDecoder().Bytes(b)
	if err != nil {
		return guess(b)
	}
	return string(text)
}

// lookup returns the encoding with a label, or nil.
func lookup(label string) encoding.Encoding {
	if label == "hz-gb-2312" {
		return simplifiedchinese.HZGB2312
	}
	if e, err := htmlindex.Get(label); err == nil {
		if name, _ := htmlindex.Name(e); name != "replacement" { // it has no text for any input
			return e
		}
		return nil
	}
	for _, prefix := range []string{"cp-", "cp", "windows"} {
		if number, ok := strings.CutPrefix(label, prefix); ok {
			if e, err := htmlindex.Get("windows-" + strings.TrimLeft(number, "-_")); err == nil {
				return e
			}
		}
	}
	switch label {
	case "cp437", "ibm437":
		return charmap.CodePage437
	case "cp850", "ibm850":
		return charmap.CodePage850
	}
	e, err := htmlindex.Get(strings.ReplaceAll(label, "_", "-"))
	if err != nil {
		return nil
	}
	return e
}

// guess returns b as UTF-8 if it is valid, else as windows-1252.
func guess(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	text, err := charmap.Windows1252.NewDecoder().Bytes(b)
	if err != nil {
		return strings.ToValidUTF8(string(b), "\uFFFD")
	}
	return string(text)
}

// utf7 returns a text in UTF-7 (RFC 2152) as UTF-8. Runs that break its rules stay as they are.
func utf7(b []byte) string {
	var out strings.Builder
	for len(b) > 0 {
		plus := strings.IndexByte(string(b[:min(len(b), utf7Step)]), '+')
		if plus < 0 {
			n := min(len(b), utf7Step)
			out.Write(b[:n])
			b = b[n:]
			continue
		}
		out.Write(b[:plus])
		b = b[plus+1:]
		end := 0
		for end < len(b) && isBase64(b[end]) {
			end++
		}
		run := b[:end]
		b = b[end:]
		switch {
		case end == 0 && len(b) > 0 && b[0] == '-':
			out.WriteByte('+')
		case !utf7Run(&out, run):
			out.WriteByte('+')
			out.Write(run)
			continue
		}
		if len(b) > 0 && b[0] == '-' {
			b = b[1:]
		}
	}
	return strings.ToValidUTF8(out.String(), "\uFFFD")
}

// utf7Step is the number of bytes that are searched at a time.
const utf7Step = 4096

// utf7Run writes the characters of a run of base64, which are in UTF-16, and reports whether it could.
func utf7Run(out *strings.Builder, run []byte) bool {
	raw, err := base64.RawStdEncoding.DecodeString(string(run))
	if err != nil || len(raw) < 2 {
		return false
	}
	units := make([]uint16, len(raw)/2)
	for i := range units {
		units[i] = uint16(raw[2*i])<<8 | uint16(raw[2*i+1])
	}
	out.WriteString(string(utf16.Decode(units)))
	return true
}

// isBase64 reports whether c is in the alphabet of base64.
func isBase64(c byte) bool {
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '/'
}

// Reader returns a reader of r, a text in the character set of the given label, as UTF-8. For an unknown label it is r.
func Reader(r io.Reader, label string) io.Reader {
	e := lookup(strings.ToLower(label))
	if e == nil {
		return r
	}
	return e.NewDecoder().Reader(r)
}
