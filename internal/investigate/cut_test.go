package investigate

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

// TestNewPlanKeepsTheUnits runs with a plan that gives directories other tiers, and later with one that skips a
// directory. Units are cut in the same way and asked for once; the directory that is skipped no longer belongs to one.
func TestNewPlanKeepsTheUnits(t *testing.T) {
	w := newTestTarget(t)
	planning := func(version string, p *luminos.Plan) *fakeEngine {
		return &fakeEngine{
			versions: map[luminos.Pass]string{luminos.PassPlan: version}, plan: func(*luminos.Facts) *luminos.Plan { return p },
		}
	}
	first := planning("", &luminos.Plan{})
	w.mustRun(t, first, 2)
	other := planning("other", &luminos.Plan{Priority: planned("lib/one", "docs"), Shallow: planned("lib", "x/y", "y/q")})
	w.mustRun(t, other, 2)
	if len(other.units) > 0 || other.plans != 1 {
		t.Errorf("a new plan of the same directories: %q were asked for again, %d plans", other.answered(), other.plans)
	}
	skipping := planning("skipping", &luminos.Plan{Skip: planned("docs/old")})
	w.mustRun(t, skipping, 2)
	if got := skipping.answered(); !slices.Contains(got, "docs") || slices.Contains(got, "lib") {
		t.Errorf("a plan that skips docs/old:\n%s", cmp.Diff([]luminos.Path{".", "docs"}, got))
	}
}

// A leaf with images alone joins the unit above, however many there are: a model cannot read them.
func TestImagesAreNoFilesToRead(t *testing.T) {
	for _, c := range []struct{ files, images, units int }{{9, 9, 1}, {9, 6, 1}, {9, 5, 2}, {4, 0, 2}, {3, 0, 1}} {
		dirs := []luminos.DirFacts{
			{Path: ".", Files: 5},
			{Path: "icons", Files: c.files, Categories: map[luminos.Category]int{luminos.CategoryImage: c.images}},
		}
		tiers := []luminos.Tier{luminos.TierDefault, luminos.TierDefault}
		if got := len(cut(dirs, tiers, true).units); got != c.units {
			t.Errorf("%+v: %d units", c, got)
		}
	}
}
