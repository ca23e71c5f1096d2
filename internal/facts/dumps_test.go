package facts

import (
	"fmt"
	"slices"
	"testing"

	"luminos"
	"luminos/internal/facts/factstest"
)

// TestDumps counts the tables of a text in SQL that makes tables and fills them, and of no schema alone.
func TestDumps(t *testing.T) {
	src, scan := factstest.Tree(t, map[string]string{
		"a.sql": "CREATE TABLE album (id int);\ncreate table if not exists `b` (id int);\nINSERT INTO album VALUES (1);\n",
		"b.sql": "CREATE TABLE public.c (id int);\nCOPY public.c (id) FROM stdin;\n1\n\\.\n",
		"c.sql": "CREATE TABLE d (id int);\n-- insert into d\n",
		"d.sql": "INSERT INTO d VALUES (1);\n",
	})
	r := &readings{}
	y, err := readDumps(t.Context(), input{src: src, scan: scan}, r)
	if err != nil || !slices.Equal(r.dumps, []int{2, 1}) || len(y.read) != 2 {
		t.Errorf("%v, %v, %v", r.dumps, y, err)
	}
}

// TestDumpsBounds reads a bounded number and size of texts in SQL, and none where most files are programs.
func TestDumpsBounds(t *testing.T) {
	schemas, programs := map[string]string{}, map[string]string{}
	for i := range triedMost + 1 {
		schemas[fmt.Sprintf("%03d.sql", i)] = "CREATE TABLE a (id int);\n"
	}
	const dump = "CREATE TABLE a (id int);\nINSERT INTO a VALUES (1);\n"
	schemas["z.sql"], programs["a.sql"] = dump, dump
	programs["a.go"], programs["b.go"] = "package a\n", "package a\n"
	large := map[string]string{"z.sql": dump}
	for i := range triedBytes / dumpBytes {
		large[fmt.Sprintf("%d.sql", i)] = ""
	}
	for name, c := range map[string]struct {
		files map[string]string
		set   func(*luminos.File)
		want  int
	}{
		"many schemas":  {schemas, func(*luminos.File) {}, 0},
		"large schemas": {large, func(f *luminos.File) { f.Size = max(f.Size, 1) << 30 }, 0},
		"a program":     {programs, func(f *luminos.File) { f.Lines = luminos.Lines{Code: largeCode} }, 0},
		"few programs":  {programs, func(*luminos.File) {}, 1},
	} {
		src, scan := factstest.Tree(t, c.files)
		for i := range scan.Files {
			c.set(&scan.Files[i])
		}
		r := &readings{}
		if _, err := readDumps(t.Context(), input{src: src, scan: scan}, r); err != nil || len(r.dumps) != c.want {
			t.Errorf("%s: %v, %v, want %d", name, r.dumps, err, c.want)
		}
	}
}
