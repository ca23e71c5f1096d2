package tables

import (
	"fmt"
	"strings"
	"testing"

	"luminos"
)

// columns returns columns with these names; a name such as "a=5" has 5 missing values.
func columns(names ...string) []luminos.Column {
	var out []luminos.Column
	for _, n := range names {
		name, missing, _ := strings.Cut(n, "=")
		c := luminos.Column{Name: name, Type: "string", Min: "Ann", Max: "Ann", Examples: []string{"Ann"}}
		for _, digit := range missing {
			c.Missing = c.Missing*10 + int64(digit-'0')
		}
		out = append(out, c)
	}
	return out
}

// read returns the extraction of a file of tables.
func read(p luminos.Path, format string, rows, keys int64, tables ...luminos.DataTable) luminos.FileInside {
	f := luminos.FileInside{Path: p, Extraction: luminos.Extraction{Reader: "data 1", Format: format, Tables: tables}}
	f.Add("rows", rows)
	f.Add("tables", int64(len(tables)))
	f.Add("foreign keys", keys)
	return f
}

// TestRows states the number of tables by format, the largest, equal ones, keys and gaps.
func TestRows(t *testing.T) {
	three := []luminos.DataTable{{Name: "A", Rows: 5, Columns: 2}, {Name: "b", Rows: 60, Columns: 1}, {Name: "c", Rows: 5}}
	upper := []luminos.DataTable{{Name: "B", Rows: 60}, {Name: "a", Rows: 5}, {Name: "C", Rows: 5}}
	sets := []luminos.Dataset{
		{Path: "x/p.csv", Count: 1, Format: "csv", Rows: 1000, Columns: columns("a=80", "b=700", "c=1", "d=50"),
			Period: &luminos.Period{First: "1960", Last: "2024-01-01"}},
		{Path: "q.json", Count: 1, Format: "json", Rows: 70, Tables: upper},
		{Path: "l.jsonl", Count: 2, Family: "y/l*.jsonl", Format: "jsonl", Rows: -1, RowsSampled: 40},
		{Path: "s.csv", Count: 1, Format: "csv", Rows: 20, Columns: columns("X", "y", "z=20")},
		{Path: "tree.json", Count: 1, Format: "json", Rows: 1}, // no list of records
	}
	parquet := read("s.parquet", "Parquet 2", 20, 0)
	parquet.Columns = columns("x", "Y", "z")
	db := read("d.sqlite", "SQLite 3 database", 70, 2, three...)
	db.Values = []luminos.ValueCounts{{Name: "foreign key", Top: []luminos.Counted{{Name: "A.b → b"}, {Name: ""}}}}
	closed := luminos.FileInside{Path: "e.parquet", Extraction: luminos.Extraction{Reader: "data 1", Format: "Parquet"}}
	broken := read("b.parquet", "Parquet 2", 34, 0)
	broken.State = luminos.ExtractDamaged
	wrapped := luminos.FileInside{Path: "e.parquet.encrypted", Extraction: luminos.Extraction{
		Reader: "data 1", Format: "Parquet", State: luminos.ExtractEncrypted,
	}}
	in := &luminos.Inside{Files: []luminos.FileInside{parquet, db, closed, broken, wrapped}}
	got := map[string]string{}
	for _, r := range Rows(sets, in, []int{11, 1}) {
		got[r.Label] = r.Text
		if strings.Contains(r.Text, "Ann") {
			t.Errorf("%s has a value of a column: %s", r.Label, r.Text)
		}
	}
	for label, want := range map[string]string{
		"Tables": "2 CSV, 2 JSON Lines and 1 JSON files (more than 1,130 records), 2 SQL dumps (12 tables), " +
			"3 Parquet files (20 rows in 1), 1 SQLite database (3 tables, 70 rows)",
		"Largest": "p.csv (1960-2024) 1,000 × 4 · d.sqlite 70 in 3 tables · s.parquet 20 · s.csv 20 × 3 · tree.json 1",
		"Same data": "d.sqlite and q.json: 3 tables of equal names, 70 rows in each file · " +
			"s.csv and s.parquet: 3 columns of equal names, 20 rows in each file",
		"Keys": "2 foreign keys in d.sqlite: A.b → b and 1 more",
		"Gaps": "p.csv: b 70 %, a 8 % and d 5 %", // z of s.csv is unused
	} {
		if got[label] != want {
			t.Errorf("%s: %q, want %q", label, got[label], want)
		}
	}
	wide := luminos.Dataset{Path: "w.csv", Count: 1, Format: "csv", Rows: 9000}
	wide.Columns = make([]luminos.Column, luminos.ColumnsMost)
	text := fmt.Sprint(Rows(append([]luminos.Dataset{wide}, sets...), in, nil))
	if !strings.Contains(text, "w.csv 9,000 × 200 or more") {
		t.Errorf("more columns than are listed: %s", text)
	}
	five := make([]luminos.Dataset, largestShown)
	for i := range five {
		p := luminos.Path(fmt.Sprint(i, ".csv"))
		five[i] = luminos.Dataset{Path: p, Count: 1, Format: "csv", Rows: 900, Columns: columns("a")}
	}
	if text := fmt.Sprint(Rows(five, nil, nil)); !strings.Contains(text, "4.csv 900") {
		t.Errorf("the largest of five: %s", text)
	}
	if rows := Rows(sets[3:], nil, nil); len(rows) != 0 {
		t.Errorf("a small file has rows: %v", rows)
	}
	maps := luminos.Dataset{Path: "m1.json", Count: 6, Family: "m*.json", Format: "json", Rows: 6}
	if rows := Rows([]luminos.Dataset{maps}, nil, nil); len(rows) != 0 {
		t.Errorf("files of one record each have rows: %v", rows)
	}
}

// TestTablesOfOneName has tables in files of the same name, and more tables with gaps than a row names.
func TestTablesOfOneName(t *testing.T) {
	set := func(p luminos.Path, rows int64, names ...string) luminos.Dataset {
		return luminos.Dataset{Path: p, Count: 1, Format: "csv", Rows: rows, Columns: columns(names...)}
	}
	got := map[string]string{}
	for _, r := range Rows([]luminos.Dataset{
		set("t.csv", 500, "a=50"), set("raw/t.csv", 600, "a", "b=540"), set("c.csv", 100, "a=20"), set("d.csv", 90, "a=9"),
		set("e.csv", 80, "a=1"), set("copy/c.csv", 100, "a=20"),
	}, nil, nil) {
		got[r.Label] = r.Text
	}
	for label, want := range map[string]string{
		"Largest": "raw/t.csv 600 × 2 · t.csv 500 × 1 · c.csv 100 × 1 · d.csv 90 × 1 · e.csv 80 × 1",
		"Gaps": "raw/t.csv: b 90 % · t.csv: a 10 % · c.csv: a 20 % · " +
			"2 more tables of 20 rows or more with gaps",
	} {
		if got[label] != want {
			t.Errorf("%s: %q, want %q", label, got[label], want)
		}
	}
}

// TestFamilyName names the directory of a family whose pattern is only an extension, since several can be alike.
func TestFamilyName(t *testing.T) {
	for pattern, want := range map[luminos.Path]string{
		"a/artists/*.json": "artists/*.json", "*.json": "*.json", "a/day-*.csv": "day-*.csv", "a/x.csv": "x.csv",
	} {
		if got := familyName(pattern); got != want {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
	}
}

// TestTextFormats names two formats of texts if there are many.
func TestTextFormats(t *testing.T) {
	set := func(format string, files int) luminos.Dataset {
		return luminos.Dataset{Path: "x", Count: files, Format: format, Rows: 1000}
	}
	sets := []luminos.Dataset{set("csv", 4), set("tsv", 2), set("json", 9), set("geojson", 3)}
	if got, want := texts(sets), "9 JSON, 4 CSV and 5 other text files (4,000 records)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := texts(sets[1:]), "9 JSON, 3 GeoJSON and 2 TSV files (3,000 records)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
