// Package imports finds out, by patterns and without compiling anything, which
// directories of a target use which, what they define in public, and what they
// say of themselves in a package comment.
package imports

import (
	"cmp"
	"context"
	"slices"

	"luminos"
	"luminos/internal/batch"
)

// Result is what the source files of a target say about its directories.
type Result struct {
	Graph luminos.ImportGraph
	// Symbols is a sample of the public definitions directly inside a
	// directory, best first.
	Symbols map[luminos.Path][]luminos.Symbol
	// Abouts is what a directory's package comment says, one for each that has any.
	Abouts map[luminos.Path]About
	Read   []luminos.Path // sorted
	Parsed []luminos.Path // those of them that a parser read as well; sorted
	// Unparsed is why files that should have been parsed were not; nil otherwise.
	Unparsed error
	// Problems are files that could not be read and limits that were reached.
	Problems []luminos.Problem
}

// About is what a directory says of itself.
type About struct {
	Text     string
	Evidence []luminos.Evidence
}

const (
	// Budgets: at most so many files, so much of each and so much in all.
	// Imports stand at the head of a file in nearly every language.
	maxFiles   = 30_000
	headLimit  = 64 << 10
	totalLimit = 150 << 20

	maxLine    = 2000    // longer lines are cut: no import is longer
	maxRefs    = 500     // imports of one file
	maxPerFile = 24      // symbols of one file
	maxSymbols = 12      // symbols of one directory
	maxEdges   = 100_000 // edges in all
	maxText    = 400     // characters of a package comment
	// maxSteps bounds the look-ups for resolving imports, some 5 s; 30,000 files
	// of C with 15 includes each take a fifth of it.
	maxSteps = 100_000_000
)

// Read reads the source files of a scan, all by patterns and the most central ones
// by parsers if the source has an outliner. What cannot be read is a problem
// in the result; the error is only that of ctx.
func Read(ctx context.Context, src luminos.Source, scan *luminos.Scan) (*Result, error) {
	files, over := choose(scan)
	r := &Result{Symbols: map[luminos.Path][]luminos.Symbol{}, Abouts: map[luminos.Path]About{}}
	errs, err := batch.Each(ctx, len(files), func(ctx context.Context, i int) error { return files[i].read(ctx, src) })
	if err != nil {
		return nil, err
	}
	for i, f := range files {
		if errs[i] != nil {
			r.Problems = append(r.Problems, batch.Problem(f.path, errs[i]))
			continue
		}
		r.Read = append(r.Read, f.path)
	}
	slices.Sort(r.Read)
	r.Graph.Files, r.Graph.Unread = len(r.Read), over
	ix := newIndex(scan, files)
	problems, err := ix.readConfigs(ctx, src, scan)
	if err != nil {
		return nil, err
	}
	r.Problems = batch.Few(append(r.Problems, problems...))
	r.connect(ix, files)
	r.Graph.Centrality = rank(r.Graph.Edges)
	added, err := r.parse(ctx, src, files)
	if err != nil {
		return nil, err
	}
	if added {
		r.Graph.Edges = nil
		r.connect(ix, files)
		r.Graph.Centrality = rank(r.Graph.Edges)
	}
	r.collect(files)
	return r, nil
}

// read reads one file and takes from it what its language has patterns for.
func (f *source) read(ctx context.Context, src luminos.Source) error {
	t, err := src.Text(ctx, f.path, headLimit)
	if err != nil {
		return err
	}
	f.lang.scan(f, t.Content)
	return nil
}

// connect makes the edges between directories.
func (r *Result) connect(ix *index, files []*source) {
	type pair struct{ from, to luminos.Path }
	edges := map[pair]int{}
	for _, f := range files {
		from := f.path.Dir()
		seen := map[luminos.Path]bool{}
		for i := range f.refs {
			if len(edges) >= maxEdges || ix.steps > maxSteps {
				r.Problems = append(r.Problems, luminos.Problem{Path: f.path, Reason: "too many imports to follow; those from here on are left out"})
				r.sortEdges()
				return
			}
			ref := &f.refs[i]
			for _, to := range f.lang.resolve(ix, f, ref) {
				if to == from || to == "" || seen[to] || isTest(to.Join("x")) {
					continue
				}
				seen[to] = true
				at, ok := edges[pair{from, to}]
				if !ok {
					at = len(r.Graph.Edges)
					edges[pair{from, to}] = at
					r.Graph.Edges = append(r.Graph.Edges, luminos.ImportEdge{From: from, To: to, Evidence: []luminos.Evidence{cite(f.path, ref.line, ref.text)}})
				}
				r.Graph.Edges[at].Files++
			}
		}
	}
	r.sortEdges()
}

func (r *Result) sortEdges() {
	slices.SortFunc(r.Graph.Edges, func(a, b luminos.ImportEdge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
}

// cite makes evidence of consecutive lines of which only the text was kept.
func cite(p luminos.Path, first int, lines ...string) luminos.Evidence {
	var content string
	for _, l := range lines {
		content += l + "\n"
	}
	e := luminos.Text{Path: p, Content: content}.Cite(1, len(lines))
	if e.Lines != nil {
		e.Lines.First, e.Lines.Last = first, first+len(lines)-1
	}
	return e
}
