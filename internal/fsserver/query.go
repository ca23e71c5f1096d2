package fsserver

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"luminos"
	"luminos/internal/query"
	"luminos/internal/tool"
	"luminos/internal/words"
)

const (
	queryTime  = 15 * time.Second // for the rows of one query; the rows until then are the answer
	queryBytes = 512 << 20        // of a file that one query reads
)

type (
	queryInput struct {
		Path    string       `json:"path" jsonschema:"the file, relative to the target"`
		Table   string       `json:"table,omitempty" jsonschema:"a table, a sheet, or a member of a JSON object (a.b)"`
		Columns []string     `json:"columns,omitempty" jsonschema:"names, or #3 for the third column; all unless given"`
		Where   []queryWhere `json:"where,omitempty" jsonschema:"conditions, all of which hold"`
		GroupBy *queryGroup  `json:"group_by,omitempty" jsonschema:"shows one row for each group instead of the rows"`
		Limit   int          `json:"limit,omitempty" jsonschema:"at most so many rows; 50 unless given, 200 at most"`
	}
	queryWhere struct {
		Column string `json:"column"`
		Op     string `json:"op" jsonschema:"one of = != < <= > >= contains matches is_missing; matches takes RE2 syntax"`
		Value  any    `json:"value,omitempty" jsonschema:"not needed for is_missing"`
	}
	queryGroup struct {
		Columns    []string         `json:"columns,omitempty" jsonschema:"equal in a group; without, all rows are one"`
		Aggregates []queryAggregate `json:"aggregates,omitempty" jsonschema:"count unless given; the first sorts groups"`
	}
	queryAggregate struct {
		Fn     string `json:"fn" jsonschema:"one of count sum min max mean distinct"`
		Column string `json:"column,omitempty" jsonschema:"not needed for count"`
	}
)

// Queried is the structured result of query_table. The rows are in its text.
type Queried struct {
	Path    string `json:"path"`
	Table   string `json:"table,omitempty"`
	Read    int64  `json:"read" jsonschema:"rows that were read"`
	Matched int64  `json:"matched" jsonschema:"rows that meet the conditions"`
	Groups  int    `json:"groups,omitempty"`
	Shown   int    `json:"shown" jsonschema:"rows or groups in the text"`
	Cut     bool   `json:"cut,omitempty" jsonschema:"a bound was reached: numbers are of a part of the table"`
}

// queries answers the calls of query_table.
type queries struct {
	target
	rows    func(context.Context, luminos.Path, string, func(columns, values []string) bool) error
	timeout time.Duration // of a call
}

func (q *queries) tool() tool.Tool {
	t := tool.New[queryInput, Queried]("query_table", "Query a table",
		"Filters, groups and counts the rows of one table: delimited text, JSON Lines, JSON arrays of objects, tables of "+
			"SQLite and dBASE, Parquet, Arrow, Feather, arrays of NetCDF, sheets of workbooks. The first line "+
			"states how many rows were read and how many match, "+
			"then come rows between tabs. Values compare as numbers if both are numbers, else as text. A missing value "+
			"is an empty one or NULL: of the operators only is_missing and != fit it, and no aggregate of a column "+
			"counts it. Members of objects are columns \"a.b\". Groups are sorted by the first aggregate, the greatest "+
			"first. It reads 5 million rows, 512 MiB or 15 seconds at most, and states it if it stops there. "+
			"parse_structure shows tables and columns. Rows have no line numbers here: to cite a row, find its line with "+
			"search_files; to cite a number of rows, cite the measure rows of the file or count the lines that have a pattern.",
		q.query)
	// A model writes 5 as often as "5". The check of arguments uses this schema, so it is changed and not replaced.
	t.Input.Properties["where"].Items.Properties["value"].Types = []string{"string", "number", "boolean"}
	return t
}

func (q *queries) query(ctx context.Context, in queryInput) (tool.Result, error) {
	const what = "querying"
	n, err := q.find(ctx, in.Path)
	if err != nil {
		return q.cannot(ctx, what, in.Path, err)
	}
	if n.Kind != luminos.KindFile {
		return notFile(what, n), nil
	}
	limit := min(queryTime, q.timeout*3/4)
	soon, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	from, err := q.tableOf(soon, n, in.Table)
	if err == nil {
		var a *query.Answer
		a, err = query.Run(soon, in.query(), from.rows)
		stopped := ""
		switch {
		case ctx.Err() != nil:
			return tool.Result{}, context.Cause(ctx)
		case soon.Err() != nil:
			stopped = "stopped after " + limit.Round(time.Millisecond).String()
		case errors.Is(err, errScanned):
			stopped = "stopped after " + words.Bytes(queryBytes)
		case errors.Is(err, query.ErrTooLong), errors.Is(err, query.ErrSyntax):
			stopped = "stopped: " + err.Error()
		}
		if bad, ok := errors.AsType[unreadable](err); ok && a.Read > 0 {
			stopped = "stopped: " + bad.Error()
		} else if ok {
			err = query.Invalid("its rows cannot be read: " + bad.Error())
		}
		if err == nil || stopped != "" {
			return from.result(n, a, stopped), nil
		}
	}
	if invalid, ok := errors.AsType[query.Invalid](err); ok {
		return tool.Failure("%s %s: %s", what, show(n.Path), visibleText(invalid.Error())), nil
	}
	return q.cannot(ctx, what, in.Path, err)
}

// query returns the question of a call.
func (in queryInput) query() query.Query {
	q := query.Query{Columns: in.Columns, Limit: in.Limit}
	for _, w := range in.Where {
		q.Where = append(q.Where, query.Condition{Column: w.Column, Op: w.Op, Value: scalar(w.Value)})
	}
	if in.GroupBy != nil {
		q.Group = &query.Group{Columns: in.GroupBy.Columns}
		for _, a := range in.GroupBy.Aggregates {
			q.Group.Aggregates = append(q.Group.Aggregates, query.Aggregate{Fn: a.Fn, Column: a.Column})
		}
	}
	return q
}

// scalar returns a value of JSON as a text.
func scalar(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return fmt.Sprint(v)
}

// separates reports whether a character separates values or rows of a result.
func separates(r rune) bool { return r == '\t' || r == '\n' || r == '\r' }

// result returns the answer of a query as the result of the tool. stopped is the bound that ended the reading, or "".
func (t *table) result(n luminos.Node, a *query.Answer, stopped string) tool.Result {
	d := Queried{Path: string(n.Path), Table: t.name, Read: a.Read, Matched: a.Matched, Groups: a.Groups}
	d.Cut = stopped != "" || len(a.Notes) > 0
	var rows strings.Builder
	line := func(cells []string) {
		for i, c := range cells {
			if i > 0 {
				rows.WriteByte('\t')
			}
			c, _ = visible(strings.Join(strings.FieldsFunc(c, separates), " "))
			rows.WriteString(c)
		}
		rows.WriteByte('\n')
	}
	line(a.Columns)
	full := false
	for _, r := range a.Rows {
		if full = rows.Len() > maxText; full {
			break
		}
		line(r)
		d.Shown++
	}
	name := show(n.Path)
	if t.name != "" {
		name += ", table " + show(luminos.Path(t.name))
	}
	head := fmt.Sprintf("%s: %s read, %s match", name, words.Plural(a.Read, "row"), words.Count(a.Matched))
	total := int(a.Matched)
	if len(a.Columns) > 0 && a.Groups > 0 {
		head += ", " + words.Plural(a.Groups, "group")
		total = a.Groups
	}
	notes := append([]string{}, t.notes...)
	if d.Shown < total {
		notes = append(notes, fmt.Sprintf("the first %s shown; narrow where, or raise limit", words.Count(d.Shown)))
	}
	if full {
		notes = append(notes, "more than "+words.Bytes(maxText)+" of rows; name fewer columns")
	}
	notes = append(notes, a.Notes...)
	if stopped != "" {
		notes = append(notes, stopped+", and later rows are not counted")
	}
	text := head + "\n" + cutText(rows.String(), maxText*5/4)
	if !strings.HasSuffix(text, "\n") {
		text += "…\n"
	}
	if len(notes) > 0 {
		text += "[" + visibleText(strings.Join(notes, "; ")) + "]\n"
	}
	return tool.Result{Text: text, Data: d}
}
