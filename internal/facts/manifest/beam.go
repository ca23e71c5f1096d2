package manifest

import (
	"cmp"
	"strings"

	"luminos/internal/lazyregexp"
)

// Packages of Erlang and Gleam, which run on the same machine.

var (
	// erlApp matches the beginning of the resource file of an application of Erlang; its group is the name.
	erlApp   = lazyregexp.Lazy(`\{\s*application\s*,\s*'?(\w+)'?\s*,`)
	erlField = lazyOf(`\{\s*%s\s*,\s*"([^"\n]+)"\s*\}`, "description", "vsn")
	// erlLicense matches the only licence of an application.
	erlLicense = lazyregexp.Lazy(`\{\s*licenses\s*,\s*\[\s*"([^"\n]+)"\s*\]`)
	// erlScript and erlRelease match the settings of a build that makes a program, and their names.
	erlScript  = lazyregexp.Lazy(`(?m)^\{escript_(?:name|main_app|incl_apps),\s*\[?\s*'?"?(\w+)`)
	erlRelease = lazyregexp.Lazy(`(?m)^\{relx\b`)

	gleamMain = lazyregexp.Lazy(`(?m)^pub fn main\(\)`)
)

// readRebar reads the resource file of the application beside a rebar.config: src/NAME.app.src, or ebin/NAME.app that
// erlang.mk makes.
func readRebar(r *reader, p *pkg) {
	for _, place := range []struct{ dir, ending string }{{"src", ".app.src"}, {"ebin", ".app"}} {
		for _, f := range r.tree.inDir[p.dir.Join(place.dir)] {
			if !strings.HasSuffix(string(f.Path), place.ending) {
				continue
			}
			t, ok := r.source(f.Path, maxText)
			name := firstGroup(erlApp, t.Content)
			if !ok || name == "" {
				continue
			}
			field := func(key string) string { return firstGroup(erlField[key], t.Content) }
			p.describe(name, field("vsn"), field("description"), firstGroup(erlLicense, t.Content))
			p.Evidence = cite(t, "application", name)
			if p.Description != "" {
				p.Evidence = append(p.Evidence, cite(t, "description")...)
			}
			return
		}
	}
}

// enterRebar adds the program that a build makes, or else the library. A release holds other programs.
func enterRebar(r *reader, p *pkg) {
	at := cmp.Or(r.tree.first(p.dir, "src/"+p.Name+".erl"), r.tree.largestBelow(p.dir.Join("src"), ".erl"))
	if name, ev := citedGroup(erlScript, p.text); name != "" {
		at = cmp.Or(r.tree.first(p.dir, "src/"+name+".erl"), at)
		r.addEntry(p, entry{Path: at, Kind: kindBinary, Name: name, Reason: "escript of rebar.config", Evidence: ev})
	} else if p.Name != "" && !erlRelease().MatchString(p.text.Content) {
		addLibrary(r, p, at)
	}
}

// readGleam reads a gleam.toml: https://gleam.run/writing-gleam/gleam-toml.
func readGleam(_ *reader, p *pkg) {
	licenses := strings.Join(p.doc.strs("licences"), " AND ")
	p.describe(p.doc.str("name"), p.doc.str("version"), p.doc.str("description"), licenses)
	p.citeHead("description", "name", quoted(p.Name))
	p.dependTables("dependencies", "", "dev-dependencies", "dev")
}

// enterGleam adds the program of a package whose main module has a function main, or else the library.
func enterGleam(r *reader, p *pkg) {
	at := r.tree.first(p.dir, "src/"+p.Name+".gleam")
	if t, ok := r.source(at, maxText); at != "" && ok && gleamMain().MatchString(t.Content) {
		r.addEntry(p, entry{Path: at, Kind: kindBinary, Name: p.Name, Reason: "main of the package", Evidence: p.Evidence})
		return
	}
	addLibrary(r, p, cmp.Or(at, r.tree.largestBelow(p.dir.Join("src"), ".gleam")))
}
