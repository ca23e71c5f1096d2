// Package investigate tells the story of one run: the passes in order, the same
// for every engine, each with a fallback, so that there is always a report.
package investigate

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"

	"luminos"
	"luminos/internal/facts"
	"luminos/internal/rules"
	"luminos/internal/store"
)

// Engine does the thinking of the passes. It sees values, never the target. Its
// methods may be called concurrently; an error fails that pass or that unit
// only, and the run goes on as the passes below say.
type Engine interface {
	// Name stands in the report: "offline" or "model".
	Name() string
	Survey(context.Context, *luminos.Dossier) (*luminos.Survey, error)
	Plan(context.Context, *luminos.Dossier) (*luminos.Plan, error)
	// Investigate gives one entry for each directory of the unit, in its order.
	Investigate(context.Context, luminos.Unit) (luminos.Findings, error)
	Synthesize(context.Context, *luminos.Dossier) (*luminos.Synthesis, error)
}

var _ Engine = rules.Engine{}

// Options are the settings of a run. The zero value is the offline engine
// without progress.
type Options struct {
	Engine   Engine // nil means rules
	Parallel int    // workers; 0 means one a processor
	// Outliner parses source files; nil leaves them to patterns.
	Outliner luminos.Outliner
	Sink     luminos.Sink
	Clock    func() time.Time // nil means time.Now; used for Run only
	// What stands in the report's Run.
	ID, Root, Version string
	// Backend tells, at the end of the run, who showed the target; nil says nothing.
	Backend func() luminos.Backend
	// ScanSeconds is how long the scan took, for Run.Timings.
	ScanSeconds float64
	// Memory is the stored investigation; nil keeps nothing.
	Memory *store.Investigation
	// Before is how the last run left it.
	Before store.Before
	// EngineVersion changes whenever the same engine could say something else
	// about the same target.
	EngineVersion string
	// VersionOf is what the answers of one pass depend on besides that, such as its
	// model: what other passes gave stays when it changes. Nil is nothing.
	VersionOf func(luminos.Pass) string
	// Models are those that the engine asks, sorted; they stand in the report.
	Models []string
	// Group lets a unit be several small directories that belong together. Rules
	// do not need it: they keep nothing in mind.
	Group bool
	// Spent tells, at the end of the run, what models took; nil says nothing.
	Spent func() *luminos.Spending
}

// Below both of these, survey and plan would say less than the entries
// themselves, and defaults stand in.
const (
	surveyMinFiles = 5
	surveyMinDirs  = 2
)

// Run investigates a target that was scanned before. The only error is that of
// a cancelled context; whatever else goes wrong is in the report.
func Run(ctx context.Context, src luminos.Source, scan *luminos.Scan, opts Options) (*luminos.Report, error) {
	r := newRun(src, opts)
	d := &luminos.Dossier{Scan: scan}

	var err error
	if r.Memory != nil {
		r.timed(luminos.PassMemory, func() { err = r.remember(ctx, scan) })
		if err != nil {
			return nil, err
		}
		if report := r.memory.unchanged(); report != nil {
			return r.again(report), ctx.Err()
		}
	}
	r.timed(luminos.PassFacts, func() {
		d.Facts, err = facts.Of(ctx, r.source, scan, facts.Options{Outliner: r.Outliner, Sink: r.Sink})
	})
	if err != nil {
		return nil, fmt.Errorf("gathering facts: %w", err)
	}
	if err := d.Facts.Unparsed; err != nil {
		r.degrade("parsing", err, "source files were read by patterns only")
	}
	if err := r.orient(ctx, d); err != nil {
		return nil, err
	}
	r.timed(luminos.PassDirectories, func() { err = r.directories(ctx, d) })
	if err != nil {
		return nil, fmt.Errorf("investigating directories: %w", err)
	}
	var synthesis *luminos.Synthesis
	r.timed(luminos.PassSynthesis, func() { synthesis = r.synthesize(ctx, d) })

	outcome := evaluate(d, r.allotted, r.Clock().UTC())
	report := r.report(d, synthesis, outcome)
	r.timed(luminos.PassVerify, func() { err = r.verify(ctx, report) })
	if err != nil {
		return nil, fmt.Errorf("checking claims: %w", err)
	}
	report.Coverage = r.source.coverage(d, r.readBy())
	r.finish(report)
	if err := ctx.Err(); err != nil {
		return report, err // cut short: nothing to keep
	}
	r.memory.settle(ctx, d.Facts, report, outcome, r.conversations)
	return report, ctx.Err()
}

// again makes the report of an earlier run that of this one.
func (r *run) again(report *luminos.Report) *luminos.Report {
	report.Run = r.record()
	r.memory.told.Unchanged, r.memory.told.Reused = true, len(report.Entries)
	r.finish(report)
	r.memory.log(store.Line{Pass: string(luminos.PassMemory), Text: "nothing has changed: the report of an earlier run holds"})
	return report
}

// finish notes how long the run took and what it had of earlier ones.
func (r *run) finish(report *luminos.Report) {
	report.Run.Seconds = r.ScanSeconds + r.Clock().Sub(r.started).Seconds()
	report.Run.Timings = r.timings
	report.Run.Memory = r.memory.told
	if r.Backend != nil {
		report.Run.Backend = r.Backend()
	}
	if r.Spent != nil {
		report.Run.Spending = r.Spent()
	}
}

func (r *run) record() luminos.Run {
	return luminos.Run{ID: r.ID, Root: r.Root, StartedAt: r.started.UTC(), Version: r.Version, Parallel: r.Parallel}
}

// run is one run under way.
type run struct {
	Options
	source   *recorder
	memory   *memory
	started  time.Time
	timings  []luminos.Timing
	degraded []string
	// asked says that an engine other than rules is at work: what it gives is
	// looked over, it has turns, and rules stand beside it.
	asked    bool
	allotted []allotted // by unit
	// conversations are the names of all that belong to this state of the target;
	// none where nobody is asked.
	conversations []string
}

func newRun(src luminos.Source, opts Options) *run {
	if opts.Engine == nil {
		opts.Engine = rules.Engine{}
	}
	if opts.Parallel <= 0 {
		opts.Parallel = runtime.GOMAXPROCS(0)
	}
	if opts.Clock == nil {
		opts.Clock = time.Now
	}
	r := &run{Options: opts, source: newRecorder(src), started: opts.Clock()}
	r.asked = opts.Engine.Name() != rules.Engine{}.Name()
	r.memory = &memory{inv: opts.Memory, src: src}
	r.timings = append(r.timings, luminos.Timing{Pass: luminos.PassScan, Seconds: opts.ScanSeconds})
	return r
}

// version is what answers in some passes depend on besides the target.
func (r *run) version(passes ...luminos.Pass) string {
	v := r.Engine.Name() + " " + r.EngineVersion
	if r.VersionOf != nil {
		for _, p := range passes {
			v += " " + string(p) + "=" + r.VersionOf(p)
		}
	}
	return v
}

// timed runs a pass and notes how long it took.
func (r *run) timed(pass luminos.Pass, f func()) {
	start := r.Clock()
	r.Sink.Emit(luminos.Event{Pass: pass, Text: passText[pass]})
	f()
	seconds := r.Clock().Sub(start).Seconds()
	if i := slices.IndexFunc(r.timings, func(t luminos.Timing) bool { return t.Pass == pass }); i >= 0 {
		r.timings[i].Seconds += seconds
	} else {
		r.timings = append(r.timings, luminos.Timing{Pass: pass, Seconds: seconds})
	}
	r.memory.log(store.Line{Pass: string(pass), Text: passText[pass], Seconds: seconds})
}

var passText = map[luminos.Pass]string{
	luminos.PassMemory:      "Comparing with the last run",
	luminos.PassFacts:       "Gathering facts",
	luminos.PassSurvey:      "Surveying",
	luminos.PassPlan:        "Planning",
	luminos.PassDirectories: "Investigating directories",
	luminos.PassSynthesis:   "Writing the report",
	luminos.PassVerify:      "Checking claims",
}
