package investigate

import (
	"luminos"
)

// Turns of a directory by its tier, and of the whole target.
const (
	turnsPriority = 15 // at least, and if the plan suggests no number
	turnsMost     = 25 // of one unit, borrowed ones included
	turnsDefault  = 10 // and, times the directories, the budget
	turnsShallow  = 5
	turnsLeast    = 3 // of a unit that is investigated at all
)

// allowance holds the number of turns that the plan gives each unit. It does not depend on results.
type allowance struct {
	turns []int // of each unit; 0 for one that is skipped
	share int   // turns per unit that the plan left unallotted
}

// allot gives each unit the largest number of turns that the plan has for one of its directories. If the sum exceeds
// the budget, units lose turns in proportion to their turns above turnsLeast: first the units without priority, then
// the others.
func allot(f *unitTree, dirs []luminos.DirFacts, tier []luminos.Tier, plan *luminos.Plan) allowance {
	suggested := map[luminos.Path]int{}
	for _, d := range plan.Priority {
		suggested[d.Path] = d.Turns
	}
	a := allowance{turns: make([]int, len(f.units))}
	budget := turnsDefault * len(dirs)
	sum, investigated := 0, 0
	var first, last []int // to be cut back
	for u, members := range f.units {
		priority := false
		for _, i := range members {
			a.turns[u] = max(a.turns[u], turnsOf(tier[i], suggested[dirs[i].Path]))
			priority = priority || tier[i] == luminos.TierPriority
		}
		switch {
		case a.turns[u] == 0:
			continue
		case priority:
			last = append(last, u)
		default:
			first = append(first, u)
		}
		sum += a.turns[u]
		investigated++
	}
	sum -= cutBack(a.turns, first, sum-budget)
	sum -= cutBack(a.turns, last, sum-budget)
	if investigated > 0 {
		a.share = max(budget-sum, 0) / investigated
	}
	return a
}

func turnsOf(t luminos.Tier, suggested int) int {
	switch t {
	case luminos.TierSkip:
		return 0
	case luminos.TierShallow:
		return turnsShallow
	case luminos.TierPriority:
		return min(max(suggested, turnsPriority), turnsMost)
	}
	return turnsDefault
}

// cutBack takes turns from the listed units in proportion to their turns above turnsLeast, at most over turns in all.
// It returns the number of turns that it took. Each unit keeps at least turnsLeast turns.
func cutBack(turns, units []int, over int) (took int) {
	spare := 0
	for _, u := range units {
		spare += turns[u] - turnsLeast
	}
	over = min(over, spare)
	if over <= 0 {
		return 0
	}
	for _, u := range units {
		n := over * (turns[u] - turnsLeast) / spare
		turns[u] -= n
		took += n
	}
	for _, u := range units { // the rest of the division
		if took < over && turns[u] > turnsLeast {
			turns[u]--
			took++
		}
	}
	return took
}
