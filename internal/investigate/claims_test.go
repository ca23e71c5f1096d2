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
		r.Claims[i].Verdict = luminos.Supported
		if p := r.Claims[i].Path; p == "c" || p == "b" || r.Claims[i].Statement == "two" {
			r.Claims[i].Verdict = luminos.Changed
		}
	}
	removeUnsupported(r)
	if r.Quality.ClaimsMade != 5 || r.Quality.ClaimsVerified != 2 {
		t.Errorf("made %d, verified %d; want 5 and 2", r.Quality.ClaimsMade, r.Quality.ClaimsVerified)
	}
	s := r.Sections[0].Statements
	if s[0].Unverified || len(s[0].Claims) != 1 || !s[1].Unverified || s[2].Unverified {
		t.Errorf("a sentence is unverified when it had claims and none held: %+v", s)
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
