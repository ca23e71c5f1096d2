package store

import (
	"encoding/json"
	"fmt"

	"luminos"
)

const (
	surveyFile     = "survey.json"
	planFile       = "plan.json"
	evaluationFile = "plan_evaluation.json"
	evaluationMax  = 64 << 20 // bytes; it has a row for each directory
)

// passStore reads and writes the stored survey, plan and evaluation of the plan.
type passStore struct{ *vault }

// surveyRecord and planRecord are the results of a pass with the key of its
// input. Results with the key "" are never reused.
type surveyRecord struct {
	*luminos.Survey
	Key string `json:"key"`
}

type planRecord struct {
	*luminos.Plan
	Key string `json:"key"`
}

// PutSurvey writes a survey, which may be nil, under the key of the input from which it was made.
func (p passStore) PutSurvey(key string, s *luminos.Survey) error {
	return p.put(surveyFile, surveyRecord{s, key})
}

// PutPlan writes a plan under the key of the input from which it was made.
func (p passStore) PutPlan(key string, plan *luminos.Plan) error {
	return p.put(planFile, planRecord{plan, key})
}

// Survey returns the stored survey if it was stored under this key and the key is not "", else nil.
func (p passStore) Survey(key string) *luminos.Survey {
	r := surveyRecord{Survey: &luminos.Survey{}}
	if err := p.readSealed(surveyFile, &r); err != nil {
		p.problem(surveyFile, err)
		return nil
	}
	if key == "" || r.Key != key {
		return nil
	}
	return r.Survey
}

// Plan returns the stored plan if it was stored under this key and the key is not "", else nil.
func (p passStore) Plan(key string) *luminos.Plan {
	r := planRecord{Plan: &luminos.Plan{}}
	if err := p.readSealed(planFile, &r); err != nil {
		p.problem(planFile, err)
		return nil
	}
	if key == "" || r.Key != key {
		return nil
	}
	return r.Plan
}

// PutEvaluation writes the evaluation of a plan as indented JSON, which people can read.
func (p passStore) PutEvaluation(e luminos.PlanEvaluation) error {
	b, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		return fmt.Errorf("encoding %s: %w", evaluationFile, err)
	}
	return p.write(evaluationFile, append(b, '\n'))
}

// Evaluation returns the evaluation of the plan of the last run, or nil if there
// is no readable one. It is advice: unknown fields are ignored.
func (p passStore) Evaluation() *luminos.PlanEvaluation {
	b, err := p.read(evaluationFile, evaluationMax)
	var e luminos.PlanEvaluation
	if err != nil || json.Unmarshal(b, &e) != nil {
		return nil
	}
	return &e
}
