package analyst

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/model"
	"luminos/internal/tool"
	"luminos/internal/words"
)

// refineTurns is the number of turns of one pass of refinement. The prompt states it.
const refineTurns = 15

// Refine asks the model to resolve the doubts about the report in the dossier, and returns the changes to the report. n
// counts the passes from 1. With an error, the changes are the flags and reviews that the model noted before, or nil.
func (e *Engine) Refine(ctx context.Context, d *luminos.Dossier, n int) (*luminos.Refined, error) {
	e.check(ctx) // the budget depends on it
	f := newRefiner(e, d)
	out, err := e.ask(ctx, luminos.Event{Pass: luminos.PassRefine}, f.loop(n))
	got, err := submitted(f.got, out, err)
	if got == nil && len(f.flags)+len(f.reviews) > 0 {
		got = &luminos.Refined{}
	}
	if got != nil { // a report may have been refused before the last flags and reviews
		got.Looked, got.Flags, got.Reviews = f.looks, f.flags, f.reviewed()
	}
	return got, err
}

// loop returns the conversation of the refinement with the number n.
func (f *refiner) loop(n int) agent.Loop {
	e := f.engine
	f.opening = refineOpening(f.book, openingRoom(e.budget(e.opts.Models.Refine)))
	f.show(f.opening)
	return agent.Loop{
		Terms: agent.Terms{
			System: prompt("refine.md", refineTurns), Opening: f.opening, Cache: model.Cache5m, Key: strconv.Itoa(n),
		},
		Limits: agent.Limits{Turns: refineTurns}, Tools: append(f.noting(e.offered(f.book.d.Survey)), f.tools()...),
		Submit: "submit_report", Work: f,
	}
}

// refiner holds the data that the tools of a refinement change. It is a synthesist with a report, of which it hands in
// only the parts that change.
type refiner struct {
	*synthesist
	got   *luminos.Refined
	looks int // calls that read the target or an entry
}

func newRefiner(e *Engine, d *luminos.Dossier) *refiner {
	return &refiner{synthesist: newSynthesist(e, d)}
}

// Forget deletes everything that the conversation has stored.
func (f *refiner) Forget() {
	f.synthesist.Forget()
	f.got, f.looks = nil, 0
}

// Seen counts the calls that looked at something, beside the work of [synthesist.Seen].
func (f *refiner) Seen(use, result model.Block) {
	f.synthesist.Seen(use, result)
	own := slices.ContainsFunc(f.engine.opts.Tools, func(t tool.Tool) bool { return t.Name == use.Name && !t.Local })
	if !result.Failed && (own || use.Name == "read_cache") {
		f.looks++
	}
}

// refinedInput holds the arguments of submit_report in a refinement: the ones of a synthesis, none of which is needed.
type refinedInput struct {
	synthesisInput
	Brief   string          `json:"brief,omitempty" jsonschema:"two to four sentences that everybody reads"`
	Answers []answeredInput `json:"answers,omitempty" jsonschema:"one for each open question that you can answer now"`
}

type answeredInput struct {
	Question string `json:"question" jsonschema:"its name, such as Q2"`
	Answer   string `json:"answer" jsonschema:"one to three sentences; each cites the numbers of the claims that show it"`
}

// tools returns the tools that the engine offers for a refinement: the ones of the synthesis with another report.
func (f *refiner) tools() []tool.Tool {
	list := f.synthesist.tools()
	i := slices.IndexFunc(list, func(t tool.Tool) bool { return t.Name == "submit_report" })
	list[i] = local(tool.New[refinedInput, none]("submit_report", "Submit the changes",
		"Hands in what changes in the report, and ends the task. What is left out stays as it is.", f.submit))[0]
	return list
}

// submit handles a call of submit_report. It refuses the first report with unknown citations, or with answers that cite
// nothing, which is used without them if no better one comes.
func (f *refiner) submit(_ context.Context, in refinedInput) (tool.Result, error) {
	in.synthesisInput.Brief = in.Brief
	out, unknown := f.compose(&in.synthesisInput)
	answers, wrong := f.settled(in.Answers)
	f.got = &luminos.Refined{Synthesis: *out, Answers: answers}
	if unknown = append(unknown, wrong...); len(unknown) > 0 && f.sent == 0 {
		f.sent++
		return unknownCitations(unknown), nil
	}
	if why := f.sendBack(); why != "" {
		return tool.Failure("submit_report: not yet accepted, because %s. Then call it again.", why), nil
	}
	return tool.Result{Text: "accepted", Ends: true}, nil
}

// join returns one statement with the texts and the evidence of all given statements.
func join(statements []luminos.Statement) luminos.Statement {
	s := luminos.Statement{Basis: luminos.Judged}
	var texts []string
	for _, p := range statements {
		texts = append(texts, p.Text)
		s.Evidence = append(s.Evidence, p.Evidence...)
	}
	s.Text = strings.Join(texts, " ")
	return s
}

// settled returns the answers to open questions that cite claims, and the names and numbers that are wrong in them.
func (f *refiner) settled(in []answeredInput) (answers []luminos.Settled, wrong []string) {
	open := openQuestions(f.book.d)
	c := citer{book: f.book, shown: f.shown}
	done := map[string]bool{}
	for _, a := range in[:min(len(in), 2*len(open))] {
		name := strings.ToUpper(strings.TrimSpace(a.Question))
		i := slices.IndexFunc(open, func(q openQuestion) bool { return q.Name == name })
		text := join(c.sentences(paragraph(a.Answer, answerMost)))
		switch {
		case i < 0:
			wrong = append(wrong, short(20, a.Question))
		case len(text.Evidence) == 0:
			wrong = append(wrong, name+" (its answer cites nothing)")
		case !done[name]:
			done[name] = true
			answers = append(answers, luminos.Settled{Path: open[i].Path, Answer: luminos.Answer{
				Question: open[i].Question.Question, Answer: words.Stop(text.Text), Evidence: text.Evidence,
			}})
		}
	}
	return answers, append(c.unknown, wrong...)
}
