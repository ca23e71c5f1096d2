package investigate

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"luminos"
)

// Refiner improves a report that was written before.
type Refiner interface {
	Engine
	// Refine looks into the doubts of the report in the dossier, and returns the changes to the report. n counts the
	// passes from 1. With an error, the changes are the flags and reviews before it, or nil.
	Refine(ctx context.Context, d *luminos.Dossier, n int) (*luminos.Refined, error)
}

// refinements returns the passes that improve the report of the synthesis.
func refinements(r *run) (list []pass) {
	by, ok := r.engine.(Refiner)
	for n := 1; ok && n <= r.Refine; n++ {
		if r.Judge != nil {
			list = append(list, judgeBefore(r, n))
		}
		list = append(list, refine(r, by, n))
	}
	return list
}

// refine returns the pass of refinement with the number n.
func refine(r *run, by Refiner, n int) pass {
	return pass{name: luminos.PassRefine, version: 2, text: "Refining the report",
		skip: func(d *luminos.Dossier) string { return needless(d.Synthesis, n) },
		run: func(ctx context.Context, d *luminos.Dossier) error {
			if d.Synthesis.Refinement == nil {
				d.Synthesis.Refinement = &luminos.Refinement{Asked: r.Refine, Passes: []luminos.RefinementPass{}}
			}
			d.Doubtful = doubtful(d, lowest(&r.Options))
			got, err := guarded(r, luminos.PassRefine, "", func() (*luminos.Refined, error) { return by.Refine(ctx, d, n) })
			if got != nil && ctx.Err() == nil {
				refined(d, got, err != nil)
			}
			if err == nil && got == nil {
				err = errNoResult
			}
			return err
		},
		instead: "the report before it stays, with the flags and reviews that it had noted",
	}
}

// needless returns why the pass of refinement with the number n is not made, or "".
func needless(s *luminos.Synthesis, n int) string {
	if n == 1 {
		return ""
	}
	if s.Refinement == nil || len(s.Refinement.Passes) < n-1 || s.Refinement.Passes[n-2].Unfinished {
		return "the pass before it was not finished"
	}
	switch last := &s.Refinement.Passes[n-2]; {
	case last.Looked == 0:
		return "the pass before it looked at nothing"
	case !last.Changes():
		return "the pass before it found nothing"
	}
	return ""
}

// refinedVersion returns a text that changes with the bound of low confidence, on which a refinement depends, or ""
// without refinement.
func refinedVersion(r *run) string {
	if _, ok := r.engine.(Refiner); !ok || r.Refine == 0 {
		return ""
	}
	return fmt.Sprintf("; refine below %g", lowest(&r.Options))
}

// lowest returns the lowest confidence of an entry that is not doubtful.
func lowest(o *Options) float64 { return cmp.Or(o.LowConfidence, DefaultLowConfidence) }

// doubtful returns the directories with a confidence below the bound, the lowest first.
func doubtful(d *luminos.Dossier, bound float64) (paths []luminos.Path) {
	for _, e := range luminos.LowConfidence(d.Entries, bound) {
		paths = append(paths, e.Path)
	}
	return paths
}

// refined adds the changes of a pass of refinement to the synthesis and the entries of the dossier, and a record of
// them to the synthesis. unfinished states that the pass failed after these changes.
func refined(d *luminos.Dossier, by *luminos.Refined, unfinished bool) {
	before := d.Synthesis
	after := *before
	answered := settle(d, &after, by.Answers)
	after.Sections = replaced(after.Sections, by.Sections, by.Answers)
	after.Flags = mergeFlags(before.Flags, tidyFlags(by.Flags))
	var withdrawn []luminos.WithdrawnFlag
	raised := slices.Clone(after.Flags)
	after.Flags, withdrawn = reviewed(after.Flags, by.Reviews)
	after.Sections = restated(after.Sections, raised, after.Flags)
	after.Withdrawn = slices.Concat(before.Withdrawn, withdrawn)
	if len(by.Worst) > 0 {
		for i := range after.Flags {
			after.Flags[i].Order = 0
		}
		order(after.Flags, by.Worst)
	}
	change := changesOf(before, &after)
	change.Looked, change.Answered, change.Unfinished = by.Looked, answered, unfinished
	for _, f := range withdrawn {
		change.Withdrawn = append(change.Withdrawn, luminos.FlagName{Path: f.Path, Finding: f.Finding})
	}
	// A flag that is raised again is withdrawn no more.
	after.Withdrawn = slices.DeleteFunc(after.Withdrawn, func(w luminos.WithdrawnFlag) bool {
		return slices.ContainsFunc(after.Flags, func(f luminos.Flag) bool { return identify(&f) == identify(&w.Flag) })
	})
	after.Refinement = &luminos.Refinement{
		Asked: before.Refinement.Asked, Passes: append(slices.Clone(before.Refinement.Passes), change),
	}
	d.Synthesis = &after
}

// replaced returns the sections of a report after a refinement. A section of the refinement replaces the section with
// the same id. Open questions are added; the ones that have answers are removed.
func replaced(sections, by []luminos.Section, answers []luminos.Settled) []luminos.Section {
	sections = slices.Clone(sections)
	for _, s := range by {
		if s.ID == "" || len(s.Statements)+len(s.Items)+len(s.Questions) == 0 {
			continue
		}
		i := slices.IndexFunc(sections, func(o luminos.Section) bool { return o.ID == s.ID })
		if s.Statements == nil {
			s.Statements = []luminos.Statement{} // not null in JSON
		}
		switch {
		case i < 0:
			sections = append(sections, s)
		case len(s.Questions) > 0:
			known := sections[i].Questions
			more := slices.DeleteFunc(slices.Clone(s.Questions), func(q luminos.Question) bool {
				return slices.ContainsFunc(known, asks(q.Question))
			})
			sections[i].Questions = slices.Concat(known, more)
		default:
			s.Title = cmp.Or(s.Title, sections[i].Title)
			sections[i] = s
		}
	}
	for i := range sections {
		if s := &sections[i]; s.ID == openQuestions {
			s.Questions = slices.DeleteFunc(slices.Clone(s.Questions), func(q luminos.Question) bool {
				return slices.ContainsFunc(answers, func(a luminos.Settled) bool { return a.Path == "" && asks(a.Question)(q) })
			})
		}
	}
	sections = slices.DeleteFunc(sections, func(s luminos.Section) bool {
		return s.ID == openQuestions && len(s.Questions)+len(s.Statements)+len(s.Items) == 0
	})
	slices.SortStableFunc(sections, func(a, b luminos.Section) int { return cmp.Compare(rankOf(a.ID), rankOf(b.ID)) })
	return sections
}

// Ids of sections with questions.
const (
	openQuestions = "open_questions"
	planAnswers   = "answers"
)

// asks returns a function that reports whether a question has this text.
func asks(text string) func(luminos.Question) bool {
	return func(q luminos.Question) bool { return luminos.Fold(q.Question) == luminos.Fold(text) }
}

// settle stores answers in the entries of the dossier, and in the section of answers of the synthesis s. It returns the
// questions that were open and have an answer now.
func settle(d *luminos.Dossier, s *luminos.Synthesis, answers []luminos.Settled) []string {
	answered := []string{}
	d.Entries = slices.Clone(d.Entries) // stored results share the entries
	for _, a := range answers {
		if a.Answer.Answer = valid(a.Answer.Answer); a.Answer.Answer == "" {
			continue
		}
		if a.Path != "" && !fillIn(d.Entries, a) {
			continue
		}
		answered = append(answered, a.Question)
		s.Sections = withAnswer(s.Sections, a)
	}
	return answered
}

// fillIn stores the answer a in the entry with its question, if it is open there, and reports whether it was.
func fillIn(entries []luminos.Entry, a luminos.Settled) bool {
	i := slices.IndexFunc(entries, func(e luminos.Entry) bool { return e.Path == a.Path })
	if i < 0 {
		return false
	}
	list := slices.Clone(entries[i].Answers)
	k := slices.IndexFunc(list, func(o luminos.Answer) bool { return o.Question == a.Question && o.Answer == "" })
	if k < 0 {
		return false
	}
	list[k], entries[i].Answers = a.Answer, list
	return true
}

// withAnswer returns the sections with the answer a as an item of the section of answers, in which its question is open
// no more.
func withAnswer(sections []luminos.Section, a luminos.Settled) []luminos.Section {
	sections = slices.Clone(sections)
	i := slices.IndexFunc(sections, func(s luminos.Section) bool { return s.ID == planAnswers })
	if i < 0 {
		i = len(sections)
		sections = append(sections, luminos.Section{ID: planAnswers, Title: "Answers", Statements: []luminos.Statement{}})
	}
	s := &sections[i]
	answer := luminos.Statement{Text: a.Question + " " + a.Answer.Answer, Basis: luminos.Judged, Evidence: a.Evidence}
	if a.Path != "" {
		answer.From = []string{"entries"} // there its claims are judged
	}
	s.Items = append(slices.Clone(s.Items), luminos.Item{Label: string(cmp.Or(a.Path, luminos.Root)), Statement: answer})
	if k := slices.IndexFunc(s.Questions, asks(a.Question)); k >= 0 {
		s.Questions = slices.Delete(slices.Clone(s.Questions), k, k+1)
	}
	return sections
}

// changesOf returns the differences of two states of a report in sections and flags, without withdrawn flags.
func changesOf(before, after *luminos.Synthesis) luminos.RefinementPass {
	c := luminos.RefinementPass{
		Sections: []string{}, Added: []luminos.FlagName{}, Withdrawn: []luminos.FlagName{}, Changed: []luminos.FlagName{},
	}
	texts := map[string]string{}
	for i := range before.Sections {
		texts[before.Sections[i].ID] = wording(&before.Sections[i])
	}
	for i := range after.Sections {
		s := &after.Sections[i]
		if text, known := texts[s.ID]; s.ID != planAnswers && (!known || text != wording(s)) {
			c.Sections = append(c.Sections, s.ID)
		}
	}
	flags := map[flagIdentity]*luminos.Flag{}
	for i := range before.Flags {
		flags[identify(&before.Flags[i])] = &before.Flags[i]
	}
	for i := range after.Flags {
		f := &after.Flags[i]
		name := luminos.FlagName{Path: f.Path, Finding: f.Finding}
		was := flags[identify(f)]
		switch {
		case was == nil:
			c.Added = append(c.Added, name)
		case was.Severity != f.Severity || was.Finding != f.Finding || len(was.Also) != len(f.Also) ||
			was.Disputed != f.Disputed || len(was.Evidence) != len(f.Evidence):
			c.Changed = append(c.Changed, name)
		}
		c.Reordered = c.Reordered || was != nil && was.Order != f.Order
	}
	return c
}

// wording returns the texts of a section with the places that they cite, for comparisons.
func wording(s *luminos.Section) (text string) {
	eachStatement(s, func(st *luminos.Statement) {
		text += st.Text
		for _, e := range st.Evidence {
			id := luminos.NewClaim(st.Text, e).ID
			text += " " + id
		}
		text += "\n"
	})
	for i := range s.Items {
		text += s.Items[i].Label + "\n"
	}
	for _, q := range s.Questions {
		text += q.Question + "\n"
	}
	return text
}

// refinements adds the forecasts of the passes of refinement. The least work is one pass, which finds nothing.
func (f *forecast) refinements() {
	if _, ok := f.engine.(Refiner); !ok || f.Refine == 0 {
		return
	}
	d := f.dossier
	d.Doubtful, d.Unsupported = doubtful(d, lowest(&f.Options)), f.likelyUnsupported()
	d.Synthesis = &luminos.Synthesis{Flags: slices.Concat(d.Raised, d.Flags), Sections: []luminos.Section{{
		ID: "detailed", Statements: []luminos.Statement{{Text: standIn(likelyReport), Basis: luminos.Judged}},
	}}}
	for n := range f.Refine {
		work := f.by.Forecast(luminos.PassRefine, d)
		if n > 0 {
			work.Low = luminos.Work{}
		}
		f.add(luminos.PassRefine, work)
	}
}

// likelyReport is the length of the stand-in for the sections of a report, in characters.
const likelyReport = 3_500
