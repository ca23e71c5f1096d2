package investigate

import (
	"cmp"
	"context"
	"slices"

	"luminos"
)

// outlinesMost is the maximal number of files of a unit that are outlined.
const outlinesMost = 30

// show reads the texts of a small unit, or outlines of the source files of a large one, for its opening. Both depend on
// the content of the unit only. A text or an outline that cannot be read is left out: a tool can be asked for it.
func (w *dirPass) show(ctx context.Context, u *luminos.Unit) {
	room := 2 * luminos.SmallUnit // the size of a file may be unknown, or of another encoding
	for _, f := range u.Small() {
		text, err := w.memory.src.Text(ctx, f.Path, luminos.SmallUnit+1)
		if err == nil && !text.Cut && len(text.Content) <= room {
			u.Texts = append(u.Texts, text)
			room -= len(text.Content)
		}
	}
	outliner := luminos.CapabilitiesOf(w.memory.src).Outliner
	if u.Small() != nil || outliner == nil {
		return
	}
	paths := w.toOutline(u)
	outlines, _ := outliner.Outlines(ctx, paths) // without them the opening says less
	for i, o := range outlines[:min(len(outlines), len(paths))] {
		if o != nil && len(o.Symbols) > 0 {
			u.Outlines = append(u.Outlines, luminos.FileOutline{Path: paths[i], Outline: o})
		}
	}
	slices.SortFunc(u.Outlines, func(a, b luminos.FileOutline) int { return cmp.Compare(a.Path, b.Path) })
}

// toOutline returns at most outlinesMost source files directly in the unit, notable ones first, then the longest.
func (w *dirPass) toOutline(u *luminos.Unit) (paths []luminos.Path) {
	notable := map[luminos.Path]bool{}
	for i := range u.Dirs {
		for _, p := range u.Dirs[i].Notable {
			notable[p] = true
		}
	}
	files := slices.DeleteFunc(slices.Clone(u.Files), func(f luminos.File) bool {
		return !f.Counted() || !f.Text || !f.Regular() || f.Category != luminos.CategorySource
	})
	slices.SortStableFunc(files, func(a, b luminos.File) int {
		if notable[a.Path] != notable[b.Path] {
			return place(!notable[a.Path]) - place(!notable[b.Path])
		}
		return b.Lines.Code - a.Lines.Code
	})
	for _, f := range files[:min(len(files), outlinesMost)] {
		paths = append(paths, f.Path)
	}
	return paths
}
