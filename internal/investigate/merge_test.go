package investigate

import (
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/rules"
)

func TestSectionsOfAnEngineStandInThePlaceOfThoseOfRules(t *testing.T) {
	said := func(id, title, text string) luminos.Section {
		return luminos.Section{ID: id, Title: title, Statements: []luminos.Statement{{Text: text}}}
	}
	byRules := &luminos.Synthesis{Sections: []luminos.Section{
		said("brief", "In brief", "r"), said("architecture", "How", "r"), said("concerns", "What is wrong", "r"), said("detailed", "Where", "r"),
	}}
	byEngine := &luminos.Synthesis{Sections: []luminos.Section{
		said("hypothesis", "", "e"), said("detailed", "", "e"), said("brief", "", "e"), said("brief", "", "twice"), said(" ", "", "none"),
		{ID: "architecture"}, said("datasets", "Tables", "e"),
	}}
	var got []string
	for _, s := range merge(byRules, byEngine, nil).Sections {
		got = append(got, s.ID+"|"+s.Title+"|"+s.Statements[0].Text)
	}
	want := []string{"brief|In brief|e", "architecture|How|r", "datasets|Tables|e", "concerns|What is wrong|r", "hypothesis|hypothesis|e", "detailed|Where|e"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sections (-want +got):\n%s", diff)
	}
}

// A brief of an engine answers the question of the rules about the purpose. Other questions stay.
func TestABriefAnswersTheQuestionOfThePurpose(t *testing.T) {
	purpose := luminos.Question{Question: rules.QuestionOfPurpose}
	for _, c := range []struct {
		asked []luminos.Question
		brief bool
		want  int
	}{
		{[]luminos.Question{purpose}, false, 1}, {[]luminos.Question{purpose}, true, 0},
		{[]luminos.Question{purpose, {Question: "What else?"}}, true, 1},
	} {
		byRules := &luminos.Synthesis{Sections: []luminos.Section{{ID: openQuestions, Questions: c.asked}}}
		byEngine := &luminos.Synthesis{}
		if c.brief {
			byEngine.Sections = []luminos.Section{{ID: "brief", Statements: []luminos.Statement{{Text: "e"}}}}
		}
		left := 0
		for _, s := range merge(byRules, byEngine, nil).Sections {
			if s.ID == openQuestions && len(s.Questions) == 0 {
				t.Errorf("%+v: an empty section is left", c)
			}
			left += len(s.Questions)
		}
		if left != c.want || len(byRules.Sections[0].Questions) != len(c.asked) {
			t.Errorf("%+v: %d questions are left", c, left)
		}
	}
}

// The facts of rules stay beneath the text of an engine where they add to it. They do not make up for citations of the
// engine that were not found.
func TestFactsOfRulesStayBeneathTheTextOfAnEngine(t *testing.T) {
	section := func(id, text string, basis luminos.Basis, claims ...string) luminos.Section {
		s := luminos.Statement{Text: text, Basis: basis, Claims: claims}
		return luminos.Section{
			ID: id, Statements: []luminos.Statement{s}, Items: []luminos.Item{{Label: text, Statement: s}},
		}
	}
	byRules := &luminos.Synthesis{Sections: []luminos.Section{
		section("tech_stack", "r", luminos.Measured, "found"), section("brief", "r", luminos.Measured),
	}}
	byEngine := &luminos.Synthesis{Sections: []luminos.Section{
		section("tech_stack", "e", luminos.Judged, "lost"), section("brief", "e", luminos.Judged),
	}}
	report := &luminos.Report{}
	report.Sections = merge(byRules, byEngine, nil).Sections
	report.Claims = []luminos.Claim{{ID: "found", Verdict: luminos.Found}, {ID: "lost"}}
	removeUnsupported(report)
	var got []string
	for _, s := range report.Sections {
		eachStatement(&s, func(st *luminos.Statement) { got = append(got, s.ID+" "+st.Text) })
	}
	want := []string{"brief e", "brief e", "tech_stack e", "tech_stack r", "tech_stack e", "tech_stack r"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if !report.Sections[1].Failed {
		t.Error("the section has not failed, although no citation of the engine was found")
	}
}

func TestFlagsOfRulesStay(t *testing.T) {
	rule := luminos.Flag{Path: "a", Finding: "It holds a key.", Severity: luminos.Critical, Source: "rules", Remedy: "Take it out."}
	got := merge(
		&luminos.Synthesis{Flags: []luminos.Flag{rule}},
		&luminos.Synthesis{Flags: []luminos.Flag{
			{Path: "a", Finding: "it holds  a key", Severity: luminos.Info},
			{Path: "b", Finding: "Odd", Severity: luminos.Info},
			{Path: "a", Finding: "Old", Severity: "grave", Source: "rules"},
		}},
		[]luminos.Flag{{Path: "b", Finding: "odd.", Severity: luminos.Concern}, {Path: "c", Finding: " "}},
	).Flags
	want := []luminos.Flag{
		rule,
		{Rule: luminos.RuleAgent, Path: "a", Finding: "Old", Severity: luminos.Info, Source: "agent"},
		{Rule: luminos.RuleAgent, Path: "b", Finding: "odd.", Severity: luminos.Concern, Source: "agent"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("flags (-want +got):\n%s", diff)
	}
}

// The lists of a report without flags and statements are empty lists in JSON, not null.
func TestEmptyListsOfAReportAreNotNull(t *testing.T) {
	got := merge(&luminos.Synthesis{Sections: []luminos.Section{{ID: "brief"}}}, &luminos.Synthesis{Sections: []luminos.Section{{ID: "data", Items: make([]luminos.Item, 1)}}}, nil)
	if got.Flags == nil || got.Sections[0].Statements == nil || got.Sections[1].Statements == nil {
		t.Errorf("flags %#v, sections %#v", got.Flags, got.Sections)
	}
}

func TestALedgerAddsUpExactly(t *testing.T) {
	var l Ledger
	if l.Spending("2026-01-01") != nil {
		t.Errorf("without calls there is spending")
	}
	var wait sync.WaitGroup
	for i := range 100 {
		wait.Go(func() {
			l.Add(luminos.Event{Kind: luminos.EventCall, Pass: luminos.PassDirectories, Model: "strong", Answered: []string{"weak", "", "strong-2"}[i%3], Usage: luminos.Usage{Input: 10, CacheRead: 3, Output: 1}, Cost: 7, Priced: true})
			l.Add(luminos.Event{Kind: luminos.EventCall, Pass: luminos.PassSurvey, Model: "local", Usage: luminos.Usage{Input: 2, Estimated: true}})
			l.Add(luminos.Event{Kind: luminos.EventCall, Pass: luminos.PassSurvey, Model: "strong", Failed: true})
			l.Add(luminos.Event{Kind: luminos.EventTool, Pass: luminos.PassDirectories, Cost: 1, Priced: true})
		})
	}
	wait.Wait()
	want := &luminos.Spending{
		Calls: 300, Usage: luminos.Usage{Input: 1200, CacheRead: 300, Output: 100, Estimated: true}, Cost: 700, Unpriced: 100, PricesDate: "2026-01-01",
		ByPass: []luminos.PassSpending{
			{Pass: luminos.PassSurvey, Model: "local", Calls: 100, Usage: luminos.Usage{Input: 200, Estimated: true}},
			{Pass: luminos.PassSurvey, Model: "strong", Calls: 100, Priced: true},
			{Pass: luminos.PassDirectories, Model: "strong", Answered: []string{"strong-2", "weak"}, Calls: 100, Usage: luminos.Usage{Input: 1000, CacheRead: 300, Output: 100}, Cost: 700, Priced: true},
		},
	}
	if diff := cmp.Diff(want, l.Spending("2026-01-01")); diff != "" {
		t.Errorf("spending (-want +got):\n%s", diff)
	}
}

func TestAPlanThatFittedBadlyIsDoubted(t *testing.T) {
	var units []allotted
	for range badUnits {
		units = append(units, allotted{turns: 20, used: 1})
	}
	var q luminos.Quality
	rate(&q, units, luminos.PlanEvaluation{TurnsAllocated: 100, TurnsUsed: 5, OverallUtilization: 0.05, PerDirectory: []luminos.EvaluatedDir{
		{Dir: "a", Tier: luminos.TierPriority, Confidence: 0.2}, {Dir: "b", Tier: luminos.TierDefault, Confidence: 0.9},
	}})
	if len(q.Doubts) != 1 || !strings.Contains(q.Doubts[0], "1 directory with priority is 0.20; 5 of 100 turns") {
		t.Errorf("doubts: %q", q.Doubts)
	}
	units = units[1:]
	q = luminos.Quality{}
	rate(&q, units, luminos.PlanEvaluation{TurnsAllocated: 100, TurnsUsed: 5, OverallUtilization: 0.05})
	if len(q.Doubts) > 0 {
		t.Errorf("doubts over a few units: %q", q.Doubts)
	}
}
