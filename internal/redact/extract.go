package redact

import (
	"context"
	"slices"

	"luminos"
)

// extractor is a [luminos.Extractor] that masks the secrets in the extractions of another.
type extractor struct {
	inner  luminos.Extractor
	source source // finds the files with masked names, and takes the secrets that are found
}

// Extract implements [luminos.Extractor]; it masks secrets in all texts. The secrets in the text of a file are reported
// like the secrets of a text file, with their lines in [luminos.Extraction.Content].
func (e extractor) Extract(
	ctx context.Context, files []luminos.Path, o luminos.Extract,
) ([]*luminos.Extraction, error) {
	found := make([]luminos.Path, len(files))
	for i, p := range files {
		real, err := e.source.real(ctx, p)
		if err != nil {
			real = luminos.Path(Target(string(p))) // a path with a secret is not found, also by a right guess
		}
		found[i] = real
	}
	all, err := e.inner.Extract(ctx, found, o)
	masked := slices.Clone(all)
	for i, x := range all {
		if x != nil {
			masked[i] = e.masked(files[i], x)
		}
	}
	return masked, err
}

// masked returns a copy of the extraction of a file with its secrets masked.
func (e extractor) masked(p luminos.Path, from *luminos.Extraction) *luminos.Extraction {
	x := *from
	x.Properties = slices.Clone(x.Properties)
	for i, v := range x.Properties {
		x.Properties[i].Value = hide(v.Value, nil)
	}
	x.Values = slices.Clone(x.Values)
	for i := range x.Values {
		top := slices.Clone(x.Values[i].Top)
		for j := range top {
			top[j].Name = hide(top[j].Name, nil)
		}
		x.Values[i].Top = top
	}
	x.Outline = slices.Clone(x.Outline)
	for i, h := range x.Outline {
		x.Outline[i].Title = hide(h.Title, nil)
	}
	x.Tables = slices.Clone(x.Tables)
	for i, t := range x.Tables {
		x.Tables[i].Name = hide(t.Name, nil)
	}
	x.Columns = slices.Clone(x.Columns)
	for i := range x.Columns {
		c := &x.Columns[i]
		c.Name, c.Min, c.Max = hide(c.Name, nil), hide(c.Min, nil), hide(c.Max, nil)
		c.Examples = slices.Clone(c.Examples)
		for j, v := range c.Examples {
			c.Examples[j] = hide(v, nil)
		}
	}
	x.Entries = slices.Clone(x.Entries)
	for i, m := range x.Entries {
		x.Entries[i].Name = Target(m.Name)
	}
	x.Parts = e.parts(p, x.Parts)
	return &x
}

// parts returns parts with the secrets of their names and texts masked. The texts are judged together, since a secret
// can begin in one part and end in the next.
func (e extractor) parts(p luminos.Path, from []luminos.Part) []luminos.Part {
	parts := slices.Clone(from)
	for i := range parts {
		parts[i].Name = luminos.Fold(hide(parts[i].Name, nil))
	}
	whole := luminos.Extraction{Parts: parts}
	text := whole.Content()
	masked := e.source.hide(p, text)
	if masked == text || len(masked) != len(text) {
		return parts
	}
	at := 0
	for i := range parts {
		one := luminos.Extraction{Parts: parts[i : i+1]}
		if len(parts) > 1 {
			at += len("[" + parts[i].Name + "]\n")
		}
		end := at + len(parts[i].Text)
		length := len(one.Content())
		parts[i].Text = masked[at:end]
		at += length
	}
	return parts
}
