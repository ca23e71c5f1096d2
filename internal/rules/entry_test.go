package rules

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

func TestEntryOfADirectory(t *testing.T) {
	symbols := []luminos.Symbol{{Name: "A", Evidence: line("x/a.go", 1)[0]}, {Name: "B"}}
	child := func(p luminos.Path, n int) luminos.Entry {
		return luminos.Entry{Path: p, ChildCount: n, DominantCategory: "image"}
	}
	for name, c := range map[string]struct {
		dir  luminos.DirFacts
		unit luminos.Unit
		want string // summary | confidence completeness | reason | pieces of evidence
	}{
		"empty": {luminos.DirFacts{}, luminos.Unit{},
			"Empty. | 0.35 0.30 | known by names and counts only: nothing in it says what it is for | 0"},
		"only ignored files": {luminos.DirFacts{Ignored: 13}, luminos.Unit{},
			"13 ignored. | 0.35 0.30 | known by names and counts only: nothing in it says what it is for | 0"},
		"described by itself": {luminos.DirFacts{Files: 2, TotalFiles: 2, About: "Package x walks", AboutEvidence: line("x/a.go", 1)}, luminos.Unit{},
			"“Package x walks.” 2 files (mostly other). | 0.60 0.50 |  | 1"},
		"by extensions, not by language": {luminos.DirFacts{Files: 7, TotalFiles: 7, Languages: []string{"XML"}, Extensions: []luminos.Counted{
			{Name: ".epub", Files: 3}, {Name: ".fb2", Files: 1}}}, luminos.Unit{},
			"7 files (3 .epub, 1 .fb2 and 3 others). | 0.35 0.30 | known by names and counts only: nothing in it says " +
				"what it is for | 0"},
		"a list beside archives": {luminos.DirFacts{
			Files: 6, TotalFiles: 6, LanguageFiles: 1, Languages: []string{"Checksums"},
			Extensions: []luminos.Counted{{Name: ".gz", Files: 5}}}, luminos.Unit{},
			"6 files (5 .gz and 1 other). | 0.35 0.30 | known by names and counts only: nothing in it says what it is for | 0"},
		"links only": {luminos.DirFacts{Links: 430}, luminos.Unit{},
			"430 links. | 0.35 0.30 | known by names and counts only: " +
				"nothing in it says what it is for | 0"},
		"links beside files": {luminos.DirFacts{Files: 1, TotalFiles: 1, Links: 1}, luminos.Unit{},
			"1 file (mostly other); 1 link. | 0.35 0.30 | known by names and counts only: " +
				"nothing in it says what it is for | 0"},
		"little code": {luminos.DirFacts{Files: 30, TotalFiles: 30, LanguageFiles: 2, Code: 9, Languages: []string{"C"},
			Extensions: []luminos.Counted{{Name: ".pdf", Files: 20}}}, luminos.Unit{},
			"30 files (20 .pdf and 8 others; 2 with 9 lines of code in C). | 0.35 0.30 | known by names and counts only: " +
				"nothing in it says what it is for | 0"},
		"with symbols": {luminos.DirFacts{Files: 1, TotalFiles: 1, LanguageFiles: 1, Code: 9, Languages: []string{"Go"}, Symbols: symbols}, luminos.Unit{},
			"1 file (Go, 9 lines of code). Defines A and B. | 0.45 0.50 | known by names and counts only: nothing in it says what it is for | 1"},
		"tests define nothing": {luminos.DirFacts{Files: 1, TotalFiles: 1, Role: luminos.DirTests, Symbols: symbols}, luminos.Unit{},
			"Tests: 1 file (mostly other). | 0.35 0.30 | known by names and counts only: nothing in it says what it is for | 0"},
		"with data": {luminos.DirFacts{Files: 1, TotalFiles: 1, Categories: map[luminos.Category]int{"data": 1}},
			luminos.Unit{Datasets: []luminos.Dataset{{Path: "x/a.csv", Rows: 2, Evidence: line("x/a.csv", 1)}, {Path: "y/b.csv"}}},
			"1 file (data). Data: x/a.csv (2 records). | 0.55 0.60 |  | 1"},
		"with a part of the data": {luminos.DirFacts{Files: 1, TotalFiles: 1, Categories: map[luminos.Category]int{"data": 1}},
			luminos.Unit{Datasets: []luminos.Dataset{{Path: "x/a.json", Family: "*/*.json", Count: 9, Rows: 9}}},
			"1 file (data). | 0.35 0.30 | known by names and counts only: nothing in it says what it is for | 0"},
		"with all of the data": {luminos.DirFacts{Subdirs: 1, TotalFiles: 9},
			luminos.Unit{Datasets: []luminos.Dataset{{Path: "x/y/a.json", Family: "x/*/*.json", Count: 9, Rows: 9}}},
			"1 directory, with 9 files. Data: x/*/*.json (9 files with 1 record each). | 0.55 0.60 |  | 0"},
		"with documents": {luminos.DirFacts{Files: 1, TotalFiles: 1},
			luminos.Unit{Documents: []luminos.Document{{Path: "x/a.md", Title: "A", Evidence: line("x/a.md", 1)}, {Path: "x/README.md", Title: "R"}, {Path: "x/b.md", Title: "A"}, {Path: "y/c.md", Title: "C"}}},
			"1 file (mostly other). Titles: “A”. | 0.45 0.50 | known by names and counts only: nothing in it says what it is for | 1"},
		"with all of it": {luminos.DirFacts{Files: 3, TotalFiles: 3, About: "X", Symbols: symbols},
			luminos.Unit{Datasets: []luminos.Dataset{{Path: "x/a.csv", Rows: 2}}, Documents: []luminos.Document{{Path: "x/a.md", Title: "A"}}},
			"“X.” 3 files (mostly other). Defines A and B. Data: x/a.csv (2 records). Titles: “A”. | 0.80 0.80 |  | 1"},
		"skipped": {luminos.DirFacts{Files: 3, TotalFiles: 3, Role: luminos.DirVendored, About: "X", Symbols: symbols}, luminos.Unit{Tier: luminos.TierSkip},
			"“X.” Vendored code: 3 files (mostly other). | 0.60 0.10 | skipped by the plan: measured only | 0"},
		"with directories only": {luminos.DirFacts{Subdirs: 2, TotalFiles: 5}, luminos.Unit{Children: []luminos.Entry{child("x/few", 1), child("x/many", 9)}},
			"2 directories (many and few), with 5 files. | 0.35 0.30 | known by names and counts only: nothing in it says what it is for | 0"},
		"with files below": {luminos.DirFacts{Files: 2, Subdirs: 1, TotalFiles: 5, LanguageFiles: 2, Languages: []string{"CSS"}}, luminos.Unit{},
			"2 files (CSS); 3 files more in 1 directory below. | 0.35 0.30 | known by names and counts only: nothing in it says what it is for | 0"},
		"with tests beside": {luminos.DirFacts{Files: 2, TotalFiles: 2, LanguageFiles: 2, Code: 1500, TestCode: 1000, Languages: []string{"Go", "C", "Lua", "Awk"}}, luminos.Unit{},
			"2 files (Go, C and Lua, 1,500 lines of code, 1,000 of them in tests). | 0.35 0.30 | known by names and counts only: nothing in it says what it is for | 0"},
		"with a line of code": {luminos.DirFacts{Files: 1, TotalFiles: 1, LanguageFiles: 1, Code: 1, Languages: []string{"Go"}}, luminos.Unit{},
			"1 file (Go, 1 line of code). | 0.35 0.30 | known by names and counts only: nothing in it says what it is for | 0"},
		"with three languages": {luminos.DirFacts{Files: 3, TotalFiles: 3, LanguageFiles: 3, Languages: []string{"CSS", "HTML", "SVG"}}, luminos.Unit{},
			"3 files (CSS, HTML and SVG). | 0.35 0.30 | known by names and counts only: nothing in it says what it is for | 0"},
		"with four languages": {luminos.DirFacts{Files: 4, TotalFiles: 4, LanguageFiles: 4, Languages: []string{"CSS", "HTML", "SVG", "XML"}}, luminos.Unit{},
			"4 files (mostly other). | 0.35 0.30 | known by names and counts only: nothing in it says what it is for | 0"},
		"with much data": {luminos.DirFacts{Files: 4, TotalFiles: 4},
			luminos.Unit{Datasets: []luminos.Dataset{{Path: "y/b.csv"}, {Path: "x/a", Evidence: line("x/a", 1)}, {Path: "x/b", Evidence: line("x/b", 1)},
				{Path: "x/c", Evidence: line("x/c", 1)}, {Path: "x/d", Evidence: line("x/d", 1)}}},
			"4 files (mostly other). Data: x/a (0 records), x/b (0 records), x/c (0 records) and 1 more. | 0.55 0.60 |  | 3"},
		"with many documents": {luminos.DirFacts{Files: 4, TotalFiles: 4},
			luminos.Unit{Documents: []luminos.Document{{Path: "y/b", Title: "Y"}, {Path: "x/a", Title: strings.Repeat("A", 60), Evidence: append(line("x/a", 1), line("x/a", 2)...)},
				{Path: "x/b", Title: strings.Repeat("B", 61), Evidence: line("x/b", 1)}, {Path: "x/c", Title: "C", Evidence: line("x/c", 1)}, {Path: "x/d", Title: "D", Evidence: line("x/d", 1)}}},
			"4 files (mostly other). Titles: “" + strings.Repeat("A", 60) + "”, “" + strings.Repeat("B", 59) + "…”, “C” and 1 more. | 0.45 0.50 | " +
				"known by names and counts only: nothing in it says what it is for | 3"},
		"unreadable": {luminos.DirFacts{Unreadable: "permission denied"}, luminos.Unit{},
			"What is in it is unknown: permission denied. | 0.00 0.00 | it could not be listed whole: permission denied | 0"},
	} {
		t.Run(name, func(t *testing.T) {
			c.dir.Path = "x"
			e := entry(c.dir, c.unit)
			got := fmt.Sprintf("%s | %.2f %.2f | %s | %d", e.Summary, e.Confidence, e.Completeness, e.ConfidenceReason, len(e.Evidence))
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("entry (-want +got):\n%s", diff)
			}
			if e.Path != "x" || e.Basis != luminos.Derived || e.Tier != c.unit.Tier || e.ChildCount != c.dir.Files+c.dir.Links+c.dir.Subdirs || e.Partial != (c.dir.Unreadable != "") {
				t.Errorf("entry %+v", e)
			}
		})
	}
}

func TestPartlyListedDirectoryIsPartial(t *testing.T) {
	e := entry(luminos.DirFacts{Path: "x", Files: 1, Subdirs: 1, TotalFiles: 1, Unreadable: "input/output error"}, luminos.Unit{})
	if !e.Partial || e.PartialReason != "it could not be listed whole: input/output error" || !strings.HasPrefix(e.Summary, "1 file") || e.Confidence == 0 {
		t.Errorf("entry %+v", e)
	}
}

func TestRolesOfDirectories(t *testing.T) {
	for role, want := range map[luminos.DirRole]string{
		luminos.DirTests: "Tests: 1 file", luminos.DirFixtures: "Test data: 1 file", luminos.DirDocumentation: "Documentation: 1 file",
		luminos.DirExamples: "Examples: 1 file", luminos.DirVendored: "Vendored code: 1 file", luminos.DirGenerated: "Generated code: 1 file",
		luminos.DirOutput: "Build output: 1 file", luminos.DirCI: "Continuous integration: 1 file", luminos.DirAssets: "Assets: 1 file",
		luminos.DirConfiguration: "Configuration: 1 file", luminos.DirSource: "1 file", luminos.DirData: "1 file",
	} {
		if got := holds(luminos.DirFacts{Role: role, Files: 1, TotalFiles: 1}, nil); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", role, got, want)
		}
	}
}

func TestWordsForDatasets(t *testing.T) {
	for _, c := range []struct {
		d    luminos.Dataset
		size string
		unit string
		name string
	}{
		{luminos.Dataset{Path: "a.csv", Format: "csv", Count: 1, Rows: 1}, "1 record", "column", "a.csv"},
		{luminos.Dataset{Path: "a.csv", Format: "tsv", Family: "*.csv", Count: 3, Rows: 0}, "3 files with 0 records", "column", "*.csv"},
		{luminos.Dataset{Path: "a.json", Format: "json", Count: 1, Rows: 1}, "1 object", "field", "a.json"},
		{luminos.Dataset{Path: "t", Format: "table", Rows: -1, RowsSampled: 1000}, "more than 1,000 records", "column", "t"},
		{luminos.Dataset{Path: "a.json", Format: "json", Count: 2, Rows: -1}, "2 files with an unknown number of records", "field", "a.json"},
	} {
		if size(c.d) != c.size || columnWord(c.d) != c.unit || datasetName(c.d) != c.name {
			t.Errorf("got %q, %q and %q, want %+v", size(c.d), columnWord(c.d), datasetName(c.d), c)
		}
	}
}

func TestWordsForColumns(t *testing.T) {
	for _, c := range []struct {
		column luminos.Column
		want   string
	}{
		{luminos.Column{Name: "a", Type: "string"}, "a (string)"},
		{luminos.Column{Name: "a", Type: "string", Distinct: 2, Examples: []string{"x", "y"}, Min: "x", Max: "y"}, "a (string: x, y)"},
		{luminos.Column{Name: "a", Type: "string", Distinct: 1, Examples: []string{"x"}}, "a (string: x)"},
		{luminos.Column{Name: "a", Type: "string", Examples: []string{"x"}, Min: "x"}, "a (string)"},
		{luminos.Column{Name: "a", Type: "string", Distinct: 3, Examples: []string{"x", "y"}}, "a (string)"},
		{luminos.Column{Name: "a", Type: "string", Distinct: -1, Examples: []string{"x"}, Min: "x", Max: "z"}, "a (string, x to z)"},
		{luminos.Column{Name: "a", Type: "mixed", Min: "4.1", Max: "25.1"}, "a (mixed)"},
		{luminos.Column{Name: "a", Type: "integer", Min: "7", Max: "7", Missing: 1200}, "a (integer, always 7, 1,200 missing)"},
	} {
		if got := columnText(c.column); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestWordsForPeriods(t *testing.T) {
	for _, c := range []struct{ first, last, want string }{
		{"2020-01-01", "2020-12-31", "2020"}, {"2020-01-01", "2022-12-31", "2020 to 2022"},
		{"2020-01-01", "2020-12-30", "2020-01-01 to 2020-12-30"}, {"2020-05-05", "2020-05-05", "2020-05-05"},
	} {
		if got := period(luminos.Period{First: c.first, Last: c.last}); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// TestDefinesNamesWhatTellsApart checks that names which any directory can define are left out.
func TestDefinesNamesWhatTellsApart(t *testing.T) {
	d := luminos.DirFacts{Symbols: []luminos.Symbol{{Name: "New"}, {Name: "MockStore"}, {Name: "Error"}, {Name: "Store"}}}
	if got, _ := defines(d); got != "Defines Store." {
		t.Errorf("got %q", got)
	}
	d.Symbols = d.Symbols[:2]
	if got, _ := defines(d); got != "" {
		t.Errorf("got %q", got)
	}
}

// TestTitlesOfABook checks that a title which the documents of a directory share is listed once.
func TestTitlesOfABook(t *testing.T) {
	list := titledDocuments([]luminos.Document{
		{Path: "a/1.xhtml", Title: "Tides", Summary: "They rise."}, {Path: "a/2.xhtml", Title: "Tides", Summary: "They fall."},
		{Path: "b/1.xhtml", Title: "Tides", Summary: "They stay."}, {Path: "a/3.xhtml", Title: "Moon"},
	}, false)
	if len(list) != 3 || list[1].Path != "b/1.xhtml" {
		t.Errorf("%v", list)
	}
}
