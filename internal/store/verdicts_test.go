package store

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

// TestVerdictsAreReadBack stores more verdicts than the file may have: the last ones are left out.
func TestVerdictsAreReadBack(t *testing.T) {
	c := opened(t, Options{})
	inv, _ := begun(t, c, Begin{Target: "/t"})
	if got := inv.Verdicts(); got != nil || len(inv.Problems()) > 0 {
		t.Errorf("at first there are %v, %v", got, inv.Problems())
	}
	var list []StoredVerdict
	for i := range 10_000 {
		list = append(list, StoredVerdict{Key: fmt.Sprintf("%032x", i), Judgement: luminos.Judgement{
			Verdict: luminos.Contradicted, Reason: strings.Repeat("\x01", 200),
		}})
	}
	for _, n := range []int{3, len(list)} {
		if err := inv.PutVerdicts(list[:n]); err != nil {
			t.Fatal(err)
		}
		got := inv.Verdicts()
		if want := min(n, 2419); len(got) != want {
			t.Fatalf("%d of %d verdicts are read back, want %d", len(got), n, want)
		}
		if diff := cmp.Diff(list[:len(got)], got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}
