package render

import (
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// aside is how wide the column of quiet labels is.
const aside = 14

// coverage says what was looked at, what was not and why, and what cannot be
// known this way.
func (v *view) coverage() {
	c := v.r.Coverage
	v.head("What was looked at")
	wide := len(words.Count(c.Files))
	v.backend()
	v.looked("files", "", c.Files, wide)
	v.looked("read whole", "read", c.Read, wide)
	v.looked("read in part", "sampled", c.Sampled, wide)
	v.looked("measured", "measured", c.Measured, wide)
	v.looked("skipped", "skipped", c.Skipped, wide)
	for _, r := range v.facts.NotRead {
		v.field(2, aside, as(quiet, "not read"), say(words.Count(r.Files)+" "+r.What+": "+r.Reason))
	}
	v.problems("unreadable", v.scan.Unreadable)
	v.problems("not clear", v.facts.Problems)
	v.masked()
	v.ignored()
	if len(c.Unknown) > 0 {
		v.head("What cannot be known this way")
		for _, q := range c.Unknown {
			v.field(2, 2, as(quiet, "-"), say(q))
		}
	}
}

// backend says who showed the target, where that was not the file system, and
// what could not be known for that reason. How far the kernel held the parsers
// depends on the machine, so only a long report says it.
func (v *view) backend() {
	b := v.r.Run.Backend
	if b.Adapter != "" && b.Adapter != "directory" {
		v.field(2, aside, as(quiet, "seen by"), say("the MCP server "+b.Server+", its tree read as "+b.Adapter))
	}
	if v.all && len(v.scan.Unmeasured) > 0 {
		v.field(2, aside, as(quiet, "not told"), say(words.Some(v.scan.Unmeasured, 8)))
	}
	for _, n := range b.Notes {
		v.field(2, aside, as(quiet, "note"), say(n))
	}
	if v.all && b.Sandbox != "" {
		v.field(2, aside, as(quiet, "sandbox"), say(b.Sandbox))
	}
}

// looked is one way of looking: how many files, and why no closer.
func (v *view) looked(label, how string, files, wide int) {
	if files == 0 && how != "" {
		return
	}
	var reasons []luminos.CoverageReason
	for _, r := range v.r.Coverage.Reasons {
		if r.How == how {
			reasons = append(reasons, r)
		}
	}
	n := v.most(len(reasons), 4)
	var why []string
	for _, r := range reasons[:n] {
		if len(reasons) > 1 {
			r.Reason = words.Count(r.Files) + " " + r.Reason
		}
		why = append(why, r.Reason)
	}
	if n < len(reasons) {
		why = append(why, words.Plural(len(reasons)-n, "more reason"))
	}
	count := say(padLeft(words.Count(files), wide))
	lines := v.beside(v.width-2-aside, wide+2, 0, count, as(quiet, strings.Join(why, "; ")))
	v.lines(2, v.under(aside, as(quiet, label), lines))
}

func (v *view) problems(label string, list []luminos.Problem) {
	n := v.most(len(list), 3)
	for _, p := range list[:n] {
		v.field(2, aside, as(quiet, label), say(string(p.Path)+": "+p.Reason))
	}
	v.more(2+aside, len(list)-n, label, label)
}

// masked says where something looks like a secret, and of which kind; never what it is.
func (v *view) masked() {
	list, places := v.r.Coverage.Masked, v.r.Coverage.MaskedPlaces
	if places == 0 {
		return
	}
	what := words.Plural(places, "place") + " that look like secrets"
	if places == 1 {
		what = "1 place that looks like a secret"
	}
	v.field(2, aside, as(quiet, "masked"), say(what+", masked wherever text is shown or quoted"))
	n := v.most(len(list), 3)
	for _, m := range list[:n] {
		v.par(2+aside, say(string(m.Path)+":"+strconv.Itoa(m.Lines.First)), as(quiet, " ("+m.Kind+")"))
	}
	v.more(2+aside, places-n, "place")
}

// ignored says what was measured and not investigated.
func (v *view) ignored() {
	ig := v.scan.Ignored
	if len(ig.Roots) == 0 && ig.Files == 0 {
		return
	}
	v.field(2, aside, as(quiet, "ignored"), say(words.Plural(ig.Files, "file")+", "+words.Bytes(ig.Allocated)+" on disk"))
	n := v.most(len(ig.Roots), 3)
	for _, r := range ig.Roots[:n] {
		v.par(2+aside, say(string(r.Path)+", "+words.Bytes(r.Allocated)), as(quiet, " ("+r.Rule+")"))
	}
	v.more(2+aside, len(ig.Roots)-n, "place")
}
