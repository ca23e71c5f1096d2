package office

import (
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"luminos"
	"luminos/internal/extract/file"
)

// errNoDocument is the error for a container without the parts of a document.
var errNoDocument = errors.New("the container holds no document")

const (
	// textMost bounds the text of one file in bytes. Cells and rows can repeat a long text, so that a small file has
	// an endless one.
	textMost = 64 << 20
	// cellMost bounds the text of one cell: 32,767 characters are the maximum of Excel.
	cellMost = 128 << 10
	// rowMost bounds the text of one row of a table.
	rowMost = 4 << 20
	// titleMost bounds names of parts, tables and headings, in bytes.
	titleMost = 200
	// outlineMost bounds the number of headings.
	outlineMost = 5_000
	// partsMost bounds the number of slides, sheets, chapters and the like that are read of one file.
	partsMost = 5_000
)

// document is a file while it is read.
type document struct {
	file    *file.File
	x       *luminos.Extraction
	text    *file.Text
	left    int // bytes of text until textMost
	parts   int // that were begun
	authors file.Values
	hosts   file.Values
	days    file.Days
}

// finish sets the findings that are collected over the whole file.
func (d *document) finish() {
	d.text.Done()
	if d.x.Number("words") == 0 && d.x.Number("images") > 0 {
		d.x.Fail(luminos.ExtractTextless, "it holds pictures and no text")
	}
	d.authors.Set(d.x, "authors of comments and changes")
	d.hosts.Set(d.x, "linked hosts")
	d.days.Set(d.x, "dates of comments and changes")
}

// all returns the bytes of the file, at most the given number. It reads piece by piece, since a source copies each.
func (d *document) all(most int64) ([]byte, error) {
	if d.file.Size > most {
		return nil, file.ErrTooLarge
	}
	b := make([]byte, 0, d.file.Size)
	for int64(len(b)) < d.file.Size {
		n, err := d.file.ReadAt(b[len(b):min(len(b)+1<<20, cap(b))], int64(len(b)))
		b = b[:len(b)+n]
		if n == 0 || err != nil && !errors.Is(err, io.EOF) {
			return b, err
		}
	}
	return b, nil
}

// expired returns the error of the deadline of the file. Reads of the file fail after it; work without reads does not.
func (d *document) expired() error {
	var one [1]byte
	if _, err := d.file.ReadAt(one[:], 0); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// part begins a part of the text. It returns its number, from 1.
func (d *document) part(name string) int {
	d.parts++
	d.text.Part(title(name))
	return d.parts
}

// line adds a line to the text, without space at its end. Blank lines are left out.
func (d *document) line(s string) {
	if s = strings.TrimRight(s, " \t\n"); strings.TrimSpace(s) == "" {
		return
	}
	if d.left -= len(s) + 1; d.left < 0 {
		d.x.Limit("only the first 64 MiB of text were read")
		return
	}
	d.text.Line(s)
}

// full reports whether no more text is read.
func (d *document) full() bool { return d.left < 0 }

// heading adds a heading to the outline, with the number of its part.
func (d *document) heading(level int, text string, part int) {
	if text = title(text); text == "" {
		return
	}
	if len(d.x.Outline) == outlineMost {
		d.x.Limit("only the first 5,000 headings were read")
		return
	}
	d.x.Outline = append(d.x.Outline, luminos.Heading{Level: min(max(level, 1), 9), Title: text, Part: part})
}

// risk records a danger once.
func (d *document) risk(text string) {
	if !slices.Contains(d.x.Risks, text) {
		d.x.Risks = append(d.x.Risks, text)
	}
}

// mark counts the author and the day of a comment or of a change.
func (d *document) mark(author, time string) {
	d.authors.Add(title(author))
	d.days.Add(day(time))
}

// link counts the host of a link.
func (d *document) link(target string) {
	scheme, rest, ok := strings.Cut(target, "://")
	if !ok || !strings.HasPrefix(strings.ToLower(scheme), "http") {
		return
	}
	d.x.Add("links", 1)
	host, _, _ := strings.Cut(rest, "/")
	host = host[strings.LastIndexByte(host, '@')+1:]
	host, _, _ = strings.Cut(host, "?")
	host, _, _ = strings.Cut(host, ":")
	d.hosts.Add(cut(strings.ToLower(host), titleMost))
}

// set sets a property; a property of a day is set if the value begins with a day that can be true.
func (d *document) set(name, value string) {
	value = strings.ToValidUTF8(strings.ReplaceAll(value, "\x00", ""), "\uFFFD")
	switch name {
	case "created", "modified", "printed", "sent":
		at := value
		value = day(value)
		if name == "created" && value != "" && len(at) > len(value) { // documents of one template share the second
			d.x.Set("created at", at)
		}
	}
	d.x.Set(name, value)
}

// day returns the day of a time in ISO 8601, or "" if the time has another form, or a year of an unset clock.
func day(s string) string {
	s = strings.TrimSpace(s)
	if len(s) < 10 || s[4] != '-' || s[7] != '-' || s[:4] < "1970" {
		return ""
	}
	for i := range 10 {
		if i != 4 && i != 7 && (s[i] < '0' || s[i] > '9') {
			return ""
		}
	}
	if m, d := s[5:7], s[8:10]; m < "01" || m > "12" || d < "01" || d > "31" {
		return ""
	}
	return s[:10]
}

// title returns a text on one line that is at most titleMost bytes long.
func title(s string) string {
	return cut(luminos.Fold(strings.ToValidUTF8(strings.ReplaceAll(cut(s, cellMost), "\x00", ""), "\uFFFD")), titleMost)
}

// cut returns the beginning of s, at most n bytes that end between characters.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
