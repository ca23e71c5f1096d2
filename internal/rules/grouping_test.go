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

// TestSectionOfSubsystems reads the section of a target with groups, and with domains.
func TestSectionOfSubsystems(t *testing.T) {
	d := kite()
	if s := subsystems(newWriter(d)); s != nil {
		t.Errorf("a target without groups has %+v", s)
	}
	d.Entries = make([]luminos.Entry, 5)
	d.Grouping = &luminos.Grouping{
		Groups: []luminos.Group{
			{Name: "flying", Summary: "It flies. It lands.", Basis: luminos.Judged, Members: []luminos.Path{"fly", "fly/a", "fly/b"}},
			{Name: "rest", Summary: "The rest.", Basis: luminos.Derived, Members: []luminos.Path{".", "docs"}},
		},
		Repairs: luminos.Repairs{Missing: 2, Invented: 1, Surplus: 1},
	}
	read := func() string {
		s := subsystems(newWriter(d))
		text := s.Statements[0].Text
		for _, it := range s.Items {
			text += "\n" + it.Label + " [" + string(it.Basis) + "]: " + it.Text
		}
		return text
	}
	const repaired = "; the model left out 2 items, invented 1 item and made 1 group too many, which was repaired.\n"
	want := "5 directories in 2 subsystems" + repaired +
		"flying [judged]: It flies. (3 directories: fly)\nrest [derived]: The rest. (2 directories: . and docs)"
	if got := read(); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	d.Grouping.Domains = []luminos.Domain{{Name: "all", Summary: "All of it.", Basis: luminos.Judged, Groups: []string{"flying", "rest"}}}
	want = "5 directories in 2 subsystems and 1 domain" + repaired + "all [judged]: All of it. Subsystems: flying and rest."
	if got := read(); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
