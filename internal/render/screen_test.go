package render

import (
	"fmt"
	"strings"
	"testing"

	"luminos"
)

// TestPartsOfTheFirstScreen changes the facts of the fixture and looks for one
// line of the first screen, and for a text that is not on it.
func TestPartsOfTheFirstScreen(t *testing.T) {
	command := func(purpose, line string, dir luminos.Path, part bool) luminos.Command {
		return luminos.Command{Purpose: purpose, Line: line, Dir: dir, Part: part, Basis: luminos.Measured}
	}
	commands := func(list ...luminos.Command) func(*luminos.Report) {
		return func(r *luminos.Report) { r.Facts.Commands = list }
	}
	places := func(material bool, eps ...luminos.EntryPoint) func(*luminos.Report) {
		return func(r *luminos.Report) {
			r.Facts.EntryPoints = eps
			r.Facts.Readme = &luminos.Document{Path: "README.md"}
			r.Facts.Datasets = []luminos.Dataset{{Path: "small.csv", Format: "csv", Rows: 5}, {Path: "big.csv", Format: "csv", Rows: -1, RowsSampled: 9}}
			r.Facts.Documents = []luminos.Document{{Path: "paper.md", Title: "A paper"}, {Path: "note.md"}}
			if material {
				r.Facts.MainLanguage, r.Facts.Sort = "", luminos.SortData
			}
		}
	}
	plan := func(paths ...luminos.Path) func(*luminos.Report) {
		return func(r *luminos.Report) {
			places(false, luminos.EntryPoint{Path: "a/main.go", Reason: "func main"},
				luminos.EntryPoint{Path: "b/main.go", Kind: "server", Reason: "declared"},
				luminos.EntryPoint{Path: "c/main.go", Kind: "script", Reason: "func main"},
				luminos.EntryPoint{Path: "d.go", Kind: "library", Reason: "package d"})(r)
			r.Plan.Priority, r.Facts.Imports.Centrality = nil, nil
			for i, p := range paths {
				r.Plan.Priority = append(r.Plan.Priority, luminos.PlannedDir{Path: p, Reason: "central"})
				rank := luminos.DirRank{Path: p, ImportedBy: 99 - i}
				r.Facts.Imports.Centrality = append(r.Facts.Imports.Centrality, rank)
			}
		}
	}
	byModel := func(change func(*luminos.Report)) func(*luminos.Report) {
		return func(r *luminos.Report) {
			change(r)
			r.Target.Engine = "model"
		}
	}
	flags := func(severities ...luminos.Severity) func(*luminos.Report) {
		return func(r *luminos.Report) {
			r.Flags = nil
			for i, s := range severities {
				r.Flags = append(r.Flags, luminos.Flag{Path: numbered(i), Finding: "F.", Severity: s})
			}
		}
	}
	const label = "\n         "
	for name, c := range map[string]struct {
		change      func(*luminos.Report)
		want, lacks string
	}{
		"name of the target":   {func(r *luminos.Report) { r.Target.Name = "T" }, "T\n“A search engine", ""},
		"name of the facts":    {func(r *luminos.Report) { r.Target.Name, r.Facts.Name = "", "F" }, "F\n“A search engine", ""},
		"name of the root":     {func(r *luminos.Report) { r.Target.Name, r.Facts.Name = "", "" }, "quarry\n“A search engine", ""},
		"a survey by rules":    {func(r *luminos.Report) { r.Facts.Description = ""; r.Survey = &luminos.Survey{Description: "Stones."} }, "quarry\n", "Stones"},
		"licence":              {func(r *luminos.Report) {}, "Go · Apache-2.0 · 1,243 files, 15 MiB · up to 46,000 lines of program code in all", ""},
		"licence of a program": {func(r *luminos.Report) { r.Facts.License = "Vim" }, "Go · Vim license · 1,243 files", ""},
		"licences of parts": {func(r *luminos.Report) {
			r.Facts.License, r.Facts.Licenses = "", []luminos.LicenseFile{{}, {License: "MIT"}}
		}, " · licences for parts of it · ", ""},
		"licence not known": {func(r *luminos.Report) { r.Facts.License, r.Facts.Licenses = "", []luminos.LicenseFile{{}} }, " · no licence found · ", ""},
		"papers have none":  {func(r *luminos.Report) { r.Facts.License, r.Facts.MainLanguage = "", "" }, "program ~ · 1,243 files", "licence"},
		"no lines of code":  {func(r *luminos.Report) { r.Facts.Code = luminos.CodeSize{} }, "15 MiB\n", "lines of code"},
		"second language":   {func(r *luminos.Report) { r.Facts.SecondLanguage = "C" }, "Go, C · Apache-2.0", ""},
		"few lines of code": {func(r *luminos.Report) { r.Facts.Code.All = 9 }, "15 MiB\n", "lines of"},
		"no audience":       {func(r *luminos.Report) { r.Facts.Audience = "" }, "\nBuild", "\nFor"},
		"a script of CI": {func(r *luminos.Report) {
			r.Facts.CI, r.Facts.Checks = []string{"ci-script"}, "tests on demand"
			r.Facts.CIFiles = []luminos.CIFile{{System: "ci-script", Path: ".ci/run"}}
		}, "\nChecks   tests on demand ~ (.ci/run)\n", ""},
		"a source": {func(r *luminos.Report) {
			at := []luminos.Evidence{{Path: "docs/BUILD.md", Lines: &luminos.LineRange{First: 7, Last: 8}}}
			r.Facts.Commands = []luminos.Command{
				{Purpose: "build", Line: "make", Basis: luminos.Measured, Evidence: at}, {Purpose: "test", Line: "go test ./...", Basis: luminos.Derived, Evidence: at},
			}
		}, "\nBuild    make (docs/BUILD.md:7)\nTest     go test ./... ~ (docs/BUILD.md)\n", "~ (docs/BUILD.md:"},
		"releases": {func(r *luminos.Report) {
			r.Facts.Releases = &luminos.Releases{Count: 40, Partial: true, Last: "1.2", LastDate: "2026-07-05", FirstDate: "2017-05-29", Source: "CHANGELOG.md"}
		}, "\nAge      last listed release 1.2 on 2026-07-05 (CHANGELOG.md)\n", ""},
		"stack": {func(r *luminos.Report) { r.Facts.Stack = "Tauri 2 · React 19" },
			"\nStack    Tauri 2 · React 19\nFor", ""},
		"history": {func(r *luminos.Report) {
			r.Facts.Releases = &luminos.Releases{Count: 2, Last: "1.2", Source: "NEWS"}
			r.Facts.History = &luminos.History{
				Branch: "main", Commit: "8ae4307aaaa", Last: "2026-11-22", Commits: 3210, More: true, Year: luminos.Activity{People: 14},
			}
		}, "\nAge      last listed release 1.2 (NEWS) · main, 8ae4307 of 2026-11-22, more than 3,210 commits, about 14 authors in the\n         year before\n", ""},
		"the first commit": {func(r *luminos.Report) {
			r.Facts.History = &luminos.History{Commit: "8ae4307", Last: "2026-11-22", First: "2024-01-02", Commits: 7}
		}, "\nAge      8ae4307 of 2026-11-22, 7 commits in all since 2024-01-02\n", ""},
		"a shallow copy": {func(r *luminos.Report) {
			r.Facts.History = &luminos.History{Commit: "8ae4307", Last: "2026-11-22", Commits: 1, Shallow: true}
			r.Facts.History.Year.People = 1
		}, "\nAge      8ae4307 of 2026-11-22, 1 commit in a shallow copy\n", "people"},
		"commits not read": {func(r *luminos.Report) {
			r.Facts.History = &luminos.History{Branch: "main", Commit: "8ae4307", NotRead: "x"}
		}, "\nAge      main, 8ae4307, the commits were not read\n", ""},
		"a history that was not read": {func(r *luminos.Report) {
			r.Facts.History = &luminos.History{Branch: "main", NotRead: "x"}
		}, "\nFor", "Age"},
		"one release without a date": {func(r *luminos.Report) {
			r.Facts.Releases = &luminos.Releases{Count: 1, Last: "1.2", Source: "NEWS"}
		}, "\nAge      last listed release 1.2 (NEWS)\n", ""},
		"a package that was built again": {func(r *luminos.Report) {
			r.Facts.Releases = &luminos.Releases{Count: 1, Last: "1.2-3", Source: "log.gz", Rebuild: "1.2-3+b1"}
		}, "\nAge      last listed release 1.2-3 (log.gz), built again as 1.2-3+b1\n", ""},
		"install": {commands(command("install", "make install", "", false)), "\nSetup    make install\n", "Build"},
		"install, then build": {
			commands(command("install", "make install", "", false), command("build", "make", "", false)),
			"\nSetup    make install\nBuild    make\n", "",
		},
		"the whole first":    {commands(command("build", "make a", "a", false), command("build", "make", ".", false)), "\nBuild    make\n", "make a"},
		"one directory":      {commands(command("run", "make a", "a", false)), "\nRun      make a in a\n", ""},
		"not a small part":   {commands(command("run", "make a", "a", true)), "\nFlags", "Run"},
		"tests by a command": {commands(command("test", "go test", "", false)), "\nTest     go test\n", ""},
		"tests without one":  {commands(), "\nFlags", "Test"},
		"no tests":           {func(r *luminos.Report) { r.Facts.Commands, r.Facts.TestFrameworks = nil, nil }, "\nFlags", "Test"},
		"no checks":          {func(r *luminos.Report) { r.Facts.CI = nil }, "\nTest", "Checks"},
		"four systems of CI": {func(r *luminos.Report) {
			r.Facts.CI, r.Facts.Checks = []string{"a", "b", "c", "d"}, "tests on pushes"
		}, "\nChecks   tests on pushes ~ (a, b, c and 1 more)\n", ""},
		"an old service": {func(r *luminos.Report) {
			r.Facts.CI, r.Facts.Checks = []string{"travis-ci"}, "tests on pushes"
		}, "\nChecks   tests on pushes ~ (Travis CI if still enabled)\n", ""},
		"not what CI does": {func(r *luminos.Report) { r.Facts.Checks = "" }, "\nTest", "Checks"},

		"program, then material": {places(false, luminos.EntryPoint{Path: "a/main.go", Reason: "func main"}), "\nRead     a/main.go", ""},
		"material without program": {places(true, luminos.EntryPoint{Path: "a/main.go", Reason: "func main"}),
			"\nRead     README.md  0 words" + label +
				"big.csv    csv, 9 records", "main.go"},
		"data made from others": {func(r *luminos.Report) {
			places(true)(r)
			r.Facts.Datasets[1].Path = "Raw/big.csv"
		}, label + "small.csv  csv, 5 records\n", "big.csv"},
		"sources are no start": {places(false, luminos.EntryPoint{Path: "R", Reason: "sources of the package in DESCRIPTION"}),
			"\nFlags", "DESCRIPTION"},
		"parts are no start": {places(false, luminos.EntryPoint{Path: "a/main.go", Part: true}), "\nFlags", "main.go"},
		"directories of a plan by rules": {plan("x", "y", "z"), "\nRead     a/main.go  func main" + label +
			"b/main.go  declared\n", "x/"},
		"two of the plan of a model": {byModel(plan("x", "y", "z")), "\nRead     a/main.go  func main" + label +
			"x/         central *?" + label + "y/         central", "z/"},
		"document on the design": {func(r *luminos.Report) {
			plan("x", "y")(r)
			r.Facts.Documents = []luminos.Document{
				{Path: "AGENTS.md"}, {Path: "a/b/design.md"}, {Path: "docs/Architecture.md"},
			}
		}, "\nRead     a/main.go             func main" +
			label + "docs/Architecture.md  document on the architecture" +
			label + "b/main.go             declared\n", "AGENTS.md"},
		"directory as a start": {func(r *luminos.Report) {
			places(false, luminos.EntryPoint{Path: "lib", Reason: "sources"})(r)
			r.Facts.Directories = []luminos.DirFacts{{Path: "lib"}}
		}, "\nRead     lib/ ", ""},
		"not the root": {byModel(plan(".", "y", "z")), "\nRead     a/main.go  func main" + label +
			"y/         central", "z/"},
		"generated beside another": {places(false,
			luminos.EntryPoint{Path: "a.js", Kind: "script", Reason: "generated; main of package.json"},
			luminos.EntryPoint{Path: "b.js", Kind: "binary", Reason: "command"},
		), "\nRead     b.js", "a.js"},
		"many programs": {func(r *luminos.Report) {
			places(false)(r)
			for i := range manyStarts {
				e := luminos.EntryPoint{Path: luminos.Path(fmt.Sprint("c/", i)), Kind: "binary", Name: fmt.Sprint(i), Reason: "main"}
				r.Facts.EntryPoints = append(r.Facts.EntryPoints, e)
			}
			r.Plan = nil
		}, "\nTest", "Read"},
		"half of the code": {func(r *luminos.Report) {
			places(false)(r)
			r.Plan, r.Facts.Vouched = nil, true
			r.Facts.Core, r.Facts.Code.Own = &luminos.FileCode{Path: "x.lua", Code: 3}, 4
		}, "\nRead     x.lua  most of the code\n", ""},
		"a little more than half": {func(r *luminos.Report) {
			places(false)(r)
			r.Plan, r.Facts.Vouched = nil, true
			r.Facts.Core, r.Facts.Code.Own = &luminos.FileCode{Path: "x.lua", Code: 5}, 9
		}, "\nRead     x.lua  at least half of the code\n", ""},
		"all of the code": {func(r *luminos.Report) {
			places(false)(r)
			r.Plan, r.Facts.Vouched = nil, true
			r.Facts.Core, r.Facts.Code.Own = &luminos.FileCode{Path: "x.lua", Code: 99}, 100
		}, "\nRead     x.lua  nearly all of the code\n", ""},
		"the name of the target": {func(r *luminos.Report) {
			places(false)(r)
			r.Plan, r.Facts.Vouched = nil, true
			r.Facts.Core, r.Facts.Code.Own = &luminos.FileCode{Path: "x.h", Code: 1}, 4
		}, "\nRead     x.h  file with the name of the target\n", ""},
		"programs of a library": {func(r *luminos.Report) {
			places(false, luminos.EntryPoint{Path: "x.c", Kind: "binary", Reason: "main"})(r)
			r.Facts.Kind, r.Plan = "framework and library", nil
		}, "\nTest", "Read"},
		"a chore": {func(r *luminos.Report) {
			chore := luminos.EntryPoint{Path: "bump.sh", Kind: "script", Reason: "executable script at the root"}
			places(false, chore)(r)
			r.Plan = nil
		}, "\nTest", "Read"},
		"not a place twice": {byModel(plan("a", "y")), "\nRead     a/main.go  func main" + label +
			"y/         central", "a/  "},
		"code that serves documents": {func(r *luminos.Report) {
			places(false)(r)
			r.Plan, r.Facts.Vouched, r.Facts.Sort = nil, true, luminos.SortDocuments
			r.Facts.Core, r.Facts.Code.Own = &luminos.FileCode{Path: "x.lua", Code: 3}, 4
		}, "\nTest", "x.lua"},
		"not the top itself": {places(false, luminos.EntryPoint{Path: ".", Reason: "a program"}, luminos.EntryPoint{Reason: "none"}), "\nFlags", "program\n"},
		"no plan":            {func(r *luminos.Report) { plan()(r); r.Plan = nil }, label + "b/main.go  declared\n", "README"},

		"no flags": {flags(), "\nFlags    none raised\n", ""},
		"minor notes": {func(r *luminos.Report) {
			r.Flags = []luminos.Flag{{Severity: luminos.Info, Path: "a", Finding: "F.", Aside: true}}
		}, "\nFlags    none but 1 minor note, shown by -v\n", "none raised"},
		"minor notes beside flags of a model": {func(r *luminos.Report) {
			of := luminos.Flag{Path: "a", Severity: luminos.Concern, Finding: "Odd.", Source: luminos.SourceModel}
			r.Flags = []luminos.Flag{{Path: "b_test.go", Severity: luminos.Info, Aside: true}, of}
		}, "\nFlags    none by rules but 1 minor note, shown by -v; by a model: 1 concern", "none by rules;"},
		"a remark and minor notes": {func(r *luminos.Report) {
			aside := luminos.Flag{Severity: luminos.Info, Path: "a", Finding: "F.", Aside: true}
			r.Flags = []luminos.Flag{aside, aside, {Severity: luminos.Info, Path: "b", Finding: "G."}}
		}, "\nFlags    1 info, listed below, and 2 minor notes, shown by -v\n", ""},
		"one remark":      {flags(luminos.Info), "\nFlags    1 info, listed below\n", "p00"},
		"two remarks":     {flags(luminos.Info, luminos.Info), "\nFlags    2 info, listed below\n", "p0"},
		"the worst first": {flags(luminos.Info, luminos.Critical, luminos.Concern), "\nFlags    1 critical, 1 concern, 1 info; the worst:\n         critical  p01: F.\n         concern   p02: F.\n", "p00"},
		"three concerns":  {flags(luminos.Concern, luminos.Concern, luminos.Concern), "\nFlags    3 concerns\n", "worst"},
		"unknown":         {flags("odd", "odd"), "\nFlags    2 others, listed below\n", "p0"},
	} {
		t.Run(name, func(t *testing.T) {
			r := fixture()
			c.change(r)
			screen := strings.Join(strings.Split(rendered(t, r, Style{Width: 120}), "\n")[:screenLines], "\n") + "\n"
			screen, _, _ = strings.Cut(screen, "\nContents\n")
			if !strings.Contains(screen, c.want) || c.lacks != "" && strings.Contains(screen, c.lacks) {
				t.Errorf("want %q without %q in\n%s", c.want, c.lacks, screen)
			}
		})
	}
}

func TestWhoWroteAReport(t *testing.T) {
	for _, c := range []struct {
		report luminos.Report
		want   bool
	}{
		{luminos.Report{}, false},
		{luminos.Report{Results: luminos.Results{Survey: &luminos.Survey{}, Plan: &luminos.Plan{}}}, false},
		{luminos.Report{Results: luminos.Results{Survey: &luminos.Survey{Description: "D."}}}, true},
		{luminos.Report{Results: luminos.Results{Plan: &luminos.Plan{Priority: []luminos.PlannedDir{{Path: "a"}}}}}, true},
		{luminos.Report{Sections: []luminos.Section{{Statements: []luminos.Statement{{Basis: luminos.Judged}}}}}, true},
		{luminos.Report{Sections: []luminos.Section{{Items: []luminos.Item{{Statement: luminos.Statement{Basis: luminos.Judged}}}}}}, true},
		{luminos.Report{Flags: []luminos.Flag{{Source: "rules"}}, Entries: []luminos.Entry{{Basis: luminos.Derived}}}, false},
	} {
		if got := written(&c.report); got != c.want {
			t.Errorf("%+v: written by a model: %t", c.report, got)
		}
	}
}

// TestLegendExplainsTheMarksThatOccur expects "~" for derived statements, "[1]"
// for claims in a whole report, and neither without them.
func TestLegendExplainsTheMarksThatOccur(t *testing.T) {
	claim := []luminos.Claim{{ID: "a"}}
	for _, c := range []struct {
		report  luminos.Report
		verbose bool
		want    string
	}{
		{luminos.Report{}, true, ""},
		{luminos.Report{Results: luminos.Results{Facts: &luminos.Facts{Kind: "library"}}}, false, "~"},
		{luminos.Report{Results: luminos.Results{Facts: &luminos.Facts{Commands: []luminos.Command{{Basis: luminos.Derived}}}}}, false, ""},
		{luminos.Report{Results: luminos.Results{Facts: &luminos.Facts{Commands: []luminos.Command{{Basis: luminos.Judged}}}}}, false, "*"},
		{luminos.Report{Sections: []luminos.Section{{Items: []luminos.Item{{Statement: luminos.Statement{Basis: luminos.Derived}}}}}}, false, "~"},
		{luminos.Report{Claims: claim}, false, ""},
		{luminos.Report{Claims: claim}, true, "["},
		{luminos.Report{Results: luminos.Results{Plan: &luminos.Plan{Priority: make([]luminos.PlannedDir, 1)}}}, false, ""},
		{luminos.Report{Target: luminos.Target{Engine: "model"}, Results: luminos.Results{Plan: &luminos.Plan{}}}, false, ""},
		{luminos.Report{Target: luminos.Target{Engine: "model"}, Claims: claim, Entries: []luminos.Entry{{Basis: luminos.Derived}, {Basis: luminos.Judged}}}, true, "~[*"},
	} {
		var got string
		for _, l := range composeLegend(newDossier(&c.report, Style{Verbose: c.verbose})) {
			got += l.text[0].text[:1]
		}
		if got != c.want {
			t.Errorf("%+v: legend %q, want %q", c.report, got, c.want)
		}
	}
}

// TestEntriesOfAShortenedReport shows partial and priority directories, but not
// the ones that a section describes already.
func TestEntriesOfAShortenedReport(t *testing.T) {
	r := &luminos.Report{Target: luminos.Target{Engine: "model"}, Entries: []luminos.Entry{
		{Path: "a", Summary: "S.", Tier: luminos.TierPriority}, {Path: "b", Summary: "S.", Partial: true, PartialReason: "gone"}, {Path: "c", Summary: "S.", Tier: luminos.TierPriority},
		{Path: ".", Summary: "S.", Tier: luminos.TierPriority, Confidence: 0.5}, {Path: "d", Summary: "S.", Tier: luminos.TierDefault},
	}}
	item := func(label, from string) luminos.Item {
		return luminos.Item{Label: label, Statement: luminos.Statement{From: []string{from}}}
	}
	r.Sections = []luminos.Section{{ID: "detailed", Items: []luminos.Item{item("a/", "entries"), item("c/", "facts"), item("b", "entries")}}}
	_, got, _ := strings.Cut(rendered(t, r, Style{Width: 120}), "\nDirectories\n")
	got, _, _ = strings.Cut(got, "\n\n")
	want := "  b/\n    S. (partial: gone)\n  c/\n    S.\n  .\n    S.\n  and 1 more directory (1 at the usual depth): --json has them all, -v prints them"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestToolchainsGiveWay names nine toolchains, for which the line on the kind has no room: the size of the
// code stays.
func TestToolchainsGiveWay(t *testing.T) {
	r := fixture()
	for range 9 {
		r.Facts.Toolchains = append(r.Facts.Toolchains, "Toolchain with a long name 1.2.3")
	}
	screen := strings.Join(strings.Split(rendered(t, r, Style{Width: 80}), "\n")[:screenLines], "\n")
	if strings.Contains(screen, "Toolchain") || !strings.Contains(screen, "lines of program code") {
		t.Error(screen)
	}
}

// TestSizesGiveWay checks that a long line on the kind keeps the lines of code, and loses the remark on them and the
// bytes.
func TestSizesGiveWay(t *testing.T) {
	r := fixture()
	r.Facts.Kind, r.Facts.MainLanguage = "server and library in a monorepo of 26 packages", "C#"
	r.Facts.License = "AGPL-3.0 OR ITS EXAMPLES LICENSE"
	r.Scan.SurveySignals.Files, r.Facts.Code = 7451, luminos.CodeSize{All: 537_308, AllGenerated: 400_000}
	want := "\nserver and library in a monorepo of 26 packages ~ · C# ·\n" +
		"AGPL-3.0 OR ITS EXAMPLES LICENSE · 7,451 files ·\n" +
		"up to 600,000 lines of program code in all\n"
	if got := rendered(t, r, Style{Width: 80}); !strings.Contains(got, want) {
		t.Error(got)
	}
}

// TestLinksAreTheContent checks that links are counted in a target with more of them than of files.
func TestLinksAreTheContent(t *testing.T) {
	r := fixture()
	r.Facts.MainLanguage, r.Facts.Kind, r.Facts.License = "", "", ""
	r.Scan.SurveySignals.Files, r.Scan.SurveySignals.Bytes = 1, 100
	r.Facts.Directories = []luminos.DirFacts{{Path: luminos.Root, Files: 1, TotalFiles: 1, Links: 386}}
	if got, want := rendered(t, r, Style{Width: 80}), "1 file, 100 B, 386 links"; !strings.Contains(got, want) {
		t.Error(got)
	}
}

// TestCodeSize states a bound on all code, with the remark that most lines are generated or that notebooks are left
// out. Where style sheets or markup have more lines, it states none.
func TestCodeSize(t *testing.T) {
	notebooks := []luminos.LanguageLines{{Name: "Jupyter Notebook"}}
	for _, c := range []struct {
		size      luminos.CodeSize
		languages []luminos.LanguageLines
		want      string
	}{
		{luminos.CodeSize{All: 91, AllGenerated: 90}, nil, "up to 100 lines of program code in all, mostly generated"},
		{luminos.CodeSize{All: 885, AllGenerated: 20}, nil, "up to 980 lines of program code in all"},
		{luminos.CodeSize{All: 18_035, Markup: 18_035}, nil, "up to 20,000 lines of program code in all"},
		{luminos.CodeSize{All: 100, Without: "vendor"}, nil, "up to 110 lines of program code outside of vendor"},
		{luminos.CodeSize{All: 284, Markup: 285}, nil, ""},
		{luminos.CodeSize{All: 9}, nil, ""},
		{luminos.CodeSize{All: 10}, nil, "up to 11 lines of program code in all"},
		{luminos.CodeSize{All: 885}, notebooks, "up to 980 lines of program code in all, without notebooks"},
	} {
		r := fixture()
		r.Facts.Code, r.Scan.Languages = c.size, c.languages
		line := kindLines(newDossier(r, Style{}))[0]
		got := line[len(line)-1].text
		if c.want == "" && got != "1,243 files, 15 MiB" || c.want != "" && got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// TestCodeAmongMaterial leaves out lines of code in a target whose files are mostly other material.
func TestCodeAmongMaterial(t *testing.T) {
	r := fixture()
	r.Facts.MainLanguage, r.Facts.Holdings = "", []luminos.Counted{{Name: "plain text file", Files: 900}}
	if got := rendered(t, r, Style{Width: 80}); strings.Contains(got, "lines of code") {
		t.Error(got)
	}
}

// TestOneLine checks that a row of one line ends after a clause.
func TestOneLine(t *testing.T) {
	long := "none by rules; by a model: 14 critical, 76 concerns, 16 info; the worst:"
	for width, want := range map[int]string{
		screenColumn + 80: long, screenColumn + 70: strings.TrimSuffix(long, "; the worst:"),
		screenColumn + 55: "none by rules; by a model: 14 critical, 76 concerns", screenColumn + 3: "none by rules",
	} {
		term := terminal{newPage(&strings.Builder{}, Style{Width: width})}
		if got := oneLine(term, long); got != want {
			t.Errorf("%d columns: %q, want %q", width, got, want)
		}
	}
}

// TestNoteOfACommand shows a short note of a command beside its source.
func TestNoteOfACommand(t *testing.T) {
	for note, want := range map[string]string{
		"leaves out 10 modules below": "go test (go.mod, leaves out 10 modules below)",
		strings.Repeat("x", noteMost): "go test (go.mod)",
	} {
		got := ""
		for _, s := range commandText(&luminos.Command{
			Line: "go test", Basis: luminos.Measured, Note: note, Evidence: []luminos.Evidence{{Path: "go.mod"}},
		}) {
			got += s.text
		}
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
