package render

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// sortedFlags returns the flags, the most severe first. Among equals a flag that sums up others comes last, and the
// order of the report stays.
func sortedFlags(flags []luminos.Flag) []luminos.Flag {
	out := slices.Clone(flags)
	slices.SortStableFunc(out, func(a, b luminos.Flag) int {
		return cmp.Or(cmp.Compare(b.Severity.Rank(), a.Severity.Rank()), compareBool(a.Rest, b.Rest))
	})
	return out
}

// countFlags returns the number of flags of each severity, for example "1 critical, 3
// concerns, 12 info".
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

// severity returns the name of a severity as a span in its colour.
func severity(s luminos.Severity) span {
	switch s {
	case luminos.Critical:
		return as(alarm, string(s))
	case luminos.Concern:
		return as(warn, string(s))
	}
	return as(plain, string(s))
}

// flagText returns the text of a flag with its path. The path is left out if it is the whole
// target.
func flagText(f luminos.Flag) []span {
	if f.Path == "" || f.Path == luminos.Root {
		return []span{text(f.Finding), mark(flagBasis(f))}
	}
	return []span{as(strong, string(f.Path)), text(": " + f.Finding), mark(flagBasis(f))}
}

// flagBasis returns the basis that the mark of a flag shows: judged for a flag of a model. Flags of
// rules carry no mark, since they name a place that was measured.
func flagBasis(f luminos.Flag) luminos.Basis {
	if f.Source == luminos.SourceModel {
		return luminos.Judged
	}
	return ""
}

// composeFlags returns the blocks that list the flags and their remedies, the most severe
// first.
func composeFlags(d *dossier) []block {
	flags := sortedFlags(d.report.Flags)
	if len(flags) == 0 {
		return nil
	}
	blocks := []block{heading("Flags")}
	n := d.flagsShown(flags)
	for i, f := range flags[:n] {
		blocks = append(blocks, row{flagRow, severity(f.Severity), append(flagText(f), d.cited(f.Claims))})
		// One remedy for several flags in a row is shown once, after them.
		if f.Remedy != "" && (i == n-1 || flags[i+1].Remedy != f.Remedy) {
			blocks = append(blocks, row{remedyRow, as(quiet, "->"), []span{text(f.Remedy)}})
		}
	}
	if rest := flags[n:]; len(rest) > 0 {
		blocks = append(blocks, row{kind: flagRow, text: []span{as(quiet, "and "+countFlags(rest)+" more: --json has them all, -v prints them")}})
	}
	return blocks
}

// flagsShown returns how many of the flags the report shows: all if it is whole, else the number of critical flags,
// but at least 12 and at most 50. If only one more is left, it is shown, too.
func (d *dossier) flagsShown(flags []luminos.Flag) int {
	critical := 0
	for _, f := range flags {
		if f.Severity == luminos.Critical {
			critical++
		}
	}
	return d.most(len(flags), max(min(critical, 50), 12))
}
