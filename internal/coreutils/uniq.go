package coreutils

import (
	"bytes"
	"context"

	"github.com/spf13/pflag"
)

var uniqProgram = program{
	does: "drops or counts lines that repeat the line before", operands: "FILE", declare: declareUniq, trouble: 1,
}

type uniq struct {
	count, repeated, unique, fold *bool
	fields, chars, width          *string
}

func declareUniq(fs *pflag.FlagSet) run {
	u := uniq{
		count: fs.BoolP("count", "c", false, ""), repeated: fs.BoolP("repeated", "d", false, ""), unique: fs.BoolP("unique", "u", false, ""),
		fold: fs.BoolP("ignore-case", "i", false, ""), fields: fs.StringP("skip-fields", "f", "0", "N"),
		chars: fs.StringP("skip-chars", "s", "0", "N"), width: fs.StringP("check-chars", "w", "", "N"),
	}
	return u.run
}

func (u uniq) run(ctx context.Context, s *session, args []string) {
	if !s.needs(args) {
		return
	}
	if len(args) > 1 {
		s.fail(1, "%s: a second operand is refused: the real program writes to it, and nothing here writes or executes", show(args[1]))
		return
	}
	fields, okF := count(*u.fields)
	chars, okS := count(*u.chars)
	width, okW := int64(endless), true
	if *u.width != "" {
		width, okW = count(*u.width)
	}
	if !okF || !okS || !okW {
		s.fail(1, "-f, -s and -w take a number")
		return
	}
	o, ok := s.text(ctx, args[0])
	if !ok {
		return
	}
	key := func(line []byte) []byte {
		k := skip(line, fields, chars)
		k = k[:min(int64(len(k)), width)]
		if *u.fold {
			k = upper(k)
		}
		return k
	}
	var held, heldKey []byte
	n := 0
	ok = s.lines(ctx, o, func(line []byte) bool {
		k := key(line)
		if n > 0 && bytes.Equal(k, heldKey) {
			n++
			return true
		}
		u.print(s, held, n)
		held, n = append(held[:0], line...), 1
		heldKey = append(heldKey[:0], k...)
		return true
	})
	if ok { // else there may be more of the last line
		u.print(s, held, n)
	}
}

func (u uniq) print(s *session, line []byte, n int) {
	if n == 0 || n == 1 && *u.repeated || n > 1 && *u.unique {
		return
	}
	if *u.count {
		s.printf("%7d ", n)
	}
	s.out.Write(line)
	s.print("\n")
}

// skip leaves out fields, each with the blanks before it, and then characters.
func skip(line []byte, fields, chars int64) []byte {
	for ; fields > 0 && len(line) > 0; fields-- {
		for len(line) > 0 && blank(line[0]) {
			line = line[1:]
		}
		for len(line) > 0 && !blank(line[0]) {
			line = line[1:]
		}
	}
	return line[min(int64(len(line)), chars):]
}

func blank(c byte) bool { return c == ' ' || c == '\t' }

// upper is bytes.ToUpper for ASCII only, which keeps bytes that are no characters.
func upper(b []byte) []byte {
	c := make([]byte, len(b))
	for i, x := range b {
		if 'a' <= x && x <= 'z' {
			x -= 'a' - 'A'
		}
		c[i] = x
	}
	return c
}
