package pagerank

import (
	"math"
	"testing"
)

// TestRank compares ranks with the solution of their equations: of two nodes that lead to a third one, which leads to
// the first.
func TestRank(t *testing.T) {
	got := Rank([][]Edge{{{2, 1}}, {{2, 1}}, {{0, 1}}}, Even(3))
	// b = 0.05; a = 0.05 + 0.85 c; c = 0.05 + 0.85 (a + b)
	b := 0.15 / 3
	c := (b + 0.85*b + 0.85*b) / (1 - 0.85*0.85)
	want := []float64{b + 0.85*c, b, c}
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-3 {
			t.Errorf("node %d has the rank %.4f, want %.4f", i, got[i], want[i])
		}
	}
}

// TestWeightsAndIdleNodes checks that a heavier edge gives more, and that nodes without edges keep the sum of all ranks.
func TestWeightsAndIdleNodes(t *testing.T) {
	got := Rank([][]Edge{{{1, 3}, {2, 1}}, nil, nil}, Even(3))
	if sum := got[0] + got[1] + got[2]; got[1] <= got[2] || math.Abs(sum-1) > 1e-9 {
		t.Errorf("got %v", got)
	}
	if got := Rank(nil, nil); len(got) != 0 {
		t.Errorf("an empty graph has the ranks %v", got)
	}
}
