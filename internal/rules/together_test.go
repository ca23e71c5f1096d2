package rules

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

// TestTogether lists papers and vaults with the numbers that their rows leave out.
func TestTogether(t *testing.T) {
	f := &luminos.Facts{
		Inside: &luminos.Inside{},
		Papers: []luminos.Paper{
			{
				Path: "main.tex", Title: "A", Class: "article", Authors: 139, Files: []luminos.Path{"main.tex"}, Tables: 2,
				Abstract: "It is short.", Figures: luminos.PaperFigures{Used: 9, MissingTotal: 5, Missing: []string{"a", "b", "c", "d"}},
				References:    luminos.PaperReferences{Cited: 1, MissingAt: []luminos.Spot{{Path: "main.tex", Line: 7}}},
				DanglingTotal: 1, Dangling: []string{"fig:x"}, MissingFiles: []string{"gone"},
			},
			{Path: "b.tex", Class: "book"},
		},
		Vaults: []luminos.Vault{
			{
				Path: ".", Orphans: 1, Tags: 2, Attachments: 3, Daily: 4, MissingLinks: 62, Cut: true,
				MissingAt: []luminos.Spot{{Path: "a.md", Line: 1}, {Path: "b.md", Line: 2}},
				Period:    &luminos.Period{First: "2024-01-01", Last: "2024-02-02"},
			},
			{Path: "b"},
		},
	}
	d := kite()
	d.Facts = f
	got := map[string]string{}
	for _, item := range (materialSections{newWriter(d)}).inside().Items {
		got[item.Label] = item.Statement.Text
	}
	want := map[string]string{
		"main.tex": "“A”, 139 author entries, 1 file, 2 tables, 9 figures, 1 reference, files that are not there: gone, " +
			"figures that are not there: a, b, c and 2 more, references to labels that do not exist: \"fig:x\", " +
			"citations without an entry, the first in main.tex:7. Its abstract begins: “It is short.”",
		"b.tex": "LaTeX of the class book.",
		".": "1 note without links, 2 tags, 3 other files, 4 daily notes from 2024-01-01 to 2024-02-02, " +
			"62 links to notes that do not exist, the first in a.md:1 and b.md:2, not all notes were read.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", strings.TrimSpace(diff))
	}
}
