package rules

import (
	"testing"

	"luminos"
)

// TestPartsSayNothingAboutTheWhole looks at a home folder with a program in it: the libraries of the program are no
// fact about the folder. The purpose of a home folder or of mail is no open question.
func TestPartsSayNothingAboutTheWhole(t *testing.T) {
	for _, c := range []struct {
		sort        string
		made, asked bool
	}{
		{luminos.SortHome, false, false}, {luminos.SortSystem, false, false}, {luminos.SortProjects, false, false},
		{luminos.SortMail, true, false}, {luminos.SortBook, true, false}, {luminos.SortProject, true, true},
	} {
		scan := &luminos.Scan{SurveySignals: luminos.SurveySignals{Files: 1}}
		facts := &luminos.Facts{}
		facts.Sort, facts.Manifests = c.sort, []luminos.Manifest{{Path: "a/go.mod", Ecosystem: "go"}}
		facts.CI = []string{"github-actions"}
		w := newWriter(&luminos.Dossier{Results: luminos.Results{Scan: scan, Facts: facts}})
		if made := (codeSections{w}).stack() != nil; made != c.made {
			t.Errorf("%s: made with: %v", c.sort, made)
		}
		if asked := w.openQuestions() != nil; asked != c.asked {
			t.Errorf("%s: open questions: %v", c.sort, asked)
		}
	}
}
