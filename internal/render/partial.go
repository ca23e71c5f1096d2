package render

import (
	"strings"

	"luminos"
	"luminos/internal/words"
)

// WhyPartial returns the missing parts of a report and the reason, without a
// full stop, or "" if the report is complete. The first screen and the last
// line of a run show it, since a report without its model looks like any other.
func WhyPartial(r *luminos.Report) string {
	degraded, partial := len(groupDegraded(r.Quality.Degraded)), r.Quality.Partial
	if degraded == 0 && partial == 0 {
		return ""
	}
	cause := ""
	if c := PartialCause(r).Reason; c != "" {
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

// mixture returns how many directories of the report were investigated with other settings than the rest, and the
// settings, or "" if no directory was.
func mixture(r *luminos.Report) string {
	m := r.Run.Memory
	if m == nil || m.Mixed == 0 {
		return ""
	}
	return words.Count(m.Mixed) + " of " + words.Plural(len(r.Entries), "directory was", "directories were") +
		" investigated with other settings (" + strings.Join(m.Settings, "; ") + ")"
}

// PartialCause returns the degradation with the most frequent reason, the first of equals. At least unitsAlike
// units that failed alike count once. If nothing degraded, only Reason is set: the most frequent reason of partial
// entries, or "".
func PartialCause(r *luminos.Report) luminos.Degradation {
	var causes []luminos.Degradation
	for _, d := range groupDegraded(r.Quality.Degraded) {
		causes = append(causes, d.Degradation)
	}
	if len(causes) == 0 {
		for _, e := range r.Entries {
			if e.Partial && e.PartialReason != "" {
				causes = append(causes, luminos.Degradation{Reason: e.PartialReason})
			}
		}
	}
	times, best := map[string]int{}, luminos.Degradation{}
	for _, c := range causes {
		times[c.Reason]++
	}
	for _, c := range causes {
		if times[c.Reason] > times[best.Reason] {
			best = c
		}
	}
	return best
}

// unitsAlike is the number of units that failed alike from which one line lists them.
const unitsAlike = 3

// degradedGroup is one line of the report: a degradation, with all units that it befell.
type degradedGroup struct {
	luminos.Degradation // of the first unit
	units               []string
}

// groupDegraded puts units that failed alike into one group, at the place of the
// first, if there are at least unitsAlike of them.
func groupDegraded(all []luminos.Degradation) []degradedGroup {
	units := map[luminos.Degradation][]string{}
	kind := func(d luminos.Degradation) luminos.Degradation {
		d.Unit = ""
		return d
	}
	for _, d := range all {
		if d.Unit != "" {
			units[kind(d)] = append(units[kind(d)], string(d.Unit))
		}
	}
	var groups []degradedGroup
	for _, d := range all {
		switch list := units[kind(d)]; {
		case d.Unit == "" || len(list) < unitsAlike:
			groups = append(groups, degradedGroup{Degradation: d})
		case list[0] == string(d.Unit):
			groups = append(groups, degradedGroup{d, list})
		}
	}
	return groups
}

func (g degradedGroup) text() string {
	if len(g.units) == 0 {
		return g.String()
	}
	return words.Plural(len(g.units), "unit") + " (" + words.Some(g.units, 3) + "): " + g.Why() + "; " + g.Instead + " in each"
}

// written reports whether a model wrote any part of the report r.
func written(r *luminos.Report) bool {
	if r.Survey != nil && r.Survey.Description != "" || r.Plan != nil && len(r.Plan.Priority) > 0 {
		return true
	}
	_, judged := basesOf(r)
	return judged
}
