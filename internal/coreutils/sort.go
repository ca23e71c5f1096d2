package coreutils

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"github.com/spf13/pflag"

	"luminos/internal/words"
)

var sortProgram = program{
	does: "sorts the lines of files by bytes, or by the keys of -k", operands: "FILE...", declare: declareSort, trouble: 2,
	refused: map[string]string{
		"o": writes, "output": writes, "T": writes, "temporary-directory": writes, "compress-program": executes,
		"files0-from": listed, "random-source": listed, "S": "memory is bounded here", "buffer-size": "memory is bounded here",
	},
}

// sorter is how lines are compared.
type sorter struct {
	global         order
	keys           []key
	tab            int // -1: fields begin where blanks do
	stable, unique bool
}

func declareSort(fs *pflag.FlagSet) run {
	var o order
	fs.BoolVarP(&o.blanks, "ignore-leading-blanks", "b", false, "")
	fs.BoolVarP(&o.dictionary, "dictionary-order", "d", false, "")
	fs.BoolVarP(&o.fold, "ignore-case", "f", false, "")
	fs.BoolVarP(&o.human, "human-numeric-sort", "h", false, "")
	fs.BoolVarP(&o.numeric, "numeric-sort", "n", false, "")
	fs.BoolVarP(&o.reverse, "reverse", "r", false, "")
	keys, tab := fs.StringArrayP("key", "k", nil, "F[.C][bdfhnr][,F[.C]]"), fs.StringP("field-separator", "t", "", "CHAR")
	stable, unique := fs.BoolP("stable", "s", false, ""), fs.BoolP("unique", "u", false, "")
	return func(ctx context.Context, s *session, args []string) {
		w := sorter{global: o, tab: -1, stable: *stable, unique: *unique}
		switch {
		case fs.Changed("field-separator") && len(*tab) != 1:
			s.fail(2, "-t takes a single byte, not %s", show(*tab))
			return
		case *tab != "":
			w.tab = int((*tab)[0])
		}
		for _, text := range *keys {
			k, err := parseKey(text)
			if err != nil {
				s.fail(2, "%v", err)
				return
			}
			if k.order == (order{}) && !k.endBlanks {
				k.order, k.endBlanks = o, o.blanks
			}
			w.keys = append(w.keys, k)
		}
		// -b says where fields begin: without keys and another order it says nothing.
		plain := o
		plain.reverse, plain.blanks = false, false
		if len(w.keys) == 0 && (plain != (order{}) || o.blanks) {
			w.keys = []key{{order: o, last: -1, endBlanks: o.blanks}}
		}
		for _, k := range w.keys {
			if b2i(k.order.human)+b2i(k.order.numeric)+b2i(k.order.dictionary) > 1 {
				s.fail(2, "of -d, -h and -n a key can have one")
				return
			}
		}
		w.run(ctx, s, args)
	}
}

// entry is a line with its place, which decides between equals.
type entry struct {
	text  []byte
	place int
}

func (w sorter) run(ctx context.Context, s *session, args []string) {
	if !s.needs(args) {
		return
	}
	var entries []entry
	var held int64
	for _, arg := range args {
		o, ok := s.text(ctx, arg)
		if !ok || !s.fits(o) {
			return // a part of the input, sorted, would look like the whole
		}
		ok = s.lines(ctx, o, func(line []byte) bool {
			held += int64(len(line)) + 32
			if held > s.limits.held {
				return false
			}
			entries = append(entries, entry{bytes.Clone(line), len(entries)})
			return true
		})
		if held > s.limits.held {
			s.fail(2, "%s: the lines take more than the %s that sort holds; sort a part: grep, cut or head make one smaller", o.name(), words.Bytes(s.limits.held))
			return
		}
		if !ok {
			return
		}
	}
	calls := 0
	slices.SortFunc(entries, func(a, b entry) int {
		if calls++; calls%4096 == 0 && ctx.Err() != nil {
			calls--
			return 0 // what is left of the work is then little
		}
		return w.compare(a, b)
	})
	for i, e := range entries {
		if s.over(ctx) {
			return
		}
		if w.unique && i > 0 && w.byKeys(entries[i-1].text, e.text) == 0 {
			continue
		}
		s.out.Write(e.text)
		s.print("\n")
	}
}

// compare orders lines by the keys, then by all their bytes, then by their places.
func (w sorter) compare(a, b entry) int {
	if c := w.byKeys(a.text, b.text); c != 0 {
		return c
	}
	if !w.stable && !w.unique && len(w.keys) > 0 {
		c := bytes.Compare(a.text, b.text)
		if w.global.reverse {
			c = -c
		}
		if c != 0 {
			return c
		}
	}
	return cmp.Compare(a.place, b.place)
}

// byKeys orders lines by the keys, or by their bytes where there are none.
func (w sorter) byKeys(a, b []byte) int {
	if len(w.keys) == 0 {
		if c := bytes.Compare(a, b); w.global.reverse {
			return -c
		} else {
			return c
		}
	}
	for _, k := range w.keys {
		if c := k.order.compare(k.of(a, w.tab), k.of(b, w.tab)); c != 0 {
			if k.order.reverse {
				return -c
			}
			return c
		}
	}
	return 0
}
