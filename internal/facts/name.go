package facts

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"luminos"
	"luminos/internal/facts/manifest"
	"luminos/internal/facts/release"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// headManifests returns the manifests that can name and describe the target, the best first: the manifests at the root,
// the main language before others, and the package of this language that is the only one or whose name begins the names
// of others. This package comes last if the best manifest at the root is of the main language and has a name that is
// not generic, else first.
func headManifests(manifests []luminos.Manifest, language string) []*luminos.Manifest {
	var root, members, nested []*luminos.Manifest
	for i := range manifests {
		m := &manifests[i]
		if !m.Own() || m.Name == "" && m.Description == "" {
			continue
		}
		switch {
		case m.Path.Dir() == luminos.Root:
			root = append(root, m)
		case m.Role == luminos.ManifestMember:
			members = append(members, m)
			nested = append(nested, m)
		default:
			nested = append(nested, m)
		}
	}
	rank := func(m *luminos.Manifest) int { return manifest.Rank(m.Ecosystem, language) }
	slices.SortStableFunc(root, func(a, b *luminos.Manifest) int { return cmp.Compare(rank(a), rank(b)) })
	for i, m := range root { // "zed" goes before "zed-edge" and "zed.Tools"
		rest, ok := strings.CutPrefix(root[0].Name, m.Name)
		if ok && m.Name != "" && m.Ecosystem == root[0].Ecosystem && rest != "" && strings.Contains("-.", rest[:1]) {
			root[0], root[i] = m, root[0]
		}
	}
	if slices.ContainsFunc(nested, func(m *luminos.Manifest) bool { return rank(m) != manifest.Unrelated }) {
		root = slices.DeleteFunc(root, func(m *luminos.Manifest) bool {
			return rank(m) == manifest.Unrelated && documenting().MatchString(m.Name)
		})
	}
	root = append(publishedFor(root, nested), root...)
	// A root package of another language only holds tools: the package of the
	// main language that the others are called after goes first.
	eponym := eponymous(members, language)
	if eponym == nil && len(root) == 0 {
		eponym = eponymous(nested, language)
	}
	if eponym == nil {
		return root
	}
	if len(root) > 0 && rank(root[0]) != manifest.Unrelated && root[0].Name != "" && !generic(root[0].Name) {
		return append(root, eponym)
	}
	return append([]*luminos.Manifest{eponym}, root...)
}

// documenting matches the names of packages that only hold the tools for documents or pages about a target.
var documenting = lazyregexp.Lazy(`(?i)[-_.](?:docs?|documentation|website|site)$`)

// publishedFor returns the package of npm that is published in place of the first manifest at the root, which is
// private: the one below it with the same version and description. It returns nil if that is not one package.
func publishedFor(root, nested []*luminos.Manifest) (found []*luminos.Manifest) {
	if len(root) == 0 || !root[0].Private || root[0].Ecosystem != "npm" || root[0].Version == "" {
		return nil
	}
	for _, m := range nested {
		if m.Ecosystem == "npm" && !m.Private && m.Version == root[0].Version && m.Description == root[0].Description &&
			m.Description != "" {
			found = append(found, m)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found
}

// entitled returns the manifests with the one at the root first that the title of the README names, if the first is of
// its ecosystem: "ruby-progressbar" goes before the alias "progressbar". A package below the root goes before a private
// one: "kite" before "kite-framework".
func entitled(heads []*luminos.Manifest, readme *luminos.Document) []*luminos.Manifest {
	if readme == nil {
		return heads
	}
	title := words.Fold(readme.Title)
	for i, m := range heads {
		beside := i > 0 && (m.Path.Dir() == luminos.Root || heads[0].Private) && m.Ecosystem == heads[0].Ecosystem
		if beside && title != "" && words.Fold(m.Name) == title {
			return slices.Concat(heads[i:i+1], heads[:i], heads[i+1:])
		}
	}
	return heads
}

// eponymous returns the package whose name begins the names of a third or more of the other packages of the main
// language ("code2prompt" beside "code2prompt-core"), or the only package of this language, or nil.
func eponymous(manifests []*luminos.Manifest, language string) *luminos.Manifest {
	var own []*luminos.Manifest
	for _, m := range manifests {
		if manifest.Rank(m.Ecosystem, language) != manifest.Unrelated && m.Name != "" {
			own = append(own, m)
		}
	}
	if len(own) == 1 {
		return own[0]
	}
	slices.SortStableFunc(own, func(a, b *luminos.Manifest) int { return cmp.Compare(len(a.Name), len(b.Name)) })
	for _, m := range own {
		named := 0
		for _, o := range own {
			short := strings.TrimPrefix(words.Fold(o.Name), "cargo") // "cargo-insta" beside "insta"
			if o != m && strings.HasPrefix(short, words.Fold(m.Name)) {
				named++
			}
		}
		if named > 0 && named*3 >= len(own)-1 {
			return m
		}
	}
	return nil
}

// genericNames are names without a meaning of their own.
var genericNames = []string{"root", "monorepo", "workspace", "project", "package", "app", "main", "myapp", "myproject", "untitled", "test", "tests", "demo", "example", "unknown", "private", "tools", "scripts", "docs", "website", "frontend", "backend", "api", "server", "client", "web", "core", "src", "source", "lib", "build", "all", "dirs", "solution"}

func generic(name string) bool {
	if i := strings.LastIndexByte(name, '/'); i >= 0 && strings.HasPrefix(name, "@") {
		name = name[i+1:]
	}
	return slices.Contains(genericNames, words.Fold(name))
}

// reVersion matches the major version at the end of a module path.
var reVersion = lazyregexp.Lazy(`/v\d+$`)

// shortName returns the name of a package without path, scope, version and domain: "caddy" for
// "github.com/caddyserver/caddy/v2", "tailscale" for "tailscale.com", "actioncable" for "@rails/actioncable".
func shortName(name string) string {
	name = reVersion().ReplaceAllString(name, "")
	name = name[strings.LastIndexByte(name, '/')+1:]
	if head, _, ok := strings.Cut(name, "."); ok && head != "" {
		return head
	}
	return name
}

// umbrella matches the suffix of a package that only holds other packages.
var umbrella = lazyregexp.Lazy(`(?i)[-_. ](?:parent|root|monorepo|repo|workspace|aggregator|mono|bom|src)$`)

// ownName returns the name of a package without the suffix of a package that only holds others. A package of npm that
// is published and has no members holds none: "glob-parent" is a whole name.
func ownName(m *luminos.Manifest) string {
	if m.Ecosystem == "npm" && m.Version != "" && !m.Private && !m.Workspace && len(m.Members) == 0 {
		return m.Name
	}
	name := umbrella().ReplaceAllString(m.Name, "")
	if name != m.Name && strings.HasPrefix(name, "@") { // with its scope, it would be the name of another package
		name = name[strings.IndexByte(name, '/')+1:]
	}
	return name
}

// nameOf returns the name of the target from a manifest, or from the title of its README, or "". The name of its
// directory does not count, so that two copies have the same facts. A private package of npm without a version, beside
// code in another language, only lists tools.
func nameOf(heads []*luminos.Manifest, readme *luminos.Document, language string) (string, []luminos.Evidence) {
	title := titleName(readme)
	for _, m := range heads {
		name := ownName(m)
		if m.Ecosystem == "maven" && len(m.Members) > 0 {
			name = strings.TrimSuffix(name, "-build")
		}
		if title == "" && readme != nil && strings.EqualFold(readme.Title, "{"+name+"}") {
			title = strings.Trim(readme.Title, "{}")
		}
		nested := m.Path.Dir() != luminos.Root && m.Role != luminos.ManifestMember
		tools := m.Ecosystem == "npm" && m.Private && m.Version == "" && len(m.Members) == 0 &&
			manifest.Rank(m.Ecosystem, language) == manifest.Unrelated
		if name == "" || generic(name) || tools || nested && !related(name, title) {
			continue
		}
		prefixed := words.Fold(title) == "lib"+words.Fold(name)
		part := m.Path.Dir() != luminos.Root || manifest.Rank(m.Ecosystem, language) == manifest.Unrelated
		shouted := name != title && name == strings.ToUpper(name) && words.Fold(name) == words.Fold(title)
		// CMake's "Jerry" below the title "JerryScript"
		rest, longer := strings.CutPrefix(title, name)
		short := m.BuildTool && longer && rest != "" && rest[0] >= 'A' && rest[0] <= 'Z' && !strings.Contains(rest, " ")
		if prefixed || shouted || short || abbreviates(name, title) || (part || m.BuildTool) && extends(name, title) {
			break // the title is the same name in full, or the name of a part adds to it
		}
		return name, quoting(m.Evidence, m.Name)
	}
	if title != "" {
		return title, quoting(readme.Evidence, title)
	}
	return "", nil
}

// nameWebsite replaces a name from the title of the README of a website, which is the name of its subject, by the
// shortest name of a package that begins with the title: "kiteDocs".
func (r *readings) nameWebsite(heads []*luminos.Manifest) {
	f, title := &r.facts, titleName(r.facts.Readme)
	if title == "" || f.Name != title {
		return
	}
	f.Name = ""
	delete(f.Evidence, "name")
	for _, h := range heads {
		if extends(h.Name, title) && (f.Name == "" || len(h.Name) < len(f.Name)) {
			f.Name = h.Name
			r.cite("name", quoting(h.Evidence, f.Name))
		}
	}
}

// forTools reports whether a package of npm only lists the tools of a target with another title: it has no version.
func forTools(m *luminos.Manifest, title string) bool {
	return m.Ecosystem == "npm" && m.Version == "" && len(m.Members) == 0 && m.Name != "" && title != "" &&
		!related(m.Name, title)
}

// firstVersions are the versions that generators give to new packages. In a package that is not published they say
// nothing.
var firstVersions = []string{"0.0.1", "0.1.0", "1.0.0"}

// versioned returns the first manifest if it has the version of the target, or nil: the version of a tool or of a
// package without a name of its own says nothing about the whole.
func versioned(heads []*luminos.Manifest, name, language string, entries int) *luminos.Manifest {
	if len(heads) == 0 || heads[0].Version == "" {
		return nil
	}
	h := heads[0]
	unpublished := h.Private || entries == 0 || manifest.Rank(h.Ecosystem, language) == manifest.Unrelated
	if unpublished && slices.Contains(firstVersions, h.Version) {
		return nil
	}
	own := ownName(h)
	if own == "" || own == name || generic(own) || abbreviates(own, name) || related(own, name) {
		return h
	}
	return nil
}

// shared returns the workspace at the root that gives its packages their version, or nil. It has no name of its own.
func shared(manifests []luminos.Manifest, language string) *luminos.Manifest {
	for i := range manifests {
		m := &manifests[i]
		if m.Workspace && m.Role == luminos.ManifestRoot && m.Name == "" && m.Version != "" &&
			manifest.Rank(m.Ecosystem, language) != manifest.Unrelated && !slices.Contains(firstVersions, m.Version) {
			return m
		}
	}
	return nil
}

// lists reports whether the change logs, or else other packages of the same name, agree with the version of a
// manifest. A manifest that was left behind says nothing about the target. A package below does not contradict one at
// the root.
func (r *readings) lists(m *luminos.Manifest, language string) bool {
	if r.releases != nil && r.releases.Releases != nil && r.releases.Releases.Last == m.Version {
		return true
	}
	for i := range r.facts.Manifests {
		o := &r.facts.Manifests[i]
		beside := o.Path.Dir() == luminos.Root || m.Path.Dir() != luminos.Root
		if beside && o.Own() && o.Version != "" && o.Version != m.Version && words.Fold(o.Name) == words.Fold(m.Name) {
			return false
		}
	}
	switch {
	case r.releases == nil || r.releases.Releases == nil:
		return true
	case manifest.Rank(m.Ecosystem, language) != manifest.Unrelated:
		return !release.Newer(r.releases.Releases.Last, m.Version)
	}
	return false
}

// abbreviates reports whether a name consists of the capitals of a title: "oa" of "OpenAddresses".
func abbreviates(name, title string) bool {
	capitals := strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, title)
	return len(name) > 1 && len(name) < len(title) && strings.ToLower(name) == capitals
}

// extends reports whether the name of a package is longer than a title with which it begins.
func extends(name, title string) bool {
	name, title = words.Fold(shortName(name)), words.Fold(title)
	return title != "" && len(name) > len(title) && strings.HasPrefix(name, title)
}

// related reports whether the name of a nested package and the title of the README agree, or the title is unknown.
func related(name, title string) bool {
	a, b := words.Fold(shortName(name)), words.Fold(title)
	return b == "" || strings.Contains(a, b) || strings.Contains(b, a)
}

// Patterns for titles that name a document and not its subject.
var (
	reWelcome = lazyregexp.Lazy(`(?i)^(?:welcome to|about|introduction to|introducing|what is|the) `)
	// reSubtitle matches the rest of a title after its name. A parenthesis without a space before it is a part of the
	// name, as "f(x)", except the section of a manual, as "kite(1)".
	reSubtitle = lazyregexp.Lazy(`\s*(?:: | [-–—|·] |—|\s\(.*\)$|\(\d\w*\)).*$`)
	// reEdition matches the version and the kind of document behind a name: "Kite ver 4.17 README".
	reEdition = lazyregexp.Lazy(`(?i)(?:[ ,-]+v(?:er(?:sion)?)?\.? ?\d[\w.+-]*)?(?:[ ,:-]+read ?me)?$`)
	// reClass matches the beginning of a title that needs the rest: "Ansible Role: Docker", "Maintained by: Ann".
	reClass = lazyregexp.Lazy(`(?i)\b(?:by|of|for|with|in|to|and|on|at|from|roles?|plug-?ins?|modules?|library|package|` +
		`action|extension|theme|project|course|chapter|part|lab|lesson|week|day|unit|task|step|assignment|homework|` +
		`exercise|example|demo|template|sample|tutorial|workshop|challenge|case study|paper|thesis|repository|repo|code|` +
		`data ?set|title|name|author|version|update|note|warning|status)(?: [\d.]+|[ #]+\w)?$`)
	reDocument = lazyregexp.Lazy(`(?i)^(?:read ?me|package|introduction|overview|install(?:ation|ing)?|getting started|quick ?start|documentation|docs|index|(?:table of )?contents|usage|about|license|changelog|home|notes?|todo|description|project|summary|welcome|untitled|general information)\b.{0,12}$|` +
		`\b(?:docs|documentation)$|^data(?:sets?)?$`)
)

// isDecoration reports whether a character around a name is a decoration, such as an emoji.
func isDecoration(r rune) bool {
	return unicode.IsSpace(r) || unicode.In(r, unicode.So, unicode.Cf, unicode.Mn)
}

// pictures are labels of pictures above a title.
var pictures = []string{"logo", "banner", "header", "icon", "cover", "screenshot", "image"}

// titleName returns the name in the title of a README, or "" if the title is a
// sentence, a slogan or the name of a document.
func titleName(readme *luminos.Document) string {
	if readme == nil {
		return ""
	}
	t := strings.TrimRight(strings.TrimFunc(readme.Title, isDecoration), "?!.")
	t = reEdition().ReplaceAllString(reWelcome().ReplaceAllString(t, ""), "")
	if slogan, name, ok := strings.Cut(t, ": "); ok && len(strings.Fields(slogan)) > 3 && len(strings.Fields(name)) == 1 {
		t = name
	}
	cut := strings.TrimSpace(reSubtitle().ReplaceAllString(t, ""))
	if cut != t && reClass().MatchString(cut) || slices.Contains(pictures, strings.ToLower(cut)) {
		return ""
	}
	t = cut
	words := strings.Fields(t)
	if len(words) == 0 || len(words) > 4 || len(t) > 60 || reDocument().MatchString(t) || strings.ContainsAny(t, "\"“”<>[]{}") {
		return ""
	}
	if len(words) > 2 && t == strings.ToUpper(t) {
		return "" // a warning
	}
	// A name begins its words with capitals or is a single word; a phrase does not.
	if len(words) > 1 {
		for _, w := range words[1:] {
			if r, _ := utf8.DecodeRuneInString(w); unicode.IsLower(r) && len(w) > 3 {
				return ""
			}
		}
	}
	return t
}

// quoting returns from a list of evidence the first piece that quotes the beginning of the text, or the whole list if
// there is no such piece.
func quoting(all []luminos.Evidence, text string) []luminos.Evidence {
	text = luminos.Fold(text)
	text = text[:min(len(text), 24)]
	for i := range all {
		if strings.Contains(all[i].Quote, text) {
			return all[i : i+1]
		}
	}
	return all
}
