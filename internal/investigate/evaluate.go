package investigate

import (
	"time"

	"luminos"
)

// evaluate compares the plan with what became of it, directory by directory.
func evaluate(d *luminos.Dossier, now time.Time) luminos.PlanEvaluation {
	e := luminos.PlanEvaluation{Order: d.Plan.Order, PerDirectory: make([]luminos.EvaluatedDir, 0, len(d.Entries)), EvaluatedAt: now}
	tierOf := d.Plan.Tiers()
	for _, entry := range d.Entries {
		tier := tierOf(entry.Path)
		if tier != luminos.TierSkip {
			e.Investigated++
		}
		e.PerDirectory = append(e.PerDirectory, luminos.EvaluatedDir{
			Dir: entry.Path, Tier: tier, Completeness: entry.Completeness, Confidence: entry.Confidence,
		})
	}
	return e
}
