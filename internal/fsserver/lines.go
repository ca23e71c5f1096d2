package fsserver

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"strings"

	"luminos"
	"luminos/internal/content"
)

const (
	chunk = 256 << 10 // bytes in one read; even, for UTF-16
	// bytes that one call may read to reach a line
	scanMax = 64 << 20
)

// errScanned is the error of a call that has read scanMax bytes.
var errScanned = errors.New("the call has reached the limit on bytes read from the file")

// spot is the line number and the byte offset at which a line begins.
type spot struct {
	line int   // from 1
	at   int64 // bytes before it
}

// lines reads a text file line by line, in bounded memory. Lines end as for
// content.Decode: at "\n", "\r\n" and "\r".
type lines struct {
	src   luminos.Source
	path  luminos.Path
	enc   content.Encoding
	width int    // bytes of a code unit
	buf   []byte // the bytes from base on; the bytes before next were returned
	base  int64
	next  int
	eof   bool // buf reaches the end of the file
	spot
	read  int64
	most  int64      // bytes that may be read; scanMax if it is 0
	marks *fileMarks // records beginnings of lines; may be nil
}

func newLines(src luminos.Source, p luminos.Path, enc content.Encoding, from spot, marks *fileMarks) *lines {
	l := &lines{src: src, path: p, enc: enc, width: 1, base: from.at, spot: from, marks: marks}
	if enc == content.UTF16LE || enc == content.UTF16BE {
		l.width = 2
	}
	return l
}

// scan reads one line. It returns at most keep bytes from the beginning of the line, undecoded, and the length of the
// line without its end; ok is false at the end of the file. After an error l.spot is still the beginning of the line.
func (l *lines) scan(ctx context.Context, keep int) (text []byte, length int64, ok bool, err error) {
	keep &^= l.width - 1
	for {
		rest := l.buf[l.next:]
		end, wide := l.lineEnd(rest)
		upto := end
		if end < 0 {
			upto = len(rest) - wide
		}
		if take := min(upto, keep-len(text)); take > 0 {
			text = append(text, rest[:take]...)
		}
		length += int64(upto)
		l.next += upto
		if end >= 0 {
			l.next += wide
			l.begin()
			return text, length, true, nil
		}
		if l.eof {
			at := l.base + int64(l.next)
			if ok = length > 0; ok {
				l.spot = spot{l.line + 1, at}
			}
			return text, length, ok, nil
		}
		if err := l.fill(ctx); err != nil {
			return text, length, false, err
		}
	}
}

// begin moves l.spot to the beginning of the next line and passes it to the line marks, if
// there are any.
func (l *lines) begin() {
	l.spot = spot{l.line + 1, l.base + int64(l.next)}
	if l.marks != nil {
		l.marks.pass(l.spot)
	}
}

// fill reads the next chunk into the buffer and drops the bytes that were consumed. It returns
// errScanned after scanMax bytes, or l.most.
func (l *lines) fill(ctx context.Context) error {
	if l.read >= cmp.Or(l.most, scanMax) {
		return errScanned
	}
	rest := l.buf[l.next:] // a unit at most, or a "\r"
	b, err := l.src.Read(ctx, l.path, l.base+int64(len(l.buf)), chunk)
	if err != nil {
		return err
	}
	first := l.base == 0 && len(l.buf) == 0
	l.read += int64(len(b))
	l.eof = len(b) < chunk
	l.base += int64(l.next)
	l.next = 0
	if len(rest) > 0 {
		b = append(bytes.Clone(rest), b...)
	}
	l.buf = b
	if first {
		l.next = mark(b, l.enc)
	}
	return nil
}

// lineEnd returns the position and the length of the first line end in b. If b has no line end, the
// position is -1 and the length is the number of last bytes of b that need the next bytes: half of
// a UTF-16 unit, or a "\r" before a possible "\n".
func (l *lines) lineEnd(b []byte) (at, wide int) {
	if l.width == 2 {
		return l.lineEnd16(b)
	}
	at = bytes.IndexByte(b, '\n')
	before := b
	if at >= 0 {
		before = b[:at]
	}
	if cr := bytes.IndexByte(before, '\r'); cr >= 0 {
		switch {
		case cr+1 == at:
			return cr, 2
		case cr+1 < len(b) || l.eof:
			return cr, 1
		}
		return -1, 1
	}
	if at < 0 {
		return -1, 0
	}
	return at, 1
}

func (l *lines) lineEnd16(b []byte) (at, wide int) {
	unit := func(i int) int {
		if l.enc == content.UTF16BE {
			return int(b[i])<<8 | int(b[i+1])
		}
		return int(b[i+1])<<8 | int(b[i])
	}
	for i := 0; i+1 < len(b); i += 2 {
		switch unit(i) {
		case '\n':
			return i, 2
		case '\r':
			switch {
			case i+3 < len(b) && unit(i+2) == '\n':
				return i, 4
			case i+3 < len(b) || l.eof:
				return i, 2
			}
			return -1, len(b) - i
		}
	}
	if l.eof {
		return -1, 0
	}
	return -1, len(b) % 2
}

// skip reads and drops the lines before the given line. ok is false if the file ends earlier.
func (l *lines) skip(ctx context.Context, line int) (ok bool, err error) {
	for l.line < line {
		if _, _, ok, err := l.scan(ctx, 0); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// decode returns the bytes of one line as UTF-8 text. If the line was cut, it drops an
// incomplete character at the end.
func decode(b []byte, enc content.Encoding, cut bool) string {
	text := content.Decode(b, enc)
	if mark(b, enc) > 0 {
		text = "\uFEFF" + text // Decode would take it for a byte order mark
	}
	if cut {
		text = strings.TrimRight(text, "\uFFFD") // half a character
	}
	return text
}

// mark returns the length of the byte order mark of the encoding enc at the beginning of b, or 0.
func mark(b []byte, enc content.Encoding) int {
	of := "\uFEFF"
	switch enc {
	case content.UTF16LE:
		of = "\xff\xfe"
	case content.UTF16BE:
		of = "\xfe\xff"
	case content.Windows1252:
		return 0
	}
	if !bytes.HasPrefix(b, []byte(of)) {
		return 0
	}
	return len(of)
}
