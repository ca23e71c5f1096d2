package dataset

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"luminos"
)

// database is a source that holds only tables.
type database struct {
	luminos.Source
	tables map[luminos.Path]luminos.Table
}

func (d database) Stat(_ context.Context, p luminos.Path) (luminos.Node, error) {
	return luminos.Node{Path: p, Kind: luminos.KindFile, Size: -1, Table: true}, nil
}

func (d database) Capabilities() luminos.Capabilities { return luminos.Capabilities{Tables: d} }

func (d database) Table(_ context.Context, p luminos.Path) (luminos.Table, error) {
	t, ok := d.tables[p]
	if !ok {
		return t, luminos.ErrNotTable
	}
	return t, nil
}

func scanOf(paths ...luminos.Path) *luminos.Scan {
	s := &luminos.Scan{}
	for _, p := range paths {
		s.Files = append(s.Files, luminos.File{Path: p, Table: true, Category: luminos.CategoryData, Size: 1, Text: true})
	}
	return s
}

func TestTablesOfDatabase(t *testing.T) {
	const track, view = "tables/Track.table.json", "tables/view.table.json"
	d := database{tables: map[luminos.Path]luminos.Table{
		track: {Name: "Track", Rows: 3503, Columns: []luminos.TableColumn{
			{Name: "Id", Type: "INTEGER", NotNull: true, Key: 1}, {Name: "Name", Type: "TEXT", NotNull: true}, {Name: "Price"}}},
		view: {Name: "view", Rows: -1, Columns: []luminos.TableColumn{{Name: "n"}}},
	}}
	r, err := Read(t.Context(), d, scanOf(track, view), isManifest)
	if err != nil {
		t.Fatal(err)
	}
	want := []luminos.Dataset{
		{Path: track, Count: 1, Format: "table", Rows: 3503, Columns: []luminos.Column{
			{Name: "Id", Type: "INTEGER, key"}, {Name: "Name", Type: "TEXT, never missing"}, {Name: "Price", Type: "no type"}}},
		{Path: view, Count: 1, Format: "table", Rows: -1, Columns: []luminos.Column{{Name: "n", Type: "no type"}}},
	}
	if diff := cmp.Diff(want, r.Datasets, cmpopts.IgnoreFields(luminos.Dataset{}, "Evidence")); diff != "" {
		t.Errorf("datasets (-want +got):\n%s", diff)
	}
	if n := len(r.Datasets[1].Evidence); n != 1 {
		t.Errorf("a table without a count has %d pieces of evidence, want 1", n)
	}
	for _, e := range r.Datasets[0].Evidence {
		if got, err := Measure(t.Context(), d, e.Path, e.Measure); err != nil || got != e.Value {
			t.Errorf("measured again, %s is %q, %v; want %q", e.Measure, got, err, e.Value)
		}
	}
}

func TestUnreadableTableIsProblem(t *testing.T) {
	r, err := Read(t.Context(), database{}, scanOf("a"), isManifest)
	if err != nil || len(r.Datasets) != 0 || len(r.Problems) != 1 {
		t.Errorf("got %v, problems %v, %v", r.Datasets, r.Problems, err)
	}
}
