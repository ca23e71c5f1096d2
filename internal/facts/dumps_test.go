package facts

import (
	"slices"
	"testing"

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
