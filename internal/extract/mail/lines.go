package mail

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// lineMost is the number of bytes of a line that are read at a time. RFC 5322 permits lines of 998 bytes.
const lineMost = 64 << 10

// lines reads lines in bounded memory.
type lines struct {
	r      *bufio.Reader
	inside bool // the last piece did not end its line
}

// newLines returns the lines of r. If returns is set, a carriage return ends a line.
func newLines(r io.Reader, returns bool) *lines {
	if returns {
		r = returning{r}
	}
	return &lines{r: bufio.NewReaderSize(r, lineMost)}
}

// next returns the next line with its end, or a piece of a line that is longer than lineMost. first reports whether a
// line begins. The bytes are valid until the next call.
func (l *lines) next() (line []byte, first bool, err error) {
	line, err = l.r.ReadSlice('\n')
	first = !l.inside
	l.inside = errors.Is(err, bufio.ErrBufferFull)
	if l.inside || errors.Is(err, io.EOF) && len(line) > 0 {
		err = nil
	}
	return line, first, err
}

// loneReturns reports whether the lines of a file end with a carriage return alone, as on a Macintosh before 2001.
func loneReturns(head []byte) bool {
	return bytes.IndexByte(head, '\r') >= 0 && bytes.IndexByte(head, '\n') < 0
}

// returning reads carriage returns as line feeds.
type returning struct{ r io.Reader }

func (r returning) Read(b []byte) (int, error) {
	n, err := r.r.Read(b)
	for i := range b[:n] {
		if b[i] == '\r' {
			b[i] = '\n'
		}
	}
	return n, err
}
