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
	// Earlier are results for other states of the target, the newest first.
	Earlier []resultRecord `json:"earlier,omitempty"`
}

// Bounds of the earlier results of a pass.
const (
	resultsKept  = 7
	resultsBytes = 1 << 20
)

// PutResult writes the result of a pass under the key of the input from which it was made, before the newest results
// with other keys. A result with the key "" is never returned by [passStore.Result].
func (p passStore) PutResult(pass luminos.Pass, key string, result any) error {
	b, err := json.Marshal(result)
	if err != nil {
		return fmt.Errorf("encoding the result of the pass %s: %w", pass, err)
	}
	r, size := resultRecord{Key: key, Result: b}, 0
	stored, _ := p.results(pass) // [passStore.Result] notes the problem
	for _, e := range stored {
		if size += len(e.Result); e.Key == "" || e.Key == key {
			continue
		}
		if size > resultsBytes || len(r.Earlier) == resultsKept {
			break
		}
		r.Earlier = append(r.Earlier, e)
	}
	return p.put(resultFile(pass), r)
}

// results returns the stored results of a pass, the newest first.
func (p passStore) results(pass luminos.Pass) ([]resultRecord, error) {
	var r resultRecord
	if err := p.readSealed(resultFile(pass), sealedMax, &r); err != nil {
		return nil, err
	}
	all := append([]resultRecord{r}, r.Earlier...)
	all[0].Earlier = nil
	return all, nil
}

// ResultKeys returns the keys of the stored results of a pass, the newest first.
func (p passStore) ResultKeys(pass luminos.Pass) (keys []string) {
	stored, _ := p.results(pass)
	for _, r := range stored {
		keys = append(keys, r.Key)
	}
	return keys
}

// Result decodes the stored result of a pass into the value that into points to, if the result was stored under this
// key and the key is not "". It reports whether it has done so.
func (p passStore) Result(pass luminos.Pass, key string, into any) bool {
	stored, err := p.results(pass)
	found := false
	for _, r := range stored {
		if key != "" && r.Key == key {
			err, found = json.Unmarshal(r.Result, into), true
		}
	}
	if err != nil {
		p.problem(resultFile(pass), err)
	}
	return found && err == nil
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
