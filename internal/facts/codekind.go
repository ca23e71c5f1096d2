package facts

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/manifest"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
	"luminos/internal/words"
)

// The kinds of code.
const (
	desktopApp = "desktop application"
	webApp     = "web application"
	site       = "static website"
	server     = "server"
	command    = "command-line program"
	commands   = "collection of command-line programs"
	program    = "program"
	programs   = "collection of programs"
	scripts    = "collection of scripts"
	library    = "library"
	framework  = "framework"
)

// Patterns for the nouns of a description. reHead matches the words that begin its
// purpose.
var (
	reHead = lazyregexp.Lazy(`(?i)\s(?:for|that|which|with|to|in|using|from|of|on|by|via|` +
		`without|based on|written|contains|includes)\s`)
	reSuite = lazyregexp.Lazy(`(?i)^(?:[\w.-]+ is )?(?:an? |the )?(?:suite|set|collection|bundle|family|` +
		`(?:[\w-]+ ){0,3}implementation) of `)
	reServer = lazyregexp.Lazy(`(?i)\b(?:server|daemon|proxy|database|broker|bouncer|gateway|` +
		`load balancer|data store|datastore|backend|exporter)` +
		`(?: (?:platform|software|system|application|project|service))?` + nounEnd)
	reFramework = lazyregexp.Lazy(`(?i)\bframework(?:[^-\w ]|$| [^ai]| a[^g]| i[^n])`) // not framework-agnostic
	reLibrary   = lazyregexp.Lazy(`(?i)(?:\b(?:is|are) (?:an?|the) |^(?:[\w.-]+ - )?an? )` +
		`(?:[\w.+-]+,? ){0,6}(?:framework|library|go package)\b`)
	reFrameworkEnd = lazyregexp.Lazy(`(?i)\bframework\.?$`)
	reForImport    = lazyregexp.Lazy(`(?i)\b(?:library|framework|sdk|toolkit|client|bindings|wrapper|api)\b`)
	reOnlyImport   = lazyregexp.Lazy(`(?i)\b(?:library|framework|sdk|bindings)\b`)
	reHosted       = lazyregexp.Lazy(`(?i)\bself-?host(?:ed|able)\b`)
	reLibraryEnd   = lazyregexp.Lazy(`(?i)^(?:[\w+./#-]+ ){0,5}library\.?$`)
	reArticle      = lazyregexp.Lazy(`(?i) (?:an?|the) `)
	rePackages     = lazyregexp.Lazy(`(?i)\b(?:packages|libraries)\b`)
	reLibraryWord  = lazyregexp.Lazy(`(?i)\blibrary\b`)
	reTerminal     = lazyregexp.Lazy(`(?i)\b(?:command[- ]line|cli|terminal|tui|console)\b`)
	reSeveral      = lazyregexp.Lazy(`(?i)\b(?:tools|utilities|programs|commands|scripts|examples|exercises|solutions)\b`)
	reEmbedded     = lazyregexp.Lazy(`(?i)\b(?:embedd(?:ed|able)|in-process)\b`)
	reReusable     = lazyregexp.Lazy(`(?i)\b(?:reusable|pluggable) (?:django )?app`)
	reScripts      = lazyregexp.Lazy(`(?i)\bscripts\b`)
	reWeb          = lazyregexp.Lazy(`(?i)\bweb[- ]?(?:based )?app(?:lication)?` + nounEnd)
)

// nounEnd matches the text after a noun that ends its phrase: "language server protocol" is no server.
const nounEnd = `(?:$|[^\w\s-]| (?:and|or|is|are|was|it|used|designed|built|intended|written|based|made|implemented)\b)`

// says reports whether a pattern matches the description of the target up to the words that state
// its purpose, such as "for building …".
func (p *profile) says(re func() *regexp.Regexp) bool { return re().MatchString(p.head()) }

// head returns the description of the target up to the words that state its purpose: "a library" of
// "a library for building command-line programs", and "a suite of tools" of "a suite of tools for tables".
func (p *profile) head() string {
	from := len(reSuite().FindString(p.description))
	if loc := reHead().FindStringIndex(p.description[from:]); loc != nil {
		return p.description[:from+loc[0]]
	}
	return p.description
}

// nouns matches kinds of programs that have a name of their own.
var nouns = lazyregexp.Lazy(`(?i)\b(search engine|database|compiler|interpreter|(?:text |code |screen )?editor|game engine|game|operating system|kernel|emulator|` +
	`web browser|package manager|build system|build tool|programming language|static site generator|` +
	`version control system|` +
	`message broker|key-value store)` + nounEnd)

// offline are nouns of programs that are no servers.
var offline = []string{"compiler", "interpreter", "programming language", "build system", "build tool",
	"version control system"}

// codeKinds returns the kinds of the code by its weighed entry points: first the kind that the description names, such
// as "compiler", then a framework with its library, then the others in the order of their entry points.
//
//	mobile application   an app for several systems, phones among them, with the others; the only kind
//	desktop application  a program or a page, and a toolkit for windows among the dependencies; the only kind
//	static website       files of a website, and no package, program, server or library; the only kind
//	web application      a page among the first entry points, a web framework among the dependencies of no library,
//	                     or a program that the description calls so
//	server               a server as entry point, or a program with the name or description of a server
//	command-line program any other program that does not only serve a library, if it is installed as a command, parses
//	                     command lines or is described so
//	program              other such programs
//	framework, library   a library as entry point; a framework if the description has the word
func (p *profile) codeKinds(e *entryCounts) []string {
	windows, pages := p.toolkits()
	runs := e.programs.n + e.servers.n + e.pages.n + e.started
	frames := e.libraries.n > 0 && p.says(reFramework)
	if !frames && !p.says(reLibrary) && (windows || p.shown.platforms != nil) && e.pages.n+e.programs.n+e.started > 0 {
		if p.shown.platforms != nil {
			return []string{app(p.shown.platforms)}
		}
		return []string{desktopApp}
	}
	if p.contents.isSite() && e.programs.n+e.servers.n+e.libraries.n == 0 && !slices.ContainsFunc(p.manifests, isPackage) {
		return []string{site} // pages with their scripts, built by nothing
	}
	var found []placed
	add := func(kind string, at int) { found = append(found, placed{kind, at}) }
	tool := e.eponymous && reProgram().MatchString(p.description) && !p.says(reWeb)
	webAt, web := pageAt(p, e, frames, pages, tool)
	serverAt, serves := e.servers.first, e.servers.n > 0
	main := e.programs.n <= manyPrograms || e.eponymous // else one of many programs answers
	known := p.says(reServer) || p.hosted() || e.libraries.n == 0 && !tool && (p.shown.exposed || p.shown.answers && main)
	if !serves && !web && !frames && e.programs.n+e.started > 0 && known {
		serverAt, serves = e.programs.first, true
	}
	if e.libraries.n > 0 && reEmbedded().MatchString(p.description) ||
		(slices.Contains(offline, p.noun()) || accompanied(p, e) || shows(p, e)) && !p.says(reServer) {
		serves = false // a server beside it is for its users
	}
	switch {
	case web:
		add(webApp, webAt)
	case serves:
		add(server, serverAt)
	}
	if k, ok := p.commandKind(e, web || serves); ok {
		add(k, e.programs.first)
	}
	if e.libraries.n > 0 {
		add(library, e.libraries.first)
	}
	if frames { // a framework is a library, too, and precedes the other kinds
		found = slices.DeleteFunc(found, func(k placed) bool { return k.kind == library })
		add(library, -1)
		add(framework, -2)
	}
	if frames && e.worded && e.programs.n > 0 && !slices.Contains(packaged, p.language) { // they run the code of its users
		found = []placed{{framework, -2}}
	}
	slices.SortStableFunc(found, func(a, b placed) int { return cmp.Compare(a.at, b.at) })
	var kinds []string
	if noun := p.noun(); noun != "" && runs > 0 {
		kinds = []string{noun}
	}
	for _, k := range found {
		if k.kind == program && len(kinds) > 0 {
			continue // a compiler is a program
		}
		kinds = append(kinds, k.kind)
	}
	return kinds
}

// weighEntries counts the entry points and adds or removes the library by the words of the description.
func (p *profile) weighEntries() entryCounts {
	e := p.countEntries()
	said := slices.ContainsFunc(p.manifests, forArduino) ||
		e.servers.n+e.pages.n == 0 && (p.says(reLibrary) || p.says(reLibraryEnd) && !p.says(reArticle))
	if e.libraries.n == 0 && !e.eponymous && (said || p.says(reFrameworkEnd)) { // pages and servers show a framework
		e.libraries, e.worded = sorted{1, -1}, true // no manifest declares it, but the target says so
	}
	called := func(kind string) bool {
		return slices.ContainsFunc(p.entries, func(o luminos.EntryPoint) bool {
			return (o.Kind == "library") == (kind == library) && words.Fold(o.Name) == words.Fold(shortName(p.name))
		})
	}
	if p.language == "C#" && called(library) && !called(program) && !p.says(reServer) {
		e.programs, e.servers, e.pages = sorted{}, sorted{}, sorted{} // they show the library
	}
	if isApp(p.manifests) && !p.says(reLibraryWord) {
		e.libraries = sorted{} // modules of an app
	}
	if p.language == "Go" && e.libraries.n == 0 && !e.eponymous && p.says(rePackages) {
		e.libraries = sorted{1, -1} // a module without a package in its root
	}
	if e.libraries.n == 0 && e.private && p.says(reLibraryWord) {
		e.libraries = sorted{1, len(p.entries)}
	}
	if reReusable().MatchString(p.description) {
		e.servers, e.pages, e.libraries = sorted{}, sorted{}, sorted{1, -1} // its pages show it
	}
	serves := func(o luminos.EntryPoint) bool { return o.Kind == "server" || o.Kind == "page" }
	if p.language == "Python" && e.servers.n+e.pages.n > 0 && slices.ContainsFunc(p.entries, serves) &&
		!p.says(reForImport) {
		e.libraries = sorted{} // each program of Python is a package
	}
	typed := p.use.Typed && !p.use.Imported
	imported := (p.language == "JavaScript" || p.language == "TypeScript") && p.use.Imported && !terminal(p.head())
	named := reProgram().MatchString(p.description) && !imported // "ID generator" can be a function
	if e.eponymous && e.commands > 0 && e.libraries.n > 0 && !typed && !named {
		e.libraries.first = -1 // the description does not name the program, and the README does not show it alone
	}
	return e
}

// tauri is the manifest of the program that shows the pages of the package beside it in a window.
const tauri = luminos.Path("src-tauri/Cargo.toml")

// toolkits reports whether the target depends on packages for programs with windows, and whether it
// depends on packages for web pages. Development dependencies count for windows only.
func (p *profile) toolkits() (windows, pages bool) {
	accept := p.mainManifests()
	windows = slices.ContainsFunc(p.entries, func(e luminos.EntryPoint) bool { return !e.Part && manifest.Windowed(e) })
	for _, d := range p.dependencies {
		if accept(d.Manifest) || d.Manifest == tauri {
			forWindows, forPages := manifest.Traits(d)
			windows = windows || forWindows && (d.Scope == "" || d.Scope == "dev")
			pages = pages || forPages && d.Scope == "" || templated(p, d)
		}
	}
	return windows, pages
}

// isPackage reports whether a manifest declares a package of code of the target itself.
func isPackage(m luminos.Manifest) bool {
	return m.Own() && m.Name != "" && m.Ecosystem != "datapackage" && m.Ecosystem != "book"
}

// placed is a kind with the rank of its entry point.
type placed struct {
	kind string
	at   int
}

// commandKind returns the kind of the target's programs: one program, several or scripts. It returns false without
// programs, or if they only serve a library. If beside is true, because the target is also a server or a page, only
// commands that are compiled or installed under a name count.
func (p *profile) commandKind(e *entryCounts, beside bool) (string, bool) {
	n := e.programs.n
	if beside {
		n = e.named
	}
	one, several := program, programs
	typed := e.commands > 0 && knowsServers(p.manifests) || terminal(p.description) ||
		p.shown.parses || !beside && p.use.Typed
	if typed || p.language == "Shell" && e.eponymous && e.atRoot {
		one, several = command, commands
	}
	switch {
	case beside && (!typed || p.hosted() && !terminal(p.head())): // the program is the service
		return "", false
	case n == 0, n == 1 && p.shown.exposed && e.libraries.n == 0: // the program is the server
		return "", false
	case e.libraries.n > 0 && !e.eponymous && !p.use.Typed && !terminal(p.head()) &&
		!(e.commands > 0 && calledProgram(p)) && (e.named == 0 || e.libraries.first < e.programs.first):
		return "", false // the programs serve the library
	case e.named == 0 && (n > manyPrograms || n > 1 && !e.eponymous):
		return scripts, reScripts().MatchString(p.description)
	case n > manyPrograms && !e.eponymous && !terminal(p.head()):
		return several, reSeveral().MatchString(p.description) // or one program among its helpers and experiments
	}
	return one, true
}

// knowsServers reports whether a program that a manifest installs would show if it answered requests: by the packages
// that it needs.
func knowsServers(manifests []luminos.Manifest) bool {
	knows := func(m luminos.Manifest) bool { return isPackage(m) && manifest.Knows(m.Ecosystem) }
	return !slices.ContainsFunc(manifests, isPackage) || slices.ContainsFunc(manifests, knows)
}

// manyPrograms is the number of programs beyond which none of them is the target as a whole, unless one has its name.
const manyPrograms = 3

// noun returns the kind of program that the description of the target names, such as "database" or
// "compiler", in lower case, or "".
func (p *profile) noun() string {
	if m := nouns().FindStringSubmatch(p.head()); m != nil {
		return strings.ToLower(m[1])
	}
	return ""
}

// hosted reports whether the description says that users run the target on a server of their own.
func (p *profile) hosted() bool { return reHosted().MatchString(p.description) }

// mainManifests returns a function that reports whether the dependencies in a manifest describe the whole target. They
// do if the manifest is a package at the root and not a workspace. If there is no such package, they do in all the
// target's own manifests outside of tests and the like.
func (p *profile) mainManifests() func(luminos.Path) bool {
	roots, all := map[luminos.Path]bool{}, map[luminos.Path]bool{}
	for i := range p.manifests {
		m := &p.manifests[i]
		if !m.Own() || pathrole.Of(m.Path) != "" {
			continue
		}
		all[m.Path] = true
		if m.Path.Dir() == luminos.Root && m.Name != "" && !m.Workspace {
			roots[m.Path] = true
		}
	}
	if len(roots) == 0 {
		roots = all
	}
	return func(path luminos.Path) bool { return roots[path] }
}
