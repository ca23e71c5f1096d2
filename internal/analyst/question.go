package analyst

import (
	"context"
	"fmt"
	"strings"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/model"
	"luminos/internal/tool"
	"luminos/internal/words"
)

// Question is a question about the target of an engine, with the texts of the report that are shown with it.
type Question struct {
	Question           string
	Overview, Findings string
	// Tools look things up in the report.
	Tools []tool.Tool
}

// Answer is the answer of a model to a [Question].
type Answer struct {
	// Statements have the evidence that holds.
	Statements []luminos.Statement
	// Unsettled describes open parts of the question; "" without any.
	Unsettled string
	// Failed are the claims that did not hold and were left out.
	Failed []LeftOut
}

// LeftOut is a claim of an answer that did not hold: the sentence that it was to show, and the problem.
type LeftOut struct {
	Sentence string `json:"sentence"`
	Problem  string `json:"problem"`
}

const (
	answerTurns    = 10
	sentencesMost  = 8   // sentences, as ask.md says
	sentenceMost   = 600 // characters
	unsettledMost  = 800
	problemMost    = 300
	answeredTokens = 700     // of an answer with its claims
	foundBytes     = 6 << 10 // of the results of one turn
)

// replyInput holds the arguments of the tool submit_answer.
type replyInput struct {
	Sentences []sentenceInput `json:"sentences" jsonschema:"the answer, one to eight sentences"`
	Unsettled string          `json:"unsettled,omitempty" jsonschema:"what stays open, and what was looked at"`
}

type sentenceInput struct {
	Text   string        `json:"text" jsonschema:"one sentence"`
	Places []sourceInput `json:"places,omitempty" jsonschema:"the places that show it"`
}

// sourceInput is a place that shows a sentence, as a model wrote it.
type sourceInput struct {
	Path  string `json:"path" jsonschema:"the file"`
	First int    `json:"first_line,omitempty" jsonschema:"first line of the place, from 1"`
	Last  int    `json:"last_line,omitempty" jsonschema:"of over 30 lines only the quote's count"`
	Quote string `json:"quote,omitempty" jsonschema:"a piece of those lines, copied exactly: several words"`
	measureInput
}

// claims returns the places of the sentence as claims with the given statement.
func (s *sentenceInput) claims(statement string) []claimInput {
	list := make([]claimInput, len(s.Places))
	for i, p := range s.Places {
		list[i] = claimInput{Statement: statement, Path: p.Path, First: p.First, Last: p.Last, Quote: p.Quote,
			measureInput: p.measureInput}
	}
	return list
}

// Responder is the part of an engine that answers questions of the user.
type Responder struct{ engine *Engine }

// NewResponder returns the part of the engine e that answers questions.
func NewResponder(e *Engine) *Responder { return &Responder{e} }

// Reply asks the model a question, in one conversation that is not stored.
func (r *Responder) Reply(ctx context.Context, q *Question) (*Answer, error) {
	var got *Answer
	out, err := r.engine.ask(ctx, luminos.Event{Pass: luminos.PassAsk}, r.loop(q, &got))
	return submitted(got, out, err)
}

// Forecast returns the expected work of the conversation about a question.
func (r *Responder) Forecast(q *Question) luminos.Forecast {
	opening := tokensOf(r.loop(q, new(*Answer)))
	return r.engine.forecast(luminos.PassAsk, func(a appetite) course {
		turns := min(a.resolves, answerTurns)
		return course{
			opening: opening, turns: turns, cached: true, results: float64((turns-1)*foundBytes) / tokenBytes,
			output: float64(turns)*float64(a.said) + answeredTokens,
		}
	})
}

// loop returns the conversation about a question, which stores the last answer in got.
func (r *Responder) loop(q *Question, got **Answer) agent.Loop {
	submit := r.submit(got)
	tools := append(append([]tool.Tool{}, q.Tools...), r.engine.opts.Tools...)
	return agent.Loop{
		Terms: agent.Terms{
			System: prompt("ask.md", answerTurns), Opening: render("ask_opening.md", q), Cache: model.Cache5m,
		},
		Limits: agent.Limits{Turns: answerTurns}, Tools: append(tools, submit), Submit: submit.Name,
	}
}

// submit returns the tool submit_answer, which ends the conversation. It stores each answer in got, so that the
// last one counts. A first answer with claims that do not hold or cite too many lines, or without claims, is sent back.
func (r *Responder) submit(got **Answer) tool.Tool {
	submit := tool.New[replyInput, none]("submit_answer", "Submit the answer",
		"Hands in the answer and ends the task. Claims are checked; if some do not hold you are told once.",
		func(ctx context.Context, in replyInput) (tool.Result, error) {
			first := *got == nil
			a, wrong, err := r.answered(ctx, &in) // of all sentences
			switch {
			case err != nil:
				return tool.Result{}, err
			case len(a.Statements) == 0:
				return tool.Failure("submit_answer: no sentence has text; write at least one"), nil
			}
			*got = a
			if first && len(wrong) > 0 {
				return tool.Failure("submit_answer: %s. Put it right, or leave the sentence out, and submit the whole answer again",
					strings.Join(wrong, "; ")), nil
			}
			return tool.Result{Text: "accepted", Ends: true}, nil
		})
	submit.Local = true
	return submit
}

// answered returns the answer in the arguments of submit_answer with its checked evidence, and messages to the model
// about all sentences with a place that does not hold or has too many lines, or without one.
func (r *Responder) answered(ctx context.Context, in *replyInput) (a *Answer, wrong []string, err error) {
	a = &Answer{Unsettled: paragraph(in.Unsettled, unsettledMost)}
	all := func(luminos.Path) bool { return true } // a quote that is there shows that its author knows the file
	for i, s := range in.Sentences[:min(len(in.Sentences), sentencesMost)] {
		st := luminos.Statement{Text: words.Stop(paragraph(s.Text, sentenceMost)), Basis: luminos.Judged}
		if paragraph(s.Text, sentenceMost) == "" {
			continue
		}
		places := s.claims(st.Text)
		held, failed, err := r.engine.cited(ctx, "place", places, all)
		if err != nil {
			return nil, nil, err
		}
		for _, c := range failed {
			a.Failed = append(a.Failed, LeftOut{st.Text, paragraph(c.reason, problemMost)})
		}
		st.Evidence, st.Unsupported = held, solid(held) == 0
		a.Statements = append(a.Statements, st)
		switch {
		case len(failed) > 0:
			wrong = append(wrong, fmt.Sprintf("sentence %d: %s", i+1, problems(failed)))
		case long(places):
			wrong = append(wrong, fmt.Sprintf("sentence %d: %s: name the lines that decide", i+1, shortened))
		case len(held) == 0 && a.Unsettled == "":
			wrong = append(wrong, fmt.Sprintf("sentence %d cites nothing", i+1))
		}
	}
	if n := len(in.Sentences) - sentencesMost; n > 0 {
		wrong = append(wrong, fmt.Sprintf("%d sentences are too many: at most %d", len(in.Sentences), sentencesMost))
		a.Unsettled = strings.TrimSpace(a.Unsettled + " Left out: the last " + words.Plural(n, "sentence") + " of the answer.")
	}
	return a, wrong, nil
}
