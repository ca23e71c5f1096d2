package rules

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

// TestSentences changes the program in one way and looks for one sentence of a section.
func TestSentences(t *testing.T) {
	type target struct {
		*luminos.Scan
		*luminos.Facts
	}
	imports := func(pairs ...luminos.Path) func(target) {
		return func(x target) {
			x.Imports.Edges, x.Imports.Centrality = nil, nil
			for i := 0; i < len(pairs); i += 2 {
				x.Imports.Edges = append(x.Imports.Edges, luminos.ImportEdge{From: pairs[i], To: pairs[i+1]})
			}
		}
	}
	for name, c := range map[string]struct {
		change        func(target)
		section, want string
	}{
		"public domain": {func(x target) { x.License = "public domain" }, "brief", "It is in the public domain,"},
		"own licence":   {func(x target) { x.License = "LicenseRef-Kite" }, "brief", "under terms of its own (LicenseRef-Kite)"},
		"licence of parts": {func(x target) {
			x.License, x.Licenses = "", []luminos.LicenseFile{{Path: "a/LICENSE", License: "MIT"}}
			delete(x.Evidence, "license")
		}, "brief", "No licence was found for the whole, but MIT in 1 place,"},
		"no triggers":   {func(x target) { x.CIFiles = nil }, "brief", "GitHub Actions and homegrown."},
		"on a schedule": {func(x target) { x.CIFiles[0].Triggers = []string{luminos.TriggerSchedule} }, "brief", "homegrown (on a schedule)."},
		"ignored only": {func(x target) { x.SurveySignals = luminos.SurveySignals{} }, "brief",
			"It holds no files to investigate: 3 files are ignored."},
		"tables": {func(x target) {
			x.SurveySignals.Files = 2
			x.Datasets = []luminos.Dataset{{Path: "t", Format: "table", Rows: 5}, {Path: "u", Format: "table", Rows: -1}}
		}, "brief", "It holds 2 tables with 5 rows."},
		"markup as main language": {func(x target) { x.MainLanguage = "Markdown" }, "brief", "with 9,300 lines of code, 3 % of it Markdown, and 3,000 in tests."},

		"code in one place": {func(x target) {
			x.Directories = []luminos.DirFacts{{Path: "."}, {Path: "a", Code: 100, TotalFiles: 9}}
		}, "architecture", "all code is in a."},
		"code at the top": {func(x target) { x.Directories = []luminos.DirFacts{{Path: ".", Code: 100, TotalFiles: 9}} }, "architecture",
			"all code is in the top directory."},
		"code in two parts": {func(x target) {
			x.Directories = []luminos.DirFacts{{Path: "."}, {Path: "a", Code: 60}, {Path: "b", Code: 40}}
		}, "architecture", "all code is in a (60 %) and b (40 %)."},
		"code in many parts": {func(x target) {
			x.Directories = []luminos.DirFacts{{Path: "."}}
			for _, p := range strings.Split("abcdefgh", "") {
				x.Directories = append(x.Directories, luminos.DirFacts{Path: luminos.Path(p), Code: 10})
			}
		}, "architecture", "the largest parts of the code are a (13 %), b (13 %) and c (13 %)."},
		"a large part is opened": {func(x target) {
			x.Directories = []luminos.DirFacts{{Path: "."}, {Path: "a", Code: 10}, {Path: "a/b", Code: 60}, {Path: "a/c", Code: 30}}
		}, "components", "a/b | 60 lines of code."},
		"four cycles": {imports("fly", "wind", "wind", "fly", "fly", "log", "log", "fly", "log", "wind", "wind", "log", "data", "docs", "docs", "data"),
			"architecture", "import each other: fly and wind; fly and log; log and wind; and 1 pair more."},
		"no cycle within a directory": {imports("fly", "fly/in", "fly/in", "fly"), "architecture", "Without tests"},
		"foundation that is most of the code": {func(x target) {
			x.Directories[6].Code, x.Directories[6].TestCode = 90_000, 0
		}, "architecture", "The rest is built on log (imported by 2 directories) and wind (imported by 2 directories)."},

		"dependencies of parts": {func(x target) {
			x.Manifests = []luminos.Manifest{{Path: "a/b/go.mod", Role: luminos.ManifestMember}}
			x.Dependencies = []luminos.Dependency{{Name: "cobra", Manifest: "a/b/go.mod"}}
		}, "tech_stack", "dependencies | 1 declared, all by parts below the top: cobra."},
		"dependencies by frequency": {func(x target) {
			x.Manifests = []luminos.Manifest{{Path: "a/x", Role: luminos.ManifestMember}, {Path: "b/x", Role: luminos.ManifestMember}}
			x.Dependencies = []luminos.Dependency{{Name: "once", Manifest: "a/x"}, {Name: "twice", Manifest: "a/x"}, {Name: "twice", Manifest: "b/x"}}
		}, "tech_stack", "2 declared, all by parts below the top: twice and once."},

		"many entry points": {func(x target) {
			for i := range 10 {
				x.EntryPoints = append(x.EntryPoints, luminos.EntryPoint{Path: luminos.Path(fmt.Sprintf("e%d.sh", i)), Kind: "script"})
			}
		}, "entry_points", "The most important of 12."},
		"program described beside src": {func(x target) {
			x.EntryPoints = []luminos.EntryPoint{{Path: "tool/src/main.rs", Kind: "binary"}}
			x.Directories = append(x.Directories, luminos.DirFacts{Path: "tool", About: "A tool"}, luminos.DirFacts{Path: "tool/src"})
		}, "entry_points", "tool/src/main.rs | binary: “A tool.”"},

		"what it is for": {func(x target) { x.Description = "" }, "open_questions", "What is this for? No sentence at the head of README.md was taken for a description."},
		"licence text": {func(x target) { x.License, x.Licenses[0].License = "", "" }, "open_questions",
			"What does the licence text allow? LICENSE states no known licence for the whole."},
		"where packages start": {func(x target) {
			x.EntryPoints = nil
			x.Scan.Files = append(x.Scan.Files, luminos.File{Path: "a/b/__main__.py"})
			x.Description = ""
		}, "open_questions", "What is this for? No sentence at the head of README.md was taken for a description."},
		"where it starts": {func(x target) { x.EntryPoints = nil }, "open_questions", "Where does it start? No entry point was found."},
		"imports that were not read": {func(x target) { x.Imports.Unread = 2 }, "open_questions",
			"What do the remaining source files import? 2 files were over the reading budget. (Imports of 50 files.)"},
	} {
		t.Run(name, func(t *testing.T) {
			d := kite()
			c.change(target{d.Scan, d.Facts})
			s, err := Engine{}.Synthesize(t.Context(), d)
			if err != nil {
				t.Fatal(err)
			}
			for _, section := range s.Sections {
				if section.ID == c.section {
					if text := outline([]luminos.Section{section}); !strings.Contains(text, c.want) {
						t.Errorf("%q is missing in\n%s", c.want, text)
					}
					return
				}
			}
			t.Errorf("there is no section %s", c.section)
		})
	}
}

func TestListsOfSectionsAreBounded(t *testing.T) {
	d := archive()
	for i := range 30 {
		p := luminos.Path(fmt.Sprintf("d%02d", i))
		d.Facts.Directories = append(d.Facts.Directories, luminos.DirFacts{Path: p, Files: 1, TotalFiles: 1})
		d.Facts.Datasets = append(d.Facts.Datasets, luminos.Dataset{
			Path: p.Join("x.csv"), Rows: 1, Columns: make([]luminos.Column, 20), Issues: []string{"i"}, Period: &luminos.Period{First: "2020", Last: "2020"},
		})
		d.Facts.Documents = append(d.Facts.Documents, luminos.Document{Path: p.Join("x.md"), Title: "T " + string(p)})
		d.Facts.Media = append(d.Facts.Media, luminos.MediaGroup{Dir: p, Files: 9, Bytes: 1, Period: &luminos.Period{First: "2020", Last: "2020"}})
	}
	s, err := Engine{}.Synthesize(t.Context(), described(t, d))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, section := range s.Sections {
		got[section.ID] = len(section.Items)
	}
	want := map[string]int{
		"brief": 0, "datasets": 10, "schema_summary": 4, "period_covered": 9, "themes": 12, "media": 8,
		"data_quality": 8, "copies": 0, "detailed": 20, "open_questions": 0,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
}
