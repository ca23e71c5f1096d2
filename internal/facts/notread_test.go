package facts

import (
	"fmt"
	"testing"

	"luminos"
	"luminos/internal/facts/inside"
)

// TestMailsBeyondTheList reads more mails than a report lists: none is a file that was not read.
func TestMailsBeyondTheList(t *testing.T) {
	r := &readings{facts: luminos.Facts{
		Inside:  &luminos.Inside{},
		NotRead: []luminos.NotRead{{What: "mails", Files: inside.KeptMost + 2}},
	}}
	for i := range inside.KeptMost + 1 {
		f := luminos.FileInside{Path: luminos.Path(fmt.Sprintf("cur/%d", i))}
		f.Reader = "mail 1"
		r.facts.Inside.Files = append(r.facts.Inside.Files, f)
	}
	r.finish()
	if n := r.facts.NotRead; len(n) != 1 || n[0].Files != 1 || len(r.facts.Inside.Files) != inside.KeptMost {
		t.Errorf("%+v, %d files listed", n, len(r.facts.Inside.Files))
	}
}

// TestDatabasesOfOtherNames counts a database as read by its format, also with another extension.
func TestDatabasesOfOtherNames(t *testing.T) {
	r := &readings{facts: luminos.Facts{
		Inside: &luminos.Inside{Files: []luminos.FileInside{
			{Path: "a.gpkg", Extraction: luminos.Extraction{Reader: "data 1", Format: "GeoPackage (SQLite 3 database)"}},
		}},
		NotRead: []luminos.NotRead{{What: "SQLite databases", Files: 1}},
	}}
	if r.finish(); len(r.facts.NotRead) != 0 {
		t.Errorf("%+v", r.facts.NotRead)
	}
}
