package render

import (
	"slices"

	"luminos"
)

// withCode are the labels of rows on files with which a program works. Other files are an aside of a program, and
// only the section lists them.
var withCode = map[string]bool{"Models": true, "Nets": true, "Cells": true, "Titles": true}

// insideRows returns the rows of the first screen on the content of documents, mail, archives and the like.
func insideRows(f *luminos.Facts) []practice {
	if f.Inside == nil {
		return nil
	}
	var rows []practice
	for _, r := range f.Inside.Rows {
		if f.MainLanguage != "" && !withCode[r.Label] || r.Aside {
			continue
		}
		label := r.Label
		if short := shortLabels[label]; short != "" {
			label = short
		}
		rows = append(rows, practice{
			label: label, text: []span{text(r.Text)}, whole: tall[r.Label], tall: tall[r.Label], minor: minor[r.Label],
		})
	}
	return rows
}

// tall are the labels of rows on many things of equal weight.
var tall = map[string]bool{"Logs": true}

// minor are the labels of rows that give way to others if a target has many.
var minor = map[string]bool{"Senders": true, "Language": true, "Threads": true, "Cameras": true}

// shortLabels are the labels of rows whose own labels are too long for the column of the first screen.
var shortLabels = map[string]string{
	"References": "Refs", "Checksums": "Sums", "Same data": "Same",
	"Literature": "Library", "Abstract": "Summary", "Language": "Written", "Attached": "With", "Archives": "Archive",
	"Calendar": "Dates", "Services": "Service", "Subjects": "Topics", "Versions": "Formats",
}

// hasRow reports whether there is a row with the label.
func hasRow(in *luminos.Inside, label string) bool {
	return in != nil && slices.ContainsFunc(in.Rows, func(r luminos.InsideRow) bool { return r.Label == label })
}
