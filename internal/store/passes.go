package store

import (
	"encoding/json"
	"fmt"

	"luminos"
)

const (
	evaluationFile = "plan_evaluation.json"
	evaluationMax  = 64 << 20 // bytes; it has a row for each directory
)

// passStore reads and writes the stored results of passes and the evaluation of the plan.
type passStore struct{ *vault }

// resultRecord is the stored result of a pass with the key of the input from which it was made.
type resultRecord struct {
	Key    string          `json:"key"`
	Result json.RawMessage `json:"result"`
}

// PutResult writes the result of a pass under the key of the input from which it was made. A result with the key "" is
// never returned by [passStore.Result].
func (p passStore) PutResult(pass luminos.Pass, key string, result any) error {
	b, err := json.Marshal(result)
	if err != nil {
		return fmt.Errorf("encoding the result of the pass %s: %w", pass, err)
	}
	return p.put(resultFile(pass), resultRecord{key, b})
}

// ResultKey returns the key of the stored result of a pass, or "" without one.
func (p passStore) ResultKey(pass luminos.Pass) string {
	var r resultRecord
	_ = p.readSealed(resultFile(pass), sealedMax, &r) // [passStore.Result] notes the problem
	return r.Key
}

// Result decodes the stored result of a pass into the value that into points to, if the result was stored under this
// key and the key is not "". It reports whether it has done so.
func (p passStore) Result(pass luminos.Pass, key string, into any) bool {
	var r resultRecord
	err := p.readSealed(resultFile(pass), sealedMax, &r)
	if err == nil {
		if key == "" || r.Key != key {
			return false
		}
		err = json.Unmarshal(r.Result, into)
	}
	if err != nil {
		p.problem(resultFile(pass), err)
	}
	return err == nil
}

func resultFile(pass luminos.Pass) string { return string(pass) + ".json" }

// PutEvaluation writes the evaluation of a plan as indented JSON, which people can read.
func (p passStore) PutEvaluation(e luminos.PlanEvaluation) error {
	b, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		return fmt.Errorf("encoding the evaluation of the plan for %s: %w", evaluationFile, err)
	}
	return p.write(evaluationFile, append(b, '\n'))
}

// Evaluation returns the stored evaluation of the plan of the last run, or nil if none can be read. It ignores unknown
// fields.
func (p passStore) Evaluation() *luminos.PlanEvaluation {
	b, err := p.read(evaluationFile, evaluationMax)
	var e luminos.PlanEvaluation
	if err != nil || json.Unmarshal(b, &e) != nil {
		return nil
	}
	return &e
}
