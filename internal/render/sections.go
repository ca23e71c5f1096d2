package render

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// section prints one of the report's own sections, unless there is nothing in
// it that does not stand elsewhere.
func (v *view) section(s *luminos.Section) {
	if s == nil {
		return
	}
	text, items := v.unsaid(s)
	if len(text)+len(items)+len(s.Questions) == 0 && !s.Failed {
		return
	}
	v.head(cmp.Or(s.Title, s.ID))
	if s.Failed {
		v.par(2, as(warn, "None of the claims of this section could be verified."))
	}
	if s.ID == "brief" {
		v.par(2, v.statements(text)...) // meant to be read in one breath
	} else {
		v.paragraph(text)
	}
	v.items(items)
	v.questions(s.Questions)
}

// unsaid leaves out what the reader has read already: the findings stand among
// the flags, and who it is for on the first screen.
func (v *view) unsaid(s *luminos.Section) ([]luminos.Statement, []luminos.Item) {
	said := func(st luminos.Statement) bool {
		switch s.ID {
		case "concerns":
			return slices.ContainsFunc(v.r.Flags, func(f luminos.Flag) bool { return f.Finding == st.Text })
		case "overall_purpose":
			return v.facts.Audience != "" && strings.Contains(st.Text, v.facts.Audience)
		}
		return false
	}
	return slices.DeleteFunc(slices.Clone(s.Statements), said),
		slices.DeleteFunc(slices.Clone(s.Items), func(it luminos.Item) bool { return said(it.Statement) })
}

// wall is how many lines of a paragraph are read with pleasure.
const wall = 6

// paragraph prints sentences one after the other, or, when that would make a
// wall of text, each on a line of its own.
func (v *view) paragraph(list []luminos.Statement) {
	lines := v.wrap(v.width-2, v.statements(list))
	if len(lines) <= wall || len(list) == 1 {
		v.lines(2, lines)
		return
	}
	for _, s := range list {
		v.field(2, 2, as(quiet, "-"), say(s.Text), mark(s.Basis), v.cited(s.Claims))
	}
}

// statements makes a paragraph of sentences, each with its mark.
func (v *view) statements(list []luminos.Statement) []span {
	var out []span
	for i, s := range list {
		if i > 0 {
			out = append(out, say(" "))
		}
		out = append(out, say(s.Text), mark(s.Basis), v.cited(s.Claims))
	}
	return out
}

// labelWidth bounds a column of labels: the text beside it needs the room more.
const labelWidth = 28

func (v *view) items(items []luminos.Item) {
	wide := 0
	for _, it := range items {
		if n := cells(Clean(it.Label)); n <= labelWidth && n < v.width/2 {
			wide = max(wide, n)
		}
	}
	for _, it := range items {
		v.field(2, max(wide, 6)+2, as(strong, it.Label), say(it.Text), mark(it.Basis), v.cited(it.Claims))
	}
}

func (v *view) questions(list []luminos.Question) {
	for _, q := range list {
		v.field(2, 2, as(strong, "?"), say(q.Question), mark(q.Basis))
		if q.Why != "" {
			v.field(4, 7, as(quiet, "why"), say(q.Why))
		}
		if q.Tried != "" {
			v.field(4, 7, as(quiet, "tried"), say(q.Tried))
		}
	}
}

// entriesShown is how many directories a report describes when it may cut.
const entriesShown = 10

// entries describes directories: those that the plan put first and those that
// are partial, then (when all are asked for) the others; the rest is counted by
// tier.
func (v *view) entries() {
	var first, others, quietly []luminos.Entry
	for _, e := range v.r.Entries {
		if !v.all && v.saidInSection(e) {
			continue
		}
		switch {
		case e.Tier == luminos.TierPriority || e.Partial: // a failure is never silent
			first = append(first, e)
		case e.Tier == luminos.TierSkip || e.Tier == luminos.TierShallow:
			quietly = append(quietly, e)
		default:
			others = append(others, e)
		}
	}
	list := append(append(first, others...), quietly...)
	if len(list) == 0 {
		return
	}
	v.head("Directories")
	n := v.most(len(list), entriesShown)
	if !v.all {
		n = min(n, len(first)) // the sections say what matters of the others
	}
	for _, e := range list[:n] {
		v.entry(e)
	}
	v.doubts(list[:n])
	v.restOfEntries(n, list[n:])
}

// saidInSection reports whether a section printed the entry already.
func (v *view) saidInSection(e luminos.Entry) bool {
	return slices.ContainsFunc(v.r.Sections, func(s luminos.Section) bool {
		return slices.ContainsFunc(s.Items, func(it luminos.Item) bool { return it.Text == e.Summary })
	})
}

func unsure(e luminos.Entry) bool { return e.Confidence > 0 && e.Confidence < 0.5 }

// doubts says once, for all entries shown, why confidence is low.
func (v *view) doubts(list []luminos.Entry) {
	var why []string
	for _, e := range list {
		if unsure(e) && e.ConfidenceReason != "" && !slices.Contains(why, e.ConfidenceReason) {
			why = append(why, e.ConfidenceReason)
		}
	}
	for _, w := range why[:v.most(len(why), 3)] {
		v.field(2, 16, as(quiet, "low confidence"), as(quiet, w))
	}
}

func (v *view) entry(e luminos.Entry) {
	name := string(e.Path)
	if e.Path != luminos.Root {
		name += "/"
	}
	spans := []span{say(e.Summary), mark(e.Basis), v.cited(e.Claims)}
	if unsure(e) {
		spans = append(spans, as(quiet, " (low confidence)"))
	}
	if e.Partial {
		spans = append(spans, as(warn, " (partial"+reason(e.PartialReason)+")"))
	}
	v.par(2, as(strong, name))
	v.par(4, spans...)
}

func (v *view) restOfEntries(shown int, rest []luminos.Entry) {
	if len(rest) == 0 {
		return
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
	text := words.Plural(len(rest), "directory")
	if shown > 0 {
		text = "and " + words.Plural(len(rest), "more directory", "more directories")
	}
	if len(parts) > 0 {
		text += " (" + strings.Join(parts, ", ") + ")"
	}
	v.par(2, as(quiet, text+": --json has them all, -v prints them"))
}
