package fsserver

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/query"
	"luminos/internal/readable"
	"luminos/internal/redact"
)

// table is a table of a file, with its secrets masked.
type table struct {
	name  string // "" for a file that is one table
	rows  query.Rows
	notes []string // statements about parts that are not in the rows
}

// tableOf returns the named table of a file, or its only table.
func (q *queries) tableOf(ctx context.Context, n luminos.Node, name string) (*table, error) {
	text, x, err := q.extracted(ctx, n)
	if err != nil {
		return nil, err
	}
	src, head := q.root, []byte(text[:min(len(text), content.EncodingHead)])
	var enc content.Encoding
	if x == nil {
		if head, err = q.root.Read(ctx, n.Path, 0, content.EncodingHead); err != nil {
			return nil, err
		}
		if enc = content.EncodingOf(head); enc == content.Binary {
			return nil, query.Invalid("there is no reader of " + q.formatOf(ctx, n) + ", so it has no rows")
		}
		if kind := content.Identify(n.Path, false, head).Language; !holdsRows(n.Path, kind) {
			return nil, query.Invalid("it is " + cmp.Or(kind, "a log") + ", and no table; read_file shows its lines, and " +
				"search_files finds and counts them")
		}
	} else {
		if t, err := q.databaseOf(ctx, n, x, name); t != nil || err != nil {
			return t, err
		}
		if !isText(x) {
			return sheetOf(x, name)
		}
		if uncompressed(n.Path).Ext() == "" && !isJSON("", head) && !hasColumns(text) {
			return nil, query.Invalid("it is text without columns; read_file shows its lines")
		}
		src, enc = q.readable, content.EncodingOf([]byte(text))
	}
	t := &table{name: name}
	if x != nil {
		t.notes = x.Limits
	}
	base := uncompressed(n.Path)
	head = []byte(content.Decode(head, enc))
	if isJSON(base, head) {
		if enc == content.UTF16LE || enc == content.UTF16BE {
			return nil, query.Invalid("it is JSON in UTF-16, which is not read here")
		}
		t.rows = query.JSON(&stream{ctx: ctx, src: src, path: n.Path}, name, isJSONLines(base, head))
		return t, nil
	}
	if name != "" {
		return nil, query.Invalid("it is one table without a name; leave table out")
	}
	t.rows = query.Delimited(linesOf(ctx, newLines(src, n.Path, enc, spot{line: 1}, nil)), signOf(base), false)
	return t, nil
}

// extracted returns the extraction of a file that is not read by its own bytes, with its text.
func (q *queries) extracted(ctx context.Context, n luminos.Node) (string, *luminos.Extraction, error) {
	if _, member := readable.Archive(ctx, q.root, n.Path); !member {
		head, err := q.root.Read(ctx, n.Path, 0, content.EncodingHead)
		if err != nil {
			return "", nil, err
		}
		id := content.Identify(n.Path, false, head)
		if content.EncodingOf(head) != content.Binary && !content.ReadByExtraction(n.Path, id) {
			return "", nil, nil
		}
	}
	return readable.Of(ctx, q.readable, n.Path)
}

// holdsRows reports whether a text can be a table: delimited text or JSON, by its language and its name.
func holdsRows(p luminos.Path, language string) bool {
	switch uncompressed(p).Ext() {
	case ".csv", ".tsv", ".tab", ".psv", ".txt", ".dat", ".data":
		return true
	case ".log":
		return false
	}
	switch language {
	case "", "Text", "CSV", "TSV", "JSON", "GeoJSON", "JSONLD", "TopoJSON", "JSON with Comments", "JSON5":
		return true
	}
	return false
}

// hasColumns reports whether the first two lines of a text have the same number of delimiters of one kind.
func hasColumns(text string) bool {
	first, rest, _ := strings.Cut(text, "\n")
	second, _, _ := strings.Cut(rest, "\n")
	for _, sign := range []string{"\t", ",", ";", "|"} {
		if n := strings.Count(first, sign); n > 0 && n == strings.Count(second, sign) {
			return true
		}
	}
	return false
}

// isText reports whether the extraction is the text of a file that is compressed, or in an archive.
func isText(x *luminos.Extraction) bool {
	return strings.HasPrefix(x.Reader, "archive ") && len(x.Parts) == 1 && x.Parts[0].Name == "text" && len(x.Tables) == 0
}

// uncompressed returns a path without the extension of a compression.
func uncompressed(p luminos.Path) luminos.Path {
	switch p.Ext() {
	case ".gz", ".bz2", ".xz", ".zst", ".lz4":
		return p[:len(p)-len(p.Ext())]
	}
	return p
}

// signOf returns the delimiter that the extension of a file names, or 0.
func signOf(p luminos.Path) byte {
	switch p.Ext() {
	case ".tsv", ".tab":
		return '\t'
	case ".psv":
		return '|'
	}
	return 0
}

// isJSON reports whether a file is JSON, by its beginning and its extension.
func isJSON(p luminos.Path, head []byte) bool {
	b := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\uFEFF")), " \t\r\n")
	switch p.Ext() {
	case ".csv", ".tsv", ".tab", ".psv":
		return false
	}
	return len(b) > 0 && (b[0] == '{' || b[0] == '[')
}

// isJSONLines reports whether each line of a file is a value of JSON, by its extension, or by its first two lines.
func isJSONLines(p luminos.Path, head []byte) bool {
	switch p.Ext() {
	case ".jsonl", ".ndjson", ".jsonlines", ".ldjson", ".geojsonl":
		return true
	}
	first, rest, ok := bytes.Cut(head, []byte("\n"))
	rest = bytes.TrimLeft(rest, " \t\r\n")
	return ok && len(rest) > 0 && rest[0] == '{' && json.Valid(first)
}

// stream is a file as an io.Reader, from its beginning. It holds a context because Read takes none. It is used only
// during the call of that context.
type stream struct {
	ctx  context.Context
	src  luminos.Source
	path luminos.Path
	at   int64
	buf  []byte
	end  bool
}

// Read implements [io.Reader]. It reads chunks at multiples of their size, as read_file does, so that the same bytes
// are masked.
func (s *stream) Read(b []byte) (int, error) {
	if len(s.buf) == 0 && !s.end {
		if s.at >= queryBytes {
			return 0, errScanned
		}
		got, err := s.src.Read(s.ctx, s.path, s.at, chunk)
		if err != nil {
			return 0, err
		}
		if s.at == 0 {
			got = bytes.TrimPrefix(got, []byte("\uFEFF"))
			s.end = len(got) < chunk-3
		} else {
			s.end = len(got) < chunk
		}
		s.at += chunk
		s.buf = got
	}
	if len(s.buf) == 0 {
		return 0, io.EOF
	}
	n := copy(b, s.buf)
	s.buf = s.buf[n:]
	return n, nil
}

// linesOf returns the lines of a file as text.
func linesOf(ctx context.Context, l *lines) query.Lines {
	l.most = queryBytes
	return func() (string, bool, error) {
		b, length, ok, err := l.scan(ctx, query.LineMost)
		if err != nil || !ok {
			return "", false, err
		}
		return decode(b, l.enc, int64(len(b)) < length), true, nil
	}
}

// sheetOf returns the sheet of a workbook with the given name, or the only one.
func sheetOf(x *luminos.Extraction, name string) (*table, error) {
	const prefix = "sheet "
	var names []string
	found := -1
	for i, p := range x.Parts {
		sheet, ok := strings.CutPrefix(p.Name, prefix)
		if !ok {
			continue
		}
		names = append(names, sheet)
		if name == "" || strings.EqualFold(sheet, name) {
			found = i
		}
	}
	switch {
	case x.State != "" && len(names) == 0:
		return nil, query.Invalid(string(x.State) + ": " + x.Problem)
	case len(names) == 0:
		return nil, query.Invalid("it is " + cmp.Or(x.Format, "a file") + " without tables that can be queried; read_file " +
			"shows its text, parse_structure its parts and properties, and search_files finds in it")
	case name == "" && len(names) > 1:
		return nil, query.Invalid("it has several sheets; pass one as table: " + list(names))
	case found < 0:
		return nil, query.Invalid(fmt.Sprintf("it has no sheet %q; its sheets are: %s", name, list(names)))
	}
	sheet := strings.TrimPrefix(x.Parts[found].Name, prefix)
	return &table{sheet, query.Delimited(query.LinesOf(x.Parts[found].Text), '\t', true), x.Limits}, nil
}

// namesMost is the number of names of tables in an error.
const namesMost = 50

// list returns names for an error.
func list(names []string) string {
	between := ", "
	if slices.ContainsFunc(names, func(n string) bool { return strings.Contains(n, between) }) {
		between = "; "
	}
	text := strings.Join(names[:min(len(names), namesMost)], between)
	if len(names) > namesMost {
		text += fmt.Sprintf(" and %d more", len(names)-namesMost)
	}
	return text
}

// databaseOf returns the table of a database with the given name, or the only one; nil if the file is no database.
func (q *queries) databaseOf(
	ctx context.Context, n luminos.Node, x *luminos.Extraction, name string,
) (*table, error) {
	kind, ok := rowFormat(x.Format)
	if q.rows == nil || !ok || len(x.Tables) == 0 && len(x.Columns) == 0 {
		return nil, nil
	}
	names := tableNames(x)
	many := kind == "SQLite" || kind == "NetCDF"
	if many && name == "" {
		if len(names) != 1 {
			return nil, query.Invalid("it has several tables, or none; pass one as table: " + list(names))
		}
		name = names[0]
	}
	if i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) }); i >= 0 {
		name = names[i]
	} else if many || name != "" {
		return nil, query.Invalid(fmt.Sprintf("it has no table %q; its tables are: %s", name, list(names)))
	}
	t := &table{name: name, notes: x.Limits}
	t.rows = func(yield func(query.Row) bool) error {
		m := masker{yield: yield}
		err := q.rows(ctx, n.Path, name, m.add)
		if err == nil || ctx.Err() == nil {
			m.flush()
		}
		if err != nil && ctx.Err() == nil {
			return unreadable{err}
		}
		return err
	}
	return t, nil
}

// rowFormat returns the format of files whose rows are read without their text, by the words of their reader.
func rowFormat(format string) (kind string, ok bool) {
	for _, kind := range []string{"SQLite", "dBASE", "Parquet", "Arrow", "NetCDF"} {
		if strings.Contains(format, kind) {
			return kind, true
		}
	}
	return "", false
}

// tableNames returns the names of the tables of a database. The tables of a file of arrays are the combinations of
// dimensions that its columns have in their types: "float(time, lat)".
func tableNames(x *luminos.Extraction) []string {
	var names []string
	for _, t := range x.Tables {
		names = append(names, t.Name)
	}
	for _, c := range x.Columns {
		typ, dims, ok := strings.Cut(strings.TrimSuffix(c.Type, ")"), "(")
		if typ == "char" {
			dims = dims[:max(strings.LastIndex(dims, ", "), 0)]
		}
		if ok && strings.HasPrefix(x.Format, "NetCDF") && !slices.Contains(names, dims) && dims != "" {
			names = append(names, dims)
		}
	}
	return names
}

// unreadable is the error of a file whose rows cannot be read, or not all.
type unreadable struct{ error }

// maskRows is the number of rows whose secrets are judged together with the names of their columns.
const maskRows = 200

// masker masks the secrets in the rows of a database as in a text of lines between tabs, below their header.
type masker struct {
	yield   func(query.Row) bool
	columns []string
	rows    [][]string
	ended   bool
}

// add takes one row. It returns false if no more rows are wanted.
func (m *masker) add(columns, values []string) bool {
	m.columns = columns
	m.rows = append(m.rows, slices.Clone(values))
	if len(m.rows) == maskRows {
		m.flush()
	}
	return !m.ended
}

// flush passes the rows on, masked.
func (m *masker) flush() {
	var b strings.Builder
	line := func(cells []string) {
		for i, c := range cells {
			if i > 0 {
				b.WriteByte('\t')
			}
			b.WriteString(c)
		}
		b.WriteByte('\n')
	}
	line(m.columns)
	for _, r := range m.rows {
		line(r)
	}
	masked, _ := redact.Text(b.String()) // a mask is as long as the secret
	at := 0
	piece := func(cells []string) []string {
		out := make([]string, len(cells))
		for i, c := range cells {
			out[i] = masked[at:][:len(c)]
			at += len(c) + 1
		}
		return out
	}
	columns := piece(m.columns)
	for _, r := range m.rows {
		if m.ended = m.ended || !m.yield(query.Row{Columns: columns, Values: piece(r)}); m.ended {
			break
		}
	}
	m.rows = m.rows[:0]
}
