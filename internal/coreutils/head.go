package coreutils

import (
	"bytes"
	"context"
	"strings"

	"github.com/spf13/pflag"
)

var headProgram = program{
	does: "shows the first lines of files (10, unless -n NUM or -NUM)", operands: "FILE...", declare: declareHead, trouble: 1,
}

// ends is what head and tail have in common.
type ends struct {
	amount         *amount
	quiet, verbose *bool
	number         *string // -NUM
}

// amount is how much was asked for last.
type amount struct {
	text    string
	inBytes bool
}

// amountFlag is -n or -c.
type amountFlag struct {
	to      *amount
	inBytes bool
}

func (f amountFlag) String() string { return "" }
func (f amountFlag) Type() string   { return "NUM" }

// Set sets the amount; the last flag counts.
func (f amountFlag) Set(text string) error {
	*f.to = amount{text, f.inBytes}
	return nil
}

func declareEnds(fs *pflag.FlagSet) ends {
	a := new(amount)
	fs.VarP(amountFlag{to: a}, "lines", "n", "NUM")
	fs.VarP(amountFlag{to: a, inBytes: true}, "bytes", "c", "NUM")
	return ends{
		amount: a, quiet: fs.BoolP("quiet", "q", false, ""), verbose: fs.BoolP("verbose", "v", false, ""), number: numbered(fs),
	}
}

func declareHead(fs *pflag.FlagSet) run {
	e := declareEnds(fs)
	return func(ctx context.Context, s *session, args []string) {
		n, inBytes, from, ok := e.wanted(s, '-')
		if !ok {
			return
		}
		e.each(ctx, s, args, func(o operand) {
			switch {
			case from && inBytes:
				if size, ok := s.size(ctx, o); ok {
					s.copy(ctx, o, 0, max(size-n, 0))
				}
			case from:
				if at, ok := s.lastLines(ctx, o, n); ok {
					s.copy(ctx, o, 0, at)
				}
			case inBytes:
				s.copy(ctx, o, 0, n)
			default:
				s.firstLines(ctx, o, n)
			}
		})
	}
}

// wanted is how much is wanted, and whether it was written with the sign that
// makes it count from the other end of the file.
func (e ends) wanted(s *session, sign byte) (n int64, inBytes, signed, ok bool) {
	text, what := "10", "lines"
	switch {
	case e.amount.inBytes:
		text, what = e.amount.text, "bytes"
	case *e.amount != (amount{}):
		text = e.amount.text
	case *e.number != "":
		text = *e.number
	}
	number := text
	if number != "" && number[0] == sign {
		number, signed = number[1:], true
	} else if number != "" && (number[0] == '+' || number[0] == '-') {
		number = number[1:] // the sign that is the default
	}
	n, ok = count(number)
	if !ok {
		s.fail(1, "invalid number of %s: %s", what, show(text))
	}
	return n, what == "bytes", signed, ok
}

// each shows files one after the other, with their names where there are several.
func (e ends) each(ctx context.Context, s *session, args []string, one func(operand)) {
	if !s.needs(args) {
		return
	}
	first := true
	for _, arg := range args {
		if s.over(ctx) {
			return
		}
		o, ok := s.text(ctx, arg)
		if !ok {
			continue
		}
		if (len(args) > 1 || *e.verbose) && !*e.quiet {
			s.print(strings.Repeat("\n", b2i(!first)) + "==> " + o.name() + " <==\n")
		}
		first = false
		one(o)
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// copy prints the bytes of a file between two offsets.
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

// firstLines prints n lines.
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
