package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos"
	"luminos/internal/sourcetest"
)

// sqliteServer returns a server with the tools of the public SQLite server. It records its
// calls in asked.
func sqliteServer(tables string, asked *[]string) *mcp.Server {
	s := server()
	add := func(name, arg string, call func(arg string) (*mcp.CallToolResult, error)) {
		schema := `{"type":"object","properties":{}}`
		if arg != "" {
			schema = fmt.Sprintf(`{"type":"object","properties":{%q:{"type":"string"}},"required":[%q],"additionalProperties":false}`, arg, arg)
		}
		s.AddTool(&mcp.Tool{Name: name, Description: name, InputSchema: json.RawMessage(schema)}, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			var args map[string]string
			if err := json.Unmarshal(r.Params.Arguments, &args); err != nil {
				return nil, err
			}
			*asked = append(*asked, name+" "+args[arg])
			return call(args[arg])
		})
	}
	add("list_tables", "", func(string) (*mcp.CallToolResult, error) { return text(tables), nil })
	add("describe_table", "table_name", func(name string) (*mcp.CallToolResult, error) {
		if name == `"gone"` {
			return text("[]"), nil
		}
		return text(`[{"cid":0,"name":"id","type":"INTEGER","notnull":0,"dflt_value":null,"pk":1},{"cid":1,"name":"b \"c","type":"TEXT","notnull":1,"dflt_value":"'x'","pk":0}]`), nil
	})
	add("read_query", "query", func(q string) (*mcp.CallToolResult, error) {
		switch {
		case strings.Contains(q, `"broken"`) || strings.Contains(q, `"gone"`):
			return failed(errors.New("Error: SQLITE_CORRUPT: database disk image is malformed"))
		case strings.Contains(q, "COUNT(*)"):
			return text(`[{"N": 9007199254740993}]`), nil
		}
		return text(`[{"id": 1, "b \"c": "x<y"}]`), nil
	})
	for _, name := range []string{"write_query", "create_table"} {
		add(name, "query", func(string) (*mcp.CallToolResult, error) { return text("done"), nil })
	}
	return s
}

func TestSQLite(t *testing.T) {
	var asked []string
	b := near(t, sqliteServer(`[{"name":"users"},{"name":"a/b"},{"name":"sqlite_sequence"},{"name":"we\"ird"},{"name":null},{"name":"users"}]`, &asked), Options{})
	nodes, err := b.List(t.Context(), "tables")
	partial, _ := errors.AsType[*PartialError](err)
	if want := []string{"tables/a%2Fb.table.json file", "tables/users.table.json file", "tables/we\"ird.table.json file"}; partial == nil || !slices.Equal(kinds(nodes), want) {
		t.Errorf("got %q, %v, want %q", kinds(nodes), err, want)
	}
	for _, n := range nodes {
		if !n.Table || n.Size != -1 {
			t.Errorf("got %+v", n)
		}
	}
	got, err := b.Text(t.Context(), `tables/we"ird.table.json`, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	sampled := len(asked) - 1
	const want = `{
  "table": "we\"ird",
  "columns": [
    {
      "name": "id",
      "type": "INTEGER",
      "notnull": false,
      "pk": 1,
      "default": null
    },
    {
      "name": "b \"c",
      "type": "TEXT",
      "notnull": true,
      "pk": 0,
      "default": "'x'"
    }
  ],
  "rows": 9007199254740993,
  "sample": [
    {
      "b \"c": "x<y",
      "id": 1
    }
  ]
}
`
	if diff := cmp.Diff(want, got.Content); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	sourcetest.Tables(t, b, `tables/we"ird.table.json`, luminos.Table{Name: `we"ird`, Rows: 9007199254740993, Columns: []luminos.TableColumn{
		{Name: "id", Type: "INTEGER", Key: 1}, {Name: `b "c`, Type: "TEXT", NotNull: true}}})
	for _, want := range []string{`describe_table "we""ird"`, `read_query SELECT COUNT(*) AS N FROM "we""ird"`} {
		if !slices.Contains(asked, want) {
			t.Errorf("asked were %q, want %q", asked, want)
		}
	}
	if last := asked[sampled]; !strings.Contains(last, `CASE typeof("b ""c") WHEN 'blob'`) || !strings.HasSuffix(last, `FROM "we""ird" LIMIT 20`) {
		t.Errorf("asked was %q", last)
	}
}

func TestSQLiteFaults(t *testing.T) {
	var asked []string
	b := near(t, sqliteServer(`[{"name":"broken"},{"name":"gone"}]`, &asked), Options{})
	for _, name := range []string{"broken", "gone"} {
		got, err := b.Text(t.Context(), luminos.Path("tables/"+name+".table.json"), 10_000)
		if err != nil || !strings.Contains(got.Content, `"rows": null`) || !strings.Contains(got.Content, "SQLITE_CORRUPT") {
			t.Errorf("%s: got %s, %v", name, got.Content, err)
		}
	}
	if got, err := luminos.CapabilitiesOf(b).Tables.Table(t.Context(), "tables/broken.table.json"); err != nil || got.Rows != -1 || len(got.Columns) != 2 {
		t.Errorf("a table that cannot be counted is %+v, %v", got, err)
	}
	for p, want := range map[luminos.Path]error{"tables/x.table.json": fs.ErrNotExist, "tables/broken": fs.ErrNotExist, "x": fs.ErrNotExist, "tables": luminos.ErrNotRegular, ".": luminos.ErrNotRegular} {
		if _, err := b.Read(t.Context(), p, 0, 1); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", p, err, want)
		}
	}
	if _, err := near(t, sqliteServer("('users',)", &asked), Options{}).List(t.Context(), "tables"); err == nil || !strings.Contains(err.Error(), "not rows as JSON") {
		t.Errorf("got %v", err)
	}
}

func TestSQLiteQueriesOfModels(t *testing.T) {
	var asked []string
	b := near(t, sqliteServer(`[]`, &asked), Options{})
	if got, want := names(b.Tools()), []string{"describe_table", "list_tables", "read_query"}; !slices.Equal(got, want) {
		t.Fatalf("got %q, want %q", got, want)
	}
	for query, fine := range map[string]bool{
		"SELECT 1": true, " select edition from books;": true, "WITH x AS (SELECT 1) SELECT * FROM x": true,
		"with x as (select a from b where c = 'inserted') select replace(a, 'b', 'c') from x": true,
		"SELECT 'delete' AS action": true, "WITH x AS (SELECT 1) DELETE FROM users": false, "with x as (select 1)update users set id = 1": false,
		"WITH x AS (SELECT 1) REPLACE/**/INTO users VALUES (1)": false, "WITH x AS (SELECT 1) INSERT OR IGNORE\nINTO users SELECT 1": false,
		"WITH x AS (DELETE FROM users RETURNING id) SELECT id FROM x": false,
		"SELECT 1; DROP TABLE users":                                  false, "DELETE FROM users": false, "select load_extension('x')": false, "SELECT WriteFile ('x', 'y')": false,
		`SELECT "writefile"('x', 'y')`: false, "PRAGMA writable_schema = 1": false, "": false,
	} {
		args, err := json.Marshal(map[string]string{"query": query})
		if err != nil {
			t.Fatal(err)
		}
		r, err := b.Tools()[2].Call(t.Context(), args)
		if err != nil || r.Failed == fine {
			t.Errorf("%q: got %+v, %v", query, r, err)
		}
	}
	for _, a := range asked {
		if strings.HasPrefix(a, "write_query") || strings.HasPrefix(a, "create_table") {
			t.Errorf("asked was %q", a)
		}
	}
}
