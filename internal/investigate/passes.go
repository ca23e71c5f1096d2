package investigate

import (
	"context"
	"errors"
	"fmt"

	"luminos"
	"luminos/internal/evidence"
	"luminos/internal/rules"
)

// errNothing is an engine that gave neither a result nor an error.
var errNothing = errors.New("the engine gave none")

// orient looks up what is known, and surveys and plans where that is worth it.
// The only error is that of a context that ended.
func (r *run) orient(ctx context.Context, d *luminos.Dossier) error {
	if r.memory.inv != nil {
		var err error
		r.timed(luminos.PassMemory, func() { err = r.memory.recall(ctx, d.Facts.Directories) })
		if err != nil {
			return fmt.Errorf("reading what is known: %w", err)
		}
		d.Known, d.Last = r.memory.known(), r.memory.inv.Evaluation()
	}
	d.Plan = defaultPlan()
	if s := d.Scan.SurveySignals; s.Files < surveyMinFiles && s.Directories < surveyMinDirs || r.asked && s.Files == 0 {
		r.memory.keepSurvey("", nil)
		r.memory.keepPlan("", d.Plan)
		return ctx.Err()
	}
	r.timed(luminos.PassSurvey, func() { r.survey(ctx, d, r.memory.passKey(luminos.PassSurvey, d)) })
	if err := ctx.Err(); err != nil {
		return err
	}
	r.timed(luminos.PassPlan, func() { r.plan(ctx, d, r.memory.passKey(luminos.PassPlan, d)) })
	return ctx.Err()
}

// survey asks for a survey, unless one that was made from the same is kept.
// Rules are always asked: that is quicker than to look.
func (r *run) survey(ctx context.Context, d *luminos.Dossier, key string) {
	if r.asked {
		if d.Survey = r.memory.survey(key); d.Survey != nil {
			r.note(luminos.PassSurvey, "", "the survey of an earlier run is used")
			return
		}
	}
	s, err := r.Engine.Survey(ctx, d)
	if err == nil && s == nil {
		err = errNothing
	}
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		r.degrade(luminos.PassSurvey, err, "the investigation went on without one")
		key, s = "", nil
	}
	d.Survey = s
	r.memory.keepSurvey(key, s)
}

// plan asks for a plan, unless one that was made from the same is kept.
func (r *run) plan(ctx context.Context, d *luminos.Dossier, key string) {
	if !r.asked {
		r.planByRules(ctx, d)
		return
	}
	p := r.memory.plan(key)
	if p != nil {
		r.note(luminos.PassPlan, "", "the plan of an earlier run is used")
	} else {
		var err error
		p, err = r.Engine.Plan(ctx, d)
		if err == nil && p == nil {
			err = errNothing
		}
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			r.degrade(luminos.PassPlan, err, "every directory had the usual depth")
			r.memory.keepPlan("", d.Plan)
			return
		}
		var notes []string
		p, notes = cleanPlan(p, d.Facts)
		r.notes(luminos.PassPlan, notes)
		r.memory.keepPlan(key, p)
	}
	// What the directories hold can have changed since a plan was kept.
	p, notes := restrained(p, d.Facts)
	r.notes(luminos.PassPlan, notes)
	d.Plan = p
}

// planByRules takes the plan of rules as it is.
func (r *run) planByRules(ctx context.Context, d *luminos.Dossier) {
	p, err := r.Engine.Plan(ctx, d)
	if err != nil {
		r.degrade(luminos.PassPlan, err, "every directory had the usual depth")
		p = d.Plan
	}
	d.Plan = p
	r.memory.keepPlan("", p)
}

// synthesize asks for sections and flags. What an engine other than rules gives
// stands beside what rules measured, and rules alone where it gives nothing.
func (r *run) synthesize(ctx context.Context, d *luminos.Dossier) *luminos.Synthesis {
	if r.asked && d.Scan.SurveySignals.Files == 0 {
		byRules, _ := rules.Engine{}.Synthesize(ctx, d) // nothing was read, and there is nothing to ask about
		return byRules
	}
	s, err := r.Engine.Synthesize(ctx, d)
	if err == nil && s == nil {
		err = errNothing
	}
	if err == nil && !r.asked {
		return s
	}
	if err != nil {
		r.degrade(luminos.PassSynthesis, err, "rules wrote it from the entries")
		s = &luminos.Synthesis{}
	}
	byRules, _ := rules.Engine{}.Synthesize(ctx, d) // rules give no error
	return merge(byRules, s, d.Flags)
}

// verify checks every claim and takes back those that are not supported.
func (r *run) verify(ctx context.Context, report *luminos.Report) error {
	if err := evidence.Check(ctx, r.source.Source, report.Claims, r.Parallel); err != nil {
		return err
	}
	settleClaims(report)
	return nil
}

// degrade notes that a pass of the engine failed, and what the report has in its stead.
func (r *run) degrade(what luminos.Pass, err error, instead string) {
	r.degraded = append(r.degraded, fmt.Sprintf("%s: %v; %s", what, err, instead))
}

// note tells what people should be able to look up afterwards.
func (r *run) note(pass luminos.Pass, unit luminos.Path, text string) {
	r.Sink.Emit(luminos.Event{Kind: luminos.EventNote, Pass: pass, Unit: unit, Path: unit, Text: text})
}

func (r *run) notes(pass luminos.Pass, texts []string) {
	for _, t := range texts {
		r.note(pass, "", t)
	}
}

// survey is the kept survey, or nil.
func (m *memory) survey(key string) *luminos.Survey {
	if m.inv == nil {
		return nil
	}
	return m.inv.Survey(key)
}

// plan is the kept plan, or nil. One that names what is not in the target is not
// met: the key covers the set of directories.
func (m *memory) plan(key string) *luminos.Plan {
	if m.inv == nil {
		return nil
	}
	return m.inv.Plan(key)
}

// keepSurvey and keepPlan keep at once, so that a run that is cut short later
// need not ask again. An empty key keeps for people to read only.
func (m *memory) keepSurvey(key string, s *luminos.Survey) {
	if m.inv != nil {
		m.try(func() error { return m.inv.PutSurvey(key, s) })
	}
}

func (m *memory) keepPlan(key string, p *luminos.Plan) {
	if m.inv != nil {
		m.try(func() error { return m.inv.PutPlan(key, p) })
	}
}
