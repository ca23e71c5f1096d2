package session

import (
	"luminos"
	"luminos/internal/evidence"
	"luminos/internal/lookup"
	"luminos/internal/words"
)

// titleMost is the number of characters of a question as a title.
const titleMost = 300

// Document returns the reply as a report with the section "answer", which the formats of reports write: the sentences
// of the model or, without them, the findings, whose claims have their present verdicts.
func (r *Reply) Document() *luminos.Report {
	d := *r.report
	d.Claims, d.Flags, d.Entries, d.Files = nil, nil, nil, nil
	section := luminos.Section{ID: "answer", Title: words.Line(r.Question, titleMost), Statements: []luminos.Statement{}}
	items := r.Findings.Items
	if r.Answer != nil {
		items = r.Answer.Sentences
		d.Target.Engine, d.Target.Models = "model", []string{r.Answer.Model}
	}
	for i := range items {
		it := &items[i]
		st := luminos.Statement{Text: it.Text, Basis: it.Basis}
		for j := range it.Evidence {
			c := &it.Evidence[j]
			st.Claims = append(st.Claims, c.Claim)
			d.Claims = append(d.Claims, c.Present())
			if c.State != evidence.Found {
				st.Text += " (now " + c.Place() + ")"
			}
		}
		if r.Answer != nil {
			st.Unsupported = len(st.Claims) == 0
			section.Statements = append(section.Statements, st)
		} else {
			section.Items = append(section.Items, luminos.Item{Label: label(it), Statement: st})
		}
	}
	say := func(text string) {
		st := luminos.Statement{Text: text, Basis: luminos.Measured, Paragraph: true}
		section.Statements = append(section.Statements, st)
	}
	if r.Answer != nil && r.Answer.Unsettled != "" {
		section.Statements = append(section.Statements, luminos.Statement{
			Text: "Not settled: " + r.Answer.Unsettled, Basis: luminos.Judged, Paragraph: true,
		})
	}
	if r.Failed != "" {
		say("The model gave no answer (" + r.Failed + "); these are findings of the report.")
	}
	if n := r.Findings.All - len(items); r.Answer == nil && n > 0 {
		say(words.Plural(n, "finding") + " more fit less well.")
	}
	if len(d.Claims) > 0 {
		say(lookup.Count(items).String())
	}
	d.Sections = []luminos.Section{section}
	return &d
}

// label returns the label of a finding: its path, or its section.
func label(it *lookup.Item) string {
	switch {
	case it.Kind == lookup.Flag:
		return string(it.Severity) + " " + string(it.Path)
	case it.Path != "":
		return string(it.Path)
	}
	return it.Section
}
