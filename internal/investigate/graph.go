package investigate

import (
	"slices"

	"luminos"
)

// link stores which units have to be done before a unit because it imports them. Units with the same unit above are
// compared with all that is below them: an import from one to another counts unless both import each other, directly or
// through others. So there is an order of all units, [unitTree.order].
func (f *unitTree) link(dirs []luminos.DirFacts, edges []luminos.ImportEdge) {
	at := make(map[luminos.Path]int, len(dirs))
	for i := range dirs {
		at[dirs[i].Path] = i
	}
	depth := make([]int, len(f.units))
	for u, a := range f.above {
		if a >= 0 {
			depth[u] = depth[a] + 1
		}
	}
	type pair struct{ from, to int }
	between := map[pair]pair{} // units, by the units that import each other: the siblings above them
	siblings := make([][]int, len(f.units))
	for _, e := range edges {
		from, known := at[e.From]
		to, alsoKnown := at[e.To]
		if !known || !alsoKnown {
			continue
		}
		units := pair{f.unitOf[from], f.unitOf[to]}
		a, b := f.siblings(depth, units.from, units.to)
		if a != b {
			between[units] = pair{a, b}
			siblings[a] = append(siblings[a], b)
		}
	}
	cycle := cycles(siblings)
	f.imported = make([][]int, len(f.units))
	for units, above := range between {
		if cycle[above.from] != cycle[above.to] {
			f.imported[units.from] = append(f.imported[units.from], units.to)
		}
	}
	for _, list := range f.imported {
		slices.Sort(list)
	}
}

// siblings returns the units above or equal to a and b that have the same unit above them, or equal units if a is above
// b or b above a.
func (f *unitTree) siblings(depth []int, a, b int) (int, int) {
	for depth[a] > depth[b] {
		a = f.above[a]
	}
	for depth[b] > depth[a] {
		b = f.above[b]
	}
	for a != b && f.above[a] != f.above[b] {
		a, b = f.above[a], f.above[b]
	}
	return a, b
}

// cycles returns a number for each node of a graph that is equal for nodes that reach each other (Tarjan's strongly
// connected components).
func cycles(to [][]int) []int {
	of, low, number := make([]int, len(to)), make([]int, len(to)), make([]int, len(to))
	var stack []int
	next, found := 0, 0
	var visit func(u int)
	visit = func(u int) {
		next++
		number[u], low[u] = next, next
		stack = append(stack, u)
		for _, v := range to[u] {
			switch {
			case number[v] == 0:
				visit(v)
				low[u] = min(low[u], low[v])
			case of[v] == 0:
				low[u] = min(low[u], number[v])
			}
		}
		if low[u] == number[u] {
			found++
			for done := false; !done; {
				v := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				of[v], done = found, v == u
			}
		}
	}
	for u := range to {
		if number[u] == 0 {
			visit(u)
		}
	}
	return of
}

// before returns the units that have to be done before a unit.
func (f *unitTree) before(unit int) []int {
	if f.imported == nil {
		return f.below[unit]
	}
	return slices.Concat(f.below[unit], f.imported[unit])
}

// order returns all units, each after the units that have to be done before it.
func (f *unitTree) order() []int {
	done, all := make([]bool, len(f.units)), make([]int, 0, len(f.units))
	var visit func(u int)
	visit = func(u int) {
		if done[u] {
			return
		}
		done[u] = true
		for _, b := range f.before(u) {
			visit(b)
		}
		all = append(all, u)
	}
	for u := range f.units {
		visit(u)
	}
	return all
}
