package coreutils

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"luminos/internal/content"
	"luminos/internal/words"
)

// Files are read in chunks of increasing size: the first lines of a file cost
// little, and a large file few calls to a source that may be remote.
const (
	firstChunk = 64 << 10
	maxChunk   = 1 << 20
)

// readAt returns n bytes of a file from an offset, or fewer at the end of the file or of the budget of the run. It
// returns false if the budget is spent or the file cannot be read; the output of the run states the reason.
func (s *session) readAt(ctx context.Context, o operand, offset int64, n int) ([]byte, bool) {
	room := s.limits.read - s.read
	if room <= 0 {
		s.ended = fmt.Sprintf("stopped after reading %s: the output is incomplete; ask about fewer or smaller files, or use head or tail",
			words.Bytes(s.limits.read))
		return nil, false
	}
	n = int(min(int64(n), room))
	if o.extracted != nil {
		rest := o.extracted[min(max(offset, 0), int64(len(o.extracted))):]
		s.read += int64(min(n, len(rest)))
		return rest[:min(n, len(rest))], true
	}
	b, err := s.src.Read(ctx, o.node.Path, offset, n)
	if err != nil {
		s.failPath(ctx, o.text, err)
		return nil, false
	}
	s.read += int64(len(b))
	return b, true
}

// chunks reads a file from an offset on and calls use with each piece, until use returns false. It
// reports whether the file was read to its end or until use returned false.
func (s *session) chunks(ctx context.Context, o operand, offset int64, use func([]byte) bool) bool {
	for n := firstChunk; ; n = min(2*n, maxChunk) {
		if s.stopped(ctx) {
			return false
		}
		before := s.read
		b, ok := s.readAt(ctx, o, offset, n)
		if !ok {
			return false
		}
		if len(b) > 0 && !use(b) {
			return true
		}
		if len(b) < n && before+int64(n) <= s.limits.read { // end of file, not of the budget
			return true
		}
		offset += int64(len(b))
	}
}

// lines reads a file and calls use with each line, without its line end, until use returns false or, after an error
// message, a line is too long. A line is valid only during the call. lines returns false if the file cannot be read or
// the run is stopped.
func (s *session) lines(ctx context.Context, o operand, use func(line []byte) bool) bool {
	var rest []byte
	number, halted := 0, false
	ok := s.chunks(ctx, o, 0, func(b []byte) bool {
		for {
			line, after, found := bytes.Cut(b, []byte{'\n'})
			if !found {
				rest = append(rest, b...)
				if len(rest) > s.limits.line {
					s.fail(max(s.program.trouble, 1), "%s: line %d is longer than %s",
						o.name(), number+1, words.Bytes(int64(s.limits.line)))
					halted = true
				}
				return !halted
			}
			if len(rest) > 0 {
				line = append(rest, line...)
				rest = line[:0]
			}
			number++
			if !use(line) || number%1024 == 0 && s.stopped(ctx) {
				halted = true
				return false
			}
			b = after
		}
	})
	if ok && !halted && len(rest) > 0 {
		use(rest)
	}
	return ok && !s.stopped(ctx)
}

// fits reports whether the rest of the run's read budget suffices for the whole file. If not, it
// writes an error message.
func (s *session) fits(o operand) bool {
	if room := s.limits.read - s.read; o.node.Size > room {
		s.fail(max(s.program.trouble, 1), "%s: the file has %s, and one run reads at most %s in all; try head or tail",
			o.name(), words.Bytes(o.node.Size), words.Bytes(s.limits.read))
		return false
	}
	return true
}

// headSize is the number of bytes that decide whether a file is text, as in GNU grep.
const headSize = 32 << 10

// text returns the text file that an argument names. It returns false after an error message if the
// argument names no file, or a file that is not text.
func (s *session) text(ctx context.Context, arg string) (operand, bool) {
	o, ok := s.regular(ctx, arg)
	if !ok {
		return o, false
	}
	head, ok := s.readAt(ctx, o, 0, headSize)
	if !ok {
		return o, false
	}
	if o, head, ok = s.extracted(ctx, o, head); !ok {
		return o, false
	}
	if why := notText(o, head); o.extracted == nil && why != "" {
		s.fail(max(s.program.trouble, 1), "%s: %s", o.name(), why)
		return o, false
	}
	return o, true
}

// notText returns the reason why the file with this head is not shown as text (it is UTF-16 or
// binary), or "" if it is text.
func notText(o operand, head []byte) string {
	if enc := string(content.EncodingOf(head)); strings.HasPrefix(enc, "utf-16") || strings.HasPrefix(enc, "utf-32") {
		return enc + " text, which this program does not decode; read_file does"
	}
	if bytes.IndexByte(head, 0) >= 0 || len(head) > 0 && !content.Identify(o.node.Path, false, head).Text {
		return "a binary file, which is not shown as text; file, stat, wc and sha256sum describe it"
	}
	return ""
}

// opener returns the entry that an argument names, and false after an error message if the
// program does not take such an entry.
type opener func(ctx context.Context, arg string) (operand, bool)

// forEach calls open for each argument, and one with each entry that open returns, until the run is
// stopped. It writes an error message if args is empty.
func (s *session) forEach(ctx context.Context, args []string, open opener, one func(operand)) {
	if !s.requireOperands(args) {
		return
	}
	for _, arg := range args {
		if s.stopped(ctx) {
			return
		}
		if o, ok := open(ctx, arg); ok {
			one(o)
		}
	}
}
