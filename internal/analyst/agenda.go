package analyst

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// agenda holds the report as a refinement is shown it, and the doubts about it.
type agenda struct {
	Sections       []shownSection
	Left           int // sections that do not fit
	Questions      []openQuestion
	Low            []luminos.Entry
	Claims         []string // claims and flags without support
	Contradictions []string
}

// shownSection is a section of the report as text, with the numbers of its claims.
type shownSection struct{ ID, Text string }

// openQuestion is a question of the plan or the report without an answer.
type openQuestion struct {
	Name string // Q1, Q2, …
	luminos.Question
	Path luminos.Path // the directory about which the plan asks, or ""
}

// None reports whether nothing is doubtful.
func (a *agenda) None() bool {
	return len(a.Questions)+len(a.Low)+len(a.Claims)+len(a.Contradictions) == 0
}

// newAgenda returns the agenda for the report in the book. Its sections have at most room bytes.
func newAgenda(b *book, room int) *agenda {
	a := &agenda{Questions: openQuestions(b.d), Claims: doubtfulClaims(b), Contradictions: contradictions(b)}
	for i := range b.d.Synthesis.Sections {
		text := b.sectionText(&b.d.Synthesis.Sections[i])
		switch {
		case text == "":
		case len(text) > room:
			a.Left++
		default:
			room -= len(text)
			a.Sections = append(a.Sections, shownSection{b.d.Synthesis.Sections[i].ID, text})
		}
	}
	for _, p := range b.d.Doubtful {
		if i := slices.IndexFunc(b.d.Entries, func(e luminos.Entry) bool { return e.Path == p }); i >= 0 {
			a.Low = append(a.Low, b.d.Entries[i])
		}
	}
	return a
}

// judgedItems returns the statements of a section that a model wrote as items, and after them its items.
func judgedItems(s *luminos.Section) (list []luminos.Item) {
	for _, st := range s.Statements {
		list = append(list, luminos.Item{Statement: st})
	}
	list = append(list, s.Items...)
	return slices.DeleteFunc(list, func(it luminos.Item) bool { return it.Basis != luminos.Judged })
}

// sectionText returns the statements of a section that a model wrote, with the numbers of their claims. It returns ""
// for a section of rules: facts are shown elsewhere.
func (b *book) sectionText(s *luminos.Section) string {
	var text strings.Builder
	listed, heading := false, ""
	for _, it := range judgedItems(s) {
		if it.Heading != heading && it.Heading != "" {
			text.WriteString("\n## " + it.Heading + "\n")
		}
		heading = it.Heading
		if it.Label != "" {
			text.WriteString(map[bool]string{false: "\n", true: ""}[listed || text.Len() == 0] + "- " + it.Label + ": ")
			listed = true
		}
		for i, st := range append([]luminos.Statement{it.Statement}, it.More...) {
			if i > 0 {
				text.WriteString(" ")
			}
			text.WriteString(st.Text)
			for _, c := range b.numbered(st.Evidence, st.Text, claimsMost) {
				fmt.Fprintf(&text, " [%d]", c.Number)
			}
		}
		text.WriteString("\n")
	}
	return text.String()
}

// openQuestions returns the questions of the plan without an answer, and then the open questions of the report.
func openQuestions(d *luminos.Dossier) (list []openQuestion) {
	add := func(q luminos.Question, p luminos.Path) {
		list = append(list, openQuestion{"Q" + strconv.Itoa(len(list)+1), q, p})
	}
	for _, e := range d.Entries {
		for _, a := range e.Answers {
			if a.Answer == "" {
				add(luminos.Question{Question: a.Question}, e.Path)
			}
		}
	}
	for _, s := range d.Synthesis.Sections {
		if s.ID == "open_questions" {
			for _, q := range s.Questions {
				add(q, "")
			}
		}
	}
	return list
}

// doubtfulClaims returns a line for each statement that a second reader does not find supported, for each entry with
// claims that did not hold, and for each flag without a citation that was found.
func doubtfulClaims(b *book) (lines []string) {
	for i := range b.d.Unsupported {
		lines = append(lines, b.unsupported(&b.d.Unsupported[i]))
	}
	failed := func(p luminos.Path, n int) {
		if n > 0 {
			lines = append(lines, fmt.Sprintf("%s of the entry of %s did not hold", words.Plural(n, "claim"), named(p)))
		}
	}
	for _, e := range b.d.Entries {
		failed(e.Path, e.ClaimsFailed)
	}
	for _, f := range b.d.Files {
		failed(f.Path, f.ClaimsFailed)
	}
	for i := range b.flags {
		if f := &b.flags[i]; f.Source == luminos.SourceModel && len(f.Evidence) == 0 {
			lines = append(lines, fmt.Sprintf("flag %s on %s cites no place that was found", flagName(i), named(f.Path)))
		}
	}
	return lines
}

// verdictTexts are the verdicts of a second reader about a statement and its lines, in words.
var verdictTexts = map[luminos.JudgeVerdict]string{
	luminos.Partly: "is shown only in part by", luminos.NotShown: "is not shown by",
	luminos.Contradicted: "is contradicted by",
}

// unsupported returns the line about a statement that a second reader does not find supported.
func (b *book) unsupported(m *luminos.Unsupported) string {
	var places []string
	for _, e := range m.Places {
		place := named(e.Path)
		if e.Lines != nil {
			place = fmt.Sprintf("%s:%d", place, e.Lines.First)
		}
		for _, c := range b.numbered([]luminos.Evidence{e}, m.Statement, 1) {
			place = fmt.Sprintf("[%d] %s", c.Number, place)
		}
		places = append(places, place)
	}
	line := fmt.Sprintf("%s %s %s, as a second reader judged", quote(300, m.Statement), verdictTexts[m.Verdict],
		strings.Join(places, ", "))
	if reason := quote(200, m.Reason); reason != "" {
		line += ": " + reason
	}
	return line
}

// contradictions returns a line for each disputed flag, and for each two claims about the same lines that entries of
// different directories make with different statements.
func contradictions(b *book) (lines []string) {
	for i := range b.flags {
		if f := &b.flags[i]; f.Disputed != "" {
			lines = append(lines, fmt.Sprintf("a rule raised %s on %s, and a model does not agree: %s",
				flagName(i), named(f.Path), quote(300, f.Disputed)))
		}
	}
	owners := map[int]map[luminos.Path]bool{} // the directories of a claim, by its number
	own := func(dir luminos.Path, evidence []luminos.Evidence, text string) {
		for _, c := range b.numbered(evidence, text, len(evidence)) {
			if owners[c.Number] == nil {
				owners[c.Number] = map[luminos.Path]bool{}
			}
			owners[c.Number][dir] = true
		}
	}
	for i := range b.d.Files {
		own(b.d.Files[i].Path.Dir(), b.d.Files[i].Evidence, b.d.Files[i].Summary)
	}
	for i := range b.d.Entries {
		own(b.d.Entries[i].Path, b.d.Entries[i].Evidence, b.d.Entries[i].Summary)
	}
	apart := func(x, y int) bool {
		for dir := range owners[x] {
			if owners[y][dir] {
				return false
			}
		}
		return len(owners[x])*len(owners[y]) > 0
	}
	for i, x := range b.claims { // by path and lines
		for k := i + 1; k < min(len(b.claims), i+nearMost); k++ {
			y := b.claims[k]
			if x.Lines == nil || y.Lines == nil || y.Path != x.Path || y.Lines.First > x.Lines.Last {
				break
			}
			if x.Statement != y.Statement && apart(i+1, k+1) {
				lines = append(lines, fmt.Sprintf("%s:%d is cited for [%d] %s and for [%d] %s", named(x.Path),
					y.Lines.First, i+1, quote(200, x.Statement), k+1, quote(200, y.Statement)))
			}
		}
	}
	return lines
}

// nearMost bounds the number of claims about the same lines with which a claim is compared.
const nearMost = 20

// reportRoom is the share of the opening of a refinement for the sections of the report.
const reportRoom = 3

// refineOpening returns the first message of a refinement, in at most about room bytes: the first message of the
// synthesis, the report, and the doubts about it.
func refineOpening(b *book, room int) string {
	text := render("refine_opening.md", newAgenda(b, room/reportRoom))
	return synthesisOpening(b.d, b, max(room-len(text), 0)) + text
}

// flagsOf returns the flags of the report in the dossier if there is one, else the flags of investigators and of
// rules, the gravest first.
func flagsOf(d *luminos.Dossier) []luminos.Flag {
	if d.Synthesis != nil {
		return gravest(d.Synthesis.Flags)
	}
	return slices.Concat(gravest(d.Flags), gravest(d.Raised))
}

// citedStatements returns the statements of models in the sections of the report in the dossier, if there is one.
func citedStatements(d *luminos.Dossier) (list []luminos.Statement) {
	if d.Synthesis == nil {
		return nil
	}
	for i := range d.Synthesis.Sections {
		for _, it := range judgedItems(&d.Synthesis.Sections[i]) {
			list = append(append(list, it.Statement), it.More...)
		}
	}
	return list
}
