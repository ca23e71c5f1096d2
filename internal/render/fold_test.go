package render

import (
	"strings"
	"testing"

	"luminos"
)

// TestJSONFoldsTestData writes a report with a directory of test data as JSON.
func TestJSONFoldsTestData(t *testing.T) {
	line := &luminos.LineRange{First: 3, Last: 3}
	quote := luminos.Evidence{Path: "a.go", Lines: line, Quote: "func A()", SHA256: "00ff"}
	r := &luminos.Report{
		Results: luminos.Results{
			Scan: &luminos.Scan{ClassifiedFiles: luminos.ClassifiedFiles{
				Total: 2, Files: []luminos.File{{Path: "a.go"}, {Path: "testdata/x/b.go"}},
			}},
			Facts: &luminos.Facts{Directories: []luminos.DirFacts{
				{Path: ".", Symbols: []luminos.Symbol{{Name: "A", Evidence: quote}}},
				{Path: "testdata", Role: luminos.DirFixtures}, {Path: "testdata/x"},
			},
				History: &luminos.History{Changes: &luminos.FileChanges{Directories: []luminos.ChangedDir{
					{Path: "."}, {Path: "testdata"}, {Path: "testdata/x"}, {Path: "testdata/x/y"},
				}}},
				Upkeep: &luminos.Upkeep{Todos: []luminos.TodoFile{{Path: "a.go", First: luminos.Place{Evidence: quote}}}},
			},
			Plan: &luminos.Plan{Shallow: []luminos.PlannedDir{{Path: "testdata"}, {Path: "testdata/x"}}},
		},
		Entries: []luminos.Entry{
			{Path: "."}, {Path: "testdata"}, {Path: "testdata/x"}, {Path: "testdata/y", Claims: []string{"1"}},
		},
	}
	got := fold(r)
	f := got.Folded
	if f == nil || f.Directories != 1 || f.Files != 1 || f.Entries != 1 || f.Planned != 1 || f.Manifests != 0 ||
		f.Changed != 2 {
		t.Errorf("folded: %+v", f)
	}
	if len(got.Entries) != 3 || len(got.Facts.Directories) != 2 {
		t.Errorf("lists: %d entries, %d directories", len(got.Entries), len(got.Facts.Directories))
	}
	if s := got.Facts.Directories[0].Symbols[0].Evidence; s.SHA256 != "" || s.Quote == "" {
		t.Errorf("evidence of a symbol: %+v", s)
	}
	if e := got.Facts.Upkeep.Todos[0].First.Evidence; e.SHA256 != "" || e.Quote == "" {
		t.Errorf("evidence of a note: %+v", e)
	}
	if n := len(got.Facts.History.Changes.Directories); n != 2 {
		t.Errorf("days of %d directories", n)
	}
	if len(r.Facts.Directories) != 3 || r.Facts.Directories[0].Symbols[0].Evidence.SHA256 == "" ||
		len(r.Facts.History.Changes.Directories) != 4 || r.Facts.Upkeep.Todos[0].First.Evidence.SHA256 == "" {
		t.Error("the report itself was changed")
	}
	var b strings.Builder
	if err := writeJSON(&b, got, false); err != nil || strings.Count(b.String(), "\n") != 1 {
		t.Errorf("JSON in one line: %v, %d line ends", err, strings.Count(b.String(), "\n"))
	}
}
