package facts

import (
	"testing"

	"luminos"
)

// TestOldChecks checks that the checks of Travis CI are left out if its configuration has not changed for five years.
func TestOldChecks(t *testing.T) {
	travis := luminos.CIFile{Path: ".travis.yml", System: "travis-ci", Effects: []string{"test"},
		Triggers: []string{"push"}}
	forge := luminos.CIFile{Path: "a.yml", System: "github-actions", Effects: []string{"lint"}, Triggers: []string{"push"}}
	changed := func(day string) *luminos.FileChanges {
		c := &luminos.FileChanges{Since: "2019-05-01"}
		if day != "" {
			c.Settings = []luminos.ChangedDir{{Path: ".travis.yml", Day: day}}
		}
		return c
	}
	for name, c := range map[string]struct {
		changes *luminos.FileChanges
		files   []luminos.CIFile
		want    string
	}{
		"old":                 {changed("2020-12-22"), []luminos.CIFile{travis}, ""},
		"older than the rest": {changed(""), []luminos.CIFile{travis}, ""},
		"young":               {changed("2021-12-22"), []luminos.CIFile{travis}, "before"},
		"not known":           {&luminos.FileChanges{NotRead: "x"}, []luminos.CIFile{travis}, "before"},
		"beside another": {changed("2020-12-22"), []luminos.CIFile{forge, travis},
			"lints on pushes; no command that tests was found"},
		"another system alone": {changed(""), []luminos.CIFile{forge}, "before"},
	} {
		r := readings{facts: luminos.Facts{}}
		r.facts.History = &luminos.History{Last: "2026-04-01", Changes: c.changes}
		r.facts.Checks, r.facts.CIFiles, r.facts.CI = "before", c.files, []string{"travis-ci"}
		if r.dropOldChecks(); r.facts.Checks != c.want {
			t.Errorf("%s: got %q, want %q", name, r.facts.Checks, c.want)
		}
	}
}
