// Package imports finds out, by patterns and without compiling anything, which
// directories of a target use which, what they define in public, and what they
// say of themselves in a package comment.
package imports

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"

	"luminos"

	"golang.org/x/sync/errgroup"
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
	// maxProblems bounds how many unreadable files are named one by one.
	maxProblems = 50
)

// Read reads the source files of a scan. What cannot be read is a problem in
// the result; the error is only that of ctx.
func Read(ctx context.Context, src luminos.Source, scan *luminos.Scan) (*Result, error) {
	files, unread := choose(scan)
	r := &Result{Symbols: map[luminos.Path][]luminos.Symbol{}, Abouts: map[luminos.Path]About{}}
	if err := readAll(ctx, src, files); err != nil {
		return nil, err
	}
	ix, err := newIndex(ctx, src, scan, files)
	if err != nil {
		return nil, err
	}
	r.Graph.Files, r.Graph.Unread = 0, unread
	failed := 0
	for _, f := range files {
		if f.err != nil {
			if failed++; failed <= maxProblems {
				r.Problems = append(r.Problems, luminos.Problem{Path: f.path, Reason: f.err.Error()})
			}
			continue
		}
		r.Graph.Files++
		r.Read = append(r.Read, f.path)
	}
	slices.Sort(r.Read)
	if failed > maxProblems {
		r.Problems = append(r.Problems, luminos.Problem{Path: luminos.Root, Reason: fmt.Sprintf("%d more source files could not be read", failed-maxProblems)})
	}
	r.connect(ix, files)
	r.Graph.Centrality = rank(r.Graph.Edges)
	r.collect(files)
	return r, nil
}

// readAll reads and scans files side by side; each result stays at its index.
func readAll(ctx context.Context, src luminos.Source, files []*source) error {
	var next atomic.Int64
	g, ctx := errgroup.WithContext(ctx)
	for range runtime.GOMAXPROCS(0) {
		g.Go(func() error {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(files) {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				files[i].read(ctx, src)
			}
		})
	}
	return g.Wait()
}

// read reads one file and takes from it what its language has patterns for.
func (f *source) read(ctx context.Context, src luminos.Source) {
	t, err := src.Text(ctx, f.path, headLimit)
	if err != nil {
		f.err = err
		return
	}
	f.lang.scan(f, t.Content)
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
