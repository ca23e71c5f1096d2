package investigate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"luminos"
	"luminos/internal/evidence"
	"luminos/internal/search"
	"luminos/internal/words"
)

// Engine does some passes of an investigation: it implements the interface of each of them, such as [Surveyor]. The
// rules of internal/rules do the other passes. Its methods may be called concurrently; an error fails only one pass or
// one unit.
type Engine interface {
	// Name returns the name that the report gives, such as "model".
	Name() string
	// Version returns a text that changes whenever the engine could answer
	// differently in a pass: its prompt, its tools, its model, its bounds.
	Version(luminos.Pass) string
}

// Surveyor writes the survey: a description of the target as a whole.
type Surveyor interface {
	Survey(context.Context, *luminos.Dossier) (*luminos.Survey, error)
}

// Planner makes the plan: how deeply each directory is investigated.
type Planner interface {
	Plan(context.Context, *luminos.Dossier) (*luminos.Plan, error)
}

// Investigator describes the directories of a unit. An Investigator that is not
// rules works in turns: its units can hold several directories, and each unit is
// allotted turns.
type Investigator interface {
	// Investigate returns one entry for each directory of the unit, in its order.
	// With an error, the other findings are still used.
	Investigate(context.Context, luminos.Unit) (luminos.Findings, error)
}

// Synthesizer writes the sections of the report. The sections and flags of rules
// are merged with its own.
type Synthesizer interface {
	Synthesize(context.Context, *luminos.Dossier) (*luminos.Synthesis, error)
}

// passes returns the passes between the comparison with the last run and the check of the claims, in order.
func passes(r *run) []pass {
	list := []pass{r.gather(), r.recall(), r.survey(), r.plan(), r.directories(), group(r)}
	if r.Judge != nil {
		list = append(list, judgeFlags(r))
	}
	list = append(list, r.synthesize())
	return append(list, refinements(r)...)
}

// Texts of passes that also emit progress while they run.
const (
	textDigests     = "Computing checksums"
	textDirectories = "Investigating directories"
)

// compare returns the pass that computes the digests of the target, to find out whether it has changed since the last
// run.
func (r *run) compare() pass {
	return pass{name: luminos.PassMemory, text: textDigests,
		skip: r.memory.skipped,
		run:  func(ctx context.Context, d *luminos.Dossier) error { return r.remember(ctx, d.Scan) },
	}
}

func (m *memory) skipped(*luminos.Dossier) string {
	if m.inv == nil {
		return "nothing is kept"
	}
	return ""
}

// gather returns the pass that reads the facts of the target.
func (r *run) gather() pass {
	return pass{name: luminos.PassFacts, text: "Gathering facts", run: func(ctx context.Context, d *luminos.Dossier) (err error) {
		d.Facts, err = r.Facts.Read(ctx, r.source, d.Scan, r.Sink)
		if err == nil {
			d.Facts.Settings = r.Settings
			d.Facts.Secrets, err = r.source.citedSecrets(ctx)
		}
		if err == nil {
			err = r.source.ofTests(ctx, d.Scan, d.Facts.Secrets)
		}
		if err == nil {
			reportMembers(d.Facts)
		}
		if err == nil && d.Facts.Unparsed != nil {
			r.degrade(luminos.PassParsing, d.Facts.Unparsed, "source files were read by patterns only")
		}
		if err == nil && d.Facts.History != nil && d.Facts.History.Failed != nil {
			r.degrade(luminos.PassFacts, d.Facts.History.Failed, "the history was not read")
		}
		return err
	}}
}

// recall returns the pass of the investigation that reads the entries stored by earlier runs.
func (r *run) recall() pass {
	return pass{name: luminos.PassMemory, text: "Looking for results of earlier runs",
		skip: r.memory.skipped,
		run: func(ctx context.Context, d *luminos.Dossier) error {
			if !r.Ahead {
				r.memory.try(r.memory.inv.Start)
			}
			err := r.memory.recall(ctx, d.Facts.Directories)
			d.Known, d.Last = slices.Sorted(maps.Keys(r.memory.entries)), r.memory.inv.Evaluation()
			if done := r.memory.since(r.Before.Finished); done > 0 && r.Before.Interrupted() {
				all := words.Plural(len(d.Facts.Directories), "directory", "directories")
				r.Sink.Emit(luminos.Event{Kind: luminos.EventNotice, Severity: luminos.Info,
					Text: words.Count(done) + " of " + all + " were done before the interruption"})
			}
			return err
		},
	}
}

// Below both of these, survey and plan would say less than the entries
// themselves, and defaults are used.
const (
	surveyMinFiles = 5
	surveyMinDirs  = 2
)

func tooSmall(d *luminos.Dossier) string {
	if s := d.Scan.SurveySignals; s.Files < surveyMinFiles && s.Directories < surveyMinDirs {
		return "the target is small"
	}
	return ""
}

// survey returns the pass that describes the target as a whole.
func (r *run) survey() pass {
	by, engine := choose[Surveyor](r.engine, r.rules)
	var got *luminos.Survey
	return pass{name: luminos.PassSurvey, version: 1, text: "Surveying",
		skip: tooSmall,
		run: func(ctx context.Context, d *luminos.Dossier) (err error) {
			got, err = result(guarded(r, luminos.PassSurvey, "", func() (*luminos.Survey, error) { return by.Survey(ctx, d) }))
			return err
		},
		kept:    &keptResult{by: engine, value: &got, use: func(_ context.Context, d *luminos.Dossier) { d.Survey = got }},
		instead: "the investigation went on without one",
	}
}

// plan returns the pass that decides how deeply each directory is investigated.
func (r *run) plan() pass {
	by, engine := choose[Planner](r.engine, r.rules)
	clean := defaultPlan() // depends on which directories there are, and on nothing in them
	return pass{name: luminos.PassPlan, version: 1, text: "Planning",
		skip: tooSmall,
		run: func(ctx context.Context, d *luminos.Dossier) error {
			p, err := result(guarded(r, luminos.PassPlan, "", func() (*luminos.Plan, error) { return by.Plan(ctx, d) }))
			if err != nil {
				return err
			}
			var notes []string
			clean, notes = cleanPlan(p, d.Facts)
			r.note(luminos.PassPlan, "", notes...)
			return nil
		},
		kept: &keptResult{by: engine, value: &clean,
			basis: func(d *luminos.Dossier) []string {
				if d.Survey == nil {
					return nil
				}
				shown := *d.Survey
				shown.SkipTools = nil // the opening of the plan does not show them
				return []string{fmt.Sprintf("%#v", shown)}
			},
			use: func(ctx context.Context, d *luminos.Dossier) { r.adopt(ctx, d, clean) },
		},
		instead: "every directory had the usual depth",
	}
}

// adopt makes p the plan of the run. If p skips too many directories, only the ones that the rules skip too are
// skipped.
func (r *run) adopt(ctx context.Context, d *luminos.Dossier, p *luminos.Plan) {
	p, notes := restrained(ctx, p, d.Facts)
	r.note(luminos.PassPlan, "", notes...)
	d.Plan = p
}

// directories returns the pass that investigates the directories and makes an entry, a description, of each.
func (r *run) directories() pass {
	by, _ := r.engine.(Investigator)
	return pass{name: luminos.PassDirectories, version: 1, text: textDirectories, run: func(ctx context.Context, d *luminos.Dossier) error {
		if by != nil {
			d.Raised = r.rules.Flags(d)
		}
		return r.investigate(ctx, d, by)
	}}
}

// synthesize returns the pass that writes the sections and the flags of the report.
func (r *run) synthesize() pass {
	by, asked := r.engine.(Synthesizer)
	written := &luminos.Synthesis{}
	adopt := func(ctx context.Context, d *luminos.Dossier) {
		byRules, _ := r.rules.Synthesize(ctx, d) // rules do not fail
		d.Synthesis = merge(byRules, written, d.Flags)
	}
	p := pass{name: luminos.PassSynthesis, version: 1, text: "Writing the report",
		run: func(ctx context.Context, d *luminos.Dossier) (err error) {
			got, err := result(guarded(r, luminos.PassSynthesis, "", func() (*luminos.Synthesis, error) {
				return by.Synthesize(ctx, d)
			}))
			if err == nil {
				written = got
			}
			return err
		},
		instead:  "rules wrote it from the entries",
		fallback: adopt,
	}
	if !asked {
		p.run = func(ctx context.Context, d *luminos.Dossier) error { adopt(ctx, d); return nil }
		return p
	}
	p.kept = &keptResult{by: r.engine, value: &written, use: adopt, basis: r.memory.synthesized}
	return p
}

// verify returns the pass that checks whether the place of each claim of the report is there and as quoted.
func (r *run) verify(report *luminos.Report) pass {
	return pass{name: luminos.PassVerify, text: "Checking claims", run: func(ctx context.Context, _ *luminos.Dossier) error {
		return checkClaims(ctx, r, report)
	}}
}

// checkClaims checks whether the place of each claim of the report is there and as quoted.
func checkClaims(ctx context.Context, r *run, report *luminos.Report) error {
	check := evidence.Checker{Source: r.source.Source, Measure: r.Facts.Measure, Count: search.Count}
	return check.Check(ctx, report.Claims, r.Parallel)
}

// Forecaster is an engine that can state the work of its conversations in advance.
type Forecaster interface {
	Engine
	// Forecast returns the expected work of the survey, the plan or the synthesis.
	Forecast(luminos.Pass, *luminos.Dossier) luminos.Forecast
	// ForecastGroup returns the expected work of the conversation about a task of the grouping.
	ForecastGroup(*luminos.Dossier, *luminos.GroupTask) luminos.Forecast
	// ForecastUnit returns the expected work of the investigation of a unit.
	ForecastUnit(*luminos.Unit) luminos.Forecast
	// ModelOf returns the model that is asked in a pass, and whether its price is known.
	ModelOf(luminos.Pass) (name string, priced bool)
}

// choose returns the engine that does a pass, and the engine to ask about it. Both are chosen if chosen implements T,
// the interface of the pass; otherwise they are rules and nil.
func choose[T any](chosen Engine, rules T) (by T, asked Engine) {
	if by, ok := chosen.(T); ok {
		return by, chosen
	}
	return rules, nil
}

var errNoResult = errors.New("the engine returned neither a result nor an error")

// result returns v, the result of an engine, or an error if err is not nil or v is nil.
func result[T any](v *T, err error) (*T, error) {
	if err == nil && v == nil {
		err = errNoResult
	}
	if err != nil {
		return nil, err
	}
	return v, nil
}
