package rules

import (
	"luminos"
	"luminos/internal/words"
)

// formats returns the section that lists the formats of documents, archives, data and models, or nil without any. For
// a program it returns nil also if they are fewer than a tenth of its files.
func (w materialSections) formats() *luminos.Section {
	total := 0
	for _, g := range w.Facts.Formats {
		total += g.Files
	}
	if w.isCode() && total*10 < w.Scan.SurveySignals.Files {
		return nil
	}
	const shown = 10
	var items []luminos.Item
	for _, g := range w.Facts.Formats[:min(shown, len(w.Facts.Formats))] {
		label := g.Name
		if label == "" {
			label = "unknown format"
		}
		if w.Facts.Inside != nil && g.Unit == "page" && g.Known < g.Files { // readers of the whole files have the sum
			g.Known = 0
		}
		text := words.Stop(formatText(g))
		items = append(items, luminos.Item{Label: label, Statement: measured(text, from("facts/formats"))})
	}
	var cut []luminos.Statement
	for _, n := range w.Facts.NotRead {
		if n.What == luminos.BinaryFiles {
			text := words.Count(total) + " of " + words.Count(total+n.Files) + " " + n.What + " were looked at."
			cut = append(cut, measured(text, from("facts/formats", "facts/not_read")))
		}
	}
	most := "The most frequent of " + words.Plural(len(w.Facts.Formats), "format") + "."
	cut = append(cut, ifCut(len(w.Facts.Formats), shown, most, "facts/formats")...)
	return section("formats", "Formats", cut, items...)
}

// formatText returns the figures of a format: "33 files, 2.1 MiB; version 1.3 to 1.7; 139 pages in 30 of them".
func formatText(g luminos.FormatGroup) string {
	text := words.Plural(g.Files, "file") + ", " + words.Bytes(g.Bytes)
	if n := len(g.Versions); n > 0 {
		text += "; version " + g.Versions[0].Name
		if n > 1 {
			text += " to " + g.Versions[n-1].Name
		}
	}
	among := func(known int) string {
		if known == g.Files {
			return ""
		}
		return " in " + words.Count(known) + " of them"
	}
	if g.Known > 0 {
		text += "; " + words.Plural(g.Count, g.Unit) + among(g.Known)
	}
	if n := len(g.Forms); n == 1 && g.Forms[0].Files == g.Files {
		text += "; " + g.Forms[0].Name
	} else if n > 0 && n <= 3 {
		text += "; " + words.List(countedNames(g.Forms))
	}
	if g.Encrypted > 0 {
		text += "; " + words.Count(g.Encrypted) + " encrypted"
		if g.Checked < g.Files {
			text += " among the " + words.Count(g.Checked) + " of which this is known"
		}
	}
	return text
}
