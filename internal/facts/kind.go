package facts

import (
	"cmp"
	"slices"
	"strconv"

	"luminos"
	"luminos/internal/facts/folder"
	"luminos/internal/facts/manifest"
	"luminos/internal/facts/usage"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// profile holds the facts that kind and audience follow from.
type profile struct {
	name, description string
	readme            *luminos.Document
	language          string // "" when the target is not code
	contents          contents
	manifests         []luminos.Manifest
	entries           []luminos.EntryPoint
	dependencies      []luminos.Dependency
	found             folder.Found // by names, before anything else
	shown             shown
	use               usage.Usage
	about
}

// about holds facts about the target apart from its contents.
type about struct {
	vouched bool // see luminos.Facts
	git     bool // it is a repository
	photos  int  // images with data of a camera
	dirs    int  // directories, with the target
}

// samples matches names of targets that hold examples.
var samples = lazyregexp.Lazy(`(?i)(?:^|[ _-])(?:examples|samples|demos|tutorials|snippets|recipes)$`)

// kindOf returns the sort of the target, its kind in words, such as "library in a monorepo of 5 packages", and its
// audience.
func (p *profile) kindOf() folder.Found {
	switch {
	case p.found.Sort != "":
		return p.found
	case !p.vouched && p.language != "":
		return thing(luminos.SortProject, notebookKind(p))
	case !p.vouched:
		return p.materialKind()
	case p.isList():
		return links
	case p.contents.forms.playbooks > 2*p.contents.programs:
		return thing(luminos.SortConfiguration, "Ansible configuration")
	case p.language == "" || lastLanguages[p.language]:
		if k := p.special(nil); len(k) > 0 && slices.ContainsFunc(p.manifests, isPackage) {
			return thing(luminos.SortProject, k[0])
		}
		if f := p.materialKind(); f.Sort != luminos.SortDocuments || !p.isBook() {
			return f
		}
		return textbook
	case settingLanguages[p.language]:
		return p.settingKind()
	case p.isBook():
		return textbook
	}
	switch n := p.shown.services; {
	case n > 0 && reSamples().MatchString(p.description),
		!p.shown.composed && samples().MatchString(p.name) && len(p.entries) > 1:
		return thing(luminos.SortProject, examples)
	case n > 0 && p.shown.composed:
		return thing(luminos.SortProject, "collection of "+strconv.Itoa(n)+" services")
	case n > 0: // each for itself
		return thing(luminos.SortProject, "")
	}
	kind, audience := p.codeKind()
	if kind == library && scattered(p) {
		kind, audience = "", ""
	}
	if kind == "" {
		kind = cmp.Or(servedBy(p), notebookKind(p))
	}
	sort, unit := luminos.SortProject, " packages"
	if p.language == "Go" { // a module has many packages
		unit = " modules"
	}
	switch n, published := p.packages(); {
	case n < 3 || elsewhere(p): // without evidence of a kind it stays ""
	case kind == "":
		sort, kind = luminos.SortMonorepo, "monorepo of "+several(n)+unit
	case p.modules() > 0:
		kind += " in " + strconv.Itoa(p.modules()) + " modules"
	case published == 1:
		kind += " in " + strconv.Itoa(n) + " packages (1 published)"
	default:
		sort, kind = luminos.SortMonorepo, kind+" in a monorepo of "+several(n)+unit
	}
	return folder.Found{Sort: sort, Kind: kind, Audience: audience}
}

// several returns a number of packages: which of many are examples, tests or tools is a matter of opinion.
func several(n int) string {
	if n >= 10 {
		return "about " + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

// reSamples matches the words of a description that name examples.
var reSamples = lazyregexp.Lazy(`(?i)\b(?:examples|samples)\b`)

var configuration = thing(luminos.SortConfiguration, "configuration repository")

// Patterns for the words of a title or a description that name a module of Terraform, and a book.
var (
	reModule = lazyregexp.Lazy(`(?i)\b(?:terraform|opentofu) (?:root |sub-?)?(module)(s?)\b`)
	reBook   = lazyregexp.Lazy(`(?i)\b(?:text)?book(?:'s)?\b`)
)

// settingKind returns the kind of a target whose main language is for settings: modules for others if it says so.
func (p *profile) settingKind() folder.Found {
	title := ""
	if p.readme != nil {
		title = p.readme.Title
	}
	m := reModule().FindStringSubmatch(title + ". " + p.head())
	switch {
	case m == nil:
		return configuration
	case m[2] != "":
		return thing(luminos.SortProject, "collection of Terraform modules")
	}
	return thing(luminos.SortProject, "Terraform module")
}

// manyLinks is the number of links in a README from which on they are the content, if the README says so.
const manyLinks = 100

// reList matches the words of a title or a description that name a list.
var reList = lazyregexp.Lazy(`(?i)^awesome\s|\blists? of\b|\bcurated\b|\bcollective list\b`)

var links = thing(luminos.SortDocuments, "list of links")

// examples is the kind of a target whose parts each show something.
const examples = "collection of examples"

// languageIn returns the main language of a target of a kind, "" for a list of links: its code only checks the list.
// It is also "" for examples in many languages, of which none has half of the code.
func languageIn(found folder.Found, language string, all []luminos.LanguageLines) string {
	var code, own int64
	for _, l := range all {
		if l.Type == "programming" {
			code += int64(l.Code)
			if cmp.Or(dialects[l.Name], l.Name) == language {
				own += int64(l.Code)
			}
		}
	}
	if found == links || found.Kind == examples && own*2 < code {
		return ""
	}
	return language
}

// isList reports whether the target is a list of links: its README says so, has many links, and more lines than the
// code.
func (p *profile) isList() bool {
	return p.readme != nil && p.shown.links >= manyLinks && p.shown.links > p.contents.code/4 &&
		(reList().MatchString(p.readme.Title) || reList().MatchString(p.description))
}

var textbook = thing(luminos.SortDocuments, "book")

// isBook reports whether the target is the source of a book: a manifest at the root makes a book, and the title or the
// description has the word.
func (p *profile) isBook() bool {
	made := slices.ContainsFunc(p.manifests, func(m luminos.Manifest) bool {
		return m.Role == luminos.ManifestRoot && m.Ecosystem == "book"
	})
	return made && reBook().MatchString(p.description)
}

// thing returns a result of kindOf without an audience.
func thing(sort, kind string) folder.Found { return folder.Found{Sort: sort, Kind: kind} }

// codeKind returns the kinds of the code as a list in words, or "", and their audience if they do not say it:
// developers who use another language than the target.
func (p *profile) codeKind() (kind, audience string) {
	e := p.weighEntries()
	kinds := p.special(confirmed(p, p.codeKinds(&e), &e))
	var people []string
	for _, k := range kinds {
		if l := languageOf(p, k); l != p.language {
			people = append(people, "developers who call it from "+l+" code")
		}
	}
	return list(kinds), list(people)
}

// settingLanguages are programming languages for configuration.
var settingLanguages = map[string]bool{"HCL": true, "Puppet": true, "Bicep": true, "Nix": true, "Jsonnet": true, "Dhall": true, "CUE": true}

// solutions are the ecosystems whose projects are parts of one build, not packages.
var solutions = []string{"nuget", "gradle", "cmake", "make", "meson", "autotools"}

// packages returns the number of packages: in a workspace its members, and its root if that is a package; else, without
// a package at the root, the packages of the main language below it, without tools, tests and the like. Projects of
// solutions do not count. It returns also the number of the published ones, or 0 if no package is declared as private.
func (p *profile) packages() (n, published int) {
	members, beside := map[luminos.Path]bool{}, map[luminos.Path]bool{} // to whether it is private
	workspace, rooted := false, false
	for i := range p.manifests {
		m := &p.manifests[i]
		if !m.Own() {
			continue
		}
		dir := m.Path.Dir()
		if slices.Contains(solutions, m.Ecosystem) || m.Name == "" && !m.Workspace {
			continue
		}
		related := manifest.Rank(m.Ecosystem, p.language) != manifest.Unrelated
		if m.Workspace && !related && dir != luminos.Root {
			continue // crates within a package of npm
		}
		tests := slices.DeleteFunc(slices.Clone(m.Members), func(p luminos.Path) bool { return !pathrole.Test(p.Join("x")) })
		for _, member := range m.Members {
			workspace = true
			if len(tests)*2 > len(m.Members) && slices.Contains(tests, member) {
				continue // one of many trees for tests
			}
			if _, known := members[member]; !known {
				members[member] = false
			}
		}
		if m.Name == "" {
			continue
		}
		module := m.Ecosystem == "go" && pathrole.Of(m.Path) == "" && !isTool(m.Path) // a workspace can lack some
		if module || m.Role == luminos.ManifestMember && !pathrole.Test(m.Path) ||
			len(m.Members) > 0 && !m.Private && related && m.Ecosystem != "maven" { // which builds others
			members[dir] = m.Private
		}
		rooted = rooted || dir == luminos.Root && related && !m.Private
		aside := pathrole.Of(m.Path) != "" || isTool(m.Path) || pathrole.InBenchmarks(m.Path) ||
			copied(p.manifests, m)
		if !aside && related && m.Role != luminos.ManifestRoot && m.Path.Depth() <= 3 {
			beside[dir] = m.Private
		}
	}
	switch {
	case workspace && rooted && p.language == "Haskell": // a project of Cabal lists its root with the others
		members[luminos.Root] = false
	case !workspace && rooted:
		members = nil // they go with the package at the root
	case !workspace && !scattered(p):
		members = beside
	}
	for _, private := range members {
		if !private {
			published++
		}
	}
	if published == len(members) {
		published = 0
	}
	return len(members), published
}

// scattered reports whether the target has packages of npm, and none at its root: they can be copies of others, samples
// or wrappers beside a page, and no manifest says that they are the target.
func scattered(p *profile) bool {
	nested := false
	for i := range p.manifests {
		m := &p.manifests[i]
		switch {
		case !m.Own() || m.Ecosystem != "npm":
		case m.Path.Dir() == luminos.Root || m.Workspace:
			return false
		default:
			nested = true
		}
	}
	return nested && (p.language == "JavaScript" || p.language == "TypeScript")
}

// elsewhere reports whether a manifest at the root is of the package that names the target, in another ecosystem than
// the one of the main language: its other packages are beside that one.
func elsewhere(p *profile) bool {
	return slices.ContainsFunc(p.manifests, func(m luminos.Manifest) bool {
		return m.Role == luminos.ManifestRoot && m.Name != "" && m.Name == p.name && !m.Private && isPackage(m) &&
			!m.BuildTool && m.Path.Dir() == luminos.Root && manifest.Rank(m.Ecosystem, p.language) == manifest.Unrelated
	})
}

// copied reports whether another nested package has the name of the nested package m: they are copies, such as the
// beginning and the end of an exercise.
func copied(manifests []luminos.Manifest, m *luminos.Manifest) bool {
	n := 0
	for i := range manifests {
		if o := &manifests[i]; o.Role == luminos.ManifestNested && o.Ecosystem == m.Ecosystem && o.Name == m.Name {
			n++
		}
	}
	return n > 1 && m.Role == luminos.ManifestNested
}

// modules returns the number of modules of the Maven project at the root, which is one product, or 0. Modules of
// modules count.
func (p *profile) modules() int {
	members, rooted := map[luminos.Path]bool{}, false
	for i := range p.manifests {
		m := &p.manifests[i]
		if m.Ecosystem != "maven" || !m.Own() {
			continue
		}
		rooted = rooted || m.Role == luminos.ManifestRoot
		for _, member := range m.Members {
			members[member] = true
		}
	}
	if !rooted {
		return 0
	}
	return len(members)
}
