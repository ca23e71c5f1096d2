// Package query answers questions of a fixed form about the rows of a table: conditions on columns, groups and
// aggregates. It reads delimited text, JSON and texts between tabs row by row, within bounds.
package query

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"luminos/internal/words"
)

const (
	// RowsMost is the number of rows that one query reads: some seconds of work.
	RowsMost = 5_000_000
	// ShownMost is the number of rows of a result: some 16,000 tokens of a usual table.
	ShownMost = 200
	// ShownDefault is the number of rows of a result unless the query states another.
	ShownDefault = 50
	// GroupsMost is the number of groups that are kept in memory.
	GroupsMost = 100_000

	conditionsMost = 20        // conditions of a query; people state a few
	aggregatesMost = 8         // of each group, whose states are in memory
	keysMost       = 8         // columns by which rows are grouped
	valueShown     = 500       // bytes of a value in a result: a long paragraph
	columnsShown   = 40        // names of columns in an error
	memoryMost     = 128 << 20 // bytes of the keys and the states of groups
	distinctMost   = 1_000_000 // different values that all counts of one query keep, of 16 bytes each
)

// Query is a question about the rows of a table. Without conditions it is about all rows.
type Query struct {
	Columns []string // that are wanted, in this order; all if it is empty
	Where   []Condition
	Group   *Group // nil for the rows themselves
	Limit   int    // rows of the answer; ShownDefault if it is 0
}

// Condition is a condition on the values of one column. All conditions of a query hold for a row of the answer.
type Condition struct {
	Column, Op, Value string
}

// Group makes one row of the answer of all rows with the same values in some columns; without columns, of all rows.
type Group struct {
	Columns    []string
	Aggregates []Aggregate // the number of rows if it is empty
}

// Aggregate is a number or a text about the values of a column in each group.
type Aggregate struct {
	Fn, Column string
}

// Row is one row of a table.
type Row struct {
	// Columns are the names. They may grow at their end from row to row, if Open is set.
	Columns []string
	Open    bool
	// Values are the values by column. "" is a missing value, as are the values beyond the end.
	Values []string
}

// Rows passes rows to a function until it returns false. The slices are valid until the function returns.
type Rows func(yield func(Row) bool) error

// Answer is the result of a query.
type Answer struct {
	Read    int64 // rows that were read
	Matched int64 // rows that meet all conditions
	Groups  int   // groups; 0 without grouping
	Columns []string
	Rows    [][]string
	Notes   []string // bounds that were reached, and values that were left out
}

// Invalid is an error in the query itself. Its text is for the author of the query.
type Invalid string

func (e Invalid) Error() string { return string(e) }

// run is one query while it reads rows.
type run struct {
	Query
	answer   *Answer
	where    []condition
	columns  int   // columns that the positions below are of; -1 before the first row
	show     []int // positions of Query.Columns
	grouping *grouping
	err      error
	ctx      error
}

// Run answers a query. After an error, or the end of ctx, the answer covers the rows before it. An error of the query
// is an [Invalid].
func Run(ctx context.Context, q Query, rows Rows) (*Answer, error) {
	r := &run{Query: q, answer: &Answer{}, columns: -1}
	if err := r.prepare(); err != nil {
		return r.answer, err
	}
	var names []string
	err := rows(func(row Row) bool {
		names = row.Columns
		return r.row(ctx, row)
	})
	switch {
	case r.err != nil:
		return r.answer, r.err
	case err == nil:
		err = r.ctx
	}
	if missing := r.resolve(names); missing != "" && r.answer.Read > 0 && err == nil {
		return r.answer, unknownColumn(missing, names)
	}
	r.finish(names)
	return r.answer, err
}

// prepare checks the query.
func (r *run) prepare() error {
	if len(r.Where) > conditionsMost {
		return Invalid(fmt.Sprintf("there are %d conditions; at most %d are permitted", len(r.Where), conditionsMost))
	}
	for _, c := range r.Where {
		p, err := newCondition(c)
		if err != nil {
			return err
		}
		r.where = append(r.where, p)
	}
	if r.Limit < 0 {
		return Invalid(fmt.Sprintf("limit is %d; leave it out or give 1 to %d", r.Limit, ShownMost))
	}
	if r.Limit == 0 {
		r.Limit = ShownDefault
	}
	r.Limit = min(r.Limit, ShownMost)
	if r.Group == nil {
		return nil
	}
	if len(r.Columns) > 0 {
		return Invalid("columns and group_by exclude each other: a group has the columns that it is made by")
	}
	g, err := newGrouping(r.Group)
	r.grouping = g
	return err
}

// row takes one row. It returns false if no more rows are wanted.
func (r *run) row(ctx context.Context, row Row) bool {
	if r.answer.Read == RowsMost {
		r.note("only the first %s rows were read", words.Count(RowsMost))
		return false
	}
	if len(row.Columns) != r.columns {
		r.columns = len(row.Columns)
		if missing := r.resolve(row.Columns); missing != "" && !row.Open {
			r.err = unknownColumn(missing, row.Columns)
			return false
		}
	}
	fits := true
	for i := 0; fits && i < len(r.where); i++ {
		if r.ctx = ctx.Err(); r.ctx != nil { // an expression may take seconds for the values of one row
			return false
		}
		fits = r.where[i].holds(row.Values)
	}
	if r.ctx = ctx.Err(); r.ctx != nil {
		return false
	}
	r.answer.Read++
	if !fits {
		return true
	}
	r.answer.Matched++
	switch {
	case r.grouping != nil:
		r.grouping.add(row.Values)
	case len(r.answer.Rows) < r.Limit:
		r.keep(row)
	}
	return true
}

// keep adds a row to the answer.
func (r *run) keep(row Row) {
	var out []string
	if len(r.Columns) == 0 {
		for _, v := range row.Values {
			out = append(out, shown(v))
		}
	}
	for _, at := range r.show {
		out = append(out, shown(valueAt(row.Values, at)))
	}
	r.answer.Rows = append(r.answer.Rows, out)
}

// shown returns a copy of a value that is cut to the length that an answer has room for.
func shown(v string) string {
	if len(v) <= valueShown {
		return strings.Clone(v)
	}
	return strings.ToValidUTF8(v[:valueShown], "") + "…"
}

// resolve finds the positions of all columns that the query names. It returns the first name that is missing, or "".
func (r *run) resolve(names []string) (missing string) {
	find := func(name string) int {
		at := columnAt(names, name)
		if at < 0 && missing == "" {
			missing = name
		}
		return at
	}
	for i := range r.where {
		r.where[i].at = find(r.where[i].Column)
	}
	r.show = r.show[:0]
	for _, name := range r.Columns {
		r.show = append(r.show, find(name))
	}
	if r.grouping != nil {
		r.grouping.resolve(find)
	}
	return missing
}

// columnAt returns the position of a column by its name, by its name in another case, or by "#" and its number from 1;
// without such a column -1.
func columnAt(names []string, name string) int {
	if i := slices.Index(names, name); i >= 0 {
		return i
	}
	if i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) }); i >= 0 {
		return i
	}
	var n int
	if _, err := fmt.Sscanf(name, "#%d", &n); err == nil && n >= 1 && n <= len(names) {
		return n - 1
	}
	return -1
}

// unknownColumn returns the error of a name that no column has, with the names that there are.
func unknownColumn(name string, names []string) error {
	list := strings.Join(names[:min(len(names), columnsShown)], ", ")
	if len(names) > columnsShown {
		list += fmt.Sprintf(" and %d more", len(names)-columnsShown)
	}
	return Invalid(fmt.Sprintf("there is no column %q; the columns are: %s", words.Line(name, valueShown), list))
}

// valueAt returns the value of a column, or "" if the row or the table lacks it.
func valueAt(values []string, at int) string {
	if at < 0 || at >= len(values) {
		return ""
	}
	return values[at]
}

// finish completes the answer, whose table has columns with the given names.
func (r *run) finish(names []string) {
	switch {
	case r.grouping != nil:
		r.grouping.finish(r)
	case len(r.Columns) > 0:
		for i, name := range r.Columns {
			if at := r.show[i]; at >= 0 {
				name = names[at] // the name of "#3"
			}
			r.answer.Columns = append(r.answer.Columns, name)
		}
	default:
		r.answer.Columns = slices.Clone(names)
	}
}

func (r *run) note(format string, args ...any) {
	r.answer.Notes = append(r.answer.Notes, fmt.Sprintf(format, args...))
}

// ErrTooLong is the error of a row with more bytes than a query keeps in memory.
var ErrTooLong = errors.New("a row is too long")
