package render

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"luminos"
)

// TestKindsOfFiles checks that a directory is described by the kinds of all files at any depth, with fewer kinds where
// there is less room.
func TestKindsOfFiles(t *testing.T) {
	all := func(total int, kinds ...luminos.Counted) *node {
		return &node{DirFacts: &luminos.DirFacts{TotalFiles: total, Formats: kinds}}
	}
	for name, c := range map[string]struct {
		dir  *node
		want []string
	}{
		"one kind": {all(8, luminos.Counted{Name: "Go file", Files: 8}), []string{"Go files"}},
		"one file": {all(1, luminos.Counted{Name: "YAML file", Files: 1}), []string{"YAML file"}},
		"no kind":  {all(3), nil},
		"bytes of one file": {
			all(4, luminos.Counted{Name: "ELF library", Files: 1},
				luminos.Counted{Name: "compressed change log", Files: 3}),
			[]string{"ELF library and compressed change logs", "ELF library and others"},
		},
		"mostly documents": {
			all(56, luminos.Counted{Name: "PDF", Files: 54}), []string{"mostly PDFs"},
		},
		"a program": {all(2, luminos.Counted{Name: "ELF program", Files: 2}), []string{"ELF programs"}},
		"documents and a script": {
			all(25, luminos.Counted{Name: "Markdown file", Files: 22}, luminos.Counted{Name: "Python file", Files: 2}),
			[]string{"mostly Markdown files"},
		},
		"images": {
			all(30, luminos.Counted{Name: "image", Files: 15}, luminos.Counted{Name: "C file", Files: 10},
				luminos.Counted{Name: "header file", Files: 4}),
			[]string{"images, C, header files and 1 other", "images, C files and others", "images and others"},
		},
		"few of a kind": {
			all(689, luminos.Counted{Name: "text file", Files: 685}, luminos.Counted{Name: ".pre1 file", Files: 1}),
			[]string{"mostly text files"},
		},
	} {
		if got := kinds(c.dir); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestNamesOfFiles checks that code of one kind without directories is described by the names of its files, unless many
// directories have such files.
func TestNamesOfFiles(t *testing.T) {
	for name, c := range map[string]struct {
		total   int
		notable []luminos.Path
		want    []string
	}{
		"two": {2, []luminos.Path{"a/xhr.js", "a/load.js"}, []string{"xhr.js and load.js"}},
		"several": {15, []luminos.Path{"a/index.js", "a/xhr.js", "a/load.js", "a/jsonp.js", "a/x.js"},
			[]string{"xhr.js, load.js, jsonp.js and 12 more", "xhr.js, load.js and 13 more"}},
		"one":      {1, []luminos.Path{"a/trigger.js"}, []string{"trigger.js"}},
		"common":   {3, []luminos.Path{"a/index.js", "a/utils.js", "a/x.js"}, nil},
		"its name": {2, []luminos.Path{"a/a.go", "a/b.go"}, nil},
		"a test":   {2, []luminos.Path{"a/b_test.go", "a/b.go"}, nil},
	} {
		dir := luminos.DirFacts{Path: "a", Files: c.total, TotalFiles: c.total, Code: 9, Notable: c.notable}
		dir.Formats = []luminos.Counted{{Name: "JavaScript file", Files: c.total}}
		if got := files(&node{DirFacts: &dir}); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if dir.TotalFiles++; files(&node{DirFacts: &dir}) != nil {
			t.Errorf("%s: one of several kinds", name)
		}
	}
}

// TestQuotationsAreWhole checks that a quotation that does not fit is left out, and that other words are cut.
func TestQuotationsAreWhole(t *testing.T) {
	term := terminal{newPage(&strings.Builder{}, Style{Width: 80})}
	for said, want := range map[string]int{"“Open Container Initiative”": 0, "20 images and 10 others": 1} {
		if got := fitting(term, 1, 20, [][]span{{text(said)}}); len(got) != want {
			t.Errorf("%s: %q", said, got)
		}
	}
}

// TestShorterDescription checks that the first quotations get a second line, and that the others give way to shorter
// descriptions.
func TestShorterDescription(t *testing.T) {
	r := fixture()
	r.Facts.MainLanguage, r.Facts.Documents = "Go", nil
	r.Facts.Directories = []luminos.DirFacts{{Path: luminos.Root, TotalFiles: 50}}
	for i := range contentsLines {
		r.Facts.Directories = append(r.Facts.Directories, luminos.DirFacts{
			Path: luminos.Path(fmt.Sprintf("package-%d", i)), Files: 9, TotalFiles: 9, Code: 9,
			Formats:       []luminos.Counted{{Name: "Go file", Files: 9}},
			About:         "Several readers of messages that people write to each other in letters.",
			AboutEvidence: []luminos.Evidence{{Path: "package/doc.go"}},
		})
	}
	got := rendered(t, r, Style{Width: 80})
	if quoted := strings.Count(got, "“Several"); quoted != quotedLines ||
		strings.Count(got, "  Go files\n") != contentsLines-quotedLines {
		t.Errorf("%d quotations: %s", quoted, got)
	}
	if got := rendered(t, r, Style{Width: 130}); !strings.Contains(got, "in letters.”\n") {
		t.Error(got)
	}
}

// TestWithoutFiles checks that a directory of links or of ignored files, or of a submodule, is not said to be empty.
func TestWithoutFiles(t *testing.T) {
	facts := &luminos.Facts{}
	c := &node{DirFacts: &luminos.DirFacts{Path: "bin"}}
	if got, want := withoutFiles(c, facts), "no files"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	facts.Submodules = []luminos.Submodule{{Path: "bin"}}
	if got, want := withoutFiles(c, facts), "submodule, not fetched"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	c.children = []*node{{DirFacts: &luminos.DirFacts{Links: 1, Ignored: 2}}, {DirFacts: &luminos.DirFacts{Unreadable: "no right"}}}
	if got, want := withoutFiles(c, facts), "1 link, 2 ignored files and not readable"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestChildrenBesideTests checks that directories of tests are counted, but do not describe the code that they test,
// and that names describe a directory only if they are its own, are not listed below it, and hold most of its files.
func TestChildrenBesideTests(t *testing.T) {
	kid := func(p luminos.Path, aside bool) *node {
		return &node{DirFacts: &luminos.DirFacts{Path: p, Files: 1, TotalFiles: 1}, aside: aside}
	}
	c := &node{DirFacts: &luminos.DirFacts{Path: "a", TotalFiles: 3}}
	c.children = []*node{kid("a/testing", true), kid("a/testdata", true)}
	if got := children(c); got != "" {
		t.Errorf("described by %s", got)
	}
	empty := &node{DirFacts: &luminos.DirFacts{Path: "a/empty"}}
	c.children = append(c.children, kid("a/x", false), kid("a/y", false), empty)
	if got, want := children(c), "x, y and 2 more"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	c.TotalFiles = 4
	if got := children(c); got != "" {
		t.Errorf("half of the files: %s", got)
	}
	c.TotalFiles, c.children[2].up = 3, "a"
	if got := children(c); got != "" {
		t.Errorf("listed below: %s", got)
	}
	c.children = []*node{kid("a/src", false), kid("a/z", false)}
	if got := children(c); got != "" {
		t.Errorf("names of all directories: %s", got)
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
	if got := children(c); got != "" {
		t.Errorf("beside a file: %s", got)
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

// TestSitesAreNotNamedDocuments checks that a website, which can hold the program that makes it, is not called
// documentation.
func TestSitesAreNotNamedDocuments(t *testing.T) {
	r := fixture()
	for base, want := range map[luminos.Path]string{"docs": "documentation: Python files", "website": "Python files"} {
		r.Facts.Directories = []luminos.DirFacts{{Path: luminos.Root, TotalFiles: 9}, {Path: base, Files: 9, TotalFiles: 9,
			Role: luminos.DirDocumentation, Formats: []luminos.Counted{{Name: "Python file", Files: 9}}}}
		if got := rendered(t, r, Style{Width: 80}); !strings.Contains(got, "B  "+want+"\n") {
			t.Errorf("%s: %s", base, got)
		}
	}
}
