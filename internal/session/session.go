// Package session runs one investigation, from a request to a report: it opens
// the target and the cache, runs the passes, and stores the results. It needs no
// terminal and no command line, and has no state between runs.
package session

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"luminos"
	"luminos/internal/budget"
	"luminos/internal/evidence"
	"luminos/internal/facts"
	"luminos/internal/investigate"
	"luminos/internal/mcpclient"
	"luminos/internal/outline"
	"luminos/internal/readable"
	"luminos/internal/redact"
	"luminos/internal/sandbox"
	"luminos/internal/scan"
	"luminos/internal/search"
	"luminos/internal/store"
)

// Request describes one run of [Run]. Only Target is required.
type Request struct {
	Target Target
	// Scan says which part of the target is measured. Its Sink and Parallel are not
	// used, and the cache is always omitted.
	Scan scan.Options
	// LowConfidence is the bound of investigate.Options; 0 means the default.
	LowConfidence float64
	// Settings are the settings of the target's own luminos.toml, for the report.
	Settings *luminos.TargetSettings
	// Parallel is the number of workers; 0 means one per processor or, with models,
	// DefaultCalls.
	Parallel int
	// Models configures the model engine; nil investigates by rules.
	Models *Models
	Cache  Cache
	// Sink receives the events of the run, notices for the user among them.
	Sink  luminos.Sink
	Clock func() time.Time // nil means time.Now
	// Child starts this program again with other arguments. The process reads the
	// target with parsers and serves the tools of a model. With nil the run has no
	// parsers, and no tools of a directory.
	Child mcpclient.Starter
	// Code is the directory from which the child process loads its reader of PDF files.
	Code Code
	// Environ is the environment of an MCP server that is started.
	Environ []string
	// Confine removes from the process every right that the run does not need, once the target and the cache are open;
	// nil removes none.
	Confine func(sandbox.Rights) sandbox.State
	// Choose is asked before Confirm whether stored results of models that were made with other settings are used. With
	// nil they are not.
	Choose luminos.Choose
	// Confirm is called before the first call of a model, after the notice with the estimate. Its error ends the run. With
	// nil the run needs no confirmation.
	Confirm luminos.Confirm
	// Version is the version of the program, for the report and for the settings of
	// the stored investigation. Results of other versions are reused if prompts,
	// tools, rules and readers have equal versions.
	Version string
	// Readers are the names of the readers of documents and the like in the child, with their versions. Results depend
	// on them.
	Readers []string
}

// DefaultCalls is the maximal number of model calls at once if the request does not set Parallel.
const DefaultCalls = 4

// Errors of Run that a caller may want to explain. The errors that they wrap
// say more.
var (
	// ErrTarget reports that the target cannot be opened.
	ErrTarget = errors.New("the target cannot be opened")
	// ErrCache reports that the cache cannot be used although it is required.
	ErrCache = errors.New("the cache cannot be used")
	// ErrChild reports that the process that reads the target for a model did not start.
	ErrChild = errors.New("starting the process that reads the target")
)

// UnfinishedError is the error of a run that ended without a report after it had
// opened its investigation.
type UnfinishedError struct {
	Err error
	// Kept reports whether the run had a cache for finished parts. The same request
	// then continues the run.
	Kept bool
	// Spending is the cost so far; nil if no model was configured.
	Spending *luminos.Spending
}

func (e *UnfinishedError) Error() string { return e.Err.Error() }
func (e *UnfinishedError) Unwrap() error { return e.Err }

// Run investigates a target and returns the report. Runs may be concurrent in
// one process; runs on the same target take turns if they share a cache.
//
// The directory is opened once: the scan, the passes and the child process all
// read the open directory, even if another one takes its name.
//
// An unreadable file, a failed pass or a cache that cannot be used is data in the
// report. An error means that there is no report: see [ErrTarget], [ErrCache],
// [ErrChild], [NoKeyError], [RefusedError], [store.ErrBusy] and [UnfinishedError].
func Run(ctx context.Context, req Request) (*luminos.Report, error) {
	if req.Clock == nil {
		req.Clock = time.Now
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r := &run{Request: req, stop: stop}
	defer r.close()
	if err := prepare(ctx, r); err != nil {
		return nil, err
	}
	if err := r.begin(ctx); err != nil {
		return nil, err
	}
	report, err := r.passes(ctx)
	if refused, ok := errors.AsType[*RefusedError](context.Cause(ctx)); ok {
		err, r.unasked = refused, true
	}
	if err != nil {
		kept := r.inv != nil && !(r.unasked && r.withdraw(ctx))
		return nil, &UnfinishedError{Err: err, Kept: kept, Spending: r.spending()}
	}
	r.learn(ctx, report)
	r.notifyMemory(report.Run.Memory)
	return report, nil
}

// run is the state of one call of [Run].
type run struct {
	Request
	target  target
	ledger  *investigate.Ledger // nil without models
	limits  *budget.Budget      // nil without models
	cache   *store.Cache
	inv     *store.Investigation // nil if nothing is kept
	before  store.Before
	stop    context.CancelCauseFunc // ends the run with a cause
	held    string                  // the confinement of this process; "" if the request does not ask for it
	ahead   bool                    // the run ends with its estimate, see [Estimate]
	unasked bool                    // the user declined the run, or the account was refused
	// estimate is the estimate of the run; nil without models and before it is made.
	estimate *luminos.Estimate
}

// prepare opens the target and the cache of a run, confines the process and, if the run has models, asks their provider.
func prepare(ctx context.Context, r *run) error {
	if err := r.open(ctx); err != nil {
		return err
	}
	r.startEarly(ctx)
	r.confine()
	if r.Models == nil || r.ahead {
		return nil
	}
	return r.Models.preflight(ctx, r.Clock)
}

// textsOf returns the target as claims are checked against it: documents are text and secrets are masked.
func textsOf(r *run) luminos.Source { return readable.Texts(redact.NewSource(r.target.source(), nil)) }

// checkerOf returns the checker of claims about the target.
func checkerOf(r *run) evidence.Checker {
	return evidence.Checker{Source: textsOf(r), Measure: measure, Count: search.Count}
}

// open opens the target and the cache. A directory is opened first: a request for one that does not exist fails for
// that reason.
func (r *run) open(ctx context.Context) (err error) {
	if r.Target.Server == nil {
		if r.target, err = openDirectory(r.Target.Dir, r.Child, r.Version); err != nil {
			return fmt.Errorf("%w: %w", ErrTarget, err)
		}
	}
	if r.Models != nil && !r.ahead {
		if err := r.Models.Account.check(ctx); err != nil {
			return err
		}
		if r.limits, err = r.Models.budget(r.Clock); err != nil {
			return err
		}
		r.ledger = &investigate.Ledger{}
	}
	if err := r.openCache(ctx); err != nil {
		return err
	}
	if r.Target.Server != nil {
		if r.target, err = r.openServer(ctx); err != nil {
			return fmt.Errorf("%w: %w", ErrTarget, err)
		}
	}
	return nil
}

// close closes the investigation, the cache and the target, as far as they are open.
func (r *run) close() {
	if r.inv != nil {
		r.inv.Close()
	}
	if r.cache != nil {
		r.cache.Close()
	}
	if r.target != nil {
		r.target.close()
	}
}

// passes scans the target, runs the passes of the investigation and returns the report.
func (r *run) passes(ctx context.Context) (*luminos.Report, error) {
	started := r.Clock()
	o := r.Scan
	_, local := r.target.(*directory)
	o.Sink, o.Parallel, o.Sums = r.Sink, r.Parallel, local && r.inv != nil && !r.before.Found
	if r.cache != nil {
		o.Omit = append(o.Omit[:len(o.Omit):len(o.Omit)], r.cache.Dir())
	}
	measured, err := r.target.scan(ctx, o)
	if err != nil {
		return nil, err
	}
	sink := r.Sink
	if r.inv != nil {
		sink = luminos.Tee(sink, r.inv.Event)
	}
	opts := investigate.Options{
		Facts:       factReader{facts.Reader{Part: scan.Part}},
		Complete:    r.complete,
		Parallel:    r.Parallel,
		Sink:        sink,
		Clock:       r.Clock,
		ID:          r.id(),
		Root:        r.Target.shown(),
		Version:     r.Version,
		ScanSeconds: r.Clock().Sub(started).Seconds(),
		Memory:      r.inv,
		Remember:    true,
		Before:      r.before,
		Settings:    r.Settings,

		LowConfidence: r.LowConfidence,
		Variant:       fmt.Sprintf("%d grammars, %s", len(outline.Grammars()), strings.Join(r.Readers, ", ")),
	}
	if r.Models != nil {
		if err := r.useModels(ctx, &opts); err != nil {
			return nil, err
		}
	}
	return investigate.Run(ctx, r.source(), measured, opts)
}

// complete adds the description of the backend, the confinement and the cost of model calls to the record of the run.
func (r *run) complete(record *luminos.Run) {
	record.Backend, record.Spending, record.Sandbox = r.target.backend(), r.spending(), r.held
}

// id returns the id of the stored investigation, or a random one if nothing is stored.
func (r *run) id() string {
	if r.inv == nil {
		return store.NewID()
	}
	return r.inv.ID()
}

// spending returns the cost of the model calls so far, or nil if no models are used.
func (r *run) spending() *luminos.Spending {
	if r.ledger == nil {
		return nil
	}
	s := r.ledger.Spending(r.Models.Prices.Date)
	if s == nil && r.before.Calls > 0 {
		s = &luminos.Spending{PricesDate: r.Models.Prices.Date, ByPass: []luminos.PassSpending{}}
	}
	if s != nil {
		s.Earlier, s.EarlierCalls, s.EarlierAtLeast = r.before.Spent, r.before.Calls, r.before.AtLeast
		if r.estimate != nil {
			s.Expected = &r.estimate.Range
		}
	}
	return s
}
