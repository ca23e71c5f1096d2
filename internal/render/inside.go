package render

import "luminos"

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
		if f.MainLanguage != "" && !withCode[r.Label] {
			continue
		}
		label := r.Label
		if short := shortLabels[label]; short != "" {
			label = short
		}
		rows = append(rows, practice{label: label, text: []span{text(r.Text)}})
	}
	return rows
}

// shortLabels are the labels of rows whose own labels are too long for the column of the first screen.
var shortLabels = map[string]string{
	"References": "Refs", "Checksums": "Sums", "Same data": "Same",
	"Literature": "Library",
}
