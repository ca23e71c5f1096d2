package investigate

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

// around returns the surroundings of a unit that the engine was asked about, as JSON.
func (e *fakeEngine) around(t *testing.T, path luminos.Path) string {
	t.Helper()
	for i := range e.units {
		if e.units[i].Path() == path {
			b, err := json.Marshal(e.units[i].Around)
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
	}
	t.Fatalf("%s was not asked for", path)
	return ""
}

// TestUnitsAreToldOfTheirSurroundings checks each list of the surroundings, and that a change of them makes the unit
// stale and no other one.
func TestUnitsAreToldOfTheirSurroundings(t *testing.T) {
	t.Parallel()
	w := newTestTarget(t)
	for name, text := range map[string]string{
		"go.mod":     "module example.org/kite\n\nrequire golang.org/x/mod v0.1.0\n",
		"fly/fly.go": "package fly\n\nimport \"os\"\n\n// Up goes up.\nfunc Up() string { return os.Getenv(\"KITE_TOKEN\") }\n",
		"fly/a.txt":  strings.Repeat("an equal text of some length\n", 40),
		"fly/b.go":   "package fly\n", "fly/c.go": "package fly\n\nvar c = 1\n",
		"docs/kite.txt":    strings.Repeat("an equal text of some length\n", 40),
		"docs/set.md":      "# Settings\n\nKITE_TOKEN is the token.\n",
		"cmd/kite/main.go": "package main\n\nimport \"example.org/kite/fly\"\n\nfunc main() { fly.Up() }\n",
		"cmd/kite/b.go":    "package main\n", "cmd/kite/c.go": "package main\n\nvar c = 1\n",
		"cmd/kite/d.go": "package main\n\nvar d = 1\n",
	} {
		write(t, w.dir, name, text)
	}
	e := &fakeEngine{change: func(f *luminos.Findings) {
		if f.Entries[0].Path == "fly" {
			f.Flags = []luminos.Flag{{Path: "fly/fly.go", Finding: "It flies.", Severity: luminos.Critical}}
		}
	}}
	w.mustRun(t, e, 2)
	for unit, wants := range map[luminos.Path][]string{
		"fly": {`"imported_by":[{"file":"cmd/kite/main.go","to":"fly"`, `"names":["Up"]`, `"KITE_TOKEN"`,
			`"paths":["fly/a.txt","docs/kite.txt"]`},
		"cmd": {`"imports":[{"file":"cmd/kite/main.go","to":"fly"`,
			`"imported":[{"path":"fly"`, `"summary":"fly with 4 files`},
		".":    {`"golang.org/x/mod"`, `"finding":"It flies."`, `{"path":"docs/old"`},
		"docs": {`"paths":["docs/kite.txt","fly/a.txt"]`},
	} {
		for _, want := range wants {
			if got := e.around(t, unit); !strings.Contains(got, want) {
				t.Errorf("%s is told of %s, want %s", unit, got, want)
			}
		}
	}
	// An import in another directory: the imported unit is asked about again.
	write(t, w.dir, "data/use.go", "package data\n\nimport \"example.org/kite/fly\"\n\nvar _ = fly.Up()\n")
	again := &fakeEngine{change: e.change}
	w.mustRun(t, again, 2)
	if diff := cmp.Diff([]luminos.Path{".", "cmd", "data", "fly"}, again.answered()); diff != "" {
		t.Errorf("asked again (-want +got):\n%s", diff)
	}
}

// TestImportsAreSpread takes one import of each directory before a second one.
func TestImportsAreSpread(t *testing.T) {
	var list []luminos.ImportUse
	for d := range 30 {
		for f := range 10 {
			list = append(list, luminos.ImportUse{To: luminos.Path(fmt.Sprintf("d%02d", d)), File: luminos.Path(fmt.Sprintf("f%d", f))})
		}
	}
	kept, left := spread(list, func(u luminos.ImportUse) luminos.Path { return u.To })
	met := map[luminos.Path]int{}
	for _, u := range kept {
		met[u.To]++
	}
	sorted := slices.IsSortedFunc(kept, func(a, b luminos.ImportUse) int {
		return strings.Compare(string(a.To+a.File), string(b.To+b.File))
	})
	if len(kept) != aroundImports || left != 300-aroundImports || len(met) != 30 || met["d00"] != 2 || met["d29"] != 1 || !sorted {
		t.Errorf("%d are kept, %d are left, of %v", len(kept), left, met)
	}
}

// A unit has the day of the newest commit in its subtree. The day is no part of its fingerprint: to commit an edit costs
// nothing.
func TestUnitsHaveTheirNewestCommit(t *testing.T) {
	d := &luminos.Dossier{Results: luminos.Results{Scan: &luminos.Scan{}, Facts: &luminos.Facts{History: &luminos.History{
		Changes: &luminos.FileChanges{Directories: []luminos.ChangedDir{{Path: "a", Day: "2024-05-01"}, {Path: "a/b", Day: "2023-01-01"}}},
	}}}}
	w := &dirPass{dossier: d, index: &index{more: &more{surroundings: newSurroundings(d)}}}
	w.tree = &unitTree{units: [][]int{nil}, below: [][]int{nil}, imported: [][]int{nil}}
	for p, want := range map[luminos.Path]string{"a": "2024-05-01", "a/b": "2023-01-01", "c": ""} {
		u := luminos.Unit{Dirs: []luminos.DirFacts{{Path: p}}}
		if w.surround(0, &u); u.Changed != want || u.Basis().Changed != "" {
			t.Errorf("%s: changed on %q, want %q", p, u.Changed, want)
		}
	}
}

// TestUnitsHaveWhatReadersFound checks that a unit has the findings of readers in its own files only, without texts.
func TestUnitsHaveWhatReadersFound(t *testing.T) {
	t.Parallel()
	d := dossierOf(luminos.Root, "bills", "bills/old")
	x := luminos.Extraction{Format: "PDF 1.4", State: luminos.ExtractEncrypted, Outline: []luminos.Heading{{Title: "One"}}}
	d.Plan = defaultPlan()
	d.Facts.Inside = &luminos.Inside{Files: []luminos.FileInside{
		{Path: "bills/a.pdf", Extraction: x}, {Path: "bills/old/b.pdf", Extraction: x},
	}}
	u := indexFacts(d, true).unit([]int{1}, make([]luminos.Entry, 3))
	x.Outline = nil
	want := []luminos.FileInside{{Path: "bills/a.pdf", Extraction: x}}
	if diff := cmp.Diff(want, u.Inside); diff != "" {
		t.Errorf("the unit (-want +got):\n%s", diff)
	}
}
