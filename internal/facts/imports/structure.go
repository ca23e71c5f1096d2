package imports

import (
	"cmp"
	"context"
	"slices"

	"luminos"
)

// Line scanners find nearly all imports at the speed of reading, but cannot
// distinguish a struct from an interface or a constant from a function. So all
// files are scanned, and the most central ones with listed symbols are parsed as
// well: parsers add nothing else to the report. The budget depends only on the
// target: a budget in seconds would give another report on another machine
// (parsers read about 2.5 MB a second).
const (
	parseTotal = 1 << 20   // bytes in all
	parseFile  = 512 << 10 // bytes of one file, the limit of the outliner
	parseFiles = 2000
)

// parse lets the outliner of the source, if there is one, parse the most central files. It refines the kinds and
// documentation of their symbols by the outlines, and records the parsed files.
func (r *Result) parse(ctx context.Context, src luminos.Source, files []*source) error {
	chosen := r.central(files)
	outliner := luminos.CapabilitiesOf(src).Outliner
	if outliner == nil || len(chosen) == 0 {
		return nil
	}
	paths := make([]luminos.Path, len(chosen))
	for i, f := range chosen {
		paths[i] = f.path
	}
	outlines, err := outliner.Outlines(ctx, paths)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		r.Unparsed = err
	}
	for i, o := range outlines[:min(len(outlines), len(chosen))] {
		if o == nil || o.By != luminos.ByTreeSitter {
			continue
		}
		r.Parsed = append(r.Parsed, chosen[i].path)
		chosen[i].head.Refine(o)
	}
	slices.Sort(r.Parsed)
	return nil
}

// central returns the source files to parse, bounded in number and bytes: files that define a listed symbol, the most
// central directories first, and in each directory the entry file first.
func (r *Result) central(files []*source) []*source {
	score := make(map[luminos.Path]float64, len(r.Graph.Centrality))
	for _, c := range r.Graph.Centrality {
		score[c.Path] = c.Score
	}
	listed := map[luminos.Path]bool{}
	for _, symbols := range r.Symbols {
		for _, s := range symbols {
			listed[s.Path] = true
		}
	}
	list := slices.DeleteFunc(slices.Clone(files), func(f *source) bool { return !listed[f.path] })
	slices.SortStableFunc(list, func(a, b *source) int {
		return cmp.Or(
			cmp.Compare(score[b.path.Dir()], score[a.path.Dir()]),
			cmp.Compare(lead(a), lead(b)),
			cmp.Compare(a.path.Depth(), b.path.Depth()),
			cmp.Compare(a.path, b.path))
	})
	total := int64(0)
	list = slices.DeleteFunc(list, func(f *source) bool {
		if f.size > parseFile || f.size == 0 || total+f.size > parseTotal {
			return true
		}
		total += f.size
		return false
	})
	return list[:min(parseFiles, len(list))]
}

// lead returns the rank of a file in its directory, which is lower for an entry file than for all others.
func lead(f *source) int {
	if leads(f.path.Dir(), f.path) {
		return -3
	}
	return 0
}
