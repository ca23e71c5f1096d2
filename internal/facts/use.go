package facts

import (
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/manifest"
	"luminos/internal/facts/usage"
	"luminos/internal/lazyregexp"
)

// namesOf returns the names by which the README of the target can call it.
func namesOf(p *profile) usage.Names {
	n := usage.Names{Packages: []string{p.name}}
	if p.readme != nil {
		n.Packages = append(n.Packages, p.readme.Title)
	}
	for i := range p.manifests {
		if m := &p.manifests[i]; m.Role != luminos.ManifestNested && isPackage(*m) {
			n.Packages = append(n.Packages, m.Name)
		}
	}
	for _, e := range p.entries {
		switch {
		case e.Part:
		case e.Kind == "library":
			base := strings.TrimSuffix(e.Path.Base(), e.Path.Ext())
			n.Packages = append(n.Packages, e.Name, base, path.Base(string(e.Path.Dir())))
		default:
			n.Programs = append(n.Programs, e.Name, e.Path.Base())
		}
	}
	n.Programs = append(n.Programs, p.name)
	return n
}

// reProgram matches the words of a description that name a program.
var reProgram = lazyregexp.Lazy(`(?i)\b(?:command[- ]line|cli|terminal|tui|console|tool|utility|program|generator|` +
	`linter|formatter)\b`)

// packaged are languages in which a package that code imports declares it. In the others a manifest for packages is as
// common in applications.
var packaged = strings.Fields("Python Ruby Rust Go Java JavaScript TypeScript Haskell Elixir R Julia")

// confirmed returns the kinds that the description of the target, or its use in the README, confirms: a library is
// imported, a program beside a library is typed. If there is no other kind, code that people import is a library.
func confirmed(p *profile, kinds []string, e *entryCounts) []string {
	served := e.servers.n + e.pages.n + e.started
	whole := func(m luminos.Manifest) bool { return m.Role != luminos.ManifestNested && isPackage(m) }
	packages := slices.ContainsFunc(p.manifests, whole)
	shipped := e.eponymous && p.shown.image                     // a program with the name of the target, in an image
	only := e.eponymous && e.commands > 0 && e.libraries.n == 0 // the manifest declares a program, and no library
	alone := calledLibrary(p, e) || p.use.Imported && !p.use.Typed && !shipped && !calledProgram(p) && !only
	aid := len(kinds) == 1 && (kinds[0] == command || kinds[0] == program && p.language == "Go") && !e.atRoot
	if alone && served == 0 && (aid || len(kinds) == 0 && e.programs.n == 0 && packages) {
		return []string{library}
	}
	imported, typed := isImported(p, e), isTyped(p, e, alone)
	return slices.DeleteFunc(kinds, func(kind string) bool {
		switch kind {
		case library, framework:
			return !imported
		case command, program, commands:
			return !typed
		}
		return false
	})
}

// calledProgram reports whether the description calls the target a program, and no parser.
func calledProgram(p *profile) bool {
	return reProgram().MatchString(p.description) && !reParser().MatchString(p.description)
}

// calledLibrary reports whether the target has a library and its texts or its manifest call it one: else the program is
// the target.
func calledLibrary(p *profile, e *entryCounts) bool {
	return e.libraries.n > 0 && !reProgram().MatchString(p.head()) && (p.language == "Go" && p.says(reLibrary) ||
		p.language == "PHP" && slices.ContainsFunc(p.entries, manifest.Classified) && !p.use.Typed && !e.eponymous)
}

// isImported reports whether something confirms that code imports the target.
func isImported(p *profile, e *entryCounts) bool {
	described, classified := calledProgram(p), slices.ContainsFunc(p.entries, manifest.Classified)
	if described && p.use.Typed && p.language == "Python" && !classified && !forImport(p) {
		return false
	}
	offered := slices.ContainsFunc(p.entries, manifest.OfPackage)
	programs := e.programs.n + e.servers.n + e.pages.n + e.started
	pure := programs == 0 && (!p.shown.image || ofClasses(p)) && (offered || slices.Contains(packaged, p.language))
	gem := p.language == "Ruby" && e.libraries.n > 0 && !described // whose programs serve it
	archived := slices.ContainsFunc(p.entries, manifest.Archived) || slices.ContainsFunc(p.manifests, forArduino)
	both := e.commands > 0 && !described && p.use == (usage.Usage{}) // the manifest declares a program, too
	silent := isScripted(p) && both
	exported := p.language == "Python" && both && slices.ContainsFunc(p.entries, func(o luminos.EntryPoint) bool {
		return o.Kind == library && !o.Part && o.Path.Base() == "__init__.py" // which is more than a version
	})
	return pure || offered && native[p.language] || silent || exported || calledLibrary(p, e) || gem || archived ||
		classified || p.use.Imported || forImport(p) || p.says(rePackages)
}

// ofClasses reports whether the README calls the target the library, or a collection of classes: its image is for
// examples.
func ofClasses(p *profile) bool {
	return p.readme != nil && reClasses().MatchString(p.readme.Summary)
}

// reClasses matches words for code that other code imports.
var reClasses = lazyregexp.Lazy(`(?i)\b(?:this|the) library (?:is|provides|contains|offers|lets|implements)\b|` +
	`\bis an? (?:collection|set) of (?:\w+ )?(?:classes|functions)\b`)

// forImport reports whether the description names code that other code imports: "an API client", but not "a
// command-line client".
func forImport(p *profile) bool {
	return p.says(reForImport) && (!terminal(p.head()) || p.says(reOnlyImport))
}

// isTyped reports whether something confirms that people run a program of the target. alone reports that its texts call
// it a library and no program.
func isTyped(p *profile, e *entryCounts, alone bool) bool {
	compiled := p.language == "Rust" || p.language == "Go"
	others := e.libraries.n + e.servers.n + e.pages.n + e.started
	sole := compiled && others == 0 && e.programs.n == 1 && e.named == 1
	told := e.eponymous || e.commands > 0 || calledProgram(p) && p.language != "C#"
	installed := e.eponymous && e.commands > 0 && isScripted(p)
	crate := p.language == "Rust" && e.eponymous && e.named > 0 // its library serves the program
	packed := e.eponymous && slices.ContainsFunc(p.entries, manifest.OfPackage)
	return sole || installed || crate || packed || p.use.Typed && !calledLibrary(p, e) || !alone && told
}

// isScripted reports whether the target is written in JavaScript or TypeScript.
func isScripted(p *profile) bool { return p.language == "JavaScript" || p.language == "TypeScript" }
