package facts

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/folder"
)

// maxHoldings is the maximum number of formats in the holdings of a target.
const maxHoldings = 50

// holdings returns the formats of the files of a target by their names, the most frequent first. Files of mail have a
// format of their own, and a format without a name has its extension. It returns nil for a target with a main language,
// a folder of projects, and a target of which less than a quarter of the files have a format with a name.
func holdings(scan *luminos.Scan, f *luminos.Facts) []luminos.Counted {
	if f.Sort == luminos.SortProjects || f.MainLanguage != "" {
		return nil
	}
	count, named, total := formCount(scan)
	message := folder.Messages(scan)
	for i := range scan.Files {
		f := &scan.Files[i]
		ext := f.Path.Ext()
		other := formOf(f) == "" && formByExt[ext] == "" && f.Category != luminos.CategorySource && !message(f.Path)
		if f.Regular() && other && isExtension(ext) && strings.Trim(ext, ".0123456789") != "" { // no section of a manual
			name := ext + " file"
			if slices.Contains(compressed, ext) {
				name = "compressed file" // the extension says nothing about the content
			}
			count[name]++
			named++
		}
	}
	if named*4 < total {
		return nil
	}
	if n := count[plainText]; n > 0 {
		count["text file"] += n // a reader sees no difference
		delete(count, plainText)
	}
	var all []luminos.Counted
	for _, name := range slices.Sorted(maps.Keys(count)) {
		all = append(all, luminos.Counted{Name: name, Files: count[name]})
	}
	slices.SortStableFunc(all, func(a, b luminos.Counted) int { return cmp.Compare(b.Files, a.Files) })
	return slices.Clip(all[:min(len(all), maxHoldings)])
}

// formCount returns the number of regular files by the name of their format, the number of files with a name, and the
// number of all.
func formCount(scan *luminos.Scan) (count map[string]int, named, total int) {
	count = map[string]int{}
	message := folder.Messages(scan)
	for i := range scan.Files {
		f := &scan.Files[i]
		if !f.Regular() {
			continue
		}
		total++
		name := formOf(f)
		if message(f.Path) {
			name = "e-mail"
		}
		if name != "" {
			count[name]++
			named++
		}
	}
	return count, named, total
}
