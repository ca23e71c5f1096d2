package imports

import (
	"cmp"
	"math"
	"slices"

	"luminos"
	"luminos/internal/pathrole"
)

const (
	damping    = 0.85
	iterations = 50
)

// rank computes the centrality of directories: PageRank (Brin and Page, "The
// Anatomy of a Large-Scale Hypertextual Web Search Engine", 1998) with imports as
// links. A directory is central if central directories import it. The weight of an
// edge is its number of files. The score of a directory without imports is spread
// over all directories.
//
// A directory that only declares another one as its module, as declared says, has an edge but counts as no importer.
//
// The number of rounds and the order of all sums are fixed, so that the same graph
// gives the same bits. Scores are relative to the highest score, which is 1.
func rank(edges []luminos.ImportEdge, declared map[pair]bool) []luminos.DirRank {
	var dirs []luminos.Path
	for _, e := range edges {
		dirs = append(dirs, e.From, e.To)
	}
	slices.Sort(dirs)
	dirs = slices.Compact(dirs)
	n := len(dirs)
	if n == 0 {
		return nil
	}
	at := make(map[luminos.Path]int, n)
	for i, d := range dirs {
		at[d] = i
	}
	out := make([]float64, n) // weight of all imports of a directory
	importedBy := make([]int, n)
	for _, e := range edges {
		out[at[e.From]] += float64(e.Files)
		if !pathrole.Aside(e.From.Join("x")) && !declared[pair{e.From, e.To}] {
			importedBy[at[e.To]]++
		}
	}
	score, next := make([]float64, n), make([]float64, n)
	for i := range score {
		score[i] = 1 / float64(n)
	}
	for range iterations {
		idle := 0.0
		for i, s := range score {
			if out[i] == 0 {
				idle += s
			}
		}
		for i := range next {
			next[i] = (1-damping)/float64(n) + damping*idle/float64(n)
		}
		for _, e := range edges { // sorted
			from := at[e.From]
			next[at[e.To]] += damping * score[from] * float64(e.Files) / out[from]
		}
		score, next = next, score
	}
	top := slices.Max(score)
	ranks := make([]luminos.DirRank, n)
	for i, d := range dirs {
		ranks[i] = luminos.DirRank{Path: d, Score: math.Round(score[i]/top*1e4) / 1e4, ImportedBy: importedBy[i]}
	}
	slices.SortFunc(ranks, func(a, b luminos.DirRank) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.ImportedBy, a.ImportedBy), cmp.Compare(a.Path, b.Path))
	})
	return ranks
}
