package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"luminos"
	"luminos/internal/model/modeltest"
)

// TestEstimateCommand prints estimates without a key: as text of at most 80 columns and as JSON, of models with and
// without a price. Nothing is asked or stored.
func TestEstimateCommand(t *testing.T) {
	t.Parallel()
	target := grove(t)
	for name, c := range map[string]struct {
		args []string
		want []string
		not  []string
	}{
		"by default": {nil, []string{"is expected to take $", "No model was asked", "claude-opus-5-5 for directories", "in all", "--exclude /"}, []string{"No price"}},
		"cheap":      {[]string{"--cheap"}, []string{"Models: claude-haiku-5-5 for survey, plan, directories, grouping, synthesis and judge."}, []string{"opus"}},
		"no price": {[]string{"--provider", "openai", "--model", "qwen3"},
			[]string{" tokens. No price is known.", "No price is known of qwen3"}, []string{"$"}},
		"one without a price": {[]string{"--dir-model", "mine"}, []string{"is expected to take $", "No price is known of mine"}, nil},
	} {
		k := scripted(t, modeltest.Diligent{})
		delete(k.env, "ANTHROPIC_API_KEY")
		out, said, status := k.ask(t, append([]string{"--estimate", target}, c.args...)...)
		if status != statusDone || len(k.server.Ledger()) > 0 {
			t.Errorf("%s: status %d, %d calls: %s", name, status, len(k.server.Ledger()), said)
		}
		for _, want := range c.want {
			if !strings.Contains(strings.Join(strings.Fields(out), " "), want) {
				t.Errorf("%s: the estimate lacks %q:\n%s", name, want, out)
			}
		}
		for _, not := range c.not {
			if strings.Contains(out, not) {
				t.Errorf("%s: the estimate has %q:\n%s", name, not, out)
			}
		}
		for line := range strings.Lines(out) {
			if utf8.RuneCountInString(line) > 81 {
				t.Errorf("%s: a line is wider than 80 columns: %s", name, line)
			}
		}
		out, _, _ = k.ask(t, append([]string{"--estimate", "--json", target}, c.args...)...)
		var e luminos.Estimate
		if err := json.Unmarshal([]byte(out), &e); err != nil || e.High.Turns <= e.Low.Turns || len(e.ByPass) != 6 {
			t.Errorf("%s: the JSON form is %v, %s", name, err, out)
		}
		if out, _, _ := k.ask(t, "cache", "list"); strings.Contains(out, target) {
			t.Errorf("%s: the estimate is stored: %s", name, out)
		}
	}
}

// TestAccountComparesWithTheEstimate checks the line before the first call, and the line of the account after the run.
// The next estimate has learned from the run.
func TestAccountComparesWithTheEstimate(t *testing.T) {
	t.Parallel()
	k, target := scripted(t, modeltest.Diligent{}), grove(t)
	r, said := k.run(t, statusDone, target)
	e := r.Run.Spending.Expected
	if e == nil {
		t.Fatalf("the report has no estimate: %+v", r.Run.Spending)
	}
	bounds := e.Low.Cost.Cents() + "-" + e.High.Cost.Cents()
	for _, want := range []string{
		"note: asking claude-haiku-5-5 and claude-opus-5-5 at ", fmt.Sprintf(" calls, %s expected; ", bounds),
		"expected: " + bounds + ", most likely " + e.Likely.Cost.Cents() + "; it was ",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("the run does not say %q: %s", want, said)
		}
	}
	out, _, _ := k.ask(t, "--estimate", "--fresh", "--json", target)
	var learned luminos.Estimate
	if err := json.Unmarshal([]byte(out), &learned); err != nil || learned.Runs != 1 {
		t.Fatalf("%v: %s", err, out)
	}
	if likely, cost := float64(learned.Likely.Cost), float64(r.Run.Spending.Cost); likely < 0.7*cost || likely > 1.3*cost {
		t.Errorf("after a run for %v, the next is expected to cost %v", r.Run.Spending.Cost, learned.Likely.Cost)
	}
}

// TestEstimateFlags checks the flags that contradict each other.
func TestEstimateFlags(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--offline", "--estimate", dir}, "--offline and --estimate contradict each other"},
		{[]string{"--offline", "--yes", dir}, "--offline and --yes contradict each other"},
		{[]string{"--estimate", "-o", "e.json", dir}, "--estimate writes to standard output, and -o was given"},
		{[]string{"--confirm-above", "much", dir}, "want an amount in dollars"},
		{[]string{"--confirm-above", "-1", dir}, "want an amount in dollars"},
	} {
		a, _, errs := testApp()
		if status := a.run(t.Context(), c.args); status != statusUsage || !strings.Contains(errs.String(), c.want) {
			t.Errorf("%q: status %d: %s", c.args, status, errs)
		}
	}
	a, out, errs := testApp()
	status := a.run(t.Context(), []string{"--estimate", dir})
	if status != statusDone || !strings.Contains(strings.Join(strings.Fields(out.String()), " "), "makes no call of a model: there are no files") {
		t.Errorf("an empty directory: status %d: %s%s", status, out, errs)
	}
	if status := a.run(t.Context(), []string{"--estimate", dir + "/missing"}); status != statusFailed {
		t.Errorf("a missing directory: status %d", status)
	}
}
