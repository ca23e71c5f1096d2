package render

import (
	"cmp"
	"path"
	"slices"

	"luminos"
	"luminos/internal/words"
)

const (
	// labels is how wide the column of labels on the first screen is.
	labels = 9
	// screenLines is how long the first screen may be: a terminal of 24 lines
	// less the one on which the shell asks for the next command.
	screenLines = 23
)

// room is how much the first screen spends on each of its parts.
type room struct {
	about    int // lines of the description
	practice int // lines for each of build, run, test, audience
	place    int // lines of a place to start reading
	flag     int // lines of a flag
	flags    int // flags
	partial  int // lines that say why the report is partial
}

// rooms are tried in turn until the first screen fits.
var rooms = []room{{3, 2, 2, 2, 3, 3}, {2, 2, 1, 2, 3, 2}, {2, 1, 1, 2, 3, 2}, {2, 1, 1, 2, 2, 2}, {2, 1, 1, 1, 3, 2}, {1, 1, 1, 1, 2, 2}, {1, 1, 1, 1, 1, 1}}

// screen writes the first screen: what it is, who it is for, how it is built
// and tested, where to start reading, what is wrong with it. It needs no
// scrolling on 24 lines of 80 columns, whatever the report holds.
func (v *view) screen() {
	var lines []string
	for _, r := range rooms {
		if lines = v.screenIn(r); len(lines) <= screenLines {
			break
		}
	}
	v.lines(0, lines)
}

func (v *view) screenIn(r room) []string {
	lines := []string{v.one(v.width, as(strong, v.name()))}
	about := []span{say(v.description())}
	if v.surveyed() {
		about = append(about, v.judgedMark())
	}
	lines = append(lines, v.atMost(r.about, v.width, about)...)
	lines = append(lines, v.atMost(2, v.width, v.kindLine())...)
	lines = append(lines, v.partial(r.partial)...)
	q := v.r.Quality
	for _, block := range [][]string{
		append(v.audience(r), v.practice(r)...),
		v.reading(r),
		v.worst(r),
		append(v.labelled("Claims", 1, say(words.Count(q.ClaimsMade)+" made, "+words.Count(q.ClaimsVerified)+" verified")), v.legend()...),
	} {
		if len(block) > 0 {
			lines = append(append(lines, ""), block...)
		}
	}
	return lines
}

// labelled is a line of the first screen, or a few.
func (v *view) labelled(label string, n int, spans ...span) []string {
	return v.beside(v.width, labels, n, as(strong, label), spans...)
}

func (v *view) name() string {
	return cmp.Or(v.r.Target.Name, v.facts.Name, path.Base(v.r.Run.Root))
}

func (v *view) description() string {
	if v.surveyed() {
		return v.r.Survey.Description
	}
	return v.facts.Description
}

// surveyed reports whether the description is that of the survey, which says
// more than the lines below when a model wrote it.
func (v *view) surveyed() bool {
	return v.facts.Description == "" && v.r.Survey != nil && v.r.Survey.Description != "" && v.byModel()
}

// kindLine is kind, language, licence and size in one breath.
func (v *view) kindLine() []span {
	var out []span
	add := func(s string, marks ...span) {
		if s == "" {
			return
		}
		if len(out) > 0 {
			out = append(out, span{text: " ·", keep: true}, say(" "))
		}
		out = append(append(out, span{text: s, keep: true}), marks...)
	}
	add(v.facts.Kind, mark(luminos.Derived))
	add(v.facts.MainLanguage)
	add(v.license())
	signals := v.scan.SurveySignals
	add(words.Plural(signals.Files, "file") + ", " + words.Bytes(signals.Bytes))
	if n := v.code(); n > 0 {
		add(words.Plural(n, "line") + " of code")
	}
	return out
}

// license names the licence of the whole; that there is none is worth saying of
// what others are meant to use.
func (v *view) license() string {
	switch {
	case v.facts.License != "":
		return v.facts.License
	case slices.ContainsFunc(v.facts.Licenses, func(l luminos.LicenseFile) bool { return l.License != "" }):
		return "licences for parts of it"
	case v.facts.MainLanguage != "":
		return "no licence found"
	}
	return ""
}

// code is the number of lines in programming languages.
func (v *view) code() int {
	n := 0
	for _, l := range v.scan.Languages {
		if l.Type == programming {
			n += l.Code
		}
	}
	return n
}

func (v *view) audience(r room) []string {
	if v.facts.Audience == "" {
		return nil
	}
	return v.labelled("For", r.practice, say(v.facts.Audience), mark(luminos.Derived))
}

// practice says how the target is built, run and tested.
func (v *view) practice(r room) []string {
	var lines []string
	for _, row := range []struct {
		label    string
		purposes []string
	}{{"Build", []string{"build", "install"}}, {"Run", []string{"run"}}, {"Test", []string{"test"}}} {
		var spans []span
		if c := v.command(row.purposes); c != nil {
			if c.Purpose == "install" {
				row.label = "Install"
			}
			spans = append(spans, say(c.Line), mark(c.Basis))
			if c.Dir != "" && c.Dir != luminos.Root {
				spans = append(spans, as(quiet, " in "+string(c.Dir)))
			}
		}
		if row.label == "Test" && len(v.facts.TestFrameworks) > 0 {
			spans = append(spans, v.frameworks(len(spans) > 0)...)
		}
		if len(spans) > 0 {
			lines = append(lines, v.labelled(row.label, r.practice, spans...)...)
		}
	}
	if ci := v.facts.CI; len(ci) > 0 {
		lines = append(lines, v.labelled("Checks", r.practice, say(words.Some(ci, 3)))...)
	}
	return lines
}

// command is the first command for one of the purposes, the earlier ones first,
// but one for the whole before those for its packages; what a small part of the
// target needs is not on the first screen.
func (v *view) command(purposes []string) *luminos.Command {
	for _, whole := range []bool{true, false} {
		for _, purpose := range purposes {
			for i, c := range v.facts.Commands {
				if c.Purpose == purpose && !c.Part && (c.Dir == "" || c.Dir == luminos.Root) == whole {
					return &v.facts.Commands[i]
				}
			}
		}
	}
	return nil
}

// frameworks names what the tests are written with.
func (v *view) frameworks(after bool) []span {
	text := "with " + words.Some(v.facts.TestFrameworks, 3)
	if after {
		return []span{as(quiet, " ("+text+")")}
	}
	return []span{say(text)}
}

// place is somewhere to start reading, and why.
type place struct {
	path luminos.Path
	why  string
	mark span
}

// reading names the three places where a newcomer should start.
func (v *view) reading(r room) []string {
	places := v.places()
	widest := (v.width - labels) * 4 / 7
	wide := 0
	for _, p := range places {
		wide = max(wide, min(cells(Clean(string(p.path))), widest))
	}
	var lines []string
	for _, p := range places {
		lines = append(lines, v.beside(v.width-labels, wide+2, r.place, say(elide(string(p.path), widest)), say(p.why), p.mark)...)
	}
	return v.under(labels, as(strong, "Read"), lines)
}

// places picks from what the passes ranked: the first entry point, what the
// plan put first, then whatever else says what the target holds.
func (v *view) places() []place {
	var out []place
	marked := func(p luminos.Path, why string, mark span) {
		if p == "" || p == luminos.Root || len(out) == 3 {
			return
		}
		if !slices.ContainsFunc(out, func(o place) bool { return o.path == p }) {
			out = append(out, place{p, why, mark})
		}
	}
	add := func(p luminos.Path, why string) { marked(p, why, span{}) }
	if v.facts.MainLanguage == "" { // scripts beside data and papers come after them
		v.material(add)
	}
	eps := slices.DeleteFunc(slices.Clone(v.facts.EntryPoints), func(e luminos.EntryPoint) bool { return e.Part })
	for _, e := range eps[:min(1, len(eps))] {
		add(e.Path, e.Reason)
	}
	if v.r.Plan != nil {
		for _, d := range v.r.Plan.Priority[:min(2, len(v.r.Plan.Priority))] {
			holds := func(o place) bool { return o.path.Dir() == d.Path }
			if d.Path != luminos.Root && !slices.ContainsFunc(out, holds) {
				marked(d.Path+"/", d.Reason, v.judgedMark())
			}
		}
	}
	for _, e := range eps {
		add(e.Path, e.Reason)
	}
	v.material(add)
	return out
}

// material is the README, the largest data and the documents.
func (v *view) material(add func(luminos.Path, string)) {
	if d := v.facts.Readme; d != nil {
		add(d.Path, cmp.Or(d.Title, "the README"))
	}
	if len(v.facts.Datasets) > 0 {
		d := slices.MaxFunc(v.facts.Datasets, func(a, b luminos.Dataset) int { return cmp.Compare(records(a), records(b)) })
		add(d.Path, "the largest data: "+d.Format+", "+words.Plural(records(d), "record"))
	}
	for _, d := range v.facts.Documents {
		add(d.Path, cmp.Or(d.Title, "a document"))
	}
}

// records is how many records of a dataset are known of.
func records(d luminos.Dataset) int64 { return max(d.Rows, d.RowsSampled) }

// worst shows the worst flags and counts the rest.
func (v *view) worst(r room) []string {
	flags := sortedFlags(v.r.Flags)
	if len(flags) == 0 {
		return v.labelled("Flags", 1, say("none raised"))
	}
	n := 0
	var lines []string
	for _, f := range flags[:min(len(flags), r.flags)] {
		if n > 0 && f.Severity.Rank() < luminos.Concern.Rank() {
			break
		}
		lines = append(lines, v.beside(v.width-labels, 10, r.flag, severity(f.Severity), flagText(f)...)...)
		n++
	}
	count := countFlags(flags)
	if n < len(flags) {
		count += "; the worst:"
	}
	return v.under(labels, as(strong, "Flags"), append([]string{v.one(v.width-labels, say(count))}, lines...))
}
