package main

import (
	"cmp"
	"context"
	"slices"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/analyst"
	"luminos/internal/evidence"
	"luminos/internal/investigate"
	"luminos/internal/redact"
)

// think gives a run the model engine: who answers, what may be looked at, where
// conversations are kept, and who is told.
func (a *app) think(ctx context.Context, o *reportOptions, seen *sight, past *past, opts *investigate.Options) error {
	p := o.with
	tools, err := seen.tools(ctx)
	if err != nil {
		return failed(err, "a report by rules needs no such process: luminos --offline")
	}
	ledger := &investigate.Ledger{}
	a.spent = func() *luminos.Spending { return ledger.Spending(p.prices.Date) }
	opts.Sink = luminos.Tee(opts.Sink, ledger.Add)
	p.listen(opts.Sink)
	var mask func(string) string
	if !seen.masked {
		mask = func(text string) string { text, _ = redact.Text(text); return text }
	}
	engine := analyst.New(analyst.Options{
		Client: p.client, Models: p.models, Prices: p.prices, Tools: tools, Checker: evidence.Checker{Source: redact.NewSource(seen.source, nil)},
		Journal: past.journal(), Sink: opts.Sink, Mask: mask, Context: p.context, MaxOutput: p.maxOutput, Effort: p.effort,
	})
	opts.Engine = engine
	opts.Models = slices.Compact(slices.Sorted(slices.Values([]string{p.models.Survey, p.models.Plan, p.models.Directories, p.models.Synthesis})))
	opts.Build += ", " + p.name
	opts.Parallel = cmp.Or(opts.Parallel, defaultCalls)
	opts.Spent = a.spent
	return nil
}

// journal opens the record of a conversation; nil where nothing is kept.
func (p *past) journal() func(name string) (agent.Journal, error) {
	if p.inv == nil {
		return nil
	}
	return func(name string) (agent.Journal, error) { return p.inv.Journal(name) }
}
