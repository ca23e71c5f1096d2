package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/model/modeltest"
)

// finder plays as [modeltest.Diligent]. Its first refinement opens a file and reports a finding, the second one none.
type finder struct{ modeltest.Diligent }

func (f finder) Play(r modeltest.Request) modeltest.Reply {
	const found = "The names were checked."
	switch {
	case r.Pass() != modeltest.PassRefine || strings.Contains(r.Opening(), found):
		return f.Diligent.Play(r)
	case r.Turn == 1:
		return modeltest.Say(modeltest.Call("read_file", map[string]any{"path": "src/part0/unit0/f0.go"}))
	}
	return modeltest.Say(modeltest.Call("submit_report", map[string]any{"data_quality": found}))
}

// refinedReport returns the part of a report about refinement.
func refinedReport(t *testing.T, r modelReport) *luminos.Refinement {
	t.Helper()
	var doc struct{ Refinement *luminos.Refinement }
	if err := json.Unmarshal(r.body, &doc); err != nil {
		t.Fatal(err)
	}
	return doc.Refinement
}

// doubter plays as [finder], with a citation in its finding. Its second reader finds some statements supported in part.
type doubter struct{ finder }

func (d doubter) Play(r modeltest.Request) modeltest.Reply {
	const found = "The names were checked [1]."
	switch {
	case r.Pass() == modeltest.PassJudge:
		return modeltest.Say(modeltest.Verdicts(r.Cases(), func(c modeltest.Case) (verdict, reason string) {
			if strings.Contains(c.Statement, "f1.go") {
				return "partly", "it is half of it"
			}
			return "supported", ""
		}))
	case r.Pass() == modeltest.PassRefine && r.Turn == 2:
		if !strings.Contains(r.Opening(), "is shown only in part by") {
			return modeltest.Say(modeltest.Call("submit_report", map[string]any{"data_quality": "No verdict was shown."}))
		}
		return modeltest.Say(modeltest.Call("submit_report", map[string]any{"data_quality": found}))
	}
	return d.finder.Play(r)
}

// A refinement is shown the verdicts of the second reader, which then judges its changes.
func TestRefinementIsToldTheVerdicts(t *testing.T) {
	t.Parallel()
	k, target := scripted(t, doubter{}), thicket(t)
	r, _ := k.run(t, statusDone, "--refine", target)
	var doc luminos.Report
	if err := json.Unmarshal(r.body, &doc); err != nil {
		t.Fatal(err)
	}
	s := doc.Section("data_quality")
	if s == nil || len(s.Statements) == 0 || !s.Statements[0].Judgement.Is(luminos.Supported) {
		t.Errorf("the section that was refined: %+v", s)
	}
	asked := map[string]int{}
	for _, q := range k.server.Requests() {
		if q.Pass() == modeltest.PassJudge {
			for _, c := range q.Cases() {
				asked[c.Statement]++
			}
		}
	}
	for statement, n := range asked {
		if n > 1 {
			t.Errorf("the second reader was asked %d times about %q", n, statement)
		}
	}
	paid := len(k.server.Requests())
	if _, _ = k.run(t, statusDone, "--refine", target); len(k.server.Requests()) != paid {
		t.Errorf("the next run makes %d calls", len(k.server.Requests())-paid)
	}
}

// A run with --refine after one without pays the refinement only, and a run with the same flags pays nothing.
func TestRefinementIsPaidOnce(t *testing.T) {
	t.Parallel()
	k, target := scripted(t, finder{}), thicket(t)
	plain, _ := k.run(t, statusDone, target)
	if refinedReport(t, plain) != nil {
		t.Error("a run without --refine refines")
	}
	calls := func() (refined, all int) {
		for _, r := range k.server.Requests() {
			if r.Pass() == modeltest.PassRefine {
				refined++
			}
		}
		return refined, len(k.server.Requests())
	}
	_, before := calls()
	for i, c := range []struct {
		args    []string
		refined int // calls in all
		passes  int
	}{
		{[]string{"--refine"}, 2, 1},
		{[]string{"--refine"}, 2, 1},
		{[]string{"--refine-depth", "5"}, 4, 2},
		{[]string{"--refine", "--refine-depth", "5"}, 4, 2},
		{[]string{"--refine=false"}, 4, 0},
		{[]string{"--refine"}, 4, 1},
	} {
		r, _ := k.run(t, statusDone, append(c.args, target)...)
		got := refinedReport(t, r)
		refined, all := calls()
		passes := 0
		if got != nil {
			passes = len(got.Passes)
		}
		if refined != c.refined || all != before+refined || passes != c.passes {
			t.Errorf("run %d: %d calls, %d of refinement, want %d; %+v\n%v", i, all-before, refined, c.refined, got,
				k.server.Ledger())
		}
		if c.passes == 0 {
			continue
		}
		if first := got.Passes[0]; !slices.Equal(first.Sections, []string{"data_quality"}) || first.Looked != 1 {
			t.Errorf("run %d: the first pass changes %+v", i, first)
		}
		if i == 0 && !slices.ContainsFunc(r.Run.Spending.ByPass,
			func(p luminos.PassSpending) bool { return p.Pass == luminos.PassRefine && p.Calls == 2 }) {
			t.Errorf("spending by pass: %+v", r.Run.Spending.ByPass)
		}
	}
	out, _, status := k.ask(t, "--refine", "--yes", target)
	if status != statusDone || !strings.Contains(out, "refinement: 1 pass changed 1 section (data_quality)") {
		t.Errorf("status %d, the text of the report is\n%s", status, out)
	}
}

// A ceiling that is reached in a refinement leaves the report as it was, which says so. The run goes on later.
func TestCeilingInARefinement(t *testing.T) {
	t.Parallel()
	k, target := scripted(t, finder{}), thicket(t)
	plain, _ := k.run(t, statusDone, target)
	out, said, status := k.ask(t, "--json", "--refine", "--max-tokens", "12000", target)
	var r luminos.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil || status != statusPartial {
		t.Fatalf("status %d, %v: %s", status, err, said)
	}
	if !strings.Contains(said, "the report stays as it is") || strings.Contains(said, "rules do the rest") {
		t.Errorf("it says %s", said)
	}
	d := r.Quality.Degraded
	if len(d) != 1 || d[0].Pass != luminos.PassRefine || d[0].Class != luminos.ClassCeiling ||
		len(r.Refinement.Passes) > 0 {
		t.Errorf("degraded: %v, %+v", d, r.Refinement)
	}
	if fmt.Sprint(len(r.Sections), r.Sections[0].Statements[0].Text) != fmt.Sprint(len(plain.Sections),
		plain.Sections[0].Statements[0].Text) {
		t.Errorf("the report is another one: %+v", r.Sections[0])
	}
	if on, _ := k.run(t, statusDone, "--refine", target); len(refinedReport(t, on).Passes) != 1 {
		t.Errorf("the run does not go on: %+v", refinedReport(t, on))
	}
}

// The estimate of a run has a row of the refinement.
func TestEstimateOfARefinement(t *testing.T) {
	t.Parallel()
	k, target := scripted(t, finder{}), thicket(t)
	estimate := func(args ...string) (e luminos.Estimate) {
		out, said, status := k.ask(t, append(args, "--estimate", "--json", target)...)
		if err := json.Unmarshal([]byte(out), &e); err != nil || status != statusDone {
			t.Fatalf("status %d, %v: %s", status, err, said)
		}
		return e
	}
	plain, once, thrice := estimate(), estimate("--refine", "--refine-model", "claude-haiku-5-5"),
		estimate("--refine-depth", "3")
	row := func(e luminos.Estimate, pass luminos.Pass) luminos.PassEstimate {
		return e.ByPass[slices.IndexFunc(e.ByPass, func(p luminos.PassEstimate) bool { return p.Pass == pass })]
	}
	refinement := func(e luminos.Estimate) luminos.PassEstimate { return row(e, luminos.PassRefine) }
	last := refinement(once)
	if len(once.ByPass) != len(plain.ByPass)+1 || last.Conversations != 1 ||
		last.Model != "claude-haiku-5-5" {
		t.Errorf("passes: %+v", once.ByPass)
	}
	if !(plain.Likely.Cost < once.Likely.Cost && once.Likely.Cost < thrice.Likely.Cost) ||
		refinement(thrice).Conversations != 3 {
		t.Errorf("%v, once %v, thrice %v", plain.Likely.Cost, once.Likely.Cost, thrice.Likely.Cost)
	}
	// Claims that a refinement makes are judged, too.
	before, after := row(plain, luminos.PassJudge), row(once, luminos.PassJudge)
	if after.Conversations != before.Conversations+1 || after.Likely.Cost <= before.Likely.Cost {
		t.Errorf("the second reader is expected to take %+v, and with a refinement %+v", before.Range, after.Range)
	}
	k.run(t, statusDone, target)
	again := estimate("--refine")
	if again.Asked != 0 || len(again.ByPass) != 2 || row(again, luminos.PassJudge).Conversations != 1 {
		t.Errorf("after a run without a refinement, one is expected to take %+v", again.ByPass)
	}
}

// TestSizesAreASetting investigates 67 directories, which are grouped unless the setting calls them few.
func TestSizesAreASetting(t *testing.T) {
	t.Parallel()
	k, target := scripted(t, modeltest.Diligent{}), grove(t)
	groupings := func() (n int) {
		for _, r := range k.server.Requests() {
			if r.Pass() == modeltest.PassGrouping {
				n++
			}
		}
		return n
	}
	k.run(t, statusDone, target, "--yes", "--sizes", "5/30,1000/5000,2000/10000")
	if n := groupings(); n != 0 {
		t.Errorf("%d calls group a target that is not large by the setting", n)
	}
	k.run(t, statusDone, target, "--yes")
	if n := groupings(); n == 0 {
		t.Error("no call groups a target that is large by default")
	}
	_, stderr, status := k.ask(t, target, "--sizes", "5/30,4/40,6/60")
	if status != statusUsage || !strings.Contains(stderr, "three rising pairs") {
		t.Errorf("sizes that fall: status %d, %s", status, stderr)
	}
}
