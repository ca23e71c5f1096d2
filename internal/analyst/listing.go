package analyst

import (
	"slices"

	"luminos"
)

// listingMost is the number of files that the listing of a unit shows, but at least 20 files of each directory.
const listingMost = 150

// listedDir is one directory in the first message of a unit: its facts and the files that are shown.
type listedDir struct {
	*luminos.DirFacts
	Shown []luminos.File
	Left  int // files that are not shown
}

// listing selects the files that the first message of a unit shows, and returns them by directory.
// Of a directory with too many files, it selects notable ones and an even sample of all.
func listing(u *luminos.Unit) []listedDir {
	dirs := make([]listedDir, len(u.Dirs))
	room := max(listingMost/len(u.Dirs), 20)
	for i := range u.Dirs {
		d := &u.Dirs[i]
		var files []luminos.File
		for _, f := range u.Files {
			if f.Path.Dir() == d.Path {
				files = append(files, f)
			}
		}
		shown := sample(files, d.Notable, room)
		dirs[i] = listedDir{d, shown, len(files) - len(shown)}
	}
	return dirs
}

// sample returns files if there are at most most of them. Otherwise it returns at most most files: the first notable
// ones, at most most/2, and an even selection of all.
func sample(files []luminos.File, notable []luminos.Path, most int) []luminos.File {
	if len(files) <= most {
		return files
	}
	take := make([]bool, len(files))
	n := 0
	for i := range files {
		if slices.Contains(notable, files[i].Path) && n < most/2 {
			take[i] = true
			n++
		}
	}
	for k, rest := 0, most-n; k < rest; k++ {
		take[k*len(files)/rest] = true
	}
	var out []luminos.File
	for i, t := range take {
		if t {
			out = append(out, files[i])
		}
	}
	return out
}
