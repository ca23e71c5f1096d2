package dataset

import (
	"context"
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"luminos"
)

// database is a source of nothing but tables.
type database map[luminos.Path]string

func (d database) List(context.Context, luminos.Path) ([]luminos.Node, error) {
	return nil, fs.ErrNotExist
}

func (d database) Stat(_ context.Context, p luminos.Path) (luminos.Node, error) {
	return luminos.Node{Path: p, Kind: luminos.KindFile, Size: int64(len(d[p])), MIME: luminos.MIMETable}, nil
}

func (d database) Read(_ context.Context, p luminos.Path, offset int64, n int) ([]byte, error) {
	b := d[p]
	return []byte(b[min(int(offset), len(b)):min(int(offset)+n, len(b))]), nil
}

func (d database) Text(_ context.Context, p luminos.Path, _ int) (luminos.Text, error) {
	return luminos.Text{Path: p, Content: d[p]}, nil
}

func (d database) scan() *luminos.Scan {
	s := &luminos.Scan{}
	for p, content := range d {
		s.Files = append(s.Files, luminos.File{Path: p, MIME: luminos.MIMETable, Category: luminos.CategoryData, Size: int64(len(content)), Text: true})
	}
	return s
}

func TestTablesOfADatabase(t *testing.T) {
	d := database{
		"tables/Track.table.json": `{"table":"Track","columns":[{"name":"Id","type":"INTEGER","notnull":true,"pk":1},
			{"name":"Name","type":"TEXT","notnull":true},{"name":"Price"}],"rows":3503,"sample":[{"Id":1}]}`,
	}
	r, err := Read(t.Context(), d, d.scan())
	if err != nil {
		t.Fatal(err)
	}
	want := []luminos.Dataset{{Path: "tables/Track.table.json", Count: 1, Format: "table", Rows: 3503, Columns: []luminos.Column{
		{Name: "Id", Type: "INTEGER, key"}, {Name: "Name", Type: "TEXT, never missing"}, {Name: "Price", Type: "no type"},
	}}}
	if diff := cmp.Diff(want, r.Datasets, cmpopts.IgnoreFields(luminos.Dataset{}, "Evidence")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, e := range r.Datasets[0].Evidence {
		if got, err := Measure(t.Context(), d, e.Path, e.Measure); err != nil || got != e.Value {
			t.Errorf("measured again, %s is %q, %v; want %q", e.Measure, got, err, e.Value)
		}
	}
}

func TestTablesThatAreNone(t *testing.T) {
	d := database{"a": "", "b": "null", "c": `{"table":"x","rows":-1}`, "d": `{"table":"","rows":1}`, "e": `{"table":["x"]}`, "f": `{"table":"x"`}
	r, err := Read(t.Context(), d, d.scan())
	if err != nil || len(r.Datasets) != 0 || len(r.Problems) == 0 {
		t.Errorf("got %v, problems %v, %v", r.Datasets, r.Problems, err)
	}
}
