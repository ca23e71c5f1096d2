package investigate

import (
	"cmp"
	"slices"

	"luminos"
	"luminos/internal/words"
)

// Bounds of the lists of [luminos.Around].
const (
	aroundImports   = 40
	aroundDeps      = 80
	aroundVariables = 30
	aroundCopies    = 15
	aroundBelow     = 40
	aroundImported  = 12
	importedSummary = 400 // characters
	aroundFlags     = 30
	belowSummary    = 200 // characters
	copyPaths       = 4
)

// surroundings holds facts of the target by directory, for units of a model.
type surroundings struct {
	from, to     map[luminos.Path][]luminos.ImportUse  // by the directory of the file, and by the imported directory
	edges        map[luminos.Path][]luminos.ImportEdge // by the importing directory
	dependencies map[luminos.Path][]luminos.Dependency
	variables    map[luminos.Path][]luminos.Variable // by the directory of the first place, and of the document
	copies       map[luminos.Path][]luminos.DuplicateGroup
	changed      map[luminos.Path]string // the day of the newest commit
}

func newSurroundings(d *luminos.Dossier) surroundings {
	s := surroundings{
		from: map[luminos.Path][]luminos.ImportUse{}, to: map[luminos.Path][]luminos.ImportUse{},
		dependencies: map[luminos.Path][]luminos.Dependency{}, variables: map[luminos.Path][]luminos.Variable{},
		copies: map[luminos.Path][]luminos.DuplicateGroup{}, edges: map[luminos.Path][]luminos.ImportEdge{},
		changed: map[luminos.Path]string{},
	}
	if h := d.Facts.History; h != nil && h.Changes != nil {
		for _, c := range h.Changes.Directories {
			s.changed[c.Path] = c.Day
		}
	}
	for _, e := range d.Facts.Imports.Edges {
		s.edges[e.From] = append(s.edges[e.From], e)
	}
	for _, u := range d.Facts.Imports.Uses {
		s.from[u.File.Dir()] = append(s.from[u.File.Dir()], u)
		s.to[u.To] = append(s.to[u.To], u)
	}
	for _, dep := range d.Facts.Dependencies {
		s.dependencies[dep.Manifest.Dir()] = append(s.dependencies[dep.Manifest.Dir()], dep)
	}
	if d.Facts.Interfaces != nil {
		for _, v := range d.Facts.Interfaces.Environment {
			v.First.Evidence = luminos.Evidence{}
			s.variables[v.First.Path.Dir()] = append(s.variables[v.First.Path.Dir()], v)
			if doc := v.Documented; doc != "" && doc.Dir() != v.First.Path.Dir() {
				s.variables[doc.Dir()] = append(s.variables[doc.Dir()], v)
			}
		}
	}
	for _, g := range d.Scan.Duplicates.Groups {
		dirs := map[luminos.Path]bool{}
		for _, p := range g.Paths {
			if dir := p.Dir(); !dirs[dir] {
				dirs[dir] = true
				s.copies[dir] = append(s.copies[dir], g)
			}
		}
	}
	return s
}

// around returns the facts of other directories that concern the unit u.
func (s *surroundings) around(u *luminos.Unit) (a luminos.Around) {
	own := func(dir luminos.Path) bool {
		return slices.ContainsFunc(u.Dirs, func(d luminos.DirFacts) bool { return d.Path == dir })
	}
	copied := map[string]bool{}
	for i := range u.Dirs {
		dir := u.Dirs[i].Path
		for _, x := range s.from[dir] {
			if !own(x.To) {
				a.Imports = append(a.Imports, x)
			}
		}
		for _, x := range s.to[dir] {
			if !own(x.File.Dir()) {
				a.ImportedBy = append(a.ImportedBy, x)
			}
		}
		a.Dependencies = append(a.Dependencies, s.dependencies[dir]...)
		a.Variables = append(a.Variables, s.variables[dir]...)
		for _, g := range s.copies[dir] {
			if !copied[g.SHA256] && len(a.Copies) < aroundCopies {
				copied[g.SHA256] = true
				g.Paths = copiesShown(g.Paths, u)
				a.Copies = append(a.Copies, g)
			}
		}
	}
	a.Imports, a.ImportsLeft = spread(a.Imports, func(x luminos.ImportUse) luminos.Path { return x.To })
	a.ImportedBy, a.ImportedByLeft = spread(a.ImportedBy, func(x luminos.ImportUse) luminos.Path { return x.File.Dir() })
	a.Dependencies = a.Dependencies[:min(len(a.Dependencies), aroundDeps)]
	a.Variables = a.Variables[:min(len(a.Variables), aroundVariables)]
	return a
}

// copiesShown returns at most copyPaths of the paths, first the ones that the unit holds.
func copiesShown(paths []luminos.Path, u *luminos.Unit) []luminos.Path {
	list := slices.SortedStableFunc(slices.Values(paths), func(a, b luminos.Path) int {
		return cmp.Compare(place(!u.Holds(a)), place(!u.Holds(b)))
	})
	return list[:min(len(list), copyPaths)]
}

func place(later bool) int { return int(boolByte(later)) }

// spread returns at most aroundImports of the imports, and the number of the others. It takes one import of each group,
// then a second one, and so on; the result is sorted by group and file.
func spread(list []luminos.ImportUse, group func(luminos.ImportUse) luminos.Path) (kept []luminos.ImportUse, left int) {
	order := make([]int, len(list)) // of each import in its group
	met := map[luminos.Path]int{}
	at := make([]int, len(list))
	for i, x := range list {
		at[i], order[i] = i, met[group(x)]
		met[group(x)]++
	}
	slices.SortStableFunc(at, func(a, b int) int { return cmp.Compare(order[a], order[b]) })
	for _, i := range at[:min(len(at), aroundImports)] {
		kept = append(kept, list[i])
	}
	slices.SortStableFunc(kept, func(a, b luminos.ImportUse) int {
		return cmp.Or(cmp.Compare(group(a), group(b)), cmp.Compare(a.File, b.File))
	})
	return kept, len(list) - len(kept)
}

// surround stores results of other units and facts of other directories in the unit u with this index.
func (w *dirPass) surround(unit int, u *luminos.Unit) {
	if w.index.more == nil {
		return
	}
	u.Around, u.Changed = w.index.more.around(u), w.index.more.changed[u.Path()]
	a := &u.Around
	a.Imported = w.imported(unit)
	for i := range u.Children {
		for _, below := range w.index.children[u.Children[i].Path] {
			e := &w.entries[below]
			if len(a.Below) < aroundBelow && e.Tier != luminos.TierSkip {
				a.Below = append(a.Below, luminos.Entry{Path: e.Path, Summary: words.FirstSentence(e.Summary, belowSummary)})
			}
		}
	}
	for _, b := range w.subtree(unit) {
		for _, f := range w.results[b].Flags {
			f.Remedy, f.Evidence = "", nil
			a.Flags = append(a.Flags, f)
		}
	}
	sortFlags(a.Flags)
	slices.SortStableFunc(a.Flags, func(x, y luminos.Flag) int {
		return cmp.Compare(y.Severity.Rank(), x.Severity.Rank())
	})
	a.FlagsLeft = max(len(a.Flags)-aroundFlags, 0)
	a.Flags = a.Flags[:len(a.Flags)-a.FlagsLeft]
}

// subtree returns the indexes of all units below the unit with this index.
func (w *dirPass) subtree(unit int) (all []int) {
	for _, b := range w.tree.below[unit] {
		all = append(append(all, b), w.subtree(b)...)
	}
	return all
}

// imported returns the directories that the unit with this index imports and that were investigated before it, by path,
// with the beginning of their summaries. Of too many, it takes the ones that most of its files import.
func (w *dirPass) imported(unit int) (list []luminos.Entry) {
	files := map[luminos.Path]int{}
	for _, i := range w.tree.units[unit] {
		for _, e := range w.index.more.edges[w.index.dirs[i].Path] {
			files[e.To] += e.Files
		}
	}
	for _, before := range w.tree.imported[unit] {
		for _, i := range w.tree.units[before] {
			if e := &w.entries[i]; files[e.Path] > 0 && e.Tier != luminos.TierSkip {
				short := words.Shorten(e.Summary, importedSummary)
				list = append(list, luminos.Entry{Path: e.Path, Summary: short, Partial: e.Partial})
			}
		}
	}
	byPath := func(a, b luminos.Entry) int { return cmp.Compare(a.Path, b.Path) }
	slices.SortFunc(list, func(a, b luminos.Entry) int {
		return cmp.Or(cmp.Compare(files[b.Path], files[a.Path]), byPath(a, b))
	})
	list = list[:min(len(list), aroundImported)]
	slices.SortFunc(list, byPath)
	return list
}
