package coreutils

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/pflag"
)

var cutProgram = program{
	does: "shows fields, characters or bytes of each line", operands: "FILE...", declare: declareCut, trouble: 1,
}

type cut struct {
	fields, chars, bytes, delimiter, join *string
	only, complement                      *bool
	fs                                    *pflag.FlagSet
}

func declareCut(fs *pflag.FlagSet) run {
	c := cut{
		fields: fs.StringP("fields", "f", "", "LIST"), chars: fs.StringP("characters", "c", "", "LIST"), bytes: fs.StringP("bytes", "b", "", "LIST"),
		delimiter: fs.StringP("delimiter", "d", "\t", "CHAR"), join: fs.String("output-delimiter", "", "TEXT"),
		only: fs.BoolP("only-delimited", "s", false, ""), complement: fs.Bool("complement", false, ""), fs: fs,
	}
	return c.run
}

func (c cut) run(ctx context.Context, s *session, args []string) {
	ranges, err := c.list()
	if err != nil {
		s.fail(1, "%v", err)
		return
	}
	if !s.needs(args) {
		return
	}
	for _, arg := range args {
		if s.over(ctx) {
			return
		}
		if o, ok := s.text(ctx, arg); ok {
			s.lines(ctx, o, func(line []byte) bool {
				if c.line(s, ranges, line) {
					s.print("\n")
				}
				return true
			})
		}
	}
}

// list reads which of the flags is given, and its list.
func (c cut) list() (ranges, error) {
	text, given := "", 0
	for name, value := range map[string]*string{"fields": c.fields, "characters": c.chars, "bytes": c.bytes} {
		if c.fs.Changed(name) {
			text = *value
			given++
		}
	}
	byFields := c.fs.Changed("fields")
	switch {
	case given == 0:
		return nil, errors.New("you must specify a list of bytes, characters, or fields: -b, -c or -f LIST")
	case given > 1:
		return nil, errors.New("only one list may be specified")
	case !byFields && (c.fs.Changed("delimiter") || *c.only):
		return nil, errors.New("-d and -s make sense only with -f")
	case utf8.RuneCountInString(*c.delimiter) != 1:
		return nil, errors.New("the delimiter must be a single character")
	}
	list, err := parseRanges(text)
	if err == nil && *c.complement {
		list = list.complement()
	}
	return list, err
}

// line prints the chosen parts of a line and reports whether it did.
func (c cut) line(s *session, chosen ranges, line []byte) bool {
	switch {
	case c.fs.Changed("characters"):
		c.pieces(s, chosen, runeEnds(line), line)
		return true
	case c.fs.Changed("bytes"):
		c.pieces(s, chosen, nil, line)
		return true
	case !bytes.Contains(line, []byte(*c.delimiter)):
		if *c.only {
			return false
		}
		s.out.Write(line)
		return true
	}
	join := *c.delimiter
	if c.fs.Changed("output-delimiter") {
		join = *c.join
	}
	first, at := true, 0
	for n := int64(1); len(chosen) > 0; n++ {
		end := bytes.Index(line[at:], []byte(*c.delimiter))
		field := line[at:]
		if end >= 0 {
			field = line[at : at+end]
		}
		for len(chosen) > 0 && chosen[0].last < n {
			chosen = chosen[1:]
		}
		if len(chosen) > 0 && chosen[0].first <= n {
			if !first {
				s.print(join)
			}
			s.out.Write(field)
			first = false
		}
		if end < 0 {
			break
		}
		at += end + len(*c.delimiter)
	}
	return true
}

// pieces prints ranges of units; ends is where each unit ends, nil for bytes.
func (c cut) pieces(s *session, chosen ranges, ends []int, line []byte) {
	units := int64(len(line))
	if ends != nil {
		units = int64(len(ends))
	}
	at := func(n int64) int { // where unit n ends
		if ends == nil || n == 0 {
			return int(n)
		}
		return ends[n-1]
	}
	for i, r := range chosen {
		if r.first > units {
			return
		}
		if i > 0 {
			s.print(*c.join)
		}
		s.out.Write(line[at(r.first-1):at(min(r.last, units))])
	}
}

// runeEnds is where each character of a line ends; nil when each is one byte.
func runeEnds(line []byte) []int {
	if !slices.ContainsFunc(line, func(c byte) bool { return c >= utf8.RuneSelf }) {
		return nil
	}
	var ends []int
	for at := 0; at < len(line); {
		_, n := utf8.DecodeRune(line[at:])
		at += n
		ends = append(ends, at)
	}
	return ends
}

// span is a range of numbers from 1, both ends included; ranges are sorted and apart.
type span struct{ first, last int64 }

type ranges []span

// parseRanges reads "1,3-5,7-".
func parseRanges(text string) (ranges, error) {
	var list ranges
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' }) {
		from, to, isRange := strings.Cut(part, "-")
		if part == "-" {
			return nil, errors.New("invalid range with no endpoint: -")
		}
		r := span{1, endless}
		var err1, err2 error
		if from != "" {
			r.first, err1 = position(from)
		}
		switch {
		case !isRange:
			r.last = r.first
		case to != "":
			r.last, err2 = position(to)
		}
		if err := cmp.Or(err1, err2); err != nil {
			return nil, err
		}
		if r.last < r.first {
			return nil, fmt.Errorf("invalid decreasing range: %s", show(part))
		}
		list = append(list, r)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("no field, character or byte in the list %s", show(text))
	}
	slices.SortFunc(list, func(a, b span) int { return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.last, b.last)) })
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

func position(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 62)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return endless, nil
	case err != nil || n < 0 || strings.HasPrefix(text, "+"):
		return 0, fmt.Errorf("invalid position %s: want numbers and ranges from 1, as in 1,3-5,7-", show(text))
	case n == 0:
		return 0, errors.New("fields, characters and bytes are numbered from 1")
	}
	return n, nil
}

func (l ranges) complement() ranges {
	var rest ranges
	next := int64(1)
	for _, r := range l {
		if next < r.first {
			rest = append(rest, span{next, r.first - 1})
		}
		next = r.last + 1
	}
	if next < endless {
		rest = append(rest, span{next, endless})
	}
	return rest
}
