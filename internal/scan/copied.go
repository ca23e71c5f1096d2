package scan

import (
	"cmp"
	"maps"
	"slices"

	"luminos"
)

const (
	copiedMax   = 20 // directories that are reported as copies
	copiedTried = 60 // directories that are looked at for them
	copiedMin   = 2  // files of such a directory
	placesMax   = 5  // directories that are listed with the copies of one
)

// copied collects the directories whose files all have copies in other directories.
type copied struct {
	groups []copies
	found  map[*node]*tally
}

// tally counts the files of a directory that have a copy in another place than the directory.
type tally struct {
	files int
	bytes int64
}

// copiedDirs returns the topmost directories all of whose files have a copy outside of the directory, the largest
// first, at most copiedMax. Of two directories that hold the same files, it returns only one.
func copiedDirs(groups []copies) []luminos.CopiedDir {
	c := &copied{groups: groups, found: map[*node]*tally{}}
	for _, g := range groups {
		c.count(g)
	}
	var whole []*node
	for n, t := range c.found {
		// Ignored files of the directory were not compared.
		if t.files >= copiedMin && t.files == n.files && n.usage.files == n.files {
			whole = append(whole, n)
		}
	}
	slices.SortFunc(whole, func(a, b *node) int { // an ancestor has at least the files of its descendants
		files := cmp.Compare(c.found[b].files, c.found[a].files)
		return cmp.Or(files, cmp.Compare(a.depth, b.depth), cmp.Compare(a.path, b.path))
	})
	var out []luminos.CopiedDir
	taken := map[*node]bool{}
	for _, n := range whole[:min(len(whole), copiedTried)] {
		if below(n, taken) || len(out) == copiedMax {
			continue
		}
		places, free := c.others(n, taken)
		if whole := c.found[n].files; slices.Contains(slices.Collect(maps.Values(places)), whole) {
			// One directory has them all: directories with some of them add nothing.
			maps.DeleteFunc(places, func(_ *node, files int) bool { return files < whole })
			free = free && !slices.ContainsFunc(slices.Collect(maps.Keys(places)), func(o *node) bool { return taken[o] })
		}
		if !free {
			continue // its copies are in directories that are reported
		}
		taken[n] = true
		d := luminos.CopiedDir{Path: n.path, Files: c.found[n].files, Bytes: c.found[n].bytes, Dirs: len(places)}
		for _, o := range slices.SortedFunc(maps.Keys(places), func(a, b *node) int {
			return cmp.Or(cmp.Compare(places[b], places[a]), cmp.Compare(a.path, b.path))
		})[:min(len(places), placesMax)] {
			d.In = append(d.In, o.path)
		}
		out = append(out, d)
	}
	slices.SortFunc(out, func(a, b luminos.CopiedDir) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Path, b.Path))
	})
	return out
}

// count counts the files of one group in all directories that contain the file but not all files of the group.
func (c *copied) count(g copies) {
	common := g[0].dir
	for _, f := range g[1:] {
		for !within(f.dir, common) {
			common = common.parent
		}
	}
	for _, f := range g {
		for n := f.dir; n != common; n = n.parent {
			t := c.found[n]
			if t == nil {
				t = &tally{}
				c.found[n] = t
			}
			t.files++
			t.bytes += f.size
		}
	}
}

// others returns the directories outside of n that contain copies of its files, each with the number of these files. All
// directories below a directory count as one: others returns the topmost ones that do not contain n, or a directory that
// contains both n and a copy. free reports whether a copy lies outside of the directories in taken.
func (c *copied) others(n *node, taken map[*node]bool) (places map[*node]int, free bool) {
	places = map[*node]int{}
	for _, g := range c.groups {
		inside := 0
		for _, f := range g {
			if within(f.dir, n) {
				inside++
			}
		}
		if inside == 0 {
			continue
		}
		seen := map[*node]bool{}
		for _, f := range g {
			if within(f.dir, n) {
				continue
			}
			free = free || !below(f.dir, taken)
			top := f.dir
			for !within(n, top) && !within(n, top.parent) {
				top = top.parent
			}
			if !seen[top] {
				seen[top] = true
				places[top] += inside
			}
		}
	}
	return places, free
}

// within reports whether the directory n is top or lies below it.
func within(n, top *node) bool {
	for n != nil && n.depth > top.depth {
		n = n.parent
	}
	return n == top
}

// below reports whether the directory n or one above it is in the set.
func below(n *node, set map[*node]bool) bool {
	for ; n != nil; n = n.parent {
		if set[n] {
			return true
		}
	}
	return false
}
