package render

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"luminos"
)

// modelReport returns the fixture as a report of a model, with judged sentences
// and a flag of the model.
func modelReport() *luminos.Report {
	r := fixture()
	r.Target.Engine = "model"
	r.Facts.Description = ""
	r.Survey = &luminos.Survey{Description: "An index of stones.", Confidence: 0.8}
	for i := range r.Sections[0].Statements[1:] {
		r.Sections[0].Statements[1+i].Basis = luminos.Judged
	}
	r.Entries[2].Basis = luminos.Judged
	for i := range r.Sections {
		for k := range r.Sections[i].Questions {
			r.Sections[i].Questions[k].Basis = luminos.Judged
		}
	}
	r.Flags = append(r.Flags, luminos.Flag{Path: "internal/index/merge.go", Finding: "Errors of the merge are dropped.", Severity: luminos.Critical, Source: "agent"})
	return r
}

func rendered(t *testing.T, r *luminos.Report, s Style) string {
	t.Helper()
	var b bytes.Buffer
	if err := Terminal(&b, r, s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestReportOfAModel(t *testing.T) {
	golden(t, "report-model.txt", func(w io.Writer) error { return Terminal(w, modelReport(), Style{}) })
	got := rendered(t, modelReport(), Style{})
	for _, marked := range []string{
		"\n> An index of stones. *?\n", "9 directories import it *?", "Errors of the merge are dropped. *?\n", "\n> ? Why are there two parsers? *\n", "* and > written by a language model, which can be wrong; ? no citation found\n",
	} {
		if !strings.Contains(got, marked) {
			t.Errorf("%q is missing:\n%s", marked, got)
		}
	}
	if strings.Contains(rendered(t, fixture(), Style{Verbose: true}), " *") {
		t.Error("an offline report has marks of a model")
	}
}

// Sentences and summaries without a citation that was found have a "?", in reports of rules too.
func TestSentenceWithoutCitationIsMarked(t *testing.T) {
	r := modelReport()
	r.Sections[0].Statements[0].Unsupported, r.Sections[0].Statements[1].Unsupported = true, true
	r.Sections[1].Items[0].Unsupported = true
	r.Entries[2].Claims = nil
	got := strings.Join(strings.Fields(strings.ReplaceAll(rendered(t, r, Style{}), "\n>", "\n")), " ")
	for _, want := range []string{"mainly in Go. ~?", "for stones\". *?", "or serves many. ?", "directories import it. *?", "% of it Go. * "} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing:\n%s", want, got)
		}
	}
	r = fixture()
	r.Sections[0].Statements[0].Unsupported = true
	if got := rendered(t, r, Style{}); !strings.Contains(got, "\n? no citation found\n") {
		t.Errorf("no legend:\n%s", got)
	}
}

// Each thing that a model can say has the legend with it, on its own.
func TestLegendOfAModel(t *testing.T) {
	for name, r := range map[string]*luminos.Report{
		"survey":    {Results: luminos.Results{Survey: &luminos.Survey{Description: "Stones."}}},
		"plan":      {Results: luminos.Results{Plan: &luminos.Plan{Priority: []luminos.PlannedDir{{Path: "a", Reason: "It is large."}}}}},
		"flag":      {Flags: []luminos.Flag{{Path: "a", Finding: "It leaks.", Severity: luminos.Info, Source: "agent"}}},
		"questions": {Sections: []luminos.Section{{ID: "open_questions", Title: "Open", Questions: []luminos.Question{{Question: "Why?", Basis: luminos.Judged}}}}},
		"entry":     {Entries: []luminos.Entry{{Path: "a", Summary: "A.", Basis: luminos.Judged}}},
	} {
		r.Target.Engine = "model"
		if got := rendered(t, r, Style{Verbose: true}); !strings.Contains(got, "* and > written by a language model") {
			t.Errorf("%s: no legend:\n%s", name, got)
		}
	}
}

// The cost of a run is in the JSON and on standard error, and not in the text
// report, since it differs from run to run.
func TestReportDoesNotDependOnSpending(t *testing.T) {
	for _, s := range []Style{{}, {Verbose: true}} {
		r := modelReport()
		before := rendered(t, r, s)
		r.Run.Spending = spent()
		r.Run.Timings = []luminos.Timing{{Pass: luminos.PassScan, Seconds: 3}}
		if rendered(t, r, s) != before {
			t.Errorf("%+v: the report depends on the run", s)
		}
	}
	var b bytes.Buffer
	r := modelReport()
	r.Run.Spending = spent()
	if err := JSON(&b, r); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"spending"`, `"cost_usd": 1.2345`, `"prices_date": "2026-11-20"`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the JSON lacks %s", want)
		}
	}
}

// TestFirstScreenOfManyFiles fills the first screen with rows about the files of a folder. The worst flag and the legend
// have their places, and rows that say little give way.
func TestFirstScreenOfManyFiles(t *testing.T) {
	r := modelReport()
	r.Facts.Inside = &luminos.Inside{}
	r.Facts.MainLanguage = ""
	for _, label := range []string{
		"Docs", "Mail", "Senders", "Titles", "Kinds", "Language", "Threads", "Taken", "Cameras", "Places", "Copies", "Empty",
	} {
		r.Facts.Inside.Rows = append(r.Facts.Inside.Rows, luminos.InsideRow{Label: label, Text: strings.Repeat("much ", 40)})
	}
	r.Quality.Citations, r.Quality.CitationsFound = 9, 8
	var b bytes.Buffer
	p := newPage(&b, Style{})
	terminal{p}.screen(composeScreen(newDossier(r, Style{})))
	if err := p.w.Flush(); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	for _, want := range []string{"critical  internal/index/merge.go: Errors", "* and > written by", "\nDocs ", "\nTitles "} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if strings.Contains(got, "\nThreads ") || strings.Count(got, "\n") > screenLines {
		t.Error("a row that says little is there, or lines are too many")
	}
	if t.Failed() {
		t.Log(got)
	}
}

// TestHeadOfAModelsReport takes the description from the brief of a model, which read the files, before the survey.
func TestHeadOfAModelsReport(t *testing.T) {
	r := modelReport()
	r.Sections[0].Statements[0] = luminos.Statement{
		Text: "These are the papers of the Brook Lane Association. They are old.", Basis: luminos.Judged, Claims: []string{"c1"},
	}
	if got := rendered(t, r, Style{}); !strings.Contains(got, "\n> These are the papers of the Brook Lane Association. *\n") {
		t.Error(got)
	}
}

// TestRefusedCitationsAreCountedApart checks that the number of citations is the number in the report.
func TestRefusedCitationsAreCountedApart(t *testing.T) {
	r := modelReport()
	r.Quality.Citations, r.Quality.CitationsFound, r.Quality.CitationsRefused = 89, 89, 1
	if got := newDossier(r, Style{}).checked(); !strings.HasPrefix(got, "89 citations, all found as quoted") ||
		!strings.HasSuffix(got, "; 1 more left out, not found when made") {
		t.Error(got)
	}
}
