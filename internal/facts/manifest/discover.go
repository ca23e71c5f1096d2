package manifest

import (
	"slices"

	"luminos"
)

// discover finds programs that no manifest declares: main packages of Go,
// main functions of other languages.
func (r *reader) discover() {
	r.discoverGo()
	r.discoverPython()
}

// discoverPython looks for programs by name all over the tree, the least deep first.
func (r *reader) discoverPython() {
	var files []*luminos.File
	for _, name := range pythonMains {
		for _, f := range r.tree.byBase[name] {
			if r.tree.counts(f) && f.Path.Depth() <= 4 {
				files = append(files, f)
			}
		}
	}
	slices.SortStableFunc(files, func(a, b *luminos.File) int { return a.Path.Depth() - b.Path.Depth() })
	for _, f := range files[:min(len(files), 60)] {
		if owner := r.owner(f.Path, "python"); owner == nil || owner.dir != f.Path.Dir() {
			r.pythonProgram(owner, f)
		}
	}
}
