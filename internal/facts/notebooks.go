package facts

import (
	"luminos"
	"luminos/internal/lazyregexp"
)

// notebookCounts counts the notebooks of a target.
type notebookCounts struct {
	files    int   // notebooks
	numbered int   // notebooks with a number in their names or in the names of their directories
	texts    int   // sources, documents and files of no category, with the notebooks
	data     int   // files of data and archives
	bytes    int64 // of the notebooks
	total    int64 // bytes of all files
}

// reNumbered matches the names of notebooks that are a part of a series: "03.01-Shapes", "Lecture-2", "ch05", "week 1".
var reNumbered = lazyregexp.Lazy(
	`(?i)^(?:lecture|lesson|chapter|ch|week|day|session|unit|module|part|class)?[ ._-]?\d{1,2}(?:[ ._-]|$)`)

// add counts a file.
func (n *notebookCounts) add(f *luminos.File) {
	n.total += f.Size
	switch f.Category {
	case luminos.CategorySource, luminos.CategoryDocument, luminos.CategoryOther:
		n.texts++
	case luminos.CategoryData, luminos.CategoryArchive:
		n.data++
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
	reHandbook = lazyregexp.Lazy(`(?i)(?:^|\W)(?:text|hand)?book\W*$`)
	reCourse   = lazyregexp.Lazy(`(?i)(?:^|\W)(?:course|lectures|lessons|tutorials?|curriculum|workshop|bootcamp)\W*$`)
	reIsCourse = lazyregexp.Lazy(`(?i)\b(?:this|is an?) (?:[\w-]+ ){0,2}(?:course|tutorial|workshop)` +
		`(?: (?:on|for|about|in|to|that|which|by|with)\b|[.,:;!]|$)`)
)

// notebookKind returns the kind of a target that is notebooks for the most part, by their bytes or by the number of
// texts, and that has fewer programs. A series has numbers in the names of most; the title can end in "book" or
// "course", and the description can call it a course.
func notebookKind(p *profile) string {
	n := &p.contents.forms.notebooks
	if n.files < fewFiles || n.files <= p.contents.programs || n.bytes*2 <= n.total && n.files*2 <= n.texts {
		return ""
	}
	if n.numbered*3 < n.files*2 {
		if n.bytes*2 <= n.total && n.files*2 <= n.texts+n.data { // some among files of data
			return ""
		}
		return "collection of notebooks"
	}
	title := ""
	if p.readme != nil {
		title = p.readme.Title
	}
	switch {
	case reHandbook().MatchString(title):
		return "book of notebooks"
	case reCourse().MatchString(title), reIsCourse().MatchString(p.description):
		return "course of notebooks"
	}
	return "series of numbered notebooks"
}
