package coreutils

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"luminos/internal/content"
	"luminos/internal/redact"
	"luminos/internal/words"
)

// Files are read in chunks that grow, so that ten lines cost little and a big
// file few calls. A source may be a long way off.
const (
	firstChunk = 64 << 10
	mostChunk  = 1 << 20
)

// at reads n bytes at an offset, fewer at the end of the file or of the budget.
func (s *session) at(ctx context.Context, o operand, offset int64, n int) ([]byte, bool) {
	room := s.limits.read - s.read
	if room <= 0 {
		s.ended = fmt.Sprintf("stopped after reading %s: the output is incomplete; ask about fewer or smaller files, or with head or tail", words.Bytes(s.limits.read))
		return nil, false
	}
	b, err := s.src.Read(ctx, o.node.Path, offset, int(min(int64(n), room)))
	if err != nil {
		s.broken(ctx, o.shown, err)
		return nil, false
	}
	s.read += int64(len(b))
	return b, true
}

// unmask has files read as they are, for what tells nothing of their secrets, until
// the function that it returns is called.
func (s *session) unmask() (mask func()) {
	shown := s.src
	s.src = redact.Raw(shown)
	return func() { s.src = shown }
}

// chunks hands a file over from an offset on until use returns false. It reports
// whether all that was wanted could be read.
func (s *session) chunks(ctx context.Context, o operand, offset int64, use func([]byte) bool) bool {
	for n := firstChunk; ; n = min(2*n, mostChunk) {
		if s.over(ctx) {
			return false
		}
		before := s.read
		b, ok := s.at(ctx, o, offset, n)
		if !ok {
			return false
		}
		if len(b) > 0 && !use(b) {
			return true
		}
		if len(b) < n && before+int64(n) <= s.limits.read { // not for want of budget
			return true
		}
		offset += int64(len(b))
	}
}

// lines hands a file over line by line, without the line ends, until use returns
// false. The lines are good until the next one only.
func (s *session) lines(ctx context.Context, o operand, use func(line []byte) bool) bool {
	var rest []byte
	number, halted := 0, false
	ok := s.chunks(ctx, o, 0, func(b []byte) bool {
		for {
			line, after, found := bytes.Cut(b, []byte{'\n'})
			if !found {
				rest = append(rest, b...)
				if len(rest) > s.limits.line {
					s.fail(max(s.trouble, 1), "%s: line %d is longer than %s", o.name(), number+1, words.Bytes(int64(s.limits.line)))
					halted = true
				}
				return !halted
			}
			if len(rest) > 0 {
				line = append(rest, line...)
				rest = line[:0]
			}
			number++
			if !use(line) || number%1024 == 0 && s.over(ctx) {
				halted = true
				return false
			}
			b = after
		}
	})
	if ok && !halted && len(rest) > 0 {
		use(rest)
	}
	return ok && !s.over(ctx)
}

// fits reports whether a file that must be read to its end can be.
func (s *session) fits(o operand) bool {
	if room := s.limits.read - s.read; o.node.Size > room {
		s.fail(max(s.trouble, 1), "%s: %s are too many: one run reads at most %s; try head or tail", o.name(), words.Bytes(o.node.Size), words.Bytes(s.limits.read))
		return false
	}
	return true
}

// headSize is how much of a file decides whether it is text, as it does in grep.
const headSize = 32 << 10

// text is an operand that has to be a text file.
func (s *session) text(ctx context.Context, arg string) (operand, bool) {
	o, ok := s.file(ctx, arg)
	if !ok {
		return o, false
	}
	head, ok := s.at(ctx, o, 0, headSize)
	if !ok {
		return o, false
	}
	if why := binary(o, head); why != "" {
		s.fail(max(s.trouble, 1), "%s: %s", o.name(), why)
		return o, false
	}
	return o, true
}

// binary says why a file is not shown as text, or "".
func binary(o operand, head []byte) string {
	if enc := string(content.EncodingOf(head)); strings.HasPrefix(enc, "utf-16") || strings.HasPrefix(enc, "utf-32") {
		return enc + " text, which this program does not decode; read_file does"
	}
	if bytes.IndexByte(head, 0) >= 0 || len(head) > 0 && !content.Identify(o.node.Path, false, head).Text {
		return "a binary file, which is not shown as text; file, stat, wc and sha256sum describe it"
	}
	return ""
}
