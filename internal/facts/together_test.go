package facts

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/facts/factstest"
)

// TestPrivatePapers withholds the abstract of a text that cites nothing, and a description with a telephone, in a
// folder that is not made for others.
func TestPrivatePapers(t *testing.T) {
	const report = "\\documentclass{article}\n\\title{Annual report}\n\\begin{document}\n" +
		"\\begin{abstract}\nAnn Oak got 9,400.\n" +
		"\\end{abstract}\n\\section{One}\n%s\\end{document}\n"
	for text, private := range map[string]bool{"": true, "\\cite{a}\n\\bibliography{r}\n": false} {
		src, scan := factstest.Tree(t, map[string]string{
			"README.md":       "# Office\n\nShared drive of the office, kept by Ann Oak (tel. 044 555 01 77).\n",
			"letters/rep.tex": strings.Replace(report, "%s", text, 1), "letters/r.bib": "@book{a, year=1999}\n",
			"a.csv": "x\n1\n", "b.csv": "x\n1\n", "c.csv": "x\n1\n",
		})
		f, err := Of(t.Context(), src, scan, Options{})
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(f.Inside.Rows, func(r luminos.InsideRow) bool { return r.Label == "Abstract" })
		if f.Description != "" || i < 0 || f.Inside.Rows[i].Private != private {
			t.Errorf("%q: %q, rows %+v", text, f.Description, f.Inside.Rows)
		}
	}
}

// TestRowsTogether adds the statements about papers, notes and files that belong together to the facts, after the ones of
// the readers of single files.
func TestRowsTogether(t *testing.T) {
	src, scan := factstest.Tree(t, map[string]string{
		"paper.tex":          "\\documentclass{article}\n\\title{A Title}\n\\section{One}\n\\cite{a}\n\\bibliography{r}\n",
		"r.bib":              "@book{a, year=1999}\n",
		".obsidian/app.json": "{}", "note.md": "[[none]]\n",
		"datapackage.json": `{"resources": [{"path": "x.csv"}]}`,
		"a.md5":            "d41d8cd98f00b204e9800998ecf8427e  gone\n",
		"cut.tmx":          "<tmx><tu>",
	})
	f, err := Of(t.Context(), src, scan, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range f.Inside.Rows {
		got = append(got, r.Label+": "+r.Text)
	}
	want := []string{
		"Paper: 1 section, class article: “A Title”", "References: 1 cited of 1 entry (1999), 0 missing, 0 unused",
		"Checksums: a.md5: 1 not there (gone)", "Missing: datapackage.json declares x.csv, which is not there",
		"Damaged: 1 file, damaged or cut off: cut.tmx",
		"Notes: 1 note, 1 link, 1 link target does not exist",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	data := &luminos.Facts{Manifests: []luminos.Manifest{
		{Path: "maps/datapackage.json", Ecosystem: "datapackage", License: "CC-BY-4.0", Description: "Borders"},
		{Path: "a/datapackage.json", Ecosystem: "datapackage", License: "PDDL-1.0"},
		{Path: "b/datapackage.json", Ecosystem: "datapackage", License: "PDDL-1.0"},
		{Path: "c/package.json", Ecosystem: "npm", License: "MIT"},
	}}
	rows := dataPackages(data)
	want = []string{"maps/ “Borders” CC-BY-4.0 · a/ PDDL-1.0 · b/ PDDL-1.0"}
	if len(rows) != 1 || rows[0].Text != want[0] || len(rows[0].Files) != 3 {
		t.Errorf("%+v", rows)
	}
	r := &readings{facts: luminos.Facts{Inside: &luminos.Inside{Rows: []luminos.InsideRow{{Label: "Docs"}}}, Vaults: f.Vaults}}
	if r.addRows(); len(r.facts.Inside.Rows) != 2 || r.facts.Inside.Rows[0].Label != "Docs" {
		t.Errorf("rows %+v", r.facts.Inside.Rows)
	}
}
