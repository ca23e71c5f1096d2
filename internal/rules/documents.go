package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// themes returns the section about the subjects of the documents: their key terms, titles and summaries.
func (w materialSections) themes() *luminos.Section {
	titled, themes := titledDocuments(w.Facts.SharedDocuments(), w.isCode()), w.Facts.SharedThemes()
	if w.isCode() && len(titled) < 5 || len(titled) == 0 && len(themes) == 0 {
		return nil // a README and a changelog have no themes
	}
	var statements []luminos.Statement
	if n := len(w.Facts.Documents); n > 0 {
		statements = append(statements, measured(w.documentsRead(n), from("facts/documents")))
	}
	var terms []string
	for _, t := range themes[:min(10, len(themes))] {
		terms = append(terms, t.Text)
	}
	// The words of tables and of the files of a package are no subjects.
	prose := len(titled)*titledShare >= len(w.Facts.Documents) && w.Facts.Sort != luminos.SortSystem
	if n := w.wordsOfDocuments(); prose && len(terms) > 0 && (n == 0 || n >= fewestThemed) {
		statements = append(statements, derived("By their words they are about "+words.List(terms)+".", from("facts/themes")))
	}
	var items []luminos.Item
	shown := 12
	if w.isCode() {
		shown = 4
	}
	for _, d := range titled[:min(shown, len(titled))] {
		text := quoted(words.Shorten(d.Title, 80))
		if d.Summary != "" {
			text += " " + quoted(words.Shorten(d.Summary, 160))
		}
		items = append(items, luminos.Item{Label: string(d.Path), Statement: measured(words.Stop(text), from("facts/documents"), d.Evidence...)})
	}
	return section("themes", "What the documents are about", statements, items...)
}

// titledShare is the most documents for each one with a title, so that their words are subjects.
const titledShare = 4

// fewestThemed is the fewest words of documents for themes: the frequent words of 80 words are chance.
const fewestThemed = 150

// wordsOfDocuments returns the number of words in the documents of the facts.
func (w materialSections) wordsOfDocuments() (n int) {
	for _, d := range w.Facts.Documents {
		n += d.Words
	}
	return n
}

// fewestWords is the fewest words of a document beside code that is shown by its title. Shorter documents point
// elsewhere.
const fewestWords = 30

// titledDocuments returns the documents with a title, beside code with at least fewestWords words, in their order and
// without repeated texts: of documents with the same title and summary, of the documents of one directory with the same
// title, such as the chapters of a book, and of the forms of one document ("tool.1", "tool.1.html"), the first.
func titledDocuments(documents []luminos.Document, code bool) []luminos.Document {
	var list []luminos.Document
	seen := map[string]bool{}
	for _, d := range documents {
		if d.Title == "" || code && d.Words < fewestWords {
			continue
		}
		text := d.Title + "\x00" + d.Summary
		stem, _, _ := strings.Cut(d.Path.Base(), ".")
		form := string(d.Path.Dir().Join(strings.ToLower(stem)))
		part := string(d.Path.Dir()) + "\x00\x00" + d.Title
		if !seen[text] && !seen[form] && !seen[part] {
			list = append(list, d)
		}
		seen[text], seen[form], seen[part] = true, true, true
	}
	return list
}

// documentsRead returns a sentence with the number of documents that were read, and the number of their words if the
// facts list all of them.
func (w materialSections) documentsRead(listed int) string {
	read, total, partial := 0, w.wordsOfDocuments(), 0
	for _, d := range w.Facts.Documents {
		partial += boolInt(d.Partial)
	}
	count := words.Length(total)
	if partial > 0 {
		count += " and more (" + words.Count(partial) + " " + verb(partial, "is long and was", "are long and were") +
			" read at the beginning only)"
	}
	extracted := map[luminos.Path]bool{} // their words are not among the words of the listed ones
	if in := w.Facts.Inside; in != nil {
		for i := range in.Files {
			extracted[in.Files[i].Path] = true
		}
	}
	for _, f := range w.Scan.Files {
		_, ok := slices.BinarySearch(w.Facts.Read, f.Path)
		mail := f.MIME == "message/rfc822" || f.MIME == "application/mbox"
		read += boolInt(ok && f.Text && !mail && !extracted[f.Path] && f.Category == luminos.CategoryDocument)
	}
	if read <= listed {
		return fmt.Sprintf("%s with %s %s read.", words.Plural(listed, "text document"), count, verb(listed, "was", "were"))
	}
	return words.Plural(read, "text document") + " were read." // the words of the others are not known
}

// detailed returns the section that lists at most 20 top directories with their summaries, and the files in the top
// directory.
func (w materialSections) detailed() *luminos.Section {
	var items []luminos.Item
	byPath := map[luminos.Path]luminos.Entry{}
	for _, e := range w.Entries {
		byPath[e.Path] = e
	}
	tops := slices.Clone(w.root.children)
	slices.SortStableFunc(tops, func(a, b *dirNode) int {
		code := 0
		if w.isCode() { // otherwise scripts are not the main contents
			code = cmp.Compare(b.code, a.code)
		}
		return cmp.Or(cmp.Compare(boolInt(a.set), boolInt(b.set)), code, cmp.Compare(b.TotalFiles, a.TotalFiles))
	})
	const shown = 20
	for _, c := range tops[:min(shown, len(tops))] {
		if e, ok := byPath[c.Path]; ok {
			items = append(items, luminos.Item{Label: string(c.Path) + "/", Statement: luminos.Statement{
				Text: e.Summary, Basis: e.Basis, From: from("entries"), Evidence: e.Evidence,
			}})
		}
	}
	if files := w.topFiles(); len(files) > 0 {
		items = append(items, luminos.Item{Label: "files at the top", Statement: listed(files, 12, "scan/tree")})
	}
	n := len(tops) - shown
	statements := ifCut(len(tops), shown,
		words.Plural(n, "more directory", "more directories")+" at the top "+verb(n, "is", "are")+" not listed here.", "facts/directories")
	return section("detailed", "What is where", statements, items...)
}

func (w materialSections) topFiles() []string {
	var names []string
	for _, f := range w.Scan.Files {
		if f.Regular() && !strings.Contains(string(f.Path), "/") {
			names = append(names, string(f.Path))
		}
	}
	return names
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
