package render

import (
	"cmp"
	"maps"
	"slices"

	"luminos"
	"luminos/internal/words"
)

// languageRows limits the languages with a row of their own in a shortened report.
const languageRows = 8

// composeLanguages returns the table of languages: programming languages first,
// each with its share of the code, then markup, data and prose.
func composeLanguages(d *dossier) []block {
	var list []luminos.LanguageLines
	code := 0
	for _, l := range d.scan.Languages {
		if l.Files > 0 {
			list = append(list, l)
		}
		if l.Type == programming {
			code += l.Code
		}
	}
	if len(list) == 0 {
		return nil
	}
	slices.SortStableFunc(list, func(a, b luminos.LanguageLines) int {
		return cmp.Or(-compareBool(a.Type == programming, b.Type == programming), cmp.Compare(b.Code, a.Code))
	})
	n := d.most(len(list), languageRows)
	var rows [][]string
	for _, l := range list[:n] {
		rows = append(rows, languageRow(l, code))
	}
	if rest := list[n:]; len(rest) > 0 {
		sum := luminos.LanguageLines{Name: words.Plural(len(rest), "other")}
		for _, l := range rest {
			sum.Files += l.Files
			sum.Bytes += l.Bytes
			sum.Add(l.Lines)
		}
		rows = append(rows, languageRow(sum, code))
	}
	cols := []column{
		{title: "language"}, {title: "files", right: true}, {title: "code", right: true},
		{title: "comment", right: true, spare: true}, {title: "blank", right: true, spare: true}, {title: "share", right: true},
	}
	if code == 0 {
		cols = cols[:len(cols)-1]
	}
	return append([]block{table{cols, rows}}, composeUncounted(d)...)
}

// programming is linguist's type of languages that count as code.
const programming = "programming"

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

func languageRow(l luminos.LanguageLines, code int) []string {
	if l.Bytes > 0 && l.Lines == (luminos.Lines{}) { // not counted
		return []string{l.Name, words.Count(l.Files), "", "", "", ""}
	}
	share := ""
	if l.Type == programming {
		share = words.Percent(int64(l.Code), int64(code))
	}
	return []string{l.Name, words.Count(l.Files), words.Count(l.Code), words.Count(l.Comment), words.Count(l.Blank), share}
}

// composeUncounted returns the line that counts the generated and the vendored files, which the table of languages
// leaves out.
func composeUncounted(d *dossier) []block {
	var generated, vendored luminos.Tally
	for _, l := range d.scan.Languages {
		generated.Files += l.Generated.Files
		generated.Bytes += l.Generated.Bytes
		vendored.Files += l.Vendored.Files
		vendored.Bytes += l.Vendored.Bytes
	}
	var parts []string
	if generated.Files > 0 {
		parts = append(parts, words.Plural(generated.Files, "generated file")+" ("+words.Bytes(generated.Bytes)+")")
	}
	if vendored.Files > 0 {
		parts = append(parts, words.Plural(vendored.Files, "vendored file or fixture", "vendored files and fixtures")+" ("+words.Bytes(vendored.Bytes)+")")
	}
	if len(parts) == 0 {
		return nil
	}
	return []block{body(as(quiet, "not counted: "+words.List(parts)))}
}

// composeKinds returns the line below the tree that counts the files and bytes of each
// category.
func composeKinds(d *dossier) []block {
	tallies := d.scan.FileCategories
	if len(tallies) == 0 {
		return nil
	}
	names := slices.SortedFunc(maps.Keys(tallies), func(a, b luminos.Category) int {
		return cmp.Or(cmp.Compare(tallies[b].Files, tallies[a].Files), cmp.Compare(a, b))
	})
	var parts []span
	for i, c := range names {
		part := words.Count(tallies[c].Files) + " " + string(c) + " (" + words.Bytes(tallies[c].Bytes) + ")"
		if i < len(names)-1 {
			part += ","
		}
		parts = append(parts, span{text: part, keep: true}, text(" "))
	}
	return []block{gap{}, body(parts...)}
}
