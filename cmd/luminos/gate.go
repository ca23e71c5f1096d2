package main

import (
	"cmp"
	"errors"
	"fmt"

	"luminos"
	"luminos/internal/render"
	"luminos/internal/words"
)

// mostFailures is the most lines on flags that made the gate fail. The report has all of them.
const mostFailures = 20

// verdict returns the error with which a run ends whose report was written: status
// 1 for the gate failOn, else 3 for a partial report, else nil. The error of the gate also states that the report is
// partial. Advice returns a hint for a class of failures.
func verdict(r *luminos.Report, failOn luminos.Severity, advice func(class string) string) error {
	why, hint := render.WhyPartial(r), ""
	if why != "" {
		hint = cmp.Or(advice(render.PartialCause(r).Class), "the report lists the missing parts and the reasons")
	}
	if flags := gated(r, failOn); len(flags) > 0 {
		model := 0
		for i := range flags {
			if flags[i].Source == luminos.SourceModel {
				model++
			}
		}
		rules := len(flags) - model
		what := words.Plural(rules, "flag") + " of rules"
		switch {
		case rules == 0:
			what = words.Plural(model, "flag") + " of the model"
		case model > 0:
			what += " and " + words.Count(model) + " of the model"
		}
		are := "are"
		if len(flags) == 1 {
			are = "is"
		}
		err := fmt.Errorf("%s %s %s or above (--fail-on %s)", what, are, failOn, failOn)
		if why != "" {
			err = fmt.Errorf("%w; the report is partial: %s", err, why)
		}
		return failed(err, hint)
	}
	if why != "" {
		return &problem{errors.New("the report is partial: " + why), hint, statusPartial}
	}
	return nil
}

// gated returns the flags of the severity failOn or above. A flag of a model counts only if it cites a place that was
// found. Without a severity nothing counts.
func gated(r *luminos.Report, failOn luminos.Severity) []luminos.Flag {
	var out []luminos.Flag
	for _, f := range r.Flags {
		cited := f.Source != luminos.SourceModel || len(f.Claims) > 0
		if failOn != "" && f.Severity.Rank() >= failOn.Rank() && cited {
			out = append(out, f)
		}
	}
	return out
}
