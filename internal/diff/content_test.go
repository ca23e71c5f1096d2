package diff

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

func TestFlagsByRulePathAndWords(t *testing.T) {
	lines := func(n int) *luminos.LineRange { return &luminos.LineRange{First: n, Last: n} }
	a := report(luminos.Facts{},
		luminos.Flag{Rule: "r", Path: "a.go", Lines: lines(3), Finding: "3 things", Severity: luminos.Concern},
		luminos.Flag{Rule: "r", Path: "b.go", Finding: "it was so", Severity: luminos.Info},
		luminos.Flag{Rule: "r", Path: "w.go", First: "old words", Finding: "new words", Severity: luminos.Info},
		luminos.Flag{Rule: "r", Path: "x.go", Finding: "graver", Severity: luminos.Info},
		luminos.Flag{Rule: "r", Path: "y.go", Lines: lines(1), Finding: "line “a”", Severity: luminos.Info},
		luminos.Flag{Rule: "r", Path: "p/v.go", Finding: "line 1", Severity: luminos.Info},
		luminos.Flag{Rule: "r", Path: "p/u.go", Finding: "line 1", Severity: luminos.Info})
	b := report(luminos.Facts{},
		luminos.Flag{Rule: "r", Path: "a.go", Lines: lines(9), Finding: "4 things", Severity: luminos.Concern},
		luminos.Flag{Rule: "s", Path: "c.go", Finding: "minor", Severity: luminos.Info},
		luminos.Flag{Rule: "r", Path: "w.go", Finding: "old words", Severity: luminos.Info},
		luminos.Flag{Rule: "r", Path: "x.go", Finding: "graver", Severity: luminos.Concern},
		luminos.Flag{Rule: "r", Path: "y.go", Lines: lines(2), Finding: "line “b”", Severity: luminos.Info},
		luminos.Flag{Rule: "r", Path: "y.go", Lines: lines(7), Finding: "line “c”", Severity: luminos.Info},
		luminos.Flag{Rule: "r", Path: "src/p/v.go", Finding: "line 2", Severity: luminos.Info},
		luminos.Flag{Rule: "r", Path: "q/v.go", Finding: "line 2", Severity: luminos.Info},
		luminos.Flag{Rule: "s", Path: "z.go", Finding: "grave", Severity: luminos.Critical},
		luminos.Flag{Rule: "s", Path: "t.go", Finding: "of a test", Severity: luminos.Info, Aside: true},
		luminos.Flag{Path: "m.go", Finding: "judged", Severity: luminos.Critical, Source: luminos.SourceModel})
	b.Target.Engine = "model"
	want := []string{
		"flags: added z.go:  > grave", "flags: added c.go:  > minor", "flags: added src/p/v.go:  > line 2",
		"flags: added y.go:7:  > line “c”", "flags: removed b.go: it was so > ", "flags: removed p/u.go: line 1 > ",
		"flags: changed x.go: info > concern: graver", "flags: changed y.go:2: line “a” > line “b”",
	}
	got := Of(a, b)
	if d := cmp.Diff(want, said(got)); d != "" {
		t.Error(d)
	}
	if len(got.Notes) != 1 || !strings.Contains(got.Notes[0], "by a model") {
		t.Errorf("notes %q", got.Notes)
	}
}

func TestMovedFlagThatIsGraver(t *testing.T) {
	a := report(luminos.Facts{}, luminos.Flag{Rule: "r", Path: "a/x.go", Finding: "words", Severity: luminos.Info})
	b := report(luminos.Facts{}, luminos.Flag{Rule: "r", Path: "b/x.go", Finding: "words", Severity: luminos.Critical})
	c := Of(a, b)
	if d := cmp.Diff([]string{"flags: added b/x.go:  > words", "flags: removed a/x.go: words > "}, said(c)); d != "" {
		t.Error(d)
	} else if !c.Changes[0].Counts {
		t.Error("the graver flag does not count for a gate")
	}
}

func TestPageWithItsFile(t *testing.T) {
	a := report(luminos.Facts{EntryPoints: []luminos.EntryPoint{
		{Path: "docs/index.html", Kind: "page"}, {Path: "a.html", Kind: "page"},
	}})
	b := report(luminos.Facts{})
	file := &luminos.TreeNode{Name: "index.html"}
	b.Scan = &luminos.Scan{Tree: &luminos.TreeNode{Children: []*luminos.TreeNode{
		{Name: "docs", Children: []*luminos.TreeNode{file}},
	}}}
	if d := cmp.Diff([]string{"entry points: removed a.html: page > "}, said(Of(a, b))); d != "" {
		t.Error(d)
	}
}

func TestLibraryOfGoWithItsModule(t *testing.T) {
	a := report(luminos.Facts{Kind: "command-line program", MainLanguage: "Go"})
	b := report(luminos.Facts{
		Kind: "library", MainLanguage: "Go", EntryPoints: []luminos.EntryPoint{{Path: "a.go", Kind: "library"}},
		Manifests: []luminos.Manifest{{Path: "go.mod"}},
	})
	if c := Of(a, b); len(c.Changes) > 0 {
		t.Errorf("changes %q", said(c))
	}
}

func TestFrameworkThatIsDeclared(t *testing.T) {
	nose := []luminos.Dependency{dependency("nose", "", "dev", "a.txt")}
	a := report(luminos.Facts{TestFrameworks: []string{"nose"}, Dependencies: nose})
	b := report(luminos.Facts{TestFrameworks: []string{"pytest"}, Dependencies: nose})
	if d := cmp.Diff([]string{"checks: changed test frameworks: nose > nose and pytest"}, said(Of(a, b))); d != "" {
		t.Error(d)
	}
}

func TestHistoryOfOneSideIsNoted(t *testing.T) {
	a := report(luminos.Facts{Version: "1", History: &luminos.History{Commit: "abc"}})
	if c := Of(a, report(luminos.Facts{})); len(c.Notes) != 1 || c.Before.Commit != "abc" {
		t.Errorf("notes %q, commit %q", c.Notes, c.Before.Commit)
	}
	if c := Of(a, report(luminos.Facts{Version: "1"})); len(c.Notes) > 0 {
		t.Errorf("notes %q without a change", c.Notes)
	}
}
