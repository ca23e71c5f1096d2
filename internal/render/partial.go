package render

import (
	"strings"

	"luminos"
	"luminos/internal/words"
)

// WhyPartial returns the missing parts of a report and the reason, without a full
// stop, or "" if the report is complete. It is shown on the first screen and as
// the last line of a run, since a report without its model looks like others.
func WhyPartial(r *luminos.Report) string {
	degraded, partial := len(r.Quality.Degraded), r.Quality.Partial
	if degraded == 0 && partial == 0 {
		return ""
	}
	cause := ""
	if c := PartialCause(r); c != "" {
		cause = ": " + c
	}
	if degraded > 0 && r.Target.Engine == "model" && !written(r) {
		return "no model wrote any of it" + cause
	}
	var parts []string
	if degraded > 0 {
		parts = append(parts, words.Plural(degraded, "part")+" degraded")
	}
	if partial > 0 {
		parts = append(parts, words.Plural(partial, "directory", "directories")+" not seen whole")
	}
	return strings.Join(parts, ", ") + cause
}

// PartialCause returns the most frequent reason why a report is partial, the
// first of equals, or "" if no reason is known.
func PartialCause(r *luminos.Report) string {
	var causes []string
	for _, d := range r.Quality.Degraded {
		causes = append(causes, degradedCause(d))
	}
	if len(causes) == 0 {
		for _, e := range r.Entries {
			if e.Partial && e.PartialReason != "" {
				causes = append(causes, e.PartialReason)
			}
		}
	}
	times, best := map[string]int{}, ""
	for _, c := range causes {
		times[c]++
	}
	for _, c := range causes {
		if times[c] > times[best] {
			best = c
		}
	}
	return best
}

// degradedCause takes from "survey: asking M: not authorised; there is none" what
// failed and what stands in its stead, and leaves why.
func degradedCause(text string) string {
	if _, rest, ok := strings.Cut(text, ": "); ok {
		text = rest
	}
	if i := strings.LastIndex(text, "; "); i >= 0 {
		text = text[:i]
	}
	return strings.TrimPrefix(text, "not asked any more, since ")
}

// written reports whether a model wrote something of a report.
func written(r *luminos.Report) bool {
	if r.Survey != nil && r.Survey.Description != "" || r.Plan != nil && len(r.Plan.Priority) > 0 {
		return true
	}
	_, judged := basesOf(r)
	return judged
}
