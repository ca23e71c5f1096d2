// Package structure outlines texts that are no source code: tables, documents, papers, bibliographies and logs.
package structure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"luminos"
	"luminos/internal/facts/dataset"
	"luminos/internal/facts/document"
	"luminos/internal/facts/logs"
	"luminos/internal/facts/paper"
	"luminos/internal/words"
)

const (
	textMost = 8 << 20  // bytes of a document or a log
	dataMost = 64 << 20 // bytes of a table: a second of work
	// depthMost bounds the levels of headings in headings.
	depthMost = 8
)

// Of returns the outline of a file that is text, or nil if no reader knows its form. The file has a path, a category, a
// language and a media type, as a scan has them. The only error is the end of ctx, or that the file cannot be read.
func Of(ctx context.Context, src luminos.Source, f *luminos.File) (*luminos.Outline, error) {
	readers := []func(context.Context, luminos.Source, *luminos.File) (*luminos.Outline, error){table, tex, text}
	for _, read := range readers {
		if o, err := read(ctx, src, f); o != nil || err != nil {
			return o, err
		}
	}
	return nil, nil
}

// table returns the columns of a table of delimited text, JSON or YAML.
func table(ctx context.Context, src luminos.Source, f *luminos.File) (*luminos.Outline, error) {
	d, err := dataset.Of(ctx, src, f.Path, dataMost)
	if err != nil {
		return nil, ctx.Err() // it is no table
	}
	o := &luminos.Outline{Language: strings.ToUpper(d.Format), By: luminos.ByReader}
	about := []string{words.Plural(d.Rows, "row")}
	if d.Rows < 0 {
		about[0] = "the first " + words.Plural(d.RowsSampled, "row")
		o.Lack("only the first " + words.Bytes(dataMost) + " were read")
	}
	about = append(about, words.Plural(len(d.Columns), "column"))
	if p := d.Period; p != nil {
		about = append(about, p.First+" to "+p.Last+" by "+p.Source)
	}
	o.Doc = strings.Join(append(append(about, d.Layout...), d.Issues...), "; ")
	at := luminos.LineRange{First: 1, Last: 1}
	for _, e := range d.Evidence {
		if e.Lines != nil {
			at = *e.Lines
		}
	}
	for _, t := range d.Tables {
		size := words.Plural(t.Rows, "row") + ", " + words.Plural(t.Columns, "column")
		o.Symbols = append(o.Symbols, luminos.Definition{
			Kind: "table", Name: t.Name, Signature: size, First: at.First, Last: at.Last,
		})
	}
	for i := range d.Columns {
		c := &d.Columns[i]
		o.Symbols = append(o.Symbols, luminos.Definition{
			Kind: "column", Name: c.Name, Signature: columnText(c), First: at.First, Last: at.Last,
		})
	}
	return o, nil
}

// columnText returns the type of a column with its values: "integer, 1 to 9, 2 missing".
func columnText(c *luminos.Column) string {
	parts := []string{c.Type}
	switch {
	case len(c.Examples) > 0:
		parts = append(parts, strings.Join(c.Examples, " | "))
	case c.Min != "" || c.Max != "":
		parts = append(parts, c.Min+" to "+c.Max)
	}
	if c.Distinct > 1 {
		parts = append(parts, words.Count(c.Distinct)+" different")
	}
	if c.Missing > 0 {
		parts = append(parts, words.Count(c.Missing)+" missing")
	}
	return strings.Join(parts, ", ")
}

// tex returns the sections, labels, figures and files of a text in LaTeX, or the entries of a bibliography.
func tex(ctx context.Context, src luminos.Source, f *luminos.File) (*luminos.Outline, error) {
	ext := f.Path.Ext()
	if ext != ".tex" && ext != ".ltx" && ext != ".bib" {
		return nil, nil
	}
	found, err := paper.OutlineOf(ctx, src, f.Path)
	if found == nil || err != nil {
		return nil, err
	}
	o := &luminos.Outline{Language: "TeX", By: luminos.ByReader}
	if ext == ".bib" {
		o.Language = "BibTeX"
	}
	var about []string
	for _, r := range found.Rows {
		about = append(about, r.Label+": "+r.Text)
	}
	o.Doc = strings.Join(about, "; ")
	all := make([]entry, len(found.Places))
	for i, p := range found.Places {
		all[i] = entry{p.Level, luminos.Definition{
			Kind: luminos.DefinitionKind(p.Kind), Name: p.Name, Signature: p.Note, First: p.First, Last: p.Last,
		}}
	}
	o.Symbols = nest(all, found.Lines)
	return o, nil
}

// text returns the kinds of messages of a log, or the headings of a document.
func text(ctx context.Context, src luminos.Source, f *luminos.File) (*luminos.Outline, error) {
	t, err := src.Text(ctx, f.Path, textMost)
	if errors.Is(err, luminos.ErrNotText) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	named := *f
	if f.Language == "" || f.Language == "HTML" || f.Language == "AsciiDoc" {
		named.Category = luminos.CategoryDocument // pages of an application count as source
	}
	sections, known := document.Sections(&named, t)
	o := &luminos.Outline{Language: cmp.Or(f.Language, "text"), By: luminos.ByReader}
	if t.Cut {
		o.Lack("only the first " + words.Bytes(textMost) + " were read")
	}
	least := 1
	if !known || f.Language == "" || f.Language == "Text" {
		least = 2 // a title alone is no structure, and a guess
		l, kinds, err := logs.Of(ctx, t)
		if l != nil || err != nil {
			return logOutline(o, l, kinds), err
		}
	}
	all := make([]entry, len(sections))
	for i, s := range sections {
		all[i] = entry{s.Level, luminos.Definition{Kind: "heading", Name: s.Title, First: s.Line, Last: s.Line}}
	}
	if len(all) < least {
		return nil, nil
	}
	lines := len(t.Lines())
	o.Symbols = nest(all, lines)
	o.Doc = words.Plural(len(all), "heading") + " in " + words.Plural(lines, "line")
	return o, nil
}

// logOutline adds the findings in a log to its outline.
func logOutline(o *luminos.Outline, l *luminos.LogFile, kinds []logs.Kind) *luminos.Outline {
	if l == nil {
		return nil
	}
	o.Language = "log"
	about := []string{l.Format, words.Plural(l.Lines, "line")}
	if l.Source != "" {
		about = append(about, "most of "+l.Source)
	}
	if l.First != "" {
		about = append(about, l.First+" to "+l.Last)
	}
	for _, a := range l.Levels {
		about = append(about, words.Count(a.N)+" "+a.Name)
	}
	about = append(about, words.Plural(l.Kinds, "kind")+" of messages")
	o.Doc = strings.Join(about, "; ")
	for _, k := range kinds {
		share := words.Plural(k.Lines, "line")
		if k.Level != "" {
			share += ", " + k.Level
		}
		o.Symbols = append(o.Symbols, luminos.Definition{
			Kind: "messages", Name: k.Text, Signature: share, First: k.Line, Last: k.Line,
		})
	}
	if n := l.Kinds - len(kinds); n > 0 {
		o.Lack(fmt.Sprintf("the %s most frequent kinds of messages are shown", words.Count(len(kinds))))
	}
	return o
}

// entry is a definition with the level of a heading, or 0 for an entry below the heading before it.
type entry struct {
	level int
	luminos.Definition
}

// nest returns the entries of a text with the given number of lines as a tree. A heading goes to the line before the
// next one of its level or a higher one.
func nest(all []entry, lines int) []luminos.Definition {
	var next func(level, depth int) []luminos.Definition
	next = func(level, depth int) (out []luminos.Definition) {
		for len(all) > 0 && (all[0].level == 0 || all[0].level > level || depth == depthMost) {
			e := all[0]
			all = all[1:]
			if e.level > 0 && depth < depthMost {
				e.Children = next(e.level, depth+1)
				if e.Last = max(e.First, lines); len(all) > 0 {
					e.Last = max(e.First, all[0].First-1)
				}
			}
			out = append(out, e.Definition)
		}
		return out
	}
	return next(0, 0)
}
