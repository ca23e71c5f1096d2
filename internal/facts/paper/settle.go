package paper

import (
	"context"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/injection"
	"luminos/internal/facts/present"
	"luminos/internal/words"
)

// imageExtensions are the extensions that engines of LaTeX add to the name of a figure. One without an extension has
// one of them; a name with a dot can have one more.
var imageExtensions = strings.Fields(".pdf .png .jpg .jpeg .eps .ps .svg .tikz .pgf .mps .PDF .PNG .JPG .JPEG .EPS")

// figuresMost is the number of figures that are looked for.
const figuresMost = 1000

// figures looks for the files of figures: beside the main file, beside the file that has them, and in the directories
// of \graphicspath.
func (r *reader) figures(ctx context.Context, d *draft) {
	f := &d.paper.Figures
	f.Used = len(d.images.list)
	for i, name := range d.images.list {
		if i >= figuresMost || strings.Contains(name, `\`) || strings.HasPrefix(name, "example-image") {
			f.Unchecked++ // the last ones come with LaTeX
			continue
		}
		main := d.paper.Path.Dir()
		dirs := []luminos.Path{main, d.images.spots[name].Path.Dir()}
		for _, dir := range d.dirs {
			for _, from := range dirs[:2] {
				if p, ok := present.Below(from, dir); ok {
					dirs = append(dirs, p)
				}
			}
		}
		switch at, state := r.find(ctx, dirs, name, imageExtensions...); state {
		case present.There:
			if !slices.Contains(f.Files, at) {
				f.Files = append(f.Files, at)
			}
		case present.Unknown:
			f.Unchecked++
		case present.Absent:
			f.MissingTotal++
			if text := words.Line(name, 100); len(f.Missing) < listMost && !injection.In(text) {
				f.Missing = append(f.Missing, text)
			}
		}
	}
}

// references compares the citations with the bibliography.
func (r *reader) references(ctx context.Context, d *draft) {
	p := &d.paper
	refs := &p.References
	refs.Cited = len(d.cites.list)
	b := &library{keys: map[string]int{}}
	for _, name := range d.bibs.list {
		at, _ := r.find(ctx, []luminos.Path{p.Path.Dir(), d.bibs.spots[name].Path.Dir()}, name, ".bib")
		s := r.text(ctx, at)
		if at == "" || s == nil || s.cut {
			refs.Unread = append(refs.Unread, words.Line(name, 100))
			continue
		}
		refs.Files = append(refs.Files, at)
		for _, e := range parseBib(s.raw) {
			b.add(e)
		}
	}
	if len(refs.Files) == 0 {
		r.compiled(ctx, d)
	}
	for _, key := range d.items.list {
		b.add(bibEntry{key: key})
	}
	if len(d.items.list) > 0 { // the bibliography is in the text, and not in the files
		refs.Unread = nil
	}
	refs.Entries = len(b.entries)
	for _, e := range b.entries {
		if e.doi {
			refs.DOIs++
		}
		if e.year != 0 {
			refs.Last = max(refs.Last, e.year)
			if refs.First == 0 || e.year < refs.First {
				refs.First = e.year
			}
		}
	}
	if len(refs.Unread) > 0 || refs.Entries == 0 || p.Cut {
		return
	}
	used := b.mark(d.cites.list)
	for _, key := range d.cites.list {
		if _, ok := b.keys[key]; !ok {
			if refs.Missing++; len(refs.MissingAt) < 3 {
				refs.MissingAt = append(refs.MissingAt, d.cites.spots[key])
			}
		}
	}
	if !refs.All && len(p.MissingFiles) == 0 {
		refs.Unused = len(b.entries) - used
	}
}

// compiled adds the entries of the bibliography that BibTeX wrote beside the main file, as sources on arXiv have it.
func (r *reader) compiled(ctx context.Context, d *draft) {
	main := d.paper.Path
	at := luminos.Path(strings.TrimSuffix(string(main), main.Ext()) + ".bbl")
	s := r.text(ctx, at)
	if s == nil || s.cut {
		return
	}
	d.paper.References.Files = append(d.paper.References.Files, at)
	for rest := s.plain; ; {
		_, after, ok := strings.Cut(rest, `\bibitem`)
		if !ok {
			return
		}
		if key, _, ok := braced(after, 0); ok {
			d.items.add(strings.TrimSpace(key), luminos.Spot{Path: at, Line: 1})
		}
		rest = after
	}
}

// library holds the entries of a bibliography, each once, and their places by key.
type library struct {
	entries []bibEntry
	keys    map[string]int
}

func (b *library) add(e bibEntry) {
	if _, ok := b.keys[e.key]; ok || len(b.entries) >= entriesMost {
		return
	}
	b.keys[e.key] = len(b.entries)
	for _, k := range e.aliases {
		if _, ok := b.keys[k]; !ok {
			b.keys[k] = len(b.entries)
		}
	}
	b.entries = append(b.entries, e)
}

// mark returns the number of entries that are cited, or that a cited entry refers to.
func (b *library) mark(cited []string) int {
	used := map[int]bool{}
	cited = slices.Clone(cited)
	for len(cited) > 0 {
		key := cited[len(cited)-1]
		cited = cited[:len(cited)-1]
		if i, ok := b.keys[key]; ok && !used[i] {
			used[i] = true
			cited = append(cited, b.entries[i].parents...)
		}
	}
	return len(used)
}
