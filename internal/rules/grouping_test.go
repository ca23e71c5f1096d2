package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"luminos"
)

// groupTask returns a task with an item for each of the paths.
func groupTask(fewest, most int, paths ...luminos.Path) *luminos.GroupTask {
	t := &luminos.GroupTask{Fewest: fewest, Most: most}
	for _, p := range paths {
		t.Items = append(t.Items, luminos.GroupItem{Path: p, Members: []luminos.Path{p}, Files: 1})
	}
	return t
}

// TestGroupsFollowTheTree compares the names and the items of groups.
func TestGroupsFollowTheTree(t *testing.T) {
	var flat []luminos.Path
	for i := range 12 {
		flat = append(flat, luminos.Path(fmt.Sprintf("lib/p%02d", i)))
	}
	for name, c := range map[string]struct {
		task *luminos.GroupTask
		want string
	}{
		"subtrees": {groupTask(3, 5, ".", "a", "a/x", "a/y", "a/z", "b", "b/x", "b/y", "b/z", "c", "c/x", "c/y", "c/z"),
			"the top level: 1, a/: 4, b/: 4, c/: 4"},
		"neighbours": {groupTask(3, 5, flat...), "lib/p00 to p02: 3, lib/p03 to p05: 3, lib/p06 to p08: 3, lib/p09 to p11: 3"},
		"one item":   {groupTask(3, 10, "a"), "a: 1"},
		"a chain":    {groupTask(2, 2, "a", "a/b", "a/b/c", "a/b/c/d"), "a: 1, a/b/: 3"},
	} {
		drafts, err := Engine{}.Group(t.Context(), nil, c.task)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range drafts {
			got = append(got, fmt.Sprintf("%s: %d", d.Name, len(d.Items)))
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s: %s, want %s", name, s, c.want)
		}
	}
}

// TestGroupsOfRulesAreSound checks that each item is in exactly one group, and that there are not too many groups or too
// few, in any tree.
func TestGroupsOfRulesAreSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		paths := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-c](/[a-e]){0,6}`), 1, 120, rapid.ID).Draw(t, "paths")
		fewest := rapid.IntRange(1, 10).Draw(t, "fewest")
		task := groupTask(fewest, fewest+rapid.IntRange(0, 20).Draw(t, "more"))
		for _, p := range paths {
			n := rapid.IntRange(0, 5000).Draw(t, "files")
			task.Items = append(task.Items, luminos.GroupItem{Path: luminos.Path(p), Members: []luminos.Path{luminos.Path(p)}, Files: n})
		}
		drafts, err := Engine{}.Group(t.Context(), nil, task)
		var items []int
		for _, d := range drafts {
			items = append(items, d.Items...)
			if d.Name == "" || len(d.Items) == 0 {
				t.Fatalf("group %+v", d)
			}
		}
		slices.Sort(items)
		for i, item := range items {
			if i != item {
				t.Fatalf("the items are %v", items)
			}
		}
		if n := len(drafts); err != nil || len(items) != len(task.Items) || n > task.Most || n < min(task.Fewest, len(items)) {
			t.Fatalf("%d groups of %d items, want %d to %d (%v)", n, len(items), task.Fewest, task.Most, err)
		}
	})
}
