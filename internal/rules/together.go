package rules

import (
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// togetherShown is the number of papers and of vaults that the section lists.
const togetherShown = 10

// together returns the items on papers and vaults that the section lists beside the sums.
func (w materialSections) together() []luminos.Item {
	var items []luminos.Item
	add := func(p luminos.Path, field, text string) {
		if text != "" {
			statement := measured(words.Stop(text), from("facts/"+field))
			items = append(items, luminos.Item{Label: string(p), Statement: statement})
		}
	}
	papers, vaults := w.Facts.SharedPapers(), w.Facts.Vaults
	for i := range papers[:min(len(papers), togetherShown)] {
		add(papers[i].Path, "papers", paperText(&papers[i]))
	}
	for i := range vaults[:min(len(vaults), togetherShown)] {
		add(vaults[i].Path, "vaults", vaultText(&vaults[i]))
	}
	return items
}

// paperText returns the numbers of a paper that its rows do not state.
func paperText(p *luminos.Paper) string {
	title := "LaTeX of the class " + words.Name(p.Class)
	if p.Title != "" {
		title = words.Quote(p.Title)
	}
	parts := append([]string{title}, amounts([]amount{
		{p.Authors, "author entry", "author entries"}, {len(p.Files), "file", "files"}, {p.Sections, "section", "sections"},
		{p.Tables, "table", "tables"}, {p.Equations, "equation", "equations"}, {p.Figures.Used, "figure", "figures"},
		{p.References.Cited, "reference", "references"},
	})...)
	for _, m := range []struct {
		names []string
		total int
		what  string
	}{
		{p.MissingFiles, len(p.MissingFiles), "files that are not there"},
		{p.Figures.Missing, p.Figures.MissingTotal, "figures that are not there"},
		{p.Dangling, p.DanglingTotal, "references to labels that do not exist"},
	} {
		if m.total > 0 {
			parts = append(parts, m.what+": "+someNames(m.names, m.total))
		}
	}
	if spots := p.References.MissingAt; len(spots) > 0 {
		parts = append(parts, "citations without an entry, the first in "+spotsText(spots))
	}
	text := strings.Join(parts, ", ")
	if p.Abstract != "" {
		text += ". Its abstract begins: " + words.Quote(p.Abstract)
	}
	return text
}

// vaultText returns the numbers of a vault that its row does not state.
func vaultText(v *luminos.Vault) string {
	parts := amounts([]amount{
		{v.Orphans, "note without links", "notes without links"}, {v.Tags, "tag", "tags"},
		{v.Attachments, "other file", "other files"}, {v.Daily, "daily note", "daily notes"},
	})
	if p := v.Period; p != nil {
		parts[len(parts)-1] += " from " + p.First + " to " + p.Last
	}
	if v.MissingLinks > 0 {
		text := words.Plural(v.MissingLinks, "link") + " to notes that do not exist, the first in "
		parts = append(parts, text+spotsText(v.MissingAt))
	}
	if v.Cut {
		parts = append(parts, "not all notes were read")
	}
	return strings.Join(parts, ", ")
}

// amount is a number with its noun.
type amount struct {
	n         int
	one, many string
}

// amounts returns the numbers that are not 0 with their nouns.
func amounts(all []amount) []string {
	var out []string
	for _, a := range all {
		if a.n > 0 {
			out = append(out, words.Plural(a.n, a.one, a.many))
		}
	}
	return out
}

// someNames returns the first three names of a list, and the number of the others.
func someNames(names []string, total int) string {
	var shown []string
	for _, n := range names[:min(len(names), 3)] {
		shown = append(shown, words.Name(n))
	}
	if more := total - len(shown); more > 0 {
		shown = append(shown, words.Count(more)+" more")
	}
	return words.List(shown)
}

// spotsText returns the places of lines: "a.tex:12 and b.tex:4".
func spotsText(spots []luminos.Spot) string {
	names := make([]string, len(spots))
	for i, s := range spots {
		names[i] = words.Name(string(s.Path)) + ":" + strconv.Itoa(s.Line)
	}
	return words.List(names)
}
