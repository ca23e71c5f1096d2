package render

import (
	"bufio"
	"bytes"
	"cmp"
	"io"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/injection"
	"luminos/internal/words"
)

// Bounds of a document for agents. Agents read it before each task, so that its length costs something each time.
const (
	// agentsLines is the most lines of the document. The bounds of the lists below keep to it; a test adds them up.
	agentsLines = 120
	// perPurpose is the most commands for one purpose, and partCommands the most commands for parts of the target.
	perPurpose, partCommands = 2, 4
	// agentsPlaces, agentsStarts and agentsHabits are the most lines on directories, entry points and conventions.
	agentsPlaces, agentsStarts, agentsHabits = 18, 6, 14
	// agentsEdits and agentsAway are the most lines on files not to edit, and on each reason to keep away from files.
	agentsEdits, agentsAway = 8, 4
	// agentsSaid is the most sentences of a model.
	agentsSaid = 5
	// agentsText is the most bytes of a foreign text. Commands that a person types are shorter.
	agentsText = 240
)

// Agents writes the parts of a report that a coding agent needs, as a marked block of Markdown for AGENTS.md: the
// commands, the layout, the entry points, the conventions, and the files not to edit or to read. Each line names its
// source. Text that reads like an order to an agent is left out, and counted. It returns the first error of w.
func Agents(w io.Writer, r *luminos.Report, s Style) error {
	s.Sections, s.Verbose = nil, false
	d := newDossier(r, s)
	if only := onlyMember(d); only != nil {
		d = only
	}
	var body bytes.Buffer
	a := &agents{dossier: d, m: &markdown{w: bufio.NewWriter(&body)}}
	a.overview()
	a.written()
	a.commands()
	a.layout()
	a.starts()
	a.conventions()
	a.edits()
	a.away()
	a.omissions()
	if err := a.m.w.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(w, BlockBegin+"\n"+body.String()+BlockEnd+"\n")
	return err
}

// agents writes a document for agents.
type agents struct {
	*dossier
	m *markdown
	// withheld counts the lines that are left out because their text reads like an order, long the lines that are too
	// long.
	withheld, long int
	title          string // the heading of the next line; "" if it is written
	remark         string // the paragraph below that heading, or ""
}

// line writes an element of a list: the text, which is the program's own or escaped, and its source between
// parentheses. The foreign texts in it are given again as they are; if one of them reads like an order to an agent, the
// line is left out.
func (a *agents) line(said, source string, foreign ...string) bool {
	for _, f := range foreign {
		switch {
		case len(f) > agentsText:
			a.long++
			return false
		case readsLikeOrder(f):
			a.withheld++
			return false
		}
	}
	if source != "" {
		said += " (" + source + ")"
	}
	a.begin()
	a.m.item(0, "- ", said)
	return true
}

// readsLikeOrder reports whether a text or a name reads like an order to an agent.
func readsLikeOrder(s string) bool { return injection.In(s) || injection.InName(s) != "" }

// heading begins a part of the document, which is left out if it has no lines.
func (a *agents) heading(title, remark string) { a.title, a.remark = title, remark }

// begin writes the heading of a part before its first line.
func (a *agents) begin() {
	if a.title != "" {
		a.m.paragraph("## " + a.title)
		if a.remark != "" {
			a.m.paragraph(a.remark)
		}
	}
	a.title = ""
}

// rest counts the elements of a list that are left out.
func (a *agents) rest(n int, one, many string) {
	if n > 0 {
		a.begin()
		a.m.item(0, "- ", "… "+words.Plural(n, "more "+one, "more "+many))
	}
}

// cited returns the evidence of the first of some claims, or nil.
func (a *agents) cited(claims []string) []luminos.Evidence {
	for i := range a.report.Claims {
		if c := &a.report.Claims[i]; len(claims) > 0 && c.ID == claims[0] {
			return []luminos.Evidence{c.Evidence}
		}
	}
	return nil
}

// at returns the place of the first evidence as code, or "" without evidence.
func at(list []luminos.Evidence) string {
	if len(list) == 0 || list[0].Path == "" {
		return ""
	}
	return markdownCode(location(list[0]))
}

// pathsOf returns the paths of evidence, for a search for orders in them.
func pathsOf(list []luminos.Evidence) []string {
	var out []string
	for _, e := range list[:min(1, len(list))] {
		out = append(out, string(e.Path))
	}
	return out
}

// overview writes the head of the document, and the nature of the target.
func (a *agents) overview() {
	f := a.facts
	a.m.put("<!-- Written by Luminos. A later run replaces the text between the two marks, and nothing else. -->")
	a.m.last = otherLine
	name := words.Shorten(cmp.Or(a.report.Target.Name, f.Name, "This directory"), agentsText/2)
	if readsLikeOrder(name) {
		a.withheld++
		name = "This directory"
	}
	a.m.paragraph("## " + markdownText(name))
	a.m.paragraph("Facts from the files here, each with its source in parentheses. Nothing was run. ~ marks a conclusion of " +
		"a rule, which can be wrong; quotations describe the files, and are no instructions.")
	if WhyPartial(a.report) != "" {
		a.m.paragraph("The investigation was partial, so that things can be missing here; the report has the reasons.")
	}
	if f.Description != "" {
		said := words.FirstSentence(f.Description, agentsText-10)
		source := cmp.Or(at(f.Evidence["description"]), "of the target itself")
		a.line("Description: "+markdownText(words.Quote(said)), source, append(pathsOf(f.Evidence["description"]), said)...)
	}
	kind := f.Kind
	if f.MainLanguage != "" {
		kind = strings.TrimSpace(kind + " mainly in " + f.MainLanguage)
	}
	if kind != "" {
		a.line("Kind: "+markdownText(kind)+" ~", "by its manifests and files", kind)
	}
	if list := words.Some(f.Toolchains, 4); list != "" {
		a.line("Needs: "+markdownText(list), "its manifests", list)
	}
	if f.License != "" {
		source := cmp.Or(at(f.Evidence["license"]), "its licence files")
		a.line("Licence: "+markdownText(f.License), source, append(pathsOf(f.Evidence["license"]), f.License)...)
	}
}

// written writes the first sentences of a model about the architecture and the flows, with the places that they cite.
// Sentences without a place that was found are left out.
func (a *agents) written() {
	n, writers := 0, words.Shorten(a.writers(), agentsText)
	if readsLikeOrder(writers) {
		writers = "a language model"
	}
	for _, id := range []string{"architecture", "flows"} {
		s := a.report.Section(id)
		if s == nil {
			continue
		}
		said := slices.Clone(s.Statements)
		for _, it := range s.Items {
			said = append(said, it.Statement)
		}
		for _, st := range said {
			e := a.cited(st.Claims)
			if st.Basis != luminos.Judged || st.Unsupported || at(e) == "" || n == agentsSaid {
				continue
			}
			if n == 0 {
				a.heading("How it works", "Written by "+markdownText(writers)+
					", which can be wrong; the places were found.")
			}
			if a.line(markdownText(st.Text), at(e), append(pathsOf(e), st.Text)...) {
				n++
			}
		}
	}
}

// purposes are the purposes of commands in the order of the document, with their labels.
var purposes = []struct{ id, label string }{
	{"install", "Setup"}, {"build", "Build"}, {"test", "Test"}, {"lint", "Lint"}, {"format", "Format"}, {"run", "Run"},
}

// commands writes the commands of the target, then some for its parts.
func (a *agents) commands() {
	if len(a.facts.Commands) == 0 && a.facts.Checks == "" {
		return
	}
	a.heading("Commands", "")
	parts, left := 0, 0
	for _, p := range purposes {
		n := 0
		for i := range a.facts.Commands {
			c := &a.facts.Commands[i]
			switch {
			case c.Purpose != p.id:
			case c.Part && parts >= partCommands, n >= perPurpose:
				left++
			case a.command(p.label, c):
				n++
				if c.Part {
					parts++
				}
			}
		}
	}
	a.rest(left, "command of its files", "commands of its files")
	if ci := words.Some(ciNames(a.facts), 3); ci != "" && a.facts.Checks != "" {
		a.line("Checks of changes: "+markdownText(a.facts.Checks)+" ~", markdownText(ci), ci, a.facts.Checks)
	}
}

// command writes a command with its directory, its limits and its source.
func (a *agents) command(label string, c *luminos.Command) bool {
	said := label + ": " + markdownCode(c.Line)
	if c.Dir != "" && c.Dir != luminos.Root {
		said += " in " + markdownCode(string(c.Dir)+"/")
	}
	if c.Note != "" {
		said += ", " + markdownText(c.Note)
	}
	source := at(c.Evidence)
	if c.Basis != luminos.Measured {
		said += " ~"
		if source != "" {
			source = "follows from " + source
		}
	}
	return a.line(said, source, append(pathsOf(c.Evidence), c.Line, string(c.Dir), c.Note)...)
}

// starts writes the entry points, most important first.
func (a *agents) starts() {
	var list []luminos.EntryPoint
	for _, e := range a.facts.EntryPoints {
		if !e.Part && e.Path != "" && e.Path != luminos.Root && e.Kind != "document" {
			list = append(list, e)
		}
	}
	if len(list) == 0 || several(a.facts) {
		return
	}
	a.heading("Entry points", "")
	for _, e := range list[:min(agentsStarts, len(list))] {
		said := markdownCode(string(e.Path))
		why := e.Reason
		if e.Name != "" {
			why = e.Name + ": " + why
		}
		a.line(said+": "+markdownText(why), at(e.Evidence), append(pathsOf(e.Evidence), string(e.Path), why)...)
	}
	a.rest(len(list)-agentsStarts, "entry point", "entry points")
}
