// Package imports builds the import graph of a target: which directories use which,
// their public names and their package comments. Package outline reads the files;
// this package resolves the imports and ranks the directories.
package imports

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/outline"
)

// Result is the import graph with the symbols and package comments of directories.
type Result struct {
	Graph luminos.ImportGraph
	// Symbols holds a sample of the public definitions directly inside a directory,
	// best first.
	Symbols map[luminos.Path][]luminos.Symbol
	// Modules counts, by their names in the sources, the files outside of tests, examples and documentation that import a
	// package of Go or of npm, or, by [PythonModule], a module of Python.
	Modules map[string]int
	// Abouts holds the package comments of directories.
	Abouts map[luminos.Path]About
	// Support holds the directories of packages that only tests import.
	Support map[luminos.Path]bool
	Read    []luminos.Path // sorted
	Parsed  []luminos.Path // files in Read that were parsed too; sorted
	// Unparsed is the reason why files were not parsed, or nil.
	Unparsed error
	// Problems lists unreadable files and limits that were reached.
	Problems []luminos.Problem
}

// About is the package comment of a directory.
type About struct {
	Text     string
	Evidence []luminos.Evidence
}

const (
	// Limits of the number of files, of the bytes read of a file and of the total.
	// In nearly every language imports are at the head of a file.
	maxFiles   = 30_000
	headLimit  = 64 << 10
	totalLimit = 150 << 20

	maxSymbols = 12      // symbols of one directory
	maxEdges   = 100_000 // edges in all
	maxUses    = 100_000 // imports of files in all
	// maxSteps limits the look-ups for resolving imports to about 5 s. 30,000 files
	// of C with 15 includes each take a fifth.
	maxSteps = 100_000_000
)

// Read reads the imports and public symbols of a scan's source files and returns the graph of
// imports between directories. If the source has an outliner, the most central files are parsed.
// Files that cannot be read are problems in the result; the error is non-nil only if ctx ends.
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
	r.Support = support(files)
	r.Modules = modules(files, r.Support)
	declared := r.connect(ix, files)
	r.Graph.Centrality = rank(r.Graph.Edges, declared)
	r.collect(files) // the parsers get the files of the symbols that are listed
	if err := r.parse(ctx, src, files); err != nil {
		return nil, err
	}
	r.collect(files)
	return r, nil
}

// read reads the head of one source file: its imports, public names and package
// comment.
func (f *source) read(ctx context.Context, src luminos.Source) error {
	t, err := src.Text(ctx, f.path, headLimit)
	if err != nil {
		return err
	}
	f.head = outline.ReadHead(f.path, t.Content)
	if f.family == outline.Go || f.family == outline.Python || f.family == outline.Script {
		f.used = selectors(f.family, t.Content, f.head.Imports)
	}
	return nil
}

// pair is the two ends of an edge of the import graph.
type pair struct{ from, to luminos.Path }

// connect adds an edge of the import graph from one directory to another, for the imports of files
// in the first that lead to the second. It returns the edges that only declare modules of Rust.
func (r *Result) connect(ix *index, files []*source) (declared map[pair]bool) {
	edges := map[pair]int{}
	declared = map[pair]bool{}
	defer r.sortEdges()
	for _, f := range files {
		from := f.path.Dir()
		if within(from, r.Support) {
			continue
		}
		seen := map[luminos.Path]bool{}
		for i := range f.head.Imports {
			if len(edges) >= maxEdges || ix.steps > maxSteps {
				r.Problems = append(r.Problems, luminos.Problem{Path: f.path, Reason: "too many imports to follow; those from here on are left out"})
				return declared
			}
			ref := &f.head.Imports[i]
			for _, to := range ix.resolve(f, ref) {
				if to == from || to == "" || isTest(to.Join("x")) || within(to, r.Support) {
					continue
				}
				if len(r.Graph.Uses) < maxUses {
					r.Graph.Uses = append(r.Graph.Uses, f.use(ref, to))
				}
				at, ok := edges[pair{from, to}]
				declares := strings.HasPrefix(ref.Spec, "mod ")
				declared[pair{from, to}] = declares && (!ok || declared[pair{from, to}])
				if seen[to] {
					continue
				}
				seen[to] = true
				if !ok {
					at = len(r.Graph.Edges)
					edges[pair{from, to}] = at
					r.Graph.Edges = append(r.Graph.Edges, luminos.ImportEdge{From: from, To: to, Evidence: []luminos.Evidence{cite(f.path, ref.Line, ref.Text)}})
				}
				r.Graph.Edges[at].Files++
			}
		}
	}
	return declared
}

func (r *Result) sortEdges() {
	slices.SortFunc(r.Graph.Edges, func(a, b luminos.ImportEdge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	slices.SortStableFunc(r.Graph.Uses, func(a, b luminos.ImportUse) int {
		return cmp.Or(cmp.Compare(a.To, b.To), cmp.Compare(a.File, b.File))
	})
}

// cite returns evidence for lines of the file p that follow each other, of which the first has the number first.
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
