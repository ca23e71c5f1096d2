package rules

import (
	"fmt"
	"slices"

	"luminos"
	"luminos/internal/pathrole"
	"luminos/internal/words"
)

// QuestionOfPurpose is the open question of the rules that a brief answers.
const QuestionOfPurpose = "What is this for?"

// openQuestions returns the section that lists the questions which the rules could not answer.
func (w *writer) openQuestions() *luminos.Section {
	var q []luminos.Question
	ask := func(question, why, tried string) {
		q = append(q, luminos.Question{Question: question, Why: why, Tried: tried})
	}
	if w.Scan.SurveySignals.Files == 0 {
		return nil
	}
	if w.Facts.Description == "" && !w.forItself() {
		why := "No README and no manifest describes the whole."
		if w.Facts.Readme != nil {
			why = "No sentence at the head of " + string(w.Facts.Readme.Path) + " was taken for a description."
		}
		ask(QuestionOfPurpose, why, "Manifests, README and documentation comments.")
	}
	if w.isCode() && w.Facts.License == "" && len(w.Facts.Licenses) > 0 {
		ask("What does the licence text allow?", fmt.Sprintf("%s states no known licence for the whole.", w.Facts.Licenses[0].Path), "Matching against the texts of known licences.")
	}
	if w.isCode() && len(w.Facts.EntryPoints) == 0 && !hasMain(w.Scan.Files) {
		ask("Where does it start?", "No entry point was found.", "Manifests, main functions and well-known file names.")
	}
	for _, n := range w.Facts.NotRead {
		ask("What do the "+n.What+" say?", words.Sentence(n.Reason), words.Sentence(words.Plural(n.Files, "file")+" measured, not read"))
	}
	if n := w.Facts.Imports.Unread; n > 0 {
		ask("What do the remaining source files import?", words.Plural(n, "file")+" were over the reading budget.", "Imports of "+words.Plural(w.Facts.Imports.Files, "file")+".")
	}
	if len(q) == 0 {
		return nil
	}
	return &luminos.Section{ID: "open_questions", Title: "Open questions", Statements: []luminos.Statement{}, Questions: q}
}

// hasMain reports whether a package of Python, other than a test or the work of others, has a file __main__.py, with
// which the package runs as a program.
func hasMain(files []luminos.File) bool {
	return slices.ContainsFunc(files, func(f luminos.File) bool {
		return f.Path.Base() == "__main__.py" && !f.Vendored && !pathrole.Test(f.Path) && !pathrole.Aside(f.Path)
	})
}

// answers returns the section with the answers of investigators to the questions of the plan, and the open questions.
func (w *writer) answers() *luminos.Section {
	s := &luminos.Section{ID: "answers", Title: "Questions of the plan", Statements: []luminos.Statement{}}
	for _, e := range w.Entries {
		for _, a := range e.Answers {
			if a.Answer == "" {
				why := "The plan asks it about " + words.Name(string(e.Path)) + "; no answer was found."
				s.Questions = append(s.Questions, luminos.Question{Question: a.Question, Why: why, Basis: luminos.Judged})
				continue
			}
			s.Items = append(s.Items, luminos.Item{Label: string(e.Path), Statement: luminos.Statement{
				Text: a.Question + " " + a.Answer, Basis: luminos.Judged, From: from("entries"), Evidence: a.Evidence,
			}})
		}
	}
	if len(s.Items)+len(s.Questions) == 0 {
		return nil
	}
	return s
}

// forItself reports whether the sort of the target says its purpose, as of mail, photographs or an e-book.
func (w *writer) forItself() bool {
	switch w.Facts.Sort {
	case luminos.SortMail, luminos.SortMedia, luminos.SortBook, luminos.SortNotes, luminos.SortBackups:
		return true
	}
	return w.several()
}

// Unknown returns the questions that rules cannot answer about a target of this kind or, if read is true, a model that
// read its files. The report lists them beside the coverage.
func Unknown(facts *luminos.Facts, read bool) []string {
	var out []string
	either := func(byRules, byModel string) string {
		if read {
			return byModel
		}
		return byRules
	}
	if facts.MainLanguage != "" {
		out = append(out, either("whether the code does what its names and documentation say, and how well",
			"how it behaves when it runs and where it is deployed: nothing was started"), "why it is built this way")
	}
	if len(facts.Documents) > 0 && facts.MainLanguage == "" {
		out = append(out, either("what the documents argue, and whether it is true", "whether the documents are true"))
	}
	if len(facts.Datasets) > 0 && facts.MainLanguage == "" {
		out = append(out, either("what the columns mean beyond their names, and whether the values are right",
			"whether the values are right"))
	}
	if len(facts.Media) > 0 && facts.MainLanguage == "" {
		out = append(out, "what the pictures, sounds and films show")
	}
	if len(out) == 0 {
		out = append(out, "what the files mean")
	}
	return out
}
