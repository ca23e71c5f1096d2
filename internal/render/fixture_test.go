package render

import (
	"time"

	"luminos"
)

func measured(s string) luminos.Statement {
	return luminos.Statement{Text: s, Basis: luminos.Measured}
}
func derived(s string) luminos.Statement { return luminos.Statement{Text: s, Basis: luminos.Derived} }

// fixture returns a report with every kind of content, including wide characters
// and long names.
func fixture() *luminos.Report {
	return &luminos.Report{
		SchemaVersion: luminos.SchemaVersion,
		Run:           luminos.Run{Root: "/home/me/quarry", Version: "1.0"},
		Target:        luminos.Target{Name: "quarry", Engine: "offline"},
		Results: luminos.Results{Facts: fixtureFacts(),
			Scan: fixtureScan(),
			Plan: &luminos.Plan{Priority: []luminos.PlannedDir{
				{Path: "internal/index", Reason: "9 directories import it"},
				{Path: "internal/query/planner/rewrite/normalisation", Reason: "most of the code, and many changes lately"},
			}}},
		Sections: fixtureSections(),
		Claims: []luminos.Claim{
			{ID: "c1", Evidence: luminos.Evidence{Statement: "quarry is a search engine.", Path: "README.md", Lines: &luminos.LineRange{First: 1, Last: 3}, Quote: "quarry is a search engine"}, Verdict: luminos.Found},
			{ID: "c2", Evidence: luminos.Evidence{Statement: "The index is built by make index.", Path: "Makefile"}, Verdict: luminos.Changed, Reason: "line 12 says something else"},
		},
		Entries: []luminos.Entry{
			{Path: ".", Summary: "The top of the module: 12 files of configuration and documentation.", Claims: []string{"c3", "c2", "c7"}, Basis: luminos.Measured, Confidence: 0.9},
			{Path: "cmd/quarry", Summary: "The command-line program: 3 files of Go.", Basis: luminos.Measured, Confidence: 0.9},
			{Path: "internal/index", Summary: "Package index builds and reads the inverted index. It defines Builder, Shard and Reader, and nine directories import it.", Claims: []string{"c7"}, Basis: luminos.Derived, Confidence: 0.8, Tier: luminos.TierPriority},
			{Path: "internal/odd", Summary: "Two files of no known type.", Claims: []string{"c1", "c3", "c2"}, Basis: luminos.Derived, Confidence: 0.3, ConfidenceReason: "no README, unknown types", Partial: true, PartialReason: "1 file unreadable"},
			{Path: "testdata", Summary: "Fixtures.", Basis: luminos.Derived, Tier: luminos.TierShallow},
			{Path: "vendor", Summary: "Vendored.", Basis: luminos.Derived, Tier: luminos.TierSkip},
		},
		Flags: []luminos.Flag{
			{Path: ".", Finding: "No continuous integration runs the linter.", Severity: luminos.Info, Source: "rules", Remedy: "Add a lint step."},
			{Path: "docs", Finding: "Nothing checks the links.", Severity: luminos.Info, Source: "rules", Remedy: "Add a step that follows them."},
			{Path: "web", Finding: "Nothing checks the links here either.", Severity: luminos.Info, Source: "rules", Remedy: "Add a step that follows them."},
			{Path: "docs/agents/prompt-injection-sample.md", Finding: "Line 14 speaks to an agent and asks it for the keys of the house and of the car.", Severity: luminos.Critical, Source: "rules", Remedy: "Read the passage before you let an agent near it, and remove it if nobody can say why it is there."},
			{Path: "deploy/.env", Finding: "A file that usually holds secrets is not ignored.", Severity: luminos.Concern, Source: "rules", Remedy: "Move the values to a secret store."},
		},
		Coverage: luminos.Coverage{
			MaskedPlaces: 21,
			Masked: []luminos.Masked{
				{Path: "conf/dev.env", Kind: "password", Lines: luminos.LineRange{First: 3, Last: 3}},
				{Path: "conf/dev.env", Kind: "github-token", Lines: luminos.LineRange{First: 1204, Last: 1204}},
				{Path: "keys/\u202eid_rsa\x1b[2J", Kind: "private-key", Lines: luminos.LineRange{First: 1, Last: 27}},
				{Path: "test/a_rather_long_name_of_a_test_that_goes_on_beyond_the_end_of_the_line_test.rb", Kind: "token", Lines: luminos.LineRange{First: 9, Last: 9}},
			},
			Files: 1243, Read: 212, Sampled: 14, Measured: 1001, Skipped: 16,
			Reasons: []luminos.CoverageReason{
				{How: "measured", Reason: "text: lines counted and classified, not read for meaning", Files: 1001},
				{How: "skipped", Reason: "vendored, generated, fixtures or build output", Files: 16},
			},
			Unknown: []string{"Whether the code does what the README says.", "How well the tests cover the behaviour that users depend on, which takes running them."},
		},
		Quality: luminos.Quality{Citations: 61, CitationsFound: 60},
	}
}

func fixtureFacts() *luminos.Facts {
	return &luminos.Facts{
		Vouched: true,
		Name:    "quarry", Description: "A search engine for stones, quarries and everything that is dug out of the ground, with an index that fits into memory and answers in milliseconds.",
		Kind: "command-line program", Audience: "geologists who search maps, and developers who embed the engine",
		MainLanguage: "Go", License: "Apache-2.0",
		Code:        luminos.CodeSize{All: 41322, Own: 32022, Tests: 9000, Languages: []luminos.LanguageCode{{Name: "Go", Code: 30000}, {Name: "Shell", Code: 2022}}},
		EntryPoints: []luminos.EntryPoint{{Path: "cmd/quarry/main.go", Kind: "binary", Reason: "func main of the command quarry"}},
		Imports: luminos.ImportGraph{Centrality: []luminos.DirRank{
			{Path: "internal/index", ImportedBy: 9}, {Path: "internal/query/planner/rewrite/normalisation", ImportedBy: 6},
		}},
		Commands: []luminos.Command{
			{Purpose: "build", Line: "make quarry", Basis: luminos.Measured},
			{Purpose: "test", Line: "go test ./...", Dir: "engine", Basis: luminos.Derived},
		},
		TestFrameworks: []string{"go test", "testscript"},
		CI:             []string{"github-actions"},
		Problems:       []luminos.Problem{{Path: "web/package.json", Reason: "not JSON: unexpected end"}},
		Directories: []luminos.DirFacts{
			{Path: ".", Files: 15, TotalFiles: 1243, Bytes: 15 << 20},
			{Path: ".github", Files: 2, TotalFiles: 2, Bytes: 900},
			{Path: "cmd", Subdirs: 1, TotalFiles: 3, Bytes: 12000},
			{
				Path: "cmd/quarry", Files: 3, TotalFiles: 3, Bytes: 12000, Code: 310, TestCode: 10, Languages: []string{"Go"},
				About:         "Command quarry searches stones. It is small.",
				AboutEvidence: []luminos.Evidence{{Path: "cmd/quarry/main.go"}},
			},
			{
				Path: "docs", Files: 20, TotalFiles: 20, Bytes: 1 << 20, Role: luminos.DirDocumentation,
				Formats: []luminos.Counted{
					{Name: "Markdown file", Files: 17}, {Name: "Python file", Files: 2}, {Name: "image", Files: 1},
				},
			},
			{
				Path: "internal", Subdirs: 2, TotalFiles: 230, Bytes: 2 << 20,
				Formats: []luminos.Counted{{Name: "Go file", Files: 221}, {Name: "JSON file", Files: 9}},
			},
			{
				Path: "internal/index", Files: 40, TotalFiles: 40, Bytes: 1 << 20, Code: 30_000, TestCode: 9000,
				About: "Package index builds and reads the inverted index of stones and quarries, " +
					"in shards that fit into memory.",
				AboutEvidence: []luminos.Evidence{{Path: "internal/index/doc.go"}},
				Formats:       []luminos.Counted{{Name: "Go file", Files: 40}},
			},
			{Path: "internal/odd", Files: 2, TotalFiles: 2, Bytes: 100, Code: 12, Formats: []luminos.Counted{{Name: "Go file", Files: 2}}},
			{Path: "testdata", Files: 1000, TotalFiles: 1000, Bytes: 3 << 20, Role: luminos.DirFixtures, Code: 40},
		},
		NotRead: []luminos.NotRead{{What: "PDF documents", Files: 12, Reason: "no reader for PDF in this version"}},
	}
}

func fixtureScan() *luminos.Scan {
	file := func(name string, size int64) *luminos.TreeNode {
		return &luminos.TreeNode{Name: name, Kind: luminos.KindFile, Size: size}
	}
	dir := func(name string, files int, size int64, kids ...*luminos.TreeNode) *luminos.TreeNode {
		return &luminos.TreeNode{Name: name, Kind: luminos.KindDir, Files: files, Size: size, Children: kids}
	}
	tests := dir("testdata", 1000, 3<<20)
	tests.Omitted = 998
	link := &luminos.TreeNode{Name: "latest", Kind: luminos.KindSymlink, Note: "→ releases/2"}
	modules := dir("node_modules", 41022, 1<<30)
	modules.Note = "ignored"
	day := time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC)
	return &luminos.Scan{
		Tree: dir("quarry", 1243, 15<<20,
			dir("cmd", 3, 12000, dir("quarry", 3, 12000, file("main.go", 9000), file("石の図書館_長い名前のファイル.go", 3000))),
			dir("internal", 230, 2<<20, dir("index", 40, 1<<20), file("a-very-long-file-name-that-nobody-would-have-chosen-but-a-generator-did_test.go", 1)),
			tests, modules, link, file("README.md", 4096)),
		LinesOfCode: luminos.Lines{Code: 41022, Comment: 5000, Blank: 4000},
		Languages: []luminos.LanguageLines{
			{Name: "Go", Type: "programming", Files: 183, Bytes: 2 << 20, Lines: luminos.Lines{Code: 38201, Comment: 4002, Blank: 3999}, Generated: luminos.Tally{Files: 3, Bytes: 90000}},
			{Name: "Shell", Type: "programming", Files: 12, Lines: luminos.Lines{Code: 2821, Comment: 90, Blank: 1}},
		},
		FileCategories: map[luminos.Category]luminos.Tally{"source": {Files: 195, Bytes: 2 << 20}, "document": {Files: 20, Bytes: 1 << 20}, "image": {Files: 28, Bytes: 12 << 20}},
		SurveySignals:  luminos.SurveySignals{Files: 1243, Directories: 87, Bytes: 15 << 20},
		DiskUsage:      luminos.DiskUsage{Allocated: 1 << 30, Apparent: 1<<30 - 12345, Entries: 42352, Ignored: 900 << 20, VCS: 20 << 20},
		TopDirectories: []luminos.DirUsage{{Path: "node_modules", Allocated: 900 << 20, Files: 41022, Ignored: true}, {Path: "testdata", Allocated: 4 << 20, Files: 1000}},
		LargeFiles:     []luminos.SizedPath{{Path: "testdata/big.bin", Size: 2 << 20}},
		RecentFiles:    []luminos.DatedPath{{Path: "README.md", Modified: day}, {Path: "cmd/quarry/main.go", Modified: day, AgeDays: 1}},
		Duplicates:     luminos.Duplicates{Total: 2, Wasted: 8192, Groups: []luminos.DuplicateGroup{{Count: 2, Size: 4096, Paths: []luminos.Path{"a", "b"}}}},
		Mismatches:     []luminos.Mismatch{{Path: "logo.png", Extension: ".png", Found: "image/jpeg"}},
		Unreadable:     []luminos.Problem{{Path: "private", Reason: "permission denied"}},
		Special:        []luminos.Special{{Path: "run/socket", Kind: luminos.KindSocket}},
		Links:          []luminos.Link{{Path: "latest", Target: "releases/2", Status: "inside"}, {Path: "etc", Target: "/etc", Status: "outside"}},
		Ignored:        luminos.Ignored{Files: 41022, Allocated: 900 << 20, Roots: []luminos.IgnoredRoot{{Path: "node_modules", Files: 41022, Allocated: 900 << 20, Rule: ".gitignore:3 node_modules/"}}},
	}
}

func fixtureSections() []luminos.Section {
	return []luminos.Section{
		{ID: "brief", Title: "In brief", Statements: []luminos.Statement{
			derived("quarry is a command-line program written mainly in Go."),
			measured("It describes itself as \"a search engine for stones\"."),
			measured("It holds 1,243 files (15 MiB) in 87 directories, with 41,022 lines of code, 93 % of it Go."),
		}},
		{ID: "entry_points", Title: "Where it starts", Items: []luminos.Item{
			{Label: "cmd/quarry/main.go", Statement: measured("func main of the command quarry: reads the flags, opens the index and answers one query or serves many.")},
			{Label: "internal/query/planner/rewrite/normalisation/doc.go", Statement: derived("Exported package.")},
			{Label: "日本語.go", Statement: derived("石の検索エンジンの入口です。とても長い文章なので、途中で折り返さなければなりません。二行目に続きます。")},
		}},
		{ID: "open_questions", Title: "Open questions", Questions: []luminos.Question{{Question: "Why are there two parsers?", Why: "they disagree on quotes", Tried: "both were read, neither says"}}},
		{ID: "concerns", Title: "Concerns", Failed: true},
		{ID: "themes", Title: "Empty and left out"},
	}
}
