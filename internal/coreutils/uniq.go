package coreutils

import (
	"bytes"
	"context"

	"github.com/spf13/pflag"
)

var uniqProgram = program{
	summary: "drops or counts lines that repeat the line before", operands: "FILE", declare: declareUniq, trouble: 1,
}

type uniq struct{ count, repeated, unique, fold bool }

func declareUniq(fs *pflag.FlagSet) runFunc {
	u := &uniq{}
	switches(fs, "count/c repeated/d unique/u ignore-case/i", &u.count, &u.repeated, &u.unique, &u.fold)
	return u.run
}

func (u *uniq) run(ctx context.Context, s *session, args []string) {
	if len(args) > 1 {
		s.fail(1, "%s: uniq takes one file; nothing here writes to a second one", quote(args[1]))
		return
	}
	s.forEach(ctx, args, s.text, func(o operand) {
		var previous []byte
		n := 0
		ok := s.lines(ctx, o, func(line []byte) bool {
			if n > 0 && (bytes.Equal(line, previous) || u.fold && bytes.Equal(upper(line), upper(previous))) {
				n++
				return true
			}
			u.print(s, previous, n)
			previous, n = append(previous[:0], line...), 1
			return true
		})
		if ok { // otherwise the last line may be repeated
			u.print(s, previous, n)
		}
	})
}

func (u *uniq) print(s *session, line []byte, n int) {
	if n == 0 || n == 1 && u.repeated || n > 1 && u.unique {
		return
	}
	if u.count {
		s.printf("%7d ", n)
	}
	s.out.Write(line)
	s.print("\n")
}

// upper returns a copy of b with ASCII letters in upper case and all other bytes unchanged.
func upper(b []byte) []byte {
	c := bytes.Clone(b)
	for i, x := range c {
		if 'a' <= x && x <= 'z' {
			c[i] = x - 'a' + 'A'
		}
	}
	return c
}
