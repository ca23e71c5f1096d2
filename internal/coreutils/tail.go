package coreutils

import (
	"bytes"
	"context"

	"github.com/spf13/pflag"
)

var tailProgram = program{
	does: "shows the last lines of files (10, unless -n NUM or -NUM; from line NUM on with -n +NUM)", operands: "FILE...", declare: declareTail, trouble: 1,
	refused: map[string]string{"f": waits, "F": waits, "follow": waits, "retry": waits, "pid": waits, "s": waits, "sleep-interval": waits},
}

func declareTail(fs *pflag.FlagSet) run {
	e := declareEnds(fs)
	return func(ctx context.Context, s *session, args []string) {
		n, inBytes, from, ok := e.wanted(s, '+')
		if !ok {
			return
		}
		e.each(ctx, s, args, func(o operand) {
			switch {
			case from && inBytes:
				s.copy(ctx, o, max(n-1, 0), endless)
			case from:
				s.fromLine(ctx, o, n)
			case inBytes:
				if size, ok := s.size(ctx, o); ok {
					s.copy(ctx, o, max(size-n, 0), endless)
				}
			default:
				if at, ok := s.lastLines(ctx, o, n); ok {
					s.copy(ctx, o, at, endless)
				}
			}
		})
	}
}

// endless is beyond the end of every file.
const endless = 1 << 62

// size is how large a file is. Not every source knows without reading it.
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

// fromLine prints a file from line n on.
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

// lastLines is the offset at which the last n lines begin. It reads backwards.
func (s *session) lastLines(ctx context.Context, o operand, n int64) (int64, bool) {
	end, ok := s.size(ctx, o)
	if !ok || n == 0 {
		return end, ok
	}
	for at, last := end, true; at > 0; {
		if s.over(ctx) {
			return 0, false
		}
		from := max(at-firstChunk, 0)
		b, ok := s.at(ctx, o, from, int(at-from))
		if !ok {
			return 0, false
		}
		if last && len(b) > 0 && b[len(b)-1] == '\n' {
			b = b[:len(b)-1] // it ends the last line and begins none
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
