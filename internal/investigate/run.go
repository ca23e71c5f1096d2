// Package investigate runs the passes of an investigation in order, the same for every engine. If an engine fails in a
// pass, rules replace its result or the report does without it.
package investigate

import (
	"context"
	"runtime"
	"time"

	"luminos"
	"luminos/internal/evidence"
	"luminos/internal/readable"
	"luminos/internal/redact"
	"luminos/internal/rules"
	"luminos/internal/search"
	"luminos/internal/store"
)

// FactReader reads the facts about a target. It is safe for concurrent use.
type FactReader interface {
	// Read returns the facts about a target. An error means that the context
	// ended.
	Read(context.Context, luminos.Source, *luminos.Scan, luminos.Sink) (*luminos.Facts, error)
	// Measure measures the content of one file again.
	Measure(context.Context, luminos.Source, luminos.Path, luminos.Measure) (string, error)
	// Version changes whenever the same files give other facts.
	Version() int
}

// Options are the settings of a run. Only Facts is required: without an engine the
// run is offline, without a sink it has no progress.
type Options struct {
	Facts    FactReader
	Engine   Engine // nil means rules
	Judge    Judge  // nil means no second reader
	Parallel int    // workers; 0 means one a processor
	Sink     luminos.Sink
	Clock    func() time.Time // nil means time.Now; used for Run only
	// ID, Root and Version go into the record of the run.
	ID, Root, Version string
	// ScanSeconds is the duration of the scan, for Run.Timings.
	ScanSeconds float64
	// Memory is the stored investigation; nil keeps nothing.
	Memory *store.Investigation
	// Remember states that units of the engine get the results of earlier runs, and that findings that are still in the
	// target are kept unless the engine withdraws them.
	Remember bool
	// Before is the state in which the last run left Memory.
	Before store.Before
	// Variant names everything else that results depend on, besides the target and
	// the versions of engine, rules and readers: the parsers, the provider of models.
	Variant string
	// Turns are the turns of a directory by its tier; the zero value means DefaultTurns.
	Turns Turns
	// Sizes are the sizes of targets; the zero value means luminos.DefaultSizes.
	Sizes luminos.Sizes
	// LowConfidence is the bound below which the report lists an entry; 0 means DefaultLowConfidence.
	LowConfidence float64
	// Refine is the maximal number of passes of refinement. The engine has to be a [Refiner].
	Refine int
	// Settings are the settings of the target's own luminos.toml, for the facts.
	Settings *luminos.TargetSettings
	// Limited states that a ceiling can end the calls of the engine: the directories that the plan prefers come first.
	Limited bool
	// Models are the names of the models that the engine asks, sorted.
	Models []string
	// Language is the tag of the language in which models write, for the report; "" if they choose it.
	Language string
	// Choose, unless it is nil, is asked before Foresee if stored results of a model were made with other settings.
	// With nil they are not used.
	Choose luminos.Choose
	// Foresee is called with the estimate of the run before the first call of the engine, if the engine is a
	// [Forecaster]. Its error ends the run. Ahead states that it always returns one: then nothing is stored.
	Foresee luminos.Confirm
	Ahead   bool
	// Complete fills in fields of the record of a finished run, such as the backend
	// and the costs; nil fills in nothing.
	Complete func(*luminos.Run)
}

// Run investigates a target that was scanned before. It returns an error only if
// ctx ended or Foresee returned one; every other failure is in the report.
func Run(ctx context.Context, src luminos.Source, scan *luminos.Scan, opts Options) (*luminos.Report, error) {
	r := newRun(src, scan, opts)
	d := &luminos.Dossier{Results: luminos.Results{Scan: scan, Plan: defaultPlan()}, Sizes: opts.Sizes}
	if err := r.do(ctx, r.compare(), d); err != nil {
		return nil, err
	}
	if report := r.memory.unchanged(); report != nil {
		return r.again(report), ctx.Err()
	}
	for _, p := range r.passes {
		if p.name == luminos.PassSurvey {
			if err := r.foresee(ctx, d); err != nil {
				return nil, err
			}
		}
		if err := r.do(ctx, p, d); err != nil {
			return nil, err
		}
	}
	outcome := evaluate(d, r.allotted, r.Clock().UTC())
	if err := keepStanding(ctx, r, d); err != nil {
		return nil, err
	}
	report := r.report(d, outcome)
	if err := r.do(ctx, r.verify(report), d); err != nil {
		return nil, err
	}
	second := newReading(r, report, "")
	if err := r.do(ctx, second.judge(), d); err != nil {
		return nil, err
	}
	if err := second.settle(ctx); err != nil {
		return nil, err
	}
	report.Run.Changes = changesSince(r, d, report)
	report.Coverage = r.source.coverage(d, readBy(r.allotted))
	r.finish(report)
	r.memory.finish(ctx, d.Facts, report, outcome, r.conversations)
	return report, ctx.Err()
}

// again returns the stored report of an unchanged target with the record of this run in it.
func (r *run) again(report *luminos.Report) *luminos.Report {
	report.Run = r.record()
	r.listDoubtful(report)
	r.memory.summary.Unchanged, r.memory.summary.Reused = true, len(report.Entries)
	r.finish(report)
	r.memory.log(store.Line{Pass: string(luminos.PassMemory), Text: "nothing has changed: the report of an earlier run holds"})
	return report
}

// finish stores the duration of the run, the timings of the passes and the use of earlier results in the record of the
// run. Then it calls the option Complete, if set, which can add to the record.
func (r *run) finish(report *luminos.Report) {
	report.Run.Seconds = r.ScanSeconds + r.Clock().Sub(r.started).Seconds()
	report.Run.Timings = r.timings
	report.Run.Memory = r.memory.summary
	if r.Complete != nil {
		r.Complete(&report.Run)
	}
}

func (r *run) record() luminos.Run {
	return luminos.Run{ID: r.ID, Root: r.Root, StartedAt: r.started.UTC(), Version: r.Version, Parallel: r.Parallel}
}

// run is the state of one call of [Run].
type run struct {
	Options
	engine   Engine       // nil: rules do every pass
	rules    rules.Engine // does the passes that the engine does not do, or fails in
	passes   []pass
	source   *recorder
	memory   *memory
	started  time.Time
	timings  []luminos.Timing
	degraded []luminos.Degradation
	allotted []allotted              // by unit
	dropped  []luminos.FindingChange // findings of earlier runs that units no longer have
	// conversations are the names of all conversations that belong to this state of
	// the target; nil if no engine is asked.
	conversations []string
}

func newRun(src luminos.Source, scan *luminos.Scan, opts Options) *run {
	if opts.Parallel <= 0 {
		opts.Parallel = runtime.GOMAXPROCS(0)
	}
	if opts.Clock == nil {
		opts.Clock = time.Now
	}
	if opts.Turns == (Turns{}) {
		opts.Turns = DefaultTurns
	}
	m := &memory{inv: opts.Memory}
	src = withExtractions(src, m, &opts)
	r := &run{Options: opts, engine: opts.Engine, source: newRecorder(src), memory: m, started: opts.Clock()}
	if scan.SurveySignals.Files == 0 {
		r.engine = nil // there is nothing to ask about
	}
	m.src = readable.Texts(redact.NewSource(src, nil)) // the scan has masked names
	r.memory.engine = engineName(r)
	r.memory.inquirer.asker, _ = r.engine.(Asker)
	r.memory.read = readCases{}
	if opts.Remember && opts.Memory != nil && r.engine != nil {
		r.memory.reminder.on = true
		r.memory.reminder.check = evidence.Checker{
			Source: r.memory.src, Measure: opts.Facts.Measure, Count: search.Count,
		}
	}
	r.passes = passes(r)
	r.timings = append(r.timings, luminos.Timing{Pass: luminos.PassScan, Seconds: opts.ScanSeconds})
	return r
}

// engineName returns the name of the engine that the report shows.
func engineName(r *run) string {
	if r.Engine == nil {
		return r.rules.Name()
	}
	return r.Engine.Name()
}
