package render

import (
	"strings"
	"testing"

	"luminos"
)

// judgedReport returns a report with a claim of each verdict.
func judgedReport() *luminos.Report {
	r := modelReport()
	r.Claims = nil
	verdicts := []luminos.JudgeVerdict{
		luminos.Supported, luminos.Partly, luminos.NotShown, luminos.Contradicted, luminos.NotJudged,
	}
	for i, v := range verdicts {
		c := luminos.NewClaim("Statement "+string(v)+".", luminos.Evidence{Path: "a.go", Lines: &luminos.LineRange{First: i + 1, Last: i + 1}, Quote: "q"})
		c.Verdict, c.Judgement = luminos.Found, &luminos.Judgement{Verdict: v, Reason: "why " + string(v)}
		r.Claims = append(r.Claims, c)
	}
	r.Sections[0].Statements[1].Judgement = &luminos.Judgement{Verdict: luminos.Partly, Reason: "half"}
	r.Sections[0].Statements[1].Claims = []string{r.Claims[0].ID}
	r.Flags[len(r.Flags)-1].Claims = []string{r.Claims[4].ID}
	r.Flags[len(r.Flags)-1].Judgement = r.Claims[4].Judgement
	r.Retracted = []luminos.Retraction{{From: "overall_purpose", Statement: luminos.Statement{
		Text: "It steals keys.", Basis: luminos.Judged, Judgement: &luminos.Judgement{Verdict: luminos.Contradicted, Reason: "it walks a tree"},
	}}}
	r.Quality.Citations, r.Quality.CitationsFound = 204, 204
	r.Quality.Judged = &luminos.JudgedClaims{
		Model: "haiku", Claims: luminos.Verdicts{Supported: 188, Partly: 11, NotShown: 3, Contradicted: 1, NotJudged: 1},
		Sentences: luminos.Verdicts{Supported: 12, Contradicted: 1},
	}
	return r
}

func TestVerdictsAreShown(t *testing.T) {
	words := func(s Style) string { // without the marks at the margin
		return strings.ReplaceAll(strings.Join(strings.Fields(rendered(t, judgedReport(), s)), " "), " > ", " ")
	}
	whole, short := words(Style{Verbose: true}), words(Style{})
	counts := "204 citations, all found as quoted; 188 supported, 11 partly, 3 not shown, 1 contradicted, 1 not judged, " +
		"as judged by haiku; sentences of this report: 12 supported, 1 contradicted"
	for _, want := range []string{
		counts, "not shown Statement not_shown. (a.go:3: why not_shown)", "contradicted Statement contradicted. (a.go:4: why contradicted)",
		"search engine for stones\". *", "Sentences that were withdrawn",
		"overall purpose It steals keys. * -> it walks a tree", "Errors of the merge are dropped. * (not judged)",
	} {
		if !strings.Contains(short, want) {
			t.Errorf("the report lacks %q:\n%s", want, short)
		}
	}
	if strings.Contains(short, "(partly shown)") {
		t.Errorf("the short report remarks on sentences that are shown in part:\n%s", short)
	}
	for _, want := range []string{"[1] (partly shown)", "Statement partly. -> partly: why partly", "Statement not_judged. -> not judged: why not_judged"} {
		if !strings.Contains(whole, want) {
			t.Errorf("the whole report lacks %q:\n%s", want, whole)
		}
	}
	if strings.Contains(whole, "why supported") {
		t.Error("the evidence states why a claim is supported")
	}
}
