package rules

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"luminos"
)

// TestDataOfAProgramIsMinor checks that a few data files among many files of a program give no sections.
func TestDataOfAProgramIsMinor(t *testing.T) {
	d := kite()
	d.Facts.Datasets = d.Facts.Datasets[:1]
	d.Facts.Datasets[0].Count = 1
	d.Scan.Files = nil
	for i := range 10 {
		d.Scan.Files = append(d.Scan.Files, luminos.File{Path: luminos.Path(fmt.Sprintf("f%d.go", i)), Language: "Go"})
	}
	if (materialSections{newWriter(d)}).datasets() == nil {
		t.Error("one dataset of ten files is left out")
	}
	d.Scan.Files = append(d.Scan.Files, luminos.File{Path: "g.go", Language: "Go"})
	w := materialSections{newWriter(d)}
	if w.datasets() != nil || w.period() != nil || w.dataQuality() != nil {
		t.Error("one dataset of eleven files has sections")
	}
	d.Facts.MainLanguage = ""
	if (materialSections{newWriter(d)}).datasets() == nil {
		t.Error("the data of a target that is no program is left out")
	}
}

// TestFilesOfTablesAreAmongTheLargest has a database with more rows than the files of text, and one that is damaged.
func TestFilesOfTablesAreAmongTheLargest(t *testing.T) {
	table := func(p luminos.Path, state luminos.ExtractState, tables ...luminos.DataTable) luminos.FileInside {
		f := luminos.FileInside{Path: p, Extraction: luminos.Extraction{
			Reader: "data 1", Format: "SQLite 3 database", State: state, Tables: tables}}
		f.Add("rows", 70)
		f.Add("columns", 3)
		return f
	}
	d := quiet()
	d.Facts.MainLanguage, d.Facts.Datasets = "", nil
	for i := range 10 {
		d.Facts.Datasets = append(d.Facts.Datasets,
			luminos.Dataset{Path: luminos.Path(strconv.Itoa(i) + ".csv"), Count: 1, Format: "csv", Rows: 60})
	}
	d.Facts.Inside = &luminos.Inside{Files: []luminos.FileInside{
		table("a.db", "", luminos.DataTable{Name: "a", Rows: 10}, luminos.DataTable{Name: "b", Rows: 60}),
		table("b.db", luminos.ExtractDamaged), table("c.parquet", ""),
	}}
	s := (materialSections{newWriter(d)}).datasets()
	var got []string
	for _, item := range s.Items[:3] {
		got = append(got, item.Label+" "+item.Statement.Text)
	}
	want := []string{
		"a.db SQLite 3 database, 70 rows in 2 tables: b (60) and a (10).", "c.parquet SQLite 3 database, 70 rows, 3 columns.",
		"0.csv CSV, 60 records.",
	}
	if !slices.Equal(got, want) || s.Statements[0].Text != "The largest of 12 datasets." {
		t.Errorf("%v: %q", s.Statements, got)
	}
}

// TestFamilyReadInPart checks that the text about values and periods names the files that were read, and that the text about
// dates in the names of files does not.
func TestFamilyReadInPart(t *testing.T) {
	d := luminos.Dataset{Count: 6046, Rows: 6046, FilesRead: 5000, Period: &luminos.Period{Source: "column when"}}
	if got, want := ofPeriod(d), " in the 5,000 files that were read"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	d.Period.Source = "file names"
	if got := ofPeriod(d); got != "" {
		t.Errorf("by names: %q", got)
	}
	if got, want := partRead(luminos.Dataset{Rows: -1, RowsSampled: 500}), "the 500 records that were read"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestSamplesAreNoEntryPoints checks that a source with a main method starts nothing in a target that is not code.
func TestSamplesAreNoEntryPoints(t *testing.T) {
	for language, want := range map[string]bool{"": false, "Java": true} {
		w := newWriter(&luminos.Dossier{Results: luminos.Results{Scan: &luminos.Scan{}, Facts: &luminos.Facts{MainLanguage: language,
			EntryPoints: []luminos.EntryPoint{{Path: "t.java", Kind: "binary", Part: true, Reason: "it has a main method"}}}}})
		if got := (codeSections{w}).entryPoints() != nil; got != want {
			t.Errorf("main language %q: shown %t", language, got)
		}
	}
}

// TestDataPackagesManageNoPackages checks that the description of a data package is not listed with package managers.
func TestDataPackagesManageNoPackages(t *testing.T) {
	manifests := []luminos.Manifest{{Path: "datapackage.json", Ecosystem: "datapackage", Role: luminos.ManifestRoot},
		{Path: "package.json", Ecosystem: "npm", Role: luminos.ManifestRoot}}
	w := newWriter(&luminos.Dossier{Results: luminos.Results{Facts: &luminos.Facts{Manifests: manifests}}})
	packages, _ := (codeSections{w}).ecosystemsLines()
	if want := "npm (package.json)."; packages.Text != want {
		t.Errorf("got %q, want %q", packages.Text, want)
	}
}
