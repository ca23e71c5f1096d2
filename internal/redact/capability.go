package redact

import (
	"context"

	"luminos"
)

// Capabilities implements [luminos.Capable], with secrets masked in outlines, tables and histories.
func (s source) Capabilities() luminos.Capabilities {
	c := luminos.CapabilitiesOf(s.inner)
	if c.Outliner != nil {
		c.Outliner = outliner{c.Outliner, s}
	}
	if c.Extractor != nil {
		c.Extractor = extractor{c.Extractor, s}
	}
	if c.Tables != nil {
		c.Tables = tables{c.Tables, s}
	}
	if c.Historian != nil {
		c.Historian = historian{c.Historian}
	}
	return c
}

// outliner is a [luminos.Outliner] that masks the secrets in the outlines of another.
type outliner struct {
	inner  luminos.Outliner
	source source // finds the files with masked names
}

// Outlines implements [luminos.Outliner]; it masks secrets in comments, imports and definitions.
func (o outliner) Outlines(ctx context.Context, files []luminos.Path) ([]*luminos.Outline, error) {
	found := make([]luminos.Path, len(files))
	for i, p := range files {
		real, err := o.source.real(ctx, p)
		if err != nil {
			real = luminos.Path(Target(string(p))) // a path with a secret is not found, also by a right guess
		}
		found[i] = real
	}
	outlines, err := o.inner.Outlines(ctx, found)
	for i, outline := range outlines {
		if outline != nil {
			masked := *outline
			masked.Doc = hide(outline.Doc, nil)
			masked.Imports = maskImports(outline.Imports)
			masked.Symbols = maskDefinitions(outline.Symbols)
			outlines[i] = &masked
		}
	}
	return outlines, err
}

func maskImports(list []luminos.Import) []luminos.Import {
	masked := make([]luminos.Import, len(list))
	for i, m := range list {
		m.Name = hide(m.Name, nil)
		masked[i] = m
	}
	return masked
}

func maskDefinitions(list []luminos.Definition) []luminos.Definition {
	masked := make([]luminos.Definition, len(list))
	for i, d := range list {
		d.Name, d.Signature, d.Doc = hide(d.Name, nil), hide(d.Signature, nil), hide(d.Doc, nil)
		d.Children = maskDefinitions(d.Children)
		masked[i] = d
	}
	return masked
}

// tables is a [luminos.Tables] that masks the secrets in the descriptions of another.
type tables struct {
	inner  luminos.Tables
	source source // finds the tables with masked names
}

// Table implements [luminos.Tables]; it masks secrets in the name and columns of the table.
func (t tables) Table(ctx context.Context, p luminos.Path) (luminos.Table, error) {
	real, err := t.source.real(ctx, p)
	if err != nil {
		return luminos.Table{}, err
	}
	table, err := t.inner.Table(ctx, real)
	err = failure(err, p, real)
	table.Name = hide(table.Name, nil)
	masked := make([]luminos.TableColumn, len(table.Columns))
	for i, c := range table.Columns {
		c.Name, c.Type = hide(c.Name, nil), hide(c.Type, nil)
		masked[i] = c
	}
	table.Columns = masked
	return table, err
}
