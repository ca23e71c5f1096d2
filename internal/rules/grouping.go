package rules

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// Group sorts the items of a task into groups by their place in the tree: subtrees and runs of neighbours of about
// equal weight. Each item is in exactly one group.
func (Engine) Group(_ context.Context, _ *luminos.Dossier, t *luminos.GroupTask) ([]luminos.GroupDraft, error) {
	if len(t.Items) == 0 {
		return nil, nil
	}
	c := &cutter{items: t.Items}
	all := make([]int, len(t.Items))
	for i := range all {
		all[i] = i
	}
	slices.SortStableFunc(all, func(a, b int) int { return t.Items[a].Path.CompareTree(t.Items[b].Path) })
	runs := c.fit(c.cut(all, 0, (t.Fewest+t.Most)/2), t.Fewest, t.Most)
	drafts := make([]luminos.GroupDraft, len(runs))
	for i, run := range runs {
		drafts[i] = c.draft(run)
	}
	return drafts, nil
}

// cutter cuts items into runs. A run is a list of indexes in the order of the tree.
type cutter struct{ items []luminos.GroupItem }

// cut cuts a run of items that share the first depth elements of their paths into about quota runs. It cuts between
// subtrees, and cuts a subtree only if it is too heavy for one run.
func (c *cutter) cut(list []int, depth, quota int) (runs [][]int) {
	if quota < 2 || len(list) < 2 {
		return [][]int{list}
	}
	target := c.weight(list) / quota
	blocks := c.blocks(list, depth)
	if len(blocks) == 1 {
		return c.cut(list, depth+1, quota)
	}
	var run []int
	flush := func() {
		if len(run) > 0 {
			runs, run = append(runs, run), nil
		}
	}
	for _, b := range blocks {
		w := c.weight(b)
		if 2*w > 3*target && len(b) > 1 {
			flush()
			runs = append(runs, c.cut(b, depth+1, max(2, (w+target/2)/max(target, 1)))...)
			continue
		}
		if 4*(c.weight(run)+w) > 5*target {
			flush()
		}
		run = append(run, b...)
	}
	flush()
	return runs
}

// blocks returns the parts of a run whose paths have the same element after the first depth ones. An item without such
// an element is a block of its own.
func (c *cutter) blocks(list []int, depth int) (blocks [][]int) {
	last := ""
	for _, i := range list {
		element := ""
		if p := c.items[i].Path; p.Depth() > depth {
			element = strings.Split(string(p), "/")[depth]
		}
		if n := len(blocks); n > 0 && element != "" && element == last {
			blocks[n-1] = append(blocks[n-1], i)
		} else {
			blocks = append(blocks, []int{i})
		}
		last = element
	}
	return blocks
}

// fit joins the lightest neighbours until there are at most most runs, and halves the heaviest run until there are at
// least fewest, or one for each item.
func (c *cutter) fit(runs [][]int, fewest, most int) [][]int {
	for len(runs) > max(most, 1) {
		at := 0
		pair := func(i int) int { return c.weight(runs[i]) + c.weight(runs[i+1]) }
		for i := range len(runs) - 1 {
			if pair(i) < pair(at) {
				at = i
			}
		}
		runs[at] = slices.Concat(runs[at], runs[at+1])
		runs = slices.Delete(runs, at+1, at+2)
	}
	for len(runs) < min(fewest, len(c.items)) {
		at := slices.IndexFunc(runs, func(r []int) bool { return len(r) > 1 })
		for i := range runs {
			if len(runs[i]) > 1 && c.weight(runs[i]) > c.weight(runs[at]) {
				at = i
			}
		}
		half := len(runs[at]) / 2
		runs = slices.Insert(runs, at+1, runs[at][half:])
		runs[at] = runs[at][:half:half]
	}
	return runs
}

func (c *cutter) weight(list []int) (w int) {
	for _, i := range list {
		w += c.items[i].Files + len(c.items[i].Members)
	}
	return w
}

// draft returns the group of a run, with its place as its name.
func (c *cutter) draft(run []int) luminos.GroupDraft {
	first, last := c.items[run[0]], c.items[run[len(run)-1]]
	top := first.Path.Common(last.Path)
	place := words.Name(string(top))
	if top == luminos.Root {
		place = "the top level"
	}
	name := cmp.Or(first.Name, words.Name(string(first.Path)))
	switch {
	case len(run) == 1 && name == ".":
		name = place
	case len(run) == 1:
	case first.Name == "" && first.Path == top && top != luminos.Root:
		name += "/"
	default:
		name += " to " + cmp.Or(last.Name, words.Name(string(last.Path.Below(top))))
	}
	dirs, files := 0, 0
	for _, i := range run {
		dirs += len(c.items[i].Members)
		files += c.items[i].Files
	}
	return luminos.GroupDraft{
		Name: name, Items: run, Reason: "They stand beside each other in the tree.",
		Summary: fmt.Sprintf("%s with %s, at or below %s.",
			words.Plural(dirs, "directory"), words.Plural(files, "file"), place),
	}
}
