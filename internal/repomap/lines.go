package repomap

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/outline"
	"luminos/internal/words"
)

const (
	lineMost    = 100  // characters of one line of an outline
	linesMost   = 2000 // of one file
	levelsMost  = 2    // levels of nesting below the top: methods of types in types
	headingMost = 30   // headings of one document
	columnsMost = 40   // columns of one table
	namedLength = 10   // for the rank of a file without an outline
)

// ranked is a line with its value among the lines of its file.
type ranked struct {
	Line
	value float64
}

// addOthers adds documents, tables and manifests to the tree, with their outlines, then the names of other text files.
func (t *tree) addOthers(scan *luminos.Scan, facts *luminos.Facts) {
	there := map[luminos.Path]bool{}
	for _, f := range t.files {
		there[f.path] = true
	}
	made := map[luminos.Path]bool{}
	add := func(p luminos.Path, length int, lines []string) {
		if there[p] {
			return
		}
		there[p] = true
		f := &file{path: p, length: length, made: made[p]}
		for i, l := range lines {
			if l = clean(l); l != "" {
				f.lines = append(f.lines, ranked{Line{Text: l}, -float64(i)})
			}
		}
		t.files = append(t.files, f)
	}
	for i := range facts.Documents {
		d := &facts.Documents[i]
		add(d.Path, d.Words/10, first(d.Headings, headingMost))
	}
	for i := range facts.Datasets {
		d := &facts.Datasets[i]
		add(d.Path, len(d.Columns)+int(min(max(d.Rows, 0), 1000)), columns(d.Columns, d.Tables))
	}
	if in := facts.Inside.Shared(); in != nil {
		for i := range in.Files {
			f := &in.Files[i]
			lines := columns(f.Columns, f.Tables)
			for _, h := range f.Outline[:min(len(f.Outline), headingMost)] {
				lines = append(lines, h.Title)
			}
			add(f.Path, int(min(f.Number("words")/10, 10_000)), lines)
		}
	}
	for i := range facts.Manifests {
		m := &facts.Manifests[i]
		made[m.Path] = m.Lockfile
		if m.Own() {
			add(m.Path, namedLength, nil)
		}
	}
	for i := range scan.Files {
		f := &scan.Files[i]
		if f.Category == luminos.CategorySource && !f.Generated || f.Vendored || !f.Regular() || !f.Text || f.Table {
			continue
		}
		made[f.Path] = made[f.Path] || f.Generated
		add(f.Path, namedLength, nil)
	}
}

// clean returns foreign text as one line of an outline.
func clean(s string) string { return words.Line(s, lineMost) }

func first(list []string, most int) []string { return list[:min(len(list), most)] }

// columns returns lines with the columns of a table, and with the tables of a file that has several.
func columns(list []luminos.Column, tables []luminos.DataTable) (lines []string) {
	for part := range slices.Chunk(list[:min(len(list), columnsMost)], 8) {
		var names []string
		for _, c := range part {
			names = append(names, c.Name+" "+c.Type)
		}
		lines = append(lines, "columns: "+strings.Join(names, ", "))
	}
	for _, t := range tables[:min(len(tables), columnsMost)] {
		lines = append(lines, fmt.Sprintf("table %s: %s, %s", t.Name, words.Plural(t.Columns, "column"),
			words.Plural(int(max(t.Rows, 0)), "row")))
	}
	return lines
}

// outline sets the lines of source files by their outlines: by the outliner of the source, else by patterns.
func (t *tree) outline(ctx context.Context, src luminos.Source, shown []*file) error {
	var sources []*file
	var paths []luminos.Path
	for _, f := range shown {
		if f.source {
			sources, paths = append(sources, f), append(paths, f.path)
		}
	}
	outlines := make([]*luminos.Outline, len(paths))
	if outliner := luminos.CapabilitiesOf(src).Outliner; outliner != nil && len(paths) > 0 {
		found, err := outliner.Outlines(ctx, paths)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			t.failed = err
			t.note("not all source files were parsed: %s", clean(err.Error()))
		}
		copy(outlines, found)
	}
	missing := 0
	for i, f := range sources {
		if outlines[i] == nil {
			text, err := src.Text(ctx, f.path, readFile)
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if err != nil {
				missing++
				continue
			}
			outlines[i] = outline.WithoutParser(f.language, []byte(text.Content))
		}
		t.addLines(f, outlines[i].Symbols, 0, math.MaxFloat64)
		f.lines = once(f.lines)
	}
	if missing > 0 {
		t.note("%s could not be read for an outline", words.Plural(missing, "file"))
	}
	return nil
}

// holders are the kinds of definitions whose inner definitions are part of an outline.
var holders = []luminos.DefinitionKind{
	outline.Class, outline.Struct, outline.Interface, outline.Trait, outline.Impl, outline.Module, outline.Type,
	outline.Namespace, outline.Record, outline.Enum, outline.Union,
}

// addLines adds definitions to the lines of a file. most is the value of the definition around them: no line has a
// greater value than its outer one, so that it is never shown without it.
func (t *tree) addLines(f *file, list []luminos.Definition, level int, most float64) {
	for i := range list {
		d := &list[i]
		if len(f.lines) >= linesMost {
			return
		}
		inner := level + 1
		if d.Kind == outline.Namespace && len(d.Children) > 0 {
			inner = level // its line says little
		} else {
			value := min(most, t.value(d, level))
			text := clean(cmp.Or(d.Signature, string(d.Kind)+" "+d.Name))
			f.lines = append(f.lines, ranked{Line{Number: d.First, Level: level, Text: text}, value})
			if inner <= levelsMost && slices.Contains(holders, d.Kind) {
				t.addLines(f, d.Children, inner, value)
			}
			continue
		}
		t.addLines(f, d.Children, inner, most)
	}
}

// once returns the lines without repetitions of an earlier line, such as the definition of a function in C after its
// declaration, or the struct in its typedef. A type that is opened again keeps its line for its members.
func once(list []ranked) (kept []ranked) {
	seen, before := map[string]bool{}, ""
	for i, l := range list {
		holds := i+1 < len(list) && list[i+1].Level > l.Level
		again := l.Level == 0 && seen[l.Text] && !holds
		if inside := l.Level > 0 && strings.HasSuffix(before, " "+l.Text); !again && !inside {
			kept = append(kept, l)
		}
		seen[l.Text], before = true, l.Text
	}
	return kept
}

// value returns the value of a definition: the number of references to it from other files, and a little more for a
// type or function at the top, and for a name that is not private by its form.
func (t *tree) value(d *luminos.Definition, level int) float64 {
	v := t.refs[hash(d.Name)] + 0.2
	if !strings.HasPrefix(d.Name, "_") {
		v += 0.3 / float64(1+level)
	}
	switch d.Kind {
	case outline.Const, outline.Var, outline.Property, outline.Macro:
		v /= 2
	}
	return v
}
