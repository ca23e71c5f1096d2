package render

import (
	"strings"
	"testing"

	"luminos"
)

// The text of a report names the changes of refinement in one line.
func TestRefinementIsNamed(t *testing.T) {
	name := []luminos.FlagName{{Path: "a", Finding: "x"}}
	for want, passes := range map[string][]luminos.RefinementPass{
		"": nil,
		"refinement: 1 pass found nothing to change": {{Looked: 3}},
		"refinement: 2 passes changed 2 sections (brief and flows), added 1 flag, withdrew 1 flag and answered 2 questions": {
			{Sections: []string{"brief", "flows"}, Added: name, Answered: []string{"?"}},
			{Sections: []string{"flows"}, Withdrawn: name, Answered: []string{"?"}},
		},
		"refinement: 1 pass lowered, disputed or merged 1 flag and put the flags in another order": {{Changed: name,
			Reordered: true}},
	} {
		r := modelReport()
		r.Refinement = &luminos.Refinement{Asked: 3, Passes: passes}
		if got := rendered(t, r, Style{Width: 200}); !strings.Contains(got, want) || want == "" && strings.Contains(got,
			"refinement:") {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}
