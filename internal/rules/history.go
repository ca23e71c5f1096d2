package rules

import (
	"luminos"
	"luminos/internal/words"
)

// history returns the section about the releases of the target, or nil if nothing is known.
func (w *writer) history() *luminos.Section {
	var statements []luminos.Statement
	if r := w.Facts.Releases; r != nil {
		statements = append(statements, measured(releasesText(r), from("facts/releases"), r.Evidence...))
	}
	return section("history", "History", statements)
}

// releasesText returns a sentence about the releases that a change log lists: "CHANGELOG.md lists 3 releases, the newest
// 1.2.0 of 2024-05-06, the oldest of 2020-01-02."
func releasesText(r *luminos.Releases) string {
	last := r.Last
	if r.LastDate != "" {
		last += " of " + r.LastDate
	}
	if r.Count == 1 && !r.Partial {
		return words.Stop(string(r.Source) + " lists the release " + last)
	}
	count := words.Plural(r.Count, "release")
	if r.Partial {
		count = "at least " + count
	}
	text := string(r.Source) + " lists " + count + ", the newest " + last
	if r.FirstDate != "" {
		text += ", the oldest of " + r.FirstDate
	}
	return words.Stop(text)
}
