package render

import (
	"strings"
	"testing"

	"luminos"
)

// TestMembersOnTheFirstScreen shows a folder of projects: the first screen lists them in place of commands, places
// and flags of single files, in 23 lines of 80 columns.
func TestMembersOnTheFirstScreen(t *testing.T) {
	for _, n := range []int{1, 5, 52} {
		r := fixture()
		r.Facts.Sort, r.Facts.Members = luminos.SortProjects, nil
		for i := range n {
			r.Facts.Members = append(r.Facts.Members, luminos.Member{
				Path: numbered(i), Kind: "web application and command-line program with a very long kind", Language: "TypeScript",
				License: "Apache-2.0", Bytes: int64(1+i) << 20, Flags: map[luminos.Severity]int{luminos.Concern: 2, luminos.Info: 9},
			})
		}
		r.Facts.Members[0].Kind = "library"
		p := terminal{newPage(nil, Style{Width: 80})}
		lines := p.keep(func(p terminal) { p.screen(composeScreen(newDossier(r, Style{}))) }).lines
		if len(lines) > screenLines {
			t.Errorf("%d members: %d lines", n, len(lines))
		}
		got := strings.Join(lines, "\n")
		if !strings.Contains(got, string(numbered(n-1))+"/") || strings.Contains(got, "\nBuild") || strings.Contains(got, "\nRead") {
			t.Errorf("%d members:\n%s", n, got)
		}
		if strings.Contains(got, " more\n") != (n > 20) {
			t.Errorf("%d members, the rest:\n%s", n, got)
		}
		for _, l := range lines {
			if cells(l) > 80 {
				t.Errorf("wide: %q", l)
			}
		}
	}
}

// TestOnlyMemberOnTheFirstScreen shows a folder around one project: its commands, places and flags stand in place of a
// table of one row.
func TestOnlyMemberOnTheFirstScreen(t *testing.T) {
	r := fixture()
	r.Facts.Sort, r.Facts.Kind, r.Flags = luminos.SortProjects, "library", nil
	r.Scan.SurveySignals.Files = 7
	r.Facts.Members = []luminos.Member{{
		Path: "package", Kind: "library", Sort: luminos.SortProject, Language: "TypeScript", License: "ISC", Files: 7,
		Report: &luminos.MemberReport{
			Commands: []luminos.Command{{Purpose: "install", Line: "npm i"}, {Purpose: "test", Line: "npm test", Basis: luminos.Measured,
				Evidence: []luminos.Evidence{{Path: "package.json", Lines: &luminos.LineRange{First: 3, Last: 3}}}}},
			EntryPoints: []luminos.EntryPoint{{Path: "x.ts", Kind: "library", Reason: "exports of package.json"}},
			Flags: []luminos.Flag{
				{Rule: luminos.RuleStatus, Path: "README.md", Severity: luminos.Concern, Finding: "Old."},
			},
		},
	}}
	screen := func() string {
		p := terminal{newPage(nil, Style{Width: 80})}
		return strings.Join(p.keep(func(p terminal) { p.screen(composeScreen(newDossier(r, Style{}))) }).lines, "\n")
	}
	got := screen()
	for _, want := range []string{
		"TypeScript · ISC · 7 files", "Setup    npm i in package", "Test     npm test in package (package/package.json:3)",
		"Read     package/x.ts  exports of package.json", "Flags    1 concern", "package/README.md",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "Licence") {
		t.Errorf("a table of one row:\n%s", got)
	}
	report := r.Facts.Members[0].Report
	if report.Commands = report.Commands[:1]; strings.Contains(screen(), "Setup") {
		t.Errorf("a command for users:\n%s", screen())
	}
	if r.Scan.SurveySignals.Files = 8; !strings.Contains(screen(), "Licence") {
		t.Errorf("no table beside a file of the folder:\n%s", screen())
	}
}

// TestFlagsOfMembers counts the flags of a member as the first screen does: without the minor ones.
func TestFlagsOfMembers(t *testing.T) {
	m := &luminos.Member{Flags: map[luminos.Severity]int{luminos.Concern: 1, luminos.Info: 2}}
	m.Report = &luminos.MemberReport{
		Flags: []luminos.Flag{{Severity: luminos.Concern}, {Severity: luminos.Info}, {Severity: luminos.Info, Aside: true}},
	}
	if got := memberCells(m)[5]; got != "2" {
		t.Errorf("%s flags, want 2", got)
	}
}
