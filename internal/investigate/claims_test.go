package investigate

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

func cited(path luminos.Path, line int) luminos.Evidence {
	return luminos.Evidence{Path: path, Lines: &luminos.LineRange{First: line, Last: line}, Quote: "q", SHA256: "d"}
}

// supportedReport returns a report with the same evidence in several places.
func supportedReport() *luminos.Report {
	return &luminos.Report{
		Sections: []luminos.Section{
			{ID: "brief", Statements: []luminos.Statement{
				{Text: "one", Evidence: []luminos.Evidence{cited("b", 2), cited("a", 9)}},
				{Text: "one", Evidence: []luminos.Evidence{cited("b", 2)}},
				{Text: "without"},
				{Text: "a judgement without", Basis: luminos.Judged},
			}},
			{ID: "none", Statements: []luminos.Statement{{Text: "without"}}},
			{ID: "data", Items: []luminos.Item{{Label: "x", Statement: luminos.Statement{Text: "two", Evidence: []luminos.Evidence{cited("a", 1)}}}}},
		},
		Entries: []luminos.Entry{{Path: "d", Summary: "three", Confidence: 0.8, Evidence: []luminos.Evidence{cited("c", 1)}}, {Path: "e", Confidence: 0.8}},
		Flags:   []luminos.Flag{{Path: "f", Finding: "four", Evidence: []luminos.Evidence{cited("a", 1)}}},
	}
}

func TestEqualEvidenceBecomesOneClaim(t *testing.T) {
	r := supportedReport()
	collectClaims(r)
	var got []string
	ids := map[string]string{}
	for _, c := range r.Claims {
		name := string(c.Path) + " " + c.Statement
		got = append(got, name)
		ids[name] = c.ID
	}
	if diff := cmp.Diff([]string{"a four", "a two", "a one", "b one", "c three"}, got); diff != "" {
		t.Errorf("claims (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{ids["b one"], ids["a one"]}, r.Sections[0].Statements[0].Claims); diff != "" {
		t.Errorf("ids of the first sentence (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{ids["b one"]}, r.Sections[0].Statements[1].Claims); diff != "" {
		t.Errorf("ids of the equal sentence (-want +got):\n%s", diff)
	}
	if r.Entries[0].Evidence != nil || r.Flags[0].Evidence != nil || r.Sections[0].Statements[0].Evidence != nil {
		t.Error("the evidence is in the report twice")
	}
}

func TestUnsupportedClaimsAreRemovedAndCounted(t *testing.T) {
	r := supportedReport()
	collectClaims(r)
	for i := range r.Claims {
		r.Claims[i].Verdict = luminos.Found
		if p := r.Claims[i].Path; p == "c" || p == "b" || r.Claims[i].Statement == "two" {
			r.Claims[i].Verdict = luminos.Changed
		}
	}
	removeUnsupported(r)
	if r.Quality.Citations != 5 || r.Quality.CitationsFound != 2 {
		t.Errorf("%d citations, %d found; want 5 and 2", r.Quality.Citations, r.Quality.CitationsFound)
	}
	s := r.Sections[0].Statements
	if s[0].Unsupported || len(s[0].Claims) != 1 || !s[1].Unsupported || s[2].Unsupported || !s[3].Unsupported {
		t.Errorf("a sentence is unsupported if none of its citations was found, or if a model wrote it without one: %+v", s)
	}
	if r.Sections[0].Failed || r.Sections[1].Failed || !r.Sections[2].Failed {
		t.Errorf("a section fails when all its claims do: %v %v %v", r.Sections[0].Failed, r.Sections[1].Failed, r.Sections[2].Failed)
	}
	if e := r.Entries[1]; e.Confidence != 0.8 || e.ConfidenceReason != "" {
		t.Errorf("an entry without claims is less sure: %+v", e)
	}
	if e := r.Entries[0]; e.Confidence != 0.4 || e.ConfidenceReason == "" || len(e.Claims) != 0 {
		t.Errorf("an entry whose claims fail is less sure: %+v", e)
	}
}

// A flag of a model keeps its severity only if a quote or a measure is found. The flags of rules stay.
func TestFlagOfAModelWithoutCitationIsANote(t *testing.T) {
	kind := luminos.Evidence{Path: "k", Measure: luminos.MeasureKind, Value: "file"}
	r := &luminos.Report{Flags: []luminos.Flag{
		{Path: "a", Severity: luminos.Critical, Source: "rules"},
		{Path: "b", Severity: luminos.Critical, Source: luminos.SourceModel},
		{Path: "c", Severity: luminos.Concern, Source: luminos.SourceModel, Evidence: []luminos.Evidence{cited("gone", 1)}},
		{Path: "d", Severity: luminos.Critical, Source: luminos.SourceModel, Evidence: []luminos.Evidence{cited("gone", 1), cited("d", 1)}},
		{Path: "e", Severity: luminos.Critical, Source: luminos.SourceModel, Evidence: []luminos.Evidence{kind}},
		{Path: "f", Severity: luminos.Info, Source: luminos.SourceModel},
	}}
	collectClaims(r)
	for i := range r.Claims {
		r.Claims[i].Verdict = map[bool]luminos.Verdict{true: luminos.Missing, false: luminos.Found}[r.Claims[i].Path == "gone"]
	}
	removeUnsupported(r)
	got := map[luminos.Path]string{}
	for _, f := range r.Flags {
		got[f.Path] = string(f.Severity)
		if f.Lowered != nil {
			got[f.Path] += ", not " + string(f.Lowered.From) + ": " + f.Lowered.Reason
		}
	}
	want := map[luminos.Path]string{
		"a": "critical", "b": "info, not critical: it cites no place", "c": "info, not concern: the place that it cites was not found",
		"d": "critical", "e": "info, not critical: the place that it cites was not found", "f": "info",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("severities (-want +got):\n%s", diff)
	}
}
