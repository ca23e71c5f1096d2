// Package paper reads texts in LaTeX: title, sections, figures, and citations against the bibliography.
package paper

import (
	"cmp"
	"context"
	"regexp"
	"slices"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/content"
	"luminos/internal/facts/injection"
	"luminos/internal/facts/present"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// Bounds of one run.
const (
	papersMost = 50       // a collection of lecture notes has tens of main files
	textMost   = 4 << 20  // bytes of one file
	bytesMost  = 64 << 20 // of all files; a thesis has 1 MB
	listMost   = 20       // names of one kind that are kept
)

// Result holds the papers of a scan, the longest first, and the files and problems that were met.
type Result struct {
	Papers   []luminos.Paper
	Read     []luminos.Path
	Problems []luminos.Problem
}

// Read reads the main files of LaTeX in a scan, and the files that they bring in. A file that cannot be read is a
// problem in the result. Read returns an error only if ctx is cancelled.
func Read(ctx context.Context, src luminos.Source, scan *luminos.Scan) (*Result, error) {
	r := &reader{src: src, present: present.New(src), texts: map[luminos.Path]*source{}, left: bytesMost}
	files := r.candidates(scan)
	for _, f := range files {
		if len(r.out.Papers) >= papersMost {
			break
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if s := r.text(ctx, f); s != nil && isMain(s.plain) {
			err := batch.Guard(func() error {
				r.out.Papers = append(r.out.Papers, r.paper(ctx, s))
				return nil
			})
			if err != nil {
				r.out.Problems = append(r.out.Problems, batch.Problem(f, err))
			}
		}
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	slices.SortStableFunc(r.out.Papers, func(a, b luminos.Paper) int {
		return cmp.Or(cmp.Compare(rank(&b), rank(&a)), cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Path, b.Path))
	})
	r.out.Problems = batch.Few(r.out.Problems)
	slices.Sort(r.out.Read)
	return &r.out, nil
}

// rank returns 1 for a paper with citations or an abstract, else 0: a letter to a referee can be longer.
func rank(p *luminos.Paper) int {
	if p.References.Cited > 0 || p.Abstract != "" {
		return 1
	}
	return 0
}

// reader reads the papers of one scan.
type reader struct {
	src     luminos.Source
	present *present.Files
	files   map[luminos.Path]bool // that are investigated; nil for all
	scripts []luminos.Path        // that can make figures
	texts   map[luminos.Path]*source
	left    int // bytes that may still be read
	out     Result
}

// source is a text of LaTeX or BibTeX.
type source struct {
	path  luminos.Path
	raw   string
	plain string // without comments, of the same length as raw
	cut   bool
}

// candidates returns the files of LaTeX that can be main files, the highest first, and records which files are
// investigated.
func (r *reader) candidates(scan *luminos.Scan) []luminos.Path {
	r.files = map[luminos.Path]bool{}
	var out []luminos.Path
	for i := range scan.Files {
		f := &scan.Files[i]
		if !f.Regular() || !f.Text || f.MIME == content.LFSPointer {
			continue
		}
		r.files[f.Path] = true
		if scripts[f.Path.Ext()] && !f.Vendored && len(r.scripts) < scriptsMost {
			r.scripts = append(r.scripts, f.Path)
		}
		if ext := f.Path.Ext(); (ext == ".tex" || ext == ".ltx") && !f.Vendored && !f.Generated {
			out = append(out, f.Path)
		}
	}
	slices.SortFunc(out, func(a, b luminos.Path) int {
		return cmp.Or(a.Depth()-b.Depth(), cmp.Compare(a, b))
	})
	return out
}

// text returns the text of an investigated file, or nil. It reads each file once.
func (r *reader) text(ctx context.Context, p luminos.Path) *source {
	if s, ok := r.texts[p]; ok || r.files != nil && !r.files[p] || r.left <= 0 || ctx.Err() != nil {
		return s
	}
	r.texts[p] = nil
	text, err := r.src.Text(ctx, p, min(textMost, r.left))
	if err != nil {
		if ctx.Err() == nil {
			r.out.Problems = append(r.out.Problems, batch.Problem(p, err))
		}
		return nil
	}
	r.left -= len(text.Content)
	r.out.Read = append(r.out.Read, p)
	s := &source{path: p, raw: text.Content, cut: text.Cut}
	if p.Ext() != ".bib" {
		s.plain = strip(s.raw)
	}
	r.texts[p] = s
	return s
}

// reClass matches the class of a document.
var reClass = lazyregexp.Lazy(`\\document(?:class|style)\s*(?:\[[^\]]*\])?\s*\{\s*([\w./@-]+)\s*\}`)

// notPapers are classes of files that other files bring in: pictures, and parts of a text.
var notPapers = wordSet("standalone subfiles preview")

// isMain reports whether a text of LaTeX is a document of its own.
func isMain(plain string) bool {
	m := reClass().FindStringSubmatch(plain)
	return m != nil && !notPapers[m[1]]
}

// paper returns the paper with the given main file.
func (r *reader) paper(ctx context.Context, main *source) luminos.Paper {
	return r.draft(ctx, main).paper
}

// draft returns the paper with the given main file, or with a part of a text as its main file.
func (r *reader) draft(ctx context.Context, main *source) *draft {
	d := newDraft(main)
	if m := reClass().FindStringSubmatch(main.plain); m != nil {
		d.paper.Class = words.Line(m[1], 40)
	}
	r.walk(ctx, d, main, 0)
	p := &d.paper
	p.Title = d.shown(p.Title, 300)
	p.Abstract = words.FirstSentence(d.shown(p.Abstract, plainMost), 400)
	r.figures(ctx, d)
	r.findScripts(ctx, &p.Figures)
	r.references(ctx, d)
	d.settleLabels()
	return d
}

// shown returns a text of LaTeX as plain text for the report, or "" if it reads like an order to an agent.
func (d *draft) shown(tex string, most int) string {
	text := words.Line(plain(tex, d.macros, &d.work), most)
	if injection.In(text) {
		return ""
	}
	return text
}

// settleLabels compares references with labels, unless labels may come from elsewhere.
func (d *draft) settleLabels() {
	p := &d.paper
	p.Labels = len(d.labels)
	if d.unsure || len(p.MissingFiles) > 0 || p.Cut {
		return
	}
	for _, ref := range d.refs.list {
		if !d.labels[ref] {
			p.DanglingTotal++
			if text := words.Line(ref, 80); len(p.Dangling) < listMost && !injection.In(text) {
				p.Dangling = append(p.Dangling, text)
			}
		}
	}
}

// reLabelKey matches a label that is an option of an environment: \begin{lstlisting}[label=code].
var reLabelKey = lazyregexp.Lazy(`[\[,]\s*label\s*=\s*\{?\s*([^\s,\]{}]+)`)

// all returns group 1 of all matches, at most most.
func all(re *regexp.Regexp, text string, most int) []string {
	var out []string
	for _, m := range re.FindAllStringSubmatch(text, most) {
		out = append(out, m[1])
	}
	return out
}
