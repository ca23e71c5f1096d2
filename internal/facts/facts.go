package facts

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/delivery"
	"luminos/internal/facts/document"
	"luminos/internal/facts/imports"
)

// Options configures [Of].
type Options struct {
	Sink luminos.Sink
}

// Of finds the facts of a target. A file that cannot be parsed becomes a problem among the facts,
// and so does a reader that fails. Of returns an error only if ctx is cancelled.
func Of(ctx context.Context, src luminos.Source, scan *luminos.Scan, o Options) (*luminos.Facts, error) {
	language := mainLanguage(scan.Files)
	r, err := runReaders(ctx, readers, input{src, scan, language}, o.Sink)
	if err != nil {
		return nil, fmt.Errorf("cancelled while finding the facts of the target: %w", err)
	}
	f := &r.facts
	f.Evidence = r.evidence()
	r.withhold()
	r.compose(scan, language)
	dirs, left := directories(scan, r.dirInput())
	f.Directories, f.Code = dirs, codeSize(scan.Files, dirs)
	if left > 0 {
		r.shared.problem(luminos.Root, "%d of %d directories are left out of the orientation, the deepest first", left, len(scan.Dirs))
	}
	r.finish()
	return f, nil
}

// compose sets the facts about the whole target that follow from the results of the readers: its
// main language, name, description, kind and audience.
func (r *readings) compose(scan *luminos.Scan, language string) {
	f := &r.facts
	c := countContents(scan)
	paper := manuscript(f.Documents, f.Manifests, &c)
	if isCode := c.isCode(f.Manifests) && paper == nil; isCode || c.programs == 0 && c.isSite() {
		f.MainLanguage = language
	}
	heads := headManifests(f.Manifests, f.MainLanguage)
	name, evidence := nameOf(heads, f.Readme)
	if paper != nil {
		name, evidence = paper.Title, paper.Evidence[:1]
		start := luminos.EntryPoint{Path: paper.Path, Kind: "document", Reason: "title of the manuscript", Evidence: evidence}
		f.EntryPoints = append([]luminos.EntryPoint{start}, f.EntryPoints...)
	}
	f.Name = name
	r.cite("name", evidence)
	if len(heads) > 0 && heads[0].Version != "" {
		f.Version = heads[0].Version
		r.cite("version", heads[0].Evidence)
	}
	if len(f.Toolchains) == 0 {
		f.Toolchains = delivery.Toolchains(f.Containers)
	}
	f.Description, evidence = describe(f.Name, heads, f.Readme, r.abouts[luminos.Root])
	r.cite("description", evidence)

	p := profile{
		name: f.Name, description: f.Description, readme: f.Readme, language: f.MainLanguage, contents: c,
		manifests: f.Manifests, entries: f.EntryPoints, dependencies: f.Dependencies,
		containers: len(f.Containers), datasets: len(f.Datasets),
	}
	f.Kind, f.Audience = p.kindOf()
	main := mainPackages(scan, f)
	f.Libraries = mainLibraries(f, main)
	f.Stack = stackLine(f, main)
	if first, _, _ := strings.Cut(f.Kind, " in "); first == "library" || first == "framework and library" {
		// There is nothing to start.
		f.Commands = slices.DeleteFunc(f.Commands, func(c luminos.Command) bool { return c.Purpose == "run" })
	}
	if paper != nil {
		f.Kind, f.Audience = "manuscript in LaTeX", "readers and authors of the text"
	}
}

// manuscript returns the main document of a target that consists of a text in LaTeX with few programs beside it: the
// shallowest document with a title, and of several the longest. It returns nil for other targets.
func manuscript(documents []luminos.Document, manifests []luminos.Manifest, c *contents) *luminos.Document {
	if c.bytes.tex <= c.bytes.code || slices.ContainsFunc(manifests, isPackage) {
		return nil
	}
	var best *luminos.Document
	for i := range documents {
		d := &documents[i]
		if d.Path.Ext() != ".tex" || d.Title == "" || len(d.Evidence) == 0 {
			continue
		}
		if best == nil || d.Path.Depth() < best.Path.Depth() || d.Path.Depth() == best.Path.Depth() && d.Words > best.Words {
			best = d
		}
	}
	return best
}

// commonFrom is the number of READMEs from which on an equal sentence belongs to the
// whole, not to a part.
const commonFrom = 3

// dirInput returns the facts about single directories that the readers found: descriptions, symbols
// and entry points. A description from a README replaces one from a package comment.
func (r *readings) dirInput() dirInput {
	t := dirInput{abouts: r.abouts, symbols: r.symbols, entries: map[luminos.Path]bool{}}
	if t.abouts == nil {
		t.abouts = map[luminos.Path]imports.About{}
	}
	said := map[string]int{} // number of READMEs by sentence
	for _, a := range r.readmes {
		said[sentence(a.Text)]++
	}
	for _, a := range r.readmes {
		s := sentence(a.Text)
		if said[s] >= commonFrom && a.Dir != luminos.Root {
			continue // common to many directories
		}
		if usable(s) && document.Describes(s) {
			t.abouts[a.Dir] = imports.About{Text: s, Evidence: a.Evidence}
		}
	}
	for _, e := range r.facts.EntryPoints {
		t.entries[e.Path] = true
	}
	return t
}

// finish joins and sorts the problems, the files read and the files not read of all readers. Equal problems and files
// occur once; the files not read are added up by [mergeNotRead]. Nil lists become empty.
func (r *readings) finish() {
	f := &r.facts
	for i := range r.yields {
		f.Problems = append(f.Problems, r.yields[i].problems...)
		f.NotRead = append(f.NotRead, r.yields[i].notRead...)
		f.Read = append(f.Read, r.yields[i].read...)
	}
	f.Problems = append(f.Problems, r.shared.problems...)
	slices.SortStableFunc(f.Problems, func(a, b luminos.Problem) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Reason, b.Reason))
	})
	f.Problems = slices.Compact(f.Problems)
	for _, l := range f.Licenses {
		f.Read = append(f.Read, l.Path)
	}
	slices.Sort(f.Read)
	f.Read = slices.Compact(f.Read)
	f.NotRead = mergeNotRead(f.NotRead)
	noNilLists(f)
	orEmpty(&f.Imports.Edges)
	orEmpty(&f.Imports.Centrality)
}

// noNilLists replaces nil lists of the facts by empty ones, so that JSON has [] and not null.
func noNilLists(f *luminos.Facts) {
	v := reflect.ValueOf(f).Elem()
	for i := range v.NumField() {
		if list := v.Field(i); list.Kind() == reflect.Slice && list.IsNil() {
			list.Set(reflect.MakeSlice(list.Type(), 0, 0))
		}
	}
}

// orEmpty replaces a nil list by an empty list, which JSON writes as [].
func orEmpty[T any](s *[]T) {
	if *s == nil {
		*s = []T{}
	}
}

// mergeNotRead adds up the numbers of files in elements of all with equal kinds of files and equal reasons. It
// returns one element for each such pair, sorted by both, and sorts all in place.
func mergeNotRead(all []luminos.NotRead) []luminos.NotRead {
	slices.SortStableFunc(all, func(a, b luminos.NotRead) int {
		return cmp.Or(cmp.Compare(a.What, b.What), cmp.Compare(a.Reason, b.Reason))
	})
	var out []luminos.NotRead
	for _, n := range all {
		if k := len(out); k > 0 && out[k-1].What == n.What && out[k-1].Reason == n.Reason {
			out[k-1].Files += n.Files
			continue
		}
		out = append(out, n)
	}
	return out
}
