package redact

import (
	"context"
	"slices"
	"strings"

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
			masked[i] = e.masked(files[i], found[i], x)
		}
	}
	return masked, err
}

// masked returns a copy of the extraction of the file p, whose true path is real, with its secrets masked. If a reader
// or a source of another process masked a part, the places are passed on, with the names of members masked.
func (e extractor) masked(p, real luminos.Path, from *luminos.Extraction) *luminos.Extraction {
	x := *from
	x.Masked = slices.Clone(from.Masked)
	for i := range x.Masked {
		m := &x.Masked[i]
		inner, ok := strings.CutPrefix(string(m.Path), string(real)+"!/")
		if m.Path = p; ok {
			m.Path = p + luminos.Path("!/"+Target(inner))
		}
	}
	e.report(x.Masked)
	src := e.source
	src.found = func(p luminos.Path, list []Secret) {
		for _, s := range list {
			lines := luminos.LineRange{First: s.Line, Last: s.Last}
			x.Masked = append(x.Masked, luminos.Masked{Path: p, Kind: s.Kind, Lines: lines, Plain: s.Plain})
		}
		if e.source.found != nil {
			e.source.found(p, list)
		}
	}
	stored := x.Content()
	parts, content := partsOf(src, p, x.Parts)
	x.Parts = parts
	e.aside(src, p, from, &x)
	maskShort(&x, func(s string) string { return hide(s, nil) })
	for i := range x.Outline { // a line of a key can be a heading
		title := from.Outline[i].Title
		if stored != content && strings.Contains(stored, title) && !strings.Contains(content, title) {
			x.Outline[i].Title = Mark
		}
	}
	return &x
}

// report passes on the places that were masked in a file, or in files in it.
func (e extractor) report(list []luminos.Masked) {
	found := map[luminos.Path][]Secret{}
	for _, m := range list {
		s := Secret{Kind: m.Kind, Line: m.Lines.First, Last: m.Lines.Last, Plain: m.Plain}
		found[m.Path] = append(found[m.Path], s)
	}
	for p, list := range found {
		if e.source.found != nil {
			e.source.found(p, list)
		}
	}
}

// aside masks the inner texts of an extraction, and reports the secrets in them and in its short texts. A secret that
// is in no line of the reading of a file has the line 0.
func (e extractor) aside(src source, p luminos.Path, from, x *luminos.Extraction) {
	lineless := func(list []Secret) {
		var more []Secret
		for _, s := range list {
			known := func(m luminos.Masked) bool { return m.Path == p && m.Kind == s.Kind }
			if !slices.ContainsFunc(x.Masked, known) {
				s.Line, s.Last = 0, 0
				more = append(more, s)
			}
		}
		if len(more) > 0 {
			src.found(p, more)
		}
	}
	if _, list := Text(from.Overview()); len(from.Parts) == 0 && len(list) > 0 {
		src.found(p, list) // it is the reading
	} else {
		lineless(list)
	}
	x.Inner = slices.Clone(from.Inner)
	for i := range x.Inner {
		t := &x.Inner[i]
		t.Name = Target(t.Name)
		if t.Reader != "" {
			t.Text = src.hide(p+"!/"+luminos.Path(t.Name), t.Text)
			continue
		}
		var list []Secret
		t.Text, list = Text(t.Text)
		lineless(list)
	}
}

// maskShort applies a function to the short texts of an extraction, whose lists it copies.
func maskShort(x *luminos.Extraction, short func(string) string) {
	x.Properties = slices.Clone(x.Properties)
	for i, v := range x.Properties {
		x.Properties[i].Value = short(Target(v.Value))
	}
	x.Values = slices.Clone(x.Values)
	for i := range x.Values {
		top := slices.Clone(x.Values[i].Top)
		for j := range top {
			top[j].Name = short(Target(top[j].Name))
		}
		x.Values[i].Top = top
	}
	x.Outline = slices.Clone(x.Outline)
	titles := make([]string, len(x.Outline)) // judged together: lines of a key can be bookmarks
	for i, h := range x.Outline {
		titles[i] = luminos.Fold(h.Title)
	}
	all := strings.Join(titles, "\n")
	if masked := strings.Split(short(all), "\n"); len(masked) == len(titles) {
		titles = masked
	}
	for i := range x.Outline {
		x.Outline[i].Title = titles[i]
	}
	x.Tables = slices.Clone(x.Tables)
	for i, t := range x.Tables {
		x.Tables[i].Name = short(t.Name)
	}
	x.Columns = slices.Clone(x.Columns)
	for i := range x.Columns {
		c := &x.Columns[i]
		c.Name, c.Min, c.Max = short(c.Name), short(c.Min), short(c.Max)
		c.Examples = slices.Clone(c.Examples)
		for j, v := range c.Examples {
			c.Examples[j] = short(v)
		}
	}
	x.Entries = slices.Clone(x.Entries)
	for i, m := range x.Entries {
		x.Entries[i].Name = Target(m.Name)
	}
}

// partsOf returns parts with the secrets of their names and texts masked, and their content. The texts are judged
// together, since a secret can begin in one part and end in the next.
func partsOf(src source, p luminos.Path, from []luminos.Part) ([]luminos.Part, string) {
	parts := slices.Clone(from)
	for i := range parts {
		parts[i].Name = luminos.Fold(hide(parts[i].Name, nil))
	}
	whole := luminos.Extraction{Parts: parts}
	text := whole.Content()
	masked := src.hide(p, text)
	if masked == text || len(masked) != len(text) {
		return parts, text
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
	return parts, masked
}
