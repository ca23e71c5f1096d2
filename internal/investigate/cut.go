package investigate

import (
	"luminos"
)

// Bounds of a unit of several directories, which one conversation has to cover.
const (
	unitDirs  = 8
	unitFiles = 60 // beyond it, no tiny leaf joins
	tinyFiles = 3  // a leaf with at most that many files to read is not worth a loop of its own
)

// toRead returns the number of files directly in a directory, without images, sounds and videos, of which a model sees
// the measures only.
func toRead(d *luminos.DirFacts) int {
	n := d.Files
	for _, k := range []luminos.Category{luminos.CategoryImage, luminos.CategoryAudio, luminos.CategoryVideo} {
		n -= d.Categories[k]
	}
	return n
}

// unitTree is the division of the directories of a target into units, each of which is investigated in one
// conversation. The directories of a unit are connected in the tree of directories, so the units form a tree, too.
type unitTree struct {
	units  [][]int // indexes of directories, parents first; units by their first
	unitOf []int   // of each directory
	above  []int   // of each unit, the unit above, a lower number; -1 at the top
	below  [][]int // of each unit
	// imported lists for each unit the units that it imports and that come before it, sorted; nil without imports.
	imported [][]int
}

// cut divides directories, which come after their parents, into units. Without group, each directory is a unit. With
// group, a directory joins the unit of its parent if it is all that the parent holds, or if it is a tiny leaf and the
// unit stays within unitFiles files; but no skipped directory joins, and no unit gets more than unitDirs directories.
// Of the plan only the skipped directories count, so that a new plan does not divide directories anew that are known.
func cut(dirs []luminos.DirFacts, tier []luminos.Tier, group bool) *unitTree {
	parent, children := parents(dirs)
	f := &unitTree{unitOf: make([]int, len(dirs)), units: make([][]int, 0, len(dirs))}
	files := make([]int, 0, len(dirs)) // of each unit
	joins := func(i int) bool {
		p := parent[i]
		if !group || p < 0 || tier[i] == luminos.TierSkip { // with its whole subtree
			return false
		}
		u := f.unitOf[p]
		if len(f.units[u]) == unitDirs {
			return false
		}
		if dirs[p].Files == 0 && children[p] == 1 {
			return true
		}
		return children[i] == 0 && toRead(&dirs[i]) <= tinyFiles && files[u]+dirs[i].Files <= unitFiles
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

// parents returns, for each directory of dirs, the index of its parent directory in dirs (-1 if it is missing), and the
// number of its subdirectories in dirs.
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
