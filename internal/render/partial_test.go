package render

import (
	"io"
	"strings"
	"testing"

	"luminos"
)

// unanswered returns a report of a run in which no model answered.
func unanswered() *luminos.Report {
	r := fixture()
	r.Target.Engine = "model"
	const refused = "asking claude-haiku-5-5 at api.anthropic.com: not authorised (status 401): invalid x-api-key"
	r.Quality.Degraded = []string{
		"parsing: no process; source files were read by patterns only",
		"survey: " + refused + "; there is none",
		"plan: not asked any more, since " + refused + "; every directory had the default depth",
	}
	r.Quality.Partial = 6
	r.Plan = &luminos.Plan{}
	return r
}

func TestTheFirstScreenSaysThatAReportIsPartial(t *testing.T) {
	golden(t, "report-unanswered.txt", func(w io.Writer) error { return Terminal(w, unanswered(), Style{}) })
	for name, r := range map[string]*luminos.Report{"fixture": unanswered(), "hostile": hostileReport(hostile+hostile, true)} {
		screen := strings.Join(strings.Split(rendered(t, r, Style{}), "\n")[:screenLines], "\n")
		if !strings.Contains(screen, "\nPartial  ") || !strings.Contains(screen, "\nClaims") {
			t.Errorf("%s: the first screen is\n%s", name, screen)
		}
	}
	got := rendered(t, unanswered(), Style{Width: 120})
	if want := "\nPartial  no model wrote any of it: asking claude-haiku-5-5 at api.anthropic.com: not authorised (status 401): invalid\n         x-api-key\n"; !strings.Contains(got, want) {
		t.Errorf("%q is missing in\n%s", want, got)
	}
	if strings.Contains(got, " *") {
		t.Errorf("what no model wrote has the mark of one:\n%s", got)
	}
	if got := rendered(t, modelReport(), Style{}); strings.Contains(got, "Partial") {
		t.Errorf("a whole report is called partial:\n%s", got)
	}
}

func TestWhyPartial(t *testing.T) {
	for _, c := range []struct {
		report *luminos.Report
		want   string
	}{
		{fixture(), ""},
		{&luminos.Report{Quality: luminos.Quality{Partial: 2}, Entries: []luminos.Entry{{Partial: true, PartialReason: "a"}, {Partial: true, PartialReason: "b"}, {Partial: true, PartialReason: "b"}}}, "2 directories not seen whole: b"},
		{&luminos.Report{Quality: luminos.Quality{Degraded: []string{"x"}}}, "1 part degraded: x"},
		{&luminos.Report{Quality: luminos.Quality{Degraded: []string{"plan: it broke: twice; in its stead"}, Partial: 1}}, "1 part degraded, 1 directory not seen whole: it broke: twice"},
		{&luminos.Report{Target: luminos.Target{Engine: "model"}, Quality: luminos.Quality{Degraded: []string{"plan: it broke; in its stead"}}}, "no model wrote any of it: it broke"},
		{&luminos.Report{Target: luminos.Target{Engine: "model"}, Entries: []luminos.Entry{{Basis: luminos.Judged}}, Quality: luminos.Quality{Degraded: []string{"plan: it broke; in its stead"}}}, "1 part degraded: it broke"},
	} {
		if got := WhyPartial(c.report); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// However much of a flag is cut, it shows that a model raised it.
func TestAFlagThatIsCutKeepsItsMark(t *testing.T) {
	for _, color := range []bool{false, true} {
		r := modelReport()
		r.Flags = nil
		for range 3 {
			r.Flags = append(r.Flags, luminos.Flag{Path: "a.go", Finding: strings.Repeat("It leaks again. ", 40), Severity: luminos.Critical, Source: "agent"})
		}
		screen := strings.Join(strings.Split(rendered(t, r, Style{Color: color}), "\n")[:screenLines], "\n")
		mark := "… *"
		if color {
			mark = "…\x1b[2m *\x1b[m"
		}
		if got := strings.Count(screen, mark); got < 3 {
			t.Errorf("%d of 3 flags have a mark:\n%s", got, screen)
		}
	}
}

func TestTheLegendNamesTheModels(t *testing.T) {
	r := modelReport()
	r.Target.Models = []string{"claude-haiku-5-5", "claude-opus-5-5"}
	if got := rendered(t, r, Style{}); !strings.Contains(got, "\n* written by claude-haiku-5-5 and claude-opus-5-5, which can be wrong\n") {
		t.Errorf("the legend is\n%s", got)
	}
}
