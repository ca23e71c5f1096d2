package render

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

// unanswered returns a report of a run in which no model answered.
func unanswered() *luminos.Report {
	r := fixture()
	r.Target.Engine = "model"
	const refused = "asking claude-haiku-5-5 at api.anthropic.com: not authorised (status 401): invalid x-api-key"
	r.Quality.Degraded = []luminos.Degradation{
		{Pass: luminos.PassParsing, Reason: "no process", Instead: "source files were read by patterns only"},
		{Pass: luminos.PassSurvey, Class: "not authorised", Reason: refused, Instead: "there is none"},
		{Pass: luminos.PassPlan, Class: "not authorised", NotAsked: true, Reason: refused, Instead: "every directory had the default depth"},
	}
	r.Quality.Partial = 6
	r.Plan = &luminos.Plan{}
	return r
}

func TestTheFirstScreenSaysThatAReportIsPartial(t *testing.T) {
	golden(t, "report-unanswered.txt", func(w io.Writer) error { return Terminal(w, unanswered(), Style{}) })
	for name, r := range map[string]*luminos.Report{"fixture": unanswered(), "hostile": hostileReport(hostile+hostile, true)} {
		screen := strings.Join(strings.Split(rendered(t, r, Style{}), "\n")[:screenLines], "\n")
		if !strings.Contains(screen, "\nPartial  ") || !strings.Contains(screen, "\n~ ") {
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

// units returns units that failed for one reason.
func units(paths ...luminos.Path) (list []luminos.Degradation) {
	for _, p := range paths {
		list = append(list, luminos.Degradation{Pass: luminos.PassDirectories, Unit: p, Class: "unreachable", Reason: "gone", Instead: "rules wrote its entry"})
	}
	return list
}

func TestUnitsThatFailAlikeAreOneLine(t *testing.T) {
	text := func(list []luminos.Degradation) (lines []string) {
		for _, g := range groupDegraded(list) {
			lines = append(lines, g.text())
		}
		return lines
	}
	other := luminos.Degradation{Pass: luminos.PassDirectories, Unit: "x", NotAsked: true, Reason: "gone", Instead: "rules wrote its entry"}
	pass := luminos.Degradation{Pass: luminos.PassSurvey, Reason: "gone", Instead: "there is none"}
	got := text(slices.Concat([]luminos.Degradation{pass}, units("a"), []luminos.Degradation{other}, units("b", "c", "d")))
	want := []string{"survey: gone; there is none", "4 units (a, b, c and 1 more): gone; rules wrote its entry in each", "x: not asked any more, since gone; rules wrote its entry"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
	if got := text(units("a", "b", "c")); len(got) != 1 || got[0] != "3 units (a, b and c): gone; rules wrote its entry in each" {
		t.Errorf("three units are %q", got)
	}
	if got := text(units("a", "b")); len(got) != 2 || got[1] != "b: gone; rules wrote its entry" {
		t.Errorf("two units are %q", got)
	}
}

func TestPartialCauseHasTheClass(t *testing.T) {
	if got := PartialCause(unanswered()); got.Class != "not authorised" || got.Pass != luminos.PassSurvey {
		t.Errorf("cause %+v", got)
	}
}

func TestWhyPartial(t *testing.T) {
	broken := []luminos.Degradation{{Pass: luminos.PassPlan, Reason: "it broke: twice; or more", Instead: "nothing"}}
	for _, c := range []struct {
		report *luminos.Report
		want   string
	}{
		{fixture(), ""},
		{&luminos.Report{Quality: luminos.Quality{Partial: 2}, Entries: []luminos.Entry{{Partial: true, PartialReason: "a"}, {Partial: true, PartialReason: "b"}, {Partial: true, PartialReason: "b"}}}, "2 directories not seen whole: b"},
		{&luminos.Report{Quality: luminos.Quality{Degraded: []luminos.Degradation{{Reason: "x"}}}}, "1 part degraded: x"},
		{&luminos.Report{Quality: luminos.Quality{Degraded: broken, Partial: 1}}, "1 part degraded, 1 directory not seen whole: it broke: twice; or more"},
		{&luminos.Report{Target: luminos.Target{Engine: "model"}, Quality: luminos.Quality{Degraded: broken}}, "no model wrote any of it: it broke: twice; or more"},
		{&luminos.Report{Target: luminos.Target{Engine: "model"}, Entries: []luminos.Entry{{Basis: luminos.Judged}}, Quality: luminos.Quality{Degraded: broken}}, "1 part degraded: it broke: twice; or more"},
		{&luminos.Report{Quality: luminos.Quality{Degraded: slices.Concat(broken, units("a", "b"), broken)}}, "4 parts degraded: it broke: twice; or more"},
		{&luminos.Report{Quality: luminos.Quality{Degraded: slices.Concat(units("a", "b", "c", "d"), broken)}}, "2 parts degraded: gone"},
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
		mark := "… *?"
		if color {
			mark = "…\x1b[2m *?\x1b[m"
		}
		if got := strings.Count(screen, mark); got < 3 {
			t.Errorf("%d of 3 flags have a mark:\n%s", got, screen)
		}
	}
}

func TestTheLegendNamesTheModels(t *testing.T) {
	r := modelReport()
	r.Target.Models = []string{"claude-haiku-5-5", "claude-opus-5-5"}
	if got := rendered(t, r, Style{}); !strings.Contains(got, "\n* and > written by claude-haiku-5-5 and claude-opus-5-5, which can be wrong;\n? no citation found\n") {
		t.Errorf("the legend is\n%s", got)
	}
}
