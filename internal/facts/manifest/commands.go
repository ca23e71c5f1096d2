package manifest

import (
	"cmp"
	"slices"

	"luminos"
)

// maxPerPurpose is how many commands of one purpose are kept.
const maxPerPurpose = 20

// purposes in the order in which a newcomer needs them.
var purposes = []string{"install", "build", "run", "test", "lint"}

// finishCommands orders commands by purpose, then by how directly the target
// says them: at the root before elsewhere, measured before derived, and within
// one manifest in the order in which its reader gave them.
func (r *reader) finishCommands() {
	depth := func(c luminos.Command) int {
		if c.Dir == "" {
			return 0
		}
		return c.Dir.Depth()
	}
	slices.SortStableFunc(r.res.Commands, func(a, b luminos.Command) int {
		return cmp.Or(cmp.Compare(slices.Index(purposes, a.Purpose), slices.Index(purposes, b.Purpose)),
			cmp.Compare(depth(a), depth(b)), cmp.Compare(basisOrder(a.Basis), basisOrder(b.Basis)), cmp.Compare(a.Dir, b.Dir))
	})
	type key struct {
		purpose, line string
		dir           luminos.Path
	}
	seen, count := map[key]bool{}, map[string]int{}
	var kept []luminos.Command
	for _, c := range r.res.Commands {
		k := key{c.Purpose, c.Line, c.Dir}
		if seen[k] || count[c.Purpose] >= maxPerPurpose || len(kept) >= maxCommands {
			continue
		}
		seen[k] = true
		count[c.Purpose]++
		kept = append(kept, c)
	}
	r.res.Commands = kept
}

func basisOrder(b luminos.Basis) int {
	if b == luminos.Measured {
		return 0
	}
	return 1
}
