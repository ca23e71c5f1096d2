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
		rows = append(rows, practice{label: r.Label, text: []span{text(r.Text)}})
	}
	return rows
}
