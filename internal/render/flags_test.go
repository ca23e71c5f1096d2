package render

import (
	"fmt"
	"strings"
	"testing"

	"luminos"
)

// A shortened report shows every critical flag up to 50, and 12 flags at least.
func TestCriticalFlagsAreNotCut(t *testing.T) {
	for _, test := range []struct{ critical, info, shown int }{
		{20, 30, 20}, {14, 0, 14}, {3, 30, 12}, {3, 10, 13}, {60, 0, 50}, {51, 0, 51},
	} {
		r := &luminos.Report{}
		for i := range test.critical + test.info {
			severity := luminos.Info
			if i < test.critical {
				severity = luminos.Critical
			}
			r.Flags = append(r.Flags, luminos.Flag{Path: luminos.Path(fmt.Sprintf("f%02d", i)), Finding: "Found.", Severity: severity})
		}
		_, list, _ := strings.Cut(rendered(t, r, Style{}), "\nFlags\n")
		if got := strings.Count(list, "Found."); got != test.shown {
			t.Errorf("%d critical and %d info: %d are shown, want %d", test.critical, test.info, got, test.shown)
		}
	}
}
