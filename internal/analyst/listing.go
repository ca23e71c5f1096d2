package analyst

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// listingMost is how many files of one unit are listed one by one.
const listingMost = 150

// writeListing lists the files of the unit as list_directory does. Of very many
// it shows those that facts name and an even sample of the rest.
func writeListing(b *strings.Builder, u *luminos.Unit) {
	b.WriteString("\n## Listing\n")
	room := max(listingMost/len(u.Dirs), 20)
	for i := range u.Dirs {
		d := &u.Dirs[i]
		var files []luminos.File
		for _, f := range u.Files {
			if f.Path.Dir() == d.Path {
				files = append(files, f)
			}
		}
		fmt.Fprintf(b, "\n%s (%s, %s):\n", jsonName(d.Path), words.Plural(d.Files, "file"), words.Plural(d.Subdirs, "directory"))
		shown := sample(files, d.Notable, room)
		for _, f := range shown {
			about := cmp.Or(f.Description, f.MIME, string(f.Category))
			if f.Lines.Code > 0 {
				about += ", " + words.Plural(f.Lines.Code+f.Lines.Comment, "line")
			}
			switch {
			case f.Generated:
				about += ", generated"
			case f.Vendored:
				about += ", vendored"
			}
			fmt.Fprintf(b, "file %d %s\t%s\n", f.Size, named(luminos.Path(f.Path.Base())), short(about, 120))
		}
		if n := len(files) - len(shown); n > 0 {
			fmt.Fprintf(b, "%s more are not shown: this directory is investigated by sample; say so in the report. list_directory shows all.\n", words.Plural(n, "file"))
		}
	}
}

// sample picks so many files: those that are notable, and the others evenly.
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
		if i := k * len(files) / rest; !take[i] {
			take[i] = true
		}
	}
	var out []luminos.File
	for i, t := range take {
		if t {
			out = append(out, files[i])
		}
	}
	return out
}
