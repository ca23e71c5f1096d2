package document

import (
	"luminos"
	"luminos/internal/words"
)

// sectionsMost is the number of headings of one document that are returned; a long manual has hundreds.
const sectionsMost = 2000

// Section is a heading of a document with its level, from 1, and its line.
type Section struct {
	Level int
	Title string
	Line  int
}

// Sections returns the headings of a document in the order of the text, and whether it is a document by its name,
// category and language.
func Sections(f *luminos.File, text luminos.Text) (all []Section, ok bool) {
	format, ok := formatOf(f)
	if !ok {
		return nil, false
	}
	for _, b := range parse(format, text.Lines()) {
		if b.kind == heading && b.text != "" && len(all) < sectionsMost {
			all = append(all, Section{max(b.level, 1), words.Shorten(b.text, headingMax), b.first})
		}
	}
	return all, true
}
