package investigate

import (
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// repaired returns the groups of a task so that each item is in exactly one of them, with the number of changes that
// this took. An item in several groups stays in the first one. An item in none comes into the group of the nearest
// item above it or beside it. The smallest groups beyond the permitted number are dissolved. The error states why the
// groups are not usable: they have less than half of the items, or put all items into one group.
func repaired(
	t *luminos.GroupTask, drafts []luminos.GroupDraft,
) (groups []luminos.GroupDraft, r luminos.Repairs, err error) {
	owner := make([]int, len(t.Items))
	for i := range owner {
		owner[i] = -1
	}
	sizes, named := make([]int, len(drafts)), 0
	for g := range drafts {
		for _, i := range drafts[g].Items {
			switch {
			case i < 0 || i >= len(owner):
				r.Invented++
			case owner[i] < 0:
				owner[i] = g
				sizes[g]++
				named++
			case owner[i] != g:
				r.Doubled++
			}
		}
	}
	filled := 0
	for _, n := range sizes {
		filled += min(n, 1)
	}
	switch {
	case 2*named < len(t.Items):
		return nil, r, fmt.Errorf("the groups have %d of %s", named, words.Plural(len(t.Items), "item"))
	case filled < min(2, t.Fewest, len(t.Items)):
		return nil, r, fmt.Errorf("all of %s are in one group", words.Plural(len(t.Items), "item"))
	}
	r.Missing = len(t.Items) - named
	for ; filled > t.Most; filled-- {
		r.Surplus++
		dissolve(owner, sizes)
	}
	adopted := nearest(t.Items, owner)
	for g, d := range drafts {
		d.Items = nil
		for i := range adopted {
			if adopted[i] == g {
				d.Items = append(d.Items, i)
			}
		}
		if len(d.Items) > 0 {
			groups = append(groups, tidyGroup(t, d))
		}
	}
	return groups, r, nil
}

// dissolve removes the items of the smallest group from it.
func dissolve(owner, sizes []int) {
	least := -1
	for g, n := range sizes {
		if n > 0 && (least < 0 || n <= sizes[least]) {
			least = g
		}
	}
	sizes[least] = 0
	for i := range owner {
		if owner[i] == least {
			owner[i] = -1
		}
	}
}

// nearest returns owner with a group for each item without one: the group of the item with which it shares the deepest
// directory. Among several it is the one above the item, or else the nearest in the order of the tree.
func nearest(items []luminos.GroupItem, owner []int) []int {
	adopted := slices.Clone(owner)
	for i := range items {
		if owner[i] >= 0 {
			continue
		}
		best, score := -1, [3]int{}
		for k := range items {
			if owner[k] < 0 {
				continue
			}
			above := 0
			if items[i].Path.Within(items[k].Path) {
				above = 1
			}
			s := [3]int{items[i].Path.Common(items[k].Path).Depth(), above, -abs(i - k)}
			if best < 0 || slices.Compare(s[:], score[:]) > 0 {
				best, score = k, s
			}
		}
		adopted[i] = owner[best]
	}
	return adopted
}

// tidyGroup returns a group with valid texts. A group without a name is named after its place in the tree.
func tidyGroup(t *luminos.GroupTask, d luminos.GroupDraft) luminos.GroupDraft {
	d.Name, d.Summary, d.Reason = strings.TrimSpace(valid(d.Name)), valid(d.Summary), valid(d.Reason)
	if d.Name == "" {
		top := t.Items[d.Items[0]].Path
		for _, i := range d.Items {
			top = top.Common(t.Items[i].Path)
		}
		d.Name = words.Name(string(top))
	}
	return d
}

// uniqueNames changes names of groups so that no two are equal.
func uniqueNames(groups []luminos.Group) {
	seen := map[string]bool{}
	for i := range groups {
		name := groups[i].Name
		for n := 2; seen[strings.ToLower(groups[i].Name)]; n++ {
			groups[i].Name = fmt.Sprintf("%s (%d)", name, n)
		}
		seen[strings.ToLower(groups[i].Name)] = true
	}
}
