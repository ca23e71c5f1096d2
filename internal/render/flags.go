package render

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// sortedFlags returns the flags, the most severe first. Among equals the flags that a synthesis put in order come first,
// a flag that sums up others comes last, and the order of the report stays. The first concern about text for agents
// follows the first critical flag, so that many critical flags, which a target can provoke, do not displace it.
func sortedFlags(flags []luminos.Flag) []luminos.Flag {
	out := slices.Clone(flags)
	slices.SortStableFunc(out, func(a, b luminos.Flag) int {
		return cmp.Or(cmp.Compare(b.Severity.Rank(), a.Severity.Rank()), compareBool(a.Rest, b.Rest),
			compareBool(a.Order == 0, b.Order == 0), cmp.Compare(a.Order, b.Order))
	})
	order := func(f luminos.Flag) bool {
		return f.Severity == luminos.Concern && (f.Rule == luminos.RuleInjectionText || f.Rule == luminos.RuleInjectionName)
	}
	if i := slices.IndexFunc(out, order); i > 1 && out[1].Severity == luminos.Critical {
		f := out[i]
		out = slices.Insert(slices.Delete(out, i, i+1), 1, f)
	}
	return out
}

// countFlags returns the number of flags of each severity, for example "1 critical, 3 concerns, 12 info".
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

// flagText returns the text of a flag with its places and its mark.
func flagText(f luminos.Flag) []span {
	m := mark(flagBasis(f))
	if m.judged && len(f.Claims) == 0 {
		m = unsupported(m)
	}
	return append(flagWords(f), m)
}

// flagWords returns the text of a flag with its places. The path is left out if it is the whole target. The findings of
// rules name their lines.
func flagWords(f luminos.Flag) []span {
	var places []string
	own := luminos.Evidence{Path: f.Path}
	if f.Path != "" && f.Path != luminos.Root {
		if byModel(f) {
			own.Lines = f.Lines
		}
		places = []string{location(own)}
	}
	for _, p := range f.Also {
		places = append(places, string(p))
	}
	if len(places) == 0 {
		return []span{text(f.Finding)}
	}
	all := words.Some(places, 4)
	if f.Path == "" || f.Path == luminos.Root {
		return []span{as(strong, all), text(": " + f.Finding)}
	}
	first := locationSpan(strong, own)
	if own.Lines = cmp.Or(f.Lines, f.OwnLines()); own.Lines != nil {
		first.at = spotOf(own)
	}
	return []span{first, as(strong, all[len(first.text):]), text(": " + f.Finding)}
}

// byModel reports whether a model raised the flag.
func byModel(f luminos.Flag) bool { return f.Source == luminos.SourceModel }

// flagBasis returns the basis that the mark of a flag shows: judged for a flag of a model. Flags of
// rules carry no mark, since they name a place that was measured.
func flagBasis(f luminos.Flag) luminos.Basis {
	if byModel(f) {
		return luminos.Judged
	}
	return ""
}

// flagsBySource returns the flags of rules and the flags of a model, in the order of [sortedFlags]. Each have their own
// places in a report, so that a model cannot displace the findings of rules. Flags of tests, examples and
// the like are in a whole report only.
func (d *dossier) flagsBySource() (rules, model []luminos.Flag) {
	rules = slices.DeleteFunc(slices.Clone(d.report.Flags), func(f luminos.Flag) bool {
		return byModel(f) || f.Aside && !d.whole
	})
	model = slices.DeleteFunc(slices.Clone(d.report.Flags), func(f luminos.Flag) bool { return !byModel(f) })
	return sortedFlags(rules), sortedFlags(model)
}

// flagList returns the blocks that list flags with their remedies. A whole report has the reasons for which a synthesis
// kept flags.
func (d *dossier) flagList(flags []luminos.Flag) []block {
	var blocks []block
	for i, f := range flags {
		spans := append(flagText(f), d.cited(f.Claims))
		if byModel(f) {
			spans = append(spans, judgement(d, f.Judgement))
		}
		if l := f.Lowered; l != nil {
			spans = append(spans, as(quiet, " (not "+string(l.From)+": "+l.Reason+")"))
		}
		if f.Disputed != "" {
			spans = append(spans, as(quiet, " (a model does not agree: "+f.Disputed), mark(luminos.Judged), as(quiet, ")"))
		}
		blocks = append(blocks, row{kind: flagRow, label: severity(f.Severity), text: spans, flag: &flags[i]})
		if j := f.Judgement; byModel(f) && j.Is(luminos.Partly) && j.Reason != "" { // the rest can be overstated
			blocks = append(blocks, labelled(remedyRow, as(quiet, "->"), text("shown in part: "+j.Reason), quoting(luminos.Judged)))
		}
		if f.First != "" && (d.whole || !f.Judgement.Holds()) {
			first := []span{as(quiet, "first: "), text(f.First), mark(luminos.Judged)}
			blocks = append(blocks, labelled(remedyRow, as(quiet, "->"), first...))
		}
		if f.Kept != "" && d.whole {
			kept := []span{as(quiet, "kept: "), text(f.Kept), mark(luminos.Judged)}
			blocks = append(blocks, labelled(remedyRow, as(quiet, "->"), kept...))
		}
		// One remedy for several flags in a row is shown once, after them.
		if f.Remedy != "" && (i == len(flags)-1 || flags[i+1].Remedy != f.Remedy) {
			blocks = append(blocks, labelled(remedyRow, as(quiet, "->"), text(f.Remedy), quoting(flagBasis(f))))
		}
	}
	return blocks
}

// withdrawnFlags returns the blocks that list the flags that a synthesis withdrew, with its reasons.
func withdrawnFlags(flags []luminos.WithdrawnFlag) []block {
	var blocks []block
	for _, f := range flags {
		spans := append(flagWords(f.Flag), as(quiet, " -> "+f.Reason), mark(luminos.Judged))
		blocks = append(blocks, row{kind: flagRow, label: as(quiet, string(f.Severity)), text: spans})
	}
	return blocks
}

// minorFlags returns the number of the flags of tests, examples and the like, and of weak ones, if the report does not
// show them.
func (d *dossier) minorFlags() (n int) {
	for _, f := range d.report.Flags {
		if f.Aside && !d.whole {
			n++
		}
	}
	return n
}

// minorNotes returns the words for n flags that only the whole report shows.
func minorNotes(n int) string { return words.Plural(n, "minor note") + ", shown by -v" }

// asideFlags returns the row that counts the flags of [dossier.minorFlags].
func (d *dossier) asideFlags() []block {
	n := d.minorFlags()
	if n == 0 {
		return nil
	}
	return []block{row{kind: flagRow, label: as(quiet, string(luminos.Info)), text: []span{as(quiet, minorNotes(n))}}}
}
