package fsserver

import (
	"context"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/sourcetest"
)

// sheets extracts two sheets from workbooks, a database from files with the extension .sqlite, and a text from .gz.
type sheets struct{}

func (sheets) Extract(_ context.Context, files []luminos.Path, _ luminos.Extract) ([]*luminos.Extraction, error) {
	all := make([]*luminos.Extraction, len(files))
	for i, p := range files {
		switch p {
		case "a.xlsx":
			all[i] = &luminos.Extraction{Reader: "r 1", Format: "workbook", Limits: []string{"only the beginning was read"},
				Parts: []luminos.Part{{Name: "sheet A", Text: "n\tv\nx\t1\ny\t2\n"}, {Name: "sheet B", Text: "w\n3\n"}}}
		case "a.sqlite":
			all[i] = &luminos.Extraction{Reader: "r 1", Format: "SQLite 3 database",
				Tables: []luminos.DataTable{{Name: "User", Rows: 2, Columns: 2}, {Name: "Other"}}}
		case "a.parquet":
			all[i] = &luminos.Extraction{Reader: "r 1", Format: "Parquet 1"}
		case "a.zip":
			all[i] = &luminos.Extraction{Reader: "archive 1", Format: "zip archive",
				Entries: []luminos.ArchiveEntry{{Name: "d/t.csv", Size: 8}, {Name: "./d/u.csv"}, {Name: "e/T.CSV"}}}
		case "a.zip!/d/t.csv":
			all[i] = &luminos.Extraction{Reader: "archive 1 > text", Format: "CSV",
				Parts: []luminos.Part{{Name: "text", Text: "a,b\n1,password=hunter2hunter2\n"}}}
		case "a.gz":
			all[i] = &luminos.Extraction{Reader: "archive 1", Parts: []luminos.Part{{Name: "text", Text: "a text, but\nno table\n"}}}
		case "b.gz":
			all[i] = &luminos.Extraction{Reader: "archive 1", Parts: []luminos.Part{{Name: "text", Text: "a;b\n1;2\n"}}}
		case "a.zip!/d/m.go":
			all[i] = &luminos.Extraction{Reader: "archive 1 > text", Format: "Go",
				Parts: []luminos.Part{{Name: "text", Text: "package m\n\nfunc Run() {}\n"}}}
		}
	}
	return all, nil
}

// rowsOfUser returns the rows of the table User.
func rowsOfUser(_ context.Context, p luminos.Path, table string, row func(columns, values []string) bool) error {
	if p != "a.sqlite" || table != "User" {
		return luminos.ErrNotTable
	}
	_ = row([]string{"name", "password"}, []string{"Ann", "Tr0ub4dor&3xyz"}) && row([]string{"name", "password"}, []string{"Bob", ""})
	return nil
}

// tabular returns the tools over files of each form of tables.
func tabular(t *testing.T) kit {
	m := sourcetest.Memory{}
	for p, text := range map[luminos.Path]string{
		"t.csv": "name,v,password\nAnn,1,Tr0ub4dor&3xyz\nBob,22,hunter2hunter2\n", "t.tsv": "a,b\tc\n1\t2\n",
		"t.jsonl": "{\"a\":1}\n{\"a\":2,\"b\":\"x\\ny\"}\n", "t.json": `{"k":[{"a":1}],"l":[{"a":2}]}`,
		"latin.csv": "n,v\ncaf\xe9,1\n", "wide.csv": "\xff\xfea\x00,\x00b\x00\n\x001\x00,\x002\x00\n\x00", "wide.json": "\xff\xfe[\x00]\x00",
		"a.xlsx": "PK\x00", "a.sqlite": "SQLite format 3\x00", "a.parquet": "PAR1\x00", "a.zip": "PK\x00", "a.gz": "\x1f\x8b\x00", "b.gz": "\x1f\x8b\x00",
		"m.pst": "!BDN\x00\x00\x00", "p.html": "<html>\n", "b.bin": "\x00\x01",
		"bad.json": `[{"a":1},{"a":`, "lines.log": "one\ntwo\n", "odd.csv": "a\x1b,b\nx\u202e,1\n",
	} {
		m.Add(p, luminos.Node{}, text)
	}
	return toolsOf(t, m, Options{Extractor: sheets{}, Rows: rowsOfUser})
}

// TestQueryTable reads the rows of tables in each form, with secrets masked before conditions are applied.
func TestQueryTable(t *testing.T) {
	tools := tabular(t)
	is := func(column, op string, value any) []args { return []args{{"column": column, "op": op, "value": value}} }
	for _, c := range []struct {
		args  args
		want  string
		lacks string
	}{
		{args{"path": "t.csv", "where": is("v", ">", 3)}, "t.csv: 2 rows read, 1 match\nname\tv\tpassword\nBob\t22\t(masked)xxxxxx\n", "hunter2"},
		{args{"path": "t.csv", "where": is("password", "contains", "hunter2")}, "2 rows read, 0 match\n", "Bob"},
		{args{"path": "t.csv", "limit": 1, "columns": []string{"#2"}}, "\nv\n1\n[the first 1 shown; narrow where, or raise limit]\n", ""},
		{args{"path": "t.csv", "group_by": args{"aggregates": []args{{"fn": "sum", "column": "v"}}}}, "2 match, 1 group\nsum(v)\n23\n", ""},
		{args{"path": "b.gz"}, "\na\tb\n1\t2\n", ""},
		{args{"path": "t.tsv"}, "\na,b\tc\n1\t2\n", ""},
		{args{"path": "t.jsonl", "where": is("a", "=", "2")}, "\na\tb\n2\tx y\n", ""},
		{args{"path": "t.json", "table": "l"}, "t.json, table l: 1 row read, 1 match\na\n2\n", ""},
		{args{"path": "latin.csv"}, "\ncafé\t1\n", ""},
		{args{"path": "wide.csv"}, "\na\tb\n1\t2\n", ""},
		{args{"path": "odd.csv"}, "\na\\x1b\tb\nx\\u202e\t1\n", ""},
		{args{"path": "a.xlsx", "table": "a"}, "a.xlsx, table A: 2 rows read, 2 match\nn\tv\nx\t1\ny\t2\n[only the beginning was read]\n", ""},
		{args{"path": "a.sqlite", "table": "user"}, "a.sqlite, table User: 2 rows read, 2 match\nname\tpassword\nAnn\t(masked)xxxxxx\nBob\t\n", "Tr0ub"},
		{args{"path": "a.sqlite", "table": "user", "where": is("password", "is_missing", nil)}, "1 match\nname\tpassword\nBob\t\n", ""},
		{args{"path": "a.zip!/d/t.csv"}, "a.zip!/d/t.csv: 1 row read, 1 match\na\tb\n1\tpassword=(masked)xxxxxx\n", "hunter2"},
		{args{"path": "bad.json"}, "1 row read, 1 match\na\n1\n[stopped: the text is damaged: ", ""},
	} {
		for k, v := range c.args {
			if w, ok := v.([]args); ok && w[0]["value"] == nil {
				delete(c.args[k].([]args)[0], "value")
			}
		}
		text := tools.fine(t, "query_table", c.args).Text
		if !strings.Contains(text, c.want) || c.lacks != "" && strings.Contains(text, c.lacks) {
			t.Errorf("%v gives\n%s\nwant\n%s", c.args, text, c.want)
		}
	}
	for _, c := range []struct {
		args args
		want string
	}{
		{args{"path": "a.xlsx"}, "several sheets; pass one as table: A, B"}, {args{"path": "a.xlsx", "table": "C"}, "its sheets are: A, B"},
		{args{"path": "a.sqlite"}, "pass one as table: User, Other"}, {args{"path": "a.sqlite", "table": "no"}, `no table "no"`},
		{args{"path": "a.sqlite", "table": "Other"}, "its rows cannot be read"}, {args{"path": "a.parquet"}, "it is Parquet 1 without tables"},
		{args{"path": "b.bin"}, "there is no reader of its format"},
		{args{"path": "m.pst"}, "there is no reader of Microsoft Outlook personal storage"},
		{args{"path": "a.gz"}, "it is text without columns"},
		{args{"path": "p.html"}, "it is HTML, and no table"}, {args{"path": "lines.log"}, "it is a log, and no table"}, {args{"path": "t.csv", "table": "x"}, "one table without a name"},
		{args{"path": "t.json"}, "pass one as table: k, l"}, {args{"path": "t.csv", "columns": []string{"nme"}}, "the columns are: name, v, password"},
		{args{"path": "wide.json"}, "UTF-16"}, {args{"path": "gone.csv"}, "no such file"}, {args{"path": "."}, "it is a directory"},
		{args{"path": "t.csv", "where": is("v", "~", "1")}, "is no operator"}, {args{"path": "t.csv", "where": is("v", "=", []int{1})}, "arguments do not fit"},
	} {
		tools.fails(t, "query_table", c.args, c.want)
	}
}

// TestMembers reads, describes, outlines and searches a file in an archive by its path.
func TestMembers(t *testing.T) {
	tools := tabular(t)
	for _, c := range []struct {
		tool string
		args args
		want string
	}{
		{"read_file", args{"path": "a.zip!/d/t.csv"}, "text, CSV), lines 1 to 2 of 2\n1\ta,b\n2\t1,password=(masked)xxxxxx\n"},
		{"read_file", args{"path": "a.zip!/d/t.csv"}, "a.zip!/d/t.csv (30 B of text, CSV"},
		{"read_file", args{"path": "a.zip!/d/t.csv", "offset": 2, "stored": true}, "\n2\t1,password=(masked)xxxxxx\n"},
		{"stat_file", args{"path": "a.zip!/d/t.csv"}, "kind: file in an archive\ntext: 30 bytes\nread by: archive 1 > text\nformat: CSV\n"},
		{"parse_structure", args{"path": "a.zip!/d/m.go"}, "3 func Run: func Run()\n"},
		{"search_files", args{"path": "a.zip!/d/t.csv", "pattern": "a,"}, "a.zip!/d/t.csv:1: a,b\n"},
		{"search_files", args{"path": "a.zip!/d/t.csv", "pattern": "hunter2"}, "0 matches"},
	} {
		if text := tools.fine(t, c.tool, c.args).Text; !strings.Contains(text, c.want) {
			t.Errorf("%s %v gives\n%s\nwant\n%s", c.tool, c.args, text, c.want)
		}
	}
	for path, want := range map[string]string{
		"a.zip!/x/t.csv":         "There is a.zip!/d/t.csv, a.zip!/e/T.CSV",
		"a.zip!/d/no":            "There is a.zip!/d/t.csv, a.zip!/d/u.csv",
		"a.zip!/no":              "read_file of the archive lists its entries",
		"a.zip!/b.zip!/c":        "a file in an archive in an archive cannot be read",
		"t.csv!/x":               "t.csv has no files that can be read by a path",
		"gone.zip!/x":            "no such file",
		"a.zip!/../t.csv":        `".." in it`,
		"a.zip!/ghp_a1B2c3D4e5F": "has no file of that name",
	} {
		for _, tool := range []string{"read_file", "stat_file", "parse_structure", "query_table"} {
			tools.fails(t, tool, args{"path": path}, want)
		}
	}
}
