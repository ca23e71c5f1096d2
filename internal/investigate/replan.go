package investigate

import (
	"fmt"

	"luminos/internal/words"
)

// What the units below one have to say for its turns to be changed.
const (
	refineUnits = 2   // fewer say nothing of the plan
	uncertain   = 0.5 // confidence below which a unit has left questions
	understood  = 0.8 // confidence from which it has not
	ownFewFiles = 2   // of a unit that adds little to what is below it
)

// refined adjusts the turns that the plan has for a unit to what was found in the
// units directly below it, and says why, where it does. It looks at nothing else:
// which units were finished first must not decide what an entry says. spare is how
// many turns there are to be had; own is how many files lie in the unit itself.
func refined(planned, spare, own int, below []*unitResult) (turns int, why string) {
	n, open, closed := 0, 0, 0
	for _, f := range below {
		if !f.asked || f.failed != nil {
			continue // nobody looked
		}
		n++
		switch e := &f.Entries[0]; {
		case e.Partial || e.Confidence < uncertain:
			open++
		case e.Confidence >= understood:
			closed++
		}
	}
	if n < refineUnits {
		return planned, ""
	}
	switch {
	case 2*open > n && planned < turnsPriority:
		turns = min(planned+turnsShallow, turnsPriority, planned+max(spare, 0))
		if turns > planned {
			return turns, fmt.Sprintf("%d turns instead of %d, as %d of %s below it left questions", turns, planned, open, words.Plural(n, "unit"))
		}
	case closed == n && planned > turnsDefault && own <= ownFewFiles:
		return turnsDefault, fmt.Sprintf("%d turns instead of %d, as all %s below it are understood, and it holds %s itself",
			turnsDefault, planned, words.Plural(n, "unit"), words.Plural(own, "file"))
	}
	return planned, ""
}

// grant is what a unit has: turns, those of the plan or refined, and how many it may
// borrow beside them. spare is what the units below it did not use, less than none
// where they borrowed.
func (a *allowance) grant(unit, spare, own int, below []*unitResult) (turns, pool int, why string) {
	planned := a.turns[unit]
	if planned == 0 {
		return 0, 0, ""
	}
	turns, why = refined(planned, a.share+spare, own, below)
	left := a.share + spare - (turns - planned)
	return turns, max(0, min(left, turnsMost-turns)), why
}
