package investigate

import (
	"testing"

	"luminos"
)

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
