package rules

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"testing"

	"luminos"
)

// goldens are the digests of the version and of the results of each pass for the dossiers of the test.
var goldens = map[luminos.Pass]string{
	luminos.PassSurvey:      "9a303b2d642343ef9b34fcde",
	luminos.PassPlan:        "2f4022df00d3ccdfe88c707c",
	luminos.PassDirectories: "842c33dde44450bd2f45de1a",
	luminos.PassGrouping:    "8959d77679acea793cc9bfd6",
	luminos.PassSynthesis:   "2f9de0322942e6ace211e292",
}

// TestVersionsFollowTheResults compares the results for three dossiers, in every field, and the versions with the
// goldens.
func TestVersionsFollowTheResults(t *testing.T) {
	results := map[luminos.Pass][]any{}
	for _, d := range []*luminos.Dossier{kite(), archive(), {Results: luminos.Results{Scan: &luminos.Scan{}, Facts: &luminos.Facts{}}}} {
		survey, err1 := Engine{}.Survey(t.Context(), d)
		plan, err2 := Engine{}.Plan(t.Context(), d)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		for _, dir := range d.Facts.Directories {
			for _, tier := range []luminos.Tier{luminos.TierDefault, luminos.TierSkip} {
				u := luminos.Unit{Dirs: []luminos.DirFacts{dir}, Tier: tier, Datasets: d.Facts.Datasets, Documents: d.Facts.Documents}
				f, err := Engine{}.Investigate(t.Context(), u)
				if err != nil {
					t.Fatal(err)
				}
				results[luminos.PassDirectories] = append(results[luminos.PassDirectories], f.Entries)
				d.Entries = append(d.Entries, f.Entries...)
			}
		}
		task := &luminos.GroupTask{Fewest: 3, Most: 10}
		for i, dir := range d.Facts.Directories {
			task.Items = append(task.Items, luminos.GroupItem{
				Path: dir.Path, Members: []luminos.Path{dir.Path}, Files: i * 7 % 5, Summary: d.Entries[2*i].Summary,
			})
		}
		groups, err := Engine{}.Group(t.Context(), d, task)
		if err != nil {
			t.Fatal(err)
		}
		results[luminos.PassGrouping] = append(results[luminos.PassGrouping], groups)
		synthesis, err := Engine{}.Synthesize(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		results[luminos.PassSurvey] = append(results[luminos.PassSurvey], survey)
		results[luminos.PassPlan] = append(results[luminos.PassPlan], plan)
		results[luminos.PassSynthesis] = append(results[luminos.PassSynthesis], synthesis, Files(d.Scan, d.Facts),
			Unknown(d.Facts, false))
	}
	for pass, golden := range goldens {
		if len(results[pass]) == 0 {
			t.Errorf("This test does not make a result of the pass %s. Call its method above.", pass)
		}
		b, err := json.Marshal([]any{versions[pass], results[pass]})
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(b)
		if got := hex.EncodeToString(sum[:12]); got != golden {
			t.Errorf("The results of rules in the pass %s changed. Raise its version if the same facts give another result "+
				"(no need if you only changed the test's dossiers), and set its golden to %q.", pass, got)
		}
		if got := (Engine{}).Version(pass); got != fmt.Sprint(versions[pass]) {
			t.Errorf("version of %s: %s", pass, got)
		}
	}
	for pass := range versions {
		if goldens[pass] == "" {
			t.Errorf("the pass %s has no golden", pass)
		}
	}
}
