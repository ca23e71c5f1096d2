package rules

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// documentsShown is the number of documents that a report lists with their titles unless most are e-books.
const documentsShown = 12

// inside returns the section on the content of documents, mail, archives and the like: the sums, and the longest
// documents with their titles. It returns nil if no reader read a file.
func (w materialSections) inside() *luminos.Section {
	in := w.Facts.Inside
	if in == nil {
		return nil
	}
	var items []luminos.Item
	for _, r := range in.Rows {
		if r.Private {
			r.Text = r.Shared // a report is sent around
		}
		if r.Text == "" || r.Label == "Copies" && w.Scan.Duplicates.Total > 0 { // copies have a section
			continue
		}
		statement := measured(words.Stop(r.Text), from("facts/inside/rows"), partsOfSum(in, r.Label)...)
		items = append(items, luminos.Item{Label: r.Label, Statement: statement})
	}
	var titled []luminos.FileInside
	for _, f := range in.Files {
		if f.Property("title") != "" && !f.IsLetter() {
			titled = append(titled, f)
		}
	}
	slices.SortStableFunc(titled, func(a, b luminos.FileInside) int {
		return cmp.Compare(b.Number("words"), a.Number("words"))
	})
	shown, books := documentsShown, 0
	for i := range titled {
		books += boolInt(titled[i].IsBook())
	}
	if books*2 > len(titled) {
		shown = luminos.BooksShown
	}
	for _, f := range titled[:min(len(titled), shown)] {
		items = append(items, luminos.Item{
			Label: string(f.Path), Statement: measured(words.Stop(titledText(&f)), from("facts/inside/files"), numbersOf(&f)...),
		})
	}
	items = append(items, w.together()...)
	var cut []luminos.Statement
	const most = "The longest documents with a title."
	cut = append(cut, ifCut(len(titled), shown, most, "facts/inside/files")...)
	return section("inside", "What the files hold", cut, items...)
}

// summed are the readers and the numbers of rows on files of which each has a part of the sum.
var summed = map[string]struct{ reader, number string }{
	"Mail": {"mail ", "messages"}, "Cells": {"notebook ", "code cells"},
}

// partsOfSum returns evidence for each part of the sum in the row with a label. It returns none if the parts are many
// or the facts do not list all files: some parts do not show the sum.
func partsOfSum(in *luminos.Inside, label string) (out []luminos.Evidence) {
	const most = 5
	of := summed[label]
	if of.reader == "" || len(in.Files) < in.Looked {
		return nil
	}
	for i := range in.Files {
		f := &in.Files[i]
		if n := f.Number(of.number); strings.HasPrefix(f.Reader, of.reader) && n > 0 {
			value := strconv.FormatInt(n, 10)
			out = append(out, luminos.Evidence{Path: f.Path, Measure: luminos.NumberOf(of.number), Value: value})
		}
	}
	if len(out) > most {
		return nil
	}
	return out
}

// shownNumbers are the numbers of a document that a report states.
var shownNumbers = []string{"pages", "sheets", "slides", "cells", "words"}

// numbersOf returns evidence for the numbers of a document: an extraction that is made again has them.
func numbersOf(f *luminos.FileInside) []luminos.Evidence {
	var out []luminos.Evidence
	for _, name := range shownNumbers {
		if n := f.Number(name); n > 0 {
			e := luminos.Evidence{Path: f.Path, Measure: luminos.NumberOf(name), Value: strconv.FormatInt(n, 10)}
			out = append(out, e)
		}
	}
	return out
}

// titledText returns the title of a document with its figures: "“Moby-Dick”, EPUB 2.0, 213,034 words".
func titledText(f *luminos.FileInside) string {
	parts := []string{words.Quote(f.Property("title")), f.Format}
	for _, name := range shownNumbers {
		if n := f.Number(name); n == 1 {
			parts = append(parts, "1 "+strings.TrimSuffix(name, "s"))
		} else if n > 1 && name == "words" {
			text := words.Length(int(n))
			if read := f.Number("pages read"); read > 0 {
				text += " in " + words.Count(int(read)) + " of them"
			}
			parts = append(parts, text)
		} else if n > 1 {
			parts = append(parts, words.Count(int(n))+" "+name)
		}
	}
	if day := f.Property("created"); day != "" {
		parts = append(parts, "created "+day)
	}
	if date := f.Property("date"); date != "" && f.IsBook() {
		parts = append(parts, "dated "+words.Shorten(date, 20))
	}
	if language := f.Property("language"); language != "" && f.IsBook() {
		parts = append(parts, "language "+words.Name(words.Shorten(language, 20)))
	}
	return strings.Join(parts, ", ")
}

// insideFlags returns flags for files that are dangerous to open with their own programs.
func insideFlags(w flagRules) []luminos.Flag {
	if w.Facts.Inside == nil {
		return nil
	}
	var out []luminos.Flag
	for i := range w.Facts.Inside.Files {
		f := &w.Facts.Inside.Files[i]
		for _, risk := range f.Risks {
			severity := luminos.Concern
			switch {
			case !grave[risk]:
				continue // the row of the files states it
			case w.inTests(f.Path):
				severity = luminos.Info
			}
			finding, remedy := "It is a file in the format "+f.Format+", and "+risk+".", "Open it only if you trust its source."
			out = append(out, flag(luminos.RuleActiveContent, f.Path, severity, finding, remedy,
				sizeEvidence(w.Scan, f.Path)))
		}
	}
	return limited(out, luminos.RuleActiveContent, "file that is dangerous to open", "files that are dangerous to open")
}

// grave are the dangers of files that are flags of severity concern: code that runs without a question, or an entry
// that an archive program writes elsewhere.
var grave = map[string]bool{
	"runs code when it is loaded": true, "entries lead out of the archive": true,
}
