package coreutils

import (
	"bytes"
	"context"
	"strings"

	"github.com/spf13/pflag"
)

var headProgram = program{
	summary:  "shows the first lines of files (10, unless -n NUM or -NUM)",
	operands: "FILE...", declare: declareHead, trouble: 1,
}

// amountFlags are the flags that head and tail share.
type amountFlags struct {
	lines, bytes *string
	quiet        *bool
}

func declareAmount(fs *pflag.FlagSet) amountFlags {
	return amountFlags{
		lines: fs.StringP("lines", "n", "10", "NUM"), bytes: fs.StringP("bytes", "c", "", "NUM"),
		quiet: fs.BoolP("quiet", "q", false, ""),
	}
}

func declareHead(fs *pflag.FlagSet) runFunc {
	f := declareAmount(fs)
	return func(ctx context.Context, s *session, args []string) {
		a, ok := f.amount(s, '-')
		if !ok {
			return
		}
		f.forEach(ctx, s, args, func(o operand) {
			switch {
			case a.signed && a.inBytes:
				if size, ok := s.size(ctx, o); ok {
					s.copy(ctx, o, 0, max(size-a.n, 0))
				}
			case a.signed:
				if at, ok := s.lastLines(ctx, o, a.n); ok {
					s.copy(ctx, o, 0, at)
				}
			case a.inBytes:
				s.copy(ctx, o, 0, a.n)
			default:
				s.firstLines(ctx, o, a.n)
			}
		})
	}
}

// amount is a number of lines or bytes. It is signed if it is given with the sign
// that makes it count from the other end of the file.
type amount struct {
	n               int64
	inBytes, signed bool
}

// amount returns the number of lines or bytes given with -n or -c, and false after an error message if it is invalid.
// sign is the sign that matters to the program, "-" for head and "+" for tail: a number with it is marked as signed,
// the other sign is ignored.
func (f amountFlags) amount(s *session, sign byte) (amount, bool) {
	text, unit := *f.lines, "lines"
	if *f.bytes != "" {
		text, unit = *f.bytes, "bytes"
	}
	a := amount{inBytes: unit == "bytes", signed: strings.HasPrefix(text, string(sign))}
	var ok bool
	if a.n, ok = parseCount(strings.TrimLeft(text, "+-")); !ok {
		s.fail(1, "invalid number of %s: %s", unit, quote(text))
	}
	return a, ok
}

// forEach calls one for each file that args name. If there are several arguments and no -q, it prints a header with the
// file name before each.
func (f amountFlags) forEach(ctx context.Context, s *session, args []string, one func(operand)) {
	first := true
	s.forEach(ctx, args, s.text, func(o operand) {
		if len(args) > 1 && !*f.quiet {
			s.print(strings.Repeat("\n", b2i(!first)) + "==> " + o.name() + " <==\n")
		}
		first = false
		one(o)
	})
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// copy prints the bytes of a file from the offset from to the offset to.
func (s *session) copy(ctx context.Context, o operand, from, to int64) {
	if from >= to {
		return
	}
	left := to - from
	s.chunks(ctx, o, from, func(b []byte) bool {
		b = b[:min(int64(len(b)), left)]
		left -= int64(len(b))
		s.out.Write(b)
		return left > 0
	})
}

// firstLines prints the first n lines of a file.
func (s *session) firstLines(ctx context.Context, o operand, n int64) {
	if n == 0 {
		return
	}
	s.chunks(ctx, o, 0, func(b []byte) bool {
		for at := 0; at < len(b); {
			i := bytes.IndexByte(b[at:], '\n')
			if i < 0 {
				break
			}
			at += i + 1
			if n--; n == 0 {
				s.out.Write(b[:at])
				return false
			}
		}
		s.out.Write(b)
		return true
	})
}
