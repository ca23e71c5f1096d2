package manifest

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// Packages of Lua and of Common Lisp.

var (
	rockField = lazyOf(`(?m)^[ \t]*%s[ \t]*=[ \t]*["']((?:\w'\w|[^"'\n])+)["']`, "package", "summary", "license")
	// rockFile matches the name of a rockspec, which begins with the name of the package.
	rockFile    = lazyregexp.Lazy(`^(.+)-[^-]+-\d+\.rockspec$`)
	rockModules = lazyregexp.Lazy(`\bmodules\s*=\s*\{[^}]*?=\s*["']([^"'\n]+\.lua)["']`)
	rockBin     = lazyregexp.Lazy(`\bbin\s*=\s*\{[^}]*?["']([^"'\n]*/[^"'\n]+)["']`)
)

// readRock reads a rockspec of LuaRocks. Old ones stay beside the new ones, so that the version says nothing.
func readRock(_ *reader, p *pkg) {
	field := func(name string) string { return firstGroup(rockField[name], p.text.Content) }
	name := cmp.Or(field("package"), firstGroup(rockFile, p.Path.Base()))
	p.describe(name, "", field("summary"), field("license"))
	p.citeHead("summary", "package", p.Name)
}

// enterRock adds the program that a rock installs, or else its library. Its paths begin at the root of the sources,
// also in a directory of rockspecs.
func enterRock(r *reader, p *pkg) {
	dir := p.dir
	if strings.HasPrefix(dir.Base(), "rockspec") {
		dir = dir.Dir()
		current := func(q *pkg) bool { return q.Ecosystem == p.Ecosystem && q.dir == dir }
		if slices.ContainsFunc(r.pkgs, current) {
			return // p is of an earlier version
		}
	}
	at, ev := citedGroup(rockBin, p.text)
	if at != "" {
		r.addEntry(p, entry{
			Path: inside(dir, at), Kind: kindBinary, Name: strings.TrimSuffix(luminos.Path(at).Base(), ".lua"),
			Reason: "program that " + p.Path.Base() + " installs", Evidence: ev,
		})
		return
	}
	if at, _ := citedGroup(rockModules, p.text); at != "" && p.Name != "" {
		addLibrary(r, p, inside(dir, at))
	}
}

var (
	asdSystem = lazyregexp.Lazy(`(?im)^\(\s*(?:asdf:)?defsystem\s+[#:"]*([\w.+/-]+)`)
	// asdTests matches the name of a system that tests another one.
	asdTests = lazyregexp.Lazy(`(?i)(?:^|[-./])tests?$`)
	asdField = lazyOf(`(?i):%s\s+"([^"]+)"`, "version", "description", "licen[cs]e")
)

// readASD reads the first system of Common Lisp in a file: https://asdf.common-lisp.dev/asdf.html.
func readASD(_ *reader, p *pkg) {
	field := func(name string) string { return firstGroup(asdField[name], p.text.Content) }
	p.describe(firstGroup(asdSystem, p.text.Content), field("version"), field("description"), field("licen[cs]e"))
	p.citeHead(":description", "defsystem", p.Name)
}

// enterASD adds the library of a system, unless it is built to a program.
func enterASD(r *reader, p *pkg) {
	aside := asdTests().MatchString(p.Name) || strings.Contains(p.text.Content, "program-op")
	if p.Name != "" && !aside {
		addLibrary(r, p, cmp.Or(r.tree.first(p.dir, p.Name+".lisp", "package.lisp", "packages.lisp"), p.Path))
	}
}
