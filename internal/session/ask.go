package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"luminos"
	"luminos/internal/evidence"
	"luminos/internal/lookup"
	"luminos/internal/readable"
	"luminos/internal/redact"
	"luminos/internal/store"
)

// Reply is the reply to a question about a directory.
type Reply struct {
	Question string         `json:"question"`
	Report   ReportOf       `json:"report"`
	Findings *lookup.Answer `json:"findings"` // of the report, the best first

	report *luminos.Report
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
func (r *Reply) Found() bool { return len(r.Findings.Items) > 0 }

// findingsMost is the number of findings in a reply.
const findingsMost = 8

// Ask answers a question about a directory from its stored report. Without one, a report by rules is made and stored
// first. The errors are the ones of [Run].
func Ask(ctx context.Context, req Request, question string) (*Reply, error) {
	if req.Clock == nil {
		req.Clock = time.Now
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r := &run{Request: req, stop: stop}
	defer r.close()
	if err := r.open(ctx); err != nil {
		return nil, err
	}
	r.startEarly(ctx)
	r.confine()
	report, made, err := r.reported(ctx)
	if err != nil {
		return nil, err
	}
	book := lookup.New(report, evidence.Checker{
		Source: readable.Texts(redact.NewSource(r.target.source(), nil)), Measure: factReader{}.Measure,
	})
	reply := &Reply{Question: question, report: book.Report(), Report: ReportOf{
		Name: report.Target.Name, Engine: report.Target.Engine, Made: report.Run.StartedAt, New: made,
	}}
	reply.Findings, err = book.Find(ctx, question, lookup.Page{Limit: findingsMost})
	return reply, err
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
	rules.Models = nil
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
