// Package pagerank computes PageRank of the nodes of a graph (Brin and Page, "The Anatomy of a Large-Scale Hypertextual
// Web Search Engine", 1998).
package pagerank

import "slices"

const (
	damping    = 0.85
	iterations = 50
)

// Edge leads to the node with the index To. Its weight is positive.
type Edge struct {
	To     int
	Weight float64
}

// Rank returns the rank of each node; the sum of all is the sum of restart. graph has the edges of each node. A walk
// begins anew at a node with the probability that restart has for it; [Even] gives all nodes the same. The rank of a
// node without edges is spread as restart is. The number of rounds and the order of all sums are fixed, so that the same
// graph gives the same bits.
func Rank(graph [][]Edge, restart []float64) []float64 {
	out := make([]float64, len(graph))
	for i := range graph {
		for _, e := range graph[i] {
			out[i] += e.Weight
		}
	}
	score, next := slices.Clone(restart), make([]float64, len(graph))
	for range iterations {
		idle := 0.0
		for i, s := range score {
			if out[i] == 0 {
				idle += s
			}
		}
		for i := range next {
			next[i] = (1 - damping + damping*idle) * restart[i]
		}
		for i := range graph {
			for _, e := range graph[i] {
				next[e.To] += damping * score[i] * e.Weight / out[i]
			}
		}
		score, next = next, score
	}
	return score
}

// Even returns the restart of n nodes with equal probabilities.
func Even(n int) []float64 {
	share := make([]float64, n)
	for i := range share {
		share[i] = 1 / float64(n)
	}
	return share
}
