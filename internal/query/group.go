package query

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"luminos/internal/words"
)

// textShare is the number of bytes of the least and of the greatest text that a group keeps.
const textShare = 200

// grouping makes groups of rows.
type grouping struct {
	Group
	keys, columns []int // positions of Group.Columns and of the columns of the aggregates
	groups        map[string]*group
	order         []*group
	memory        int   // bytes of keys and states
	distinct      int   // different values that are kept
	left          int64 // rows of groups beyond the bounds
	texts         []int64
	full          bool // values beyond distinctMost were not counted
	key           []byte
}

// group is one group of rows.
type group struct {
	keys    []string
	rows    int64
	tallies []tally
}

// tally is the state of one aggregate of one group.
type tally struct {
	values      int64 // that are not missing
	numbers     int64
	whole       bool // all numbers are integers, and so is their sum
	n           int64
	sum, rest   float64 // a sum with the error of its additions
	least, most string
	low, high   number
	seen        map[[16]byte]struct{}
}

// functions are the names of aggregates.
var functions = []string{"count", "sum", "min", "max", "mean", "distinct"}

// newGrouping checks the groups of a query.
func newGrouping(from *Group) (*grouping, error) {
	g := &grouping{Group: *from, groups: map[string]*group{}}
	if len(g.Aggregates) == 0 {
		g.Aggregates = []Aggregate{{Fn: "count"}}
	}
	if len(g.Aggregates) > aggregatesMost || len(g.Group.Columns) > keysMost {
		return nil, Invalid(fmt.Sprintf("at most %d columns and %d aggregates of groups are permitted",
			keysMost, aggregatesMost))
	}
	for _, a := range g.Aggregates {
		switch {
		case !slices.Contains(functions, a.Fn):
			return nil, Invalid(fmt.Sprintf("%q is no aggregate; they are %s", a.Fn, strings.Join(functions, ", ")))
		case a.Column == "" && a.Fn != "count":
			return nil, Invalid(fmt.Sprintf("the aggregate %s needs a column", a.Fn))
		}
	}
	g.texts = make([]int64, len(g.Aggregates))
	return g, nil
}

// resolve finds the positions of the columns.
func (g *grouping) resolve(find func(string) int) {
	g.keys, g.columns = g.keys[:0], g.columns[:0]
	for _, name := range g.Group.Columns {
		g.keys = append(g.keys, find(name))
	}
	for _, a := range g.Aggregates {
		at := -1
		if a.Column != "" {
			at = find(a.Column)
		}
		g.columns = append(g.columns, at)
	}
}

// add adds one row to its group.
func (g *grouping) add(values []string) {
	g.key = g.key[:0]
	for _, at := range g.keys {
		v := valueAt(values, at)
		g.key = append(binary.AppendUvarint(g.key, uint64(len(v))), v...) // no value can end another
	}
	one := g.groups[string(g.key)]
	if one == nil {
		if g.memory += 3*len(g.key) + 200*len(g.Aggregates); len(g.groups) == GroupsMost || g.memory > memoryMost {
			g.left++
			return
		}
		one = &group{tallies: make([]tally, len(g.Aggregates))}
		for _, at := range g.keys {
			one.keys = append(one.keys, strings.Clone(valueAt(values, at)))
		}
		for i := range one.tallies {
			one.tallies[i].whole = true
		}
		g.groups[string(g.key)] = one
		g.order = append(g.order, one)
	}
	one.rows++
	for i, a := range g.Aggregates {
		if v := valueAt(values, g.columns[i]); v != "" {
			g.tally(&one.tallies[i], i, a.Fn, v)
		}
	}
}

// tally adds a value to the aggregate i.
func (g *grouping) tally(t *tally, i int, fn, v string) {
	t.values++
	switch fn {
	case "sum", "mean":
		n := parse(v)
		if !n.is {
			g.texts[i]++
			return
		}
		t.add(n)
	case "min", "max":
		if n := parse(v); n.is {
			if t.numbers++; t.numbers == 1 || n.compare(t.low) < 0 {
				t.low = n
			}
			if t.numbers == 1 || n.compare(t.high) > 0 {
				t.high = n
			}
		}
		g.extremes(t, v)
	case "distinct":
		sum := sha256.Sum256([]byte(v))
		key := [16]byte(sum[:16])
		if _, ok := t.seen[key]; ok {
			return
		}
		if g.distinct == distinctMost {
			g.full = true
			return
		}
		if t.seen == nil {
			t.seen = map[[16]byte]struct{}{}
		}
		t.seen[key] = struct{}{}
		g.distinct++
	}
}

// extremes keeps the least and the greatest text, by their beginnings.
func (g *grouping) extremes(t *tally, v string) {
	if len(v) > textShare {
		v = strings.ToValidUTF8(v[:textShare], "")
	}
	if t.values == 1 {
		g.memory += 2 * len(v)
	}
	if t.values == 1 || v < t.least {
		t.least = strings.Clone(v)
	}
	if t.values == 1 || v > t.most {
		t.most = strings.Clone(v)
	}
}

// add adds a number to the sum. Integers are added exactly while the sum is one; other sums keep the error of each
// addition, so that the sum of a million prices has no more digits than they have.
func (t *tally) add(n number) {
	t.numbers++
	sum := t.n + n.n
	if !n.whole || (sum > t.n) != (n.n > 0) && n.n != 0 {
		t.whole = false
	}
	t.n = sum
	s := t.sum + n.f
	if math.Abs(t.sum) >= math.Abs(n.f) {
		t.rest += (t.sum - s) + n.f
	} else {
		t.rest += (n.f - s) + t.sum
	}
	t.sum = s
}

// value returns the result of an aggregate, or "" if the group has no value for it.
func (t *tally) value(a Aggregate, rows int64) string {
	switch {
	case a.Fn == "count" && a.Column == "":
		return strconv.FormatInt(rows, 10)
	case a.Fn == "count":
		return strconv.FormatInt(t.values, 10)
	case a.Fn == "distinct":
		return strconv.Itoa(len(t.seen))
	case t.values == 0, t.numbers == 0 && (a.Fn == "sum" || a.Fn == "mean"):
		return ""
	case a.Fn == "sum" && t.whole:
		return strconv.FormatInt(t.n, 10)
	case a.Fn == "sum":
		return float(t.sum + t.rest)
	case a.Fn == "mean" && t.whole:
		return float(float64(t.n) / float64(t.numbers))
	case a.Fn == "mean":
		return float((t.sum + t.rest) / float64(t.numbers))
	case t.numbers < t.values: // a text among them: all are compared as texts
		return map[string]string{"min": t.least, "max": t.most}[a.Fn]
	case a.Fn == "min":
		return t.low.text()
	}
	return t.high.text()
}

func (n number) text() string {
	if n.whole {
		return strconv.FormatInt(n.n, 10)
	}
	return float(n.f)
}

// float returns a number with as few digits as identify it, and without an exponent if it is of a usual size.
func float(f float64) string {
	if a := math.Abs(f); a != 0 && (a < 1e-6 || a >= 1e21) {
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// label returns the name of the column of an aggregate: "sum(Total)".
func (a Aggregate) label() string { return a.Fn + "(" + a.Column + ")" }

// finish writes the groups to the answer, the greatest first aggregate first.
func (g *grouping) finish(r *run) {
	a := r.answer
	a.Columns, a.Groups = slices.Clone(g.Group.Columns), len(g.order)
	for _, f := range g.Aggregates {
		a.Columns = append(a.Columns, f.label())
	}
	if len(g.order) == 0 && len(g.Group.Columns) == 0 { // no row: the aggregates of none
		g.order = []*group{{tallies: make([]tally, len(g.Aggregates))}}
	}
	type sorted struct {
		*group
		first string
		n     number
	}
	all := make([]sorted, len(g.order))
	for i, one := range g.order {
		first := one.tallies[0].value(g.Aggregates[0], one.rows)
		all[i] = sorted{one, first, parse(first)}
	}
	slices.SortFunc(all, func(x, y sorted) int {
		c := cmp.Compare(y.first, x.first)
		if x.n.is && y.n.is {
			c = y.n.compare(x.n)
		} else if x.n.is != y.n.is { // numbers, then texts, then missing values
			c = cmp.Compare(rank(x.first, x.n), rank(y.first, y.n))
		}
		return cmp.Or(c, slices.CompareFunc(x.keys, y.keys, compareValues))
	})
	for _, one := range all[:min(len(all), r.Limit)] {
		var out []string
		for _, k := range one.keys {
			out = append(out, shown(k))
		}
		for i, f := range g.Aggregates {
			out = append(out, one.tallies[i].value(f, one.rows))
		}
		a.Rows = append(a.Rows, out)
	}
	g.notes(r)
}

// rank returns the place of a kind of values in the order of groups.
func rank(v string, n number) int {
	switch {
	case n.is:
		return 0
	case v != "":
		return 1
	}
	return 2
}

// notes states the values that the aggregates left out.
func (g *grouping) notes(r *run) {
	for i, n := range g.texts {
		if n > 0 {
			r.note("%s of %s left out, as they are no numbers", words.Plural(int(n), "value"), g.Aggregates[i].Column)
		}
	}
	if g.left > 0 {
		left := words.Plural(int(g.left), "row")
		r.note("more than %s groups: %s of further groups left out", words.Count(len(g.order)), left)
	}
	if g.full {
		r.note("more than %s different values: counts of distinct values are too low", words.Count(distinctMost))
	}
}
