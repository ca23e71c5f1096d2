package render

import (
	"cmp"
	"path"
	"slices"

	"luminos"
	"luminos/internal/words"
)

// composeScreen returns the first screen: the kind of the target, its audience,
// how it is built and tested, where to start to read, and its worst flags.
func composeScreen(d *dossier) screen {
	if only := onlyMember(d); only != nil {
		d = only
	}
	s := screen{
		name:     d.title(),
		about:    d.description(),
		kinds:    kindLines(d),
		practice: composePractice(d),
		places:   composePlaces(d),
		flags:    composeWorst(d),
		legend:   composeLegend(d),
	}
	if d.facts.Sort == luminos.SortProjects && len(d.facts.Members) > 0 {
		s.members = membersBySize(d.facts)
		s.practice, s.places = insideRows(d.facts), nil // the others are of the members
		s.flags.ofMembers = true
	}
	if q := d.report.Quality; q.CitationsFound < q.Citations { // the last line of the report counts them in any case
		s.claims = d.checked()
	}
	if why := WhyPartial(d.report); why != "" {
		s.partial = []span{text(why)}
	}
	if mix := mixture(d.report); mix != "" {
		s.mixed = []span{text(mix)}
	}
	return s
}

// title returns the name of the target, with its version if that is known.
func (d *dossier) title() string {
	name := cmp.Or(d.report.Target.Name, d.facts.Name, path.Base(d.report.Run.Root))
	if d.facts.Version != "" {
		name += " " + d.facts.Version
	}
	return name
}

// description returns the description of the target: in its own words, else by the first sentence of the brief of a
// model, else by the survey, which saw no file.
func (d *dossier) description() []span {
	if d.facts.Description != "" {
		return []span{text(words.Quote(d.facts.Description))}
	}
	for i := range d.report.Sections {
		s := &d.report.Sections[i]
		if s.ID == "brief" && len(s.Statements) > 0 && s.Statements[0].Basis == luminos.Judged {
			first := statement(d, &s.Statements[0])
			return []span{text(words.FirstSentence(first[0].text, len(first[0].text))), first[1]}
		}
	}
	if d.surveyed() {
		return []span{text(d.report.Survey.Description), d.judgedMark()}
	}
	return []span{text("")}
}

// surveyed reports whether the description of the target is taken from the survey: a model wrote
// it, and the target does not describe itself.
func (d *dossier) surveyed() bool {
	return d.facts.Description == "" && d.report.Survey != nil && d.report.Survey.Description != "" && d.byModel()
}

// composePractice returns the rows on the stack, the age and the audience of the target, and on how it is built, run,
// tested and checked. A command has its source beside it.
func composePractice(d *dossier) []practice {
	var rows []practice
	if d.facts.Stack != "" {
		rows = append(rows, practice{label: "Stack", text: []span{text(d.facts.Stack)}})
	}
	if age := ageOf(d.facts); age != "" {
		rows = append(rows, practice{label: "Age", text: []span{text(age)}, whole: true})
	}
	if holds := holdingsOf(d.facts, d.scan.SurveySignals.Files); holds != "" {
		machine := hasRow(d.facts.Inside, "Machine") // its files are in formats of each machine
		// The row on tables has the files of a folder of data with their records.
		data := d.facts.Sort == luminos.SortData && hasRow(d.facts.Inside, "Tables")
		rows = append(rows, practice{label: "Holds", text: []span{text(holds)}, listed: true, late: machine || data})
	}
	rows = append(rows, insideRows(d.facts)...)
	if d.facts.Audience != "" {
		rows = append(rows, practice{label: "For", text: []span{text(d.facts.Audience), mark(luminos.Derived)}})
	}
	for _, r := range []struct {
		label    string
		purposes []string
	}{
		{"Setup", []string{"install"}}, {"Build", []string{"build"}}, {"Run", []string{"run"}}, {"Test", []string{"test"}},
	} {
		c := d.command(r.purposes)
		if spans := commandText(c); spans != nil {
			rows = append(rows, practice{label: r.label, text: spans, whole: true})
		}
	}
	if ci := words.Some(ciNames(d.facts), 3); ci != "" && d.facts.Checks != "" {
		rows = append(rows, practice{
			label: "Checks", text: []span{text(d.facts.Checks), mark(luminos.Derived), source(ci)}, whole: true,
		})
	}
	return rows
}

// commandText returns a command with its directory and its source, or nil without a command. A command that no file has
// is marked; its source is the manifest from which it follows.
func commandText(c *luminos.Command) []span {
	if c == nil {
		return nil
	}
	spans := []span{text(c.Line)}
	if c.Basis != luminos.Measured {
		spans = append(spans, mark(c.Basis))
	}
	if c.Dir != "" && c.Dir != luminos.Root {
		spans = append(spans, as(quiet, " in "+string(c.Dir)))
	}
	if len(c.Evidence) == 0 {
		return spans
	}
	from := luminos.Evidence{Path: c.Evidence[0].Path}
	if lines := c.Evidence[0].Lines; c.Basis == luminos.Measured && lines != nil {
		from.Lines = &luminos.LineRange{First: lines.First, Last: lines.First}
	}
	end := ")"
	if c.Note != "" && len(c.Note) < noteMost {
		end = ", " + c.Note + end
	}
	return append(spans, as(quiet, " ("), locationSpan(quiet, from), as(quiet, end))
}

// noteMost is the number of bytes from which on the first screen leaves out the note of a command.
const noteMost = 40

// ciNames returns the names of the systems of continuous integration with known effects, or of all if no effects are
// known. A script has the name of its file.
func ciNames(f *luminos.Facts) []string {
	effective := func(c luminos.CIFile) bool { return len(c.Effects) > 0 }
	some := slices.ContainsFunc(f.CIFiles, effective)
	var names []string
	for _, id := range f.CI {
		if some && !slices.ContainsFunc(f.CIFiles, func(c luminos.CIFile) bool { return c.System == id && effective(c) }) {
			continue
		}
		i := slices.IndexFunc(f.CIFiles, func(c luminos.CIFile) bool { return c.System == id })
		switch name := luminos.CIName(id); {
		case id == luminos.CIScript && i >= 0:
			names = append(names, string(f.CIFiles[i].Path))
		case id == "travis-ci": // it ended its service for most projects, and their configurations stayed
			names = append(names, name+" if still enabled")
		default:
			names = append(names, name)
		}
	}
	return names
}

// source returns the remark on the source of the text before it.
func source(s string) span { return as(quiet, " ("+s+")") }

// command returns the first command for one of the purposes, in their order. A
// command for the whole target comes before commands for its packages; commands
// of a small part are left out.
func (d *dossier) command(purposes []string) *luminos.Command {
	for _, whole := range []bool{true, false} {
		for _, purpose := range purposes {
			for i, c := range d.facts.Commands {
				if c.Purpose == purpose && !c.Part && (c.Dir == "" || c.Dir == luminos.Root) == whole {
					return &d.facts.Commands[i]
				}
			}
		}
	}
	return nil
}

// composeWorst returns the flags for the first screen: of rules and of a model the flags that are
// at least concerns.
func composeWorst(d *dossier) screenFlags {
	rules, model := d.flagsBySource()
	return screenFlags{
		rules: flagGroup{countFlags(rules), len(rules), worst(rules)},
		model: flagGroup{countFlags(model), len(model), worst(model)},
		minor: d.minorFlags(),
	}
}

// rest returns the remark on the minor notes beside the groups, or that no flag was raised, or "".
func (f *screenFlags) rest() string {
	some := f.rules.total+f.model.total > 0
	switch notes := words.Plural(f.minor, "minor note"); {
	case f.minor > 0 && some:
		return "and " + notes
	case f.minor > 0:
		return "none but " + notes
	case some:
		return ""
	}
	return "none raised"
}

// groups returns the groups with flags, by their counts with their source, and at most flagsOnScreen of the worst.
func (f *screenFlags) groups() (list []flagGroup) {
	for _, g := range []struct {
		by string
		flagGroup
	}{{"by rules", f.rules}, {"by a model", f.model}} {
		if g.total > 0 {
			worst := g.worst[:min(len(g.worst), flagsOnScreen)]
			list = append(list, flagGroup{count: g.by + ": " + g.count, total: g.total, worst: worst})
		}
	}
	return list
}

// worst returns the lines of the flags that are at least concerns. That the target is given up comes first among equals:
// it is about the whole.
func worst(flags []luminos.Flag) []row {
	grave := slices.DeleteFunc(slices.Clone(flags), func(f luminos.Flag) bool {
		return f.Severity.Rank() < luminos.Concern.Rank()
	})
	slices.SortStableFunc(grave, func(a, b luminos.Flag) int {
		part := func(f luminos.Flag) int {
			if f.Rule == luminos.RuleStatus {
				return 0
			}
			return 1
		}
		return cmp.Or(b.Severity.Rank()-a.Severity.Rank(), part(a)-part(b))
	})
	var list []row
	for _, flag := range grave {
		list = append(list, flagLine(flag))
	}
	return list
}

func flagLine(f luminos.Flag) row {
	return row{kind: flagRow, label: severity(f.Severity), text: flagText(f)}
}
