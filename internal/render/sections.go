package render

import (
	"cmp"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"luminos"
	"luminos/internal/words"
)

// section prints one of the report's own sections, unless there is nothing in it.
func (v *view) section(s *luminos.Section) {
	if s == nil || len(s.Statements)+len(s.Items)+len(s.Questions) == 0 && !s.Failed {
		return
	}
	v.head(cmp.Or(s.Title, s.ID))
	if s.Failed {
		v.par(2, as(warn, "None of the claims of this section could be verified."))
	}
	v.par(2, statements(s.Statements)...)
	v.items(s.Items)
	v.questions(s.Questions)
}

// statements makes a paragraph of sentences, each with its mark.
func statements(list []luminos.Statement) []span {
	var out []span
	for i, s := range list {
		if i > 0 {
			out = append(out, say(" "))
		}
		out = append(out, say(s.Text), mark(s.Basis))
	}
	return out
}

// labelWidth bounds a column of labels: the text beside it needs the room more.
const labelWidth = 28

func (v *view) items(items []luminos.Item) {
	wide := 0
	for _, it := range items {
		if n := ansi.StringWidth(Clean(it.Label)); n <= labelWidth && n < v.width/2 {
			wide = max(wide, n)
		}
	}
	for _, it := range items {
		v.field(2, max(wide, 6)+2, as(strong, it.Label), say(it.Text), mark(it.Basis))
	}
}

func (v *view) questions(list []luminos.Question) {
	for _, q := range list {
		v.field(2, 2, as(strong, "?"), say(q.Question))
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

// entries describes directories: those that the plan put first, then the
// others in order; the rest is counted by tier.
func (v *view) entries() {
	if len(v.r.Entries) == 0 {
		return
	}
	v.head("Directories")
	var first, others, quietly []luminos.Entry
	for _, e := range v.r.Entries {
		switch e.Tier {
		case luminos.TierPriority:
			first = append(first, e)
		case luminos.TierSkip, luminos.TierShallow:
			quietly = append(quietly, e)
		default:
			others = append(others, e)
		}
	}
	list := append(append(first, others...), quietly...)
	n := v.most(len(list), entriesShown)
	if !v.all {
		n = min(n, max(len(first)+len(others), 1)) // what the plan made little of needs no line here
	}
	for _, e := range list[:n] {
		v.entry(e)
	}
	v.restOfEntries(list[n:])
}

func (v *view) entry(e luminos.Entry) {
	name := string(e.Path)
	if e.Path != luminos.Root {
		name += "/"
	}
	spans := []span{say(e.Summary), mark(e.Basis)}
	if e.Confidence > 0 && e.Confidence < 0.5 {
		spans = append(spans, as(quiet, " (low confidence"+reason(e.ConfidenceReason)+")"))
	}
	if e.Partial {
		spans = append(spans, as(warn, " (partial"+reason(e.PartialReason)+")"))
	}
	v.par(2, as(strong, name))
	v.par(4, spans...)
}

func (v *view) restOfEntries(rest []luminos.Entry) {
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
	}{{luminos.TierPriority, "priority"}, {luminos.TierDefault, "default"}, {luminos.TierShallow, "shallow"}, {luminos.TierSkip, "skipped"}} {
		if n[t.tier] > 0 {
			parts = append(parts, words.Count(n[t.tier])+" "+t.word)
		}
	}
	text := "and " + words.Plural(len(rest), "more directory", "more directories")
	if len(parts) > 0 {
		text += " (" + strings.Join(parts, ", ") + ")"
	}
	v.par(2, as(quiet, text+": --json has them all, -v prints them"))
}
