package render

import "luminos"

// insideRows returns the rows of the first screen on the content of documents, mail, archives and the like. For a
// program it returns nil: there they are an aside, and only the section lists them.
func insideRows(f *luminos.Facts) []practice {
	if f.Inside == nil || f.MainLanguage != "" {
		return nil
	}
	var rows []practice
	for _, r := range f.Inside.Rows {
		label := r.Label
		if short := shortLabels[label]; short != "" {
			label = short
		}
		rows = append(rows, practice{label: label, text: []span{text(r.Text)}})
	}
	return rows
}

// shortLabels are the labels of rows whose own labels are too long for the column of the first screen.
var shortLabels = map[string]string{"References": "Refs", "Checksums": "Sums"}
