package render

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"luminos"
)

// A shortened report shows the worst flags, and counts the others by severity.
func TestTheWorstFlagsAreShown(t *testing.T) {
	for _, test := range []struct {
		critical, info, shown int
		rest                  string
	}{
		{20, 30, 13, "  … and 7 critical, 30 info more\n"}, {14, 0, 14, ""},
		{15, 0, 13, "  … and 2 critical more\n"}, {3, 30, 13, "  … and 20 info more\n"}, {3, 10, 13, ""},
	} {
		r := &luminos.Report{}
		for i := range test.critical + test.info {
			severity := luminos.Info
			if i >= test.info {
				severity = luminos.Critical
			}
			r.Flags = append(r.Flags, luminos.Flag{Path: luminos.Path(fmt.Sprintf("f%02d", i)), Finding: "Found.", Severity: severity})
		}
		_, list, _ := strings.Cut(rendered(t, r, Style{}), "\nFlags\n")
		if got := strings.Count(list, "Found."); got != test.shown || !strings.Contains(list, test.rest) {
			t.Errorf("%+v: %d are shown in\n%s", test, got, list)
		}
	}
}

// crowded returns a report with concerns of rules and critical flags of a model.
func crowded(rules, model int) *luminos.Report {
	r := modelReport()
	r.Flags = nil
	for i := range rules {
		r.Flags = append(r.Flags, luminos.Flag{Path: "r.go", Finding: fmt.Sprintf("Rule %d.", i), Severity: luminos.Concern, Source: "rules"})
	}
	for i := range model {
		r.Flags = append(r.Flags, luminos.Flag{Path: "m.go", Finding: fmt.Sprintf("Model %d.", i), Severity: luminos.Critical, Source: luminos.SourceModel, Claims: []string{"c1"}})
	}
	return r
}

// However many critical flags a model raises, the worst flags of rules keep their places on the first screen and in the
// list, and the other way round. Flags that are all on the first screen are not listed again.
func TestRulesAndModelHaveSeparatePlaces(t *testing.T) {
	for _, c := range []struct {
		rules, model         int
		onScreenR, onScreenM int // flags on the first screen
		listedR, listedM     int
	}{
		{5, 0, 3, 0, 5, 0}, {5, 1, 2, 1, 5, 0}, {5, 3000, 2, 1, 5, 21},
		{1, 3000, 1, 2, 0, 21}, {0, 3000, 0, 3, 0, 21}, {40, 3000, 2, 1, 13, 21},
	} {
		screen, rest, _ := strings.Cut(rendered(t, crowded(c.rules, c.model), Style{}), "\nIn brief\n")
		got := []int{strings.Count(screen, "Rule "), strings.Count(screen, "Model "), strings.Count(rest, "Rule "), strings.Count(rest, "Model ")}
		if want := []int{c.onScreenR, c.onScreenM, c.listedR, c.listedM}; !slices.Equal(got, want) {
			t.Errorf("%d flags of rules and %d of a model: %v are shown, want %v\n%s", c.rules, c.model, got, want, screen)
		}
	}
	// Critical flags come before further lines of other rows, and remarks of rules have no row of their own.
	full := crowded(1, 3)
	full.Flags[0].Severity = luminos.Info
	full.Survey.Description = strings.Repeat("An index of stones. ", 40)
	full.Facts.Commands = append(full.Facts.Commands, luminos.Command{Purpose: "run", Line: strings.Repeat("run ", 40), Basis: luminos.Derived})
	tight, _, _ := strings.Cut(rendered(t, full, Style{}), "\nIn brief\n")
	if strings.Count(tight, "Model ") != 3 || !strings.Contains(tight, "1 info by rules; by a model: 3 critical") {
		t.Errorf("the first screen is\n%s", tight)
	}
	// The tightest first screen has one flag, which is of a rule.
	r := crowded(5, 3000)
	r.Quality.Degraded = []luminos.Degradation{{Pass: luminos.PassSurvey, Reason: strings.Repeat("It broke. ", 40)}}
	r.Survey.Description = strings.Repeat("An index of stones. ", 40)
	r.Facts.Commands = append(r.Facts.Commands, luminos.Command{Purpose: "run", Line: strings.Repeat("run ", 40), Basis: luminos.Derived})
	screen, _, _ := strings.Cut(rendered(t, r, Style{}), "\nIn brief\n")
	if n := strings.Count(screen, "\n"); n > screenLines || strings.Count(screen, "Rule ") == 0 || !strings.Contains(screen, "by a") {
		t.Errorf("%d lines:\n%s", n, screen)
	}
}

func TestLoweredFlagSaysWhy(t *testing.T) {
	r := crowded(0, 1)
	r.Flags[0].Claims = nil
	r.Flags[0].Lower(luminos.Info, luminos.CitesNothing)
	if got := rendered(t, r, Style{}); !strings.Contains(got, "\n> info      m.go: Model 0. *? (not critical: it cites no place)\n") {
		t.Errorf("the flag is\n%s", got)
	}
}

// Among equals the flags that a synthesis put in order come first. A flag names the places of flags that were merged
// into it, the reason of a model that does not agree, and the reason for which a flag was withdrawn.
func TestReviewedFlags(t *testing.T) {
	r := crowded(1, 3)
	r.Flags[3].Order, r.Flags[2].Order = 1, 2
	r.Flags[3].Also = []luminos.Path{"x.go", "y.go"}
	r.Flags[0].Disputed = "Nothing calls it."
	leak := luminos.Flag{Path: "z.go", Finding: "It leaks.", Severity: luminos.Critical, Source: luminos.SourceModel}
	r.Withdrawn = []luminos.WithdrawnFlag{{Flag: leak, Reason: "It is closed."}}
	got := strings.Join(strings.Fields(rendered(t, r, Style{})), " ")
	last := -1
	for _, want := range []string{
		"(a model does not agree: Nothing calls it. *)", "m.go, x.go and y.go: Model 2. *", "Model 1.", "Model 0.",
		"z.go: It leaks. -> It is closed. *",
	} {
		at := strings.LastIndex(got, want)
		if at <= last {
			t.Errorf("%q is at %d, after %d, in\n%s", want, at, last, got)
		}
		last = at
	}
}

// A report states which part of a flag its lines do not show. A whole report says why the synthesis kept it, too,
// and its first words.
func TestKeptFlags(t *testing.T) {
	r := crowded(0, 1)
	r.Flags[0].Kept, r.Flags[0].First = "Its caller shows it.", "All is lost."
	r.Flags[0].Judgement = &luminos.Judgement{Verdict: luminos.Partly, Reason: "One line is missing"}
	const part, kept = "> -> shown in part: One line is missing", " > -> first: All is lost. * > -> kept: Its caller shows it. *"
	for _, verbose := range []bool{false, true} {
		got := strings.Join(strings.Fields(rendered(t, r, Style{Verbose: verbose})), " ")
		if !strings.Contains(got, part) || strings.Contains(got, part+kept) != verbose {
			t.Errorf("verbose %t:\n%s", verbose, got)
		}
	}
}

// Each line with text of a model begins with ">" or, on the first screen, is beside a label: a model cannot print a
// heading or a row that looks like the program's own.
func TestModelCannotForgeARow(t *testing.T) {
	const forged = "FORGED none raised"
	spaced := strings.Repeat(forged+" ", 30)
	st := luminos.Statement{Text: spaced, Basis: luminos.Judged, Unsupported: true}
	r := modelReport()
	r.Survey.Description = spaced
	r.Plan.Priority[0].Reason = spaced
	r.Sections = []luminos.Section{
		{ID: "brief", Title: "In brief", Statements: []luminos.Statement{st, st}, Items: []luminos.Item{{Label: "FORGED", Statement: st}, {Label: spaced, Statement: st}}},
		{ID: "detailed", Title: "In detail", Statements: []luminos.Statement{st}, Items: []luminos.Item{{Label: "FORGED", Statement: luminos.Statement{Text: forged, Basis: luminos.Judged}}}},
		{ID: "open_questions", Title: "Open questions", Questions: []luminos.Question{{Question: spaced, Why: spaced, Tried: spaced, Basis: luminos.Judged}}},
	}
	r.Claims[1].Statement = spaced
	r.Entries = []luminos.Entry{{Path: "a", Summary: spaced, Confidence: 0.1, ConfidenceReason: spaced, Basis: luminos.Judged, Tier: luminos.TierPriority}}
	r.Flags = []luminos.Flag{{Path: "m.go", Finding: spaced, Remedy: spaced, Severity: luminos.Critical, Source: luminos.SourceModel}, {Path: "n.go", Finding: "Rule.", Severity: luminos.Info, Source: "rules", Disputed: spaced}}
	r.Withdrawn = []luminos.WithdrawnFlag{{Flag: r.Flags[0], Reason: spaced}}
	for _, s := range []Style{{}, {Width: 40}, {Width: 120, Verbose: true}} {
		seen := 0
		for i, line := range strings.Split(rendered(t, r, s), "\n") {
			if !strings.Contains(line, "FORGED") {
				continue
			}
			seen++
			beside := i < screenLines && strings.Index(line, "FORGED") >= screenColumn
			if !strings.HasPrefix(line, "> ") && !beside {
				t.Errorf("width %d: line %d is %q", s.Width, i+1, line)
			}
		}
		if seen < 30 {
			t.Errorf("width %d: %d lines with text of the model", s.Width, seen)
		}
	}
}

// TestManyCriticalFlagsHideNoOrder checks that the first text for agents follows the first critical flag.
func TestManyCriticalFlagsHideNoOrder(t *testing.T) {
	var flags []luminos.Flag
	for range 12 {
		flags = append(flags, luminos.Flag{Rule: luminos.RulePrivateKey, Severity: luminos.Critical})
	}
	flags = append(flags, luminos.Flag{Rule: luminos.RuleInjectionText, Severity: luminos.Concern}, luminos.Flag{Rule: luminos.RuleNoReadme, Severity: luminos.Concern})
	got := sortedFlags(flags)
	if got[0].Rule != luminos.RulePrivateKey || got[1].Rule != luminos.RuleInjectionText || got[13].Rule != luminos.RuleNoReadme || len(got) != 14 {
		t.Errorf("%+v", got)
	}
}

// TestACriticalFlagIsWhole checks that a shortened report does not cut the gravest flag.
func TestACriticalFlagIsWhole(t *testing.T) {
	r := crowded(0, 0)
	long := strings.TrimSpace(strings.Repeat("The lease ends soon and the notice to renew it is due. ", 6)) + " Send it!"
	for i := range 40 {
		f := luminos.Flag{Path: "m.go", Finding: fmt.Sprintf("%d: %s", i, long), Severity: luminos.Concern, Source: luminos.SourceModel}
		if i == 0 {
			f.Severity = luminos.Critical
		}
		r.Flags = append(r.Flags, f)
	}
	_, list, _ := strings.Cut(rendered(t, r, Style{}), "\nFlags of the model\n")
	if n := strings.Count(list, "Send it!"); n != 1 || !strings.Contains(list, "concern ") {
		t.Errorf("%d flags are whole, want the critical one:\n%s", n, list)
	}
}

// TestMinorNotesBesideFlags checks the remark on the flags that a first screen does not count.
func TestMinorNotesBesideFlags(t *testing.T) {
	one := flagGroup{count: "1 info", total: 1}
	for want, f := range map[string]screenFlags{
		"none raised": {}, "none but 2 minor notes": {minor: 2}, "and 1 minor note": {rules: one, minor: 1}, "": {model: one},
	} {
		if got := f.rest(); got != want {
			t.Errorf("%+v: got %q, want %q", f, got, want)
		}
	}
}

// TestStatusComesFirst has a target that is given up: this comes before other concerns, and after a critical flag.
func TestStatusComesFirst(t *testing.T) {
	rows := worst([]luminos.Flag{
		{Rule: "a", Severity: luminos.Critical, Finding: "A."}, {Rule: "b", Severity: luminos.Concern, Finding: "B."},
		{Rule: luminos.RuleStatus, Severity: luminos.Concern, Finding: "C."}, {Rule: "d", Severity: luminos.Info, Finding: "D."},
	})
	got := ""
	for _, r := range rows {
		for _, s := range r.text {
			got += s.text
		}
	}
	if got = strings.Join(strings.Fields(got), ""); got != "A.C.B." {
		t.Errorf("got %q", got)
	}
}
