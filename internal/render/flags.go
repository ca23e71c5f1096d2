package render

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// last is 1 for what sums up the flags before it.
func last(f luminos.Flag) int {
	if f.Rest {
		return 1
	}
	return 0
}

// sortedFlags puts the worst first and keeps the report's order otherwise.
func sortedFlags(flags []luminos.Flag) []luminos.Flag {
	out := slices.Clone(flags)
	slices.SortStableFunc(out, func(a, b luminos.Flag) int {
		return cmp.Or(cmp.Compare(b.Severity.Rank(), a.Severity.Rank()), cmp.Compare(last(a), last(b)))
	})
	return out
}

// countFlags is "1 critical, 3 concerns, 12 info".
func countFlags(flags []luminos.Flag) string {
	n := map[int]int{}
	for _, f := range flags {
		n[f.Severity.Rank()]++
	}
	var parts []string
	for _, k := range []struct {
		rank int
		one  string
		many string
	}{{3, "critical", "critical"}, {2, "concern", "concerns"}, {1, "info", "info"}, {0, "other", "others"}} {
		if n[k.rank] > 0 {
			parts = append(parts, words.Plural(n[k.rank], k.one, k.many))
		}
	}
	return strings.Join(parts, ", ")
}

func severity(s luminos.Severity) span {
	switch s {
	case luminos.Critical:
		return as(alarm, string(s))
	case luminos.Concern:
		return as(warn, string(s))
	}
	return as(plain, string(s))
}

// flagText is the finding with its place, unless the finding names it.
func flagText(f luminos.Flag) []span {
	if f.Path == "" || f.Path == luminos.Root {
		return []span{say(f.Finding), mark(raised(f))}
	}
	return []span{as(strong, string(f.Path)), say(": " + f.Finding), mark(raised(f))}
}

// raised is what a flag rests on: those of rules carry no mark, since they say
// what was found where.
func raised(f luminos.Flag) luminos.Basis {
	if f.Source == "agent" {
		return luminos.Judged
	}
	return ""
}

// flags lists what was flagged, worst first, with the remedies.
func (v *view) flags() {
	flags := sortedFlags(v.r.Flags)
	if len(flags) == 0 {
		return
	}
	v.head("Flags")
	n := v.shownFlags(flags)
	for i, f := range flags[:n] {
		v.field(2, 10, severity(f.Severity), append(flagText(f), v.cited(f.Claims))...)
		// What is to be done about several in a row is said once, after them.
		if f.Remedy != "" && (i == n-1 || flags[i+1].Remedy != f.Remedy) {
			v.field(12, 4, as(quiet, "->"), say(f.Remedy))
		}
	}
	if rest := flags[n:]; len(rest) > 0 {
		v.par(12, as(quiet, "and "+countFlags(rest)+" more: --json has them all, -v prints them"))
	}
}

// shownFlags keeps every critical flag, and of the others what a page holds.
func (v *view) shownFlags(flags []luminos.Flag) int {
	if v.all {
		return len(flags)
	}
	limit := 0
	for _, f := range flags {
		if f.Severity == luminos.Critical {
			limit++
		}
	}
	return v.most(len(flags), max(min(limit, 50), 12))
}
