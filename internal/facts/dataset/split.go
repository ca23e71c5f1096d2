package dataset

import (
	"bufio"
	"bytes"
	"io"
)

// Bounds of one record. Bytes and cells beyond them are not kept, but the cells are counted.
const (
	cellMax   = 4 << 10
	cellsMax  = 2000
	quotedMax = 1 << 20 // a quoted cell as long as this was never meant: its quote is stray
)

// splitter splits a stream into records. Unlike a strict reader it continues after
// stray quotes, cells without end and ragged rows. Line ends are \n, \r\n or \r;
// blank lines are no records.
type splitter struct {
	in    *bufio.Reader
	delim byte
	// quotes says that cells may be quoted.
	quotes bool

	err   error
	cell  []byte // bytes of all cells of the record
	ends  []int  // where each cell ends in it
	cells int    // how many there were, kept or not
	start int    // where the cell being read begins in cell
	line  int    // line ends read so far
	first int    // line on which the record begins
	stray int    // quotes that were never closed
	state
}

// state holds properties of the bytes that a splitter has read.
type state struct {
	skipNext bool // the byte that comes is the \n of a \r\n
	begun    bool // there was a record
	marked   bool // the first record begins with #, as comments do
}

func newSplitter(r io.Reader, delim byte, quotes bool) *splitter {
	return &splitter{in: bufio.NewReaderSize(r, 64<<10), delim: delim, quotes: quotes}
}

// next reads the next record of the delimited file and reports whether there is one. The cells are
// valid until the next call. If the first line begins with #, such lines are comments, except a
// first line without a space after the mark, which can be the header.
func (s *splitter) next() bool {
	for {
		s.cell, s.ends, s.cells, s.start = s.cell[:0], s.ends[:0], 0, 0
		s.first = s.line + 1
		blank, ok := s.record()
		if !ok {
			return false
		}
		if blank {
			continue
		}
		head, header := s.get(0), false
		if !s.begun {
			s.begun, s.marked = true, bytes.HasPrefix(head, []byte("#"))
			header = s.marked && !bytes.HasPrefix(head, []byte("# "))
		}
		if header || !s.marked || !bytes.HasPrefix(head, []byte("#")) {
			return true
		}
	}
}

// get returns the bytes of cell i of the current record, or nil if there is no such cell.
func (s *splitter) get(i int) []byte {
	if i >= len(s.ends) {
		return nil
	}
	from := 0
	if i > 0 {
		from = s.ends[i-1]
	}
	return s.cell[from:s.ends[i]]
}

// record reads the cells of a record of a delimited file, up to a line end outside of quotes. blank
// means an empty line; ok is false if the stream ends before a record.
func (s *splitter) record() (blank, ok bool) {
	blank = true
	inQuotes, closed, fresh := false, false, true // fresh: at the start of a cell
	quoted := 0
	for {
		c, err := s.in.ReadByte()
		if s.err = err; err != nil {
			if inQuotes {
				s.stray++
			}
			s.endCell()
			return blank, !blank
		}
		if s.skipNext {
			if s.skipNext = false; c == '\n' {
				continue
			}
		}
		if inQuotes {
			if quoted++; c == '"' {
				inQuotes, closed = false, true
				continue
			}
			if s.newline(c) {
				c = '\n'
			}
			if quoted > quotedMax {
				s.stray++
				inQuotes = false
			}
			s.keep(c)
			continue
		}
		switch {
		case c == '"' && s.quotes && fresh:
			inQuotes, fresh, blank, quoted = true, false, false, 0
		case c == '"' && closed: // "" inside of quotes
			inQuotes, closed = true, false
			s.keep('"')
		case c == s.delim:
			s.endCell()
			fresh, closed, blank = true, false, false
		case s.newline(c):
			s.endCell()
			return blank, true
		default:
			s.keep(c)
			fresh, closed, blank = false, false, false
		}
	}
}

// newline reports whether c is a line end, and counts it. A \n that follows a \r belongs to the same line end.
func (s *splitter) newline(c byte) bool {
	if c != '\n' && c != '\r' {
		return false
	}
	s.line++
	s.skipNext = c == '\r'
	return true
}

func (s *splitter) keep(c byte) {
	if len(s.cell)-s.start < cellMax && len(s.ends) < cellsMax {
		s.cell = append(s.cell, c)
	}
}

func (s *splitter) endCell() {
	s.cells++
	if len(s.ends) < cellsMax {
		s.ends = append(s.ends, len(s.cell))
	}
	s.start = len(s.cell)
}
