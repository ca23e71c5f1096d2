package investigate

import (
	"luminos"
)

// Bounds of a unit of several directories: what one loop can keep in mind.
const (
	unitDirs  = 8
	unitFiles = 60
	tinyFiles = 3 // a leaf with no more files than that is not worth a loop of its own
)

// unitTree is how the directories of a target are shared out among units. Each
// unit is a connected part of the tree of directories, so units are a tree, too.
type unitTree struct {
	units  [][]int // indexes of directories, parents first; units by their first
	unitOf []int   // of each directory
	above  []int   // of each unit; -1 at the top. It is less than the unit itself.
	below  [][]int // of each unit
}

// cut shares directories, which come after their parents, out among units. With
// group,
//
//   - a directory that holds nothing but one directory is of one unit with it,
//   - a tiny leaf joins its parent where the plan wants the same of both,
//
// as far as the bounds allow; what is skipped stays by itself. All else, and
// everything without group, is a unit of one.
func cut(dirs []luminos.DirFacts, tier []luminos.Tier, group bool) *unitTree {
	parent, children := parents(dirs)
	f := &unitTree{unitOf: make([]int, len(dirs)), units: make([][]int, 0, len(dirs))}
	files := make([]int, 0, len(dirs)) // of each unit
	joins := func(i int) bool {
		p := parent[i]
		if !group || p < 0 || tier[i] == luminos.TierSkip { // so is what is below it
			return false
		}
		u := f.unitOf[p]
		if len(f.units[u]) == unitDirs {
			return false
		}
		if dirs[p].Files == 0 && children[p] == 1 {
			return true
		}
		return children[i] == 0 && dirs[i].Files <= tinyFiles && tier[i] == tier[p] && files[u]+dirs[i].Files <= unitFiles
	}
	for i := range dirs {
		if joins(i) {
			u := f.unitOf[parent[i]]
			f.unitOf[i] = u
			f.units[u] = append(f.units[u], i)
			files[u] += dirs[i].Files
			continue
		}
		f.unitOf[i] = len(f.units)
		f.units = append(f.units, []int{i})
		files = append(files, dirs[i].Files)
		above := -1
		if p := parent[i]; p >= 0 {
			above = f.unitOf[p]
		}
		f.above = append(f.above, above)
	}
	f.below = make([][]int, len(f.units))
	for u, a := range f.above {
		if a >= 0 {
			f.below[a] = append(f.below[a], u)
		}
	}
	return f
}

// parents gives the index of the directory above each, or -1, and how many
// directories are directly in each.
func parents(dirs []luminos.DirFacts) (parent, children []int) {
	at := make(map[luminos.Path]int, len(dirs))
	parent, children = make([]int, len(dirs)), make([]int, len(dirs))
	for i := range dirs {
		parent[i] = -1
		if p := dirs[i].Path; p != luminos.Root {
			if up, ok := at[p.Dir()]; ok {
				parent[i] = up
				children[up]++
			}
		}
		at[dirs[i].Path] = i
	}
	return parent, children
}
