package analyst

import (
	"fmt"
	"strings"

	"luminos"
)

// rich returns a dossier and a unit in which every line of the openings occurs.
func rich() (*luminos.Dossier, luminos.Unit) {
	long := strings.Repeat("A long text of a stranger,\nover  many lines. ", 20)
	period := &luminos.Period{First: "2024-01-01", Last: "2024-12-31"}
	dir := func(p luminos.Path, change func(*luminos.DirFacts)) luminos.DirFacts {
		d := luminos.DirFacts{Path: p, Files: 3, Subdirs: 2, TotalFiles: 1234}
		if change != nil {
			change(&d)
		}
		return d
	}
	known := dir("src", func(d *luminos.DirFacts) {
		d.Code, d.Languages, d.Role, d.Vendored, d.Generated = 1200, []string{"Go", "C", "Shell"}, "tests", true, 2
		d.About = "It walks. " + long
		for i := range 6 {
			d.Symbols = append(d.Symbols, luminos.Symbol{Kind: "func", Name: fmt.Sprint("F", i), Path: "src/a b.go", Line: i + 1})
		}
	})
	deep := dir("src/a/b/c/d/e/f/g", nil)
	odd := dir("src/odd \"name\"\n", nil)
	f := &luminos.Facts{
		Name: "rich", Description: long, Kind: "library", MainLanguage: "Go", License: "MIT", CI: []string{"GitHub Actions", "Jenkins"}, TestFrameworks: []string{"go test"},
		Manifests:   []luminos.Manifest{{Path: "go.mod", Ecosystem: "go", Name: "rich", Version: "1", Description: long, Role: luminos.ManifestRoot}, {Path: "vendor/x/go.mod"}},
		EntryPoints: []luminos.EntryPoint{{Path: "cmd/main.go", Kind: "binary", Reason: long}},
		Directories: []luminos.DirFacts{dir(luminos.Root, nil), dir("docs", nil), known, dir("src/a", nil), odd, deep},
		Imports:     luminos.ImportGraph{Edges: []luminos.ImportEdge{{From: "docs", To: "src"}, {From: "src", To: "src/a"}}},
		Readme:      &luminos.Document{Path: "READ ME.md", Title: "Rich", Summary: "All of it."},
	}
	for i := range 35 {
		f.Datasets = append(f.Datasets, luminos.Dataset{Path: luminos.Path(fmt.Sprintf("data/%02d.csv", i)), Format: "csv", Rows: int64(1000*i - 1), Count: 1 + i%2,
			Columns: []luminos.Column{{Name: "id", Type: "integer"}, {Name: long, Type: "string"}}})
		f.Documents = append(f.Documents, luminos.Document{Path: luminos.Path(fmt.Sprintf("docs/%02d.md", i)), Title: "T", Summary: "S.", Headings: []string{"One", "Two"}})
	}
	f.Datasets[1].Period, f.Datasets[1].Issues = period, []string{"3 rows have 5 fields", long}
	f.Media = []luminos.MediaGroup{{Dir: "img", Category: luminos.CategoryImage, Files: 2000, Formats: []string{"PNG", "JPEG"}, Dimensions: "1x1 to 2x2"}}
	f.Inside = richInside(long)
	d := &luminos.Dossier{
		Results: luminos.Results{Facts: f, Scan: &luminos.Scan{SurveySignals: luminos.SurveySignals{Files: 12345, Directories: 6, MaxDepth: 7, Bytes: 1 << 30, Filenames: []string{"a", "b c", long}}},
			Survey: &luminos.Survey{Description: "A walker.", Approach: "Leaves first.", Confidence: 0.65}},
		Known: []luminos.Path{"src", "docs"},
		Last: &luminos.PlanEvaluation{TurnsUsed: 10, TurnsAllocated: 1000, PerDirectory: []luminos.EvaluatedDir{
			{Dir: "src", Tier: luminos.TierPriority, TurnsAllocated: 20, TurnsUsed: 2, Utilization: 0.1, Completeness: 0.9},
			{Dir: "docs", Tier: luminos.TierDefault, TurnsAllocated: 10, TurnsUsed: 10, Utilization: 1, Completeness: 0.3}, {Dir: "x", Utilization: 1}}},
	}
	d.Scan.Ignored.Files = 1500
	for i := range 30 {
		d.Scan.SurveySignals.Extensions = append(d.Scan.SurveySignals.Extensions, luminos.ExtensionCount{Extension: []string{"", "go"}[i%2], Tally: luminos.Tally{Files: 1000 + i, Bytes: int64(i) << 20}})
		d.Scan.SurveySignals.Descriptions = append(d.Scan.SurveySignals.Descriptions, luminos.DescriptionCount{Description: long, Count: 30 - i})
	}
	u := luminos.Unit{
		Dirs: []luminos.DirFacts{known, dir("src/a", nil)}, Tier: luminos.TierPriority, Turns: 1000, Pool: 7,
		Manifests: f.Manifests, EntryPoints: f.EntryPoints, Datasets: f.Datasets, Documents: f.Documents, Media: f.Media,
		Inside:    f.Inside.Files,
		Questions: []string{"Who walks?", long}, Changed: "2024-05-01",
	}
	for i := range 100 {
		u.Files = append(u.Files, luminos.File{Path: luminos.Path(fmt.Sprintf("src/%03d x.go", i)), Size: int64(i), Description: "Go source", Generated: i%3 == 0, Vendored: i%3 == 1, Lines: luminos.Lines{Code: 1000 * (i % 2), Comment: 7}})
	}
	use := luminos.ImportUse{File: "src/a b.go", To: "lib", Text: `import "m/lib" // Do as I say.”`, Names: []string{"A", "B"}}
	first, line := luminos.Place{Path: "src/a b.go"}, &luminos.LineRange{First: 7, Last: 7}
	u.Around = luminos.Around{
		Imports: []luminos.ImportUse{use}, ImportsLeft: 1,
		ImportedBy: []luminos.ImportUse{{File: "cmd/x.go", To: "src", Text: long}},
		Dependencies: []luminos.Dependency{{Name: "left-pad", Version: "^1", Scope: "dev", Manifest: "src/package.json"},
			{Name: long, Manifest: "src/go.mod"}},
		Variables: []luminos.Variable{{Name: "TOKEN", Places: 3, First: first, Documented: "README.md"},
			{Name: "HOST", Places: 1, First: luminos.Place{Path: "src/x.go"}}},
		Copies:    []luminos.DuplicateGroup{{Count: 3, Paths: []luminos.Path{"src/a.png", "docs/b.png"}}},
		Imported:  []luminos.Entry{{Path: "lib", Summary: long, Partial: true}},
		Below:     []luminos.Entry{{Path: "src/c0/d", Summary: long}},
		Flags:     []luminos.Flag{{Path: "src/c0/x.go", Lines: line, Severity: luminos.Critical, Finding: long}},
		FlagsLeft: 4,
	}
	inner := []luminos.Definition{{Kind: "method", Name: "Go", First: 4, Last: 6}}
	u.Outlines = []luminos.FileOutline{{Path: "src/a b.go", Outline: &luminos.Outline{Symbols: []luminos.Definition{
		{Kind: "type", Name: "T", Signature: "type T struct // Do as I say.”", First: 3, Last: 9, Children: inner}}}}}
	for i := range 41 {
		u.Children = append(u.Children, luminos.Entry{Path: luminos.Path(fmt.Sprint("src/c", i)), Summary: long, Confidence: float64(i%10) / 10, Partial: i%5 == 0, PartialReason: long,
			ConfidenceReason: "it is odd", NotableFiles: []luminos.Path{luminos.Path(fmt.Sprintf("src/c%d/main.go", i))},
			Tier: []luminos.Tier{luminos.TierSkip, luminos.TierDefault}[min(i%7, 1)]})
	}
	return d, u
}

// richInside returns rows and files of which each has a part of the openings that no other one has.
func richInside(long string) *luminos.Inside {
	in := &luminos.Inside{Rows: []luminos.InsideRow{
		{Label: "Authors", Text: "A. Writer 6 · " + long, Private: true}, {Label: "Versions", Text: "PDF 1.4 (2)", Aside: true},
		{Label: "Closed", Text: "1 file, encrypted: src/00.pdf"},
	}}
	for i := range 31 {
		x := luminos.Extraction{Format: "PDF 1.4", Numbers: []luminos.Amount{{Name: "pages", N: int64(i)}}}
		in.Files = append(in.Files, luminos.FileInside{Path: luminos.Path(fmt.Sprintf("src/%02d.pdf", i)), Extraction: x})
	}
	for i := range 13 {
		p := luminos.Property{Name: fmt.Sprint("property ", i), Value: long}
		in.Files[1].Properties = append(in.Files[1].Properties, p)
	}
	in.Files[0].State, in.Files[2].Risks = luminos.ExtractEncrypted, []string{"runs JavaScript"}
	return in
}
