package calendar

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"luminos"
	"luminos/internal/extract/encoded"
)

// Bounds of content lines and of the values in them.
const (
	lineMost   = 64 << 10 // bytes of a line that are kept; pictures are longer
	depthMost  = 16       // components in each other
	paramsMost = 32       // parameters of a line
	valueMost  = 200      // bytes of a counted value or a name
)

// line is a content line of iCalendar (RFC 5545) or vCard (RFC 6350), unfolded.
type line struct {
	name   string // in upper case, without the group of a vCard
	params map[string]string
	value  string // as written, except that quoted-printable and character sets are decoded
}

// lines reads content lines in bounded memory.
type lines struct{ r *bufio.Reader }

func newLines(r io.Reader) *lines { return &lines{bufio.NewReaderSize(r, lineMost)} }

// next returns the next line that is not empty.
func (l *lines) next() (line, error) {
	for {
		raw, err := l.raw()
		if err != nil {
			return line{}, err
		}
		if raw = bytes.TrimLeft(raw, "\ufeff"); len(raw) > 0 {
			return parseLine(raw), nil
		}
	}
}

// raw returns the next line, joined with the lines that continue it.
func (l *lines) raw() ([]byte, error) {
	var all []byte
	for read := false; ; read = true {
		piece, err := l.r.ReadSlice('\n')
		full := errors.Is(err, bufio.ErrBufferFull)
		if err != nil && !full && (!errors.Is(err, io.EOF) || !read && len(piece) == 0) {
			return nil, err
		}
		piece = bytes.TrimRight(piece, "\r\n")
		all = append(all, piece[:min(len(piece), lineMost-len(all))]...)
		if full {
			continue
		}
		if err != nil {
			return all, nil
		}
		switch next, _ := l.r.Peek(1); {
		case len(next) == 1 && (next[0] == ' ' || next[0] == '\t'):
			if _, err := l.r.Discard(1); err != nil {
				return nil, err
			}
		case bytes.HasSuffix(all, []byte("=")) && isQuoted(all): // vCard 2.1
			all = all[:len(all)-1]
		default:
			return all, nil
		}
	}
}

// isQuoted reports whether the value of a line is in quoted-printable.
func isQuoted(raw []byte) bool {
	head, _, _ := bytes.Cut(raw, []byte(":"))
	return bytes.Contains(bytes.ToUpper(head[:min(len(head), 1000)]), []byte("QUOTED-PRINTABLE"))
}

// parseLine splits a line into its name, parameters and value.
func parseLine(raw []byte) line {
	head, value, quoted := raw, []byte(nil), false
	from := 0
	var fields []string
	for i, c := range raw {
		if c == '"' {
			quoted = !quoted
		}
		if quoted || c != ':' && c != ';' {
			continue
		}
		if len(fields) <= paramsMost {
			fields = append(fields, string(raw[from:i]))
		}
		from = i + 1
		if c == ':' {
			head, value = raw[:i], raw[i+1:]
			break
		}
	}
	if len(fields) == 0 {
		fields = []string{string(head)}
	}
	name := fields[0][strings.LastIndexByte(fields[0], '.')+1:]
	l := line{name: strings.ToUpper(strings.TrimSpace(name)), params: map[string]string{}}
	for _, f := range fields[1:] {
		key, v, ok := strings.Cut(f, "=")
		if !ok { // vCard 2.1 writes types without their name
			key, v = "TYPE", f
			if strings.EqualFold(f, "QUOTED-PRINTABLE") {
				key = "ENCODING"
			}
		}
		key = strings.ToUpper(key)
		if l.params[key] == "" {
			l.params[key] = strings.Trim(v, `"`)
		}
	}
	if strings.EqualFold(l.params["ENCODING"], "QUOTED-PRINTABLE") {
		value = encoded.QuotedPrintable(value)
	}
	l.value = encoded.Charset(value, l.params["CHARSET"])
	return l
}

// text returns the value as text.
func (l line) text() string { return strings.TrimSpace(unescape(l.value)) }

// unescape returns a value without its escapes.
func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	return escapes.Replace(s)
}

var escapes = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\N`, "\n", `\,`, ",", `\;`, ";")

// split returns the parts of a value between separators that are not escaped, without empty parts.
func split(value string, separator byte) []string {
	var parts []string
	from := 0
	add := func(s string) {
		if s = strings.TrimSpace(unescape(s)); s != "" {
			parts = append(parts, s)
		}
	}
	for i := 0; i < len(value); i++ {
		switch value[i] {
		case '\\':
			i++
		case separator:
			add(value[from:i])
			from = i + 1
		}
	}
	add(value[from:])
	return parts
}

// short returns a text on one line, cut for names and counted values.
func short(s string) string {
	s = luminos.Fold(s)
	if len(s) <= valueMost {
		return s
	}
	n := valueMost
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
