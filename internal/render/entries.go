package render

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// entriesShown limits the directories that a shortened report describes.
const entriesShown = 10

// composeEntries returns the blocks that describe directories: the priority ones of the plan and the partial ones,
// then, in a whole report, the others. A shortened report leaves out entries that a section shows. If it leaves out
// others too, the last block counts them by tier.
func composeEntries(d *dossier) []block {
	var first, others, last []luminos.Entry
	for _, e := range d.report.Entries {
		if !d.whole && d.inSection(e) {
			continue
		}
		switch {
		case e.Tier == luminos.TierPriority || e.Partial: // a failure is never silent
			first = append(first, e)
		case e.Tier == luminos.TierSkip || e.Tier == luminos.TierShallow:
			last = append(last, e)
		default:
			others = append(others, e)
		}
	}
	list := slices.Concat(first, others, last)
	if len(list) == 0 {
		return nil
	}
	n := d.most(len(list), entriesShown)
	if !d.whole {
		n = min(n, len(first)) // the listing of the contents covers the others
	}
	var blocks []block
	for _, e := range list[:n] {
		blocks = append(blocks, composeEntry(d, e)...)
	}
	if d.whole {
		blocks = append(blocks, composeDoubts(list)...)
	}
	if n == 0 {
		return nil
	}
	return append(blocks, composeRest(n, list[n:])...)
}

// inSection reports whether an item of a section shows the entry: such items are
// made from entries and labelled with the directory.
func (d *dossier) inSection(e luminos.Entry) bool {
	return slices.ContainsFunc(d.report.Sections, func(s luminos.Section) bool {
		return slices.ContainsFunc(s.Items, func(it luminos.Item) bool {
			return it.Label == string(e.Path)+"/" && slices.Contains(it.From, "entries")
		})
	})
}

func composeEntry(d *dossier, e luminos.Entry) []block {
	name := string(e.Path)
	if e.Path != luminos.Root {
		name += "/"
	}
	spans := statement(d, &luminos.Statement{Text: e.Summary, Basis: e.Basis, Claims: e.Claims, Unsupported: uncited(e)})
	if unsure(e) && d.whole {
		spans = append(spans, as(quiet, " (low confidence)"))
	}
	if e.Partial {
		spans = append(spans, as(warn, " (partial"+after(": ", e.PartialReason)+")"))
	}
	dir := span{text: name, ink: strong, at: &spot{path: e.Path, dir: true}}
	return []block{body(dir), row{kind: belowRow, text: spans}}
}

// uncited reports whether a model wrote the summary of the entry and none of its citations was found.
func uncited(e luminos.Entry) bool { return e.Basis == luminos.Judged && len(e.Claims) == 0 }

// after returns s behind the separator, such as ": timeout" for ": " and "timeout", or "" if s is empty.
func after(separator, s string) string {
	if s == "" {
		return ""
	}
	return separator + s
}

func unsure(e luminos.Entry) bool { return e.Confidence > 0 && e.Confidence < 0.5 }

// composeDoubts returns the reasons for low confidence of the listed entries, each reason
// once.
func composeDoubts(list []luminos.Entry) []block {
	var blocks []block
	seen := map[string]bool{}
	for _, e := range list {
		if unsure(e) && e.ConfidenceReason != "" && !seen[e.ConfidenceReason] {
			seen[e.ConfidenceReason] = true
			blocks = append(blocks, labelled(doubtRow, as(quiet, "low confidence"), as(quiet, e.ConfidenceReason), quoting(e.Basis)))
		}
	}
	return blocks
}

// composeRest returns the line that counts the directories not shown, grouped by the depth at
// which they were investigated.
func composeRest(shown int, rest []luminos.Entry) []block {
	if len(rest) == 0 {
		return nil
	}
	n := map[luminos.Tier]int{}
	for _, e := range rest {
		n[e.Tier]++
	}
	var parts []string
	for _, t := range []struct {
		tier luminos.Tier
		word string
	}{{luminos.TierPriority, "in depth"}, {luminos.TierDefault, "at the usual depth"}, {luminos.TierShallow, "at a glance"}, {luminos.TierSkip, "skipped"}} {
		if n[t.tier] > 0 {
			parts = append(parts, words.Count(n[t.tier])+" "+t.word)
		}
	}
	line := words.Plural(len(rest), "directory")
	if shown > 0 {
		line = "and " + words.Plural(len(rest), "more directory", "more directories")
	}
	if len(parts) > 0 {
		line += " (" + strings.Join(parts, ", ") + ")"
	}
	return []block{body(as(quiet, line+": --json has them all, -v prints them"))}
}
