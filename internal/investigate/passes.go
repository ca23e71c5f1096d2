package investigate

import (
	"context"
	"fmt"

	"luminos"
	"luminos/internal/evidence"
)

// Texts of passes that also emit progress while they run.
const (
	textMemory      = "Comparing with the last run"
	textDirectories = "Investigating directories"
)

// compare returns the pass that computes the digests of the target, to find out whether it has changed since the last
// run.
func (r *run) compare() pass {
	return pass{name: luminos.PassMemory, text: textMemory,
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
		if err == nil && d.Facts.Unparsed != nil {
			r.degrade(luminos.PassParsing, d.Facts.Unparsed, "source files were read by patterns only")
		}
		return err
	}}
}

// recall returns the pass that reads the entries which earlier runs have stored.
func (r *run) recall() pass {
	return pass{name: luminos.PassMemory, text: textMemory,
		skip: r.memory.skipped,
		run: func(ctx context.Context, d *luminos.Dossier) error {
			if err := r.memory.recall(ctx, d.Facts.Directories); err != nil {
				return fmt.Errorf("reading kept entries: %w", err)
			}
			d.Known, d.Last = r.memory.known(), r.memory.inv.Evaluation()
			return nil
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
	by, asked := r.engine.(Surveyor)
	if !asked {
		by = r.rules
	}
	return pass{name: luminos.PassSurvey, text: "Surveying",
		skip: tooSmall,
		run: func(ctx context.Context, d *luminos.Dossier) (err error) {
			d.Survey, err = result(by.Survey(ctx, d))
			return err
		},
		kept: &keptResult{
			key: r.keyIf(asked, luminos.PassSurvey),
			load: func(_ context.Context, d *luminos.Dossier, key string) bool {
				d.Survey = r.memory.survey(key)
				return d.Survey != nil
			},
			save: func(d *luminos.Dossier, key string) { r.memory.keepSurvey(key, d.Survey) },
		},
		fallback: &fallback{instead: "the investigation went on without one", run: func(_ context.Context, d *luminos.Dossier) error {
			d.Survey = nil
			return nil
		}},
	}
}

// plan returns the pass that decides how deeply each directory is investigated.
func (r *run) plan() pass {
	by, asked := r.engine.(Planner)
	if !asked {
		by = r.rules
	}
	clean := defaultPlan() // depends on which directories there are, and on nothing in them
	return pass{name: luminos.PassPlan, text: "Planning",
		skip: tooSmall,
		run: func(ctx context.Context, d *luminos.Dossier) error {
			p, err := result(by.Plan(ctx, d))
			if err != nil {
				return err
			}
			var notes []string
			clean, notes = cleanPlan(p, d.Facts)
			r.note(luminos.PassPlan, "", notes...)
			return r.adopt(ctx, d, clean)
		},
		kept: &keptResult{
			key: r.keyIf(asked, luminos.PassPlan),
			load: func(ctx context.Context, d *luminos.Dossier, key string) bool {
				p := r.memory.plan(key)
				return p != nil && r.adopt(ctx, d, p) == nil
			},
			save: func(_ *luminos.Dossier, key string) { r.memory.keepPlan(key, clean) },
		},
		fallback: &fallback{instead: "every directory had the usual depth", run: func(_ context.Context, d *luminos.Dossier) error {
			d.Plan = clean
			return nil
		}},
	}
}

// adopt makes p the plan of the run, without skipped directories if p skips too many of them.
func (r *run) adopt(ctx context.Context, d *luminos.Dossier, p *luminos.Plan) error {
	p, notes, err := restrained(ctx, p, d.Facts, r.rules)
	if err != nil {
		return err
	}
	r.note(luminos.PassPlan, "", notes...)
	d.Plan = p
	return nil
}

// keyIf returns the function that computes the storage key of the result of a pass. Without an engine that was asked
// the key is "", since the rules are quicker than reading a file.
func (r *run) keyIf(asked bool, name luminos.Pass) func(*luminos.Dossier) string {
	return func(d *luminos.Dossier) string {
		if !asked {
			return ""
		}
		return r.memory.passKey(name, r.version(r.engine, name), d)
	}
}

// directories returns the pass that investigates every directory, children before their parents.
func (r *run) directories() pass {
	by, _ := r.engine.(Investigator)
	return pass{name: luminos.PassDirectories, text: textDirectories, run: func(ctx context.Context, d *luminos.Dossier) error {
		return r.investigate(ctx, d, by)
	}}
}

// synthesize returns the pass that writes the sections and the flags of the report.
func (r *run) synthesize() pass {
	by, asked := r.engine.(Synthesizer)
	merged := func(ctx context.Context, d *luminos.Dossier, written *luminos.Synthesis) error {
		byRules, err := result(r.rules.Synthesize(ctx, d))
		if err != nil {
			return err
		}
		d.Synthesis = merge(byRules, written, d.Flags)
		return nil
	}
	return pass{name: luminos.PassSynthesis, text: "Writing the report",
		run: func(ctx context.Context, d *luminos.Dossier) (err error) {
			written := &luminos.Synthesis{}
			if asked {
				if written, err = result(by.Synthesize(ctx, d)); err != nil {
					return err
				}
			}
			return merged(ctx, d, written)
		},
		fallback: &fallback{instead: "rules wrote it from the entries", run: func(ctx context.Context, d *luminos.Dossier) error {
			return merged(ctx, d, &luminos.Synthesis{})
		}},
	}
}

// verify returns the pass that checks each claim of the report, and removes the claims that are not supported.
func (r *run) verify(report *luminos.Report) pass {
	return pass{name: luminos.PassVerify, text: "Checking claims", run: func(ctx context.Context, _ *luminos.Dossier) error {
		check := evidence.Checker{Source: r.source.Source, Measure: r.Facts.Measure}
		if err := check.Check(ctx, report.Claims, r.Parallel); err != nil {
			return err
		}
		removeUnsupported(report)
		return nil
	}}
}

// survey returns the survey stored under the key, or nil.
func (m *memory) survey(key string) *luminos.Survey {
	if m.inv == nil {
		return nil
	}
	return m.inv.Survey(key)
}

// plan returns the plan stored under the key, or nil. The key covers the paths of all directories, so all directories
// of the plan exist.
func (m *memory) plan(key string) *luminos.Plan {
	if m.inv == nil {
		return nil
	}
	return m.inv.Plan(key)
}

// keepSurvey stores a survey under the key immediately, so that a run after an interruption does not ask for it again.
func (m *memory) keepSurvey(key string, s *luminos.Survey) {
	if m.inv != nil {
		m.try(func() error { return m.inv.PutSurvey(key, s) })
	}
}

// keepPlan stores a plan under the key immediately, so that a run after an interruption does not ask for it again.
func (m *memory) keepPlan(key string, p *luminos.Plan) {
	if m.inv != nil {
		m.try(func() error { return m.inv.PutPlan(key, p) })
	}
}
