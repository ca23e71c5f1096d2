package paper

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// Bounds on the statement about literature.
const (
	literatureLeast = 3 // PDF files of a directory
	titlesShown     = 4
)

// literature returns the directory with the most PDF files that are no figures of the papers, with pages and titles:
// "literature/: 13 PDFs, 102 pages: “A Title”, “Another” and 5 more". It returns "" without such a directory.
func literature(papers []luminos.Paper, in *luminos.Inside) string {
	if in == nil {
		return ""
	}
	figures, homes := map[luminos.Path]bool{}, map[luminos.Path]bool{}
	for i := range papers {
		homes[papers[i].Path.Dir()] = true // it holds the papers as PDF
		for _, f := range papers[i].Figures.Files {
			figures[f] = true
		}
	}
	by := map[luminos.Path][]*luminos.FileInside{}
	for i := range in.Files {
		f := &in.Files[i]
		if dir := f.Path.Dir(); strings.HasPrefix(f.Format, "PDF") && !figures[f.Path] && !homes[dir] {
			by[dir] = append(by[dir], f)
		}
	}
	dirs := slices.SortedFunc(maps.Keys(by), func(a, b luminos.Path) int {
		return cmp.Or(len(by[b])-len(by[a]), cmp.Compare(a, b))
	})
	if len(dirs) == 0 || len(by[dirs[0]]) < literatureLeast {
		return ""
	}
	files := by[dirs[0]]
	slices.SortStableFunc(files, func(a, b *luminos.FileInside) int {
		return cmp.Compare(b.Number("words"), a.Number("words"))
	})
	pages, titles := int64(0), []string(nil)
	for _, f := range files {
		pages += f.Number("pages")
		title := words.Quote(words.Line(f.Property("title"), 80))
		if f.Property("title") != "" && !slices.Contains(titles, title) {
			titles = append(titles, title)
		}
	}
	text := words.Name(string(dirs[0])+"/") + " " + words.Plural(len(files), "PDF") + ", " + words.Plural(pages, "page")
	if len(titles) > 0 {
		text += ": " + words.Some(titles, titlesShown)
	}
	return text
}

// basesOf returns the names of files for running text.
func basesOf(paths []luminos.Path) []string {
	names := make([]string, len(paths))
	for i, p := range paths {
		names[i] = words.Name(p.Base())
	}
	return names
}
