package render

import (
	"fmt"
	"strings"
	"testing"

	"luminos"
)

// TestSinceTheLastRun shows changes of files and findings in a section, and nothing without changes.
func TestSinceTheLastRun(t *testing.T) {
	r := modelReport()
	if got := rendered(t, r, Style{}); strings.Contains(got, "last run") {
		t.Errorf("a first report speaks of an earlier run:\n%s", got)
	}
	finding := func(path luminos.Path, text string, s luminos.Severity, reason string, byModel bool) luminos.FindingChange {
		return luminos.FindingChange{Path: path, Finding: text, Severity: s, Source: luminos.SourceModel, Reason: reason, ByModel: byModel}
	}
	ofRule := finding("b.sql", "It opens.", luminos.Info, "the rule no longer finds it", false)
	ofRule.Source = "rules"
	r.Run.Changes = &luminos.Changes{
		Files:     []luminos.FileChange{{Path: "a.go", How: luminos.FileChanged}, {Path: "b\x1b.go", How: luminos.FileAdded}},
		New:       []luminos.FindingChange{finding("a.go", "It leaks.", luminos.Concern, "", false)},
		Resolved:  []luminos.FindingChange{ofRule, finding("c", "It was so.", "", "its place is no longer there", false)},
		Withdrawn: []luminos.FindingChange{finding("c", "It loops.", luminos.Critical, "It does not.", true)},
	}
	got := rendered(t, r, Style{Width: 120})
	for _, want := range []string{
		"\nSince the last run\n", "- 2 files differ (1 changed and 1 added): a.go and \"b\\u001b.go\" (added)\n",
		"- withdrawn critical: c: It loops. * -> It does not. *\n", "- new concern: a.go: It leaks. *\n",
		"- resolved info: b.sql: It opens. -> the rule no longer finds it\n", "- 1 claim was left out, since the quotes are gone\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing:\n%s", want, got)
		}
	}
	if all := rendered(t, r, Style{Verbose: true, Width: 120}); !strings.Contains(all, "- resolved claim: c: It was so. *") {
		t.Errorf("the whole report lacks the claim:\n%s", all)
	}
	for i := range 500 {
		r.Run.Changes.New = append(r.Run.Changes.New, finding("x", fmt.Sprint("Finding ", i), luminos.Concern, "", false))
	}
	got = rendered(t, r, Style{})
	_, section, _ := strings.Cut(got, "Since the last run\n")
	section, _, _ = strings.Cut(section, "\n\n")
	if n := strings.Count(section, "\n") + 1; n > sinceLines || !strings.Contains(section, " more") {
		t.Errorf("the section has %d lines:\n%s", n, section)
	}
}
