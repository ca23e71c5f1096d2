package luminos

import (
	"slices"
	"strings"
)

// Shared returns a copy of the report that can be sent around: see [Inside.Shared].
func (r *Report) Shared() *Report {
	if r.Facts == nil {
		return r
	}
	shared, facts := *r, *r.Facts
	facts.Inside = facts.Inside.Shared()
	facts.Documents = facts.SharedDocuments()
	facts.Datasets = facts.SharedDatasets()
	facts.Papers = facts.SharedPapers()
	facts.Themes = facts.SharedThemes()
	if d := facts.Readme; d != nil && HasContact(d.Summary) {
		readme := *d
		withholdSummary(&readme)
		facts.Readme = &readme
	}
	shared.Facts = &facts
	return &shared
}

// forOthers reports whether the target is made for others: it is code, or is developed or published as one thing. The
// papers of persons and offices are not, also beside a README.
func (f *Facts) forOthers() bool { return f.MainLanguage != "" || f.Vouched }

// SharedDocuments returns the documents as reports quote them. Sentences are quoted of targets that are made for
// others, and of READMEs without addresses of persons; other documents are shown by their names and headings only.
func (f *Facts) SharedDocuments() []Document {
	if f.forOthers() {
		return f.Documents
	}
	all := slices.Clone(f.Documents)
	for i := range all {
		d := &all[i]
		d.Terms = nil // the names in it are among them
		readme := strings.HasPrefix(strings.ToLower(d.Path.Base()), "readme")
		if d.Summary != "" && (!readme || HasContact(d.Summary)) {
			withholdSummary(d)
		}
	}
	return all
}

// withholdSummary removes the summary of a document with its evidence, which is the last.
func withholdSummary(d *Document) {
	kept := max(len(d.Evidence)-1, 0)
	if d.Title != "" {
		kept = max(kept, min(1, len(d.Evidence)))
	}
	d.Summary, d.Evidence = "", d.Evidence[:kept]
}

// SharedPapers returns the texts in LaTeX as reports quote them: the abstract of a text is quoted if the target is made
// for others, or if the text cites the works of others, as published texts do. A letter or a report is private.
func (f *Facts) SharedPapers() []Paper {
	if f.forOthers() {
		return f.Papers
	}
	all := slices.Clone(f.Papers)
	for i := range all {
		if !all[i].Published() {
			all[i].Abstract = ""
		}
	}
	return all
}

// Published reports whether a text in LaTeX cites the works of others.
func (p *Paper) Published() bool { return p.References.Cited > 0 }

// SharedThemes returns the key terms as reports show them: unless the target is made for others, single words that
// several documents have. Two words can be the name of a person.
func (f *Facts) SharedThemes() []Term {
	if f.forOthers() {
		return f.Themes
	}
	return slices.DeleteFunc(slices.Clone(f.Themes), func(t Term) bool {
		return t.Documents == 1 || strings.Contains(t.Text, " ")
	})
}

// SharedDatasets returns the datasets as reports show them: unless the target is made for others, without the values of
// columns that can be amounts, names or addresses, by the name of the column or by their form.
func (f *Facts) SharedDatasets() []Dataset {
	if f.forOthers() {
		return f.Datasets
	}
	all := slices.Clone(f.Datasets)
	for i := range all {
		columns := slices.Clone(all[i].Columns)
		for k := range columns {
			if c := &columns[k]; c.discloses() {
				c.Min, c.Max, c.Examples = "", "", nil
			}
		}
		all[i].Columns = columns
	}
	return all
}
