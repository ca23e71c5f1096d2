package imports

import (
	"cmp"
	"context"
	"slices"

	"luminos"
)

// Patterns find nearly all there is at the speed of reading, and cannot tell a
// struct from an interface or a constant from a function. So everything is read by
// patterns first, and the files that most rests on are then parsed, within a
// budget that depends on the target alone: parsers manage about 2.5 MB a second,
// and a budget of seconds would give another report on another machine.
const (
	parseTotal = 4 << 20   // bytes in all
	parseFile  = 512 << 10 // bytes of one file: what the outliner parses at most
	parseFiles = 2000
)

// parse asks for the outlines of the most central files and takes over what
// they know better. It reports whether imports were added.
func (r *Result) parse(ctx context.Context, src luminos.Source, files []*source) (added bool, err error) {
	chosen := r.central(files)
	outliner := luminos.CapabilitiesOf(src).Outliner
	if outliner == nil || len(chosen) == 0 {
		return false, nil
	}
	paths := make([]luminos.Path, len(chosen))
	for i, f := range chosen {
		paths[i] = f.path
	}
	outlines, err := outliner.Outlines(ctx, paths)
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	if err != nil {
		r.Unparsed = err
	}
	for i, o := range outlines[:min(len(outlines), len(chosen))] {
		if o == nil || o.By != luminos.ByTreeSitter {
			continue
		}
		r.Parsed = append(r.Parsed, chosen[i].path)
		chosen[i].refine(o)
		added = chosen[i].addImports(ctx, src, o) || added
	}
	slices.Sort(r.Parsed)
	return added, nil
}

// central are the files to parse: those of the directories that most rests on,
// in each the one that speaks for it first.
func (r *Result) central(files []*source) []*source {
	score := make(map[luminos.Path]float64, len(r.Graph.Centrality))
	for _, c := range r.Graph.Centrality {
		score[c.Path] = c.Score
	}
	list := slices.Clone(files)
	slices.SortStableFunc(list, func(a, b *source) int {
		return cmp.Or(
			cmp.Compare(score[b.path.Dir()], score[a.path.Dir()]),
			leadsFirst(a, b),
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

// leadsFirst orders two files by whether a reader of their directory opens them first.
func leadsFirst(a, b *source) int {
	first, second := leads(a.path.Dir(), a.path), leads(b.path.Dir(), b.path)
	switch {
	case first == second:
		return 0
	case first:
		return -1
	}
	return 1
}

// refine takes over what the outline knows of the symbols that patterns found:
// their kind where patterns have a vague word for it, and what is said of them.
func (f *source) refine(o *luminos.Outline) {
	for i := range f.symbols {
		s := &f.symbols[i]
		d := defined(o.Symbols, s.name, s.line)
		if d == nil {
			continue
		}
		s.doc = d.Doc
		if vague[s.kind] && !vague[string(d.Kind)] && d.Kind != "impl" {
			s.kind = string(d.Kind)
		}
	}
}

// vague are kinds that say how something is declared and not what it is.
var vague = map[string]bool{"type": true, "const": true, "var": true, "export": true}

// defined finds the definition of a name that a line belongs to. Of several the
// one that begins closest to it is meant.
func defined(list []luminos.Definition, name string, line int) *luminos.Definition {
	var best *luminos.Definition
	for i := range list {
		d := &list[i]
		if line < d.First || line > d.Last {
			continue
		}
		if d.Name == name && (best == nil || d.First > best.First) {
			best = d
		}
		if inner := defined(d.Children, name, line); inner != nil && (best == nil || inner.First > best.First) {
			best = inner
		}
	}
	return best
}

// addImports adds the imports that patterns missed, in languages where an import
// is written as one name. Of what was read before only the lines with imports were
// kept, so the text is read again where there is one to cite: hardly ever.
func (f *source) addImports(ctx context.Context, src luminos.Source, o *luminos.Outline) bool {
	switch f.lang {
	case langGo, langScript, langJVM, langPHP:
	default:
		return false
	}
	missed := slices.DeleteFunc(slices.Clone(o.Imports), func(i luminos.Import) bool {
		return slices.ContainsFunc(f.refs, func(r ref) bool { return i.First <= r.line && r.line <= i.Last })
	})
	if len(missed) == 0 {
		return false
	}
	text, err := src.Text(ctx, f.path, parseFile)
	if err != nil {
		return false // it was there when it was read first
	}
	lines, before := text.Lines(), len(f.refs)
	for _, i := range missed {
		if i.First >= 1 && i.First <= len(lines) {
			f.addRef(i.Name, i.First, lines[i.First-1])
		}
	}
	return len(f.refs) > before
}
