package inside

import (
	"slices"
	"strings"
	"time"

	"luminos"
	"luminos/internal/words"
)

// templateLeast is the number of documents with different names that were made at one second. If all were changed on a
// later day, they have the time of the template, or of the document, from which they were made. A document and its
// exports share a name and a time, and documents that one job wrote are as they were made.
const templateLeast = 3

// sharers are the documents that were made at one second.
type sharers struct {
	stems     map[string]bool // their names without extension
	unchanged bool            // one was not changed on a later day
}

// dropTemplateDays removes the days of templates, which are no days of documents, and the seconds that show them. It
// returns the number of these days among the different documents.
func dropTemplateDays(files []luminos.FileInside, different []*luminos.FileInside) (dropped int) {
	by := map[string]*sharers{} // by the second
	for _, f := range different {
		at := secondOf(f)
		if by[at] == nil {
			by[at] = &sharers{stems: map[string]bool{}}
		}
		by[at].stems[strings.ToLower(bare(f.Path))] = true
		if f.Property("modified") <= f.Property("created") {
			by[at].unchanged = true
		}
	}
	template := func(f *luminos.FileInside) bool {
		at := secondOf(f)
		return at != "" && by[at] != nil && len(by[at].stems) >= templateLeast && !by[at].unchanged
	}
	for _, f := range different {
		if template(f) {
			dropped++
		}
	}
	for i := range files {
		f := &files[i]
		made := template(f)
		f.Properties = slices.DeleteFunc(slices.Clone(f.Properties), func(p luminos.Property) bool {
			return p.Name == createdAt || made && p.Name == "created"
		})
	}
	return dropped
}

// madeText returns the number of documents that state the day on which they were made, their period, and the years of
// most: "24 of 30 documents, 2009-01-13 to 2023-06-21: 2022 (9), 2009 (4)". templates is the number of other documents
// that had the day of a template.
func madeText(all []*luminos.FileInside, templates int) string {
	first, last, n := "", "", 0
	years := map[string]int{}
	for _, f := range all {
		day := f.Property("created")
		if len(day) < len(time.DateOnly) {
			continue
		}
		if day = day[:len(time.DateOnly)]; first == "" || day < first {
			first = day
		}
		last = max(last, day)
		years[day[:4]]++
		n++
	}
	if n < 2 {
		return ""
	}
	text := words.Count(n) + " of " + words.Plural(len(all), "document") + ", " + first
	if first != last {
		text += " to " + last
	}
	if len(years) > 1 {
		text += ": " + names(luminos.Counts(years), 5)
	}
	if templates > 0 {
		text += " · " + words.Count(templates) + " more have a time that several documents share, as of a template"
	}
	return text
}

// createdAt is the property with the time at which a document was made. No report has it.
const createdAt = "created at"

// secondOf returns the time at which a document was made, by its metadata, or "". Midnight is a day without a time.
func secondOf(f *luminos.FileInside) string {
	at := f.Property(createdAt)
	if at = at[:min(len(at), len("2006-01-02T15:04:05"))]; strings.HasSuffix(at, "T00:00:00") {
		return ""
	}
	return at
}
