package coreutils

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"luminos/internal/words"
)

var sortProgram = program{
	summary:  "sorts the lines of files by bytes, or by the keys of -k",
	operands: "FILE...", declare: declareSort, trouble: 2,
}

// sortKey is a range of fields of a line, counted from 1.
type sortKey struct {
	first, last      int // last is 0 for the end of the line
	numeric, reverse bool
}

// sorter compares lines by the keys and flags of sort.
type sorter struct {
	keys      []sortKey
	separator string // "" if fields are separated by blanks, which belong to the next field
	reverse   bool   // of the comparison of whole lines
	unique    bool
}

func declareSort(fs *pflag.FlagSet) runFunc {
	numeric, reverse := fs.BoolP("numeric-sort", "n", false, ""), fs.BoolP("reverse", "r", false, "")
	unique := fs.BoolP("unique", "u", false, "")
	keys := fs.StringArrayP("key", "k", nil, "N[,M][nr]")
	separator := fs.StringP("field-separator", "t", "", "CHAR")
	return func(ctx context.Context, s *session, args []string) {
		if fs.Changed("field-separator") && len(*separator) != 1 {
			s.fail(2, "-t takes a single byte, not %s", quote(*separator))
			return
		}
		w := sorter{separator: *separator, reverse: *reverse, unique: *unique}
		for _, text := range *keys {
			k, err := parseKey(text)
			if err != nil {
				s.fail(2, "%v", err)
				return
			}
			if !k.numeric && !k.reverse {
				k.numeric, k.reverse = *numeric, *reverse
			}
			w.keys = append(w.keys, k)
		}
		if len(w.keys) == 0 && *numeric {
			w.keys = []sortKey{{first: 1, numeric: true, reverse: *reverse}}
		}
		w.run(ctx, s, args)
	}
}

// parseKey parses the value of sort -k: N or N,M, with the letters n and r after either number.
func parseKey(text string) (sortKey, error) {
	k := sortKey{numeric: strings.Contains(text, "n"), reverse: strings.Contains(text, "r")}
	from, to, ranged := strings.Cut(text, ",")
	var err1, err2 error
	k.first, err1 = strconv.Atoi(strings.TrimRight(from, "nr"))
	if ranged {
		k.last, err2 = strconv.Atoi(strings.TrimRight(to, "nr"))
	}
	if err1 != nil || err2 != nil || k.first < 1 || ranged && k.last < 1 {
		return k, fmt.Errorf("invalid key %s: expected N or N,M, fields counted from 1, with n for numbers and r for reverse", quote(text))
	}
	return k, nil
}

func (w sorter) run(ctx context.Context, s *session, args []string) {
	lines, ok := readLines(ctx, s, args)
	if !ok {
		return
	}
	calls := 0
	slices.SortStableFunc(lines, func(a, b []byte) int {
		if calls++; calls%4096 == 0 && ctx.Err() != nil {
			calls--
			return 0 // sorting equal elements ends soon
		}
		return w.compare(a, b)
	})
	for i, l := range lines {
		if s.stopped(ctx) {
			return
		}
		if w.unique && i > 0 && w.compareKeys(lines[i-1], l) == 0 {
			continue
		}
		s.out.Write(l)
		s.print("\n")
	}
}

// readLines returns all lines of the files that args name. It returns false after an error message
// if a file cannot be read, because sorted partial input would look complete.
func readLines(ctx context.Context, s *session, args []string) ([][]byte, bool) {
	var lines [][]byte
	var held int64
	for _, arg := range args {
		o, ok := s.text(ctx, arg)
		if !ok || !s.fits(o) {
			return nil, false
		}
		ok = s.lines(ctx, o, func(text []byte) bool {
			held += int64(len(text)) + 32
			if held > s.limits.held {
				return false
			}
			lines = append(lines, bytes.Clone(text))
			return true
		})
		if held > s.limits.held {
			s.fail(2, "%s: the lines take more than the %s that sort holds; sort a part that grep, cut or head selects",
				o.name(), words.Bytes(s.limits.held))
			return nil, false
		}
		if !ok {
			return nil, false
		}
	}
	return lines, s.requireOperands(args)
}

// compare returns the order of two lines, by the keys of sort and then, without -u, by all their bytes.
func (w sorter) compare(a, b []byte) int {
	c := w.compareKeys(a, b)
	if c == 0 && !w.unique {
		c = reversed(bytes.Compare(a, b), w.reverse)
	}
	return c
}

// compareKeys returns the order of two lines by the keys of sort, or by their bytes without keys.
func (w sorter) compareKeys(a, b []byte) int {
	if len(w.keys) == 0 {
		return reversed(bytes.Compare(a, b), w.reverse)
	}
	for _, k := range w.keys {
		x, y := w.key(k, a), w.key(k, b)
		c := bytes.Compare(x, y)
		if k.numeric {
			c = cmp.Compare(leadingNumber(x), leadingNumber(y))
		}
		if c != 0 {
			return reversed(c, k.reverse)
		}
	}
	return 0
}

func reversed(c int, reverse bool) int {
	if reverse {
		return -c
	}
	return c
}

// key returns the part of a line that the sort key k selects: its first to its last field.
func (w sorter) key(k sortKey, text []byte) []byte {
	from, to := w.fieldEnd(text, k.first-1), len(text)
	if k.first > 1 {
		from = min(from+len(w.separator), len(text))
	}
	if k.last > 0 {
		to = w.fieldEnd(text, k.last)
	}
	return text[from:max(from, to)]
}

// fieldEnd returns the offset in a line at which its field n ends, counted from 1. It returns 0 for
// n = 0.
func (w sorter) fieldEnd(text []byte, n int) int {
	at := 0
	for i := 0; i < n && at < len(text); i++ {
		separator := w.separator
		if separator == "" {
			separator = " \t"
			at = len(text) - len(bytes.TrimLeft(text[at:], separator))
		} else if i > 0 {
			at++
		}
		if end := bytes.IndexAny(text[at:], separator); end >= 0 {
			at += end
		} else {
			at = len(text)
		}
	}
	return at
}

// leadingNumber returns the decimal number at the beginning of b, after white space, or 0 if there
// is no number.
func leadingNumber(b []byte) float64 {
	b = bytes.TrimLeft(b, " \t")
	n, dots := 0, 0
	for n < len(b) && (b[n] == '-' && n == 0 || b[n] == '.' && dots == 0 || '0' <= b[n] && b[n] <= '9') {
		if b[n] == '.' {
			dots++
		}
		n++
	}
	f, _ := strconv.ParseFloat(string(b[:n]), 64)
	return f
}
