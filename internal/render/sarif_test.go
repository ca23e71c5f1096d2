package render

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"luminos"
)

// sarifReport returns a report with flags of each kind of place.
func sarifReport() *luminos.Report {
	r := &luminos.Report{}
	r.Run.Version = "1.2.3"
	lines := &luminos.LineRange{First: 3, Last: 4}
	r.Flags = []luminos.Flag{
		{Rule: luminos.RuleNoTests, Path: luminos.Root, Finding: "No tests.", Severity: luminos.Concern, Source: "rules"},
		{Rule: luminos.RuleLiteralSecret, Path: "a b/c#d.go", Lines: lines, Finding: "A key at line 3.",
			Severity: luminos.Critical, Source: "rules", Remedy: "Replace it.",
			Evidence: []luminos.Evidence{{Path: "e.go", Lines: lines}}},
		{Rule: luminos.RuleLiteralSecret, Path: "a b/c#d.go",
			Finding: "A key at line 9.", Severity: luminos.Concern, Source: "rules"},
		{Rule: luminos.RuleAgent, Path: "x.pdf", Finding: "It says so.", Severity: luminos.Info, Source: luminos.SourceModel},
	}
	return r
}

func TestSARIFHasTheFlagsWithAFile(t *testing.T) {
	log := writeSARIF(t, sarifReport())
	run := log.Runs[0]
	type result struct{ rule, level, uri, region string }
	var got []result
	fingerprints := map[string]bool{}
	for _, r := range run.Results {
		region, _ := json.Marshal(r.Locations[0].Physical.Region)
		got = append(got, result{r.RuleID, r.Level, r.Locations[0].Physical.Artifact.URI, string(region)})
		fingerprints[r.Fingerprints["luminosFlag/v1"]] = true
		if run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID {
			t.Errorf("%s has the index of another rule", r.RuleID)
		}
	}
	want := []result{
		{"secret.literal", "error", "a%20b/c%23d.go", `{"startLine":3,"endLine":4}`},
		{"secret.literal", "warning", "a%20b/c%23d.go", "null"},
		{"agent", "note", "x.pdf", "null"},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(result{})); diff != "" {
		t.Error(diff)
	}
	if len(fingerprints) != len(got) {
		t.Error("two results have one fingerprint")
	}
	if n := run.Invocations[0].Notifications; len(n) != 1 || !strings.HasPrefix(n[0].Message.Text, "1 flag ") {
		t.Errorf("the flag without a file is not counted: %v", n)
	}
	if related := run.Results[0].Related; len(related) != 1 || related[0].Physical.Artifact.URI != "e.go" {
		t.Errorf("the other place is missing: %v", related)
	}
}

func TestFingerprintSurvivesLinesAbove(t *testing.T) {
	r := sarifReport()
	before := writeSARIF(t, r).Runs[0].Results[0].Fingerprints
	r.Flags[1].Lines, r.Flags[1].Finding = &luminos.LineRange{First: 30, Last: 31}, "A key at line 30."
	if diff := cmp.Diff(before, writeSARIF(t, r).Runs[0].Results[0].Fingerprints); diff != "" {
		t.Error(diff)
	}
}

func TestEachRuleHasHelp(t *testing.T) {
	source, err := os.ReadFile("../../flag.go")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(source)) {
		if name, value, ok := strings.Cut(line, " Rule = \""); ok && strings.HasPrefix(strings.TrimSpace(name), "Rule") {
			id, _, _ := strings.Cut(value, `"`)
			if n++; luminos.Rule(id).Help().Title == id {
				t.Errorf("the rule %s has no help", id)
			}
		}
	}
	if n == 0 { // the constants of a group share one type, so some lines have no "Rule ="
		t.Error("flag.go was not understood")
	}
}

// TestSARIFFollowsTheStandard holds logs against the schema of the standard, which is not in this repository:
// LUMINOS_EVAL_SARIF is its file, sarif-schema-2.1.0.json.
func TestSARIFFollowsTheStandard(t *testing.T) {
	name := os.Getenv("LUMINOS_EVAL_SARIF")
	if name == "" {
		t.Skip("LUMINOS_EVAL_SARIF is not set to the schema of SARIF 2.1.0")
	}
	schema, err := jsonschema.NewCompiler().Compile(name)
	if err != nil {
		t.Fatal(err)
	}
	reports := []*luminos.Report{{}, sarifReport(), {Flags: []luminos.Flag{
		{Rule: luminos.RuleDocPath, Path: "a b.md", Lines: &luminos.LineRange{First: 1, Last: 1}, Finding: "no", Source: "rules"},
	}}}
	for _, s := range append(hostileMarkdown, hostile) {
		reports = append(reports, hostileReport(s, true), hostileReport(s, false))
	}
	for _, r := range reports {
		var out bytes.Buffer
		if err := SARIF(&out, r, Style{}); err != nil {
			t.Fatal(err)
		}
		checkClean(t, "sarif", out.String())
		doc, err := jsonschema.UnmarshalJSON(&out)
		if err == nil {
			err = schema.Validate(doc)
		}
		if err != nil {
			t.Error(err)
		}
	}
}

func writeSARIF(t *testing.T, r *luminos.Report) (log sarifLog) {
	t.Helper()
	var out bytes.Buffer
	if err := SARIF(&out, r, Style{}); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	return log
}
