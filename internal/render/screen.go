package render

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// labels is how wide the column of labels on the first screen is.
const labels = 9

// screen writes the first screen: what it is, who it is for, how it is built
// and tested, where to start reading, what is wrong with it. It is budgeted to
// stay within 24 lines of 80 columns whatever the report holds.
func (v *view) screen() {
	v.par(0, span{v.name(), strong})
	if d := v.description(); d != "" {
		v.clipped(0, 0, 2, span{}, say(d))
	}
	v.clipped(0, 0, 2, span{}, v.kindLine()...)
	v.blank()
	if a := v.facts.Audience; a != "" {
		v.clipped(0, labels, 2, span{"For", strong}, say(a), mark(luminos.Derived))
	}
	v.practice()
	v.reading()
	v.worst()
	q := v.r.Quality
	v.field(0, labels, span{"Claims", strong}, say(words.Count(q.ClaimsMade)+" made, "+words.Count(q.ClaimsVerified)+" verified"))
	v.legend()
}

func (v *view) name() string {
	return cmp.Or(v.r.Target.Name, v.facts.Name, path.Base(v.r.Run.Root))
}

func (v *view) description() string {
	if v.facts.Description != "" {
		return v.facts.Description
	}
	if v.r.Survey != nil {
		return v.r.Survey.Description
	}
	return ""
}

// kindLine is kind, language, licence and size in one breath.
func (v *view) kindLine() []span {
	var parts []span
	add := func(s string, m span) {
		if s == "" {
			return
		}
		if len(parts) > 0 {
			parts = append(parts, say(" · "))
		}
		parts = append(parts, say(s), m)
	}
	add(v.facts.Kind, mark(luminos.Derived))
	add(v.facts.MainLanguage, span{})
	add(cmp.Or(v.facts.License, "no licence found"), span{})
	signals := v.scan.SurveySignals
	add(words.Plural(signals.Files, "file")+", "+words.Bytes(signals.Bytes), span{})
	if n := v.scan.LinesOfCode.Code; n > 0 {
		add(words.Plural(n, "line")+" of code", span{})
	}
	return parts
}

// practice says how the target is built, run and tested.
func (v *view) practice() {
	wrote := false
	for _, row := range []struct {
		label    string
		purposes []string
	}{{"Build", []string{"build", "install"}}, {"Run", []string{"run"}}, {"Test", []string{"test"}}} {
		c := v.command(row.purposes)
		var spans []span
		if c != nil {
			spans = append(spans, say(c.Line))
			if c.Dir != "" && c.Dir != luminos.Root {
				spans = append(spans, span{" in " + string(c.Dir), quiet})
			}
			spans = append(spans, mark(c.Basis))
		}
		if row.label == "Test" {
			spans = append(spans, v.testing(c != nil)...)
		}
		if len(spans) > 0 {
			v.clipped(0, labels, 2, span{row.label, strong}, spans...)
			wrote = true
		}
	}
	if wrote {
		v.blank()
	}
}

// command is the first command for one of the purposes, the earlier ones first.
func (v *view) command(purposes []string) *luminos.Command {
	for _, purpose := range purposes {
		for i, c := range v.facts.Commands {
			if c.Purpose == purpose {
				return &v.facts.Commands[i]
			}
		}
	}
	return nil
}

// testing names test frameworks and continuous integration.
func (v *view) testing(after bool) []span {
	var parts []string
	if t := v.facts.TestFrameworks; len(t) > 0 {
		parts = append(parts, "with "+words.Some(t, 3))
	}
	if ci := v.facts.CI; len(ci) > 0 {
		parts = append(parts, "CI: "+words.Some(ci, 3))
	}
	if len(parts) == 0 {
		return nil
	}
	text := strings.Join(parts, "; ")
	if after {
		text = "  " + text
	}
	return []span{{text, quiet}}
}

// place is somewhere to start reading, and why.
type place struct {
	path luminos.Path
	why  string
}

// reading names the three places where a newcomer should start.
func (v *view) reading() {
	places := v.places()
	if len(places) == 0 {
		return
	}
	const width = 32
	wide := 0
	for i := range places {
		places[i].path = luminos.Path(elide(string(places[i].path), width))
		wide = max(wide, len(places[i].path))
	}
	for i, p := range places {
		label := span{}
		if i == 0 {
			label = span{"Read", strong}
		}
		pad := strings.Repeat("\u00a0", max(min(wide, width)-len(p.path), 0)+2)
		v.clipped(0, labels, 2, label, say(string(p.path)), say(pad+strings.ReplaceAll(p.why, " ", " ")))
	}
	v.blank()
}

// places picks from what the passes ranked: the first entry point, what the
// plan put first, then whatever else says what the target holds.
func (v *view) places() []place {
	var out []place
	add := func(p luminos.Path, why string) {
		if p == "" || p == luminos.Root || len(out) == 3 {
			return
		}
		if !slices.ContainsFunc(out, func(o place) bool { return o.path == p }) {
			out = append(out, place{p, why})
		}
	}
	eps := v.facts.EntryPoints
	for _, e := range eps[:min(1, len(eps))] {
		add(e.Path, e.Reason)
	}
	if v.r.Plan != nil {
		for _, d := range v.r.Plan.Priority[:min(2, len(v.r.Plan.Priority))] {
			if d.Path != luminos.Root {
				add(d.Path+"/", d.Reason)
			}
		}
	}
	for _, e := range eps {
		add(e.Path, e.Reason)
	}
	if d := v.facts.Readme; d != nil {
		add(d.Path, cmp.Or(d.Title, "the README"))
	}
	for _, d := range v.facts.Datasets {
		add(d.Path, strings.TrimSpace(d.Format+" data"))
	}
	for _, d := range v.facts.Documents {
		add(d.Path, cmp.Or(d.Title, "a document"))
	}
	return out
}

// worst shows the worst flags and counts the rest.
func (v *view) worst() {
	flags := sortedFlags(v.r.Flags)
	label := span{"Flags", strong}
	if len(flags) == 0 {
		v.field(0, labels, label, say("none raised"))
		v.blank()
		return
	}
	v.field(0, labels, label, say(countFlags(flags)))
	shown := 0
	for _, f := range flags {
		if shown == 3 || f.Severity.Rank() < luminos.Concern.Rank() && shown > 0 {
			break
		}
		v.clipped(labels, 10, 2, severity(f.Severity), flagText(f)...)
		shown++
	}
	if n := len(flags) - shown; n > 0 {
		v.par(labels, span{"and " + words.Count(n) + " more below", quiet})
	}
	v.blank()
}
