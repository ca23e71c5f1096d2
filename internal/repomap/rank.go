package repomap

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pagerank"
	"luminos/internal/pathrole"
	"luminos/internal/words"
)

// The ranking follows the idea of Aider's repository map (Paul Gauthier, "Building a better repository map with tree
// sitter", 2023): a graph of files with an edge from each file to the definers of its words, and PageRank on the graph.
// Here a name counts less the more files define it, and the rank is one of three signals:
//
//	worth = role · (rank · length)^½ · (1 + commits)
//
// A long file is more often the place of work than a short one, and a file that was changed often is changed again. All
// three were measured: see docs/ARCHITECTURE.md, "Figures". With a focus, PageRank begins anew at the files in it, on
// edges in both directions, and says more than length and commits:
//
//	worth = role · near · rank · (length · (1 + commits))^¼
const (
	// maxDefiners is the most files that may define a name that makes edges: init and String lead everywhere.
	maxDefiners = 20
	// maxEdges bounds memory to about 50 MB. A tree of 6,000 sources has 400,000.
	maxEdges = 2_000_000
	// inFocus lifts the files in the focus above all others, tests and examples too.
	inFocus = 1000
)

// rank sets the worth of all files and sorts them, the most valuable first.
func (t *tree) rank(focus luminos.Path, facts *luminos.Facts) {
	sources := 0
	for sources < len(t.files) && t.files[sources].source { // they come first
		sources++
	}
	graph := t.connect(sources, focus != "")
	ranks := pagerank.Rank(graph, restart(t.files[:sources], focus))
	commits := map[luminos.Path]int{}
	if h := facts.History; h != nil && h.Changes != nil {
		for _, c := range h.Changes.Files {
			commits[c.Path] = c.Commits
		}
	}
	code := facts.MainLanguage != ""
	for i, f := range t.files {
		central, changes := 1.0, float64(1+commits[f.path]) // 1 is the mean
		if i < sources {
			central = ranks[i] * float64(sources)
		}
		work := math.Sqrt(float64(1+f.length) * changes)
		switch {
		case focus == "":
			f.worth = role(f, code) * work * math.Sqrt(central*changes)
		case f.path.Within(focus):
			f.worth = inFocus * math.Sqrt(work) * (1 + central)
		default:
			f.worth = role(f, code) * near(f.path, focus) * math.Sqrt(work) * central
		}
	}
	slices.SortStableFunc(t.files, func(a, b *file) int {
		return cmp.Or(cmp.Compare(b.worth, a.worth), cmp.Compare(a.path, b.path))
	})
	for i, f := range t.files {
		f.rank = i + 1
	}
	if focus == "" {
		thrifty(t.files)
	}
}

// thrifty sorts files from the order of their worth to the order in which a map names them: by the square root of the
// worth for each byte that the name adds. The first name of a directory adds the path of the directory. In a
// directory the order stays.
func thrifty(files []*file) {
	yield, least := make(map[*file]float64, len(files)), map[luminos.Path]float64{}
	for _, f := range files {
		dir, bytes := f.path.Dir(), len(f.path.Base())+len(", ")
		before, named := least[dir]
		if !named {
			bytes += len(dir) + len("/\n")
			before = math.MaxFloat64
		}
		yield[f] = min(before, math.Sqrt(f.worth)/float64(bytes))
		least[dir] = yield[f]
	}
	slices.SortStableFunc(files, func(a, b *file) int { return cmp.Compare(yield[b], yield[a]) })
}

// connect returns the edges of the first n files, by file, each list by target. It counts the references to names. With
// both set, each edge leads in both directions.
func (t *tree) connect(n int, both bool) [][]pagerank.Edge {
	definers, weight := map[uint64][]int{}, map[uint64]float64{}
	for i, f := range t.files[:n] {
		for _, d := range f.defines {
			definers[d.hash] = append(definers[d.hash], i)
			weight[d.hash] = d.weight
		}
	}
	graph, total := make([][]pagerank.Edge, n), 0
	for i, f := range t.files[:n] {
		weights := map[int]float64{}
		for _, h := range f.mentions {
			by := definers[h]
			if len(by) == 0 || slices.Contains(by[:min(len(by), maxDefiners)], i) {
				continue
			}
			w := weight[h] / float64(len(by))
			t.refs[h] += w
			if len(by) > maxDefiners {
				continue
			}
			for _, d := range by {
				weights[d] += w
			}
		}
		f.mentions = nil
		if total += len(weights); total > maxEdges {
			t.note("references from %s are left out of the ranking, which has too many", words.Plural(n-i, "source file"))
			break
		}
		for d, w := range weights {
			graph[i] = append(graph[i], pagerank.Edge{To: d, Weight: w})
		}
	}
	if both {
		for i := range graph {
			for _, e := range graph[i][:len(graph[i]):len(graph[i])] {
				if e.To != i {
					graph[e.To] = append(graph[e.To], pagerank.Edge{To: i, Weight: e.Weight})
				}
			}
		}
	}
	for i := range graph {
		slices.SortFunc(graph[i], func(a, b pagerank.Edge) int {
			return cmp.Or(cmp.Compare(a.To, b.To), cmp.Compare(a.Weight, b.Weight))
		})
	}
	return graph
}

// restart returns the share with which PageRank begins anew at each file: the same for all, or for the files in the
// focus only if there are any.
func restart(files []*file, focus luminos.Path) []float64 {
	share, in := make([]float64, len(files)), 0
	for i, f := range files {
		if focus != "" && f.path.Within(focus) {
			share[i] = 1
			in++
		}
	}
	if in == 0 {
		return pagerank.Even(len(files))
	}
	for i := range share {
		share[i] /= float64(in)
	}
	return share
}

// near returns the factor of a file by its place, from 1 in the focus down to 1/16 in another part of the tree.
func near(p, focus luminos.Path) float64 {
	factor := 1.0
	for d := focus; !p.Within(d) && factor > 1.0/16; d = d.Dir() {
		factor /= 2
	}
	return factor
}

// mock matches the paths, in lower case, of files and directories that stand in for others in tests.
var mock = lazyregexp.Lazy(`(?:^|[/_.-])(?:mock|fake|stub)s?(?:[/_.-]|$)`)

// role returns the factor of a file by its purpose. code reports whether the target is code.
func role(f *file, code bool) float64 {
	switch {
	case f.made:
		return 0.02
	case !f.source && !code:
		return 1
	case !f.source && f.path.Depth() > 1:
		return 0.1
	case !f.source, f.markup && code:
		return 0.2
	}
	switch pathrole.Of(f.path) {
	case luminos.DirTests:
		return 0.2
	case luminos.DirFixtures, luminos.DirVendored:
		return 0.02
	case luminos.DirExamples, luminos.DirDocumentation, luminos.DirBenchmarks:
		return 0.1
	}
	if pathrole.TestFile(f.path) || mock().MatchString(strings.ToLower(string(f.path))) {
		return 0.2
	}
	return 1
}
