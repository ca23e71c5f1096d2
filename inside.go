package luminos

import (
	"slices"
	"strings"
)

// Inside sums up the content of files that are not plain text, as their readers found it.
type Inside struct {
	// Rows state the sums, each with the families of formats that it is about: documents, messages, archives, tables.
	Rows []InsideRow `json:"rows"`
	// Files are the extractions without their texts, by path, at most 2,000.
	Files []FileInside `json:"files"`
	// Looked is the number of files that were read; Left are others of the same formats, beyond the bounds on files and
	// bytes.
	Looked int `json:"looked"`
	Left   int `json:"left,omitempty"`
	// Photos sums up the images by whole files; nil if not all were read, or if they have no data of a camera.
	Photos *Photos `json:"-"`
}

// BooksShown is the number of e-books that a report lists with their titles.
const BooksShown = 60

// InsideRow is one statement about the content of many files.
type InsideRow struct {
	Label string `json:"label"` // "Documents", "Mail", "Closed"
	Text  string `json:"text"`
	// Files are the files that the statement is about, if they are few.
	Files []Path `json:"files,omitempty"`
	// Private is true if the text has names or addresses of persons. Shared is the text of a private row without names
	// and addresses. [Inside.Shared] drops private rows whose Shared is empty.
	Private bool   `json:"private,omitempty"`
	Shared  string `json:"shared,omitempty"`
	// Aside is true if the first screen has no room for the row.
	Aside bool `json:"aside,omitempty"`
}

// FileInside is the extraction of one file, without parts.
type FileInside struct {
	Path Path `json:"path"`
	Extraction
}

// IsTable reports whether a reader of tables read the whole file, and found rows.
func (f *FileInside) IsTable() bool {
	return strings.HasPrefix(f.Reader, "data ") && f.State != ExtractDamaged && f.Number("rows") > 0
}

// Whole reports whether a reader read all words, messages, rows or cells of the file.
func (f *FileInside) Whole() bool {
	content := []string{"words", "messages", "rows", "code cells"}
	return f.State == "" && len(f.Limits) == 0 &&
		slices.ContainsFunc(content, func(name string) bool { return f.Number(name) > 0 })
}

// Of returns the extraction of the file p, or nil if it is not among the files.
func (in *Inside) Of(p Path) *Extraction {
	if in == nil {
		return nil
	}
	for i := range in.Files {
		if in.Files[i].Path == p {
			return &in.Files[i].Extraction
		}
	}
	return nil
}
