package store

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

func TestStoredUnitsAreReadBack(t *testing.T) {
	c := opened(t, Options{Clock: zeroClock})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	defer inv.Close()
	first, second := stored("a"), stored("a/b")
	first.Again, second.Again = true, true
	first.Unit = &StoredUnit{
		Dirs: []luminos.Path{"a", "a/b"}, Files: []luminos.Path{"a/x"}, Read: []luminos.Path{"a/x", "a/y"},
		Flags: []luminos.Flag{{Path: "a/x", Finding: "Odd.", Severity: luminos.Concern, Source: "agent",
			Evidence: []luminos.Evidence{{Path: "a/x", Measure: luminos.MeasureKind, Value: "file"}}}},
		Turns: 12, Borrowed: 2, ToolCalls: 9, ToolErrors: 1,
	}
	if err := inv.PutEntries([]StoredEntry{first, second}, true); err != nil {
		t.Fatal(err)
	}
	got, err := inv.Entries(t.Context(), []luminos.Path{"a", "a/b"})
	if diff := cmp.Diff(map[luminos.Path][]StoredEntry{"a": {first}, "a/b": {second}}, got); diff != "" || err != nil {
		t.Errorf("entries (-want +got), %v:\n%s", err, diff)
	}
}

func TestResultsOfPassesAreReadByTheirKey(t *testing.T) {
	c := opened(t, Options{})
	inv, _ := begun(t, c, Begin{Target: "/t", Settings: []Setting{{Name: "--x", Value: "1"}}})
	defer inv.Close()
	stored := func(key string) (s *luminos.Survey, p *luminos.Plan) {
		foundSurvey, foundPlan := inv.Result(luminos.PassSurvey, key, &s), inv.Result(luminos.PassPlan, key, &p)
		if foundSurvey != (s != nil) || foundPlan != (p != nil) {
			t.Errorf("key %q: found %t and %t, read %v and %v", key, foundSurvey, foundPlan, s, p)
		}
		return s, p
	}
	if s, p := stored("k"); s != nil || p != nil || inv.Evaluation() != nil || len(inv.Problems()) > 0 {
		t.Errorf("a new investigation has results: %v", inv.Problems())
	}
	survey := &luminos.Survey{Description: "A target.", RelevantTools: []string{"x"}, SkipTools: []string{}, Confidence: 0.5}
	plan := &luminos.Plan{
		Priority: []luminos.PlannedDir{{Path: "a", Reason: "so", Turns: 20}}, Shallow: []luminos.PlannedDir{}, Skip: []luminos.PlannedDir{}, Order: "leaf-first",
	}
	put := func(pass luminos.Pass, key string, v any) {
		if err := inv.PutResult(pass, key, v); err != nil {
			t.Fatal(err)
		}
	}
	put(luminos.PassSurvey, "k", survey)
	put(luminos.PassPlan, "k", plan)
	gotSurvey, gotPlan := stored("k")
	if diff := cmp.Diff(survey, gotSurvey) + cmp.Diff(plan, gotPlan); diff != "" {
		t.Errorf("survey and plan (-want +got):\n%s", diff)
	}
	if s, p := stored("other"); s != nil || p != nil {
		t.Errorf("a result of another key is returned")
	}
	put(luminos.PassSurvey, "", survey)
	put(luminos.PassPlan, "", plan)
	if s, p := stored(""); s != nil || p != nil {
		t.Error("a result without a key is returned")
	}
	other := *plan
	other.Order = "other"
	for i := range resultsKept {
		put(luminos.PassPlan, fmt.Sprint(i), other)
		put(luminos.PassPlan, fmt.Sprint(i), other)
	}
	if s, p := stored("k"); s == nil || p == nil || p.Order != plan.Order {
		t.Errorf("the results of an earlier state are %v and %v", s, p)
	}
	put(luminos.PassPlan, "more", other)
	if _, p := stored("0"); p == nil || inv.Result(luminos.PassPlan, "k", &p) {
		t.Errorf("more than %d earlier plans are stored", resultsKept)
	}
	if keys := inv.ResultKeys(luminos.PassPlan); len(keys) != 1+resultsKept || keys[0] != "more" || keys[1] != "6" {
		t.Errorf("the keys are %q", keys)
	}
	if err := inv.PutResult(luminos.PassPlan, "k", func() {}); err == nil || !strings.Contains(err.Error(), "pass plan") {
		t.Errorf("a result without JSON: %v", err)
	}
	put(luminos.PassPlan, "k", plan)
	name := filepath.Join(c.dir, inv.ID(), "plan.json")
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(strings.Replace(string(b), `"a"`, `"b"`, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, p := stored("k"); p != nil || len(inv.Problems()) != 1 {
		t.Errorf("an edited plan is used; problems %v", inv.Problems())
	}
	os.WriteFile(filepath.Join(c.dir, inv.ID(), evaluationFile), []byte(`{"plan_order": "leaf-first", "of_later": 1}`), 0o600)
	if e := inv.Evaluation(); e == nil || e.Order != "leaf-first" {
		t.Errorf("an evaluation with a field of another version: %+v", e)
	}
	if s := inv.Settings(); len(s) != 1 || s[0].Value != "1" {
		t.Errorf("settings %v", s)
	}
}

func TestEventsAreLogged(t *testing.T) {
	(*Investigation)(nil).Event(luminos.Event{Kind: luminos.EventNote}) // must not panic
	c := opened(t, Options{})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	for _, e := range []luminos.Event{
		{Pass: luminos.PassScan, Text: "Walking"},
		{Kind: luminos.EventCall, Pass: luminos.PassDirectories, Unit: "a", Turn: 2, Turns: 10, Model: "m", Usage: luminos.Usage{Input: 7}, Cost: 5 * luminos.Dollar / 100, Priced: true, Seconds: 1.5, Text: "read_file x\ny"},
		{Kind: luminos.EventCall, Pass: luminos.PassPlan, Model: "local", Failed: true},
		{Kind: luminos.EventTool, Pass: luminos.PassDirectories, Unit: "a", Tool: "read_file", Path: "a/x", Failed: true},
		{Kind: luminos.EventFlag, Pass: luminos.PassDirectories, Path: "a/x", Severity: luminos.Critical, Text: "A key."},
	} {
		inv.Event(e)
	}
	inv.Close()
	b, err := os.ReadFile(filepath.Join(c.dir, inv.ID(), logFile))
	if err != nil {
		t.Fatal(err)
	}
	var got []Line
	for line := range strings.Lines(string(b)) {
		var l Line
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		l.Time = l.Time.Truncate(0)
		got = append(got, l)
	}
	if len(got) != 4 {
		t.Fatalf("%d lines, want one for each event but progress:\n%s", len(got), b)
	}
	if l := got[0]; l.Kind != "call" || l.Turns != 10 || l.Usage == nil || l.Usage.Input != 7 || l.Cost == nil || l.Seconds != 1.5 {
		t.Errorf("call: %+v", l)
	}
	if l := got[1]; l.Cost != nil || !l.Failed || l.Model != "local" {
		t.Errorf("a call without a price: %+v", l)
	}
	if l := got[2]; l.Tool != "read_file" || l.Path != "a/x" || l.Usage != nil {
		t.Errorf("tool: %+v", l)
	}
	if l := got[3]; l.Severity != "critical" || l.Text != "A key." {
		t.Errorf("flag: %+v", l)
	}
}

// A log over its maximum size is renamed, and a new one begun: when the
// investigation is opened, and while it runs.
func TestLongLogIsRenamed(t *testing.T) {
	c := opened(t, Options{})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	name := filepath.Join(c.dir, inv.ID(), logFile)
	logged := func(texts ...string) {
		t.Helper()
		b, err := os.ReadFile(name)
		if lines := strings.Count(string(b), "\n"); err != nil || lines != len(texts) {
			t.Fatalf("the log has %d lines, %v; want %q", lines, err, texts)
		}
		for _, text := range texts {
			if !strings.Contains(string(b), `"text":"`+text+`"`) {
				t.Errorf("the log has no line %q", text)
			}
		}
	}
	grow := func(size int64) {
		t.Helper()
		if err := os.Truncate(name, size); err != nil {
			t.Fatal(err)
		}
		inv.size = size
	}
	renamed := func(from, to int64) {
		t.Helper()
		info, err := os.Stat(name + ".1")
		if err != nil || info.Size() < from || info.Size() > to {
			t.Errorf("the renamed log is %v, %v; want %d to %d bytes", info, err, from, to)
		}
	}
	inv.Log(Line{Text: "one"})
	grow(logMax)
	inv.Log(Line{Text: "two"}) // the log has its maximum size, not more
	inv.Log(Line{Text: "three"})
	inv.Log(Line{Text: "four"})
	logged("three", "four")
	renamed(logMax+20, logMax+200)

	before := openFiles()
	grow(logMax + 1)
	inv.Log(Line{Text: "before five"})
	if n := openFiles(); n != before {
		t.Errorf("%d files are open after the log was renamed, want %d", n, before)
	}
	grow(logMax)
	inv.Close()
	inv, _ = begun(t, c, Begin{Target: "/t"})
	if info, err := os.Stat(name); err != nil || info.Size() != logMax {
		t.Errorf("a log of the maximum size was renamed: %v, %v", info, err)
	}
	grow(logMax + 1)
	inv.Close()
	inv, _ = begun(t, c, Begin{Target: "/t"})
	inv.Log(Line{Text: "five"})
	logged("five")
	renamed(logMax+1, logMax+1)
	inv.Close()

	inv, _ = begun(t, c, Begin{Target: "/t"})
	inv.Log(Line{Text: "six"})
	logged("five", "six")
	if inv.size < 10 || inv.size > logMax {
		t.Errorf("the size of the log is %d", inv.size)
	}
	inv.Close()
}
