package facts

import (
	"testing"

	"luminos"
)

// TestManuscript checks which targets are manuscripts, and which document is the main one.
func TestManuscript(t *testing.T) {
	doc := func(p luminos.Path, title string, words int) luminos.Document {
		return luminos.Document{Path: p, Title: title, Words: words, Evidence: []luminos.Evidence{{Path: p}}}
	}
	main := doc("main.tex", "The Whole", 5)
	main.Evidence[0].Quote = `\title{The Whole}`
	chapters := []luminos.Document{doc("one.tex", "One", 900), main}
	got := manuscript(chapters, nil, &contents{bytes: byteCounts{tex: 20, code: 10}})
	if got == nil || got.Path != "main.tex" {
		t.Errorf("beside chapters: got %+v, want main.tex", got)
	}
	docs := []luminos.Document{doc("README.md", "Notes", 9), doc("a.tex", "Short", 10), doc("main.tex", "Long", 900),
		doc("x/y.tex", "Deep", 9000), doc("z.tex", "", 9999)}
	if got := manuscript(docs, nil, &contents{bytes: byteCounts{tex: 20, code: 10}}); got == nil || got.Path != "main.tex" {
		t.Errorf("got %+v, want main.tex", got)
	}
	books := &contents{bytes: byteCounts{tex: 20}, forms: formCounts{files: map[string]int{"notebook": 9, "TeX file": 1}}}
	if got := manuscript(docs, nil, books); got != nil {
		t.Errorf("beside its notebooks: %v", got)
	}
	if got := manuscript(docs, nil, &contents{bytes: byteCounts{tex: 10, code: 10}}); got != nil {
		t.Errorf("beside as much code: got %s", got.Path)
	}
	pkg := []luminos.Manifest{{Path: "go.mod", Name: "x", Role: luminos.ManifestRoot}}
	if got := manuscript(docs, pkg, &contents{bytes: byteCounts{tex: 20, code: 10}}); got != nil {
		t.Errorf("beside a package: got %s", got.Path)
	}
}

// TestFolderWithAThesis checks that a folder without marks of a project is a text in LaTeX if its main document lies at the
// root among others, and not if it is one file of many.
func TestFolderWithAThesis(t *testing.T) {
	for total, want := range map[int]string{8: "texts in LaTeX", 9: ""} {
		main := luminos.Document{Path: "main.tex", Title: "The Whole"}
		main.Evidence = []luminos.Evidence{{Path: "main.tex", Quote: `\title{The Whole}`}}
		c := contents{bytes: byteCounts{tex: 20}, total: total}
		c.forms.files = map[string]int{"TeX file": 2}
		r := readings{facts: luminos.Facts{Documents: []luminos.Document{main}}}
		r.facts.Evidence = map[string][]luminos.Evidence{}
		if got := r.paper(&c).Kind; got != want {
			t.Errorf("2 of %d files: %q, want %q", total, got, want)
		}
	}
}

// TestTemplateKind has a README of one template, of several, and of a text.
func TestTemplateKind(t *testing.T) {
	for head, want := range map[string]string{
		"Kite. A LaTeX template for papers.": "LaTeX template", "Thesis templates.": "LaTeX templates", "A thesis.": "",
	} {
		if got := templateKind(head); got != want {
			t.Errorf("%q: %q, want %q", head, got, want)
		}
	}
}
