package session

import (
	"luminos"
	"luminos/internal/lookup"
)

// Document returns the reply as a report with the section "answer", which the formats of reports write: the findings,
// whose claims have their present verdicts.
func (r *Reply) Document() *luminos.Report {
	d := *r.report
	d.Claims, d.Flags, d.Entries, d.Files = nil, nil, nil, nil
	section := luminos.Section{ID: "answer", Title: r.Question, Statements: []luminos.Statement{}}
	for i := range r.Findings.Items {
		it := &r.Findings.Items[i]
		st := luminos.Statement{Text: it.Text, Basis: it.Basis}
		for j := range it.Evidence {
			c := &it.Evidence[j]
			st.Claims = append(st.Claims, c.Claim)
			d.Claims = append(d.Claims, c.Present())
			if c.State != lookup.Found {
				st.Text += " (now " + c.Place() + ")"
			}
		}
		section.Items = append(section.Items, luminos.Item{Label: label(it), Statement: st})
	}
	if len(d.Claims) > 0 {
		n := luminos.Statement{Text: lookup.Count(r.Findings.Items).String(), Basis: luminos.Measured}
		section.Statements = append(section.Statements, n)
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
