package facts

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/dataset"
	"luminos/internal/facts/document"
)

// withoutInside returns the elements of all without the files that the readers of documents, data and the like did read.
func withoutInside(all []luminos.NotRead, in *luminos.Inside) []luminos.NotRead {
	if in == nil {
		return all
	}
	read := map[string]int{}
	for i := range in.Files {
		if f := &in.Files[i]; f.State != luminos.ExtractUnsupported {
			what := cmp.Or(dataset.Unread(f.Path), document.Unread(f.Path))
			if what == "" && strings.HasPrefix(f.Reader, "mail ") {
				what = "mails"
			} else if what == "" && strings.Contains(f.Format, "SQLite") { // also by other extensions
				what = "SQLite databases"
			}
			read[what]++
		}
	}
	for i := range all {
		all[i].Files -= read[all[i].What]
	}
	return slices.DeleteFunc(all, func(n luminos.NotRead) bool { return n.Files <= 0 })
}

// mergeNotRead adds up the numbers of files in elements of all with equal kinds of files and equal reasons. It
// returns one element for each such pair, sorted by both, and sorts all in place.
func mergeNotRead(all []luminos.NotRead) []luminos.NotRead {
	slices.SortStableFunc(all, func(a, b luminos.NotRead) int {
		return cmp.Or(cmp.Compare(a.What, b.What), cmp.Compare(a.Reason, b.Reason))
	})
	var out []luminos.NotRead
	for _, n := range all {
		if k := len(out); k > 0 && out[k-1].What == n.What && out[k-1].Reason == n.Reason {
			out[k-1].Files += n.Files
			continue
		}
		out = append(out, n)
	}
	return out
}
