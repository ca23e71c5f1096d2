package imports

import (
	"cmp"
	"math"
	"slices"

	"luminos"
	"luminos/internal/pagerank"
	"luminos/internal/pathrole"
)

// rank computes the centrality of directories: PageRank with imports as links. A directory is central if central directories import it. The weight of an
// edge is its number of files. The score of a directory without imports is spread
// over all directories.
//
// A directory that only declares another one as its module, as declared says, has an edge but counts as no importer.
//
// Scores are relative to the highest score, which is 1.
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
	graph := make([][]pagerank.Edge, n)
	importedBy := make([]int, n)
	for _, e := range edges { // sorted
		from, to := at[e.From], at[e.To]
		graph[from] = append(graph[from], pagerank.Edge{To: to, Weight: float64(e.Files)})
		if !pathrole.Aside(e.From.Join("x")) && !declared[pair{e.From, e.To}] {
			importedBy[to]++
		}
	}
	score := pagerank.Rank(graph, pagerank.Even(n))
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
