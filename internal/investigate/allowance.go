package investigate

import (
	"luminos"
)

// Turns holds the numbers of turns of a directory by its tier.
type Turns struct {
	Priority int // at least, and if the plan suggests no number
	Default  int // and, times the directories, the budget
	Shallow  int
	Most     int // of one unit, borrowed ones included
}

// DefaultTurns are the turns without other settings.
var DefaultTurns = Turns{Priority: 15, Default: 10, Shallow: 5, Most: 25}

// LeastTurns is the number of turns of a unit that is investigated at all.
const LeastTurns = 3

// allowance holds the number of turns that the plan gives each unit. It does not depend on results.
type allowance struct {
	tiers Turns
	turns []int // of each unit; 0 for one that is skipped
	share int   // turns per unit that the plan left unallotted
}

// allot gives each unit the largest number of turns that the plan has for one of its directories. If the sum exceeds
// the budget, units lose turns in proportion to their turns above LeastTurns: first the units without priority, then
// the others.
func allot(t Turns, f *unitTree, dirs []luminos.DirFacts, tier []luminos.Tier, plan *luminos.Plan) allowance {
	suggested := map[luminos.Path]int{}
	for _, d := range plan.Priority {
		suggested[d.Path] = d.Turns
	}
	a := allowance{tiers: t, turns: make([]int, len(f.units))}
	budget := t.Default * len(dirs)
	sum, investigated := 0, 0
	var first, last []int // to be cut back
	for u, members := range f.units {
		priority := false
		for _, i := range members {
			a.turns[u] = max(a.turns[u], t.of(tier[i], suggested[dirs[i].Path]))
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

// of returns the turns of a directory of a tier, with the number that the plan suggests.
func (t Turns) of(tier luminos.Tier, suggested int) int {
	switch tier {
	case luminos.TierSkip:
		return 0
	case luminos.TierShallow:
		return min(t.Shallow, t.Most)
	case luminos.TierPriority:
		return min(max(suggested, t.Priority), t.Most)
	}
	return min(t.Default, t.Most)
}

// cutBack takes turns from the listed units in proportion to their turns above LeastTurns, at most over turns in all.
// It returns the number of turns that it took. Each unit keeps at least LeastTurns turns.
func cutBack(turns, units []int, over int) (took int) {
	spare := 0
	for _, u := range units {
		spare += turns[u] - LeastTurns
	}
	over = min(over, spare)
	if over <= 0 {
		return 0
	}
	for _, u := range units {
		n := over * (turns[u] - LeastTurns) / spare
		turns[u] -= n
		took += n
	}
	for _, u := range units { // the rest of the division
		if took < over && turns[u] > LeastTurns {
			turns[u]--
			took++
		}
	}
	return took
}
