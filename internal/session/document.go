package session

import (
	"strings"

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
		st.Unsupported = st.Basis == luminos.Judged && len(st.Claims) == 0
		if it.Doubt != "" && !st.Unsupported {
			st.Text += " (doubt: " + it.Doubt + ")"
		}
		if r.Answer != nil {
			section.Statements = append(section.Statements, st)
		} else {
			section.Items = append(section.Items, luminos.Item{Label: r.label(it), Statement: st})
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
	if r.Answer == nil && len(items) > 0 && len(r.Findings.Unknown) > 0 {
		say("No finding mentions: " + strings.Join(r.Findings.Unknown, ", ") + ".")
	}
	for _, text := range r.Answer.checks() {
		say(text)
	}
	if len(d.Claims) > 0 {
		say(lookup.Count(items).String())
	}
	if text := legend(&section); text != "" {
		say(text)
	}
	d.Sections = []luminos.Section{section}
	return &d
}

// checks returns sentences about the citations of the answer that were left out, and about the second reader.
func (a *ModelAnswer) checks() (list []string) {
	if a == nil {
		return nil
	}
	if n := len(a.LeftOut); n > 0 {
		list = append(list, words.Plural(n, "citation")+" left out: not found as quoted.")
	}
	for _, l := range a.LeftOut {
		list = append(list, "Left out of "+words.Quote(words.Shorten(l.Sentence, 80))+": "+words.Stop(l.Problem))
	}
	if a.Judge == "" {
		return append(list, "The places were checked. Whether they show the sentences was not judged.")
	}
	var by []string
	for _, c := range a.Judged.Counts() {
		by = append(by, words.Count(c.Files)+" "+c.Name)
	}
	return append(list, "Judged by "+a.Judge+", which saw only the cited lines: "+words.List(by)+".")
}

// legend explains the marks of the sentences in the section.
func legend(s *luminos.Section) string {
	var judged, derived, bare bool
	see := func(st *luminos.Statement) {
		judged, derived = judged || st.Basis == luminos.Judged, derived || st.Basis == luminos.Derived
		bare = bare || st.Unsupported
	}
	for i := range s.Statements {
		see(&s.Statements[i])
	}
	for i := range s.Items {
		see(&s.Items[i].Statement)
	}
	var marks []string
	if derived {
		marks = append(marks, "~ concluded by a rule")
	}
	if judged {
		marks = append(marks, "* or > written by a language model, which can be wrong")
	}
	if bare {
		marks = append(marks, "? no citation found")
	}
	if len(marks) == 0 {
		return ""
	}
	return words.Stop(strings.Join(marks, "; "))
}

// label returns the label of a finding: its path, or the title of its section.
func (r *Reply) label(it *lookup.Item) string {
	switch {
	case it.Kind == lookup.Flag:
		return string(it.Severity) + " " + string(it.Path)
	case it.Path != "":
		return string(it.Path)
	}
	for i := range r.report.Sections {
		if s := &r.report.Sections[i]; s.ID == it.Section && s.Title != "" {
			return s.Title
		}
	}
	return strings.ReplaceAll(it.Section, "_", " ")
}
