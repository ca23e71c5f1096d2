package facts

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/manifest"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
	"luminos/internal/words"
)

var (
	// rePlugin matches the first words of a description that name an addition to another program, and reHost the name
	// of that program after them: "A plugin", " for Anvil".
	rePlugin = lazyregexp.Lazy(`(?i)(?:^an? |^the |\b(?:is|are) (?:an? |the ))(?:[\w.+,-]+ ){0,4}?` +
		`((?-i:\p{Lu}[\w.+-]* ){0,2})(plug-?in|theme|extension|add-?on|template|starter kit|boilerplate|colou?r scheme)\.?$`)
	// rePluginFirst matches the same without an article, and the titles of such a README: "Anvil plugin".
	rePluginFirst = lazyregexp.Lazy(`^(\p{Lu}[\w.+-]*) (?:[\w.+-]+ ){0,3}?((?i)plug-?in|theme|extension|add-?on)$`)
	// reCopied matches the first words of a description of files that people copy to begin with.
	reCopied = lazyregexp.Lazy(`(?i)^(?:an? |the )(?:[\w.+,-]+ ){0,4}?(?:template|starter kit|boilerplate)$`)
	reHost   = lazyregexp.Lazy(`^ for (?:the )?(\p{Lu}[\w.+-]*\w(?: \p{Lu}[\w.+-]*\w)?)`)
	// reTraining matches the purpose of a program that trains a model.
	reTraining = lazyregexp.Lazy(`(?i)\b(?:pre-?|fine-?)?(?:train|tun)(?:s|ed|ing)?\b`)
)

// provider is the kind of a program that only Terraform starts.
const provider = "Terraform provider"

// action is the kind of a target that a workflow of GitHub runs.
const action = "GitHub action"

// special returns kinds, or the kind of a target that is no program and no library of its own: an addition to another
// program, by its manifest or its own words, or programs that train a model.
func (p *profile) special(kinds []string) []string {
	if p.isProvider() {
		return []string{provider}
	}
	if strings.HasPrefix(p.name, "@types/") { // the scope of npm for the types of packages without types
		return []string{"TypeScript type definitions"}
	}
	copied := reCopied().MatchString(p.head()) // its pages show the result
	if slices.ContainsFunc(kinds, func(k string) bool { return k != library && !(copied && k == webApp) }) {
		return kinds
	}
	if p.contents.forms.action {
		return []string{action}
	}
	head := p.head()
	// "An API extension for DateTime" is a library, and an extension to GeoJSON is a format.
	m := rePlugin().FindStringSubmatch(head)
	format := strings.HasSuffix(head, "xtension") && strings.HasPrefix(p.description[len(head):], " to ")
	if m != nil && m[1] != "API " && !format && !strings.HasSuffix(head, "language extension") {
		kind := strings.ToLower(m[2])
		host := reHost().FindStringSubmatch(p.description[len(head):])
		if program := strings.TrimSpace(m[1]); program != "" { // "a Vim plugin for Git"
			kind = program + " " + kind
		} else if host != nil {
			kind += " for " + host[1]
		}
		return []string{kind}
	}
	if k := cmp.Or(pluginOf(p, head), kindByPlace(p)); k != "" {
		return []string{k}
	}
	if len(kinds) == 0 && p.contents.trains && reTraining().MatchString(p.description) {
		return []string{"collection of programs that train a model"}
	}
	return kinds
}

// pluginOf returns the kind of an addition to the program with which the name of the target begins, by the first words
// of the description or by the title of the README, or "".
func pluginOf(p *profile, head string) string {
	said := []string{head}
	if p.readme != nil {
		said = append(said, p.readme.Title)
	}
	for _, s := range said {
		m := rePluginFirst().FindStringSubmatch(s)
		name := words.Fold(shortName(p.name))
		if m != nil && strings.HasPrefix(name, words.Fold(m[1])) && name != words.Fold(s) {
			return m[1] + " " + strings.ToLower(m[2])
		}
	}
	return ""
}

// pageAt returns the rank of the page of a web application, and whether the target is one: 0 if a
// framework or the description says so. A page that shows a library, or is another way to use a tool, makes none.
func pageAt(p *profile, e *entryCounts, frames, pages, tool bool) (at int, web bool) {
	web = e.pages.n > 0 && e.pages.first < headEntries && !p.says(reServer)
	shows := !pages && e.libraries.n > 0 && e.libraries.first < e.pages.first
	if web && (shows || tool && e.programs.first < e.pages.first) {
		web = false
	}
	runs := e.programs.n + e.servers.n + e.pages.n + e.started
	if !web && !frames && (e.libraries.n == 0 && pages && !tool || runs > 0 && p.says(reWeb)) {
		return 0, true
	}
	return e.pages.first, web
}

// reParser matches the words for a library that command-line programs use.
var reParser = lazyregexp.Lazy(`(?i)\b(?:command[- ]line|cli|options?|arguments?|flags?) ` +
	`(?:\w+ )?(?:pars(?:er|ing)|framework|library)`)

// terminal reports whether a description is of a program for terminals, and not of a library for such programs.
func terminal(s string) bool { return reTerminal().MatchString(s) && !reParser().MatchString(s) }

// isProvider reports whether the target is a plugin of Terraform: the name and a dependency say so.
func (p *profile) isProvider() bool {
	return strings.HasPrefix(path.Base(p.name), "terraform-provider-") &&
		slices.ContainsFunc(p.dependencies, func(d luminos.Dependency) bool {
			return strings.HasPrefix(d.Name, "github.com/hashicorp/terraform-plugin-")
		})
}

// isApp reports whether the target can be an app for Apple systems: it has a project of Xcode near the root, and no
// package of Swift or CocoaPods at the root.
func isApp(manifests []luminos.Manifest) bool {
	project, packaged := false, false
	for i := range manifests {
		m := &manifests[i]
		root := m.Path.Dir() == luminos.Root
		project = project || m.Own() && m.Ecosystem == "xcode" && m.Path.Depth() <= 3 && pathrole.Of(m.Path) == ""
		packaged = packaged || root && (m.Ecosystem == "swift" || m.Path.Ext() == ".podspec")
	}
	return project && !packaged
}

// families are the languages of files that are used together, by extension.
var families = map[luminos.Path]string{
	".py": "Python", ".rb": "Ruby", ".rs": "Rust", ".go": "Go", ".js": "JavaScript TypeScript", ".mjs": "JavaScript TypeScript",
	".cjs": "JavaScript TypeScript", ".ts": "JavaScript TypeScript", ".tsx": "JavaScript TypeScript", ".php": "PHP",
	".ex": "Elixir",
}

// native are the languages that others bind.
var native = map[string]bool{"C": true, "C++": true}

// languageOf returns the language from which developers use a kind of code: of the first library, or of the target.
func languageOf(p *profile, kind string) string {
	header := func(e luminos.EntryPoint) bool { return e.Kind == "library" && strings.HasPrefix(e.Path.Ext(), ".h") }
	if native[p.language] && slices.ContainsFunc(p.entries, header) {
		return p.language // a package in another language only carries the headers
	}
	for _, e := range p.entries {
		languages := families[luminos.Path(e.Path.Ext())]
		if kind != library || e.Kind != "library" || languages == "" || strings.HasPrefix(string(e.Path), "bindings/") {
			continue
		}
		all := strings.Fields(languages)
		of := func(m luminos.Manifest) bool { // a package in another language beside the target says nothing
			return m.Path.Dir() == luminos.Root && isPackage(m) && manifest.Rank(m.Ecosystem, all[0]) != manifest.Unrelated
		}
		if !slices.Contains(all, p.language) && slices.ContainsFunc(p.manifests, of) {
			return all[0]
		}
		break
	}
	return p.language
}

// foreign reports whether a program or a library is in another language than the target, so that it only serves the
// target. A program with the name of the target is not foreign, nor is a server or a page outside of a part.
func (p *profile) foreign(e luminos.EntryPoint) bool {
	own := words.Fold(e.Name) == words.Fold(shortName(p.name))
	if !e.Part && (e.Kind == server || e.Kind == "page") || e.Kind != "library" && own {
		return false
	}
	languages := families[luminos.Path(e.Path.Ext())]
	return languages != "" && !slices.Contains(strings.Fields(languages), p.language)
}

// setApart marks the libraries below the root in another language than the target as entry points of parts.
func setApart(p *profile, entries []luminos.EntryPoint) {
	for i := range entries {
		e := &entries[i]
		e.Part = e.Part || e.Kind == library && e.Path.Depth() > 1 && p.foreign(*e) && languageOf(p, library) == p.language
	}
}

// shows reports whether the target is a library by its description, and only the names of programs say that they serve:
// they show its use.
func shows(p *profile, e *entryCounts) bool {
	serves := func(o luminos.EntryPoint) bool { return o.Kind == server }
	return e.libraries.n > 0 && p.says(reLibrary) && !slices.ContainsFunc(p.entries, serves)
}

// accompanied reports whether the target has a program with its name, and a server beside it that only the name of
// another program shows: dhall-lsp-server beside dhall.
func accompanied(p *profile, e *entryCounts) bool {
	if !e.eponymous || e.servers.n == 0 {
		return false
	}
	first := p.entries[e.servers.first]
	own, ok := strings.CutSuffix(words.Fold(first.Name), "server")
	return ok && own != "" && first.Kind != "server" && own != words.Fold(shortName(p.name))
}
