package mcpclient

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos"
)

// tableDocument is the JSON content of the file that represents a table.
type tableDocument struct {
	Table   string                       `json:"table"`
	Columns []tableColumn                `json:"columns"`
	Rows    *int64                       `json:"rows"`   // nil if they could not be counted
	Sample  []map[string]json.RawMessage `json:"sample"` // the first few rows
	// Problem is the list of missing parts with the reasons.
	Problem string `json:"problem,omitempty"`
}

// tableColumn is one column in a tableDocument.
type tableColumn struct {
	Name    string  `json:"name"`
	Type    string  `json:"type"`
	NotNull bool    `json:"notnull"`
	Key     int     `json:"pk"` // the position in the primary key, from 1; 0 if it is in no key
	Default *string `json:"default"`
}

const (
	sampleRows  = 20
	sampleBytes = 200 // of one value
	maxTables   = 20_000
	maxColumns  = 500
)

// sqlite reads servers with the tools of the public SQLite servers: each table
// is one file.
type sqlite struct {
	l    *link
	last lastRead
}

func newSQLite(l *link, tools map[string]*mcp.Tool) adapter {
	if takes(tools["list_tables"], "") && takes(tools["describe_table"], "table_name") && takes(tools["read_query"], "query") {
		return &sqlite{l: l}
	}
	return nil
}

func (a *sqlite) name() string { return "sqlite" }

func (a *sqlite) uses() map[string]use {
	return map[string]use{"list_tables": {vital: true, bare: true}, "describe_table": {vital: true, bare: true}, "read_query": {vital: true, bare: true}}
}

const (
	tablesDir = luminos.Path("tables")
	tableExt  = ".table.json"
)

// rows calls a tool of the SQLite server that returns rows as JSON in one block of text. It decodes
// the rows into the value into, a pointer.
func (a *sqlite) rows(ctx context.Context, tool string, p luminos.Path, args map[string]any, into any) error {
	r, err := a.l.callTool(ctx, tool, p, args)
	if err != nil {
		return err
	}
	text, err := soleText(r)
	if err != nil {
		return err
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("the answer of the tool %s is not rows as JSON: %s", tool, syntax(err))
	}
	return nil
}

// tables returns the names of the tables by the paths of their files, and the listing of these
// files.
func (a *sqlite) tables(ctx context.Context) (map[luminos.Path]string, *listing, error) {
	var rows []struct{ Name *string }
	if err := a.rows(ctx, "list_tables", "", map[string]any{}, &rows); err != nil {
		return nil, nil, err
	}
	out := newListing(tablesDir)
	names := map[luminos.Path]string{}
	for _, row := range rows {
		switch {
		case row.Name == nil:
			out.refuse(errors.New("the server listed a table without a name"))
			continue
		case strings.HasPrefix(*row.Name, "sqlite_"): // a table of the database system
			continue
		case len(names) >= maxTables:
			out.partial = fmt.Sprintf("it has more than %d tables", maxTables)
			return names, out, nil
		}
		name := luminos.PathFromOS(fileName(*row.Name) + tableExt)
		if out.add(name, luminos.Node{Kind: luminos.KindFile, Size: -1, MIME: "application/json", Table: true}) {
			names[join(tablesDir, name)] = *row.Name
		}
	}
	return names, out, nil
}

func (a *sqlite) list(ctx context.Context, dir luminos.Path) ([]luminos.Node, error) {
	if dir == luminos.Root {
		return []luminos.Node{{Path: tablesDir, Kind: luminos.KindDir, Size: -1}}, nil
	}
	names, out, err := a.tables(ctx)
	if err != nil {
		return nil, err
	}
	if _, ok := names[dir]; ok {
		return nil, errNotDir
	}
	if dir != tablesDir {
		return nil, fs.ErrNotExist
	}
	return out.done()
}

func (a *sqlite) stat(ctx context.Context, p luminos.Path) (luminos.Node, error) {
	return find(ctx, a, p)
}

func (a *sqlite) read(ctx context.Context, p luminos.Path, offset int64, n int) ([]byte, error) {
	if p == luminos.Root || p == tablesDir {
		return nil, luminos.ErrNotRegular
	}
	return a.last.window(string(p), offset, n, func() ([]byte, error) {
		t, err := a.document(ctx, p)
		if err != nil {
			return nil, err
		}
		return encodeTable(t)
	})
}

// Table implements [luminos.Tables] by asking the server for the columns and the number of rows of the table.
func (a *sqlite) Table(ctx context.Context, p luminos.Path) (luminos.Table, error) {
	t, err := a.describe(ctx, p)
	if err != nil {
		return luminos.Table{}, fmt.Errorf("reading the columns of the database table %q from the MCP server: %w", p, err)
	}
	out := luminos.Table{Name: t.Table, Rows: -1}
	if t.Rows != nil {
		out.Rows = *t.Rows
	}
	for _, c := range t.Columns {
		out.Columns = append(out.Columns, luminos.TableColumn{Name: c.Name, Type: c.Type, NotNull: c.NotNull, Key: c.Key})
	}
	return out, nil
}

// describe returns the columns and the number of rows of the table at the path p. If the server
// refuses to count the rows, the field Problem of the result says so.
func (a *sqlite) describe(ctx context.Context, p luminos.Path) (tableDocument, error) {
	if err := valid(ctx, p); err != nil {
		return tableDocument{}, err
	}
	if p == luminos.Root || p == tablesDir {
		return tableDocument{}, luminos.ErrNotTable
	}
	names, _, err := a.tables(ctx)
	if err != nil {
		return tableDocument{}, err
	}
	name, ok := names[p]
	if !ok {
		return tableDocument{}, fs.ErrNotExist
	}
	t := tableDocument{Table: name, Columns: []tableColumn{}, Sample: []map[string]json.RawMessage{}}
	if t.Columns, err = a.columns(ctx, p, name); err != nil {
		return tableDocument{}, err
	}
	var count []struct{ N json.Number }
	err = a.rows(ctx, "read_query", p, map[string]any{"query": "SELECT COUNT(*) AS N FROM " + identifier(name)}, &count)
	if err == nil && len(count) == 1 {
		if n, bad := count[0].N.Int64(); bad == nil && n >= 0 {
			t.Rows = &n
		}
	}
	return t, t.lack(ctx, "the rows could not be counted", err)
}

// columns returns the columns of the table called name, as the server describes them. The path p of
// its file is for error messages and for barring the path.
func (a *sqlite) columns(ctx context.Context, p luminos.Path, name string) ([]tableColumn, error) {
	var columns []struct {
		Name    string
		Type    string
		NotNull int64
		PK      int
		Default any `json:"dflt_value"`
	}
	// The server puts the name unquoted into a PRAGMA, so it is quoted here.
	if err := a.rows(ctx, "describe_table", p, map[string]any{"table_name": identifier(name)}, &columns); err != nil {
		return nil, err
	}
	list := make([]tableColumn, 0, len(columns))
	for _, c := range columns {
		column := tableColumn{Name: c.Name, Type: c.Type, NotNull: c.NotNull != 0, Key: c.PK}
		if c.Default != nil {
			text := cut(fmt.Sprint(c.Default), sampleBytes)
			column.Default = &text
		}
		list = append(list, column)
	}
	return list, nil
}

// document returns the content of the file that represents the table at the path p: its columns,
// the number of its rows and a sample of its rows.
func (a *sqlite) document(ctx context.Context, p luminos.Path) (tableDocument, error) {
	t, err := a.describe(ctx, p)
	if err != nil || len(t.Columns) == 0 {
		return t, err
	}
	err = a.rows(ctx, "read_query", p, map[string]any{"query": sampleQuery(t)}, &t.Sample)
	if err := t.lack(ctx, "there is no sample", err); err != nil {
		return t, err
	}
	if len(t.Columns) > maxColumns {
		t.problem(fmt.Sprintf("the sample has %d of %d columns", maxColumns, len(t.Columns)))
	}
	return t, nil
}

// lack adds to the Problem of the document the text part, such as "there is no sample", and the error err, if err is
// not nil. It returns err instead if the context ended, or if err is an error of the protocol or a refusal of this
// package.
func (t *tableDocument) lack(ctx context.Context, part string, err error) error {
	if _, refused := errors.AsType[*toolError](err); !refused && err != nil && answered(err) || ctx.Err() != nil {
		return err
	}
	if err != nil {
		t.problem(part + ": " + clean(err.Error(), 300))
	}
	return nil
}

func (t *tableDocument) problem(text string) {
	if t.Problem != "" {
		t.Problem += "; "
	}
	t.Problem += text
}

func encodeTable(t tableDocument) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(t); err != nil {
		return nil, fmt.Errorf("encoding the description of a database table as JSON: %w", err)
	}
	return b.Bytes(), nil
}

// identifier returns the name of a table or column in double quotes, as SQL requires for any name.
func identifier(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// sampleQuery returns a query for a few rows with short values. One row can hold a
// gigabyte, and the whole answer is held in memory.
func sampleQuery(t tableDocument) string {
	var b strings.Builder
	b.WriteString("SELECT ")
	for i, c := range t.Columns[:min(len(t.Columns), maxColumns)] {
		if i > 0 {
			b.WriteString(", ")
		}
		id := identifier(c.Name)
		fmt.Fprintf(&b, "CASE typeof(%[1]s) WHEN 'blob' THEN 'blob of ' || length(%[1]s) || ' bytes' WHEN 'text' THEN substr(%[1]s, 1, %[2]d) ELSE %[1]s END AS %[1]s", id, sampleBytes)
	}
	fmt.Fprintf(&b, " FROM %s LIMIT %d", identifier(t.Table), sampleRows)
	return b.String()
}

// writes matches the words of which a statement has one if it begins with WITH and changes the database.
var writes = regexp.MustCompile(`\b(?:delete|update|into)\b`)

// checkQuery returns an error if a query that a model wrote has several statements, calls a function that does more
// than read, does not begin with SELECT or WITH, or begins with WITH and has a word of a statement that writes. The
// server itself checks only the first word of the query.
func checkQuery(args json.RawMessage) error {
	var q struct{ Query string }
	if err := json.Unmarshal(args, &q); err != nil {
		return errors.New("the argument query is not a string; give one SELECT as a string")
	}
	text := strings.ToLower(q.Query)
	if strings.Contains(strings.TrimRight(text, "; \t\r\n"), ";") {
		return errors.New("the query has more than one statement, or a ; in a literal; give one SELECT without a ;")
	}
	for _, f := range []string{"load_extension", "readfile", "writefile", "fts3_tokenizer", "edit"} {
		if i := strings.Index(text, f); i >= 0 && strings.HasPrefix(strings.TrimLeft(text[i+len(f):], " \t\r\n\""+"`]'"), "(") {
			return fmt.Errorf("the query calls the function %s, which does more than read the database", f)
		}
	}
	switch with := strings.HasPrefix(strings.TrimSpace(text), "with"); {
	case !with && !strings.HasPrefix(strings.TrimSpace(text), "select"):
		return errors.New("the query does not begin with SELECT or WITH; give a SELECT")
	case with && writes.MatchString(text):
		return errors.New("the query begins with WITH and has the word DELETE, UPDATE or INTO, perhaps in a literal; give a SELECT")
	}
	return nil
}
