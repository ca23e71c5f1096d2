package coreutils

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// order is how two keys are compared.
type order struct {
	blanks, dictionary, fold, human, numeric, reverse bool
}

// key is a part of a line, from character firstChar of field first on, to
// character lastChar of field last or, where that is 0, its end. Fields and firstChar
// count from 0, lastChar from 1.
type key struct {
	order            order
	first, firstChar int
	last, lastChar   int  // last is -1 for the end of the line
	endBlanks        bool // lastChar counts from the first character that is no blank
}

// parseKey reads F[.C][OPTS][,F[.C][OPTS]].
func parseKey(text string) (key, error) {
	wrong := func(why string) (key, error) {
		return key{}, fmt.Errorf("the key %s: %s; want F[.C][bdfhnr][,F[.C][bdfhnr]], counted from 1", show(text), why)
	}
	k := key{last: -1}
	from, to, ranged := strings.Cut(text, ",")
	field, char, opts, ok := place(from)
	if !ok || field == 0 {
		return wrong("no field in " + show(from))
	}
	if strings.Contains(from, ".") && char == 0 {
		return wrong("a character offset is zero")
	}
	k.first, k.firstChar = field-1, max(char-1, 0)
	if bad := k.set(opts, true); bad != "" {
		return wrong("no order " + show(bad) + " here")
	}
	if !ranged {
		return k, nil
	}
	field, char, opts, ok = place(to)
	if !ok || field == 0 {
		return wrong("no field in " + show(to))
	}
	k.last, k.lastChar = field-1, char
	if bad := k.set(opts, false); bad != "" {
		return wrong("no order " + show(bad) + " here")
	}
	return k, nil
}

// place reads F[.C][OPTS].
func place(text string) (field, char int, opts string, ok bool) {
	number := func() int {
		n := len(text) - len(strings.TrimLeft(text, "0123456789"))
		if n == 0 {
			ok = false
			return 0
		}
		v, err := strconv.Atoi(text[:n])
		if err != nil {
			v = math.MaxInt32 // beyond the end of every line
		}
		text = text[n:]
		return min(v, math.MaxInt32)
	}
	ok = true
	field = number()
	if rest, dotted := strings.CutPrefix(text, "."); dotted {
		text = rest
		char = number()
	}
	return field, char, text, ok
}

// set sets the options of a key and returns one that there is not.
func (k *key) set(opts string, start bool) string {
	for _, c := range opts {
		switch c {
		case 'b':
			if start {
				k.order.blanks = true
			} else {
				k.endBlanks = true
			}
		case 'd':
			k.order.dictionary = true
		case 'f':
			k.order.fold = true
		case 'h':
			k.order.human = true
		case 'n':
			k.order.numeric = true
		case 'r':
			k.order.reverse = true
		default:
			return string(c)
		}
	}
	return ""
}

// of cuts the key out of a line.
func (k key) of(line []byte, tab int) []byte {
	from := k.begin(line, tab)
	to := len(line)
	if k.last >= 0 {
		to = k.end(line, tab)
	}
	return line[from:max(from, to)]
}

func (k key) begin(line []byte, tab int) int {
	at := 0
	for n := k.first; n > 0 && at < len(line); n-- {
		at = field(line, at, tab)
		if tab >= 0 && at < len(line) {
			at++
		}
	}
	if k.order.blanks {
		at = pastBlanks(line, at)
	}
	return min(len(line), at+k.firstChar)
}

func (k key) end(line []byte, tab int) int {
	at, n := 0, k.last
	if k.lastChar == 0 {
		n++ // the whole of the field
	}
	for ; n > 0 && at < len(line); n-- {
		at = field(line, at, tab)
		if tab >= 0 && at < len(line) && (n > 1 || k.lastChar != 0) {
			at++
		}
	}
	if k.lastChar != 0 {
		if k.endBlanks {
			at = pastBlanks(line, at)
		}
		at = min(len(line), at+k.lastChar)
	}
	return at
}

// field is where the field that begins at an offset ends. Without a separator the
// blanks before a field belong to it.
func field(line []byte, at, tab int) int {
	if tab >= 0 {
		if i := bytes.IndexByte(line[at:], byte(tab)); i >= 0 {
			return at + i
		}
		return len(line)
	}
	at = pastBlanks(line, at)
	for at < len(line) && !blank(line[at]) {
		at++
	}
	return at
}

func pastBlanks(line []byte, at int) int {
	for at < len(line) && blank(line[at]) {
		at++
	}
	return at
}

// compare compares two keys, reverse left out.
func (o order) compare(a, b []byte) int {
	switch {
	case o.human:
		return cmp.Or(cmp.Compare(magnitude(a), magnitude(b)), numberOf(a).compare(numberOf(b)))
	case o.numeric:
		return numberOf(a).compare(numberOf(b))
	}
	if o.dictionary {
		a, b = dictionary(a), dictionary(b)
	}
	if o.fold {
		a, b = upper(a), upper(b)
	}
	return bytes.Compare(a, b)
}

// dictionary leaves blanks, letters and digits.
func dictionary(b []byte) []byte {
	var kept []byte
	for _, c := range b {
		if blank(c) || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
			kept = append(kept, c)
		}
	}
	return kept
}

// number is a decimal number of any length, without the zeros that say nothing.
type number struct {
	negative       bool
	whole, decimal []byte
	rest           []byte // what follows it
}

func numberOf(b []byte) number {
	b = b[pastBlanks(b, 0):]
	var n number
	if len(b) > 0 && b[0] == '-' {
		n.negative = true
		b = b[1:]
	}
	n.whole, b = leadingDigits(b)
	n.whole = bytes.TrimLeft(n.whole, "0")
	if len(b) > 0 && b[0] == '.' {
		n.decimal, b = leadingDigits(b[1:])
		n.decimal = bytes.TrimRight(n.decimal, "0")
	}
	n.rest = b
	if len(n.whole) == 0 && len(n.decimal) == 0 {
		n.negative = false
	}
	return n
}

func leadingDigits(b []byte) (digits, rest []byte) {
	i := 0
	for i < len(b) && '0' <= b[i] && b[i] <= '9' {
		i++
	}
	return b[:i], b[i:]
}

func (n number) compare(m number) int {
	if n.negative != m.negative {
		if n.negative {
			return -1
		}
		return 1
	}
	c := cmp.Or(cmp.Compare(len(n.whole), len(m.whole)), bytes.Compare(n.whole, m.whole), bytes.Compare(n.decimal, m.decimal))
	if n.negative {
		return -c
	}
	return c
}

// magnitude orders numbers by their suffix, as -h does: 2K is more than 1000.
func magnitude(b []byte) int {
	n := numberOf(b)
	m := 0
	if len(n.rest) > 0 && (len(n.whole) > 0 || len(n.decimal) > 0) {
		m = strings.IndexByte("KMGTPEZY", n.rest[0]) + 1
		if n.rest[0] == 'k' {
			m = 1
		}
	}
	if n.negative {
		return -m
	}
	return m
}
