package render

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// mostPlaces is the most places to start to read.
const mostPlaces = 3

// places collects the places to start to read.
type places []place

func (l *places) add(p luminos.Path, why string, mark span) {
	known := func(o place) bool { return o.path == p }
	if p == "" || p == luminos.Root || len(*l) == mostPlaces || slices.ContainsFunc(*l, known) {
		return
	}
	*l = append(*l, place{p, why, mark})
}

// composePlaces returns at most mostPlaces places to start to read: the files that a model named as notable. Rules name
// the first entry point, a document on the design, then other entry points, and a model also directories. Without a
// main language, material takes the place of programs. The README alone is no place to read code from: each reader
// begins there.
func composePlaces(d *dossier) []place {
	if several(d.facts) {
		return nil
	}
	var out places
	if d.byModel() {
		for _, p := range notableFiles(d) {
			out.add(p.path, p.why, p.mark)
		}
	}
	for _, e := range d.facts.EntryPoints {
		if e.Kind == "document" {
			out.add(e.Path, e.Reason, span{})
		}
	}
	if d.facts.Sort == luminos.SortConfiguration {
		addReadme(d, &out)
	}
	if d.facts.MainLanguage == "" { // scripts beside data and papers come after them
		addMaterial(d, &out)
	}
	begin := starts(d)
	slices.SortStableFunc(begin, func(a, b luminos.EntryPoint) int { return generated(a.Reason) - generated(b.Reason) })
	for _, e := range begin[:min(1, len(begin))] {
		out.add(shownPath(d, e.Path), e.Reason, span{})
	}
	if d.facts.Vouched {
		addDesign(d, &out)
		addCentral(d, &out)
	}
	for _, e := range begin {
		out.add(shownPath(d, e.Path), e.Reason, span{})
	}
	code := d.facts.MainLanguage != "" && !slices.Contains(materialSorts, d.facts.Sort)
	if core := d.facts.Core; core != nil && len(begin) == 0 && d.facts.Vouched && code {
		out.add(core.Path, coreReason(core.Code, d.facts.Code.Own), span{})
	}
	out = withoutGenerated(out)
	if d.facts.MainLanguage != "" && len(out) == 1 && hasReadme(d) && out[0].path == d.facts.Readme.Path {
		return nil
	}
	return out
}

// materialSorts are the sorts of targets whose code only serves the rest, such as a program that checks the links of a
// list.
var materialSorts = []string{
	luminos.SortDocuments, luminos.SortData, luminos.SortMedia, luminos.SortPaper, luminos.SortBook, luminos.SortNotes,
}

// withoutGenerated returns the places without generated files if others are left.
func withoutGenerated(all places) places {
	is := func(p place) bool { return generated(p.why) > 0 }
	if rest := slices.DeleteFunc(slices.Clone(all), is); len(rest) > 0 {
		return rest
	}
	return all
}

// generated returns 1 if a reason to read a file begins with the statement that the file is generated, and 0 otherwise.
func generated(reason string) int {
	if strings.HasPrefix(reason, "generated; ") {
		return 1
	}
	return 0
}

// coreReason returns the reason to read the core file of a target, by its lines of code and by all. Some of the code
// can be sorted wrongly, so that a share is named only with a margin.
func coreReason(code, own int) string {
	switch {
	case code*20 >= own*19:
		return "nearly all of the code"
	case code*3 >= own*2:
		return "most of the code"
	case code*2 >= own:
		return "at least half of the code"
	}
	return "file with the name of the target"
}

// manyStarts is the number of programs from which on none of them is a place to start, except the first if it bears
// the name of the target.
const manyStarts = 9

// guessed reports whether an entry point follows from a pattern in a source file and from no manifest.
func guessed(e luminos.EntryPoint) bool {
	return strings.HasPrefix(e.Reason, "it ") || strings.HasPrefix(e.Reason, "if ") || strings.HasPrefix(e.Reason, "func main")
}

// doubtful reports whether an entry point is a guess that can be an example, a check of the build or a chore: its file
// has neither the name of the target nor the name main near the root.
func doubtful(d *dossier, e luminos.EntryPoint) bool {
	stem := strings.TrimSuffix(e.Path.Base(), e.Path.Ext())
	known := strings.EqualFold(stem, path.Base(d.facts.Name)) ||
		strings.EqualFold(stem, "main") && e.Path.Depth() <= 2 // src/main.c
	if strings.HasPrefix(e.Reason, "func main") {
		return false
	}
	return !known && (guessed(e) || strings.HasPrefix(e.Reason, "executable script "))
}

// loaded reports whether another program loads a target of a kind, so that its library is the place to start.
func loaded(kind string) bool {
	last := kind[strings.LastIndexByte(kind, ' ')+1:]
	return slices.Contains([]string{"plugin", "extension", "action"}, last) || strings.HasPrefix(kind, "plugin for ")
}

// starts returns the entry points of the whole target, the first of each kind. A library is not read from its programs,
// a program not from a library, and a collection from none of its members. A guess counts only if it comes first.
func starts(d *dossier) []luminos.EntryPoint {
	kind := d.facts.PlainKind()
	runs := func(what string) bool { return strings.Contains(kind, what) }
	library := strings.HasSuffix(kind, "library") && !runs("program") && !runs("application") && !runs("server")
	var out []luminos.EntryPoint
	programs := 0
	for _, e := range d.facts.EntryPoints {
		test := strings.HasPrefix(strings.ToLower(e.Path.Base()), "test")
		deep := strings.HasPrefix(e.Reason, "if ") && e.Path.Depth() > 2
		other := strings.HasPrefix(string(e.Path), "bindings/") // for another language
		whole := strings.HasPrefix(e.Reason, "sources of the ") // a whole directory is no place to start
		if e.Part || e.Reason == "" || test || deep || other || whole || doubtful(d, e) || d.facts.MainLanguage == "" ||
			library && e.Kind == "binary" ||
			e.Kind == "task" && !runs("action") ||
			e.Kind == "library" && !runs("library") && !runs("framework") && !loaded(kind) && kind != "" {
			continue
		}
		if e.Kind == "binary" {
			programs++
		}
		aside := len(out) > 0 && (guessed(e) || strings.Contains(strings.ToLower(string(e.Path)), "benchmark"))
		if !aside && !slices.ContainsFunc(out, func(o luminos.EntryPoint) bool { return o.Kind == e.Kind }) {
			out = append(out, e)
		}
	}
	known := len(out) > 0 && strings.EqualFold(out[0].Name, path.Base(d.facts.Name))
	if !known && (programs >= manyStarts || strings.HasPrefix(kind, "collection of ")) {
		return nil
	}
	return out
}

// addCentral adds the directories that the plan of a model put first. Rules name none: they cannot tie each import to a
// directory, so that neither their number nor their order would survive a search for the imports.
func addCentral(d *dossier, out *places) {
	if d.report.Plan == nil || !d.byModel() {
		return
	}
	for _, p := range d.report.Plan.Priority[:min(2, len(d.report.Plan.Priority))] {
		holds := func(o place) bool { return o.path.Dir() == p.Path }
		if p.Path != luminos.Root && !slices.ContainsFunc(*out, holds) {
			out.add(p.Path+"/", p.Reason, d.judgedMark())
		}
	}
}

// shownPath returns a path with a slash at its end if it is a directory.
func shownPath(d *dossier, p luminos.Path) luminos.Path {
	is := func(dir luminos.DirFacts) bool { return dir.Path == p }
	if p != luminos.Root && slices.ContainsFunc(d.facts.Directories, is) {
		return p + "/"
	}
	return p
}

// designNames are the names of documents on the design of a program, without extensions, with the reason to read them,
// the best first.
var designNames = []struct{ name, reason string }{
	{"architecture", "document on the architecture"}, {"design", "document on the design"},
	{"internals", "document on the internals"},
}

// addDesign adds the document that has the best of designNames, at most one directory deep, if there is one.
func addDesign(d *dossier, out *places) {
	for _, n := range designNames {
		for _, doc := range d.facts.Documents {
			stem := strings.TrimSuffix(doc.Path.Base(), doc.Path.Ext())
			if strings.EqualFold(stem, n.name) && doc.Path.Depth() <= 2 {
				out.add(doc.Path, n.reason, span{})
				return
			}
		}
	}
}

// addReadme adds the README of the target, with its length as far as it was read.
func addReadme(d *dossier, out *places) {
	if hasReadme(d) {
		length := words.Length(d.facts.Readme.Words)
		if d.facts.Readme.Partial {
			length += " and more"
		}
		out.add(d.facts.Readme.Path, length, span{})
	}
}

func hasReadme(d *dossier) bool { return d.facts.Readme != nil && d.facts.Readme.Path.Depth() == 1 }

// unnamed are titles, in small letters, that only stand for one.
var unnamed = map[string]bool{"title": true, "subtitle": true, "heading": true, "headline": true, "document": true,
	"untitled": true, "document title": true, "new document": true}

// addMaterial adds the README, the largest dataset and documents of a target that is not code, with the reason to read
// each. Documents are named if there is no README. Only notes, which refer to each other, are ranked at any depth.
func addMaterial(d *dossier, out *places) {
	addReadme(d, out)
	if len(d.facts.Datasets) > 0 && d.facts.Sort == luminos.SortData {
		largest := slices.MaxFunc(d.facts.Datasets, func(a, b luminos.Dataset) int {
			return cmp.Or(-compareBool(unprocessed(a.Path), unprocessed(b.Path)), cmp.Compare(records(a), records(b)))
		})
		several, more := largest.Family != "", records(largest) > int64(max(largest.Count, 1))
		what := largest.Format
		if several {
			what = words.Plural(largest.Count, "file") + " alike"
		}
		if more { // else the files are single objects, not lists of records
			what += ", " + words.Plural(records(largest), "record")
			if several {
				what += " together"
			}
		}
		if (several || more) && !hasRow(d.facts.Inside, "Largest") { // that row names it with its records
			out.add(largest.Path, what, span{})
		}
	}
	for _, doc := range d.facts.Documents {
		stem := strings.ToLower(strings.TrimSuffix(doc.Path.Base(), doc.Path.Ext()))
		entrance := doc.Path.Depth() == 1 || doc.Path.Depth() == 2 && (stem == "readme" || stem == "index")
		titled := doc.Title != "" && !unnamed[strings.ToLower(doc.Title)] && slices.Contains(titledFormats, doc.Path.Ext())
		if titled && !choreDocument(doc.Path) && (entrance && !hasReadme(d) || d.facts.Sort == luminos.SortNotes) {
			out.add(doc.Path, doc.Title, span{})
		}
	}
}

// unprocessed reports whether a dataset lies in a directory of input from which others are made, or of old states.
func unprocessed(p luminos.Path) bool {
	for dir := p.Dir(); dir != luminos.Root; dir = dir.Dir() {
		if slices.Contains([]string{"archive", "archives", "old", "original", "raw"}, strings.ToLower(dir.Base())) {
			return true
		}
	}
	return false
}

// titledFormats are the formats of documents that mark their titles.
var titledFormats = strings.Fields(".md .markdown .rst .adoc .asciidoc .org .tex .html .htm .xhtml")

// choreDocument reports whether a document is about the work on a target and not about the target, by its name.
func choreDocument(p luminos.Path) bool {
	stem := strings.ToLower(strings.TrimSuffix(p.Base(), p.Ext()))
	chores := []string{
		"security", "code_of_conduct", "license", "licence", "changelog", "changes", "authors", "contributing", "conduct",
		"copying", "news", "history", "todo", "maintainers", "credits", "install",
	}
	return slices.Contains(chores, stem)
}

// records returns the number of records of a dataset, as far as it is known.
func records(d luminos.Dataset) int64 { return max(d.Rows, d.RowsSampled) }
