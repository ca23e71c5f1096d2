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

// holdings returns the formats of the documents, data, media, archives and models of a target, by their extensions, the
// most frequent first. Files of mail have a format of their own. It returns nil for a target with a main language, a
// system tree, settings, a folder of projects, and a target of files about itself, such as a README.
func holdings(scan *luminos.Scan, f *luminos.Facts) []luminos.Counted {
	none := []string{luminos.SortSystem, luminos.SortProjects, luminos.SortConfiguration}
	if slices.Contains(none, f.Sort) || f.MainLanguage != "" {
		return nil
	}
	count, others, message := map[string]int{}, false, folder.Messages(scan)
	for i := range scan.Files {
		file := &scan.Files[i]
		if aside := hiddenTop(file.Path) && f.Sort != luminos.SortMail; aside || file.Vendored {
			continue
		}
		name := holding(file)
		if message(file.Path) {
			name = "mail"
		}
		if name != "" {
			count[name]++
			others = others || !aboutItself(file)
		}
	}
	if !others {
		return nil // a README alone holds nothing
	}
	var all []luminos.Counted
	for _, name := range slices.Sorted(maps.Keys(count)) {
		all = append(all, luminos.Counted{Name: name, Files: count[name]})
	}
	slices.SortStableFunc(all, func(a, b luminos.Counted) int { return cmp.Compare(b.Files, a.Files) })
	return slices.Clip(all[:min(len(all), maxHoldings)])
}

// holding returns the name of the format of a file, or "" if the file is no holding.
func holding(f *luminos.File) string {
	ext := f.Path.Ext()
	switch {
	case !f.Regular():
		return ""
	case ext == ".ipynb":
		return "notebook"
	case f.Category == luminos.CategoryModel && ext == ".safetensors":
		return "SAFETENSORS"
	case !isExtension(ext) || strings.Trim(ext, ".0123456789") == "": // the latter are sections of a manual
		return ""
	case ext == ".html" || ext == ".xhtml" || ext == ".htm":
		return strings.ToUpper(ext[1:])
	}
	switch f.Category {
	case luminos.CategoryDocument, luminos.CategoryData, luminos.CategoryImage, luminos.CategoryAudio,
		luminos.CategoryVideo, luminos.CategoryArchive, luminos.CategoryModel:
		return strings.ToUpper(ext[1:])
	}
	return ""
}
