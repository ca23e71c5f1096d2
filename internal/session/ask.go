package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"luminos"
	"luminos/internal/analyst"
	"luminos/internal/lookup"
	"luminos/internal/store"
	"luminos/internal/words"
)

// Reply is the reply to a question about a directory.
type Reply struct {
	Question string         `json:"question"`
	Report   ReportOf       `json:"report"`
	Findings *lookup.Answer `json:"findings"` // of the report, the best first
	// Answer has the sentences of a model; nil if none was asked.
	Answer *ModelAnswer `json:"answer,omitempty"`
	// Failed is the reason why the model gave no answer, or "".
	Failed   string            `json:"failed,omitempty"`
	Spending *luminos.Spending `json:"spending,omitempty"`

	report *luminos.Report
}

// ModelAnswer is the answer of a model to a question. Its sentences can be wrong; their evidence was checked.
type ModelAnswer struct {
	Model     string        `json:"model"`
	Sentences []lookup.Item `json:"sentences"`
	Unsettled string        `json:"unsettled,omitempty"`
	// LeftOut are the citations that did not hold.
	LeftOut []analyst.LeftOut `json:"left_out,omitempty"`
	// Judge is the model of the second reader, and Judged are its verdicts; "" without one.
	Judge  string           `json:"judge,omitempty"`
	Judged luminos.Verdicts `json:"judged,omitzero"`
}

// ReportOf identifies the report that a reply is from.
type ReportOf struct {
	Name   string    `json:"name"`
	Engine string    `json:"engine"`
	Made   time.Time `json:"made"`
	// New states that the report was made for the question.
	New bool `json:"new,omitempty"`
}

// Of returns the report that the reply is from, without names of persons.
func (r *Reply) Of() *luminos.Report { return r.report }

// Found reports whether the reply has anything to say.
func (r *Reply) Found() bool { return r.Answer != nil || len(r.Findings.Items) > 0 }

// findingsMost is the number of findings in a reply.
const findingsMost = 8

// Ask answers a question about a directory from its stored report. Without one, a report by rules is made and stored
// first. If the request has models, the one of the synthesis then answers, with tools that read the directory, and the
// second reader judges its sentences. The errors are the ones of [Run]; that the model gave no answer is part of the reply.
func Ask(ctx context.Context, req Request, question string) (*Reply, error) {
	reply, _, err := ask(ctx, req, question, false)
	return reply, err
}

// EstimateQuestion returns the expected work and cost of a question, whose request has models. It makes no call, needs
// no key and stores nothing. The errors are the ones of [Run].
func EstimateQuestion(ctx context.Context, req Request, question string) (*luminos.Estimate, error) {
	_, e, err := ask(ctx, req, question, true)
	return e, err
}

// ask returns the reply to a question or, ahead of the first call, its estimate.
func ask(ctx context.Context, req Request, question string, ahead bool) (*Reply, *luminos.Estimate, error) {
	if req.Clock == nil {
		req.Clock = time.Now
	}
	if req.Models != nil { // the other passes have no model, which would be looked up
		only := *req.Models
		only.Names = analyst.Models{Synthesis: only.Names.Synthesis, Judge: only.Names.Judge}
		req.Models = &only
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r := &run{Request: req, stop: stop, ahead: ahead}
	defer r.close()
	if err := prepare(ctx, r); err != nil {
		return nil, nil, err
	}
	report, made, err := r.reported(ctx)
	if err != nil {
		return nil, nil, err
	}
	book := lookup.New(report, checkerOf(r))
	reply := &Reply{Question: question, report: book.Report(), Report: ReportOf{
		Name: report.Target.Name, Engine: report.Target.Engine, Made: report.Run.StartedAt, New: made,
	}}
	if reply.Findings, err = book.Find(ctx, question, lookup.Page{Limit: findingsMost}); err != nil || r.Models == nil {
		return reply, nil, err
	}
	err = askModel(ctx, r, book, reply)
	if errors.Is(err, errAhead) {
		return nil, r.estimate, nil
	}
	reply.Spending = r.spending()
	return reply, nil, err
}

// askModel adds the answer of the model to a reply, or the reason why it gave none. The error is the end of ctx, a
// [*RefusedError], errAhead, or the error of the confirmation.
func askModel(ctx context.Context, r *run, book *lookup.Book, reply *Reply) error {
	sink := luminos.Tee(r.Sink, r.ledger.Add)
	engine, err := newEngine(ctx, r, sink, 1)
	if err != nil {
		return err
	}
	overview, err := book.Overview(ctx)
	if err != nil {
		return err
	}
	open := func(context.Context) (*lookup.Book, error) { return book, nil }
	q := &analyst.Question{
		Question: words.Line(reply.Question, 4000), Overview: overview.Text(r.Clock()), Findings: reply.Findings.Text(),
		Tools: lookup.Tools(open, r.Clock),
	}
	if err := confirmQuestion(ctx, r, engine, q); err != nil {
		return err
	}
	answer, err := analyst.NewResponder(engine).Reply(ctx, q)
	switch {
	case context.Cause(ctx) != nil:
		return context.Cause(ctx)
	case err != nil:
		reply.Failed = words.Line(err.Error(), 400)
		return nil
	}
	said := &ModelAnswer{Model: r.Models.Names.Synthesis, Unsettled: answer.Unsettled, LeftOut: answer.Failed}
	if err := judgeAnswer(ctx, r, engine, said, answer.Statements); err != nil {
		return err
	}
	for i := range answer.Statements { // that something is absent is shown by a count, if the second reader agrees
		s := &answer.Statements[i]
		s.Unsupported = s.Unsupported && (len(s.Evidence) == 0 || !s.Judgement.Is(luminos.Supported))
	}
	said.Sentences, err = book.Said(ctx, answer.Statements)
	reply.Answer = said
	return err
}

// confirmQuestion stores the estimate of a question. Unless only the estimate is asked for, it sends a notice with the
// expected cost, guards the budget and asks for a confirmation.
func confirmQuestion(ctx context.Context, r *run, engine *analyst.Engine, q *analyst.Question) error {
	model, priced := engine.ModelOf(luminos.PassAsk)
	work := analyst.NewResponder(engine).Forecast(q)
	e := &luminos.Estimate{Models: []string{model}, Range: work.Range, Costliest: []luminos.DirEstimate{},
		ByPass: []luminos.PassEstimate{{
			Pass: luminos.PassAsk, Model: model, Priced: priced, Conversations: 1, Forecast: work,
		}}}
	if !priced {
		e.Unpriced = e.Models
	}
	foreseeJudge(engine, e)
	r.estimate = complete(e, r.Models.Prices, r.forecasts())
	if r.ahead {
		return errAhead
	}
	r.limits.Guard(e.High.Tokens())
	host := r.Models.Account.Host()
	r.notify(luminos.Info, fmt.Sprintf("asking %s at %s: %s expected", model, host, Projected(&e.Range))+
		ending(r.Models, e))
	if r.Confirm == nil {
		return nil
	}
	return r.Confirm(ctx, e)
}

// reported returns the stored report on the target. Without one it makes a report by rules; made is then true.
func (r *run) reported(ctx context.Context) (report *luminos.Report, made bool, err error) {
	if r.cache != nil {
		report, _, err = r.cache.Last(r.Target.Stored())
		switch {
		case err == nil && report.SchemaVersion == luminos.SchemaVersion:
			return report, false, nil
		case err == nil:
			r.notify(luminos.Info, "the stored report was written by another version of luminos")
		case !errors.Is(err, store.ErrNone):
			r.notify(luminos.Info, fmt.Sprintf("the stored report is not used: %v", err))
		}
	}
	r.notify(luminos.Info, "there is no report on this directory yet: one by rules is made first")
	rules := &run{Request: r.Request, target: r.target, cache: r.cache, stop: r.stop, held: r.held}
	rules.Models, rules.Choose, rules.Confirm = nil, nil, nil
	if r.ahead {
		rules.cache = nil // an estimate stores nothing
	}
	defer func() {
		if rules.inv != nil {
			rules.inv.Close()
		}
	}()
	if err := rules.begin(ctx); err != nil {
		return nil, true, err
	}
	report, err = rules.passes(ctx)
	return report, true, err
}
