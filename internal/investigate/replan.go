package investigate

import (
	"fmt"

	"luminos/internal/words"
)

// Bounds for changing the turns of a unit after the results below it.
const (
	refineUnits = 2   // units below, at least
	uncertain   = 0.5 // a lower confidence leaves questions
	understood  = 0.8 // this confidence or more leaves none
	ownFewFiles = 2   // files of a unit that adds little to its subtree
	usedLittle  = 3   // if the units below used less than a third of their turns, half of the turns are enough
)

// refined returns the number of turns of a unit, and the reason if it differs from the number planned. It judges by
// below, the results of the units directly below. spare is the number of turns left over, from which a unit can get
// more; own is the number of files in the unit itself.
func (t Turns) refined(planned, spare, own int, below []*unitResult) (turns int, why string) {
	n, open, closed, given, used := 0, 0, 0, 0, 0
	for _, f := range below {
		if !f.asked || f.failed != nil {
			continue // it was not investigated
		}
		n++
		given += f.given
		used += f.Turns
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
	case 2*open > n && planned < t.Priority:
		turns = min(planned+t.Shallow, t.Priority, planned+max(spare, 0))
		if turns > planned {
			return turns, fmt.Sprintf("%d turns instead of %d, as %d of %s below it left questions", turns, planned, open, words.Plural(n, "unit"))
		}
	case closed == n && planned > t.Default && own <= ownFewFiles:
		return t.Default, fmt.Sprintf("%d turns instead of %d, as all %s below it are understood, and it holds %s itself",
			t.Default, planned, words.Plural(n, "unit"), words.Plural(own, "file"))
	case 2*open <= n && usedLittle*used < given && planned > t.Shallow:
		turns = max((planned+1)/2, t.Shallow)
		return turns, fmt.Sprintf("%d turns instead of %d, as %s below it used %d of %d",
			turns, planned, words.Plural(n, "unit"), used, given)
	}
	return planned, ""
}

// grant returns the turns of a unit, the number of turns that it may borrow in addition, and the reason if the turns
// differ from the plan. spare is the number of turns that the units below left unused; it can be negative.
func (a *allowance) grant(unit, spare, own int, below []*unitResult) (turns, pool int, why string) {
	planned := a.turns[unit]
	if planned == 0 {
		return 0, 0, ""
	}
	turns, why = a.tiers.refined(planned, a.share+spare, own, below)
	left := a.share + spare - (turns - planned)
	return turns, max(0, min(left, a.tiers.Most-turns)), why
}
