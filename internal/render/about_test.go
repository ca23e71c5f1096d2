package render

import (
	"strings"
	"testing"

	"luminos"
)

// TestKindsOfFiles checks that languages name the files of a directory only if they account for its extensions.
func TestKindsOfFiles(t *testing.T) {
	exts := func(names ...string) (list []luminos.Counted) {
		for i, n := range names {
			list = append(list, luminos.Counted{Name: n, Files: 8 - i})
		}
		return list
	}
	for name, c := range map[string]struct {
		dir  luminos.DirFacts
		want string
	}{
		"one language": {luminos.DirFacts{Files: 8, LanguageFiles: 8, Languages: []string{"Markdown"},
			Extensions: exts(".md")}, "Markdown"},
		"code": {luminos.DirFacts{Files: 9, LanguageFiles: 9, Languages: []string{"Go", "C"}}, "Go and C"},
		"old letters": {
			luminos.DirFacts{Files: 15, LanguageFiles: 7, Languages: []string{"Rich Text Format"},
				Extensions: exts(".doc", ".rtf")},
			"8 DOC and 7 RTF",
		},
		"checksums of archives": {luminos.DirFacts{Files: 9, LanguageFiles: 1, Languages: []string{"Checksums"},
			Extensions: exts(".gz"), Categories: map[luminos.Category]int{luminos.CategoryArchive: 8}}, "8 compressed files and 1 other"},
		"another format below": {luminos.DirFacts{Files: 8, TotalFiles: 10, LanguageFiles: 8, Languages: []string{"Markdown"},
			Extensions: exts(".md"), Categories: map[luminos.Category]int{luminos.CategoryDocument: 8}}, "8 MD and 2 below"},
		"numbers":      {luminos.DirFacts{Files: 13, Extensions: exts(".0", ".pem")}, "7 PEM and 6 others"},
		"mostly below": {luminos.DirFacts{Files: 2, TotalFiles: 9, Languages: []string{"YAML"}}, ""},
		"says nothing": {luminos.DirFacts{Files: 2, TotalFiles: 2, LanguageFiles: 2, Languages: []string{"JSON", "Text"}}, ""},
		"counted formats": {luminos.DirFacts{TotalFiles: 9, Files: 8, Extensions: exts(".a"), Formats: exts("ELF library")},
			"8 ELF libraries and 1 below"},
		"others and files below": {luminos.DirFacts{TotalFiles: 17, Files: 10, Formats: exts("ELF library")},
			"8 ELF libraries, 2 others and 7 below"},
		"one format": {luminos.DirFacts{TotalFiles: 8, Files: 8, Extensions: exts(".a"), Formats: exts("ELF library")}, "ELF libraries"},
		"without a format": {
			luminos.DirFacts{Files: 2, Categories: map[luminos.Category]int{luminos.CategoryArchive: 2}}, "2 archives",
		},
	} {
		c.dir.TotalFiles = max(c.dir.TotalFiles, c.dir.Files)
		if got := kinds(&node{DirFacts: &c.dir}, false); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestWithoutFiles checks that a directory of links or of ignored files is not said to be empty.
func TestWithoutFiles(t *testing.T) {
	c := &node{DirFacts: &luminos.DirFacts{Path: "bin"}}
	if got, want := withoutFiles(c), "no files"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	c.children = []*node{{DirFacts: &luminos.DirFacts{Links: 1, Ignored: 2}}, {DirFacts: &luminos.DirFacts{Unreadable: "no right"}}}
	if got, want := withoutFiles(c), "1 link, 2 ignored files and not readable"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestPartOfAFamily checks that only the directory with all files of a family has their number.
func TestPartOfAFamily(t *testing.T) {
	spread := luminos.Dataset{Path: "data/a/0.json", Family: "data/*/*.json", Format: "json", Count: 9}
	facts := &luminos.Facts{Datasets: []luminos.Dataset{spread}}
	for dir, want := range map[luminos.Path]string{"data": "9 files of data (json)", "data/a": ""} {
		if got := dataIn(facts, &node{DirFacts: &luminos.DirFacts{Path: dir, TotalFiles: 9}}); got != want {
			t.Errorf("%s: %q, want %q", dir, got, want)
		}
	}
}

// TestChildrenBesideTests checks that directories of tests are counted, but do not describe the code that they test.
func TestChildrenBesideTests(t *testing.T) {
	kid := func(p luminos.Path, aside bool) *node {
		return &node{DirFacts: &luminos.DirFacts{Path: p, TotalFiles: 1}, aside: aside}
	}
	c := &node{DirFacts: &luminos.DirFacts{Path: "a"}, children: []*node{kid("a/testing", true), kid("a/testdata", true)}}
	if got := children(c); got != "" {
		t.Errorf("described by %s", got)
	}
	empty := &node{DirFacts: &luminos.DirFacts{Path: "a/empty"}}
	c.children = append(c.children, kid("a/x", false), kid("a/y", false), empty)
	if got, want := children(c), "x, y and 2 more"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestSymbolsOfContents checks that only names are given, since the facts hold the first symbols only.
func TestSymbolsOfContents(t *testing.T) {
	c := &node{DirFacts: &luminos.DirFacts{Symbols: []luminos.Symbol{{Name: "main"}, {Name: "A"}, {Name: "B"}, {Name: "C"}}}}
	if got, want := symbols(c), "defines A, B and C"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	c.Symbols = append(c.Symbols, luminos.Symbol{Name: "D"}, luminos.Symbol{Name: "E"})
	if got, want := symbols(c), "defines A, B, C and others"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestTitlesOfColumns checks that the columns of a target whose code lies in files at the top are not called code.
func TestTitlesOfColumns(t *testing.T) {
	r := fixture()
	r.Facts.Directories = []luminos.DirFacts{{Path: luminos.Root, Files: 2, TotalFiles: 2, Code: 9000}}
	r.Facts.MainLanguage = "C"
	r.Scan.Tree = &luminos.TreeNode{Children: []*luminos.TreeNode{{Name: "line.c", Size: 44 << 10}}}
	if got := rendered(t, r, Style{Width: 80}); !strings.Contains(got, "files    size\n  line.c         44 KiB\n") {
		t.Error(got)
	}
}

// TestMeasuresOfContents checks that each row has the number and the size of all its files, and that code comes first.
func TestMeasuresOfContents(t *testing.T) {
	r := fixture()
	r.Facts.MainLanguage = "C"
	r.Facts.Directories = []luminos.DirFacts{
		{Path: luminos.Root, Files: 2, TotalFiles: 15, Bytes: 99_000, Code: 9000},
		{Path: "data", Files: 9, TotalFiles: 9, Bytes: 70_000},
		{Path: "src", Files: 4, TotalFiles: 4, Bytes: 3000, Code: 90},
	}
	want := "         files     size\n  src/       4  2.9 KiB\n  data/      9   68 KiB\n  … 2 files at the top\n"
	if got := rendered(t, r, Style{Width: 80}); !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
}

// TestMessagesOfAMaildir checks that the directories of a Maildir are described by the number of messages.
func TestMessagesOfAMaildir(t *testing.T) {
	c := &node{DirFacts: &luminos.DirFacts{Path: "in", TotalFiles: 5}}
	for p, files := range map[luminos.Path]int{"in/cur": 1, "in/new": 1, "in/.x": 2} {
		c.children = append(c.children, &node{DirFacts: &luminos.DirFacts{Path: p, Files: files, TotalFiles: files}})
	}
	inner := &node{DirFacts: &luminos.DirFacts{Path: "in/.y", TotalFiles: 1}}
	inner.children = []*node{{DirFacts: &luminos.DirFacts{Path: "in/.y/cur", Files: 1}}}
	c.children = append(c.children, inner)
	if got, want := children(c), "3 messages of mail"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	c.Files = 1
	if got, want := children(c), "cur and new"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestTitlesOfContents checks that titles are not repeated, and that documents of a title alone have no say.
func TestTitlesOfContents(t *testing.T) {
	f := &luminos.Facts{Documents: []luminos.Document{
		{Path: "docs/a.md", Title: "Zod", Words: 90}, {Path: "docs/b.md", Title: "Zod", Words: 90},
		{Path: "docs/c.md", Title: "onepager", Words: 3}, {Path: "docs/d.md", Title: "Errors", Words: 50},
		{Path: "docs/e.md", Title: "SPDX-FileCopyrightText: 2021", Words: 50}, {Path: "docs/f.md", Title: "@x/y", Words: 50},
		{Path: "docs/g.md", Title: "Docs", Words: 50}, {Path: "docs/h.md", Title: "NAME", Words: 50}, {Path: "docs/CHANGES.md", Title: "History", Words: 50},
		{Path: "docs/NAMESPACE", Title: "useDynLib(MASS, x = TRUE)", Words: 50}, {Path: "docs/cv.tex", Title: "Education", Words: 50},
		{Path: "docs/CITATION", Title: `citHeader("To cite it`, Words: 50},
	}}
	f.Papers = []luminos.Paper{{Path: "docs/cv.tex", Sections: 3}}
	if got, want := titlesIn(f, &node{DirFacts: &luminos.DirFacts{Path: "docs"}}), "“Zod” and “Errors”"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestUnlistedDirectories checks that the contents count the directories that they do not name, on every level.
func TestUnlistedDirectories(t *testing.T) {
	r := fixture()
	r.Facts.Directories = []luminos.DirFacts{{Path: luminos.Root, TotalFiles: 9}}
	for _, p := range []luminos.Path{".git", ".git/x", "a", "a/b", "a/b/c", "a/b/c/d", "a/b/c/e", "a/x", "a/x/y"} {
		r.Facts.Directories = append(r.Facts.Directories, luminos.DirFacts{Path: p, Files: 1, TotalFiles: 1})
	}
	if got := rendered(t, r, Style{Width: 80}); !strings.Contains(got, "… 4 more directories and 1 hidden directory") {
		t.Error(got)
	}
}
