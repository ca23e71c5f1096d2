package store

import (
	"encoding/json"
	"fmt"
	"slices"

	"luminos"
)

const (
	surveyFile     = "survey.json"
	planFile       = "plan.json"
	evaluationFile = "plan_evaluation.json"
)

// surveyRecord and planRecord are what a pass gave as it lies on disk. Key is a
// digest of what it was made from; "" is of nothing that could be met again.
type surveyRecord struct {
	*luminos.Survey
	Key string `json:"key"`
}

type planRecord struct {
	*luminos.Plan
	Key string `json:"key"`
}

// PutSurvey keeps a survey, which may be nil, and the key of what it was made from.
func (inv *Investigation) PutSurvey(key string, s *luminos.Survey) error {
	return inv.put(surveyFile, surveyRecord{s, key})
}

// PutPlan keeps a plan and the key of what it was made from.
func (inv *Investigation) PutPlan(key string, p *luminos.Plan) error {
	return inv.put(planFile, planRecord{p, key})
}

// Survey is the kept survey that was made from exactly what key says; nil when
// there is none.
func (inv *Investigation) Survey(key string) *luminos.Survey {
	r := surveyRecord{Survey: &luminos.Survey{}}
	if err := inv.readSealed(surveyFile, &r); err != nil {
		inv.problem(surveyFile, err)
		return nil
	}
	if s := r.Survey; key == "" || r.Key != key || s == nil || !fraction(s.Confidence) {
		return nil
	}
	return r.Survey
}

// Plan is the kept plan that was made from exactly what key says; nil when there
// is none.
func (inv *Investigation) Plan(key string) *luminos.Plan {
	r := planRecord{Plan: &luminos.Plan{}}
	if err := inv.readSealed(planFile, &r); err != nil {
		inv.problem(planFile, err)
		return nil
	}
	if key == "" || r.Key != key {
		return nil
	}
	return r.Plan
}

// PutEvaluation keeps how a plan did, for people and for later plans.
func (inv *Investigation) PutEvaluation(e luminos.PlanEvaluation) error {
	b, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		return fmt.Errorf("encoding %s: %w", evaluationFile, err)
	}
	return inv.write(evaluationFile, append(b, '\n'))
}

// Evaluation is how the plan of the run before did; nil where that is not known.
// It is advice: fields that another version wrote are passed over.
func (inv *Investigation) Evaluation() *luminos.PlanEvaluation {
	b, err := inv.read(evaluationFile, documentMax)
	var e luminos.PlanEvaluation
	if err != nil || json.Unmarshal(b, &e) != nil {
		return nil
	}
	return &e
}

// Settings are those of the run that is under way.
func (inv *Investigation) Settings() []Setting {
	inv.mu.Lock()
	defer inv.mu.Unlock()
	return slices.Clone(inv.meta.Settings)
}
