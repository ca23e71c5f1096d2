package coreutils

import (
	"bytes"
	"context"
	"math"

	"github.com/spf13/pflag"
)

var tailProgram = program{
	summary:  "shows the last lines of files (10, unless -n NUM or -NUM; from line NUM on with -n +NUM)",
	operands: "FILE...", declare: declareTail, trouble: 1,
}

func declareTail(fs *pflag.FlagSet) runFunc {
	f := declareAmount(fs)
	return func(ctx context.Context, s *session, args []string) {
		a, ok := f.amount(s, '+')
		if !ok {
			return
		}
		f.forEach(ctx, s, args, func(o operand) {
			switch {
			case a.signed && a.inBytes:
				s.copy(ctx, o, max(a.n-1, 0), math.MaxInt64)
			case a.signed:
				s.fromLine(ctx, o, a.n)
			case a.inBytes:
				if size, ok := s.size(ctx, o); ok {
					s.copy(ctx, o, max(size-a.n, 0), math.MaxInt64)
				}
			default:
				if at, ok := s.lastLines(ctx, o, a.n); ok {
					s.copy(ctx, o, at, math.MaxInt64)
				}
			}
		})
	}
}

// size returns the size of a file in bytes. If the source does not state it, size reads the whole
// file; it returns false if that fails.
func (s *session) size(ctx context.Context, o operand) (int64, bool) {
	if o.node.Size >= 0 {
		return o.node.Size, true
	}
	var n int64
	ok := s.chunks(ctx, o, 0, func(b []byte) bool {
		n += int64(len(b))
		return true
	})
	return n, ok
}

// fromLine prints a file from line n, counted from 1, to its end.
func (s *session) fromLine(ctx context.Context, o operand, n int64) {
	s.chunks(ctx, o, 0, func(b []byte) bool {
		for ; n > 1 && len(b) > 0; n-- {
			i := bytes.IndexByte(b, '\n')
			if i < 0 {
				return true
			}
			b = b[i+1:]
		}
		s.out.Write(b)
		return true
	})
}

// lastLines returns the offset at which the last n lines of a file begin. It reads the file
// backwards from its end, and returns false if that fails.
func (s *session) lastLines(ctx context.Context, o operand, n int64) (int64, bool) {
	end, ok := s.size(ctx, o)
	if !ok || n == 0 {
		return end, ok
	}
	for at, last := end, true; at > 0; {
		if s.stopped(ctx) {
			return 0, false
		}
		from := max(at-firstChunk, 0)
		b, ok := s.readAt(ctx, o, from, int(at-from))
		if !ok {
			return 0, false
		}
		if last && len(b) > 0 && b[len(b)-1] == '\n' {
			b = b[:len(b)-1] // ends the last line
		}
		last = false
		for {
			i := bytes.LastIndexByte(b, '\n')
			if i < 0 {
				break
			}
			if n--; n == 0 {
				return from + int64(i) + 1, true
			}
			b = b[:i]
		}
		at = from
	}
	return 0, true
}
