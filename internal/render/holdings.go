package render

import (
	"strings"

	"luminos"
	"luminos/internal/words"
)

// shownHoldings is the maximum number of formats that the first screen names.
const shownHoldings = 6

// holdingsOf returns the formats of the documents, data and media in the target, the number of their pages, and the
// years and cameras of the photographs, or "" if the target holds none.
func holdingsOf(f *luminos.Facts) string {
	var names []string
	for _, h := range f.Holdings {
		names = append(names, holdingText(h))
	}
	if len(names) == 0 {
		return ""
	}
	parts := []string{words.Some(names, shownHoldings)}
	for _, g := range f.Formats {
		if g.Name == "PDF document" && g.Known > 0 {
			parts = append(parts, words.Plural(g.Count, "page")+" in "+words.Count(g.Known)+" of the PDF")
		}
	}
	if p := f.Photos; p != nil && p.Period != nil && p.Dated > 1 {
		span, _, _ := strings.Cut(p.Period.First, "-")
		if last, _, _ := strings.Cut(p.Period.Last, "-"); last != span {
			span += " to " + last
		}
		parts = append(parts, span+" in "+words.Count(p.Dated)+" photographs", words.Plural(p.Cameras, "model")+" of camera")
	}
	return strings.Join(parts, " · ")
}

// holdingText returns a format with its number: "54 PDF", "1 notebook".
func holdingText(h luminos.Counted) string {
	if h.Name == strings.ToUpper(h.Name) { // an extension
		return words.Count(h.Files) + " " + h.Name
	}
	return words.Plural(h.Files, h.Name)
}
