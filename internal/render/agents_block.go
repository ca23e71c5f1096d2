package render

import (
	"bytes"
	"errors"
	"unicode/utf8"
)

// The marks of the block that Luminos owns in a file for agents. Each is a line of its own.
const (
	BlockBegin = "<!-- luminos:begin -->"
	BlockEnd   = "<!-- luminos:end -->"
)

// Errors of files in which the block cannot be replaced.
var (
	errNotText  = errors.New("it is not a text in UTF-8")
	errTwoMarks = errors.New("it has more than one block between the marks " + BlockBegin + " and " + BlockEnd)
	errUnclosed = errors.New("it has one of the marks " + BlockBegin + " and " + BlockEnd + " without the other behind it")
)

// AroundBlock returns the parts of a file before and behind its marked block, which stay byte for byte when a new block
// comes between them. A file without a block is before the block as a whole, with line ends that it needs. The new
// block ends in a line end, which is the one of the old block.
func AroundBlock(file []byte) (before, after []byte, err error) {
	if !utf8.Valid(file) || bytes.IndexByte(file, 0) >= 0 {
		return nil, nil, errNotText
	}
	begin, end, behind := -1, -1, 0
	for at := 0; at < len(file); {
		next := len(file)
		if i := bytes.IndexByte(file[at:], '\n'); i >= 0 {
			next = at + i + 1
		}
		line := bytes.TrimSpace(file[at:next])
		first := at
		if at == 0 {
			trimmed := bytes.TrimPrefix(line, []byte("\ufeff"))
			first = len(line) - len(trimmed) // the mark of the encoding stays
			line = trimmed
		}
		switch string(line) {
		case BlockBegin:
			if begin >= 0 {
				return nil, nil, errTwoMarks
			}
			begin = first
		case BlockEnd:
			switch {
			case end >= 0:
				return nil, nil, errTwoMarks
			case begin < 0:
				return nil, nil, errUnclosed
			}
			end, behind = at, next
		}
		at = next
	}
	switch {
	case begin >= 0 && end >= 0:
		return file[:begin], file[behind:], nil
	case begin >= 0:
		return nil, nil, errUnclosed
	case len(file) == 0:
		return nil, nil, nil
	}
	before = bytes.Clone(file)
	ends := bytes.Count(file[len(bytes.TrimRight(file, "\r\n")):], []byte("\n"))
	for range 2 - min(2, ends) {
		before = append(before, '\n')
	}
	return before, nil, nil
}
