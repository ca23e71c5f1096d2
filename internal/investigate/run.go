// Package investigate tells the story of one run: the passes in order, the same
// for every engine, each with a fallback, so that there is always a report.
package investigate

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"luminos"
	"luminos/internal/evidence"
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
	d.Plan = defaultPlan()
	if scan.SurveySignals.Files >= surveyMinFiles || scan.SurveySignals.Directories >= surveyMinDirs {
		r.timed(luminos.PassSurvey, func() { d.Survey = r.survey(ctx, d) })
		r.timed(luminos.PassPlan, func() { d.Plan = r.plan(ctx, d) })
	}
	r.timed(luminos.PassDirectories, func() { d.Entries, err = r.directories(ctx, d) })
	if err != nil {
		return nil, fmt.Errorf("investigating directories: %w", err)
	}
	var synthesis *luminos.Synthesis
	r.timed(luminos.PassSynthesis, func() { synthesis = r.synthesize(ctx, d) })

	report := r.report(d, synthesis)
	r.timed(luminos.PassVerify, func() { err = r.verify(ctx, report) })
	if err != nil {
		return nil, fmt.Errorf("checking claims: %w", err)
	}
	report.Coverage = r.source.coverage(d)
	r.finish(report)
	if err := ctx.Err(); err != nil {
		return report, err // cut short: nothing to keep
	}
	r.memory.settle(ctx, d.Facts, report, evaluate(d, r.Clock().UTC()))
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
}

func (r *run) record() luminos.Run {
	return luminos.Run{ID: r.ID, Root: r.Root, StartedAt: r.started.UTC(), Version: r.Version, Parallel: r.Parallel}
}

// defaultPlan stands in where there is none.
func defaultPlan() *luminos.Plan {
	return &luminos.Plan{
		Priority: []luminos.PlannedDir{}, Shallow: []luminos.PlannedDir{}, Skip: []luminos.PlannedDir{},
		Order: "leaf-first", Notes: "Every directory at the default depth.",
	}
}

// run is one run under way.
type run struct {
	Options
	source   *recorder
	memory   *memory
	started  time.Time
	timings  []luminos.Timing
	degraded []string
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
	r.memory = &memory{inv: opts.Memory, src: src}
	r.timings = append(r.timings, luminos.Timing{Pass: luminos.PassScan, Seconds: opts.ScanSeconds})
	return r
}

// timed runs a pass and notes how long it took.
func (r *run) timed(pass luminos.Pass, f func()) {
	start := r.Clock()
	r.Sink.Emit(luminos.Event{Pass: pass, Text: passText[pass]})
	f()
	seconds := r.Clock().Sub(start).Seconds()
	r.timings = append(r.timings, luminos.Timing{Pass: pass, Seconds: seconds})
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

// degrade notes that something of the engine failed, and what the report has in its stead.
func (r *run) degrade(what string, err error, instead string) {
	r.degraded = append(r.degraded, fmt.Sprintf("%s: %v; %s", what, err, instead))
}

func (r *run) survey(ctx context.Context, d *luminos.Dossier) *luminos.Survey {
	s, err := r.Engine.Survey(ctx, d)
	if err != nil {
		r.degrade("survey", err, "there is none")
		return nil
	}
	return s
}

func (r *run) plan(ctx context.Context, d *luminos.Dossier) *luminos.Plan {
	p, err := r.Engine.Plan(ctx, d)
	if err != nil {
		r.degrade("plan", err, "every directory had the default depth")
		return d.Plan
	}
	return p
}

func (r *run) synthesize(ctx context.Context, d *luminos.Dossier) *luminos.Synthesis {
	s, err := r.Engine.Synthesize(ctx, d)
	if err != nil {
		r.degrade("synthesis", err, "rules wrote it from the entries")
		s, _ = rules.Engine{}.Synthesize(ctx, d) // rules give no error
	}
	return s
}

// lowConfidence is the bound below which an entry is worth a second look, and
// lowConfidenceMost how many of them a report names.
const (
	lowConfidence     = 0.7
	lowConfidenceMost = 100
)

// report puts together what the passes gave; claims are numbered, not yet checked.
func (r *run) report(d *luminos.Dossier, s *luminos.Synthesis) *luminos.Report {
	report := &luminos.Report{
		SchemaVersion: luminos.SchemaVersion,
		Run:           r.record(),
		Target:        luminos.Target{Name: d.Facts.Name, Engine: r.Engine.Name()},
		Facts:         d.Facts,
		Scan:          d.Scan,
		Survey:        d.Survey,
		Plan:          d.Plan,
		Sections:      s.Sections,
		Entries:       d.Entries,
		Flags:         s.Flags,
		Quality:       luminos.Quality{Degraded: r.degraded},
	}
	numberClaims(report)
	for _, e := range report.Entries {
		report.Quality.MeanConfidence += e.Confidence
		report.Quality.MeanCompleteness += e.Completeness
		if e.Partial {
			report.Quality.Partial++
		}
	}
	report.Quality.LowConfidence = []luminos.Path{}
	low := luminos.LowConfidence(report.Entries, lowConfidence)
	for _, e := range low[:min(lowConfidenceMost, len(low))] {
		report.Quality.LowConfidence = append(report.Quality.LowConfidence, e.Path)
	}
	if n := float64(len(report.Entries)); n > 0 {
		report.Quality.MeanConfidence = round(report.Quality.MeanConfidence / n)
		report.Quality.MeanCompleteness = round(report.Quality.MeanCompleteness / n)
	}
	return report
}

// verify checks every claim and takes back those that are not supported.
func (r *run) verify(ctx context.Context, report *luminos.Report) error {
	if err := evidence.Check(ctx, r.source.Source, report.Claims, r.Parallel); err != nil {
		return err
	}
	settleClaims(report)
	return nil
}
