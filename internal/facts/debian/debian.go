// Package debian recognises the files of one unpacked Debian package, and reads its licence and its releases from the
// documents that each package brings.
package debian

import (
	"context"
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/lazyregexp"
)

// Bounds of one run.
const (
	textBytes = 256 << 10 // read of a file of terms
	gzipBytes = 512 << 10 // read of a compressed file, and of its text

	programsMost = 200 // of a package
)

// Kind is the kind of an unpacked package in words.
const Kind = "unpacked Debian package"

// Terms is the form of a file of terms.
type Terms int

// The forms of files of terms.
const (
	ForMachines Terms = iota
	InWords
	WithChoice // words that let the user choose between licences
	AsAWhole   // words that state the licence of the package as a whole
)

// Package is one unpacked package. The zero value is no package.
type Package struct {
	Name        string
	Licenses    []string          // all hold, by the names of Debian; from terms in the form for machines
	Terms       Terms             // the form of its file of terms
	Description string            // of its file of pkg-config, its entry in menus or, of documents, its only one
	Purpose     string            // of its metadata of Python, its manual or its README; cited as "purpose"
	Docs        luminos.Path      // the directory of its documents
	Source      string            // the name of the source in its change log
	Releases    *luminos.Releases // of the source
	Evidence    map[string][]luminos.Evidence
	Read        []luminos.Path
	Problems    []luminos.Problem
}

// terms matches the file of terms of a package, which each package must have.
var terms = lazyregexp.Lazy(`^usr/share/doc/([a-z0-9][a-z0-9+.-]*)/copyright$`)

// rebuild matches the change log of the builds for an architecture.
var rebuild = lazyregexp.Lazy(`^usr/share/doc/[^/]+/changelog\.Debian\.[a-z0-9-]+\.gz$`)

// Read reads the documents of the only package of a tree. It returns the zero value if the files of terms are of no
// package, or of several. Only a cancelled context is an error.
func Read(ctx context.Context, src luminos.Source, scan *luminos.Scan) (Package, error) {
	var p Package
	files := map[luminos.Path]bool{}
	var documents, rebuilds []luminos.Path
	for i := range scan.Files {
		f := &scan.Files[i]
		if !f.Regular() {
			continue
		}
		files[f.Path] = true
		if f.Path.Dir() == "usr/share/doc-base" {
			documents = append(documents, f.Path)
		}
		if rebuild().MatchString(string(f.Path)) {
			rebuilds = append(rebuilds, f.Path)
		}
		m := terms().FindStringSubmatch(string(f.Path))
		switch {
		case m == nil:
		case p.Name != "":
			return Package{}, nil
		default:
			p.Name, p.Docs = m[1], f.Path.Dir()
		}
	}
	if p.Name == "" {
		if p.Name, p.Evidence = linked(scan); p.Name != "" {
			p.describe(ctx, src, files, documents)
		}
		return p, ctx.Err()
	}
	at := p.Docs.Join("copyright")
	p.Evidence = map[string][]luminos.Evidence{"name": exists(at)}
	for _, name := range []string{"changelog.Debian.gz", "changelog.gz"} { // the second if only Debian has it
		if log := p.Docs.Join(name); files[log] && p.Releases == nil {
			p.readLog(ctx, src, log)
		}
	}
	for _, log := range rebuilds {
		if log.Dir() == p.Docs {
			p.readRebuild(ctx, src, log)
		}
	}
	p.text(ctx, src, at, p.readTerms)
	p.describe(ctx, src, files, documents)
	return p, ctx.Err()
}

// describe sets the description of the package or its purpose, and the licence and the releases that a file for
// catalogues has. The only such file is about the package even if it has another name.
func (p *Package) describe(ctx context.Context, src luminos.Source, files map[luminos.Path]bool,
	documents []luminos.Path) {
	sorted := slices.Sorted(maps.Keys(files))
	var catalogues []luminos.Path
	for _, at := range sorted {
		if m := catalogued().FindStringSubmatch(string(at)); m != nil {
			catalogues = append(catalogues, at)
			if p.Description == "" && p.isNamed(m[1]) {
				p.text(ctx, src, at, p.readCatalogue)
			}
		}
	}
	for _, at := range sorted {
		m := described().FindStringSubmatch(string(at))
		if m != nil && p.Description == "" && p.isNamed(m[1]+m[2]) {
			p.text(ctx, src, at, p.readField)
		}
	}
	if len(catalogues) == 1 && p.Description == "" {
		p.text(ctx, src, catalogues[0], p.readCatalogue)
	}
	if len(documents) == 1 && p.Description == "" && isDocument().MatchString(p.Name) {
		p.text(ctx, src, documents[0], p.readAbstract)
	}
	p.readSummary(ctx, src, files)
	p.readEmacs(ctx, src, files)
	p.readManual(ctx, src, files)
	p.readReadme(ctx, src, sorted)
}

// packageName matches the name of a package.
var packageName = lazyregexp.Lazy(`^[a-z0-9][a-z0-9+.-]+$`)

// linked returns the name of a package whose documents are in another package of its source: a link that leads out of
// the tree has the name, and is all that the directory of documents holds. It returns "" for other trees, such as a
// copy of a machine, which has directories beside usr.
func linked(scan *luminos.Scan) (string, map[string][]luminos.Evidence) {
	other := func(d luminos.Dir) bool { return d.Path.Dir() == "usr/share/doc" || d.Path == "var/lib" }
	if slices.ContainsFunc(scan.Dirs, other) {
		return "", nil
	}
	var found []luminos.Path
	for _, l := range scan.Links {
		if l.Path.Dir() != "usr/share/doc" {
			continue
		}
		if l.Status != luminos.LinkBroken || !packageName().MatchString(l.Target+l.Path.Base()) {
			return "", nil
		}
		found = append(found, l.Path)
	}
	if len(found) != 1 {
		return "", nil
	}
	link := luminos.Evidence{Path: found[0], Measure: luminos.MeasureKind, Value: string(luminos.KindSymlink)}
	return found[0].Base(), map[string][]luminos.Evidence{"name": {link}}
}

// Programs returns the names of the programs of the package with a name, or nil if there are more than programsMost. A
// program with which the name begins, as dovecot of dovecot-core, is the first; the others are in the order of paths.
func Programs(scan *luminos.Scan, name string) []string {
	var names []string
	for i := range scan.Files {
		f := &scan.Files[i]
		if f.Regular() && programDir().MatchString(string(f.Path.Dir())) {
			if len(names) == programsMost {
				return nil
			}
			names = append(names, f.Path.Base())
		}
	}
	main := func(program string) int {
		if program == name || strings.HasPrefix(name, program+"-") {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(names, func(a, b string) int { return main(a) - main(b) })
	return names
}

// described matches the files with a field that describes a library or a program: for pkg-config, for menus and for the
// plug-ins of desktops. The groups are the name.
var described = lazyregexp.Lazy(`^usr/(?:share|lib(?:/[^/]+)?)/pkgconfig/([^/]+)\.pc$` +
	`|^usr/(?:share/applications|lib/.+)/(?:[a-z]+\.(?:[\w-]+\.)+)?([\w-]+)\.(?:desktop|plugin)$`)

// isNamed reports whether the package is the one of a library, a program or a font by its name, apart from signs, from
// the first word for packages of fonts and from the last word of the name of the package, such as -dev.
func (p *Package) isNamed(name string) bool {
	plain := strings.NewReplacer("-", "", "_", "", " ", "")
	name = plain.Replace(strings.ToLower(name))
	whole := strings.TrimPrefix(strings.ToLower(p.Name), "fonts-")
	part := whole
	if i := strings.LastIndexByte(whole, '-'); i > 0 {
		part = whole[:i]
	}
	return name == plain.Replace(whole) || name == plain.Replace(part)
}

// exists returns the evidence that a file exists: the lines of a compressed file cannot be cited.
func exists(p luminos.Path) []luminos.Evidence {
	return []luminos.Evidence{{Path: p, Measure: luminos.MeasureKind, Value: string(luminos.KindFile)}}
}

// text calls read with the text of a file. A file that cannot be read is a problem.
func (p *Package) text(ctx context.Context, src luminos.Source, at luminos.Path, read func(luminos.Text)) {
	t, err := src.Text(ctx, at, textBytes)
	if err != nil {
		p.Problems = append(p.Problems, batch.Problem(at, err))
		return
	}
	p.Read = append(p.Read, at)
	read(t)
}
