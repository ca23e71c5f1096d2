package rules

import (
	"cmp"
	"slices"

	"luminos"
	"luminos/internal/words"
)

// filesMost is the maximal number of entries that [Files] returns.
const filesMost = 1000

// Files returns an entry for each file that says something by itself, by path:
// the README, entry points, documents, data and licences; at most 1000 files.
func Files(scan *luminos.Scan, facts *luminos.Facts) []luminos.FileEntry {
	byPath := map[luminos.Path]luminos.FileEntry{}
	add := func(p luminos.Path, summary, notable string, evidence []luminos.Evidence) {
		if _, ok := byPath[p]; ok || summary == "" || len(byPath) == filesMost {
			return
		}
		i, ok := slices.BinarySearchFunc(scan.Files, p, func(f luminos.File, p luminos.Path) int { return cmp.Compare(f.Path, p) })
		if !ok {
			return
		}
		f := &scan.Files[i]
		byPath[p] = luminos.FileEntry{
			Path: p, Size: f.Size, Category: f.Category, Summary: words.Sentence(summary), Confidence: 0.5,
			ConfidenceReason: "described by rules", Notable: notable != "", NotableReason: notable, Evidence: evidence,
		}
	}
	if d := facts.Readme; d != nil && !luminos.HasContact(d.Summary) {
		add(d.Path, documentText(*d), "the README", d.Evidence)
	}
	for _, e := range facts.EntryPoints {
		add(e.Path, e.Kind+": "+cmp.Or(e.Reason, "a program starts here"), "an entry point", e.Evidence)
	}
	for _, l := range facts.Licenses {
		add(l.Path, cmp.Or(l.License, "a licence that was not recognised"), "a licence", l.Evidence)
	}
	for _, d := range facts.Datasets {
		add(d.Path, datasetName(d)+": "+d.Format+", "+size(d), "", d.Evidence)
	}
	for _, d := range facts.SharedDocuments() {
		add(d.Path, documentText(d), "", d.Evidence)
	}
	files := make([]luminos.FileEntry, 0, len(byPath))
	for _, e := range byPath {
		files = append(files, e)
	}
	slices.SortFunc(files, func(a, b luminos.FileEntry) int { return cmp.Compare(a.Path, b.Path) })
	return files
}

// documentText returns the title in quotation marks and the summary of a document, as far as they are known.
func documentText(d luminos.Document) string {
	switch {
	case d.Title == "":
		return quoted(d.Summary)
	case d.Summary == "":
		return quoted(d.Title)
	}
	return quoted(d.Title) + " " + quoted(d.Summary)
}
