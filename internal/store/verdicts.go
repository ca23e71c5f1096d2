package store

import (
	"fmt"

	"luminos"
)

const (
	verdictsFile = "verdicts.json"
	// verdictsBytes bounds the stored verdicts, so that the file stays below sealedMax.
	verdictsBytes = 3 << 20
	verdictBytes  = 100 // of one without its reason, as JSON
)

// StoredVerdict is the verdict of a second reader about the case with the key.
type StoredVerdict struct {
	Key string `json:"key"`
	luminos.Judgement
}

type verdictsRecord struct {
	Verdicts []StoredVerdict `json:"verdicts"`
}

// Verdicts returns the stored verdicts of second readers, the ones that were used last first.
func (p passStore) Verdicts() []StoredVerdict {
	var r verdictsRecord
	if err := p.readSealed(verdictsFile, sealedMax, &r); err != nil {
		p.problem(verdictsFile, err)
		return nil
	}
	return r.Verdicts
}

// PutVerdicts stores the verdicts, the ones that were used last first. It leaves out the last ones if the file would be
// too large.
func (p passStore) PutVerdicts(list []StoredVerdict) error {
	size := 0
	for i := range list {
		// A character of a reason has at most 6 bytes in JSON.
		if size += verdictBytes + 6*len(list[i].Reason); size > verdictsBytes {
			list = list[:i]
			break
		}
	}
	if err := p.put(verdictsFile, verdictsRecord{list}); err != nil {
		return fmt.Errorf("storing the verdicts of the second reader: %w", err)
	}
	return nil
}
