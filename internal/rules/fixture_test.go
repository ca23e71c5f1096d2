package rules

import (
	"time"

	"luminos"
)

// line returns evidence of one line.
func line(p luminos.Path, n int) []luminos.Evidence {
	return []luminos.Evidence{{Path: p, Lines: &luminos.LineRange{First: n, Last: n}, Quote: "q"}}
}

// kite returns a program: two commands over a library, with tests, vendored and
// generated code, documentation, data, containers and continuous integration.
func kite() *luminos.Dossier {
	return &luminos.Dossier{Results: luminos.Results{Scan: kiteScan(), Facts: kiteFacts()}}
}

func kiteScan() *luminos.Scan {
	return &luminos.Scan{
		FileCategories: map[luminos.Category]luminos.Tally{
			luminos.CategorySource: {Files: 61}, luminos.CategoryDocument: {Files: 4}, luminos.CategoryData: {Files: 5},
		},
		SurveySignals: luminos.SurveySignals{Files: 70, Directories: 12, Bytes: 3 << 20},
		Languages: []luminos.LanguageLines{
			{Name: "Go", Type: "programming", Files: 50, Lines: luminos.Lines{Code: 9000}, Vendored: luminos.Tally{Files: 12, Bytes: 1 << 20}},
			{Name: "Shell", Type: "programming", Files: 2, Lines: luminos.Lines{Code: 1000}},
			{Name: "Markdown", Type: "prose", Files: 4, Lines: luminos.Lines{Code: 300}},
		},
		Files: []luminos.File{
			{Path: "LICENSE", Size: 1000, Category: luminos.CategoryDocument, Text: true},
			{Path: "README.md", Size: 900, Category: luminos.CategoryDocument, Text: true},
			{Path: "cmd/kite/main.go", Size: 90, Category: luminos.CategorySource, Language: "Go", Text: true},
			{Path: "cmd/kited/main.go", Size: 80, Category: luminos.CategorySource, Language: "Go", Text: true},
			{Path: "data/wind.csv", Size: 70, Category: luminos.CategoryData, Text: true},
			{Path: "docs/design.md", Size: 60, Category: luminos.CategoryDocument, Text: true},
			{Path: "go.mod", Size: 50, Category: luminos.CategoryConfig, Text: true},
		},
		Ignored: luminos.Ignored{Files: 3, Allocated: 200 << 20, Roots: []luminos.IgnoredRoot{{Path: "node_modules", Files: 3, Allocated: 150 << 20}}},
	}
}

func kiteFacts() *luminos.Facts {
	return &luminos.Facts{
		Vouched: true,
		Name:    "example.org/kite", Kind: "command-line program", MainLanguage: "Go", License: "MIT",
		Audience: "people who run it at a terminal", Description: "Kite flies kites in any wind",
		TestFrameworks: []string{"go test", "rapid"}, CI: []string{"github-actions", "homegrown"},
		CIFiles:  []luminos.CIFile{{Path: ".github/workflows/ci.yml", Triggers: []string{luminos.TriggerPullRequest, luminos.TriggerPush}}},
		Releases: &luminos.Releases{Count: 2, Last: "1.1", LastDate: "2024-05-06", FirstDate: "2020-01-02", Source: "NEWS", Evidence: line("NEWS", 3)},
		History:  kiteHistory(),
		Readme:   &luminos.Document{Path: "README.md", Title: "Kite", Summary: "Kite flies kites.", Evidence: line("README.md", 1)},
		Licenses: []luminos.LicenseFile{{Path: "LICENSE", License: "MIT", Evidence: line("LICENSE", 1)}},
		EntryPoints: []luminos.EntryPoint{
			{Path: "cmd/kite/main.go", Kind: "binary", Name: "kite", Reason: "func main", Evidence: line("cmd/kite/main.go", 5)},
			{Path: "cmd/kited/main.go", Kind: "server", Name: "kited", Reason: "func main", Part: true},
		},
		Manifests: []luminos.Manifest{
			{Path: "Makefile", Ecosystem: "make", Role: luminos.ManifestRoot, BuildTool: true},
			{Path: "go.mod", Ecosystem: "go", Role: luminos.ManifestRoot, Name: "example.org/kite", Evidence: line("go.mod", 1)},
			{Path: "go.work", Ecosystem: "go", Role: luminos.ManifestRoot, Workspace: true, Members: []luminos.Path{"fly", "wind", "tests/big"}},
			{Path: "vendor/x/package.json", Ecosystem: "npm", Role: luminos.ManifestVendored},
		},
		Dependencies: []luminos.Dependency{
			{Name: "cobra", Manifest: "go.mod"}, {Name: "pflag", Manifest: "go.mod"}, {Name: "rapid", Scope: "test", Manifest: "go.mod"},
			{Name: "left-pad", Manifest: "vendor/x/package.json"},
		},
		Libraries: []luminos.Library{
			{Role: "pages", Title: "Loft", Major: 3, Name: "loft"}, {Role: "cli", Title: "Cobra", Name: "cobra", Evidence: line("go.mod", 3)},
		},
		Interfaces: &luminos.Interfaces{
			Listeners: []luminos.Place{place("cmd/kited/main.go", 9, ""), place("cmd/kited/main.go", 12, ":8080")},
			Routes:    []luminos.Place{place("wind/a.go", 3, "/a"), place("fly/b.go", 4, "/b"), place("fly/b.go", 5, "/c")},
			Environment: []luminos.Variable{
				{Name: "A_B", Places: 1, First: place("fly/b.go", 6, "A_B")}, {Name: "HOME", Places: 1, System: true},
				{Name: "KITE_A", Places: 2, Documented: "README.md"}, {Name: "KITE_B", Places: 1},
			},
			Migrations: []luminos.Migrations{{Dir: "db/migrate", Files: 2}},
		},
		Containers: []luminos.Container{
			{Path: "Dockerfile", Kind: "dockerfile", Bases: []string{"golang:1", "scratch"}},
			{Path: "compose.yml", Kind: "compose", Services: []string{"kited", "db"}},
			{Path: "deploy/app.yml", Kind: "kubernetes"},
		},
		Commands: []luminos.Command{
			{Purpose: "build", Line: " go build ./... ", Basis: luminos.Measured, Evidence: line("Makefile", 2)},
			{Purpose: "build", Line: "make -C fly", Dir: "fly", Basis: luminos.Derived},
			{Purpose: "test", Line: "go test ./fly", Dir: "fly", Part: true, Basis: luminos.Derived,
				Evidence: line("ci.yml", 3)},
		},
		Directories: kiteDirs(),
		Code:        luminos.CodeSize{Own: 9000, Tests: 3000, Languages: []luminos.LanguageCode{{Name: "Go", Code: 8000}, {Name: "Shell", Code: 1000}}},
		Imports: luminos.ImportGraph{
			Files: 50,
			Edges: []luminos.ImportEdge{
				{From: "cmd/kite", To: "fly", Files: 1, Evidence: line("cmd/kite/main.go", 3)}, {From: "cmd/kite", To: "wind", Files: 1},
				{From: "cmd/kited", To: "fly", Files: 1}, {From: "fly", To: "wind", Files: 2}, {From: "wind", To: "fly", Files: 1},
				{From: "fly", To: "log", Files: 2}, {From: "cmd/kited", To: "log", Files: 2},
			},
			Centrality: []luminos.DirRank{
				{Path: "log", Score: 0.4, ImportedBy: 2}, {Path: "fly", Score: 0.3, ImportedBy: 3}, {Path: "wind", Score: 0.2, ImportedBy: 2}, {Path: "cmd/kite", Score: 0.1},
			},
		},
		Datasets: []luminos.Dataset{{Path: "data/wind.csv", Count: 1, Format: "csv", Rows: 12, Columns: []luminos.Column{{Name: "day", Type: "date"}}}},
		Documents: []luminos.Document{
			{Path: "docs/design.md", Title: "Design", Summary: "How it is built.", Words: 900, Evidence: line("docs/design.md", 1)},
		},
		Evidence: map[string][]luminos.Evidence{"name": line("go.mod", 1), "license": line("LICENSE", 1), "ci/github-actions": line(".github/workflows/ci.yml", 1)},
	}
}

func kiteDirs() []luminos.DirFacts {
	return []luminos.DirFacts{
		{Path: ".", Files: 4, Subdirs: 8, TotalFiles: 70, Categories: map[luminos.Category]int{luminos.CategoryDocument: 2, luminos.CategoryConfig: 2}},
		{Path: "cmd", Subdirs: 2, TotalFiles: 2},
		{Path: "cmd/kite", Files: 1, TotalFiles: 1, LanguageFiles: 1, Code: 500, Languages: []string{"Go"}, About: "Command kite flies kites", AboutEvidence: line("cmd/kite/main.go", 1)},
		{Path: "cmd/kited", Files: 1, TotalFiles: 1, LanguageFiles: 1, Code: 300, Languages: []string{"Go"}},
		{Path: "data", Files: 5, TotalFiles: 5, Role: luminos.DirData, Categories: map[luminos.Category]int{luminos.CategoryData: 5}},
		{Path: "docs", Files: 4, TotalFiles: 4, Role: luminos.DirDocumentation, Categories: map[luminos.Category]int{luminos.CategoryDocument: 4}},
		{Path: "fly", Files: 20, TotalFiles: 20, LanguageFiles: 20, Code: 4000, TestCode: 1000, Languages: []string{"Go"}, Symbols: []luminos.Symbol{
			{Name: "Up", Evidence: line("fly/up.go", 3)[0]}, {Name: "Down"}, {Name: "Kite"}, {Name: "Line"}, {Name: "Reel"},
		}},
		{Path: "log", Files: 2, TotalFiles: 2, LanguageFiles: 2, Code: 200, Languages: []string{"Go"}, About: "Package log writes a log", AboutEvidence: line("log/log.go", 1)},
		{Path: "tests", Subdirs: 1, TotalFiles: 10, Role: luminos.DirTests},
		{Path: "tests/big", Files: 10, TotalFiles: 10, LanguageFiles: 10, Code: 2000, Role: luminos.DirTests, Languages: []string{"Go", "Shell"}},
		{Path: "vendor", Subdirs: 1, TotalFiles: 12, Role: luminos.DirVendored},
		{Path: "vendor/x", Files: 12, TotalFiles: 12, Code: 5000, Role: luminos.DirVendored},
		{Path: "wind", Files: 12, TotalFiles: 14, Subdirs: 1, LanguageFiles: 12, Code: 2500, Languages: []string{"Go", "Shell"}},
	}
}

// archive returns a folder of papers, tables and photographs without any code.
func archive() *luminos.Dossier {
	oldest, newest := time.Date(2019, 3, 1, 0, 0, 0, 0, time.UTC), time.Date(2024, 5, 6, 0, 0, 0, 0, time.UTC)
	return &luminos.Dossier{
		Results: luminos.Results{Scan: &luminos.Scan{
			FileCategories: map[luminos.Category]luminos.Tally{
				luminos.CategoryDocument: {Files: 30}, luminos.CategoryData: {Files: 8}, luminos.CategoryImage: {Files: 40},
			},
			SurveySignals: luminos.SurveySignals{Files: 78, Directories: 4, Bytes: 90 << 20, Oldest: &oldest, Newest: &newest, SameDay: 3},
			Duplicates:    luminos.Duplicates{Total: 2, Wasted: 11 << 20, Groups: []luminos.DuplicateGroup{{SHA256: "d1", Count: 3, Paths: []luminos.Path{"photos/a.jpg"}}}},
			Files: []luminos.File{
				{Path: "letters/1.txt", Size: 5, Category: luminos.CategoryDocument, Text: true}, {Path: "sales/2023.csv", Size: 9, Category: luminos.CategoryData, Text: true},
			},
		},
			Facts: &luminos.Facts{
				Directories: []luminos.DirFacts{
					{Path: ".", Subdirs: 3, TotalFiles: 78},
					{Path: "letters", Files: 30, TotalFiles: 30, Role: luminos.DirDocuments, Categories: map[luminos.Category]int{luminos.CategoryDocument: 30}},
					{Path: "photos", Files: 40, TotalFiles: 40, Categories: map[luminos.Category]int{luminos.CategoryImage: 39, luminos.CategoryData: 1}},
					{Path: "sales", Files: 8, TotalFiles: 8, Unreadable: "permission denied"},
				},
				Datasets: []luminos.Dataset{
					{Path: "sales/2023.csv", Count: 4, Family: "sales/*.csv", Format: "csv", Rows: 1200, Period: &luminos.Period{First: "2020-01-01", Last: "2023-12-31", Source: "file names"},
						Columns: []luminos.Column{
							{Name: "day", Type: "date", Min: "2020-01-01", Max: "2023-12-31"}, {Name: "shop", Type: "string", Distinct: 2, Examples: []string{"North", "South"}},
							{Name: "tax", Type: "number", Min: "7", Max: "7", Missing: 3},
						}, Issues: []string{"3 rows are short", "1 date lies in the future"}, Evidence: line("sales/2023.csv", 1)},
					{Path: "sales/log.jsonl", Count: 1, Format: "jsonl", Rows: -1, RowsSampled: 500, Columns: []luminos.Column{{Name: "a", Type: "integer"}}},
					{Path: "sales/odd.json", Count: 1, Format: "json", Rows: -1},
				},
				Documents: []luminos.Document{
					{Path: "letters/1.txt", Title: "To my sister", Summary: "The harvest was good.", Words: 300, Evidence: line("letters/1.txt", 1)},
					{Path: "letters/2.txt", Words: 900, Partial: true},
				},
				Themes: []luminos.Term{{Text: "harvest", Weight: 1}, {Text: "weather", Weight: 0.5}},
				Media: []luminos.MediaGroup{
					{Dir: "photos", Category: luminos.CategoryImage, Files: 40, Bytes: 80 << 20, Formats: []string{"jpeg", "png"}, Dimensions: "640x480",
						Period: &luminos.Period{First: "2021-07-01", Last: "2021-07-09", Source: "file names"}},
					{Dir: "letters", Category: luminos.CategoryAudio, Files: 1, Bytes: 100, Formats: []string{"mp3"}},
				},
				NotRead: []luminos.NotRead{{What: "PDF documents", Files: 4, Reason: "no reader for them"}},
				Read:    []luminos.Path{"letters/1.txt"},
			}},
	}
}

// kiteHistory returns the history of a program that a team writes.
func kiteHistory() *luminos.History {
	return &luminos.History{
		Branch: "main", Last: "2024-05-06", First: "2020-01-02", Commits: 400, Year: luminos.Activity{Commits: 60, People: 4},
		Periods: []luminos.Activity{{Period: "2024 Q2", Commits: 20}, {Period: "2024 Q1", Commits: 30}},
		Changes: &luminos.FileChanges{
			Commits: 300, Since: "2021-02-03",
			Files: []luminos.ChangedFile{{Path: "go.mod", Commits: 90}, {Path: "gone.go", Commits: 50}, {Path: "cmd/kite/main.go", Commits: 40}, {Path: "cmd/kited/main.go", Commits: 4}},
			Pairs: []luminos.ChangedPair{
				{A: "cmd/kite/main.go", B: "gone.go", Commits: 9, OfA: 40, OfB: 50}, {A: "cmd/kite/main.go", B: "cmd/kited/main.go", Commits: 8, OfA: 40, OfB: 9},
			},
			Parts: []luminos.KnownPart{
				{Path: ".github", Commits: 90, Most: []luminos.Author{{Name: "Ann", Commits: 90}}},
				{Path: "fly", Commits: 50, Most: []luminos.Author{{Name: "Ann", Commits: 30}, {Name: "Ben", Commits: 10}, {Name: "Cem", Commits: 10}}},
				{Path: "wind", Commits: 20, Most: []luminos.Author{{Name: "Ben", Commits: 3}}},
			},
		},
	}
}

// place returns a place of the fixture.
func place(p luminos.Path, n int, name string) luminos.Place {
	return luminos.Place{Name: name, Path: p, Line: n, Evidence: line(p, n)[0]}
}
