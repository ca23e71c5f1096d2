package investigate

import (
	"luminos"
)

// filesListed is the maximal number of files that the treatments of the coverage name, apart from whole directories.
const filesListed = 10_000

// treatments returns the files with each of the reasons, in the same order: whole directories if all their files have
// one treatment, else the names of the files. of returns the treatment of a file, or false for a file that does not
// count.
func treatments(
	files []luminos.File, reasons []luminos.CoverageReason, of func(*luminos.File) (treatment, bool),
) []luminos.CoverageFiles {
	list := make([]luminos.CoverageFiles, len(reasons))
	at := map[treatment]*luminos.CoverageFiles{}
	for i, r := range reasons {
		list[i] = luminos.CoverageFiles{How: r.How, Reason: r.Reason, Whole: []luminos.Path{}}
		list[i].Files = map[luminos.Path][]string{}
		at[treatment{r.How, r.Reason}] = &list[i]
	}
	mixed, same := map[luminos.Path]bool{}, map[luminos.Path]treatment{}
	for i := range files {
		t, counts := of(&files[i])
		if !counts {
			continue
		}
		for dir := files[i].Path.Dir(); !mixed[dir]; dir = dir.Dir() {
			if other, ok := same[dir]; ok && other != t {
				mixed[dir] = true
			}
			same[dir] = t
			if dir == luminos.Root {
				break
			}
		}
	}
	named, whole := 0, map[luminos.Path]bool{}
	for i := range files {
		t, counts := of(&files[i])
		if !counts {
			continue
		}
		dir, row := files[i].Path.Dir(), at[t]
		switch {
		case !mixed[dir]:
			for dir != luminos.Root && !mixed[dir.Dir()] {
				dir = dir.Dir()
			}
			if !whole[dir] {
				whole[dir] = true
				row.Whole = append(row.Whole, dir)
			}
		case named == filesListed:
			row.Unlisted++
		default:
			named++
			row.Files[dir] = append(row.Files[dir], files[i].Path.Base())
		}
	}
	return list
}
