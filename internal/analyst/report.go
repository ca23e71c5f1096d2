package analyst

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"luminos"
	"luminos/internal/tool"
	"luminos/internal/words"
)

// handedIn is the report of the model on the unit.
type handedIn struct {
	report   *reportInput       // the last one that the model submitted, or nil
	held     []luminos.Evidence // of the claims of the report that hold
	answers  []luminos.Answer   // to the questions of the unit
	refusals int                // reports with faults
	whole    bool               // the report has no faults
}

type reportInput struct {
	Summary          string        `json:"summary" jsonschema:"what this directory is for and how it does it: specific, with actual file names; of the first directory where there are several"`
	Confidence       float64       `json:"confidence" jsonschema:"0 to 1: how sure you are of the summary"`
	ConfidenceReason string        `json:"confidence_reason,omitempty" jsonschema:"why not surer"`
	Completeness     float64       `json:"completeness" jsonschema:"0 to 1: how thoroughly you covered it"`
	NotableFiles     []string      `json:"notable_files,omitempty" jsonschema:"files a reader should open first"`
	Claims           []claimInput  `json:"claims,omitempty" jsonschema:"what the summary says that can be checked"`
	Directories      []dirInput    `json:"directories,omitempty" jsonschema:"one for each directory, where the unit has several"`
	Answers          []answerInput `json:"answers,omitempty" jsonschema:"one for each question that the plan asks of this unit"`

	Withdraw []withdrawInput `json:"withdraw,omitempty" jsonschema:"earlier findings that do not hold; the others stay"`
}

type answerInput struct {
	Question int          `json:"question" jsonschema:"its number in the list of questions, from 1"`
	Answer   string       `json:"answer" jsonschema:"what you found out, in one to three sentences; if that is nothing, what you tried"`
	Claims   []claimInput `json:"claims,omitempty" jsonschema:"what shows it"`
}

type dirInput struct {
	Path         string  `json:"path"`
	Summary      string  `json:"summary"`
	Confidence   float64 `json:"confidence"`
	Completeness float64 `json:"completeness"`
}

// refusalsMost is the number of reports with faults that are refused. The next one is accepted without the parts that
// are faulty.
const refusalsMost = 2

// submit handles calls of submit_report: it refuses reports with faults, at most refusalsMost times, and the first
// report with claims that fail, without an answer to each question or with a low confidence. The sound parts of a
// refused report are used if the model submits no better one.
func (w *work) submit(ctx context.Context, in reportInput) (tool.Result, error) {
	problem := w.faults(ctx, &in)
	if problem != "" {
		if in = w.sound(ctx, in); !in.says() || w.whole {
			return tool.Failure("submit_report: %s; call it again", problem), nil
		}
	}
	wrong, err := w.take(ctx, in)
	before := w.whole
	w.whole = problem == ""
	if why := in.strategy(w.left, w.unread(w.files)); why != "" {
		wrong = append(wrong, why)
	}
	switch {
	case err != nil:
		return tool.Result{}, err
	case problem != "":
		if w.refusals++; w.refusals <= refusalsMost {
			return tool.Failure("submit_report: %s; call it again", problem), nil
		}
		return tool.Result{Text: "accepted without its faulty parts: " + problem, Ends: true}, nil
	}
	if before {
		wrong = nil // the model knows
	}
	if why := w.sendBack(); why != "" {
		wrong = append(wrong, why)
	}
	if len(wrong) > 0 {
		why := strings.Join(wrong, ". And ")
		return tool.Failure("submit_report: not yet accepted, because %s. Then call it again.", why), nil
	}
	return tool.Result{Text: "accepted", Ends: true}, nil
}

// take makes in the report of the unit, with the claims that hold. It returns messages to the model about claims that
// do not hold and about open questions.
func (w *work) take(ctx context.Context, in reportInput) (wrong []string, err error) {
	held, failed, _, err := w.judged(ctx, w.unit.Path(), in.Claims)
	if err != nil {
		return nil, err
	}
	answers, more, err := w.answer(ctx, in.Answers)
	if err != nil {
		return nil, err
	}
	w.report, w.held, w.answers = &in, held, answers
	if failed = append(failed, more...); len(failed) > 0 {
		wrong = append(wrong, "claims do not hold: "+problems(failed)+". Put them right or leave them out")
	}
	if _, unknown := withdrawals(w.unit, in.Withdraw); len(unknown) > 0 {
		wrong = append(wrong, "withdraw names findings that you were not given: "+words.Some(unknown, 10))
	}
	if open := unanswered(answers); len(open) > 0 {
		list := words.Some(open, 2*luminos.QuestionsMost)
		wrong = append(wrong, "answers lacks "+list+" of the plan. If the files cannot answer it, say what you tried")
	}
	return wrong, nil
}

// says reports whether the report has a summary of a directory.
func (in *reportInput) says() bool {
	return strings.TrimSpace(in.Summary) != "" || len(in.Directories) > 0
}

// sound returns the report without its faulty parts: texts that repeat a file, and entries of directories that are
// empty, foreign or named before. Texts that are too long are cut when they are used.
func (w *work) sound(ctx context.Context, in reportInput) reportInput {
	fine := func(texts ...string) bool { return w.copied(ctx, texts) == "" }
	if !fine(in.Summary, in.ConfidenceReason) {
		in.Summary, in.ConfidenceReason = "", ""
	}
	if !fine(statements(in.Claims)) {
		in.Claims = nil
	}
	in.Withdraw = slices.DeleteFunc(slices.Clone(in.Withdraw), func(wd withdrawInput) bool { return !fine(wd.Reason) })
	known := map[luminos.Path]bool{}
	for _, d := range w.unit.Dirs {
		known[d.Path] = true
	}
	in.Directories = slices.DeleteFunc(slices.Clone(in.Directories), func(d dirInput) bool {
		p := pathOf(d.Path)
		keep := known[p] && strings.TrimSpace(visible(d.Summary)) != "" && fine(d.Summary)
		delete(known, p)
		return !keep
	})
	in.Answers = slices.DeleteFunc(slices.Clone(in.Answers), func(a answerInput) bool {
		return !fine(answerTexts([]answerInput{a})...)
	})
	return in
}

// faults returns a message to the model about the first defect that it finds in a report, or "".
func (w *work) faults(ctx context.Context, in *reportInput) string {
	missing := map[luminos.Path]bool{}
	for _, d := range w.unit.Dirs {
		missing[d.Path] = true
	}
	said := slices.Concat([]string{in.Summary, in.ConfidenceReason}, answerTexts(in.Answers), reasons(in.Withdraw))
	if len(in.Directories) > len(w.unit.Dirs) {
		return "directories has more entries than the unit has directories, which are " + words.List(w.dirNames())
	}
	for _, d := range in.Directories {
		p := pathOf(d.Path)
		switch {
		case !missing[p]:
			return named(p) + " is named twice, or is no directory of this unit, which is " + words.List(w.dirNames())
		case strings.TrimSpace(d.Summary) == "":
			return "the summary of " + named(p) + " is empty"
		}
		delete(missing, p)
		said = append(said, d.Summary)
	}
	delete(missing, w.unit.Path()) // the report's own summary is about the first directory
	switch {
	case strings.TrimSpace(in.Summary) == "":
		return "the summary is empty"
	case len(missing) > 0:
		return fmt.Sprintf("directories lacks %s of the unit's directories, such as %s", words.Count(len(missing)), named(slices.Sorted(maps.Keys(missing))[0]))
	}
	for _, s := range said {
		if utf8.RuneCountInString(s) > reportMost {
			return fmt.Sprintf("a summary is longer than %d characters", reportMost)
		}
	}
	return w.copied(ctx, append(said, statements(in.Claims)))
}

// dirNames returns the paths of the unit's directories as text for a model.
func (w *work) dirNames() []string {
	names := make([]string, len(w.unit.Dirs))
	for i, d := range w.unit.Dirs {
		names[i] = named(d.Path)
	}
	return names
}

// answerMost is the maximal number of characters of the answer to a question.
const answerMost = 1000

// answer returns one answer for each question of the unit, in their order, with the claims of the given answers that
// hold, and the claims that fail. A question without an answer is open. Of two answers to a question the last counts.
func (w *work) answer(ctx context.Context, given []answerInput) (answers []luminos.Answer, failed []failedClaim, err error) {
	for _, q := range w.unit.Questions {
		answers = append(answers, luminos.Answer{Question: q})
	}
	for _, in := range given[:min(len(given), 2*len(answers))] {
		if in.Question < 1 || in.Question > len(answers) {
			continue
		}
		held, wrong, _, err := w.judged(ctx, w.unit.Path(), in.Claims)
		if err != nil {
			return nil, nil, err
		}
		for i := range wrong {
			wrong[i].problem = fmt.Sprintf("answer %d, %s", in.Question, wrong[i].problem)
		}
		failed = append(failed, wrong...)
		a := &answers[in.Question-1]
		a.Answer, a.Evidence = paragraph(in.Answer, answerMost), held
	}
	return answers, failed, nil
}

// unanswered returns the numbers of the open questions as words: "question 2".
func unanswered(answers []luminos.Answer) (open []string) {
	for i, a := range answers {
		if a.Answer == "" {
			open = append(open, fmt.Sprintf("question %d", i+1))
		}
	}
	return open
}

// answerTexts returns the texts of answers and the statements of their claims.
func answerTexts(given []answerInput) (texts []string) {
	for _, in := range given {
		texts = append(texts, in.Answer, statements(in.Claims))
	}
	return texts
}
