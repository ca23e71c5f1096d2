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
