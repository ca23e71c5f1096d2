package rules

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

func TestUpkeep(t *testing.T) {
	d := kite()
	file := func(p luminos.Path, language string, lines int) {
		d.Scan.Files = append(d.Scan.Files, luminos.File{Path: p, Language: language, Lines: luminos.Lines{Code: lines}})
	}
	file(".github/CODEOWNERS", "", 3)
	file(".github/dependabot.yml", "YAML", 9)
	file("SECURITY.md", "Markdown", 9)
	file("big.go", "Go", 999)
	file("bigger.go", "Go", 1000)
	file("biggest.go", "Go", 2000)
	file("big_test.go", "Go", 5000)
	file("vendor/big.go", "Go", 5000)
	file("table.json", "JSON", 5000)
	file("kite.zip", "", 0)
	file("deploy/kite.zip", "", 0)
	file("deploy/app.yml.bak", "", 0)
	file("testdata/app.yml.bak", "", 0)
	d.Facts.Upkeep = &luminos.Upkeep{
		Todos: []luminos.TodoFile{{Path: "big.go", Count: 12}, {Path: "bigger.go", Count: 1}},
		Owners: []luminos.OwnerRule{
			{Pattern: "*", Owners: []string{"@ann", "@bob"}, Evidence: luminos.Evidence{Path: ".github/CODEOWNERS"}},
			{Pattern: "/old", Unmaintained: true},
			{Pattern: "/new", Owners: []string{"@bob"}},
		},
	}
	got := map[string]string{}
	for _, it := range (codeSections{newWriter(d)}).upkeep().Items {
		got[it.Label] = it.Text
	}
	want := map[string]string{
		"owners":          ".github/CODEOWNERS: 2 rules, 2 owners; it calls /old unmaintained.",
		"security policy": "SECURITY.md.",
		"updates":         ".github/dependabot.yml.",
		"longest files":   "biggest.go (2,000 lines) and bigger.go (1,000 lines).",
		"TODO comments":   "13 lines with TODO, FIXME or XXX in own source: big.go (12 lines) and bigger.go (1 line).",
		"left behind":     "kite.zip and deploy/app.yml.bak.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
	d.Facts.MainLanguage = ""
	if s := (codeSections{newWriter(d)}).upkeep(); s != nil {
		t.Errorf("section of a target that is not code: %+v", s)
	}
}
