package investigate

import (
	"time"

	"luminos"
)

// allotted records the turns that a unit was given and the turns and tool calls that it used.
type allotted struct {
	members               []int // indexes of directories, the first names the unit
	turns, used           int
	toolCalls, toolErrors int
	read                  []luminos.Path
}

// evaluate returns the comparison of the plan with the results, with one row for each directory. The turns of a unit
// with several directories are in the row of its first directory.
func evaluate(d *luminos.Dossier, units []allotted, now time.Time) luminos.PlanEvaluation {
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
	for _, u := range units {
		first := &e.PerDirectory[u.members[0]]
		first.TurnsAllocated, first.TurnsUsed, first.Utilization = u.turns, u.used, utilization(u.used, u.turns)
		for _, i := range u.members[1:] {
			e.PerDirectory[i].Unit = first.Dir
		}
		e.TurnsAllocated += u.turns
		e.TurnsUsed += u.used
	}
	e.OverallUtilization = utilization(e.TurnsUsed, e.TurnsAllocated)
	return e
}

func utilization(used, allocated int) float64 {
	if allocated == 0 {
		return 0
	}
	return round(float64(used) / float64(allocated))
}
