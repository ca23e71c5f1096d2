package paper

import (
	"context"
	"fmt"
	"strings"

	"luminos"
	"luminos/internal/facts/present"
	"luminos/internal/words"
)

const (
	// placesMost is the number of places of one text that are kept: a book has some thousands of labels.
	placesMost = 5000
	nameMost   = 200 // bytes of the name of a place
)

// Place is an entry of the outline of a text: a heading with its level, from 1, or a label, a figure, a file that is
// brought in, an entry of a bibliography, whose level is 0.
type Place struct {
	Kind, Name  string
	Level       int
	First, Last int    // lines
	Note        string // of an entry: title and year
}

// place adds a place in the main file.
func (d *draft) place(kind, name string, level int, at luminos.Spot) {
	if at.Path == d.paper.Path && len(d.places) < placesMost {
		name = words.Line(name, nameMost)
		d.places = append(d.places, Place{Kind: kind, Name: name, Level: level, First: at.Line, Last: at.Line})
	}
}

// Outline is the structure of one file.
type Outline struct {
	Places []Place
	// Rows are statements about the file, or about the whole paper if it is the main file of one.
	Rows  []luminos.InsideRow
	Lines int
}

// OutlineOf returns the outline of a file of LaTeX or BibTeX, or nil if it has no text. It reads the files that the
// file brings in.
func OutlineOf(ctx context.Context, src luminos.Source, p luminos.Path) (*Outline, error) {
	r := &reader{src: src, present: present.New(src), texts: map[luminos.Path]*source{}, left: bytesMost}
	s := r.text(ctx, p)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case s == nil:
		return nil, nil
	case p.Ext() == ".bib":
		return entriesOf(s), nil
	}
	d := r.draft(ctx, s)
	o := &Outline{Places: d.places, Lines: 1 + strings.Count(strings.TrimSuffix(s.raw, "\n"), "\n")}
	if isMain(s.plain) {
		o.Rows = Rows([]luminos.Paper{d.paper}, nil)
	} else {
		cited := words.Plural(len(d.cites.list), "key") + " cited, " + words.Plural(len(d.labels), "label")
		o.Rows = []luminos.InsideRow{{Label: "Part", Text: "brought in by another file: " + cited}}
	}
	return o, ctx.Err()
}

// entriesOf returns the entries of a bibliography.
func entriesOf(s *source) *Outline {
	o := &Outline{}
	entries := parseBib(s.raw)
	o.Rows = []luminos.InsideRow{{Label: "Bibliography", Text: words.Plural(len(entries), "entry", "entries")}}
	line, counted, work := 1, 0, plainWork
	for _, e := range entries[:min(len(entries), placesMost)] {
		line += strings.Count(s.raw[counted:e.at], "\n")
		counted = e.at
		body := strings.TrimRight(s.raw[e.at:max(e.end, e.at)], " \t\r\n")
		note := words.Line(plain(e.title, nil, &work), nameMost)
		if e.year > 0 {
			note += fmt.Sprintf(" (%d)", e.year)
		}
		last := line + strings.Count(body, "\n")
		o.Places = append(o.Places, Place{
			Kind: e.kind, Name: words.Line(e.key, nameMost), First: line, Last: last, Note: strings.TrimSpace(note),
		})
	}
	return o
}
