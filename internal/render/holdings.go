package render

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// shownHoldings is the maximum number of formats that the first screen names.
const shownHoldings = 6

// shownPrograms is the maximum number of programs that the first screen names.
const shownPrograms = 4

// holdingsOf returns the formats of the files in the target, of which all is the number, the number of their pages, and
// the years and cameras of the photographs. It returns "" if no format is known or the kind names it.
func holdingsOf(f *luminos.Facts, all int) string {
	var names []string
	for _, h := range f.Holdings {
		if len(names) == shownHoldings && (len(f.Holdings) > shownHoldings+1 || h.Files < all) {
			break
		}
		names = append(names, words.Plural(h.Files, h.Name))
		all -= h.Files
	}
	if len(names) == 0 {
		return ""
	}
	if all > 0 {
		names = append(names, words.Plural(all, "other file"))
	}
	parts := []string{words.List(names)}
	if len(names) == 1 && strings.Contains(f.Kind, " of ") {
		parts = nil // the kind says it
	}
	if n := len(f.Programs); n > 0 {
		label := "programs: "
		if n == 1 {
			label = "program: "
		}
		parts = append(parts, label+words.Some(f.Programs, shownPrograms))
	}
	for _, g := range f.Formats { // a drawing or a form can have the format, too
		named := slices.Contains(f.Holdings, luminos.Counted{Name: "PDF", Files: g.Files})
		if g.Name == "PDF document" && g.Known > 0 && named && !hasRow(f.Inside, "Docs") { // that row has all pages
			in := words.Plural(g.Known, "PDF")
			if g.Known < g.Files {
				in = words.Count(g.Known) + " of " + words.Plural(g.Files, "PDF")
			}
			parts = append(parts, words.Plural(g.Count, "page")+" in "+in)
		}
	}
	// The row about photographs has more.
	if p := f.Photos; p != nil && p.Period != nil && p.Dated > 1 && !hasRow(f.Inside, "Taken") {
		span, _, _ := strings.Cut(p.Period.First, "-")
		if last, _, _ := strings.Cut(p.Period.Last, "-"); last != span {
			span += " to " + last
		}
		in, least := words.Count(p.Dated)+" photographs", ""
		if p.Looked < p.Images { // the others were not looked at, or not understood
			in, least = words.Count(p.Dated)+" of "+words.Plural(p.Looked, "image")+" that were read", "at least "
		}
		parts = append(parts, span+" in "+in)
		if p.Cameras > 0 {
			parts = append(parts, least+words.Plural(p.Cameras, "model")+" of camera")
		}
	}
	return strings.Join(parts, " · ")
}
