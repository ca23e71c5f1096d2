package render

import (
	"luminos"
	"luminos/internal/words"
)

// coverage says what was looked at, what was not and why, and what cannot be
// known this way.
func (v *view) coverage() {
	c := v.r.Coverage
	v.head("What was looked at")
	v.table(2, []column{{title: "files"}, {title: words.Count(c.Files), right: true}}, [][]string{
		{"read whole", words.Count(c.Read)},
		{"read at the beginning", words.Count(c.Sampled)},
		{"measured only", words.Count(c.Measured)},
		{"skipped", words.Count(c.Skipped)},
	})
	n := v.most(len(c.Reasons), 6)
	for _, r := range c.Reasons[:n] {
		v.field(2, 12, as(quiet, r.How), say(words.Plural(r.Files, "file")+": "+r.Reason))
	}
	v.more(2, len(c.Reasons)-n, "reason")
	for _, r := range v.facts.NotRead {
		v.field(2, 12, as(quiet, "not read"), say(words.Count(r.Files)+" "+r.What+": "+r.Reason))
	}
	v.problems("unreadable", v.scan.Unreadable)
	v.problems("not clear", v.facts.Problems)
	v.ignored()
	if len(c.Unknown) > 0 {
		v.head("What cannot be known this way")
		for _, q := range c.Unknown {
			v.field(2, 2, as(quiet, "-"), say(q))
		}
	}
}

func (v *view) problems(label string, list []luminos.Problem) {
	n := v.most(len(list), 3)
	for _, p := range list[:n] {
		v.field(2, 12, as(quiet, label), say(string(p.Path)+": "+p.Reason))
	}
	v.more(14, len(list)-n, label, label)
}

// ignored says what was measured and not investigated.
func (v *view) ignored() {
	ig := v.scan.Ignored
	if len(ig.Roots) == 0 && ig.Files == 0 {
		return
	}
	v.field(2, 12, as(quiet, "ignored"), say(words.Plural(ig.Files, "file")+", "+words.Bytes(ig.Allocated)+" on disk"))
	n := v.most(len(ig.Roots), 3)
	for _, r := range ig.Roots[:n] {
		v.par(14, say(string(r.Path)+", "+words.Bytes(r.Allocated)), as(quiet, " ("+r.Rule+")"))
	}
	v.more(14, len(ig.Roots)-n, "place")
}
