package coreutils

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/pflag"
)

var cutProgram = program{
	summary: "shows fields, characters or bytes of each line", operands: "FILE...", declare: declareCut, trouble: 1,
}

type cut struct {
	fields, chars, bytes, delimiter *string
	onlyDelimited                   *bool
	fs                              *pflag.FlagSet
}

func declareCut(fs *pflag.FlagSet) runFunc {
	c := cut{
		fields: fs.StringP("fields", "f", "", "LIST"), chars: fs.StringP("characters", "c", "", "LIST"),
		bytes: fs.StringP("bytes", "b", "", "LIST"), delimiter: fs.StringP("delimiter", "d", "\t", "CHAR"),
		onlyDelimited: fs.BoolP("only-delimited", "s", false, ""), fs: fs,
	}
	return c.run
}

func (c cut) run(ctx context.Context, s *session, args []string) {
	selected, err := c.ranges()
	if err != nil {
		s.fail(1, "%v", err)
		return
	}
	s.forEach(ctx, args, s.text, func(o operand) {
		s.lines(ctx, o, func(line []byte) bool {
			if part, ok := c.cut(selected, line); ok {
				s.out.Write(part)
				s.print("\n")
			}
			return true
		})
	})
}

// ranges returns the ranges of positions given with -f, -c or -b of the program cut. It returns an
// error unless exactly one of the three is given.
func (c cut) ranges() ([]span, error) {
	text, given := "", 0
	for name, value := range map[string]*string{"fields": c.fields, "characters": c.chars, "bytes": c.bytes} {
		if c.fs.Changed(name) {
			text = *value
			given++
		}
	}
	switch {
	case given != 1:
		return nil, errors.New("cut needs exactly one list of fields, characters or bytes: -f, -c or -b LIST")
	case !c.fs.Changed("fields") && (c.fs.Changed("delimiter") || *c.onlyDelimited):
		return nil, errors.New("the flags -d and -s of cut need -f, because only fields have a delimiter")
	case utf8.RuneCountInString(*c.delimiter) != 1:
		return nil, errors.New("the delimiter of cut (-d) must be a single character")
	}
	return parseRanges(text)
}

// cut returns the selected parts of a line, and false if the line is not printed.
func (c cut) cut(selected []span, line []byte) ([]byte, bool) {
	delimiter := []byte(*c.delimiter)
	switch {
	case c.fs.Changed("bytes"):
		return pick(selected, line, nil, func(rest []byte) int { return min(1, len(rest)) }), true
	case c.fs.Changed("characters"):
		return pick(selected, line, nil, func(rest []byte) int {
			_, n := utf8.DecodeRune(rest)
			return n
		}), true
	case !bytes.Contains(line, delimiter):
		return line, !*c.onlyDelimited
	}
	return pick(selected, line, delimiter, func(rest []byte) int {
		if i := bytes.Index(rest, delimiter); i >= 0 {
			return i
		}
		return len(rest)
	}), true
}

// pick returns the units (bytes, characters or fields) of a line at the selected positions, joined
// by delimiter. length returns the length of the first unit of its argument. pick does not hold a
// list of the units, because a line can have millions.
func pick(selected []span, line, delimiter []byte, length func(rest []byte) int) []byte {
	var picked []byte
	first := true
	for n, at := 1, 0; at <= len(line); n++ {
		if n > selected[0].last {
			if selected = selected[1:]; len(selected) == 0 {
				break
			}
		}
		unit := length(line[at:])
		if n >= selected[0].first {
			if !first {
				picked = append(picked, delimiter...)
			}
			picked = append(picked, line[at:at+unit]...)
			first = false
		}
		at += max(unit+len(delimiter), 1)
	}
	return picked
}

// span is a range of positions from 1, both ends included.
type span struct{ first, last int }

// parseRanges parses a list such as "1,3-5,7-" and returns its ranges sorted and without overlaps.
func parseRanges(text string) ([]span, error) {
	var list []span
	for part := range strings.SplitSeq(text, ",") {
		from, to, isRange := strings.Cut(part, "-")
		r := span{1, math.MaxInt}
		err := errors.Join(parsePosition(from, &r.first), parsePosition(to, &r.last))
		if !isRange {
			r.last = r.first
		}
		if err != nil || from == "" && to == "" || r.first < 1 || r.last < r.first {
			return nil, fmt.Errorf("invalid range %s: expected numbers and ranges from 1, as in 1,3-5,7-", quote(part))
		}
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b span) int { return a.first - b.first })
	merged := list[:1]
	for _, r := range list[1:] {
		if end := &merged[len(merged)-1]; r.first <= end.last {
			end.last = max(end.last, r.last)
		} else {
			merged = append(merged, r)
		}
	}
	return merged, nil
}

// parsePosition parses the number in text and stores it in to. If text is empty, to stays as it is.
func parsePosition(text string, to *int) error {
	if text == "" {
		return nil
	}
	n, err := strconv.ParseUint(text, 10, 63)
	if errors.Is(err, strconv.ErrRange) {
		n, err = math.MaxInt, nil
	}
	*to = int(n)
	return err
}
