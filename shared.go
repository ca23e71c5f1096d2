package luminos

import "slices"

// Shared returns a copy of the report that can be sent around: see [Inside.Shared].
func (r *Report) Shared() *Report {
	if r.Facts == nil {
		return r
	}
	shared, facts := *r, *r.Facts
	facts.Inside = facts.Inside.Shared()
	facts.Documents = facts.SharedDocuments()
	shared.Facts = &facts
	return &shared
}

// SharedDocuments returns the documents as reports quote them. Sentences are quoted of code and of a directory with a
// README, which are made for others; papers of persons and offices are shown by their names and headings only.
func (f *Facts) SharedDocuments() []Document {
	if f.MainLanguage != "" || f.Readme != nil {
		return f.Documents
	}
	all := slices.Clone(f.Documents)
	for i := range all {
		d := &all[i]
		if d.Summary != "" { // the last evidence is of the summary
			kept := max(len(d.Evidence)-1, 0)
			if d.Title != "" {
				kept = max(kept, min(1, len(d.Evidence)))
			}
			d.Summary, d.Evidence = "", d.Evidence[:kept]
		}
	}
	return all
}
