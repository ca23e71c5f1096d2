package facts

import (
	"luminos"
	"luminos/internal/lazyregexp"
)

// notebookCounts are counts of the notebooks of a target: all, the ones with a number in their names, and their bytes
// beside the bytes of all files. texts are the files of other categories than media, data and settings, with notebooks.
type notebookCounts struct {
	files, numbered, texts int
	bytes, all             int64
}

// reNumbered matches the names of notebooks that are a part of a series: "03.01-Shapes", "Lecture-2", "ch05", "week 1".
var reNumbered = lazyregexp.Lazy(
	`(?i)^(?:lecture|lesson|chapter|ch|week|day|session|unit|module|part|class)?[ ._-]?\d{1,2}(?:\D|$)`)

// add counts a file.
func (n *notebookCounts) add(f *luminos.File) {
	n.all += f.Size
	switch f.Category {
	case luminos.CategorySource, luminos.CategoryDocument, luminos.CategoryOther:
		n.texts++
	}
	if f.Path.Ext() != ".ipynb" {
		return
	}
	n.files++
	n.bytes += f.Size
	if reNumbered().MatchString(f.Path.Base()) || reNumbered().MatchString(f.Path.Dir().Base()) {
		n.numbered++
	}
}

// Words by which a README names a book and a course.
var (
	reHandbook = lazyregexp.Lazy(`(?i)\b(?:text|hand)?book\b`)
	reCourse   = lazyregexp.Lazy(`(?i)\b(?:course|lectures?|lessons?|tutorials?|curriculum|workshop|bootcamp)\b`)
)

// notebookKind returns the kind of a target that is notebooks for the most part, by their bytes or by the number of
// texts, and that has fewer programs. A series has numbers in the names of most; the title or the description can name
// it a book or a course.
func notebookKind(p *profile) string {
	n := &p.contents.forms.notebooks
	if n.files < fewFiles || n.files <= p.contents.programs || n.bytes*2 <= n.all && n.files*2 <= n.texts {
		return ""
	}
	if n.numbered*3 < n.files*2 {
		return "collection of notebooks"
	}
	words := p.description
	if p.readme != nil {
		words = p.readme.Title + ". " + words
	}
	switch {
	case reHandbook().MatchString(words):
		return "book of notebooks"
	case reCourse().MatchString(words):
		return "course of notebooks"
	}
	return "series of numbered notebooks"
}
