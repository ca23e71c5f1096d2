package facts

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/delivery"
	"luminos/internal/facts/document"
	"luminos/internal/facts/folder"
	"luminos/internal/facts/imports"
	"luminos/internal/facts/inside"
	"luminos/internal/facts/manifest"
	"luminos/internal/facts/release"
	"luminos/internal/facts/usage"
	"luminos/internal/lazyregexp"
)

// Options configures [Of].
type Options struct {
	Sink luminos.Sink
	// Part returns the measurements of one directory of a scan as a scan of its own. It is called for the projects of a
	// target that is several projects.
	Part func(*luminos.Scan, luminos.Path) *luminos.Scan
}

// Of finds the facts of a target. A file that cannot be parsed becomes a problem among the facts,
// and so does a reader that fails. Of returns an error only if ctx is cancelled.
func Of(ctx context.Context, src luminos.Source, scan *luminos.Scan, o Options) (*luminos.Facts, error) {
	in := input{src, scan, mainLanguage(scan.Files)}
	r, err := runReaders(ctx, readers, in, o.Sink)
	if err == nil {
		f := r.assemble(in, r.sortOf(ctx, in))
		if err = r.readMembers(ctx, in, o); err == nil {
			r.adopt(scan)
			return f, nil
		}
	}
	return nil, fmt.Errorf("cancelled while finding the facts of the target: %w", err)
}

// assemble returns the facts that follow from the results of all readers. The argument found is the sort of the target
// if names decide it.
func (r *readings) assemble(in input, found folder.Found) *luminos.Facts {
	f := &r.facts
	f.Evidence = r.evidence()
	for i := range r.yields {
		f.Injections = append(f.Injections, r.yields[i].injections...)
	}
	sortInjections(f.Injections)
	f.Injections = slices.CompactFunc(f.Injections, func(a, b luminos.Injection) bool { // of a message, by two readers
		return a.Path == b.Path && a.Line == b.Line && a.Pattern == b.Pattern
	})
	r.withhold()
	r.addRows()
	r.dropOldChecks()
	r.compose(in.scan, in.language, found)
	named := purposesOf(in.scan.Files)
	dirs, left := directories(in.scan, named, r.dirInput())
	roles := luminos.CodeRoles(dirs)
	f.Directories, f.Code = dirs, codeSize(in.scan.Files, roles, named, f.Sort == luminos.SortSystem)
	countAll(&f.Code, in.scan.Files, roles)
	f.SecondLanguage = secondLanguage(in.scan.Files, f.Code, f.MainLanguage)
	f.Core = coreFile(in.scan.Files, f, roles, named)
	if f.Sort == luminos.SortSystem {
		f.Code = installedCode(in.scan, f)
	}
	inside := f.MainLanguage == "Rust" || f.MainLanguage == "Zig"
	if f.Code.Tests == 0 && len(f.CI) == 0 && !inside { // a published package, which is without its tests
		f.Commands = slices.DeleteFunc(f.Commands, func(c luminos.Command) bool { return c.Purpose == "test" })
	}
	f.Holdings = holdings(in.scan, f)
	addTableRows(f, r.dumps)
	addLogRows(f)
	withholdAbstract(f)
	if left > 0 {
		r.shared.problem(luminos.Root, "%d of %d directories are left out of the orientation, the deepest first",
			left, len(in.scan.Dirs))
	}
	r.finish()
	return f
}

// photographs returns the number of images with data of a camera. The sum over whole files, if there is one,
// replaces the sum over heads: their readers find more.
func photographs(f *luminos.Facts) int {
	if f.Inside != nil && f.Inside.Photos != nil {
		f.Photos = f.Inside.Photos
	}
	if f.Photos == nil {
		return 0
	}
	return max(f.Photos.WithCamera, f.Photos.Dated)
}

// compose sets the facts about the whole target that follow from the results of the readers: its sort, main language,
// name, description, kind and audience.
func (r *readings) compose(scan *luminos.Scan, language string, found folder.Found) {
	f := &r.facts
	c := countContents(scan)
	f.Vouched = folder.Vouched(scan, f.Manifests)
	if found.Sort == "" {
		found = r.paper(&c)
	}
	switch {
	case found.Sort != "":
	case f.Vouched && (c.isCode(f.Manifests, language) || c.programs == 0 && c.isSite()),
		c.programs*2 > c.total && !c.makesData(f.Manifests):
		f.MainLanguage = language
	}
	if len(f.Toolchains) == 0 {
		f.Toolchains = slices.DeleteFunc(delivery.Toolchains(f.Containers), func(t string) bool {
			name, _, _ := strings.Cut(t, " ")
			return !runs(name, f.MainLanguage) // it is for another part
		})
	}
	if many[found.Sort] {
		r.forget()
		found.Kind = r.unpack(found.Kind)
	} else {
		r.identify()
		if !f.Vouched && found.Sort == "" {
			r.disown()
		}
	}
	p := profile{
		name: f.Name, description: f.Description, readme: f.Readme, language: f.MainLanguage, contents: c,
		manifests: f.Manifests, entries: f.EntryPoints, dependencies: f.Dependencies,
		found: found, shown: shownBy(scan, f, r.readme.links, r.modules),
		about: about{vouched: f.Vouched, git: scan.Git != nil, dirs: len(scan.Dirs)},
	}
	p.photos = photographs(f)
	p.use = usage.Of(r.readme.text, namesOf(&p))
	found = p.kindOf()
	f.Sort, f.Kind, f.Audience = found.Sort, archived(found.Kind, scan, f.Manifests), found.Audience
	f.MainLanguage = languageIn(found, f.MainLanguage, scan.Languages)
	setApart(&p, f.EntryPoints)
	r.fitCommands(&p.shown)
	if loose[f.Sort] && f.MainLanguage == "" {
		r.withholdParts()
	}
	if f.MainLanguage == "" { // no code uses the dependencies
		f.Libraries = nil
	} else if !many[f.Sort] {
		main := mainPackages(scan, f)
		if r.modules != nil {
			f.Libraries = withoutUnused(f, r.modules)
		}
		sure := func(luminos.Library) bool { return false }
		if p.shown.services == 0 {
			sure = sureTitles(scan, f, codeShares(scan, main), r.modules)
		}
		f.Libraries = mainLibraries(f, main)
		f.Stack = cmp.Or(countInstead(scan, f, main, sure, r.modules), stackLine(f, sure))
	}
	f.Kind = r.open(f.Kind)
}

// npmLine matches commands of the package managers of JavaScript.
var npmLine = lazyregexp.Lazy(`^(?:npm|npx|pnpm|yarn|bun)\b`)

// fitCommands removes the commands that do not fit the kind of the target: the start of a library, and commands of a
// part as if it were the whole.
func (r *readings) fitCommands(shown *shown) {
	f := &r.facts
	kind, _, _ := strings.Cut(f.Kind, " in ")
	library := kind == "library"
	apart := f.Sort == luminos.SortMonorepo && !slices.ContainsFunc(f.Manifests, inRoot) // nothing is built from the root
	f.Commands = slices.DeleteFunc(f.Commands, func(c luminos.Command) bool {
		below, guess := c.Dir != "", c.Basis == luminos.Derived
		switch {
		case guess && f.Kind == folder.Dotfiles: // of one program beside the settings
		case c.Purpose == "run" && (library || kind == "framework and library" || kind == provider): // nothing to start
		case c.Purpose == "run" && f.Kind == "" && !manifest.Documented(c): // of a part, or of nothing known
		case c.Purpose == "build" && library && strings.HasPrefix(c.Line, "go build "): // of one of the tools, or nothing
		case c.Purpose == "install" && guess && f.MainLanguage == "": // the packages are for tools beside the material
		case strings.HasSuffix(f.Kind, npmPackage) && (c.Purpose == "install" || npmLine().MatchString(c.Line)):
			// others install it with their own packages, and its scripts work on the sources of its repository
		case c.Purpose == "build" && f.Sort == luminos.SortData: // it fetches or makes the data
		case below && guess && apart: // it says nothing about the other packages
		case (below || guess) && shown.services > 0: // a command for one of them says nothing about the whole
		default:
			return false
		}
		return true
	})
}

// runtimes are the languages besides its own that a toolchain runs or compiles.
var runtimes = map[string]string{
	"Node.js": "JavaScript TypeScript Vue Svelte", ".NET": "C# F#", "Java": "Kotlin Scala Groovy Clojure",
	"GHC": "Haskell",
}

// runs reports whether a toolchain such as "Node.js" is for the code in a language.
func runs(toolchain, language string) bool {
	return toolchain == language || slices.Contains(strings.Fields(runtimes[toolchain]), language)
}

func inRoot(m luminos.Manifest) bool { return m.Own() && m.Path.Dir() == luminos.Root }

// many are the sorts of targets whose files have no author in common. No file among them describes the whole.
var many = map[string]bool{luminos.SortProjects: true, luminos.SortSystem: true, luminos.SortHome: true}

// loose are the sorts of targets of which a part can have a manifest or a licence that is not for the whole.
var loose = map[string]bool{
	luminos.SortMixed: true, luminos.SortMail: true, luminos.SortDocuments: true, luminos.SortMedia: true,
	luminos.SortBackups: true, luminos.SortData: true, luminos.SortModels: true,
}

// withholdParts removes the licence if its text is below the root, the commands for directories below the root,
// guesses of a command that runs it, and the test frameworks.
func (r *readings) withholdParts() {
	f := &r.facts
	evidence := f.Evidence["license"]
	if len(evidence) > 0 && !slices.ContainsFunc(evidence, func(e luminos.Evidence) bool { return e.Path.Depth() == 1 }) {
		f.License = ""
		delete(f.Evidence, "license")
	}
	f.Commands = slices.DeleteFunc(f.Commands, func(c luminos.Command) bool {
		return c.Dir != "" && c.Dir != luminos.Root || c.Basis == luminos.Derived && c.Purpose == "run"
	})
	f.TestFrameworks = nil
}

// installedCode returns the code of a system tree, in which nothing is a test of something else. It returns the zero
// value if the code is an aside: in a few files, or beside installed packages.
func installedCode(scan *luminos.Scan, f *luminos.Facts) luminos.CodeSize {
	const fewest = 1000 // lines
	packaged := 0
	for i := range f.Directories {
		if d := &f.Directories[i]; d.Vendored {
			packaged += d.Files
		}
	}
	if f.Code.Own < fewest || packaged*2 > len(scan.Files) {
		return luminos.CodeSize{}
	}
	code := f.Code
	code.Tests, code.Other = 0, 0
	return code
}

// forget removes the facts that describe a single part as if it were the whole target: a name, a command, a licence.
func (r *readings) forget() {
	f := &r.facts
	f.Name, f.Description, f.Version, f.License, f.Checks = "", "", "", "", ""
	f.Toolchains, f.EntryPoints, f.Commands, f.CI, f.TestFrameworks = nil, nil, nil, nil, nil
	f.Readme, f.Status, f.Releases = nil, nil, nil
	clear(f.Evidence)
}

// identify sets the name, the version and the description of the target.
func (r *readings) identify() {
	f := &r.facts
	heads := entitled(headManifests(f.Manifests, f.MainLanguage), f.Readme)
	if len(heads) > 0 && len(f.EntryPoints) == 0 && forTools(heads[0], titleName(f.Readme)) {
		heads = heads[1:]
	}
	about := r.abouts[luminos.Root]
	name, evidence := nameOf(heads, f.Readme, f.MainLanguage)
	if name == "" && r.book.title.Text != "" {
		name, evidence, about = r.book.title.Text, r.book.title.Evidence, r.book.about
	}
	if f.Name == "" {
		f.Name = name
		r.cite("name", evidence)
	}
	h := versioned(heads, f.Name, f.MainLanguage, len(f.EntryPoints))
	if h == nil && len(heads) == 0 {
		h = shared(f.Manifests, f.MainLanguage)
	}
	if h != nil && r.lists(h, f.MainLanguage) {
		f.Version = h.Version
		r.cite("version", quoting(h.Evidence, h.Version))
	}
	if h := f.History; h != nil && f.Version != "" && (superseded(f.Version, h.Tag) || stale(f.Version, h.Tag)) {
		f.Version = "" // a build sets another one
	}
	if r.releases != nil {
		version := f.Version
		if version == "" && len(heads) > 0 && release.Development(heads[0].Version) {
			version = heads[0].Version // "next-3.8" names no version of the target, but the release that is not out yet
		}
		f.Releases = r.releases.Before(version)
		h, last := f.History, f.Releases
		if h != nil && last != nil && (pending(last, h.Tag) || superseded(last.Last, h.Tag)) {
			f.Releases = nil // the log begins with the next release, or goes on elsewhere
		}
	}
	f.Description, evidence = describe(f.Name, heads, f.Readme, about)
	r.cite("description", evidence)
	if len(evidence) > 0 && document.Website(f.Description) {
		r.nameWebsite(heads)
	}
}

// commonFrom is the number of READMEs from which on an equal sentence belongs to the
// whole, not to a part.
const commonFrom = 3

// dirInput returns the facts about single directories that the readers found: descriptions, symbols
// and entry points. A description from a README replaces one from a package comment.
func (r *readings) dirInput() dirInput {
	t := dirInput{abouts: r.abouts, symbols: r.symbols, support: r.support, entries: map[luminos.Path]bool{}}
	t.code = r.facts.MainLanguage != "" || many[r.facts.Sort]
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
	maps.DeleteFunc(t.abouts, func(p luminos.Path, a imports.About) bool {
		s := sentence(a.Text)
		return p != luminos.Root && (notPart().MatchString(s) || !usable(s))
	})
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
	f.NotRead = withoutInside(mergeNotRead(f.NotRead), f.Inside)
	if f.Inside != nil {
		f.Inside.Files = f.Inside.Files[:min(len(f.Inside.Files), inside.KeptMost)]
	}
	noNilLists(f)
	noNilLists(&f.Code)
	if f.Interfaces != nil {
		noNilLists(f.Interfaces)
	}
	orEmpty(&f.Members)
	orEmpty(&f.Imports.Edges)
	orEmpty(&f.Imports.Centrality)
}

// noNilLists replaces nil lists among the fields of the struct x by empty ones, so that JSON has [] and not null.
func noNilLists[T any](x *T) {
	v := reflect.ValueOf(x).Elem()
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
