package investigate

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"luminos"
)

// TestImportedUnitsComeFirst draws trees with imports, and runs their units.
func TestImportedUnitsComeFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		facts, plan := wild(t)
		dirs, tier := facts.Directories, make([]luminos.Tier, len(facts.Directories))
		for i := range dirs {
			tier[i] = plan.Tiers()(dirs[i].Path)
		}
		f := cut(dirs, tier, rapid.Bool().Draw(t, "group"))
		at := rapid.IntRange(0, len(dirs)-1)
		var edges []luminos.ImportEdge
		for range rapid.IntRange(0, 12).Draw(t, "edges") {
			edges = append(edges, luminos.ImportEdge{From: dirs[at.Draw(t, "from")].Path, To: dirs[at.Draw(t, "to")].Path})
		}
		f.link(dirs, edges)
		var done []int
		place := f.positions(dirs, tier, plan.Order, rapid.Bool().Draw(t, "limited"))
		work := func(_ context.Context, u int) error {
			done = append(done, u)
			return nil
		}
		if err := f.each(context.Background(), place, 1, work); err != nil {
			t.Fatal(err)
		}
		for name, order := range map[string][]int{"the run": done, "the order": f.order()} {
			if len(order) != len(f.units) {
				t.Fatalf("%s has %d of %d units", name, len(order), len(f.units))
			}
			for u := range f.units {
				for _, b := range f.before(u) {
					if slices.Index(order, b) > slices.Index(order, u) {
						t.Errorf("in %s, unit %d comes before unit %d: %v", name, u, b, order)
					}
				}
			}
		}
	})
}

// TestImportsThatCountForTheOrder links units with imports of each kind.
func TestImportsThatCountForTheOrder(t *testing.T) {
	facts := tree("a:9", "a/x:9", "b:9", "b/y:9", "c:9", "d:9")
	edge := func(from, to luminos.Path) luminos.ImportEdge { return luminos.ImportEdge{From: from, To: to} }
	f := cut(facts.Directories, make([]luminos.Tier, len(facts.Directories)), true)
	f.link(facts.Directories, []luminos.ImportEdge{
		edge("a/x", "b/y"), edge("a/x", "b/y"), edge("a", "a/x"), edge("a/x", "a"), edge("a", "a"),
		edge("c", "d"), edge("d", "c"), edge("d", "b"), edge("a", "gone"),
	})
	name := func(u int) luminos.Path { return facts.Directories[f.units[u][0]].Path }
	got := map[luminos.Path][]luminos.Path{}
	for u, list := range f.imported {
		for _, v := range list {
			got[name(u)] = append(got[name(u)], name(v))
		}
	}
	if len(got) != 2 || !slices.Equal(got["a/x"], []luminos.Path{"b/y"}) || !slices.Equal(got["d"], []luminos.Path{"b"}) {
		t.Errorf("units wait for %v, want a/x for b/y and d for b", got)
	}
}
