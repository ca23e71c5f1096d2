package facts

import (
	"testing"

	"luminos"
)

// TestNotebookKind names the kind of folders of notebooks by their numbers and the words of the README, and no kind of
// folders in which other files are more.
func TestNotebookKind(t *testing.T) {
	counted := func(files, numbered, texts int, bytes, all int64) contents {
		return contents{forms: formCounts{notebooks: notebookCounts{
			files: files, numbered: numbered, texts: texts, bytes: bytes, total: all}}}
	}
	withPrograms := counted(9, 9, 12, 9, 9)
	withPrograms.programs = 10
	amongData := counted(9, 5, 12, 1, 9)
	amongData.forms.notebooks.data = 30
	titled := func(title string) *luminos.Document { return &luminos.Document{Title: title} }
	for name, c := range map[string]struct {
		p    profile
		want string
	}{
		"a course": {profile{contents: counted(9, 9, 12, 1, 9), readme: titled("Glue Lectures")},
			"course of notebooks"},
		"a course by its words": {profile{contents: counted(9, 9, 12, 1, 9), description: "This is a short course on glue."},
			"course of notebooks"},
		"a book": {profile{contents: counted(9, 6, 30, 6, 9), readme: titled("Glue Science Handbook")},
			"book of notebooks"},
		"words of other meanings": {profile{contents: counted(9, 9, 12, 1, 9), readme: titled("An order book of glue"),
			description: "The data come, of course, from the course of a year."}, "series of numbered notebooks"},
		"a series": {profile{contents: counted(9, 9, 12, 1, 9), readme: titled("Glue")},
			"series of numbered notebooks"},
		"few numbers": {profile{contents: counted(9, 5, 12, 1, 9), readme: titled("A course on glue")},
			"collection of notebooks"},
		"some among data":  {profile{contents: amongData}, ""},
		"few notebooks":    {profile{contents: counted(2, 2, 2, 9, 9)}, ""},
		"more of the rest": {profile{contents: counted(9, 9, 30, 1, 9)}, ""},
		"more programs":    {profile{contents: withPrograms}, ""},
	} {
		if got := notebookKind(&c.p); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestNotebookCounts counts notebooks with a number in their names or in the names of their directories.
func TestNotebookCounts(t *testing.T) {
	var n notebookCounts
	for _, p := range []luminos.Path{
		"03.01-Shapes.ipynb", "Lecture-2-Glue.ipynb", "ch05.ipynb", "week 1/intro.ipynb", // numbered
		"1984.ipynb", "3d-heat.ipynb", "2d/flow.ipynb", "Advent 2016.ipynb", "glue.ipynb", "x.md", "y.png", "z.csv",
	} {
		f := luminos.File{Path: p, Size: 10, Category: luminos.CategorySource}
		if p == "y.png" {
			f.Category = luminos.CategoryImage
		}
		if p == "z.csv" {
			f.Category = luminos.CategoryData
		}
		n.add(&f)
	}
	if want := (notebookCounts{files: 9, numbered: 4, texts: 10, data: 1, bytes: 90, total: 120}); n != want {
		t.Errorf("%+v, want %+v", n, want)
	}
}
