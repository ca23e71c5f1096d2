package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"luminos"
)

// names returns n paths below dir: dir00, dir01 and so on.
func names(dir string, n int) []luminos.Path {
	out := make([]luminos.Path, n)
	for i := range out {
		out[i] = luminos.Path(fmt.Sprintf("%s%02d", dir, i))
	}
	return out
}

// code returns directories, each with one line of code.
func code(paths ...luminos.Path) []luminos.DirFacts {
	out := []luminos.DirFacts{{Path: luminos.Root}}
	for _, p := range paths {
		out = append(out, luminos.DirFacts{Path: p, Code: 1, TotalFiles: 1})
	}
	return out
}

// TestBoundsOfSections changes a dossier to a value at a bound of a section or one
// beyond it. One text occurs in the section and another does not; the absent text
// "section" means that there is no such section.
func TestBoundsOfSections(t *testing.T) {
	type target struct {
		*luminos.Scan
		*luminos.Facts
	}
	papers := func(change func(target)) func(target) {
		return func(x target) {
			d := archive()
			*x.Scan, *x.Facts = *d.Scan, *d.Facts
			change(x)
		}
	}
	imports := func(pairs ...luminos.Path) func(target) {
		return func(x target) {
			x.Imports.Edges, x.Imports.Centrality, x.EntryPoints = nil, nil, nil
			for i := 0; i < len(pairs); i += 2 {
				x.Imports.Edges = append(x.Imports.Edges, luminos.ImportEdge{From: pairs[i], To: pairs[i+1], Evidence: line(pairs[i], 1)})
				if pairs[i] != luminos.Root {
					x.Directories = append(x.Directories, luminos.DirFacts{Path: pairs[i]})
				}
			}
		}
	}
	parts := func(lines ...int) func(target) {
		return func(x target) {
			x.Directories = code(names("p", len(lines))...)
			for i, n := range lines {
				x.Directories[i+1].Code = n
			}
		}
	}
	// large has a directory with most of the code, which the list of parts divides if
	// there are fewer than 48 other parts.
	large := func(others int) func(target) {
		return func(x target) {
			x.Directories = append(code("a", "a/b"), code(names("p", others)...)[1:]...)
			x.Directories[2].Code = 1000
		}
	}
	documents := func(n int) []luminos.Document {
		var out []luminos.Document
		for _, p := range names("d", n) {
			out = append(out, luminos.Document{Path: p, Title: "T " + string(p), Words: 100})
		}
		return out
	}
	datasets := func(n int) []luminos.Dataset {
		var out []luminos.Dataset
		for _, p := range names("d", n) {
			out = append(out, luminos.Dataset{Path: p, Rows: 1, Format: "csv", Period: &luminos.Period{First: "2020", Last: "2020"}})
		}
		return out
	}
	media := func(n int) []luminos.MediaGroup {
		var out []luminos.MediaGroup
		for _, p := range names("m", n) {
			out = append(out, luminos.MediaGroup{Dir: p, Files: 3, Bytes: 1})
		}
		return out
	}
	taken := func(years int) *luminos.Photos {
		p := &luminos.Photos{Images: 40, Looked: 40, Dated: 30,
			Period: &luminos.Period{First: "2001-02-03", Last: "2004-05-06", Source: "cameras"}}
		for i, y := range []string{"2001", "2002", "2003", "2004"}[4-years:] {
			p.Years = append(p.Years, luminos.Counted{Name: y, Files: 3 * (i + 1)})
		}
		return p
	}
	workspaces := func(n, members int) func(target) {
		return func(x target) {
			x.Manifests = nil
			for _, p := range names("w", n) {
				x.Manifests = append(x.Manifests, luminos.Manifest{Path: p, Ecosystem: "go", Workspace: true, Members: names("m", members)})
			}
		}
	}
	containers := func(n int) func(target) {
		return func(x target) {
			x.Containers = nil
			for _, p := range names("c", n) {
				x.Containers = append(x.Containers, luminos.Container{Path: p, Evidence: line(p, 1)})
			}
		}
	}
	files := func(n int) []luminos.File {
		var out []luminos.File
		for _, p := range names("f", n) {
			out = append(out, luminos.File{Path: p})
		}
		return out
	}
	entryPoints := func(n int) []luminos.EntryPoint {
		var out []luminos.EntryPoint
		for _, p := range names("e", n) {
			out = append(out, luminos.EntryPoint{Path: p, Kind: "script"})
		}
		return out
	}
	// program has one entry point, in the directory below, and one directory above it.
	program := func(path, above luminos.Path, about string, below luminos.Path, aboutBelow string) func(target) {
		return func(x target) {
			x.EntryPoints = []luminos.EntryPoint{{Path: path, Kind: "binary"}}
			x.Directories = append(x.Directories, luminos.DirFacts{Path: above, About: about}, luminos.DirFacts{Path: below, About: aboutBelow})
		}
	}
	commands := func(n int) func(target) {
		return func(x target) {
			x.Commands = nil
			for i := range n {
				x.Commands = append(x.Commands, luminos.Command{Purpose: "run", Line: fmt.Sprint("run", i)})
			}
		}
	}
	for name, c := range map[string]struct {
		change               func(target)
		section, want, lacks string
	}{
		"no code":              {func(x target) { x.Directories = nil }, "architecture", "", "section"},
		"one line of code":     {func(x target) { x.Directories = code("a") }, "architecture", "all code is in a.", ""},
		"half in three parts":  {parts(20, 15, 15, 10, 10, 10, 10, 10), "architecture", "the largest parts of the code are p00 (20 %)", "most code"},
		"more than half":       {parts(21, 15, 15, 10, 10, 10, 10, 9), "architecture", "most code is in p00 (21 %)", ""},
		"data is not code":     {func(x target) { x.MainLanguage = "" }, "components", "", "section"},
		"one part":             {parts(10), "components", "", "section"},
		"12 parts":             {parts(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1), "components", "p11 | 1 line of code.", "left out"},
		"13 parts":             {parts(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1), "components", "The largest parts; 1 smaller one is left out here.", "p12"},
		"a third of the code":  {parts(10, 10, 10), "components", "p00 | 10 lines", ""},
		"files at the top":     {func(x target) { x.Directories = code("a"); x.Directories[0].Code = 1 }, "components", "the top directory | 1 line of code.", ""},
		"47 parts and a large": {large(46), "components", "a/b | 1,000 lines", ""},
		"48 parts and a large": {large(47), "components", "a | 1,001 lines", "a/b"},
		"a third is not divided": {func(x target) {
			x.Directories = code("a", "a/b", "c", "d")
			x.Directories[1].Code, x.Directories[3].Code, x.Directories[4].Code = 1, 2, 2
		}, "components", "a | 2 lines", "a/b"},

		"workspace of one":    {workspaces(1, 1), "architecture", "", "binds"},
		"workspace of two":    {workspaces(1, 2), "architecture", "w00 binds 2 packages into a go workspace: m00 and m01.", ""},
		"workspace of six":    {workspaces(1, 6), "architecture", "m03, m04 and 1 more.", "m05"},
		"three workspaces":    {workspaces(3, 2), "architecture", "w02 binds", ""},
		"four workspaces":     {workspaces(4, 2), "architecture", "w02 binds", "w03 binds"},
		"members of a parent": {func(x target) { x.Manifests[2].Workspace = false }, "architecture", "", "binds"},

		"seventh by centrality": {func(x target) {
			x.Imports.Centrality = nil
			for i, p := range names("i", 7) {
				x.Imports.Centrality = append(x.Imports.Centrality, luminos.DirRank{Path: p, ImportedBy: 10 + i})
			}
		}, "architecture", "The rest is built on i05 (imported by 15 directories), i04 (imported by 14 directories) and i03 (imported by 13 directories).", ""},
		"imported once": {func(x target) {
			x.Imports.Centrality[0].ImportedBy = 1
			x.Imports.Centrality = x.Imports.Centrality[:1]
		}, "architecture", "", "is built on"},
		"half of the code":   {func(x target) { x.Directories[6].Code = 4500; x.Directories[12].Code = 2500 }, "architecture", "built on fly", ""},
		"two are imported":   {imports("a", "b", "a", "c"), "architecture", "", "At the top"},
		"three are imported": {imports("a", "b", "a", "c", "a", "d"), "architecture", "stands a (uses 3).", ""},
		"all by the root":    {imports(".", "b", ".", "c", ".", "d"), "architecture", "", "At the top"},
		"root and another":   {imports(".", "b", ".", "c", ".", "d", "a", "b"), "architecture", "stand the top directory (uses 3) and a (uses 1).", ""},
		"no tops":            {imports("a", "b", "b", "c", "c", "a"), "architecture", "", "At the top"},
		"tops by their uses": {imports("a", "x", "b", "x", "b", "y", "c", "x", "c", "y", "c", "z", "d", "x"), "architecture",
			"stand c (uses 3), b (uses 2), a (uses 1) and d (uses 1).", ""},
		"tops with an entry point": {func(x target) {
			imports("a", "b", "a", "c", "a", "d", "e", "b")(x)
			x.EntryPoints = []luminos.EntryPoint{{Path: "e/main.go"}}
		}, "architecture", "stands e (uses 1).", ""},
		"three cycles": {imports("a", "b", "b", "a", "a", "c", "c", "a", "a", "d", "d", "a"), "architecture",
			"import each other: a and b; a and c; a and d. [facts/imports] 6", ""},
		"four cycles": {imports("a", "b", "b", "a", "a", "c", "c", "a", "a", "d", "d", "a", "a", "e", "e", "a"), "architecture",
			"a and d; and 1 pair more. [facts/imports] 6", ""},
		"no cycles": {imports("a", "b"), "architecture", "", "each other"},

		"licence text unknown": {func(x target) { x.License, x.Licenses = "", nil }, "open_questions", "", "section"},
		"one import unread":    {func(x target) { x.Imports.Unread = 1 }, "open_questions", "1 file", ""},

		"nothing to investigate": {papers(func(x target) { x.SurveySignals.Files = 0 }), "brief", "It holds no files to investigate. ", ""},
		"one ignored file": {papers(func(x target) { x.SurveySignals.Files, x.Ignored.Files = 0, 1 }), "brief",
			"It holds no files to investigate: 1 file is ignored.", ""},
		"half is ignored": {papers(func(x target) {
			x.DiskUsage = luminos.DiskUsage{Allocated: 90, VCS: 50, Ignored: 20}
		}), "brief", "", "is ignored"},
		"over half is ignored": {papers(func(x target) {
			x.DiskUsage = luminos.DiskUsage{Allocated: 90, VCS: 50, Ignored: 21}
		}), "brief", "; another 21 B, over half of what lies here, is ignored.", ""},
		"one category": {papers(func(x target) {
			x.FileCategories = map[luminos.Category]luminos.Tally{luminos.CategoryData: {Files: 1}}
		}), "brief", "in 4 directories. ", "by their number"},
		"two categories": {papers(func(x target) { delete(x.FileCategories, luminos.CategoryData) }), "brief", "by their number, image", ""},
		"one framework":  {func(x target) { x.TestFrameworks, x.CI = []string{"go test", "rapid"}, nil }, "brief", "it is tested with rapid.", "go test"},
		"evidence of three frameworks": {func(x target) {
			x.License, x.TestFrameworks, x.CI = "", []string{"a", "b", "c", "d"}, []string{"x"}
			for _, key := range []string{"test_frameworks/a", "test_frameworks/b", "test_frameworks/c", "test_frameworks/d", "ci/x"} {
				x.Evidence[key] = append(line("a", 1), line("a", 2)...)
			}
		}, "brief", "facts/ci] 4", ""},
		"an unknown licence, then a known one": {func(x target) {
			x.License, x.Licenses = "", []luminos.LicenseFile{{Path: "a/a"}, {Path: "b/b", License: "MIT"}}
			delete(x.Evidence, "license")
		}, "brief", "but MIT in 1 place", ""},

		"10 datasets": {papers(func(x target) { x.Datasets = datasets(10) }), "datasets", "d09", "The largest of"},
		"11 datasets": {papers(func(x target) { x.Datasets = datasets(11) }), "datasets", "The largest of 11 datasets.", "d10"},
		"a database in one file": {papers(func(x target) {
			x.Datasets = []luminos.Dataset{{Path: "a.json", Format: "json", Rows: 12, Tables: []luminos.DataTable{{Name: "Genre", Rows: 2}, {Name: "Track", Rows: 10}}}}
		}), "datasets", "a.json | JSON, 12 records in 2 tables: Track (10) and Genre (2).", ""},
		"files of one record": {papers(func(x target) {
			x.Datasets = []luminos.Dataset{{Path: "a1.json", Family: "a*.json", Count: 9, Format: "json", Rows: 9}}
		}), "datasets", "a*.json | JSON, 9 files with 1 record each.", ""},
		"data without a reader": {papers(func(x target) {
			x.NotRead = []luminos.NotRead{{What: "Parquet files", Files: 13, Reason: luminos.NoReader}, {What: "PDF documents", Files: 4}}
		}), "datasets", "Not read: Parquet files (13).", "PDF"},
		"a column with gaps": {papers(func(x target) {
			x.Datasets = []luminos.Dataset{{Path: "a.csv", Rows: 100, Columns: []luminos.Column{{Name: "full"}, {Name: "few", Missing: 4}, {Name: "speed", Missing: 28}}}}
		}), "data_quality", "a.csv | Without a value: speed (28 %).", "few"},
		"gaps in a sample": {papers(func(x target) {
			x.Datasets = []luminos.Dataset{{Path: "a.csv", Rows: -1, RowsSampled: 50, Columns: []luminos.Column{{Name: "speed", Missing: 25}}}}
		}), "data_quality", "a.csv | In the 50 records that were read: without a value: speed (50 %).", ""},
		"gaps in few rows": {papers(func(x target) {
			x.Datasets = []luminos.Dataset{{Path: "a.csv", Rows: 19, Columns: []luminos.Column{{Name: "speed", Missing: 9}}}}
		}), "data_quality", "", "section"},
		"a copied directory": {papers(func(x target) {
			x.Duplicates.Directories = []luminos.CopiedDir{{Path: "phone", Files: 23, Bytes: 25 << 20,
				In: []luminos.Path{"2004", "."}, Dirs: 4}}
		}), "copies", "phone/ | All 23 files (25 MiB) are also in 2004/, the top directory and 2 more.", ""},
		"two copied files": {papers(func(x target) {
			x.Duplicates.Directories = []luminos.CopiedDir{{Path: "phone", Files: 2, Bytes: 2,
				In: []luminos.Path{"2004"}, Dirs: 1}}
		}), "copies", "phone/ | Both files (2 B) are also in 2004/.", ""},
		"copies outside of a copied directory": {papers(func(x target) {
			x.Duplicates.Directories = []luminos.CopiedDir{{Path: "phone", Files: 2}}
			x.Duplicates.Groups = []luminos.DuplicateGroup{
				{Count: 2, Paths: []luminos.Path{"a", "phone/a"}},
				{Count: 3, Paths: []luminos.Path{"b", "c", "d"}}, {Count: 9, Paths: []luminos.Path{"e", "f"}},
			}
		}), "copies", "b | Also as c and d. [scan/duplicates] 0\n  m e | Stands here 9 times, also as f.", "phone/a"},
		"few copies beside a program": {func(x target) {
			x.Duplicates = luminos.Duplicates{Total: 1, Wasted: 1 << 20}
		}, "copies", "", "section"},
		"four periods of data": {papers(func(x target) { x.Datasets = datasets(5) }), "period_covered", "d03", "d04"},
		"no columns, then some": {papers(func(x target) {
			x.Datasets = append(datasets(1), luminos.Dataset{Path: "e", Columns: []luminos.Column{{Name: "a", Type: "integer"}}})
		}), "schema_summary", "e | a (integer).", "d00"},
		"12 columns":                   {papers(func(x target) { x.Datasets = []luminos.Dataset{{Path: "e", Columns: make([]luminos.Column, 12)}} }), "schema_summary", "e |", "more"},
		"13 columns":                   {papers(func(x target) { x.Datasets = []luminos.Dataset{{Path: "e", Columns: make([]luminos.Column, 13)}} }), "schema_summary", "and 1 more.", ""},
		"one photograph has no period": {papers(func(x target) { x.Media[0].Files = 1 }), "period_covered", "files |", "photos"},
		"two photographs have one":     {papers(func(x target) { x.Media[0].Files = 2 }), "period_covered", "photos | 2021-07-01", ""},
		"modification times":           {papers(func(x target) { x.Media[0].Period.Source = "modification times" }), "period_covered", "files |", "photos"},
		"photographs of a program":     {func(x target) { x.Media = archive().Facts.Media }, "period_covered", "", "section"},
		"no oldest file":               {papers(func(x target) { x.SurveySignals.Oldest = nil }), "period_covered", "photos", "files |"},
		"no newest file":               {papers(func(x target) { x.SurveySignals.Newest = nil }), "period_covered", "photos", "files |"},
		"half of the files on one day": {papers(func(x target) { x.SurveySignals.SameDay = 39 }), "period_covered", "photos", "files |"},
		"less than half on one day":    {papers(func(x target) { x.SurveySignals.SameDay = 38 }), "period_covered", "files | Last changed", ""},
		"files of a program": {func(x target) {
			day := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
			x.SurveySignals.Oldest, x.SurveySignals.Newest = &day, &day
		}, "period_covered", "", "section"},
		"media of a program": {func(x target) { x.Media = media(3) }, "media", "", "section"},
		"8 collections":      {papers(func(x target) { x.Media = media(8) }), "media", "m07", "The heaviest of"},
		"9 collections":      {papers(func(x target) { x.Media = media(9) }), "media", "The heaviest of 9 collections.", "m08"},
		"dates of cameras": {papers(func(x target) { x.Photos = taken(4) }), "media",
			"A date of the camera was found in 30 of 40 images: 2001-02-03 to 2004-05-06, " +
				"most in 2004 (12), 2003 (9) and 2002 (6).", "model"},
		"dates of three years": {papers(func(x target) { x.Photos = taken(3) }), "media", "to 2004-05-06. ", "most in"},
		"a sample of photographs": {papers(func(x target) {
			x.Photos = taken(3)
			x.Photos.Looked = 35
		}), "media", "in 30 of 35 images that were looked at (40 in all)", ""},
		"few cameras": {papers(func(x target) {
			x.Photos = &luminos.Photos{Images: 5, Looked: 5, WithCamera: 3, Cameras: 1,
				Models: []luminos.Counted{{Name: "Nikon D70", Files: 3}}}
		}), "media", "In 3 of 5 images the name of a camera was found, 1 model in all: Nikon D70 (3).", "date"},
		"the period of photographs": {papers(func(x target) {
			x.Photos = taken(3)
			x.Media[0].Period.Source = x.Photos.Period.Source
		}), "period_covered", "photographs | 2001-02-03 to 2004-05-06, by the cameras of 30 images.", "photos |"},
		"the heaviest comes first": {papers(func(x target) { x.Media = media(13); x.Media[12].Bytes = 2 }), "media", "m12 | ", "m11"},
		"three issues and a fourth": {papers(func(x target) { x.Datasets[0].Issues = []string{"1 a", "1 b", "1 c", "1 d"} }), "data_quality",
			"1 a, 1 b, 1 c and 1 more.", ""},

		"four documents of a program": {func(x target) { x.Documents = documents(4) }, "themes", "", "section"},
		"five documents of a program": {func(x target) { x.Documents = documents(5) }, "themes", "5 text documents with about 500 words were read.", "more than"},
		"themes without documents":    {papers(func(x target) { x.Documents = nil }), "themes", "By their words they are about harvest", "read."},
		"one document without themes": {papers(func(x target) { x.Documents, x.Themes = documents(1), nil }), "themes", "1 text document with about 100 words was read.", "about harvest"},
		"the words of a package": {
			papers(func(x target) { x.Sort = luminos.SortSystem }), "themes", "read.", "By their words"},
		"one theme":                    {papers(func(x target) { x.Themes = x.Themes[:1] }), "themes", "they are about harvest.", ""},
		"neither documents nor themes": {papers(func(x target) { x.Documents, x.Themes = nil, nil }), "themes", "", "section"},
		"ten themes": {papers(func(x target) {
			x.Themes = nil
			for _, p := range names("t", 11) {
				x.Themes = append(x.Themes, luminos.Term{Text: string(p)})
			}
		}), "themes", "t08 and t09.", "t10"},
		"title of 80 characters": {papers(func(x target) { x.Documents[0].Title = strings.Repeat("t", 80) }), "themes", strings.Repeat("t", 80) + "”", ""},
		"title of 81 characters": {papers(func(x target) { x.Documents[0].Title = strings.Repeat("t", 81) }), "themes", "…”", strings.Repeat("t", 80)},
		"more documents read than listed": {papers(func(x target) {
			x.Documents = documents(1)
			x.Read = []luminos.Path{"a.csv", "b.md", "c.md", "e.pdf", "f.ipynb"}
			x.Inside = &luminos.Inside{Files: []luminos.FileInside{{Path: "f.ipynb"}}}
			document := luminos.CategoryDocument // the text of a PDF is not among these words
			x.Files = []luminos.File{{Path: "a.csv", Category: luminos.CategoryData},
				{Path: "b.md", Category: document, Text: true}, {Path: "c.md", Category: document, Text: true},
				{Path: "d.md", Category: document, Text: true}, {Path: "e.pdf", Category: document},
				{Path: "f.ipynb", Category: document, Text: true}}
		}), "themes", "2 text documents were read.", ""},

		"20 directories":        {papers(func(x target) { x.Directories = code(names("t", 20)...) }), "detailed", "t19/", "more director"},
		"21 directories":        {papers(func(x target) { x.Directories = code(names("t", 21)...) }), "detailed", "1 more directory at the top is not listed here.", ""},
		"22 directories":        {papers(func(x target) { x.Directories = code(names("t", 22)...) }), "detailed", "2 more directories at the top are not listed here.", ""},
		"13 files at the top":   {func(x target) { x.Files = files(13) }, "detailed", "f10, f11 and 1 more.", "f12"},
		"one file at the top":   {func(x target) { x.Files = files(1) }, "detailed", "files at the top | f00.", ""},
		"a language of no code": {func(x target) { x.Code.Own, x.Code.Languages = 8000, x.Code.Languages[:1] }, "tech_stack", "packages |", "languages |"},
		"one language of code":  {func(x target) { x.Code.Own, x.Code.Languages = 8000, x.Code.Languages[:1] }, "brief", "lines of Go,", "100 %"},
		"a language of a line":  {func(x target) { x.Code.Own, x.Code.Languages[1].Code = 8001, 1 }, "tech_stack", "Go 99 % and Shell", ""},
		"five languages": {func(x target) {
			x.Code.Own, x.Code.Languages = 5, nil
			for _, p := range names("l", 5) {
				x.Code.Languages = append(x.Code.Languages, luminos.LanguageCode{Name: string(p), Code: 1})
			}
		}, "tech_stack", "l03 20 % and 1 more.", "l04"},
		"manifests near the top": {func(x target) {
			x.Manifests = []luminos.Manifest{{Path: "a/b/go.mod", Ecosystem: "go", Role: luminos.ManifestMember}, {Path: "z/go.mod", Ecosystem: "go", Role: luminos.ManifestMember},
				{Path: "z/package.json", Ecosystem: "npm", Role: luminos.ManifestMember}}
		}, "tech_stack", "packages | go (z/go.mod) and npm (z/package.json).", ""},
		"six ecosystems": {func(x target) {
			x.Manifests = nil
			for _, p := range names("e", 6) {
				x.Manifests = append(x.Manifests, luminos.Manifest{Path: p, Ecosystem: string(p), Role: luminos.ManifestRoot})
			}
		}, "tech_stack", "e04 (e04) and 1 more.", "e05"},
		"papers beside a manifest":   {papers(func(x target) { x.Manifests = kiteFacts().Manifests }), "tech_stack", "packages | go (go.mod).", "languages"},
		"papers without a manifest":  {papers(func(x target) { x.CI = []string{"travis-ci"} }), "tech_stack", "", "section"},
		"three containers":           {containers(3), "tech_stack", "c00, c01 and c02. [facts/containers] 3", ""},
		"four containers":            {containers(4), "tech_stack", "c02 and 1 more. [facts/containers] 3", ""},
		"no containers":              {containers(0), "tech_stack", "tests |", "containers"},
		"no tests":                   {func(x target) { x.TestFrameworks = nil }, "tech_stack", "checked by |", "tests |"},
		"one framework of tests":     {func(x target) { x.TestFrameworks = []string{"rapid"} }, "tech_stack", "tests | rapid.", ""},
		"services and bases of one":  {func(x target) { x.Containers[0].Bases, x.Containers[1].Services = []string{"x"}, []string{"y"} }, "tech_stack", "Dockerfile from x, compose.yml with y", ""},
		"kubernetes at the top":      {func(x target) { x.Containers[2].Path = "app.yml" }, "tech_stack", "and app.yml.", ""},
		"another file further down":  {func(x target) { x.Containers[2].Kind = "compose" }, "tech_stack", "and deploy/app.yml.", ""},
		"entry points in one place":  {func(x target) { x.EntryPoints[1].Path = "cmd/kite/serve.go" }, "entry_points", "binary kite: func main.", "flies"},
		"no entry points":            {func(x target) { x.EntryPoints = nil }, "entry_points", "", "section"},
		"eight entry points":         {func(x target) { x.EntryPoints = entryPoints(8) }, "entry_points", "e07", "most important"},
		"nine entry points":          {func(x target) { x.EntryPoints = entryPoints(9) }, "entry_points", "The most important of 9.", "e08"},
		"described in src itself":    {program("tool/src/main.rs", "tool", "A tool", "tool/src", "Its sources"), "entry_points", "“Its sources.”", "A tool"},
		"described beside lib":       {program("tool/lib/main.rb", "tool", "A tool", "tool/lib", ""), "entry_points", "“A tool.”", ""},
		"described above a program":  {program("tool/bin/main.rb", "tool", "A tool", "tool/bin", ""), "entry_points", "binary.", "A tool"},
		"two commands for a purpose": {commands(2), "build", "`run1`", ""},
		"three commands":             {commands(3), "build", "`run1`", "`run2`"},
	} {
		t.Run(name, func(t *testing.T) {
			d := kite()
			c.change(target{d.Scan, d.Facts})
			s, err := Engine{}.Synthesize(t.Context(), described(t, d))
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(s.Sections, func(s luminos.Section) bool { return s.ID == c.section })
			if i < 0 || c.lacks == "section" {
				if i >= 0 || c.lacks != "section" {
					t.Errorf("section %s is present: %t", c.section, i >= 0)
				}
				return
			}
			text := outline(s.Sections[i : i+1])
			if !strings.Contains(text, c.want) || c.lacks != "" && strings.Contains(text, c.lacks) {
				t.Errorf("want %q without %q in\n%s", c.want, c.lacks, text)
			}
		})
	}
}
