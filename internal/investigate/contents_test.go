package investigate

import (
	"strings"
	"testing"

	"luminos"
)

// TestSmallUnitsAreShownWhole looks at the texts that units are given, with a secret masked.
func TestSmallUnitsAreShownWhole(t *testing.T) {
	t.Parallel()
	w := newTestTarget(t)
	write(t, w.dir, "lib/big/large.txt", strings.Repeat("A line of a text that is too large for an opening.\n", 600))
	write(t, w.dir, "y/p/deploy.env", "PASSWORD=hunter"+"2!\n")
	e := &fakeEngine{plan: func(*luminos.Facts) *luminos.Plan { return &luminos.Plan{} }}
	w.mustRun(t, e, 2)
	small := 0
	for i := range e.units {
		u := &e.units[i]
		if u.Small() == nil {
			if len(u.Texts) > 0 {
				t.Errorf("%s is large, and is given %d texts", u.Path(), len(u.Texts))
			}
			continue
		}
		small++
		if len(u.Texts) != len(u.Small()) {
			t.Errorf("%s is given %d texts of %d", u.Path(), len(u.Texts), len(u.Small()))
		}
		for _, text := range u.Texts {
			if !u.Holds(text.Path) || text.Content == "" || strings.Contains(text.Content, "hunter") {
				t.Errorf("%s is given %s: %q", u.Path(), text.Path, text.Content)
			}
		}
	}
	if small < 5 || small == len(e.units) {
		t.Errorf("%d of %d units are small", small, len(e.units))
	}
}
