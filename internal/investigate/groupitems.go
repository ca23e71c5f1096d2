package investigate

import (
	"cmp"
	"slices"
	"sort"

	"luminos"
)

const (
	// itemsMost is the number of items to which a tree is collapsed, if it has subtrees to collapse.
	itemsMost = 300
	// itemShare is the part of all directories that one collapsed subtree may have.
	itemShare = 30
	// itemImports is the maximal number of items that are named as imported by an item.
	itemImports = 5
)

// groupItems returns the directories of the target as items in the order of the tree: each directory is in exactly
// one. Subtrees are collapsed to one item each until there are at most itemsMost, unless a subtree is too large for
// that. If there are then more items than parts tasks of most items can have, neighbours are joined.
func groupItems(d *luminos.Dossier, most, parts int) []luminos.GroupItem {
	dirs := newTreeList(d)
	n := len(dirs.paths)
	limit := max(1, n/itemShare)
	size := 1 + sort.Search(limit-1, func(size int) bool { return dirs.count(size+1) <= itemsMost })
	var items []luminos.GroupItem
	for i := 0; i < n; {
		next := dirs.next(i, size)
		items = append(items, dirs.item(i, next))
		i = next
	}
	if joined := (len(items) + most*parts - 1) / (most * parts); joined > 1 {
		var list []luminos.GroupItem
		for run := range slices.Chunk(items, joined) {
			item := run[0]
			for _, more := range run[1:] {
				item.Path = item.Path.Common(more.Path)
				item.Members = slices.Concat(item.Members, more.Members)
				item.Files += more.Files
			}
			list = append(list, item)
		}
		items = list
	}
	return items
}

// treeList holds directories in the order of the tree, so that each subtree is a run.
type treeList struct {
	paths   []luminos.Path
	below   []int // the directories of each subtree, its top included
	files   map[luminos.Path]int
	summary map[luminos.Path]string
}

func newTreeList(d *luminos.Dossier) treeList {
	t := treeList{files: map[luminos.Path]int{}, summary: map[luminos.Path]string{}}
	for i := range d.Entries {
		t.paths = append(t.paths, d.Entries[i].Path)
		t.summary[d.Entries[i].Path] = d.Entries[i].Summary
	}
	for i := range d.Facts.Directories {
		t.files[d.Facts.Directories[i].Path] = d.Facts.Directories[i].Files
	}
	slices.SortFunc(t.paths, luminos.Path.CompareTree)
	t.below = make([]int, len(t.paths))
	var open []int // the subtrees that hold the present directory
	for i, p := range t.paths {
		for len(open) > 0 && !p.Within(t.paths[open[len(open)-1]]) {
			open = open[:len(open)-1]
		}
		open = append(open, i)
		for _, k := range open {
			t.below[k]++
		}
	}
	return t
}

// next returns the index after the item that begins with the directory i: a subtree of at most size directories, or
// else the directory alone.
func (t *treeList) next(i, size int) int {
	if t.below[i] <= size {
		return i + t.below[i]
	}
	return i + 1
}

// count returns the number of items if subtrees of at most size directories are collapsed.
func (t *treeList) count(size int) (n int) {
	for i := 0; i < len(t.paths); n++ {
		i = t.next(i, size)
	}
	return n
}

// item returns the item of the directories from the index first to before the index end.
func (t *treeList) item(first, end int) luminos.GroupItem {
	item := luminos.GroupItem{Path: t.paths[first], Members: t.paths[first:end:end], Summary: t.summary[t.paths[first]]}
	for _, p := range item.Members {
		item.Files += t.files[p]
	}
	return item
}

// cutItems cuts items into the fewest parts of at most most items, of about equal length. It prefers to cut before
// items that are less deep in the tree.
func cutItems(items []luminos.GroupItem, most int) (parts [][]luminos.GroupItem) {
	for len(items) > most {
		left := (len(items) + most - 1) / most
		ideal := len(items) / left
		slack := ideal / 4
		at := 0
		for end := max(ideal-slack, len(items)-(left-1)*most, 1); end <= min(ideal+slack, most); end++ {
			nearer := abs(end-ideal) < abs(at-ideal)
			depth, best := items[end].Path.Depth(), items[at].Path.Depth()
			if at == 0 || depth < best || depth == best && nearer {
				at = end
			}
		}
		parts, items = append(parts, items[:at:at]), items[at:]
	}
	return append(parts, items)
}

func abs(n int) int { return max(n, -n) }

// addImports adds to each item the items that it imports most.
func addImports(d *luminos.Dossier, items []luminos.GroupItem) {
	of := map[luminos.Path]int{}
	for i := range items {
		for _, p := range items[i].Members {
			of[p] = i
		}
	}
	files := make([]map[int]int, len(items))
	for _, e := range d.Facts.Imports.Edges {
		from, known := of[e.From]
		to, also := of[e.To]
		if !known || !also || from == to {
			continue
		}
		if files[from] == nil {
			files[from] = map[int]int{}
		}
		files[from][to] += e.Files
	}
	for i, f := range files {
		for to := range f {
			items[i].Imports = append(items[i].Imports, to)
		}
		slices.SortFunc(items[i].Imports, func(a, b int) int { return cmp.Or(f[b]-f[a], a-b) })
		items[i].Imports = items[i].Imports[:min(itemImports, len(items[i].Imports))]
	}
}
