package investigate

import (
	"slices"
	"strings"
	"testing"

	"luminos"
)

// Reviews change the flags of a model only. Each flag that goes leaves its reason or its places behind.
func TestReviews(t *testing.T) {
	model := func(finding string, s luminos.Severity) luminos.Flag {
		f := luminos.Flag{Path: luminos.Path(finding + ".go"), Finding: finding, Severity: s, Source: luminos.SourceModel}
		f.Evidence = []luminos.Evidence{{Path: f.Path, Quote: finding}}
		return f
	}
	rule := luminos.Flag{Path: "r", Finding: "rule", Severity: luminos.Concern, Source: "rules"}
	flags := []luminos.Flag{model("a", luminos.Critical), model("b", luminos.Concern), model("c", luminos.Info), rule}
	review := func(f luminos.Flag, v luminos.ReviewVerdict, into ...luminos.Flag) luminos.Review {
		r := luminos.Review{Flag: f, Verdict: v, Reason: "why", Severity: luminos.Info}
		if len(into) > 0 {
			r.Into = into[0]
		}
		return r
	}
	a, b, c := flags[0], flags[1], flags[2]
	lowered, withdraw, merge := luminos.Downgraded, luminos.Withdrawn, luminos.Merged
	const unchanged = "a:critical b:concern c:info rule:concern"
	type list = []luminos.Review
	for name, test := range map[string]struct {
		reviews []luminos.Review
		want    string // the kept flags with their paths, and the withdrawn ones
	}{
		"none":                     {nil, unchanged},
		"kept":                     {list{review(a, luminos.Kept)}, unchanged},
		"downgraded":               {list{review(a, lowered)}, "a:info b:concern c:info rule:concern"},
		"withdrawn":                {list{review(a, withdraw)}, "b:concern c:info rule:concern -a"},
		"merged":                   {list{review(c, merge, a)}, "a:critical+c.go b:concern rule:concern"},
		"merged into a lesser one": {list{review(a, merge, c)}, "b:concern c:critical+a.go rule:concern"},
		"merged in a chain":        {list{review(b, merge, c), review(a, merge, b)}, "c:critical+b.go+a.go rule:concern"},
		"merged in a circle":       {list{review(a, merge, b), review(b, merge, a)}, "b:critical+a.go c:info rule:concern"},
		"merged into a withdrawn":  {list{review(b, withdraw), review(a, merge, b)}, "a:critical c:info rule:concern -b"},
		"merged into a rule":       {list{review(b, merge, rule), review(a, merge, rule)}, "a:critical c:info rule:concern+b.go"},
		"rule disputed":            {list{review(rule, withdraw)}, "a:critical b:concern c:info rule:concern!"},
		"unknown, twice": {list{review(model("x", luminos.Info), withdraw), review(a, luminos.Kept),
			review(a, withdraw)}, unchanged},
		"without a reason":   {list{{Flag: a, Verdict: withdraw}}, unchanged},
		"without a severity": {list{{Flag: a, Verdict: lowered, Reason: "why"}}, unchanged},
	} {
		kept, withdrawn := reviewed(slices.Clone(flags), test.reviews)
		var got []string
		for _, f := range kept {
			s := f.Finding + ":" + string(f.Severity)
			for _, p := range f.Also {
				s += "+" + string(p)
			}
			if f.Disputed != "" {
				s += "!"
			}
			if f.Source == luminos.SourceModel && len(f.Evidence) != 1+len(f.Also) {
				t.Errorf("%s: %s has the evidence %v", name, s, f.Evidence)
			}
			got = append(got, s)
		}
		for _, f := range withdrawn {
			got = append(got, "-"+f.Finding)
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%s: %s, want %s", name, s, test.want)
		}
	}
}

// The evidence of a review becomes evidence of the flag that stays, once. A rule keeps its own.
func TestReviewsAddPlaces(t *testing.T) {
	place := func(name string) luminos.Evidence { return luminos.Evidence{Path: "p", Quote: name, Statement: name} }
	model := luminos.Flag{Path: "a", Finding: "a", Source: luminos.SourceModel, Severity: luminos.Concern,
		Evidence: []luminos.Evidence{place("1")}}
	other, rule := model, model
	other.Path, rule.Path, rule.Source = "b", "c", "rules"
	more := []luminos.Evidence{place("1"), place("2")}
	kept, withdrawn := reviewed([]luminos.Flag{model, other, rule}, []luminos.Review{
		{Flag: model, Verdict: luminos.Merged, Into: other, Reason: "why", Evidence: more},
		{Flag: other, Verdict: luminos.Kept, Reason: "why", Evidence: []luminos.Evidence{place("3")}},
		{Flag: rule, Verdict: luminos.Kept, Reason: "why", Evidence: more},
	})
	got := map[luminos.Path]string{}
	for _, f := range kept {
		for _, e := range f.Evidence {
			got[f.Path] += e.Quote
		}
	}
	if kept[0].Kept != "why" || kept[1].Kept != "" {
		t.Errorf("the reasons of kept flags are missing or wrong: %+v", kept)
	}
	if got["b"] != "123" || got["c"] != "1" || len(withdrawn) > 0 {
		t.Errorf("the flags have the places %v; withdrawn: %v", got, withdrawn)
	}
	withdraw := luminos.Review{Flag: model, Verdict: luminos.Withdrawn, Reason: "why", Evidence: more}
	_, withdrawn = reviewed([]luminos.Flag{model}, []luminos.Review{withdraw})
	if len(withdrawn) != 1 || len(withdrawn[0].Evidence) != 1 {
		t.Errorf("withdrawn: %+v", withdrawn)
	}
}

// A flag whose own file no longer has its place is gone, though the places in other files are there.
func TestStandingOfAFlagOfSeveralPlaces(t *testing.T) {
	at := func(p luminos.Path, line int) luminos.Evidence {
		return luminos.Evidence{Path: p, Lines: &luminos.LineRange{First: line, Last: line}}
	}
	now := []luminos.Evidence{at("caller", 7), at("a", 8)}
	for name, test := range map[string]struct {
		path luminos.Path
		list []luminos.Standing
		want luminos.Standing
		line int
	}{
		"all there":         {"a", []luminos.Standing{luminos.Stands, luminos.Moved}, luminos.Moved, 8},
		"the caller is":     {"a", []luminos.Standing{luminos.Stands, luminos.Gone}, luminos.Gone, 2},
		"the defect is":     {"a", []luminos.Standing{luminos.Gone, luminos.Stands}, luminos.Stands, 8},
		"of a directory":    {".", []luminos.Standing{luminos.Gone, luminos.Moved}, luminos.Moved, 0},
		"nothing is there":  {"a", []luminos.Standing{luminos.Gone, luminos.Gone}, luminos.Gone, 2},
		"in a directory no": {".", []luminos.Standing{luminos.Gone, luminos.Gone}, luminos.Gone, 0},
	} {
		f := luminos.Flag{Path: test.path, Evidence: []luminos.Evidence{at("caller", 1), at("a", 2)}}
		f.Lines = f.OwnLines()
		got := standing(&f, now, test.list)
		line := 0
		if f.Lines != nil {
			line = f.Lines.First
		}
		if got != test.want || line != test.line {
			t.Errorf("%s: %s, line %d, want %s, line %d", name, got, line, test.want, test.line)
		}
	}
}
