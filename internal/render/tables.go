package render

import (
	"cmp"
	"maps"
	"slices"

	"luminos"
	"luminos/internal/words"
)

// languageRows is how many languages have a row of their own.
const languageRows = 8

// languages is the table of languages: what is programmed first, with its
// share of the code, then markup, data and prose.
func (v *view) languages() {
	var list []luminos.LanguageLines
	code := 0
	for _, l := range v.scan.Languages {
		if l.Files > 0 {
			list = append(list, l)
		}
		if l.Type == programming {
			code += l.Code
		}
	}
	if len(list) == 0 {
		return
	}
	slices.SortStableFunc(list, func(a, b luminos.LanguageLines) int {
		return cmp.Or(-compareBool(a.Type == programming, b.Type == programming), cmp.Compare(b.Code, a.Code))
	})
	v.head("Languages")
	n := v.most(len(list), languageRows)
	var rows [][]string
	for _, l := range list[:n] {
		rows = append(rows, languageRow(l, code))
	}
	if rest := list[n:]; len(rest) > 0 {
		sum := luminos.LanguageLines{Name: words.Plural(len(rest), "other")}
		for _, l := range rest {
			sum.Files += l.Files
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
	v.table(2, cols, rows)
	v.setAside()
}

// programming is linguist's type of the languages that count as code.
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
	share := ""
	if l.Type == programming {
		share = words.Percent(int64(l.Code), int64(code))
	}
	return []string{l.Name, words.Count(l.Files), words.Count(l.Code), words.Count(l.Comment), words.Count(l.Blank), share}
}

// setAside says what the table leaves out.
func (v *view) setAside() {
	var generated, vendored luminos.Tally
	for _, l := range v.scan.Languages {
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
	if len(parts) > 0 {
		v.par(2, as(quiet, "not counted: "+words.List(parts)))
	}
}

// kinds says below the tree, in a line or two, what the files are.
func (v *view) kinds() {
	tallies := v.scan.FileCategories
	if len(tallies) == 0 {
		return
	}
	names := slices.SortedFunc(maps.Keys(tallies), func(a, b luminos.Category) int {
		return cmp.Or(cmp.Compare(tallies[b].Files, tallies[a].Files), cmp.Compare(a, b))
	})
	var parts []span
	for i, c := range names {
		text := words.Count(tallies[c].Files) + " " + string(c) + " (" + words.Bytes(tallies[c].Bytes) + ")"
		if i < len(names)-1 {
			text += ","
		}
		parts = append(parts, span{text: text, keep: true}, say(" "))
	}
	v.blank()
	v.par(2, parts...)
}
